"""Attributes that are wrapped: takes the read of one, gives what it may hold there, without what wraps it.

    self.stream = Counted(self.stream)

What is counted there is not counted yet. (A loop, or a second run of the same code, may do so; hardly any does.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.link.evidence import Founds
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.values import Values


def wrapping(file: File) -> dict[int, int]:
    """Where an attribute is read to be wrapped → the store that puts what wraps it in its place."""
    known = file.wrapping
    if known is None:
        known = file.wrapping = {}
        code = file.code
        for (name, attribute), stores in file.overwrites().items():
            calls = [index for index in stores if file.stores.value(index) != NONE and file.stores.attribute(index)]
            calls = [index for index in calls if code.op(file.stores.value(index)) in (Op.CALL, Op.CONSTRUCT)]
            for index in calls:
                for part in code.parts(file.stores.value(index))[1:]:
                    part = code.first(part) if code.op(part) == Op.KEYWORD else part
                    if part == NONE or code.op(part) != Op.ATTRIBUTE or code.text(part) != attribute:
                        continue
                    object = code.first(part)
                    if code.op(object) == Op.NAME and code.text(object) == name and not _in_loop(file, index):
                        known[part] = index
    return known


def _in_loop(file: File, store: int) -> bool:
    return any(file.sorts[branch] == "loop" for branch in file.branches_around(file.stores.branch(store)))


def unwrapped(v: Values, at: int, found: Founds) -> Founds:
    """Of what an attribute may hold that which is there before it is wrapped."""
    code = v.file.code
    store = v.file.stores[wrapping(v.file)[at]]
    callee = code.first(store.value)
    for index in v.file.overwrites()[code.text(code.first(at)), store.attribute]:
        other = v.file.stores.value(index)
        made = other != NONE and code.op(other) in (Op.CALL, Op.CONSTRUCT)
        if made and other != store.value and code.text(code.first(other)) == code.text(callee):
            return found
    classes = {each.value for each in v.evaluate(callee) if each.value.kind == "class"}
    concrete = v.concrete(found) if classes else ()
    left = tuple(f for f in concrete if f.value.kind != "instance" or f.value.as_kind("class") not in classes)
    return left if left and len(left) < len(concrete) else found
