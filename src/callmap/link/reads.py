"""What a file's linking was found from: takes what was noted while it ran, gives marks that later edits can be held
against. Pure.

`World.reading` is the set in which whatever is being computed notes what it reads. It holds questions whose answers are
kept, each with notes of its own (`Behind`; a tuple stands for one that `Marks` knows), and cells, as numbers (see
link/notes.py):

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
from collections.abc import Hashable, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, final

from callmap.link.cycles import Cycles
from callmap.link.notes import BITS, MARK, NO_MARK, number_of

if TYPE_CHECKING:
    from callmap.link.world import World

T = TypeVar("T")
_NOTHING: Final[set[Any]] = set()  # yet: never added to


@final
class Behind(Generic[T]):
    """The answer to a question, and what it was found from: as it is noted, and what `Marks` has made of it."""

    __slots__ = ("answer", "cells", "notes", "questions", "turn", "users")

    def __init__(self) -> None:
        self.answer: T | None = None  # if it is kept here
        self.notes = _NOTHING  # while it is being answered
        self.users = 0  # how many answer it, one inside the other
        self.cells: tuple[Any, ...] = ()  # of notes, when it is answered, …
        self.questions: tuple[Behind[Any], ...] = ()  # … and the questions among them
        self.turn = 0  # the last time that it was met


Answers = dict[Hashable, Behind[T]]  # by the question


@final
class Settled(Cycles):
    """Keeps answers with what they were found from."""

    def keep(self, kept: dict[Any, Any], question: Any, answer: Any) -> None:
        behind: Behind[Any] = kept[question]
        behind.answer = answer


class Marks:
    """Marks of the cells that notes lead to, through all the questions between. What stands behind a question is kept:
    many files ask the same ones."""

    def __init__(self) -> None:
        self.questions: dict[Any, Behind[Any]] = {}  # those whose answers are kept elsewhere
        self._turn = 0

    def behind(self, question: Any) -> Behind[Any]:
        """Of a question whose answer is kept elsewhere."""
        known = self.questions.get(question)
        if known is None:
            known = self.questions[question] = Behind()
        return known

    def begin(self, behind: Behind[Any]) -> set[Any]:
        """Where what the answer to a question is found from is to be noted, until its `end`."""
        if behind.notes is _NOTHING:
            behind.notes = set()
        behind.users += 1
        return behind.notes

    def end(self, behind: Behind[Any]) -> None:
        """Keeps what was noted, in less space than a set takes."""
        behind.users -= 1
        if behind.users:
            return
        notes, behind.notes = behind.notes, _NOTHING
        if behind.cells or behind.questions:  # answered before, on a cycle
            notes.update(behind.cells, behind.questions)
        if notes:
            cells: list[Any] = []
            questions: list[Behind[Any]] = []
            self._sort(notes, cells, questions)
            behind.cells, behind.questions = tuple(cells), tuple(questions)

    def of(self, notes: Iterable[Any], own: str) -> list[int]:
        """The marks behind the notes of a file, without those of its own cells."""
        self._turn += 1
        turn = self._turn
        cells: list[Any] = []
        todo: list[Behind[Any]] = []
        self._sort(notes, cells, todo)
        parts: list[tuple[Any, ...]] = []
        for behind in todo:
            behind.turn = turn
        while todo:
            behind = todo.pop()
            if behind.cells:
                parts.append(behind.cells)
            for question in behind.questions:
                if question.turn != turn:
                    question.turn = turn
                    todo.append(question)
        found: set[Any] = set(cells)
        found.update(*parts)
        found.discard(NO_MARK)
        mine = number_of(own)
        marks: list[int] = []
        for cell in found:
            number: int = cell
            if number >> BITS != mine:
                marks.append(number & MARK)
        return marks

    def _sort(self, notes: Iterable[Any], cells: list[Any], questions: list[Behind[Any]]) -> None:
        for note in notes:
            if isinstance(note, Behind):
                questions.append(note)
            elif isinstance(note, tuple):
                questions.append(self.behind(note))
            else:
                cells.append(note)


@final
class Noting(Generic[T]):
    """Inside of its `with`, what is read is noted as what an answer is found from."""

    __slots__ = ("_behind", "_marks", "_outer", "_own", "_world")

    def __init__(self, world: World, marks: Marks, behind: Behind[T]) -> None:
        self._world = world
        self._marks = marks
        self._behind = behind
        self._outer = world.reading
        self._own = world.own

    def __enter__(self) -> Behind[T]:
        self._outer.add(self._behind)
        self._world.reading, self._world.own = self._marks.begin(self._behind), None
        return self._behind

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._world.reading, self._world.own = self._outer, self._own
        self._marks.end(self._behind)


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
