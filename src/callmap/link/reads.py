"""What a file's linking was found from: takes what was noted while it ran, gives marks that later edits can be held
against. Pure.

`World.reading` is the set in which whatever is being computed notes what it reads. It holds questions that `Names`
keeps the answers of, as tuples (their own notes stand in `Names.marks`), and cells, as numbers (see link/notes.py):

    (path, name)             a name of a module or class (`Shop.total`) of that file: its bindings, exports, definition
    (path, symbol)           the same, by the number of the definition
    (path, BODIES)           everything in the file
    (path, symbol, "below")  which classes inherit from that one
    (path, symbol, "blocks") which blocks give members to it
    ("", sort, name)         something about all files: whether one of them has that path, defines that name …

A mark is a short hash of a cell, or of the key of a summary. Two of them may be the same by chance: then a file is
linked again without need.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, Final, final

from callmap.link.notes import BITS, MARK, NO_MARK, number_of

_NOTHING: Final[set[Any]] = set()  # yet: never added to


@final
class Behind:
    """What the answer to a question was found from: as it is noted, and what `Marks` has made of it."""

    __slots__ = ("cells", "notes", "questions", "turn", "users")

    def __init__(self) -> None:
        self.notes = _NOTHING  # while it is being answered
        self.users = 0  # how many answer it, one inside the other
        self.cells: list[Any] = []  # of notes, when it is answered, …
        self.questions: list[Behind] = []  # … and the questions among them
        self.turn = 0  # the last time that it was met


class Marks:
    """Marks of the cells that notes lead to, through all the questions between. What stands behind a question is kept:
    many files ask the same ones."""

    def __init__(self) -> None:
        self.questions: dict[Any, Behind] = {}
        self._turn = 0

    def begin(self, question: Any) -> Behind:
        """Where what the answer to a question is found from is to be noted, until its `end`."""
        behind = self._behind(question)
        if behind.notes is _NOTHING:
            behind.notes = set()
        behind.users += 1
        return behind

    def end(self, behind: Behind) -> None:
        """Keeps what was noted, in less space than a set takes."""
        behind.users -= 1
        if not behind.users:
            notes, behind.notes = behind.notes, _NOTHING
            if behind.cells or behind.questions:  # answered before, on a cycle
                notes.difference_update(behind.cells)
                known = {id(each) for each in behind.questions}
                notes = {each for each in notes if not isinstance(each, tuple) or id(self._behind(each)) not in known}
            self._sort(notes, behind.cells, behind.questions)

    def _behind(self, question: Any) -> Behind:
        known = self.questions.get(question)
        if known is None:
            known = self.questions[question] = Behind()
        return known

    def of(self, notes: Iterable[Any], own: str) -> set[int]:
        """The marks behind the notes of a file, without those of its own cells."""
        self._turn += 1
        turn = self._turn
        cells: list[Any] = []
        todo: list[Behind] = []
        self._sort(notes, cells, todo)
        found: set[Any] = set(cells)
        for behind in todo:
            behind.turn = turn
        while todo:
            behind = todo.pop()
            if behind.cells:
                found.update(behind.cells)
            for question in behind.questions:
                if question.turn != turn:
                    question.turn = turn
                    todo.append(question)
        found.discard(NO_MARK)
        mine = number_of(own)
        marks: set[int] = set()
        for cell in found:
            number: int = cell
            if number >> BITS != mine:
                marks.add(number & MARK)
        return marks

    def _sort(self, notes: Iterable[Any], cells: list[Any], questions: list[Behind]) -> None:
        for note in notes:
            if isinstance(note, tuple):
                questions.append(self._behind(note))
            else:
                cells.append(note)


def packed(found: Iterable[int]) -> bytes:
    """Marks as they are stored: four bytes each."""
    return array("I", sorted(found)).tobytes()


def joined(asked: Iterable[int], told: Iterable[int], gives: Iterable[int], reads: Iterable[int]) -> bytes:
    """All marks of a file: of the summaries that it asked for, of those that it answered, of what it gives to others or
    inherits from them, and of the cells that it has read."""
    parts = packed(asked), packed(told), packed(gives), packed(reads)
    return b"".join((array("I", [len(part) for part in parts[:3]]).tobytes(), *parts))


def parted(content: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """What `joined` was given, each packed."""
    lengths = array("I", content[:12])
    asked = 12 + lengths[0]
    told = asked + lengths[1]
    gives = told + lengths[2]
    return content[12:asked], content[asked:told], content[told:gives], content[gives:]
