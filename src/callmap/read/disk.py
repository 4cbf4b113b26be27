"""A working tree's directories: takes a root, `Settings` and how they were listed before, gives a `Walk`.

A directory whose times are those of an earlier listing holds the same names: then only the sizes and times of its files
are looked at. As with files (git's racy rule), a time says nothing if it was as new as the listing itself. What was
listed also depends on what lies above: what parents say of a directory, and the ignore rules that they have. Where
somebody knows in which directories something happened, the others are not looked at.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from stat import S_ISREG
from typing import Any, NamedTuple

import msgspec

from callmap import languages
from callmap.config import Settings
from callmap.errors import ProjectNotFound
from callmap.model import FileState
from callmap.read import BY_DESCRIPTOR, DIRECTORY_FLAGS, ignore, read_at
from callmap.read.tracked import NO_INDEX, Mark, mark, tracked
from callmap.read.walker import (
    IGNORED,
    SIZE_LIMIT,
    TOO_LARGE,
    UNREADABLE,
    VANISHED,
    Directory,
    Found,
    Recognise,
    Walk,
    Walker,
    leads_to_directory,
    why_not,
)

RACY_NS = 2_000_000_000  # the coarsest time stamps in use (FAT) are two seconds apart

_FLEETING = frozenset({TOO_LARGE, UNREADABLE, VANISHED})  # said of files, and not for as long as the directory stays
_IGNORE_FILE = ".gitignore"

Marks = tuple[str, str, bool]  # what a parent says of a directory: `closed`, `doubt` and `included` of `Directory`


class Listed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A directory as it was listed."""

    status: tuple[int, int, int, int]  # device, number, when its content and when anything about it changed
    marks: Marks
    above: bytes  # hash of the ignore files above it
    rules: bytes  # hash of its own ignore file; empty if it has none that counts
    below: list[tuple[str, Marks]]  # directories to go on with
    files: list[tuple[str, str, str, bool]]  # name, language, dialect, included
    skipped: list[tuple[str, str, str]]  # name, language, reason
    passed: dict[str, int]  # directories passed over, by reason
    tracked: list[str] = []  # what is ignored and yet source, since git tracks it: files, directories with a slash
    mark: Mark = NO_INDEX  # of the root: of git's index when all was listed


Listing = dict[str, Listed]  # by path: "", or with a final slash

_PACK = msgspec.msgpack.Encoder()
_UNPACK = msgspec.msgpack.Decoder(dict[str, Listed])


def pack(listing: Listing) -> bytes:
    return _PACK.encode(listing)


@lru_cache(maxsize=1)  # who watches a tree reads the same again and again
def unpack(content: bytes) -> Listing:
    """What `pack` was given; nothing if it cannot be read. Not to be changed."""
    try:
        return _UNPACK.decode(content) if content else {}
    except msgspec.DecodeError:
        return {}


class Past(NamedTuple):
    """What is known of an earlier walk with the same settings."""

    listing: Listing = {}
    files: Mapping[str, FileState] = {}  # by path
    where: frozenset[str] | None = None  # the directories in which something may have happened since, if that is known


def directories(root: str, paths: Iterable[str]) -> frozenset[str]:
    """Those in which absolute paths below `root` stand, as listings name them."""
    below = [path.removeprefix(f"{root}/") for path in paths if path.startswith(f"{root}/")]
    return frozenset(f"{path.rpartition('/')[0]}/" if "/" in path else "" for path in below)


def walk(root: str, settings: Settings, recognise: Recognise = languages.recognise, past: Past | None = None) -> Walk:
    """All files below `root` that a language recognises, sorted out by the rules of read/files.py. Raises
    ProjectNotFound if the root cannot be opened: that is not an empty tree."""
    return Walking(root, settings, past or Past(), recognise).all()


class Walking:
    """The same, file by file, as they are found: for those who want to begin with some while others are looked for."""

    def __init__(self, root: str, settings: Settings, past: Past, recognise: Recognise = languages.recognise) -> None:
        try:
            top: int | str = os.open(root, DIRECTORY_FLAGS & ~getattr(os, "O_NOFOLLOW", 0)) if BY_DESCRIPTOR else root
        except OSError as error:
            raise ProjectNotFound(
                f"{root} cannot be read ({error.strerror}); what was indexed of it is kept.",
                remediation="Bring it back to its place, or name another root.",
            ) from None
        self._walker = _OnDisk(settings, recognise, root, top, past)
        self.found = self._walk([_Place(None, "", "", ("", "", False), ignore.texts_above(root))])

    def all(self) -> Walk:
        """Goes on to the end; all that was found, sorted."""
        for _ in self.found:
            pass
        return self._walker.done()

    def _walk(self, todo: list[_Place]) -> Iterator[Found]:
        walker, given = self._walker, 0
        try:
            while todo:
                place = todo.pop()
                try:
                    below = walker.below(place)
                except OSError as error:  # it cannot be opened, or not be listed
                    walker.pass_over(why_not(error))
                    below = []
                if below:
                    todo.extend(reversed(below))
                else:
                    walker.leave(place)
                yield from walker.files[given:]
                given = len(walker.files)
        finally:
            walker.close()


class _Place:
    """A directory on the way, with the ignore files that count in it, the deepest first."""

    __slots__ = ("above", "marks", "name", "parent", "path", "rules", "texts", "waiting")

    def __init__(
        self, parent: _Place | None, name: str, path: str, marks: Marks, texts: tuple[ignore.IgnoreText, ...]
    ) -> None:
        self.parent, self.name, self.path, self.marks = parent, name, path, marks
        self.texts = texts
        self.above: bytes = parent.rules if parent is not None else _hash(repr(texts).encode())
        self.rules: bytes = self.above
        self.waiting = 0  # places in it that are still to be visited

    def add_rules(self, content: bytes) -> None:
        """Its own ignore file."""
        self.texts = (ignore.IgnoreText(content, len(self.path), ""), *self.texts)
        self.rules = _hash(self.above + os.fsencode(self.path) + b"\0" + content)

    def child(self, name: str, marks: Marks) -> _Place:
        self.waiting += 1
        return _Place(self, name, f"{self.path}{name}/", marks, self.texts)


class _OnDisk(Walker):
    """Opens a directory only if it has to be listed: component by component, without following a link."""

    def __init__(self, settings: Settings, recognise: Recognise, root: str, top: int | str, past: Past) -> None:
        super().__init__(settings, recognise)
        self._top, self._root = top, root
        self._mark = mark(root)  # before anything is listed
        self._here, self._admitted = "", list[str]()  # the directory at hand; what was found to be tracked in it
        self._same_index = "" in past.listing and past.listing[""].mark == self._mark
        self._opened: dict[str, int | str] = {"": top}  # path → descriptor; where there are none, the place itself
        self._past = past if BY_DESCRIPTOR else Past()
        self._listing, self._where = self._past.listing, self._past.where
        self._newest = time.time_ns() - RACY_NS
        self._fleeting = False  # whether what is seen in a directory may change while its times stay

    def below(self, place: _Place) -> list[_Place]:
        """Sorts what a directory holds, and what others below it hold that are as they were; gives the directories to
        go on with."""
        listed = self._listing.get(place.path)
        if listed is None or not self._reuse(place, listed):
            return self._list(place)
        if not place.path and listed.mark != self._mark:
            listed = msgspec.structs.replace(listed, mark=self._mark)
        self._keep(place.path, listed)
        return self._go_through(place, listed) if listed.below else []

    def _go_through(self, place: _Place, listed: Listed) -> list[_Place]:
        """Sorts what directories below one that is as it was hold, as far as they are, too; gives the others. Most are,
        so there is a place for those only that are not, and for what is on the way to them."""
        known, rules = self._listing, place.rules  # which count in all of them: nobody's with rules of his own
        places = {place.path: place}
        others: list[_Place] = []
        todo = [(place.path, each) for each in reversed(listed.below)]
        while todo:
            above, (name, marks) = todo.pop()
            path = f"{above}{name}/"
            here = known.get(path)
            as_told = here is not None and here.marks == marks and here.above == rules and not here.rules
            if here is not None and as_told and self._is_same(path, here):
                self._keep(path, here)
                if here.below:
                    todo.extend([(path, each) for each in reversed(here.below)])
            else:
                others.append(self._place_of(above, places).child(name, marks))
        return others

    def _place_of(self, path: str, places: dict[str, _Place]) -> _Place:
        """The place of a directory that is as it was, below one of the known places."""
        known = places.get(path)
        if known is None:
            above, _, name = path[:-1].rpartition("/")
            parent = self._place_of(f"{above}/" if above else "", places)
            known = places[path] = parent.child(name, self._listing[path].marks)
        return known

    def _keep(self, path: str, listed: Listed) -> None:
        """Takes over what was listed."""
        self.listed.append(path)
        self.listing[path] = listed
        for name, language, why in listed.skipped:
            self.skipped.append(FileState(path + name, "", language, 0, 0, why))
        if listed.passed:
            for reason, count in listed.passed.items():
                self.directories[reason] = self.directories.get(reason, 0) + count

    def leave(self, place: _Place | None) -> None:
        """Closes a directory, and those above it, if nothing in it is left to visit."""
        while place is not None and not place.waiting:
            opened = self._opened.pop(place.path, None)
            if isinstance(opened, int):
                os.close(opened)
            place = place.parent
            if place is not None:
                place.waiting -= 1

    def close(self) -> None:
        for opened in self._opened.values():
            if isinstance(opened, int):
                os.close(opened)

    # --- as it was listed ---

    def _reuse(self, place: _Place, listed: Listed) -> bool:
        """Whether what was listed is still true; then its files are noted, and its rules. (A link on the way would have
        changed what is above.)"""
        if listed.marks != place.marks or listed.above != place.above:
            return False
        content = b""
        if listed.rules:
            try:
                content = read_at(self._top, place.path + _IGNORE_FILE, ignore.IGNORE_LIMIT)  # type: ignore[arg-type]
            except OSError:
                return False
            if _hash(content) != listed.rules:
                return False
        if not self._is_same(place.path, listed):
            return False
        if listed.rules:
            place.add_rules(content)
        return True

    def _is_same(self, path: str, listed: Listed) -> bool:
        """Whether a directory holds what was listed; then its files are noted."""
        if not self._same_index and self._tracks_others(path, listed):
            return False
        try:
            found = self._remembered(path, listed) if self._where is not None else None
            if found is None:
                found = self._looked_at(path, listed)
        except OSError:
            return False
        if found:
            self.files += found
        return found is not None

    def _tracks_others(self, path: str, listed: Listed) -> bool:
        """Whether git tracks more or less than it did of what is ignored in a directory, or may do so."""
        now = tracked(self._root, self._mark)
        if any(path + name not in (now.directories if name.endswith("/") else now.files) for name in listed.tracked):
            return True
        if any(why == IGNORED and path + name in now.files for name, _, why in listed.skipped):
            return True
        return IGNORED in listed.passed and bool(now.directories.get(path, set()) - {name for name, _ in listed.below})

    def _remembered(self, path: str, listed: Listed) -> list[Found] | None:
        """The files of a directory in which nothing happened; None if they have to be looked at."""
        if self._where is None or path in self._where:
            return None
        found: list[Found] = []
        for name, language, dialect, included in listed.files:
            state = self._past.files.get(path + name)
            if state is None:
                return None
            times = (state.mtime_ns, included, state.ctime_ns)
            found.append(Found(path + name, language, dialect, state.size, *times))
        return found

    def _looked_at(self, path: str, listed: Listed) -> list[Found] | None:
        """The same by its own times and theirs; None if it has to be listed."""
        top, stat = self._top, os.stat
        status = stat(path[:-1] or ".", dir_fd=top, follow_symlinks=False)  # type: ignore[arg-type]
        if listed.status != (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns):
            return None
        found: list[Found] = []
        for name, language, dialect, included in listed.files:
            place = path + name
            status = stat(place, dir_fd=top, follow_symlinks=False)  # type: ignore[arg-type]
            size = status.st_size
            if not S_ISREG(status.st_mode) or size > SIZE_LIMIT:
                return None
            found.append(Found(place, language, dialect, size, status.st_mtime_ns, included, status.st_ctime_ns))
        return found

    # --- anew ---

    def _list(self, place: _Place) -> list[_Place]:
        status = os.stat(self._open(place))  # before it is listed: what happens later makes it another
        layers = tuple([ignore.compiled(text) for text in place.texts])
        files, skipped, passed = len(self.files), len(self.skipped), dict(self.directories)
        self._fleeting = max(status.st_mtime_ns, status.st_ctime_ns) >= self._newest
        self._here, self._admitted = place.path, []
        children = self.visit(place, Directory(place.name, place.path, layers, *place.marks))
        below = [(child.name, (child.closed, child.doubt, child.included)) for child in children]
        found, others = self.files[files:], self.skipped[skipped:]
        names = [place.path, *(name for name, _ in below), *(f.path for f in found), *(f.path for f in others)]
        fleeting = self._fleeting or any(file.reason in _FLEETING for file in others) or not _is_text(names)
        if BY_DESCRIPTOR and not fleeting:
            self.listing[place.path] = Listed(
                (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns), place.marks, place.above,
                _hash(place.texts[0].content) if place.rules != place.above else b"", below,
                [(file.path.rpartition("/")[2], file.language, file.dialect, file.included) for file in found],
                [(file.path.rpartition("/")[2], file.language, file.reason) for file in others],
                {why: more for why, count in self.directories.items() if (more := count - passed.get(why, 0))},
                self._admitted, NO_INDEX if place.path else self._mark,
            )  # fmt: skip
        return [place.child(name, marks) for name, marks in below]

    def _open(self, place: _Place) -> int | str:
        """The directory, and all on the way to it that are not open yet."""
        way = [place]
        while way[-1].path not in self._opened:
            assert way[-1].parent is not None  # the root is open
            way.append(way[-1].parent)
        opened = self._opened[way.pop().path]
        for each in reversed(way):
            if isinstance(opened, int):
                opened = os.open(each.name, DIRECTORY_FLAGS, dir_fd=opened)
            else:
                opened = f"{opened}/{each.name}"
            self._opened[each.path] = opened
        return opened

    def entries(self, place: _Place) -> list[Any]:
        with os.scandir(self._opened[place.path]) as listing:
            return list(listing)

    def is_tracked(self, path: str) -> bool:
        now = tracked(self._root, self._mark)
        found = path in (now.directories if path.endswith("/") else now.files)
        if found and path != self._here:
            self._admitted.append(path[len(self._here) :])
        return found

    def is_passed(self, entry: Any) -> bool:
        self._fleeting = True  # what a link leads to may become something else
        return leads_to_directory(entry)

    def ignore_file(self, place: _Place) -> tuple[ignore.IgnoreFile, ...]:
        """Nothing if it is a link, unreadable or enormous."""
        opened = self._opened[place.path]
        try:
            at = opened if isinstance(opened, int) else None
            content = read_at(at, _IGNORE_FILE if at is not None else f"{opened}/{_IGNORE_FILE}", ignore.IGNORE_LIMIT)
        except OSError:
            self._fleeting = True
            return ()
        place.add_rules(content)
        return (ignore.compiled(place.texts[0]),)


def _hash(content: bytes) -> bytes:
    return blake2b(content, digest_size=8).digest()


def _is_text(names: Iterable[str]) -> bool:
    """Whether names can be written down: not if they have bytes that are no text."""
    try:
        "/".join(names).encode()
    except UnicodeEncodeError:
        return False
    return True
