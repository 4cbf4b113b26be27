"""Parts of facts as rows of numbers: takes what was read of a file, gives the bytes that parts.py makes them of."""

from __future__ import annotations

import struct
from typing import Final

from callmap.model import NONE
from callmap.parts import (
    BRANCH_KINDS,
    CALL_FORMS,
    RETURN_KINDS,
    SCOPE_KINDS,
    USE_KINDS,
    Binding,
    Branch,
    Call,
    Return,
    Scope,
    Store,
    Use,
)

_SCOPES: Final[dict[str, int]] = {word: place for place, word in enumerate(SCOPE_KINDS)}
_BRANCHES: Final[dict[str, int]] = {word: place for place, word in enumerate(BRANCH_KINDS)}
_RETURNS: Final[dict[str, int]] = {word: place for place, word in enumerate(RETURN_KINDS)}
_FORMS: Final[dict[str, int]] = {word: place for place, word in enumerate(CALL_FORMS)}
_USES: Final[dict[str, int]] = {word: place for place, word in enumerate(USE_KINDS)}


class Texts:
    """Gives texts their places: those that a file has for its expressions, and `more` behind them."""

    def __init__(self, known: dict[str, int]) -> None:
        self._known = known
        self._places: dict[str, int] = {}
        self.more: list[str] = []

    def place(self, text: str) -> int:
        known = self._known.get(text, NONE)
        if known == NONE:
            known = self._places.get(text, NONE)
        if known == NONE:
            known = self._places[text] = len(self._known) + len(self.more)
            self.more.append(text)
        return known


def packed_scopes(scopes: list[Scope]) -> bytes:
    data: list[int] = []
    for each in scopes:
        data.append(_SCOPES[each.kind])
        data.append(each.parent)
        data.append(each.symbol)
        data.append(each.branch)
    return packed_numbers(data)


def packed_branches(branches: list[Branch], texts: Texts) -> bytes:
    data: list[int] = []
    for each in branches:
        data.append(_BRANCHES[each.kind])
        data.append(each.parent)
        data.append(texts.place(each.text))
        data.append(1 if each.exits else 0)
    return packed_numbers(data)


def packed_bindings(bindings: list[Binding], texts: Texts) -> bytes:
    data: list[int] = []
    for each in bindings:
        data.append(texts.place(each.name))
        data.append(each.scope)
        data.append(each.value)
        data.append(each.branch)
        data.append(each.line)
        data.append(each.type)
    return packed_numbers(data)


def packed_stores(stores: list[Store], texts: Texts) -> bytes:
    data: list[int] = []
    for each in stores:
        data.append(each.object)
        data.append(texts.place(each.attribute))
        data += (each.key, each.value, each.scope, each.branch, each.line, each.type)
    return packed_numbers(data)


def packed_returns(returns: list[Return]) -> bytes:
    data: list[int] = []
    for each in returns:
        data += (each.symbol, each.value, each.line, _RETURNS[each.kind])
    return packed_numbers(data)


def packed_calls(calls: list[Call], texts: Texts) -> bytes:
    data: list[int] = []
    for each in calls:
        data.append(each.expression)
        data.append(each.scope)
        data.append(each.branch)
        data.append(each.line)
        data.append(each.column)
        data.append(_FORMS[each.form])
        data.append(texts.place(each.text))
        data.append(texts.place(each.receiver))
    return packed_numbers(data)


def packed_uses(uses: list[Use]) -> bytes:
    data: list[int] = []
    for each in uses:
        data.append(_USES[each.kind])
        data.append(each.expression)
        data.append(each.scope)
        data.append(each.branch)
        data.append(each.line)
        data.append(each.column)
    return packed_numbers(data)


def packed_numbers(data: list[int]) -> bytes:
    """Four bytes each, the lowest first."""
    return struct.pack(f"<{len(data)}i", *data)  # twice as fast as an array
