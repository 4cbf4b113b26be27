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
        owners = scopes.column(2, 4)
        nested = [bool(around.get(owner)) for owner in owners]  # for each scope
        at, end = 0, code.size
        while at < end:
            op = code.op(at)
            if op in (Op.NAME, Op.THIS, Op.THIS_TYPE, Op.SUPER) and nested[scope := code.part(at, 0)]:
                user = owners[scope]
                if op != Op.NAME:
                    found[user] |= around[user]
                else:
                    where, _ = file.lookup(scope, code.text(at), code.part(at, 1))
                    if where > 0 and owners[where] in around[user]:
                        found[user].add(owners[where])
            at = code.after(at)
    for index in range(len(symbols) - 1, 0, -1):  # what a nested function uses, its surroundings hold
        if index in found and symbols[index].parent in around:
            found[symbols[index].parent] |= found[index] & around[symbols[index].parent]
    return {index: frozenset(around[index]) for index, used in found.items() if used}
