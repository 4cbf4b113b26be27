"""Python's `type` statement; and assignments to what `type(…)` gives, which the grammar takes for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.lowering import Lowering
from callmap.model import NONE, Kind, Op

if TYPE_CHECKING:
    from tree_sitter import Node

_ASSIGNED: Final = frozenset({"attribute", "subscript", "list"})


def type_alias(b: Lowering, node: Node) -> int:
    """type X = …; type(x).name = …, type[key] = …"""
    parts = node.named_children
    if not parts:
        return NONE
    left = _inner(b, parts[0])
    if b.type(left) in _ASSIGNED:
        return _assign(b, left, parts[-1], node)
    value = b.lower_type(parts[-1])
    text = b.text(parts[0]).partition("[")[0]
    symbol = b.define(text, Kind.TYPE, node)
    b.symbols[symbol].type = value
    b.describe(symbol, node, None)
    b.bind(text, value, node)
    return NONE


def _inner(b: Lowering, node: Node) -> Node:
    """What stands in a node for a type, or before its annotation: type(x).name: int = …"""
    while b.type(node) in ("type", "constrained_type") and node.named_child_count:
        node = node.named_children[0]
    return node


def _assign(b: Lowering, left: Node, right: Node, node: Node) -> int:
    value = _value(b, _inner(b, right))
    start = node.start_byte
    if b.type(left) == "attribute":
        b.store(_of_type(b, b.field(left, "object"), start), b.field_text(left, "attribute"), value, node)
    else:
        named = b.type(left) == "list"  # of a variable that is called `type`
        object_at = b.name("type", start) if named else _of_type(b, b.field(left, "value"), start)
        key = b.lower_list(left.named_children if named else left.children_by_field_name("subscript"))
        b.store(object_at, "", value, node, key[0] if key else NONE)
    return NONE


def _value(b: Lowering, node: Node) -> int:
    """An expression; table[key] is seen as a type."""
    if b.type(node) != "generic_type":
        return b.lower(node)
    name, *keys = node.named_children
    parts = [b.name(b.text(name), name.start_byte)]
    parts += [_value(b, _inner(b, key)) for each in keys for key in each.named_children[:1]]
    at = b.expression(Op.ITEM, "", parts)
    b.use("item", at, node)
    return at


def _of_type(b: Lowering, node: Node | None, start: int) -> int:
    """type(x), type(x).name, type(x).name[key], of which the grammar does not see the first word, at that byte."""
    if node is None:
        return NONE
    kind = b.type(node)
    if kind in ("parenthesized_expression", "tuple"):
        at = b.expression(Op.CALL, "", [b.name("type", start), *b.lower_list(node.named_children)])
        b.call_at(at, start, "call", "type")
    elif kind == "list":
        at = b.expression(Op.ITEM, "", [b.name("type", start), *b.lower_list(node.named_children)[:1]])
        b.use("item", at, node)
    elif kind == "attribute":
        at = b.unary(Op.ATTRIBUTE, b.field_text(node, "attribute"), _of_type(b, b.field(node, "object"), start))
        b.use("attribute", at, b.field(node, "attribute") or node)
    elif kind == "subscript":
        keys = b.lower_list(node.children_by_field_name("subscript"))
        at = b.expression(Op.ITEM, "", [_of_type(b, b.field(node, "value"), start), *keys[:1]])
        b.use("item", at, node)
    elif kind == "call":
        function, arguments = b.field(node, "function"), b.field(node, "arguments")
        given = b.lower_list(arguments.named_children) if arguments is not None else []
        at = b.expression(Op.CALL, "", [_of_type(b, function, start), *given])
        last = b.field(function, "attribute") if function is not None else None
        b.call(at, last or arguments or node, "call" if last is None else "method", f"type{b.short_text(node)}")
    else:
        at = b.lower(node)
    return at
