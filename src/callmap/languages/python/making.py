"""Classes that Python's calls make: takes such a call, gives the class as facts.

Point = namedtuple("Point", "x y")      Colour = Enum("Colour", ["RED", "BLUE"])
Model = type("Model", (Base,), {"run": run})
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.lowering import Lowering
from callmap.model import NONE, Kind, Op

if TYPE_CHECKING:
    from tree_sitter import Node

_OF_PARTS: Final = "type"
_OF_FIELDS: Final = frozenset({"namedtuple", "collections.namedtuple", "NamedTuple", "typing.NamedTuple"})
_OF_MEMBERS: Final = frozenset(
    f"{module}{name}" for module in ("", "enum.") for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
)
MAKING: Final = frozenset({_OF_PARTS}) | _OF_FIELDS | _OF_MEMBERS


def made_class(b: Lowering, node: Node, text: str, given: list[Node], parts: list[int]) -> int:
    """The class that a call makes, or NONE if it is not written out. `parts` are the callee and its arguments."""
    named = len(parts) > 2 and b.data[parts[1]] == Op.STRING
    if len(parts) < 3 or not (named or text == _OF_PARTS) or len(given) != len(parts) - 1:
        return NONE
    members: list[tuple[str, int]] = []
    bases, type = [parts[0]], NONE
    if text == _OF_PARTS:
        if len(parts) != 4 or b.data[parts[3]] != Op.DICT or b.data[parts[2]] != Op.TUPLE:
            return NONE
        bases = _inner(b, parts[2])
        values = _inner(b, parts[3])[1::2]
        pairs = [child for child in given[2].named_children if b.type(child) in ("pair", "dictionary_splat")]
        keys = [b.field(pair, "key") if b.type(pair) == "pair" else None for pair in pairs]
        members = [(_word(b, key), at) for key, at in zip(keys, values, strict=False) if key is not None]
    else:
        members = [(name, NONE) for name in _names(b, given[1])]
        if not members:
            return NONE
        type = b.name("object") if text in _OF_FIELDS else NONE
    around = node.parent.parent if node.parent is not None else None
    base = around is not None and b.type(around) == "class_definition"  # class Point(namedtuple("Point", "x y")): …
    nameless = base or not named or not _word(b, given[0]).isidentifier()
    symbol = b.define(f"<{text.rpartition('.')[2]}>" if nameless else _word(b, given[0]), Kind.CLASS, node)
    b.symbols[symbol].bases = bases
    b.describe(symbol, node, None)
    before = b.enter_symbol(symbol, "class")
    for name, at in members:
        if name.isidentifier():
            b.bind(name, at, node, type)
    b.leave_symbol(before)
    return b.expression(Op.CLASS, "", (symbol,))


def _inner(b: Lowering, at: int) -> list[int]:
    return list(b.data[at + 3 : at + 3 + b.data[at + 2]])


def _word(b: Lowering, node: Node) -> str:
    return b.text(node).strip("\"'")


def _names(b: Lowering, node: Node) -> list[str]:
    """The names of fields: "x y", "x, y", ["x", "y"], [("x", int), ("y", int)]"""
    kind = b.type(node)
    if kind == "string":
        return _word(b, node).replace(",", " ").split()
    found = []
    for child in node.named_children if kind in ("list", "tuple") else ():
        while b.type(child) == "tuple" and child.named_children:
            child = child.named_children[0]
        found.append(_word(b, child) if b.type(child) == "string" else "")
    return found
