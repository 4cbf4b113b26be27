"""C's structs, unions and enums as facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages import ANONYMOUS
from callmap.languages.c.declarations import DEFINED, TAG
from callmap.languages.c.declarators import named, specified
from callmap.languages.lowering import Lowering, Rule
from callmap.model import NONE, Kind, Op

if TYPE_CHECKING:
    from tree_sitter import Node


def aggregate(kind: str) -> Rule:
    """struct s { … }, union u { … }, or the mention of one."""

    def rule(b: Lowering, node: Node) -> int:
        name_node = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        tag = b.text(name_node) if name_node is not None else ""
        if body is None:
            return b.name(f"{kind} {tag}") if b.in_type else NONE
        name = tag or (b.hint if b.in_type and b.hint else f"<{kind}>")
        if tag and b.symbol == 0:
            if (DEFINED, tag) in b.variables:
                name = f"{kind} {tag}"
            b.variables.add((TAG, tag))
        symbol = b.define(name, kind, node)
        b.describe(symbol, node, body)
        home = _home(b)
        at = b.expression(Op.CLASS, "", (symbol,))
        if tag:
            b.bind(f"{kind} {tag}", at, node, scope=home)
        in_type, b.in_type = b.in_type, False
        before = b.enter_symbol(symbol, "members")
        if kind == Kind.ENUM:
            _enumerators(b, body, home, at)
        else:
            b.lower_children(body)
        b.leave_symbol(before)
        b.in_type = in_type
        return at

    return rule


def _home(b: Lowering) -> int:
    """The scope that sees what is declared inside a struct: the one around all structs."""
    scope = b.scope
    while b.scopes[scope].kind == "members":
        scope = b.scopes[scope].parent
    return scope


def _enumerators(b: Lowering, body: Node, home: int, enum: int) -> None:
    for node in body.named_children:
        if node.type != "enumerator":
            if node.type.startswith("preproc_if") or node.type in ("preproc_else", "preproc_elif"):
                _enumerators(b, node, home, enum)
            elif node.type in ("comment", "preproc_def", "preproc_function_def"):
                b.lower(node)
            continue
        parts = node.named_children
        name = b.text(parts[0])
        value = b.lower(parts[-1]) if len(parts) > 1 and parts[-1].type != "comment" else NONE
        symbol = b.define(name, Kind.FIELD, node)
        b.symbols[symbol].type = enum
        b.symbols[symbol].signature = b.short_text(node)
        b.bind(name, value, node, enum)
        b.bind(name, value, node, enum, home)
        b.variables.add((home, name))


def field_declaration(b: Lowering, node: Node) -> int:
    """int a, *b; int (*read)(struct file *); struct { … } inner; union { … };"""
    declarators = [
        child for child in node.named_children if child.type == "struct_specifier" or child.type == "union_specifier"
    ]
    if declarators and node.child_by_field_name("declarator") is None and not b.field_text(declarators[0], "name"):
        body = declarators[0].child_by_field_name("body")
        if body is not None:
            b.bind(ANONYMOUS, NONE, node, b.expression(Op.UNKNOWN))
            b.lower_children(body)  # members of an anonymous member are the outer one's
        return NONE
    parts = specified(b, node)
    for declarator in parts.declarators:
        one = named(b, declarator, parts.type)
        if one is None:
            continue
        at, name, type = one
        symbol = b.define(name, Kind.FIELD, node)
        b.symbols[symbol].type = type
        b.symbols[symbol].signature = b.short_text(node).rstrip(";")
        b.bind(name, NONE, at, type)
    return NONE
