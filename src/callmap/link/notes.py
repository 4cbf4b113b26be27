"""Cells (see link/reads.py) as they are noted: takes paths and names, gives a number for each. Pure.

Most of linking notes what it reads, so a note must cost little: it is a number that is made once. Its lower bits are
the cell's mark, the others say in which file it is, or that it is about all files: nobody is reached by his own edits.
"""

from __future__ import annotations

from typing import Any, Final, final
from zlib import crc32

BITS: Final = 32  # of a mark
MARK: Final = (1 << BITS) - 1
NO_MARK: Final[Any] = 0  # of a cell that nobody looks for: a module, what is not known
IMPORTS: Final = "<imports>"  # the cell of what a file imports
BELOW: Final = "below"  # of questions, too
BLOCKS: Final = "blocks"  # likewise
MEMBERS: Final = "members"  # of all files: which classes have a member of that name
_ALL: Final = 1  # in place of the number of a file
_PATHS: Final[dict[str, int]] = {}


def number_of(path: str) -> int:
    """The number of a file: the same for all its versions, while this process runs."""
    return _PATHS.setdefault(path, len(_PATHS) + _ALL + 1)


def cell(path: str, name: str) -> Any:
    """The cell of a name of a module, or of a member of a class: `Shop.total`"""
    return number_of(path) << BITS | mark(path, name)


def mark(*parts: str) -> int:
    """The mark of what is told by texts."""
    return _mark("\0".join(parts), 0)


def _mark(text: str, before: int) -> int:
    """The mark of a text, behind one whose mark is known."""
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError:
        content = text.encode("utf-8", "surrogatepass")
    return crc32(content, before)


@final
class Cells:
    """The cells of what has the same before its name, each made when it is first asked for."""

    __slots__ = ("_before", "_below", "_blocks", "_file", "_known", "own")

    def __init__(self, file: int, before: int, own: Any = NO_MARK) -> None:
        self.own = own  # the cell of what they are in, if that is a definition
        self._file = file
        self._before = before
        self._below: Any = None
        self._blocks: Any = None
        self._known: dict[str, Any] = {}

    def of(self, name: str) -> Any:
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = self._file << BITS | _mark(name, self._before)
        return known

    def below(self) -> Any:
        """The cell of which classes inherit from the definition that they are in, in whatever files."""
        if self._below is None:
            self._below = self._of_all_files(BELOW)
        return self._below

    def blocks(self) -> Any:
        """The cell of which blocks give members to it."""
        if self._blocks is None:
            self._blocks = self._of_all_files(BLOCKS)
        return self._blocks

    def _of_all_files(self, what: str) -> Any:
        return _ALL << BITS | _mark(f"\0{what}", self.own & MARK) if self.own else NO_MARK


@final
class Answered:
    """A question about a name and all files, with its answer."""

    __slots__ = ("cell", "given")

    def __init__(self, cell: Any, given: bool) -> None:
        self.cell = cell
        self.given = given


def of_module(path: str) -> Cells:
    """Of the names of a module."""
    return Cells(number_of(path), mark(path, ""))


def of_definition(path: str, name: str) -> Cells:
    """Of the members of a class, the local names of a function."""
    own = mark(path, name)
    return Cells(number_of(path), _mark(".", own), number_of(path) << BITS | own)


def of_all(sort: str) -> Cells:
    """Of something about all files."""
    return Cells(_ALL, mark("", sort, ""))
