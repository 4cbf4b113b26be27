"""Which summaries anybody asks for when files are linked again: takes what was kept and what they ask for now, gives
the keys that a file may answer. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, final

from callmap.link.evidence import Value, in_order
from callmap.link.past import Past
from callmap.link.trace import is_gone

NEVER: Final = 1 << 30  # a round
Moved = dict[str, dict[Value, int]]  # path → its keys that are asked for from another round on than then
_GIVEN_ONLY: Final = ("parameter", "made")  # kinds of keys of which a definition's own file says no more than others


@final
class Wanted:
    """The keys of all files, and from which round on anybody asks for them."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._moved: Moved = {}
        self._by_path: dict[str, dict[Value, int]] = {}
        self._by_place: dict[str, dict[int, list[Value]]] = {}
        self._since: dict[Value, int] = {}

    def move(self, moved: Moved) -> None:
        """Keys that are asked for otherwise than then."""
        for path, keys in moved.items():
            self._moved.setdefault(path, {}).update(keys)
            self._by_path.pop(path, None)
            self._by_place.pop(path, None)

    def ask(self, demands: Mapping[Value, int]) -> None:
        """Notes what a file that is linked anew asks for, and since when."""
        for key, since in demands.items():
            if since < self._since.get(key, NEVER):
                self._since[key] = since

    def since(self, key: Value) -> int:
        """The first round in which one of those asks for a key."""
        return self._since.get(key, NEVER)

    def of(self, path: str) -> dict[Value, int]:
        """Keys of a file, and from which round on anybody asks for them."""
        known = self._by_path.get(path)
        if known is None:
            then = self._past.trace(path).wanted if path in self._past else {}
            now = {key: since for key, since in then.items() if not is_gone(key)} | self._moved.get(path, {})
            known = self._by_path[path] = {key: since for key, since in now.items() if since < NEVER}
        return known

    def by(self, path: str, places: Iterable[tuple[str, int]], number: int) -> list[Value]:
        """The keys that somebody has asked for by a round and that a file may answer which gives things to `places`."""
        found = {key for key, since in self.of(path).items() if since <= number and key.kind not in _GIVEN_ONLY}
        for of, symbol in places:
            keys = self._at(of).get(symbol)
            if keys is not None:
                wanted = self._by_path[of]
                found.update([key for key in keys if wanted[key] <= number])
        return in_order(found)

    def _at(self, path: str) -> dict[int, list[Value]]:
        """Keys of a file that others may give something to, by definition or container."""
        known = self._by_place.get(path)
        if known is None:
            known = self._by_place[path] = {}
            for key in self.of(path):
                if key.kind != "returns":
                    known.setdefault(key.symbol, []).append(key)
        return known
