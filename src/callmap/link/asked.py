"""What one file asks of the names that any file gives: takes a name, gives what `World` says of it, noted once for the
file however often it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from callmap.link.world import World


@final
class Asked:
    """Part of `Values`: what it is asked while the file is linked, of which all notes go to the same place."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._stored: dict[str, bool] = {}
        self._described: dict[str, bool] = {}
        self._members: dict[str, bool] = {}

    def is_stored(self, name: str) -> bool:
        known = self._stored.get(name)
        if known is None:
            known = self._stored[name] = self._world.is_stored(name)
        return known

    def is_described(self, name: str) -> bool:
        known = self._described.get(name)
        if known is None:
            known = self._described[name] = self._world.is_described(name)
        return known

    def has_member(self, name: str) -> bool:
        known = self._members.get(name)
        if known is None:
            known = self._members[name] = self._world.has_member(name)
        return known

    def forget(self) -> None:
        self._stored.clear()
        self._described.clear()
        self._members.clear()
