"""Which files: takes a root and its `Settings`, gives the files to index and, for all others, why not.

    walk        names, sizes and times; reads nothing but ignore files
    changed     what must be read again
    read_file   its bytes, or `Skipped` with a reason
    judge       what only the content tells: binary, minified, generated

A directory is passed over when it is ignored, holds other people's code, or is build output: named `build`, `dist`,
`out` or `target`, next to a project file, and not itself a package. That needs only the names in a tree, so a commit
is judged like a working tree. `vendor` and `third_party` are source unless git ignores them. Of `include` globs, those
with a fixed beginning (`build/gen/**`) open passed-over directories on their way; `*.gen.py` does not search them.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from stat import S_ISREG

import msgspec

from callmap import languages
from callmap.config import Settings
from callmap.errors import CallmapError
from callmap.model import FileState
from callmap.read import BY_DESCRIPTOR, DIRECTORY_FLAGS, NotRegular, TooLarge, git, read_at, read_bytes

SIZE_LIMIT = 2 * 1024 * 1024
RACY_NS = 2_000_000_000  # the coarsest time stamps in use (FAT) are two seconds apart

IGNORED, EXCLUDED, SECRET, SYMLINK, SPECIAL = "ignored", "excluded", "secret", "symlink", "not a regular file"
TOO_LARGE, UNREADABLE, VANISHED, BINARY = "too large", "unreadable", "vanished", "binary"
MINIFIED, GENERATED = "minified", "generated"
REPOSITORY, DEPENDENCIES, BUILD, CACHE = "repository data", "dependencies", "build output", "cache"

REASONS = {
    IGNORED: "A .gitignore file or .git/info/exclude says so.",
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
}
_FROM_CONTENT = frozenset({BINARY, MINIFIED, GENERATED})
_FROM_WALK = frozenset(REASONS) - _FROM_CONTENT  # says nothing about content: look again

_DIRECTORIES = {
    **dict.fromkeys((".git", ".hg", ".svn", ".bzr", "CVS", ".jj"), REPOSITORY),
    **dict.fromkeys(("node_modules", "bower_components", "jspm_packages", "site-packages"), DEPENDENCIES),
    **dict.fromkeys((".venv", ".tox", ".nox", ".yarn", ".pnpm-store", ".bundle"), DEPENDENCIES),
    **dict.fromkeys((".next", ".nuxt", ".svelte-kit", ".eggs", ".gradle", ".turbo", ".docusaurus"), BUILD),
    **dict.fromkeys(("__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".parcel-cache", ".cache"), CACHE),
}
_OUTPUT = frozenset({"build", "dist", "out", "target"})
_PROJECT_FILES = frozenset(
    {"package.json", "tsconfig.json", "pyproject.toml", "setup.py", "setup.cfg", "Cargo.toml", "CMakeLists.txt"}
    | {"meson.build", "pom.xml", "build.gradle", "build.gradle.kts"}
)
_SECRETS = re.compile(
    r"\.env.*|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_(?:rsa|dsa|ecdsa|ed25519)(?:\..*)?"
    r"|\.npmrc|[._]netrc|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass",
    re.IGNORECASE,
)
_REMARKABLE = (  # in lower-case names between NULs: stands in all that _SECRETS or _GENERATED_NAMES may match
    *("\0.", "\0id_", "\0_netrc", "min.", "lock"),
    *(".pem\0", ".key\0", ".p12\0", ".pfx\0", ".jks\0", ".keystore\0", ".kdbx\0"),
)
_GENERATED_NAMES = re.compile(r"(?i).*[.-]min\.[^.]+|.*\.lock|.*-lock\.\w+")
_COMMENT = rb"^[ \t]*(?:#|//|/\*|\*|--|;|<!--|\"\"\")[^\n]*?"
_GENERATED_MARKS = re.compile(
    rb"(?im)" + _COMMENT + rb"(?:(?<!\S)@generated\b|\bgenerated\b[^\n]*\bdo not (?:edit|modify)\b"
    rb"|\b(?:file|code|module)\b[^\n.]{0,60}\b(?:automatically|auto-?) ?generated\b"
    rb"|\b(?:automatically|auto-?) ?generated (?:by|from|file|code)\b)"
)


class Found(msgspec.Struct, frozen=True, gc=False):
    """A file to index. `included` tells that an include glob chose it, which overrules `judge`."""

    path: str  # relative to the root, with `/`; undecodable bytes as surrogates
    language: str
    dialect: str
    size: int
    mtime_ns: int
    included: bool = False


class Walk(msgspec.Struct, frozen=True):
    """Files to index and recognised files that are not (both sorted by path); directories passed over, by reason."""

    files: list[Found]
    skipped: list[FileState]
    directories: dict[str, int]


class Changes(msgspec.Struct, frozen=True):
    """Files to read, and the states of those that hold what they held at the last index."""

    read: list[Found]
    kept: list[FileState]


class Skipped(CallmapError):
    """A file cannot be indexed; `reason` is a key of REASONS."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path!r} is skipped ({reason}). {REASONS[reason]}", path=path, reason=reason)
        self.reason = reason


Recognise = Callable[[str], "tuple[languages.Language, str] | None"]


def walk(root: str, settings: Settings, recognise: Recognise = languages.recognise) -> Walk:
    """All files below `root` that a language recognises, sorted out by the rules of this module's docstring."""
    walker = _Walker(settings, recognise)
    top: int | str = os.open(root, DIRECTORY_FLAGS & ~getattr(os, "O_NOFOLLOW", 0)) if BY_DESCRIPTOR else root
    start = _Directory("", "", git.ignore_files_above(root), "", "", False)
    open_directories = [(top, walker.visit(top, start))]
    try:
        while open_directories:
            place, rest = open_directories[-1]
            try:
                below = next(rest, None)
                child = _open(place, below.name) if below else None
            except OSError as error:  # it cannot be listed, or not be opened
                walker.pass_over(_reason(error))
                continue
            if below is None or child is None:
                open_directories.pop()
                _close(place)
                continue
            open_directories.append((child, walker.visit(child, below)))
    finally:
        for place, _ in open_directories:
            _close(place)
    walker.files.sort(key=attrgetter("path"))
    walker.skipped.sort(key=attrgetter("path"))
    return Walk(walker.files, walker.skipped, walker.directories)


def changed(seen: Walk, previous: Mapping[str, FileState], started_ns: int) -> Changes:
    """What to read again: new files, those of another size or time, and those touched when the last index, which
    started at `started_ns`, was already reading (git's racy rule). With other settings (`Settings.digest`) or another
    version of callmap, pass no previous states."""
    read: list[Found] = []
    kept: list[FileState] = []
    racy = started_ns - RACY_NS
    for found in seen.files:
        state = previous.get(found.path)
        if (
            state is None
            or state.mtime_ns != found.mtime_ns
            or state.size != found.size
            or found.mtime_ns >= racy
            or state.language != found.language
            or state.reason in _FROM_WALK
        ):
            read.append(found)
        else:
            kept.append(state)
    return Changes(read, kept)


def read_file(root: str, path: str) -> bytes:
    """The bytes of a file below the root, at most SIZE_LIMIT. Raises `Skipped`; follows no link and never blocks."""
    if _SECRETS.fullmatch(path.rpartition("/")[2]):
        raise Skipped(path, SECRET)
    try:
        return read_bytes(root, path, SIZE_LIMIT)
    except (OSError, ValueError) as error:
        raise Skipped(path, _reason(error)) from None


def judge(found: Found, content: bytes) -> str:
    """Why this content is not indexed, or "". Project files (whose dialect is their name) may have any layout."""
    if b"\0" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return BINARY
    if found.included or found.dialect == found.path.rpartition("/")[2]:
        return ""
    head = content[:2048]
    if b"generated" in head.lower() and _GENERATED_MARKS.search(head):
        return GENERATED
    if len(content) > 2000:
        if len(content) > 250 * (content.count(b"\n") + content.count(b"\r") + 1):
            return MINIFIED
        if b"sourceMappingURL=" in content[-2000:] and max(map(len, content.splitlines()[:-1]), default=0) > 500:
            return MINIFIED
    return ""


class _Directory(msgspec.Struct, frozen=True):
    name: str
    path: str  # "" or with a final slash
    layers: tuple[git.IgnoreFile, ...]  # ignore files, the deepest first
    closed: str  # why it would be passed over if an include glob did not lead through it
    doubt: str  # why it is passed over unless it is a package
    included: bool


class _Walker:
    """Lists directories one by one and sorts what is in them."""

    def __init__(self, settings: Settings, recognise: Recognise) -> None:
        self.recognise = recognise
        self.include, self.exclude = (
            git.compile_rules("\n".join(globs).encode(errors="surrogateescape")) if globs else None
            for globs in (settings.include, settings.exclude)
        )
        self.doors = tuple(_fixed_beginnings(settings.include))
        self.files: list[Found] = []
        self.skipped: list[FileState] = []
        self.directories: dict[str, int] = {}

    def pass_over(self, reason: str) -> None:
        self.directories[reason] = self.directories.get(reason, 0) + 1

    def visit(self, place: int | str, here: _Directory) -> Iterator[_Directory]:
        """Lists one directory: files go into the results; gives the directories to go on with."""
        with os.scandir(place) as listing:
            entries = list(listing)
        names = {entry.name for entry in entries}
        here = self._known_by_content(here, names)
        if here.closed and not (here.included or self._is_door(here.path)):
            self.pass_over(here.closed)
            return
        if ".gitignore" in names and not here.closed:
            here = msgspec.structs.replace(here, layers=(*_layer(place, here.path), *here.layers))
        output = not names.isdisjoint(_PROJECT_FILES) and not names.isdisjoint(_OUTPUT)
        below: list[_Directory] = []
        candidates: list[tuple[os.DirEntry[str], languages.Language, str]] = []
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                child = self._directory(entry.name, here, output)
                if isinstance(child, str):
                    self.pass_over(child)
                else:
                    below.append(child)
            elif (known := self.recognise(entry.name)) is not None:
                candidates.append((entry, *known))
            elif entry.is_symlink() and _leads_to_directory(entry):
                self.pass_over(SYMLINK)
        if candidates:
            self._files(candidates, here)
        yield from below

    def _files(self, candidates: list[tuple[os.DirEntry[str], languages.Language, str]], here: _Directory) -> None:
        names = [entry.name for entry, _, _ in candidates]
        joined = "\0".join(("", *names, ""))
        lower = joined.lower()
        plain = not (here.closed or self.include or self.exclude or any(mark in lower for mark in _REMARKABLE))
        if not (plain and git.silent(here.layers, here.path, names, joined)):
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
                self.files.append(Found(here.path + entry.name, language.name, dialect, size, status.st_mtime_ns))
            else:
                self._file(entry, language.name, dialect, here)

    def _known_by_content(self, here: _Directory, names: set[str]) -> _Directory:
        reason = ""
        if here.path and not here.closed:
            if "pyvenv.cfg" in names:
                reason = DEPENDENCIES
            elif "CACHEDIR.TAG" in names:
                reason = CACHE
            elif here.doubt and "__init__.py" not in names:
                reason = here.doubt
        return msgspec.structs.replace(here, closed=reason) if reason and not here.included else here

    def _directory(self, name: str, here: _Directory, output: bool) -> _Directory | str:
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
            egg = BUILD if name.endswith((".egg-info", ".dist-info")) else ""
            ignored = IGNORED if git.ignored(here.layers, name, path, True) else ""
            reason = here.closed or reason or egg or ignored
            if reason and not self._is_door(path + "/"):
                return reason
        doubt = DEPENDENCIES if name == "venv" else BUILD if output and name in _OUTPUT else ""
        return _Directory(name, path + "/", here.layers, reason, doubt, included)

    def _file(self, entry: os.DirEntry[str], language: str, dialect: str, here: _Directory) -> None:
        name = entry.name
        path = here.path + name
        included = False
        size = mtime_ns = 0
        reason = ""
        if _SECRETS.fullmatch(name):
            reason = SECRET
        elif not entry.is_file(follow_symlinks=False):
            reason = SYMLINK if entry.is_symlink() else SPECIAL
        elif self.exclude and self.exclude.files.matches(name, path):
            reason = EXCLUDED
        else:
            included = here.included or bool(self.include and self.include.files.matches(name, path))
            if not included:
                if here.closed:
                    reason = here.closed
                elif git.ignored(here.layers, name, path, False):
                    reason = IGNORED
                elif name != dialect and _GENERATED_NAMES.fullmatch(name):
                    reason = GENERATED
            if not reason:
                try:
                    status = entry.stat(follow_symlinks=False)
                    size, mtime_ns = status.st_size, status.st_mtime_ns
                    reason = TOO_LARGE if size > SIZE_LIMIT else ""
                except OSError as error:
                    reason = _reason(error)
        if reason:
            self.skipped.append(FileState(path, "", language, size, mtime_ns, reason))
        else:
            self.files.append(Found(path, language, dialect, size, mtime_ns, included))

    def _is_door(self, path: str) -> bool:
        """Whether an include glob with a fixed beginning leads into or through this directory."""
        return any(door.startswith(path) or path.startswith(door) for door in self.doors)


def _fixed_beginnings(globs: Iterable[str]) -> Iterable[str]:
    """`build/gen/` of `build/gen/**/*.x`; nothing for globs that may match anywhere."""
    for glob in globs:
        if "/" in glob.rstrip("/") and not glob.startswith("!"):
            parts = glob.strip("/").split("/")
            wild = next((at for at, part in enumerate(parts) if set(part) & set("*?[\\")), len(parts))
            if wild:
                yield "/".join(parts[:wild]) + "/"


def _layer(place: int | str, path: str) -> tuple[git.IgnoreFile, ...]:
    """The rules of the `.gitignore` in a directory, or nothing if it is a link, unreadable or enormous."""
    try:
        at = place if isinstance(place, int) else None
        content = read_at(at, ".gitignore" if at is not None else f"{place}/.gitignore", git.IGNORE_LIMIT)
    except OSError:
        return ()
    return (git.IgnoreFile(git.compile_rules(content), len(path), ""),)


def _leads_to_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a loop
        return False


def _reason(error: Exception) -> str:
    if isinstance(error, TooLarge):
        return TOO_LARGE
    if isinstance(error, NotRegular):
        return SPECIAL
    number = getattr(error, "errno", None)
    if number in (errno.ELOOP, errno.EMLINK, errno.ENOTDIR):
        return SYMLINK  # O_NOFOLLOW found a link; for a directory, ENOTDIR
    if number == errno.ENXIO:
        return SPECIAL  # a socket
    return VANISHED if number == errno.ENOENT else UNREADABLE


def _open(place: int | str, name: str) -> int | str:
    """The directory `name` in an open directory; where there are no such descriptors, its path."""
    return os.open(name, DIRECTORY_FLAGS, dir_fd=place) if isinstance(place, int) else f"{place}/{name}"


def _close(place: int | str) -> None:
    if isinstance(place, int):
        os.close(place)
