"""Answers that may ask for themselves: keeps each once it is complete, and cuts cycles so that order does not matter.

An answer that was computed while a cycle was cut below it is complete only for the question at which the cycle
closed. Others on the cycle are kept just until the outermost question is answered, so every answer is that of asking
it first, whatever was asked before, and a dense cycle costs its size, not its number of paths.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

Q = TypeVar("Q", bound=Hashable)
T = TypeVar("T")
_NO_CYCLE = 1 << 30
_DEEPEST = 400


class Cycles:
    """Shared by all who ask each other."""

    def __init__(self) -> None:
        self._active: dict[Hashable, int] = {}  # question → depth
        self._closed_at = _NO_CYCLE  # the lowest depth that a cut cycle leads back to
        self._passing: dict[Hashable, object] = {}

    def settle(self, kept: dict[Q, T], question: Q, compute: Callable[[Q], T], when_cut: T) -> T:
        """The answer to a question: from `kept`, or computed; `when_cut` if it is being computed already."""
        known = kept.get(question)
        if known is not None:
            return known
        if question in self._passing:
            return self._passing[question]  # type: ignore[return-value]
        active = self._active
        depth = len(active)
        if active.setdefault(question, depth) != depth:
            self._closed_at = min(self._closed_at, active[question])
            return when_cut
        outer, self._closed_at = self._closed_at, _NO_CYCLE
        try:
            answer = compute(question)
        finally:
            del active[question]
        if self._closed_at >= depth:
            kept[question] = answer
            self._closed_at = outer
        else:
            self._passing[question] = answer
            self._closed_at = min(self._closed_at, outer)
        if not depth:
            self._passing.clear()
            self._closed_at = _NO_CYCLE
        return answer

    def complete(self) -> bool:
        """Whether nothing that is being computed was cut short so far: what was found may be kept."""
        return self._closed_at == _NO_CYCLE

    def deep(self) -> bool:
        """Whether questions are nested so deeply that following one more is not worth it."""
        return len(self._active) > _DEEPEST

    def give_up(self, answer: T) -> T:
        """An answer that was not looked for: nothing that depends on it is kept."""
        self._closed_at = -1
        return answer
