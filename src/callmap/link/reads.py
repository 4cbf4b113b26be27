"""What a file's linking was found from: takes what was noted while it ran, gives marks that later edits can be held
against. Pure.

`World.reading` is the set in which whatever is being computed notes what it reads. It holds questions that `Names`
keeps the answers of (their own notes stand in `Names.reads`) and cells:

    (path, name)             a name of a module or class (`Shop.total`) of that file: its bindings, exports, definition
    (path, symbol)           the same, by the number of the definition
    (path, BODIES)           everything in the file
    (path, symbol, "below")  which classes inherit from that one
    ("", sort, name)         something about all files: whether one of them has that path, defines that name …

A mark is a short hash of a cell, or of the key of a summary. Two of them may be the same by chance: then a file is
linked again without need.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import Any
from zlib import crc32

from callmap.link.file import File
from callmap.model import NONE

Cell = tuple[Any, ...]


def cells_behind(notes: Iterable[Any], reads: Mapping[Any, set[Any]]) -> set[Cell]:
    """The cells that notes lead to, through all the questions between."""
    seen: set[Any] = set(notes)
    todo = list(seen)
    found: set[Cell] = set()
    while todo:
        note = todo.pop()
        inner = reads.get(note)
        if inner is None:
            found.add(note)
            continue
        for each in inner:
            if each not in seen:
                seen.add(each)
                todo.append(each)
    return found


def mark(*parts: str) -> int:
    """The mark of a cell whose parts are texts."""
    return crc32("\0".join(parts).encode("utf-8", "surrogatepass"))


def marks(cells: Iterable[Cell], files: Mapping[str, File], own: str, known: dict[Cell, int]) -> set[int]:
    """The marks of cells, those of the file itself left out. `known` keeps them: many files read the same cells."""
    found: set[int] = set()
    for cell in cells:
        if cell[0] == own and len(cell) == 2:
            continue
        number = known.get(cell)
        if number is None:
            number = known[cell] = _mark_of(cell, files)
        if number != NONE:
            found.add(number)
    return found


def _mark_of(cell: Cell, files: Mapping[str, File]) -> int:
    path = cell[0]
    if path and isinstance(cell[1], int):
        if cell[1] <= 0:  # a module, or what is not known
            return NONE
        return mark(path, files[path].facts.symbols[cell[1]].name, *cell[2:])
    return mark(*cell)


def packed(found: Iterable[int]) -> bytes:
    """Marks as they are stored: four bytes each."""
    return array("I", sorted(found)).tobytes()
