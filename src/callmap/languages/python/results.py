"""What functions of Python's own library give, where that is always a value of one type: models, as `link/models.py`
reads them, so that methods of such values go by their full names."""

from __future__ import annotations

_TEXT = "<builtin>.str"
_URLS = ("urllib.parse", "urlparse", "six.moves.urllib.parse")
_GIVING = {
    _TEXT: {
        _TEXT: "__add__ __mod__ __mul__ capitalize casefold center expandtabs ljust lstrip removeprefix removesuffix"
        " replace rjust rstrip strip swapcase title translate upper zfill",
        "<builtin>.bytes": "decode hex",
        "<builtin>": "ascii chr input repr",
        "os": "getcwd getenv readlink strerror ttyname",
        "os.environ": "get setdefault",
        "os.path": "abspath basename commonprefix dirname expanduser expandvars join normcase normpath realpath"
        " relpath",
        "json": "dumps",
        "datetime.datetime": "ctime isoformat strftime",
        "datetime.date": "ctime isoformat strftime",
        "datetime.time": "isoformat strftime",
        "pathlib.Path": "as_posix as_uri read_text",
        "re": "escape",
        "re.Match": "expand group",
        "typing.IO": "read readline",
        "textwrap": "dedent fill indent shorten",
        "time": "asctime ctime strftime",
        "platform": "machine node platform processor python_implementation python_version release system version",
        "getpass": "getpass getuser",
        "locale": "nl_langinfo getpreferredencoding",
        "shlex": "join quote",
        "socket": "gethostbyname gethostname getfqdn inet_ntoa",
        "subprocess": "getoutput",
        "sys.stdin": "read readline",
        "inspect": "cleandoc getsource",
        "codecs.StreamReaderWriter": "read readline",
        "hashlib._Hash": "hexdigest",
        "configparser.ConfigParser": "get",
        "configparser.RawConfigParser": "get",
        **dict.fromkeys(_URLS, "quote quote_plus unquote unquote_plus urlencode urljoin urlunparse urlunsplit"),
        **{f"{urls}.{type}": "geturl" for urls in _URLS for type in ("ParseResult", "SplitResult")},
        "io.StringIO": "getvalue read readline",
        "traceback": "format_exc",
        "shutil": "move which",
        "tempfile": "gettempdir mkdtemp",
        "html": "escape unescape",
        "base64.b64encode": "decode",
    },
    "<builtin>.bytes": {
        _TEXT: "encode",
        "base64": "b64decode b64encode decodebytes encodebytes urlsafe_b64decode urlsafe_b64encode",
        "pathlib.Path": "read_bytes",
        "pickle": "dumps",
        "io.BytesIO": "getvalue read",
        "typing.BinaryIO": "read readline",
        "os": "read urandom",
        "http.client.HTTPResponse": "read",
        "urllib.error.HTTPError": "read",
        "<builtin>.bytes": "join lower lstrip replace rstrip strip upper",
        "<builtin>.int": "to_bytes",
        "hashlib._Hash": "digest",
        "socket.socket": "recv",
    },
    "pathlib.Path": {
        "pathlib.Path": "__truediv__ absolute cwd expanduser home joinpath relative_to rename replace resolve with_name"
        " with_stem with_suffix",
    },
    "datetime.datetime": {
        "datetime.datetime": "__add__ astimezone combine fromisoformat fromtimestamp now replace strptime today"
        " utcfromtimestamp utcnow",
    },
    "datetime.timedelta": {"datetime.timedelta": "__add__ __mul__ __sub__"},
    "<builtin>.int": {
        "<builtin>": "hash id ord",
        "<builtin>.str": "count find index rfind rindex",
        "<builtin>.list": "count index",
        "<builtin>.tuple": "count index",
        "<builtin>.int": "bit_count bit_length",
        "math": "ceil comb factorial floor gcd",
        "random": "randint randrange",
    },
    "<builtin>.float": {
        "math": "cos exp log log10 pow sin sqrt tan",
        "random": "gauss random uniform",
        "time": "monotonic perf_counter time",
        "datetime.datetime": "timestamp",
        "datetime.timedelta": "total_seconds",
    },
    "sqlite3.Connection": {"sqlite3": "connect"},
    "sqlite3.Cursor": {"sqlite3.Connection": "cursor execute executemany", "sqlite3.Cursor": "execute executemany"},
    "http.client.HTTPResponse": {"urllib.request": "urlopen", "urllib.request.OpenerDirector": "open"},
    "urllib.request.OpenerDirector": {"urllib.request": "build_opener"},
    "hashlib._Hash": {"hashlib": "blake2b blake2s md5 new sha1 sha224 sha256 sha384 sha512", "hashlib._Hash": "copy"},
    "codecs.StreamReaderWriter": {"codecs": "open"},
    "csv.writer": {"csv": "writer"},
    "socket.socket": {"socket": "create_connection", "socket.socket": "dup"},
    "ssl.SSLContext": {"ssl": "create_default_context"},
    "ssl.SSLSocket": {"ssl": "wrap_socket", "ssl.SSLContext": "wrap_socket"},
    "subprocess.CompletedProcess": {"subprocess": "run"},
    "tarfile.TarFile": {"tarfile": "open"},
    "threading.Thread": {"threading": "current_thread main_thread"},
    "uuid.UUID": {"uuid": "uuid1 uuid3 uuid4 uuid5"},
    "xml.dom.minidom.Document": {"xml.dom.minidom": "parse parseString"},
    "<builtin>.dict": {"os.environ": "copy", **dict.fromkeys(_URLS, "parse_qs")},
    **{f"{urls}.ParseResult": {urls: "urlparse"} for urls in _URLS},
    **{f"{urls}.SplitResult": {urls: "urlsplit"} for urls in _URLS},
    "xml.etree.ElementTree.ElementTree": {"xml.etree.ElementTree": "parse"},
    "xml.etree.ElementTree.Element": {
        "xml.etree.ElementTree": "SubElement fromstring",
        "xml.etree.ElementTree.ElementTree": "find getroot",
        "xml.etree.ElementTree.Element": "find",
    },
    "datetime.date": {
        "datetime.datetime": "date",
        "datetime.date": "__add__ fromisoformat fromtimestamp replace today",
    },
    "re.Match": {"re": "fullmatch match search", "re.Pattern": "fullmatch match search"},
    "logging.Logger": {"logging": "getLogger", "logging.Logger": "getChild"},
    "argparse._ArgumentGroup": {"argparse.ArgumentParser": "add_argument_group"},
    "argparse._MutuallyExclusiveGroup": {
        "argparse.ArgumentParser": "add_mutually_exclusive_group",
        "argparse._ArgumentGroup": "add_mutually_exclusive_group",
    },
}
_LISTS = {
    _TEXT: "partition rpartition rsplit split splitlines",
    "os": "listdir",
    "re": "findall split",
    "re.Pattern": "findall split",
    "re.Match": "groups",
    "typing.IO": "readlines",
    "sys.stdin": "readlines",
    "codecs.StreamReaderWriter": "readlines",
    "glob": "glob iglob",
    "shlex": "split",
    "configparser.ConfigParser": "options sections",
}
_A_TEXT = f"instance('{_TEXT}')"
_NODE, _NODES = "xml.dom.minidom.Element", ("Document", "Element")
_PATHS = "glob iterdir rglob"
RESULTS = {
    **{
        f"{owner}.{name}": f"-> instance('{type}')"
        for type, owners in _GIVING.items()
        for owner, names in owners.items()
        for name in names.split()
    },
    **{f"{owner}.{name}": f"-> many(instance('{_TEXT}'))" for owner, names in _LISTS.items() for name in names.split()},
    **{f"pathlib.Path.{name}": "-> many(instance('pathlib.Path'))" for name in _PATHS.split()},
    "os.path.split": f"-> pair(instance('{_TEXT}'), instance('{_TEXT}'))",
    "os.path.splitext": f"-> pair(instance('{_TEXT}'), instance('{_TEXT}'))",
    "os.walk": f"-> many(pair({_A_TEXT}, many({_A_TEXT}), many({_A_TEXT})))",
    "tempfile.mkstemp": f"-> pair(instance('<builtin>.int'), {_A_TEXT})",
    "socket.socket.accept": "-> pair(instance('socket.socket'))",
    "<builtin>.bytes.split": "-> many(instance('<builtin>.bytes'))",
    "<builtin>.bytes.splitlines": "-> many(instance('<builtin>.bytes'))",
    "re.finditer": "-> many(instance('re.Match'))",
    "re.Pattern.finditer": "-> many(instance('re.Match'))",
    **{f"xml.dom.minidom.{type}.getElementsByTagName": f"-> many(instance('{_NODE}'))" for type in _NODES},
    "csv.reader": f"-> many(many({_A_TEXT}))",
    "subprocess.check_output": f"-> given(text, {_A_TEXT}) or given(universal_newlines, {_A_TEXT})"
    f" or given(encoding, {_A_TEXT}) or instance('<builtin>.bytes')",
    "collections.Counter.most_common": "-> many(none)",
}
# What is in their objects (or, with `[]`, in one that they offer), and the types of their attributes.
PARTS = {
    _TEXT: _TEXT,
    "typing.IO": _TEXT,
    "typing.BinaryIO": "<builtin>.bytes",
    "http.client.HTTPResponse": "<builtin>.bytes",
    "codecs.StreamReaderWriter": _TEXT,
    "os.environ[]": _TEXT,
    "xml.etree.ElementTree.Element": "xml.etree.ElementTree.Element",
}
ATTRIBUTES = {
    **{f"enum.{name}.name": _TEXT for name in ("Enum", "Flag", "IntEnum", "IntFlag", "StrEnum")},
    "pathlib.Path.name": _TEXT,
    "pathlib.Path.stem": _TEXT,
    "pathlib.Path.suffix": _TEXT,
    "pathlib.Path.parent": "pathlib.Path",
    **{
        f"{urls}.{type}.{name}": _TEXT
        for urls in _URLS
        for type in ("ParseResult", "SplitResult")
        for name in ("scheme", "netloc", "path", "query", "fragment", "hostname", "username", "password")
    },
}
