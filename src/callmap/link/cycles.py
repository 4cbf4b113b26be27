"""Answers that may ask for themselves: keeps each once it is complete, and solves cycles so that order does not matter.

A question that is asked while it is being answered gets what is assumed of it: nothing at first. When the question at
which all cycles close has its answer, that is assumed and all of the cycle is answered once more, until nothing
changes; then every answer on the cycle is final. So a cycle costs its size a few times, not its number of paths, and
is not solved again by whoever asks next.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar, final

from callmap.link.evidence import Found

Q = TypeVar("Q", bound=Hashable)
T = TypeVar("T")
_NO_CYCLE: Final = 1 << 30
_DEEPEST: Final = 400
_DEEPEST_EXPRESSION: Final = 2_000
_MOST_PASSES: Final = 6  # over one cycle


class Depth:
    """How deep expressions are nested where the linker stands. It follows them by recursion, which is bounded here,
    and the same whether it is compiled (then Python would not notice that the stack ends) or not."""

    def __init__(self) -> None:
        self.level = 0

    def enter(self) -> None:
        """One expression deeper; `level` is to be counted down again. Deeper than is worth it raises RecursionError."""
        self.level += 1
        if self.level > _DEEPEST_EXPRESSION:
            raise RecursionError


class Cycles:
    """Shared by all who ask each other."""

    def __init__(self) -> None:
        self._active: dict[Hashable, int] = {}  # question → depth
        self._closed_at = _NO_CYCLE  # the lowest depth that a cycle leads back to from here
        self._passing: dict[Hashable, tuple[dict[Any, Any], Any, int]] = {}  # on a cycle: memo, answer, where it closes
        self._order: list[Hashable] = []  # of those, as they came
        self._assumed: dict[Hashable, Any] = {}
        self._moves = 0  # how often an assumption has changed

    def settle(self, kept: dict[Q, T], question: Q, compute: Callable[[Q], T], when_cut: T) -> T:
        """The answer to a question: from `kept`, or computed; what is assumed of it if it is being computed already."""
        known = kept.get(question)
        if known is not None:
            return known
        return self.answer(kept, question, compute, when_cut)

    def answer(self, kept: dict[Q, T], question: Q, compute: Callable[[Q], Any], when_cut: T) -> T:
        """The same, where nothing is kept. (To look a question up costs as much as many an answer.)"""
        passing = self._passing.get(question) if self._passing else None
        if passing is not None:
            self._closed_at = min(self._closed_at, passing[2])
            return passing[1]  # type: ignore[no-any-return]
        active = self._active
        depth = len(active)
        if active.setdefault(question, depth) != depth:
            self._closed_at = min(self._closed_at, active[question])
            return self._assumed.setdefault(question, when_cut)  # type: ignore[no-any-return]
        outer, self._closed_at = self._closed_at, _NO_CYCLE
        try:
            answer = self._solve(kept, question, compute, depth)
        except Exception:
            self._assumed.pop(question, None)
            if not depth:
                self._forget()
            raise
        finally:
            del active[question]
        if depth:
            self._closed_at = min(self._closed_at, outer)
        elif self._closed_at != _NO_CYCLE or self._passing or self._assumed:
            self._forget()
        return answer

    def computed(self, compute: Callable[[Any], Any], question: Any) -> Any:
        """The answer as it is computed. (Who keeps more than that with it says so here: a function around `compute`
        would have to be made for each question.)"""
        return compute(question)

    def _solve(self, kept: dict[Q, T], question: Q, compute: Callable[[Q], Any], depth: int) -> T:
        start = len(self._order)
        for turn in range(_MOST_PASSES):
            before = self._moves
            answer: T = self.computed(compute, question)
            if self._assumed and question in self._assumed and _essence(self._assumed[question]) != _essence(answer):
                self._assumed[question] = answer
                self._moves += 1
            if self._closed_at < depth:  # part of a cycle that closes further out
                self._passing[question] = (kept, answer, self._closed_at)
                self._order.append(question)
                return answer
            if self._moves == before or turn == _MOST_PASSES - 1:
                break
            self._closed_at = _NO_CYCLE
            for inner in self._order[start:]:
                del self._passing[inner]
            del self._order[start:]
        if len(self._order) > start:
            for inner in self._order[start:]:
                memo, found, _ = self._passing.pop(inner)
                memo[inner] = found
                self._assumed.pop(inner, None)
            del self._order[start:]
        if self._assumed:
            self._assumed.pop(question, None)
        kept[question] = answer
        self._closed_at = _NO_CYCLE
        return answer

    def _forget(self) -> None:
        """What depends on an answer that nobody looked for is not kept."""
        self._passing.clear()
        self._order.clear()
        self._assumed.clear()
        self._closed_at = _NO_CYCLE

    def complete(self) -> bool:
        """Whether nothing that is being computed depends on an assumption so far: what was found may be kept."""
        return self._closed_at == _NO_CYCLE

    def deep(self) -> bool:
        """Whether questions are nested so deeply that following one more is not worth it."""
        return len(self._active) > _DEEPEST

    def give_up(self, answer: T) -> T:
        """An answer that was not looked for: nothing that depends on it is kept."""
        self._closed_at = -1
        return answer


@final
class Keyed(Cycles):
    """Keeps more than an answer: what `wrapped` gives of how it is computed."""

    def __init__(self, wrapped: Callable[[Callable[[Any], Any], Any], Any]) -> None:
        super().__init__()
        self._wrapped = wrapped

    def computed(self, compute: Callable[[Any], Any], question: Any) -> Any:
        return self._wrapped(compute, question)


def _essence(answer: Any) -> Any:
    """What of an answer counts: values and how they were found. (Of several ways `evidence.several` takes the shortest,
    so this comes to rest, and at the same, wherever the cycle was entered.)"""
    if isinstance(answer, tuple):
        if answer and isinstance(answer[0], Found):
            return frozenset((found.value, found.receiver, found.via) for found in answer)
        return tuple(_essence(part) for part in answer) if answer else frozenset()
    return answer
