"""The files of a commit: takes a commit's hash, gives what `walk` gives of a working tree, and the content of files.

Skip rules, size limit and settings are those of a working tree, the settings those of the commit itself. `.gitignore`
says nothing here: what is committed is not ignored. Symbolic links are not followed. A submodule's files are those of
the commit that is named for it, if the repository keeps the submodule; else it is passed over.
"""

from __future__ import annotations

import stat
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from callmap import languages
from callmap.config import Settings, read_settings
from callmap.errors import StoreTrouble
from callmap.read import Missing, NotRegular, TooLarge, git, objects
from callmap.read.walker import (
    MISSING,
    SECRETS,
    SIZE_LIMIT,
    SPECIAL,
    SUBMODULE,
    TELLING,
    Directory,
    Recognise,
    Walk,
    Walker,
    may_be_passed_over,
)

_SUBMODULE_MODE = 0o160000
_DEEPEST = 10  # levels of submodules


class Commit:
    """A commit's tree, from the directory of it that a root is: `hash`, path → blob for everything in it, and the
    `shadow` that has its content."""

    def __init__(self, shadow: objects.Shadow, hash: str, root: str) -> None:
        self.shadow, self.hash, self.below = shadow, hash, git.below_top(root)
        self.entries = objects.list_tree(shadow, hash, self.below)
        if any(entry.mode == _SUBMODULE_MODE for entry in self.entries):
            self._submodules = 0  # that were listed
            self.shadow = objects.with_submodules(shadow, root)
            self.entries = self._whole(self.entries)
        self.blobs = {entry.path: entry.hash for entry in self.entries if stat.S_ISREG(entry.mode)}

    def _whole(self, entries: list[objects.Entry], depth: int = 0) -> list[objects.Entry]:
        """With the files of submodules in their place, of those in them, too, as far as their commits are there."""
        wanted = {entry.hash for entry in entries if entry.mode == _SUBMODULE_MODE}
        there = objects.commits(self.shadow, wanted) if wanted and depth < _DEEPEST else {}
        found: list[objects.Entry] = []
        for entry in entries:
            if entry.mode != _SUBMODULE_MODE or entry.hash not in there or self._submodules >= git.MOST_SUBMODULES:
                found.append(entry)
                continue
            self._submodules += 1
            inside = self._whole(objects.list_tree(self.shadow, entry.hash), depth + 1)
            found += [each._replace(path=f"{entry.path}/{each.path}") for each in inside]
            if len(found) > objects.MOST_ENTRIES:
                raise StoreTrouble(f"Commit {self.hash} lists more than {objects.MOST_ENTRIES:,} files in submodules.")
        return found

    def read(self, path: str, limit: int = SIZE_LIMIT) -> bytes:
        """The content of a file. Raises OSError: FileNotFoundError, NotRegular, TooLarge."""
        if path not in self.blobs:
            if any(entry.path == path for entry in self.entries):
                raise NotRegular(f"{path!r} is not a regular file.")
            raise FileNotFoundError(path)
        size = objects.sizes(self.shadow, [self.blobs[path]])
        if size.get(self.blobs[path], 0) > limit:
            raise TooLarge(f"{path!r} has more than the {limit} bytes that are read.")
        return objects.read_blob(self.shadow, self.blobs[path], limit)

    def settings(self) -> Settings:
        return read_settings(self.read)

    def walk(
        self, settings: Settings, recognise: Recognise = languages.recognise, sizes: Mapping[str, int] | None = None
    ) -> Walk:
        """All files that a language recognises, sorted out as in a working tree. `sizes` of blobs need not be asked."""
        known = [entry for entry in self.entries if recognise(entry.path.rpartition("/")[2]) is not None]
        sizes = dict(sizes or {})
        if missing := {entry.hash for entry in known} - sizes.keys():
            sizes |= objects.sizes(self.shadow, missing)
        walker = _InCommit(settings, recognise, self.entries, sizes, whole=not self.below)
        pending = [Directory("", "", (), "", "", False)]
        while pending:
            here = pending.pop()
            pending.extend(walker.visit(here.path, here))
        return walker.done()


def lacks(counters: Mapping[str, Any]) -> bool:
    """Whether something of a commit was not in the repository when it was indexed, by the counters of its snapshot."""
    return MISSING in counters["skipped"] or SUBMODULE in counters["skipped_directories"]


class _Entry:
    """An entry as os.scandir would give it."""

    def __init__(self, name: str, mode: int, size: int | None) -> None:
        self.name, self.mode, self.size = name, mode, size

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        return stat.S_ISDIR(self.mode)

    def is_file(self, *, follow_symlinks: bool = True) -> bool:
        return stat.S_ISREG(self.mode)

    def is_symlink(self) -> bool:
        return stat.S_ISLNK(self.mode)

    def stat(self, *, follow_symlinks: bool = True) -> Any:
        if self.size is None:
            raise Missing(self.name)
        return SimpleNamespace(st_mode=self.mode, st_size=self.size, st_mtime_ns=0, st_ctime_ns=0)


class _InCommit(Walker):
    """A place is a directory's path: "", or with a final slash. Directories of which no rule speaks, and in which
    there is nothing to index, are left out."""

    def __init__(
        self,
        settings: Settings,
        recognise: Recognise,
        entries: list[objects.Entry],
        sizes: dict[str, int],
        whole: bool,
    ) -> None:
        """`whole` tells that these are the entries of a repository, not those of a directory in it."""
        super().__init__(settings, recognise)
        self.whole = whole
        self.held: dict[str, dict[str, _Entry]] = {"": {}}
        all_ruled = bool(settings.include or settings.exclude)
        ruled: dict[str, bool] = {}  # directory → whether rules may speak of it by name
        for entry in entries:
            if entry.mode == _SUBMODULE_MODE:
                self.pass_over(SUBMODULE)
                continue
            folder, slash, name = entry.path.rpartition("/")
            if any(part in ("", ".", "..") for part in entry.path.split("/")):  # git would not check it out either
                self.pass_over(SPECIAL)
                continue
            if folder not in ruled:
                ruled[folder] = all_ruled or any(map(may_be_passed_over, folder.split("/")))
            if ruled[folder] or recognise(name) is not None or name in TELLING or SECRETS.fullmatch(name):
                self._folder(folder + slash)[name] = _Entry(name, entry.mode, sizes.get(entry.hash))

    def is_repository(self, here: Directory, names: set[str]) -> bool:
        return self.whole and not here.path

    def entries(self, place: str) -> list[Any]:
        return list(self.held[place].values())

    def _folder(self, path: str) -> dict[str, _Entry]:
        """The directory of that path, made with all above it when it is first met."""
        if path not in self.held:
            at = ""
            for name in path.split("/")[:-1]:
                below = f"{at}{name}/"
                if below not in self.held:
                    self.held[below] = {}
                    self.held[at][name] = _Entry(name, stat.S_IFDIR, 0)
                at = below
        return self.held[path]
