"""Which functions use names of the functions around them: takes a file, gives them with those. Pure."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from callmap.model import CALLABLE_KINDS, Op

if TYPE_CHECKING:
    from callmap.link.file import File


def find_closures(file: File) -> dict[int, frozenset[int]]:
    """Function → the functions around it whose names it uses."""
    symbols, scopes, code = file.symbols, file.scopes, file.code
    around: dict[int, frozenset[int]] = {}
    for index, symbol in enumerate(symbols):  # parents stand before their children
        outer = around.get(symbol.parent, frozenset())
        function = symbol.parent > 0 and symbols[symbol.parent].kind in CALLABLE_KINDS
        around[index] = outer | {symbol.parent} if function else outer
    found: dict[int, set[int]] = defaultdict(set)
    if any(around.values()):
        for at in code.walk():
            op = code.op(at)
            if op not in (Op.NAME, Op.THIS, Op.THIS_TYPE, Op.SUPER):
                continue
            user = scopes.symbol(code.first(at))
            if not around.get(user):
                continue
            if op != Op.NAME:
                found[user] |= around[user]
                continue
            where, _ = file.lookup(code.first(at), code.text(at), code.parts(at)[1])
            if where > 0 and scopes.symbol(where) in around[user]:
                found[user].add(scopes.symbol(where))
    for index in range(len(symbols) - 1, 0, -1):  # what a nested function uses, its surroundings hold
        if index in found and symbols[index].parent in around:
            found[symbols[index].parent] |= found[index] & around[symbols[index].parent]
    return {index: frozenset(around[index]) for index, used in found.items() if used}
