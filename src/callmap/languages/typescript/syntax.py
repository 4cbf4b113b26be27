"""TypeScript's syntax tree as facts: JavaScript's rules, types, and the declarations that only TypeScript has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages import Syntax
from callmap.languages.javascript import classes, exports, functions
from callmap.languages.javascript.names import (
    assign_pattern,
    declare,
    declare_type,
    declared_symbol,
    key_text,
    memory,
    string_value,
)
from callmap.languages.javascript.syntax import RULES, TARGETS
from callmap.languages.lowering import Lowering
from callmap.languages.rules import children, ignore
from callmap.languages.typescript import types
from callmap.model import ANY_KEY, NONE, Kind, Op

if TYPE_CHECKING:
    from tree_sitter import Node


def call(b: Lowering, node: Node) -> int:
    """f(x): what is passed may have its type by its place"""
    memory(b).typed = True
    return RULES[b.type(node)](b, node)


def interface_declaration(b: Lowering, node: Node) -> int:
    """interface Name<T> extends A, B { field: T; method(): void }; more of them, or of a class, are one"""
    name, body = b.field_text(node, "name"), b.field(node, "body")
    known = declared_symbol(b, name, (Kind.INTERFACE, Kind.CLASS))
    symbol = known
    if known == NONE:
        symbol = b.define(name, Kind.INTERFACE, node)
        b.describe(symbol, node, body)
    draft = b.symbols[symbol]
    scope = b.enter_scope("block")
    bases: list[int] = []
    for child in node.named_children:
        if b.type(child) == "type_parameters":
            b.lower(child)
        elif b.type(child) in ("extends_type_clause", "extends_clause"):
            before, b.in_type = b.in_type, True
            bases = b.lower_list(child.named_children)
            b.in_type = before
    if bases and draft.kind == Kind.CLASS and not any(flag.startswith("implements:") for flag in draft.flags):
        draft.flags.append(f"implements:{len(draft.bases)}")
    draft.bases += bases
    if body is not None:
        _typed_members(b, symbol, body)
    b.scope = scope
    if known == NONE:
        declare_type(b, name, b.expression(Op.CLASS, "", (symbol,)), node)
    return NONE


def _typed_members(b: Lowering, symbol: int, body: Node) -> None:
    """{ field: T; readonly other?: T; method(x: X): T; get it(): T }"""
    before = _reenter(b, symbol) if b.symbols[symbol].scope != NONE else b.enter_symbol(symbol, "members")
    for child in body.named_children:
        kind = b.type(child)
        if kind == "method_signature":
            classes.method(b, child, [])
        elif kind == "property_signature":
            _typed_field(b, child)
        elif kind in ("call_signature", "construct_signature"):
            b.symbols[symbol].flags.append("callable")
        elif kind == "index_signature":
            type = b.field(child, "type")
            if type is not None:
                b.bind(ANY_KEY, NONE, child, b.lower_type(type))
        elif kind == "comment":
            b.lower(child)
    b.leave_symbol(before)


def _reenter(b: Lowering, symbol: int) -> tuple[int, int, str]:
    """Goes on with a symbol that another declaration has begun."""
    before = (b.symbol, b.scope, b.hint)
    b.symbol, b.scope, b.hint = symbol, b.symbols[symbol].scope, ""
    return before


def _typed_field(b: Lowering, node: Node) -> None:
    name_node = b.field(node, "name")
    if name_node is None:
        return
    name = key_text(b, name_node)
    symbol = b.define(name, Kind.FIELD, node)
    draft = b.symbols[symbol]
    draft.type = b.lower_type(b.field(node, "type"))
    draft.flags += [b.type(child) for child in node.children if b.type(child) == "readonly"]
    b.describe(symbol, node, None)
    b.bind(name, NONE, node, draft.type)


def type_alias(b: Lowering, node: Node) -> int:
    """type Name<T> = …; one of an object type has members, as an interface has"""
    name, value = b.field_text(node, "name"), b.field(node, "value")
    generics = b.field(node, "type_parameters")
    symbol = b.define(name, Kind.TYPE, node)
    b.describe(symbol, node, value)
    scope = b.scope
    if generics is not None:
        b.enter_scope("block")
        b.lower(generics)
    if value is not None and b.type(value) == "object_type":
        _typed_members(b, symbol, value)
    else:
        b.symbols[symbol].type = b.lower_type(value)
    b.scope = scope
    declare_type(b, name, b.expression(Op.CLASS, "", (symbol,)), node)
    return NONE


def enum_declaration(b: Lowering, node: Node) -> int:
    """enum Name { A, B = 2, 'C' = f() }"""
    name, body = b.field_text(node, "name"), b.field(node, "body")
    symbol = b.define(name, Kind.ENUM, node)
    b.describe(symbol, node, body)
    before = b.enter_symbol(symbol, "members")
    number = 0  # of a member without a value: one more than that of the one before
    for child in body.named_children if body is not None else ():
        if b.type(child) == "comment":
            b.lower(child)
            continue
        key, value = child, None
        if b.type(child) == "enum_assignment":
            key, value = b.field(child, "name") or child, b.field(child, "value")
        member = key_text(b, key)
        field = b.define(member, Kind.FIELD, child)
        b.describe(field, child, None)
        if value is not None and b.type(value) == "number" and b.text(value).isdigit():
            number = int(b.text(value))
        elif value is not None:
            b.bind(member, b.lower(value), child)
            continue
        b.bind(member, b.expression(Op.STRING, str(number)), child)  # as it stands in the key of an object
        number += 1
    b.leave_symbol(before)
    declare(b, name, b.expression(Op.CLASS, "", (symbol,)), node)
    return NONE


def namespace(b: Lowering, node: Node) -> int:
    """namespace A.B { … }, declare module 'name' { … }; more of one name are one"""
    name_node, body = b.field(node, "name"), b.field(node, "body")
    if name_node is None:
        b.lower_children(node)
        return NONE
    quoted = b.type(name_node) == "string"
    names = [string_value(b, name_node)] if quoted else "".join(b.text(name_node).split()).split(".")
    _open_namespace(b, node, names, body, quoted)
    return NONE


def _open_namespace(b: Lowering, node: Node, names: list[str], body: Node | None, quoted: bool) -> None:
    name, *inner = names
    symbol = declared_symbol(b, name, (Kind.NAMESPACE,))
    known = symbol != NONE
    owner = declared_symbol(b, name, (Kind.CLASS, Kind.ENUM))
    if known:
        before = _reenter(b, symbol)
    else:
        symbol = b.define(name, Kind.NAMESPACE, node)
        b.describe(symbol, node, body)
        before = b.enter_symbol(symbol, "block")
    first, scope = len(b.bindings), b.scope
    if inner:
        _open_namespace(b, node, inner, body, False)
    elif body is not None:
        b.lower_children(body)
    b.leave_symbol(before)
    if owner != NONE:  # what it holds are members of the class or enumeration of that name
        for binding in b.bindings[first:]:
            if binding.scope == scope:
                b.bind(binding.name, binding.value, node, binding.type, b.symbols[owner].scope)
    elif not known and not quoted:
        declare_type(b, name, b.expression(Op.CLASS, "", (symbol,)), node)


def ambient(b: Lowering, node: Node) -> int:
    """declare …: what it holds is declared here and defined elsewhere"""
    first = len(b.symbols)
    b.lower_children(node)
    for draft in b.symbols[first:]:
        if draft.parent == b.symbol:
            draft.mark(node.start_byte, max(node.start_byte, min(draft.start, node.named_children[-1].start_byte)))
            if "declaration" not in draft.flags:
                draft.flags.append("declaration")
    return NONE


SYNTAX = Syntax(
    rules={
        **RULES,
        **types.RULES,
        "interface_declaration": interface_declaration,
        "type_alias_declaration": type_alias,
        "enum_declaration": enum_declaration,
        "internal_module": namespace,
        "module": namespace,
        "ambient_declaration": ambient,
        "abstract_class_declaration": classes.class_declaration,
        "function_signature": functions.function_declaration,
        "import_alias": exports.import_alias,
        "accessibility_modifier": ignore,
        "override_modifier": ignore,
        "index_signature": ignore,
        "call_signature": ignore,
        "construct_signature": ignore,
        "call_expression": call,
        "new_expression": call,
        "extends_clause": children,
        "implements_clause": children,
    },
    targets={
        **TARGETS,
        "non_null_expression": assign_pattern,
        "as_expression": assign_pattern,
        "satisfies_expression": assign_pattern,
    },
)
