"""What functions of Python's own library give, where that is always a value of one type: models, as `link/models.py`
reads them, so that methods of such values go by their full names."""

from __future__ import annotations

_TEXT = "<builtin>.str"
_GIVING = {
    _TEXT: {
        _TEXT: "__add__ __mod__ __mul__ capitalize casefold center expandtabs ljust lstrip removeprefix removesuffix"
        " replace rjust rstrip strip swapcase title translate upper zfill",
        "<builtin>.bytes": "decode hex",
        "<builtin>": "ascii chr input repr",
        "os": "getcwd getenv strerror",
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
        "io.StringIO": "getvalue read readline",
        "traceback": "format_exc",
        "shutil": "move which",
        "tempfile": "gettempdir mkdtemp",
        "html": "escape unescape",
        "base64.b64encode": "decode",
    },
    "<builtin>.bytes": {
        _TEXT: "encode",
        "base64": "b64decode b64encode urlsafe_b64decode urlsafe_b64encode",
        "pathlib.Path": "read_bytes",
        "pickle": "dumps",
        "io.BytesIO": "getvalue read",
        "typing.BinaryIO": "read readline",
        "os": "urandom",
        "http.client.HTTPResponse": "read",
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
    "http.client.HTTPResponse": {"urllib.request": "urlopen"},
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
    "argparse._ArgumentGroup": {"argparse.ArgumentParser": "add_argument_group add_mutually_exclusive_group"},
}
_LISTS = {
    _TEXT: "partition rpartition rsplit split splitlines",
    "os": "listdir",
    "re": "findall split",
    "re.Pattern": "findall split",
    "typing.IO": "readlines",
}
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
    "collections.Counter.most_common": "-> many(none)",
}
# What is in their objects, and the types of their attributes.
PARTS = {
    _TEXT: _TEXT,
    "typing.IO": _TEXT,
    "typing.BinaryIO": "<builtin>.bytes",
    "xml.etree.ElementTree.Element": "xml.etree.ElementTree.Element",
}
ATTRIBUTES = {
    **{f"enum.{name}.name": _TEXT for name in ("Enum", "Flag", "IntEnum", "IntFlag", "StrEnum")},
    "pathlib.Path.name": _TEXT,
    "pathlib.Path.stem": _TEXT,
    "pathlib.Path.suffix": _TEXT,
    "pathlib.Path.parent": "pathlib.Path",
}
