"""Which classes a file makes objects of: takes the sites that do, gives what that tells of them and classes above."""

from __future__ import annotations

from typing import final

from callmap.link.classes import Classes
from callmap.link.evidence import MADE_BELOW, STATIC, Found, Value
from callmap.link.happening import Happening
from callmap.link.told import packed


@final
class Made:
    """The classes that one file makes. Most sites make an object, of few classes, each below many: so the classes above
    are looked for once for each class, not for each site."""

    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self._sites: dict[Value, set[int]] = {}  # class → those that make it, or did when they were looked at before
        self._keys: dict[Value, list[Value]] = {}  # class → keys of summaries that tell of it
        self._told: dict[Value, list[Value]] = {}  # … and the other way round

    def note(self, cls: Value, site: int) -> None:
        """A class is made at a site."""
        sites = self._sites.get(cls)
        if sites is None:
            sites = self._sites[cls] = set()
        sites.add(site)

    def keys(self, cls: Value) -> list[Value]:
        """The summaries that tell that a class is made: its own, and those of the classes that it inherits from."""
        known = self._keys.get(cls)
        if known is None:
            above = [each for each in self._classes.mro(cls)[1:] if each.kind == "class"]
            known = self._keys[cls] = [Value("made", cls.path, cls.symbol)]
            known.extend([Value("made", each.path, each.symbol, MADE_BELOW) for each in above])
            for key in known:
                self._told.setdefault(key, []).append(cls)
        return known

    def tells(self, key: Value) -> bool:
        """Whether something that is or was made here belongs to a summary."""
        return key in self._told

    def answer(self, key: Value, happenings: list[Happening | None]) -> frozenset[Value]:
        """What this file tells in a summary: the classes that it makes, by what happens at its sites now."""
        return packed([Found(cls, STATIC, ()) for cls in self._told[key] if self._is_made(cls, happenings)])

    def _is_made(self, cls: Value, happenings: list[Happening | None]) -> bool:
        for site in self._sites[cls]:
            happening = happenings[site]
            if happening is not None and cls in happening.made:
                return True
        return False

    def forget(self) -> None:
        """Drops what was noted."""
        self._sites.clear()
        self._keys.clear()
        self._told.clear()
