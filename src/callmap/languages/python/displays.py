"""Mappings and sets that are written out: takes their nodes, gives expressions, and notes where keys are asked for
methods of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering
from callmap.languages.rules import through
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node


def dictionary(b: Lowering, node: Node) -> int:
    parts: list[int] = []
    for child in node.named_children:
        if b.type(child) == "pair":
            parts.append(b.lower_field(child, "key"))
            parts.append(b.lower_field(child, "value"))
        elif b.type(child) == "dictionary_splat":
            parts += [NONE, through(b, child)]
        else:
            b.lower(child)
    at = b.expression(Op.DICT, "", parts)
    _keyed(b, at, parts[::2], node)
    return at


def set_display(b: Lowering, node: Node) -> int:
    parts = b.lower_list(node.named_children)
    at = b.expression(Op.SET, "", parts)
    _keyed(b, at, parts, node)
    return at


def _keyed(b: Lowering, at: int, keys: list[int], node: Node) -> None:
    """Notes that keys are looked up by their own methods where they may be objects."""
    if any(key != NONE and (b.data[key] == Op.CALL or b.data[key] == Op.NAME) for key in keys):
        b.use("key", at, node)


def pair(b: Lowering, node: Node) -> int:
    """The body of a dictionary comprehension."""
    return b.expression(Op.DICT, "", (b.lower_field(node, "key"), b.lower_field(node, "value")))
