"""What conditions tell of names in Python, where they hold and where they do not: `isinstance(x, A)`, `type(x) is A`,
`x.startswith("do_")`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.lowering import Lowering
from callmap.model import IS, IS_NOT, NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node

_TESTING: Final = 1 << Op.CHOICE | 1 << Op.OPERATION | 1 << Op.CALL

_SAME: Final = {"is": True, "==": True, "is not": False, "!=": False}

Told = list[tuple[str, int]]  # what a condition tells: of a name, marked, a class or the start of a text


def class_tests(b: Lowering, at: int, fulfilled: bool) -> Told:
    """What a condition tells if it is fulfilled, or if it is not: isinstance(name, class), alone or among others; of
    `type(name) is class` the whole comparison, since classes below are others."""
    found: Told = []
    if at == NONE or not _TESTING >> b.data[at] & 1:
        return found
    is_instance, starts, type = [b.strings.get(name, NONE) for name in ("isinstance", "startswith", "type")]
    pending = [(at, fulfilled)] if is_instance != NONE or starts != NONE or type != NONE else []
    while pending:
        at, fulfilled = pending.pop()
        if at == NONE or not _TESTING >> b.data[at] & 1:
            continue
        op, parts = b.data[at], b.data[at + 3 : at + 3 + b.data[at + 2]]
        if op == Op.CHOICE and b.data[at + 1] == b.strings.get("and" if fulfilled else "or", NONE):
            pending += [(part, fulfilled) for part in parts]
        elif op == Op.OPERATION and len(parts) == 1 and b.data[at + 1] == b.strings.get("not", NONE):
            pending.append((parts[0], not fulfilled))
        elif op == Op.CALL and len(parts) == 3 and b.data[parts[0] + 1] == is_instance and b.data[parts[1]] == Op.NAME:
            found.append((f"{IS if fulfilled else IS_NOT}{name_text(b, parts[1])}", parts[2]))
        elif op == Op.CALL and len(parts) == 2 and b.data[parts[0]] == Op.ATTRIBUTE:
            text = b.data[parts[0] + 3]
            if b.data[parts[0] + 1] == starts and b.data[text] == Op.NAME and b.data[parts[1]] == Op.STRING:
                found.append((f"{IS if fulfilled else IS_NOT}{name_text(b, text)}", parts[1]))
        elif op == Op.OPERATION and len(parts) == 2 and b.data[parts[0]] == Op.CALL:
            name = b.data[parts[0] + 4] if b.data[parts[0] + 2] == 2 else NONE
            asks = name != NONE and b.data[name] == Op.NAME and b.data[b.data[parts[0] + 3] + 1] == type
            if asks and b.texts[b.data[at + 1]] in _SAME:
                same = _SAME[b.texts[b.data[at + 1]]] == fulfilled
                found.append((f"{IS if same else IS_NOT}{name_text(b, name)}", at))
    return found


def name_text(b: Lowering, at: int) -> str:
    return b.texts[b.data[at + 1]]


def bind_told(b: Lowering, told: Told, node: Node) -> None:
    """Notes it where the condition, or its opposite, holds: in this branch, from here on."""
    for name, class_at in told:
        b.bind(name, class_at, node)


def lower_told(b: Lowering, node: Node, at: int, fulfilled: bool) -> int:
    """A part of an expression that is evaluated only where a condition is fulfilled, or only where it is not."""
    told = class_tests(b, at, fulfilled)
    if not told:
        return b.lower(node)
    before = b.enter_branch("if")
    bind_told(b, told, node)
    part = b.lower(node)
    b.branch = before
    return part
