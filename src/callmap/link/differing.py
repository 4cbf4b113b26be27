"""What differs between two versions of files: takes a `PastWorld`, gives marks of what others may have read. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from callmap.link.cells import all_cells, changed_cells, members
from callmap.link.file import BODIES, File
from callmap.link.given import hashed_name, linked_definitions, makers, special_names
from callmap.link.mixins import MIXED
from callmap.link.notes import MEMBERS, mark
from callmap.link.past import Past, PastWorld, Stale
from callmap.link.trace import in_order


def differences(world: PastWorld, past: Past) -> set[int]:
    """The marks of all that differs between the versions of the files that changed."""
    old, new = world.old, world.new
    found = {mark("", MIXED, name) for file in (*old.values(), *new.values()) for name in world.makers_called(file)}
    found |= _makers_that_differ(old, new)
    for path in old.keys() | new.keys():
        before, after = old.get(path), new.get(path)
        if before is not None and after is not None:
            if not in_order(before, after):
                raise Stale
            cells = changed_cells(before, after)
        else:
            cells = {BODIES}.union(*(all_cells(file) for file in (before, after) if file is not None))
        found.update(mark(path, cell) for cell in cells)
        found.update(mark("", MEMBERS, name) for name in members(cells))
        for word, names_of in (("binding", _bound), ("defining", _linked)):
            then, now = Counter(names_of(before)), Counter(names_of(after))
            found.update(mark("", word, name) for name in then | now if then[name] != now[name])
        if before is None or after is None:
            found.update(_places(path))
    for sort, names in world.names_that_differ().items():
        for name in names:
            if not past.gives(hashed_name(sort, name)):
                found.add(mark("", sort, name))
                for language in world.languages() if sort == "method" else ():
                    if name in special_names(language):
                        found.add(mark("", "special", language.name))
    return found


def _bound(file: File | None) -> list[str]:
    """The names that its module scope binds."""
    return list(file.names.get(0, {})) if file is not None else []


def _linked(file: File | None) -> list[str]:
    """Those that others may mean by their name alone."""
    return [name for name, _ in linked_definitions(file)] if file is not None else []


def _makers_that_differ(old: Mapping[str, File], new: Mapping[str, File]) -> set[int]:
    """Marks of functions that make classes now and did not, or the other way round: their callers count."""
    found: set[int] = set()
    for path in old.keys() | new.keys():
        both = [file for file in (old.get(path), new.get(path)) if file is not None]
        each = [makers(file) for file in both]
        for name in each[0] ^ each[-1] if len(both) > 1 else each[0]:
            found.add(mark("", MIXED, name))
            found.update(mark(path, s.name) for file in both for s in file.facts.symbols if s.short_name == name)
    return found


def _places(path: str) -> Iterable[int]:
    """Marks of a path that appears or vanishes, and of the directories around it."""
    yield mark("", "exists", path)
    yield mark("", "ending", path.rpartition("/")[2])
    folder = path.rpartition("/")[0]
    while True:
        yield mark("", "directory", folder)
        if not folder:
            return
        folder = folder.rpartition("/")[0]
