"""Answers that may ask for themselves: keeps each once it is complete, and solves cycles so that order does not matter.

A question that is asked while it is being answered gets what is assumed of it: nothing at first. When the question at
which all cycles close has its answer, that is assumed and all of the cycle is answered once more, until nothing
changes; then every answer on the cycle is final. So a cycle costs its size a few times, not its number of paths, and
is not solved again by whoever asks next.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

from callmap.link.evidence import Found, Founds, Value
from callmap.link.told import Concerned

if TYPE_CHECKING:
    from callmap.link.values import Values

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
        # On a cycle: where to keep it, answer, where it closes.
        self._passing: dict[Hashable, tuple[Any, Any, int]] = {}
        self._order: list[Hashable] = []  # of those, as they came
        self._assumed: dict[Hashable, Any] = {}
        self._moves = 0  # how often an assumption has changed

    def answer(self, kept: Any, question: Q, compute: Callable[[Q], Any], when_cut: T) -> T:
        """The answer to a question of which none is kept yet; what is assumed of it if it is being computed already."""
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
            answer: T = self._solve(kept, question, compute, depth)
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

    def keep(self, kept: Any, question: Hashable, answer: Any) -> None:
        """Keeps an answer that is final."""
        answers: dict[Hashable, Any] = kept
        answers[question] = answer

    def _solve(self, kept: Any, question: Hashable, compute: Callable[[Any], Any], depth: int) -> Any:
        start = len(self._order)
        for turn in range(_MOST_PASSES):
            before = self._moves
            answer = self.computed(compute, question)
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
                self.keep(memo, inner, found)
                self._assumed.pop(inner, None)
            del self._order[start:]
        if self._assumed:
            self._assumed.pop(question, None)
        self.keep(kept, question, answer)
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


Known = tuple[Founds, frozenset[Value]]  # what was found, and the summaries that were read for it


@final
class Memo:
    """What was found, by question: apart where no summary was read for it, as for most. That takes less space, and need
    not be looked at when some have changed."""

    __slots__ = ("keyed", "plain")

    def __init__(self) -> None:
        self.plain: dict[Hashable, Founds] = {}
        self.keyed: dict[Hashable, Known] = {}

    def forget(self, concerned: Concerned) -> None:
        """Drops what was found from summaries that have changed."""
        for question in [question for question, (_, read) in self.keyed.items() if concerned.by(read)]:
            del self.keyed[question]

    def clear(self) -> None:
        self.plain.clear()
        self.keyed.clear()


@final
class Keyed(Cycles):
    """Keeps more than an answer: the summaries that were read to find it."""

    def __init__(self, values: Values) -> None:
        super().__init__()
        self._values = values

    def computed(self, compute: Callable[[Any], Any], question: Any) -> Any:
        return self._values.with_keys(compute, question)

    def keep(self, kept: Any, question: Hashable, answer: Any) -> None:
        memo: Memo = kept
        known: Known = answer
        if known[1]:
            memo.keyed[question] = known
        else:
            memo.plain[question] = known[0]


def _essence(answer: Any) -> Any:
    """What of an answer counts: values and how they were found. (Of several ways `evidence.several` takes the shortest,
    so this comes to rest, and at the same, wherever the cycle was entered.)"""
    if isinstance(answer, tuple):
        if answer and isinstance(answer[0], Found):
            return frozenset((found.value, found.receiver, found.via) for found in answer)
        return tuple(_essence(part) for part in answer) if answer else frozenset()
    return answer
