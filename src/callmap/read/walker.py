"""Sorts what a directory holds: takes entries and `Settings`, gives the files to index and, for others, why not.

It sees names, kinds and sizes only, so a commit's tree and a working tree are sorted by the same rules.
"""

from __future__ import annotations

import errno
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from operator import attrgetter
from stat import S_ISREG
from typing import Any, Protocol

import msgspec

from callmap import languages
from callmap.config import Settings
from callmap.model import FileState
from callmap.read import Missing, NotRegular, TooLarge, ignore

SIZE_LIMIT = 2 * 1024 * 1024

IGNORED, EXCLUDED, SECRET, SYMLINK, SPECIAL = "ignored", "excluded", "secret", "symlink", "not a regular file"
TOO_LARGE, UNREADABLE, VANISHED, BINARY = "too large", "unreadable", "vanished", "binary"
MINIFIED, GENERATED = "minified", "generated"
REPOSITORY, DEPENDENCIES, BUILD, CACHE = "repository data", "dependencies", "build output", "cache"
SUBMODULE, MISSING = "submodule", "missing"

REASONS = {
    IGNORED: "A .gitignore file or .git/info/exclude says so, and git does not track it.",
    EXCLUDED: "An exclude glob in callmap's settings says so.",
    SECRET: "By its name it holds keys or passwords; it is never opened, whatever the settings say.",
    SYMLINK: "Symbolic links are not followed; what they lead to is indexed in its own place if it is in the root.",
    SPECIAL: "It is a FIFO, socket, device or directory with a source file's name.",
    TOO_LARGE: f"It has more than {SIZE_LIMIT} bytes.",
    UNREADABLE: "The system refused to open it.",
    VANISHED: "It was there when the directory was listed, and gone when it was read.",
    BINARY: "It holds NUL bytes, so it is not text (UTF-16 needs a byte order mark).",
    MINIFIED: "Its lines are as long as only programs write them.",
    GENERATED: "Its name or a comment at its top says that a program wrote it.",
    REPOSITORY: "It belongs to a version control system.",
    DEPENDENCIES: "It holds installed packages or a virtual environment: other people's code.",
    BUILD: "It is what a build leaves behind.",
    CACHE: "It is a tool's cache.",
    SUBMODULE: "The commit that is named for a submodule is not in the repository: it was not fetched.",
    MISSING: "Its content is not in the repository: a partial clone, or a damaged one.",
}
_FROM_CONTENT = frozenset({BINARY, MINIFIED, GENERATED})
FROM_WALK = frozenset(REASONS) - _FROM_CONTENT  # says nothing about content: look again

_DIRECTORIES = {
    **dict.fromkeys((".git", ".hg", ".svn", ".bzr", "CVS", ".jj"), REPOSITORY),
    **dict.fromkeys(("node_modules", "bower_components", "jspm_packages", "site-packages"), DEPENDENCIES),
    **dict.fromkeys((".venv", ".tox", ".nox", ".yarn", ".pnpm-store", ".bundle"), DEPENDENCIES),
    **dict.fromkeys((".next", ".nuxt", ".svelte-kit", ".eggs", ".gradle", ".turbo", ".docusaurus"), BUILD),
    **dict.fromkeys(("__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".parcel-cache", ".cache"), CACHE),
}
_OUTPUT = frozenset({"build", "dist", "out", "target"})
_INSTALLED = (".egg-info", ".dist-info")
_PROJECT_FILES = frozenset(
    {"package.json", "tsconfig.json", "pyproject.toml", "setup.py", "setup.cfg", "Cargo.toml", "CMakeLists.txt"}
    | {"meson.build", "pom.xml", "build.gradle", "build.gradle.kts", "configure", "configure.ac"}
    | {"WORKSPACE", "WORKSPACE.bazel", "MODULE.bazel"}
)
_ALSO_BELOW = frozenset(
    {"Makefile", "makefile", "GNUmakefile", "BUILD", "BUILD.bazel"}
)  # tells of a project at its top
TELLING = (
    _PROJECT_FILES | _ALSO_BELOW | {"pyvenv.cfg", "CACHEDIR.TAG", "__init__.py"}
)  # what tells about the directory it is in
SECRETS = re.compile(
    r"\.env.*|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_(?:rsa|dsa|ecdsa|ed25519)(?:\..*)?"
    r"|\.npmrc|[._]netrc|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass",
    re.IGNORECASE,
)
_MAY_BE_SECRET = (  # in lower-case names between NULs: one of them stands in all that SECRETS may match
    *("\0.", "\0id_", "\0_netrc"),
    *(".pem\0", ".key\0", ".p12\0", ".pfx\0", ".jks\0", ".keystore\0", ".kdbx\0"),
)
_REMARKABLE = (*_MAY_BE_SECRET, "min.", "lock")  # … or _GENERATED_NAMES
_GENERATED_NAMES = re.compile(r"(?i).*[.-]min\.[^.]+|.*\.lock|.*-lock\.\w+")


class Found(msgspec.Struct, frozen=True, gc=False):
    """A file to index. `included` tells that an include glob chose it, which overrules `judge`."""

    path: str  # relative to the root, with `/`; undecodable bytes as surrogates
    language: str
    dialect: str
    size: int
    mtime_ns: int
    included: bool = False
    ctime_ns: int = 0

    @property
    def facts_dialect(self) -> str:
        """What its facts are kept under, beside its content: what was included may be what is skipped elsewhere."""
        return f"{self.dialect}+" if self.included else self.dialect


class Walk(msgspec.Struct, frozen=True):
    """Files to index; recognised files that are not, and all secrets (both sorted by path); directories passed over, by
    reason; those that were listed ("" is the root, others end with a slash): what is new can only appear in them."""

    files: list[Found]
    skipped: list[FileState]
    directories: dict[str, int]
    listed: list[str]
    listing: dict[str, Any] = {}  # of a working tree: what to remember of its directories (see read/disk.py)


Recognise = Callable[[str], "tuple[languages.Language, str] | None"]


class Directory(msgspec.Struct, frozen=True):
    name: str
    path: str  # "" or with a final slash
    layers: tuple[ignore.IgnoreFile, ...]  # ignore files, the deepest first
    closed: str  # why it would be passed over if an include glob did not lead through it
    doubt: str  # why it is passed over unless it is a package
    included: bool


class Entry(Protocol):
    """What a directory holds, as os.scandir gives it."""

    @property
    def name(self) -> str: ...
    def is_dir(self, *, follow_symlinks: bool = True) -> bool: ...
    def is_file(self, *, follow_symlinks: bool = True) -> bool: ...
    def is_symlink(self) -> bool: ...
    def stat(self, *, follow_symlinks: bool = True) -> Any: ...


class Walker(ABC):
    """Lists directories one by one and sorts what is in them. Where they are, its subclasses know."""

    def __init__(self, settings: Settings, recognise: Recognise) -> None:
        self.recognise = recognise
        self.include, self.exclude = (
            ignore.compile_rules("\n".join(globs).encode(errors="surrogateescape")) if globs else None
            for globs in (settings.include, settings.exclude)
        )
        self.doors = tuple(_fixed_beginnings(settings.include))
        self.files: list[Found] = []
        self.skipped: list[FileState] = []
        self.directories: dict[str, int] = {}
        self.listed: list[str] = []
        self.listing: dict[str, Any] = {}

    @abstractmethod
    def entries(self, place: Any) -> list[Any]:
        """What a directory holds. May raise OSError."""

    def ignore_file(self, place: Any) -> tuple[ignore.IgnoreFile, ...]:
        """The rules of the ignore file in a directory, if they count."""
        return ()

    def is_tracked(self, path: str) -> bool:
        """Whether a file, or something in a directory (with a final slash), is source though ignore rules fit it."""
        return False

    def is_repository(self, here: Directory, names: set[str]) -> bool:
        """Whether a directory that holds these names is the top of a repository."""
        return ".git" in names

    def is_passed(self, link: Entry) -> bool:
        """Whether a symbolic link counts as a directory that is passed over."""
        return leads_to_directory(link)

    def done(self) -> Walk:
        self.files.sort(key=attrgetter("path"))
        self.skipped.sort(key=attrgetter("path"))
        return Walk(self.files, self.skipped, self.directories, self.listed, self.listing)

    def pass_over(self, reason: str) -> None:
        self.directories[reason] = self.directories.get(reason, 0) + 1

    def visit(self, place: Any, here: Directory) -> list[Directory]:
        """Lists one directory: files go into the results; gives the directories to go on with."""
        entries = self.entries(place)
        self.listed.append(here.path)
        names = {entry.name for entry in entries}
        here = self._known_by_content(here, names)
        if here.closed and not (here.included or self._is_door(here.path, here.closed)):
            self.pass_over(here.closed)
            return []
        if ".gitignore" in names and not here.closed:
            here = msgspec.structs.replace(here, layers=(*self.ignore_file(place), *here.layers))
        output = not names.isdisjoint(_OUTPUT) and self._is_project(here, names)
        below: list[Directory] = []
        candidates: list[tuple[Entry, languages.Language, str]] = []
        others: list[Entry] = []
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                child = self._directory(entry.name, here, output)
                if isinstance(child, str):
                    self.pass_over(child)
                else:
                    below.append(child)
            elif (known := self.recognise(entry.name)) is not None:
                candidates.append((entry, *known))
            else:
                others.append(entry)
        if candidates:
            self._files(candidates, here)
        if others:
            self._others(others, here)
        return below

    def _others(self, entries: list[Entry], here: Directory) -> None:
        """Of what no language recognises, secrets are told of, and links to directories are counted."""
        joined = "\0".join(("", *(entry.name for entry in entries), "")).lower()
        doubtful = any(mark in joined for mark in _MAY_BE_SECRET)
        for entry in entries:
            if doubtful and SECRETS.fullmatch(entry.name):
                self._file(entry, "", "", here)
            elif entry.is_symlink() and self.is_passed(entry):
                self.pass_over(SYMLINK)

    def _files(self, candidates: list[tuple[Entry, languages.Language, str]], here: Directory) -> None:
        names = [entry.name for entry, _, _ in candidates]
        joined = "\0".join(("", *names, ""))
        lower = joined.lower()
        plain = not (here.closed or self.include or self.exclude or any(mark in lower for mark in _REMARKABLE))
        if not (plain and ignore.silent(here.layers, here.path, names, joined)):
            for entry, language, dialect in candidates:
                self._file(entry, language.name, dialect, here)
            return
        for entry, language, dialect in candidates:  # nothing here is remarkable by its name: the common case
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                self._file(entry, language.name, dialect, here)
                continue
            if S_ISREG(status.st_mode) and (size := status.st_size) <= SIZE_LIMIT:
                times = (status.st_mtime_ns, False, status.st_ctime_ns)
                self.files.append(Found(here.path + entry.name, language.name, dialect, size, *times))
            else:
                self._file(entry, language.name, dialect, here)

    def _is_project(self, here: Directory, names: set[str]) -> bool:
        """Whether what is built of a directory's code may lie in it. Below the root, a directory with a Makefile may be
        any part of a project, and one called `target` beside it another part."""
        if not names.isdisjoint(_PROJECT_FILES) or self.is_repository(here, names):
            return True
        return not here.path and not names.isdisjoint(_ALSO_BELOW)

    def _known_by_content(self, here: Directory, names: set[str]) -> Directory:
        reason = ""
        if here.path and here.closed in ("", IGNORED):
            if "pyvenv.cfg" in names:
                reason = DEPENDENCIES
            elif "CACHEDIR.TAG" in names:
                reason = CACHE
            elif here.doubt and "__init__.py" not in names:
                reason = here.doubt
        return msgspec.structs.replace(here, closed=reason) if reason and not here.included else here

    def _directory(self, name: str, here: Directory, output: bool) -> Directory | str:
        """The directory to visit, or why it is not."""
        path = here.path + name
        reason = _DIRECTORIES.get(name, "")
        if reason == REPOSITORY:
            return reason
        if self.exclude and self.exclude.directories.matches(name, path):
            return EXCLUDED
        included = here.included or bool(self.include and self.include.directories.matches(name, path))
        if included:
            reason = ""
        else:
            egg = BUILD if name.endswith(_INSTALLED) else ""
            ignored = IGNORED if ignore.ignored(here.layers, name, path, True) else ""
            named = reason or egg
            reason = (named or here.closed) if here.closed == IGNORED else here.closed or named or ignored
            if reason and not self._is_door(path + "/", reason):
                return reason
        doubt = DEPENDENCIES if name == "venv" else BUILD if output and name in _OUTPUT else ""
        return Directory(name, path + "/", here.layers, reason, doubt, included)

    def _file(self, entry: Entry, language: str, dialect: str, here: Directory) -> None:
        name = entry.name
        path = here.path + name
        included = False
        size = mtime_ns = ctime_ns = 0
        reason = ""
        if SECRETS.fullmatch(name):
            reason = SECRET
        elif not entry.is_file(follow_symlinks=False):
            reason = SYMLINK if entry.is_symlink() else SPECIAL
        elif self.exclude and self.exclude.files.matches(name, path):
            reason = EXCLUDED
        else:
            included = here.included or bool(self.include and self.include.files.matches(name, path))
            if not included:
                reason = here.closed or (IGNORED if ignore.ignored(here.layers, name, path, False) else "")
                if reason == IGNORED and self.is_tracked(path):
                    reason = ""
                if not reason and name != dialect and _GENERATED_NAMES.fullmatch(name):
                    reason = GENERATED
            if not reason:
                try:
                    status = entry.stat(follow_symlinks=False)
                    size, mtime_ns, ctime_ns = status.st_size, status.st_mtime_ns, status.st_ctime_ns
                    reason = TOO_LARGE if size > SIZE_LIMIT else ""
                except OSError as error:
                    reason = why_not(error)
        if reason:
            self.skipped.append(FileState(path, "", language, size, mtime_ns, reason))
        else:
            self.files.append(Found(path, language, dialect, size, mtime_ns, included, ctime_ns))

    def _is_door(self, path: str, closed: str) -> bool:
        """Whether an include glob with a fixed beginning leads into or through this directory, or git tracks something
        in it though it is ignored."""
        led = any(door.startswith(path) or path.startswith(door) for door in self.doors)
        return led or (closed == IGNORED and self.is_tracked(path))


def _fixed_beginnings(globs: Iterable[str]) -> Iterable[str]:
    """`build/gen/` of `build/gen/**/*.x`; nothing for globs that may match anywhere."""
    for glob in globs:
        if "/" in glob.rstrip("/") and not glob.startswith("!"):
            parts = glob.strip("/").split("/")
            wild = next((at for at, part in enumerate(parts) if set(part) & set("*?[\\")), len(parts))
            if wild:
                yield "/".join(parts[:wild]) + "/"


def may_be_passed_over(name: str) -> bool:
    """Whether a directory's name may be a reason to pass over it."""
    return name in _DIRECTORIES or name in _OUTPUT or name == "venv" or name.endswith(_INSTALLED)


def leads_to_directory(entry: Entry) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a loop
        return False


def why_not(error: Exception) -> str:
    """The reason that an error of the system stands for."""
    if isinstance(error, TooLarge):
        return TOO_LARGE
    if isinstance(error, NotRegular):
        return SPECIAL
    if isinstance(error, Missing):
        return MISSING
    number = getattr(error, "errno", None)
    if number in (errno.ELOOP, errno.EMLINK, errno.ENOTDIR):
        return SYMLINK  # O_NOFOLLOW found a link; for a directory, ENOTDIR
    if number == errno.ENXIO:
        return SPECIAL  # a socket
    return VANISHED if number == errno.ENOENT else UNREADABLE
