"""What happens at a site of the code: what it calls, with what, and what it puts where."""

from __future__ import annotations

from typing import Final

from callmap.link.calls import Arguments
from callmap.link.evidence import INFERRED, POSSIBLE, STATIC, Found, Founds, Value

CALL: Final = 0  # the sorts of sites
STORE: Final = 1
DEFINITION: Final = 2
RAISED: Final = 3
USE: Final = 4
IMPORT: Final = 5
INITIALISER: Final = 6
Unresolved = tuple[str, str | None, tuple[str, ...]]  # reason, external name, evidence
Site = tuple[int, int]  # its sort, and its number among the facts of that sort


class Happening:
    """What happens at a site: calls (what is called, how it is reached, with what), and what is put where."""

    __slots__ = ("called", "made", "put", "unresolved")

    def __init__(self) -> None:
        self.called: list[tuple[str, Found, Arguments | None]] = []  # (CALLS or CONSTRUCTS, callee, arguments)
        self.unresolved: list[Unresolved] = []
        self.put: list[tuple[Value, Founds]] = []  # (key of a summary, values)
        self.made: list[Value] = []  # classes, and functions as constructors, that objects are made of

    def closed(self) -> Happening:
        """The same in less space, when nothing more is added: most of its lists are empty, or all of them."""
        if not self.called and not self.unresolved and not self.put and not self.made:
            return NOTHING
        if not self.called:
            self.called = _NOTHING_CALLED
        if not self.unresolved:
            self.unresolved = _NOTHING_UNRESOLVED
        if not self.put:
            self.put = _NOTHING_PUT
        if not self.made:
            self.made = _NOTHING_MADE
        return self


def distinct(happening: Happening) -> list[tuple[str, Found]]:
    """Each target of a site once, with the best evidence. A method that both the declared class and one that was seen
    here have is proven, however many classes were seen."""
    if len(happening.called) == 1:
        kind, callee, _ = happening.called[0]
        return [(kind, callee)]
    found: dict[tuple[str, str, int], Found] = {}
    for kind, callee, _ in happening.called:
        target = (kind, callee.value.path, callee.value.symbol)
        known = found.get(target)
        if known is None:
            found[target] = callee
        elif {known.level, callee.level} == {INFERRED, POSSIBLE} and not (known.indirect and callee.indirect):
            declared = known if known.level == POSSIBLE else callee
            found[target] = declared.but(level=STATIC, via=declared.via[:1])
        elif callee.level < known.level:
            found[target] = callee
    return [(kind, callee) for (kind, _, _), callee in found.items()]


def distinct_unknown(unresolved: list[Unresolved]) -> list[Unresolved]:
    """Each name outside once, with the evidence that was found first. (Where a bound bit, the evidence is the news.)"""
    found: dict[Unresolved, Unresolved] = {}
    for each in unresolved:
        reason, external, via = each
        found.setdefault((reason, external, via if reason == "dynamic" else ()), each)
    return list(found.values())


NOTHING: Final = Happening()
_NOTHING_CALLED: Final[list[tuple[str, Found, Arguments | None]]] = []
_NOTHING_UNRESOLVED: Final[list[Unresolved]] = []
_NOTHING_PUT: Final[list[tuple[Value, Founds]]] = []
_NOTHING_MADE: Final[list[Value]] = []
