"""JavaScript's classes: their bases, methods, fields, accessors, static blocks and decorators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.javascript.functions import FUNCTION_NODES, define_function
from callmap.languages.javascript.names import declare, expect, key_name, key_text
from callmap.languages.lowering import Lowering
from callmap.model import NONE, SETTER, Kind, Op, Span

if TYPE_CHECKING:
    from tree_sitter import Node

Marks = list[tuple["Node", int]]  # decorators: node, what it evaluates to

_FIELD_FLAGS: Final = {
    "static": "static", "readonly": "readonly", "declare": "declare", "abstract": "abstract", "accessor": "accessor",
    "override_modifier": "override",
}  # fmt: skip


def class_declaration(b: Lowering, node: Node) -> int:
    """class Name extends Base { … }"""
    return declare_class(b, node, node, [])


def declare_class(b: Lowering, node: Node, outer: Node, marks: Marks) -> int:
    """A class that stands as a statement; `outer` may be the `export` around it, `marks` what decorates that."""
    name = b.field_text(node, "name") or "default"
    at = define_class(b, node, name, outer, marks)
    decorate(b, at, marks)
    declare(b, name, at, node)
    return NONE


def class_expression(b: Lowering, node: Node) -> int:
    """class { … }, class Own { … }"""
    return named_class(b, node, b.hint, node)


def named_class(b: Lowering, node: Node, name: str, outer: Node) -> int:
    """A class expression that is put where it gets the name."""
    own = b.field_text(node, "name")
    known = own == name  # else nothing but the class itself knows its own name
    if not name or (own and name in ("default", "module.exports")):
        name = own or name or "<class>"
    if not own or known:
        return define_class(b, node, name, outer, [])
    before = b.enter_scope("block")
    at = define_class(b, node, name, outer, [])
    declare(b, own, at, node)
    b.scope = before
    return at


def define_class(b: Lowering, node: Node, name: str, outer: Node, marks: Marks) -> int:
    """The symbol of a class, with all that stands in it; its CLASS expression."""
    body = b.field(node, "body")
    generics = b.field(node, "type_parameters")
    scope = b.scope
    symbol = b.define(name, Kind.CLASS, outer)
    draft = b.symbols[symbol]
    if generics is not None:
        b.enter_scope("block")
        b.lower(generics)
    for child in node.named_children:
        kind = b.type(child)
        if kind == "class_heritage":
            read_heritage(b, child, draft.bases, draft.flags)
        elif kind == "decorator":
            marks += read_decorators(b, child)
    if b.type(node) == "abstract_class_declaration":
        draft.flags.append("abstract")
    draft.decorators = [at for _, at in marks]
    b.describe(symbol, outer, body)
    before = b.enter_symbol(symbol, "members")
    if body is not None:
        _members(b, body)
    b.leave_symbol(before)
    b.scope = scope
    return b.expression(Op.CLASS, "", (symbol,))


def read_heritage(b: Lowering, node: Node, bases: list[int], flags: list[str]) -> None:
    """extends Base; TypeScript: extends Base<T> implements A, B — `implements:1` says where those begin."""
    for child in node.named_children:
        kind = b.type(child)
        if kind == "extends_clause":
            for value in child.children_by_field_name("value"):
                bases.append(b.lower(value))
        elif kind == "implements_clause":
            flags.append(f"implements:{len(bases)}")
            for value in child.named_children:
                at = b.lower_type(value)
                if at != NONE:
                    bases.append(at)
        else:
            at = b.lower(child)
            if at != NONE:
                bases.append(at)


def _members(b: Lowering, body: Node) -> None:
    """A class's body. A decorator may stand before its member or in it."""
    marks: Marks = []
    for child in body.named_children:
        kind = b.type(child)
        if kind == "decorator":
            marks += read_decorators(b, child)
        elif kind in ("method_definition", "method_signature", "abstract_method_signature"):
            method(b, child, marks)
            marks = []
        elif kind in ("field_definition", "public_field_definition"):
            field(b, child, marks)
            marks = []
        else:
            b.lower(child)


def method(b: Lowering, node: Node, marks: Marks) -> None:
    """name() { … }, static async *name() { … }, get name() { … }, #name() { … }, [key]() { … }"""
    for child in node.children_by_field_name("decorator"):
        marks = marks + read_decorators(b, child)
    name_node = b.field(node, "name")
    name = bound = "" if name_node is None else key_text(b, name_node)
    if name_node is not None and b.type(name_node) == "computed_property_name":
        b.lower_children(name_node)
        bound = key_name(b, name_node)
    symbol = len(b.symbols)
    at = define_function(b, node, name, Kind.METHOD)
    draft = b.symbols[symbol]
    if marks:
        line, column = b.position(marks[0][0])
        draft.span = Span(line, column - 1, draft.span.end_line, draft.span.end_column)  # from its `@` on
        if marks[0][0].start_byte < node.start_byte:
            draft.mark(marks[0][0].start_byte, node.start_byte)
    if name == "constructor" and "static" not in draft.flags:
        draft.flags.append("constructor")
    if name.startswith("#"):
        draft.flags.append("private")
    draft.decorators = [mark for _, mark in marks]
    # A setter is not what reading the name gives: it is bound by a name that no code can write.
    b.bind(f"{SETTER}{bound}" if "setter" in draft.flags else bound, at, node)
    decorate(b, at, marks)


def field(b: Lowering, node: Node, marks: Marks) -> None:
    """name = value; static #name: T; a field that holds a function is a method."""
    name_node = value_node = type_node = None
    flags = []
    for child in node.children:
        kind = b.type(child)
        if kind == "decorator":
            marks = marks + read_decorators(b, child)
        elif kind == "type_annotation":
            type_node = child
        elif kind == "accessibility_modifier":
            flags.append(b.text(child))
        elif kind in _FIELD_FLAGS and name_node is None:
            flags.append(_FIELD_FLAGS[kind])
        elif child.is_named and kind != "comment":
            if name_node is None:
                name_node = child
            else:
                value_node = child
    if name_node is None:
        return
    name = key_text(b, name_node)
    if b.type(name_node) == "computed_property_name":
        b.lower_children(name_node)
    if name.startswith("#"):
        flags.append("private")
    type = b.lower_type(type_node) if type_node is not None else NONE
    owner = b.symbols[b.symbol]
    before, before_hint = owner.target, b.hint
    if "static" in flags:
        owner.target = b.expression(Op.THIS_TYPE, "", (b.scope,))
    symbol = len(b.symbols)
    if value_node is not None and b.type(value_node) in FUNCTION_NODES:
        if type != NONE:
            expect(b, value_node, "", (type,))
        receiver = NONE if b.type(value_node) == "arrow_function" else b.expression(Op.THIS, "", (b.scope,))
        value = define_function(b, value_node, name, Kind.METHOD, node, receiver)
    else:
        b.define(name, Kind.FIELD, node)
        b.describe(symbol, node, value_node)
        b.symbols[symbol].type = type
        b.hint = name
        value = b.lower(value_node) if value_node is not None else NONE
    owner.target, b.hint = before, before_hint
    draft = b.symbols[symbol]
    draft.flags += [flag for flag in flags if flag not in draft.flags]
    draft.decorators = [mark for _, mark in marks]
    b.bind(key_name(b, name_node), value, node, type if draft.kind == Kind.FIELD else NONE)
    decorate(b, value, marks)


def static_block(b: Lowering, node: Node) -> int:
    """static { … }"""
    owner = b.symbols[b.symbol]
    before, owner.target = owner.target, b.expression(Op.THIS_TYPE, "", (b.scope,))
    b.lower_children(node)
    owner.target = before
    return NONE


# --- decorators ---


def read_decorators(b: Lowering, node: Node) -> Marks:
    """@mark, @mark(x): what it evaluates to."""
    for child in node.named_children:
        if b.type(child) != "comment":
            at = b.lower(child)
            if b.uses and b.uses[-1].expression == at:
                b.uses.pop()  # applied, not read
            return [(child, at)]
    return []


def decorate(b: Lowering, at: int, marks: Marks) -> None:
    """Each decorator is a call, made by the code around the definition, the innermost first.

    What is decorated stays what it is: its name means it in types too, and what takes its place calls it as a rule.
    """
    for node, mark in reversed(marks):
        at = b.expression(Op.CALL, "", (mark, at))
        b.call(at, node, "decorator", b.short_text(node))


def decorator(b: Lowering, node: Node) -> int:
    """A decorator on a parameter, or on something unknown: it is called."""
    decorate(b, b.expression(Op.UNKNOWN), read_decorators(b, node))
    return NONE
