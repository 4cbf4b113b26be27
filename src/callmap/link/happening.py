"""What happens at a site of the code: what it calls, with what, and what it puts where."""

from __future__ import annotations

from typing import Final

from callmap.link.calls import Arguments
from callmap.link.evidence import Found, Founds, Value

CALL: Final = 0  # the sorts of sites
STORE: Final = 1
DEFINITION: Final = 2
RAISED: Final = 3
USE: Final = 4
IMPORT: Final = 5
Site = tuple[int, int]  # its sort, and its number among the facts of that sort


class Happening:
    """What happens at a site: calls (what is called, how it is reached, with what), and what is put where."""

    __slots__ = ("called", "put", "unresolved")

    def __init__(self) -> None:
        self.called: list[tuple[str, Found, Arguments | None]] = []  # (CALLS or CONSTRUCTS, callee, arguments)
        self.unresolved: list[tuple[str, str | None, tuple[str, ...]]] = []  # (reason, external name, evidence)
        self.put: list[tuple[Value, Founds]] = []  # (key of a summary, values)

    def close(self) -> None:
        """Takes less space, when nothing more is added: most of its lists are empty."""
        if not self.called:
            self.called = _NOTHING_CALLED
        if not self.unresolved:
            self.unresolved = _NOTHING_UNRESOLVED
        if not self.put:
            self.put = _NOTHING_PUT


_NOTHING_CALLED: Final[list[tuple[str, Found, Arguments | None]]] = []
_NOTHING_UNRESOLVED: Final[list[tuple[str, str | None, tuple[str, ...]]]] = []
_NOTHING_PUT: Final[list[tuple[Value, Founds]]] = []
