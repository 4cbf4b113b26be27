"""Rust's expressions: calls, fields, literals, operators; and comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from callmap.languages.lowering import Lowering
from callmap.languages.rules import through
from callmap.languages.rust.memory import memory
from callmap.languages.rust.paths import COMMENTS, scoped
from callmap.model import NONE, Comment, Op
from callmap.parts import CallForm

if TYPE_CHECKING:
    from tree_sitter import Node

NO_VALUE = COMMENTS | {"attribute_item"}
_LONGEST_DOC = 4_000
_BREAK: Final = re.compile(rb"(?<!\\)(?<!\\\r)\n")  # after a backslash, the indentation is no part of a string


def call(b: Lowering, node: Node) -> int:
    """f(x), a::b::<T>(x), x.y(z), (f)(x)"""
    parts = node.named_children
    named, arguments = parts[0], parts[-1]
    kind = named.type
    if kind == "generic_function" and named.named_children:
        named = named.named_children[0]
        kind = named.type
    text = b.short_text(named)
    place, receiver = arguments, ""
    form: CallForm = "call"
    if kind == "field_expression":
        inner = named.named_children
        place, form = inner[-1], "method"
        name = b.text(place)
        callee = b.expression(Op.ATTRIBUTE, name, (_owner(b, inner),))
        if text.endswith(name):
            receiver = text[: -len(name)].rstrip()[:-1].rstrip()
        else:  # cut
            receiver = b.short_text(inner[0])
    elif kind == "identifier":
        place = named
        callee = b.name(text) if text != "Self" else b.expression(Op.THIS_TYPE, "", (b.scope,))
    elif kind == "scoped_identifier":
        place, callee = named.named_children[-1], scoped(b, named)
    else:
        callee = b.lower(named)
    passed = [callee]
    rules = b.rules
    for child in arguments.named_children:
        at = rules[child.kind_id](b, child)
        if at == NONE:
            if child.type in NO_VALUE:
                continue
            at = b.expression(Op.UNKNOWN)
        passed.append(at)
    at = b.expression(Op.CALL, "", passed)
    b.call(at, place, form, text, receiver)
    return at


def field_expression(b: Lowering, node: Node) -> int:
    """value.field, value.0: reading it runs no code"""
    parts = node.named_children
    return b.expression(Op.ATTRIBUTE, b.text(parts[-1]), (_owner(b, parts), NONE))


def _owner(b: Lowering, parts: list[Node]) -> int:
    """What stands before the dot."""
    object_at = b.rules[parts[0].kind_id](b, parts[0])
    if len(parts) > 2:
        for comment_node in parts[1:-1]:
            b.lower(comment_node)
    return object_at


def this(b: Lowering, node: Node) -> int:
    return b.expression(Op.THIS, "", (b.scope,))


def identifier(b: Lowering, node: Node) -> int:
    text = b.text(node)
    return b.expression(Op.THIS_TYPE, "", (b.scope,)) if text == "Self" else b.name(text, node.start_byte)


def struct_expression(b: Lowering, node: Node) -> int:
    """Point { x: 1, y, ..other }"""
    path, body = node.named_children[0], node.named_children[-1]
    named = path
    if path.type == "generic_type_with_turbofish" and path.named_children:
        named = path.named_children[0]
    callee = b.lower(named)
    last = named.named_children[-1] if named.named_children else named
    parts: list[int] = []
    for entry in body.named_children if body.type == "field_initializer_list" else ():
        kind = entry.type
        inner = entry.named_children
        if kind == "shorthand_field_initializer" and inner:
            parts.append(b.expression(Op.STRING, b.text(inner[-1])))
            parts.append(b.lower(inner[-1]))
        elif kind == "field_initializer":
            field, value = entry.child_by_field_name("field"), entry.child_by_field_name("value")
            parts.append(NONE if field is None else b.expression(Op.STRING, b.text(field)))
            parts.append(NONE if value is None else b.lower(value))
        elif kind == "base_field_initializer":
            parts += [NONE, through(b, entry)]
        else:
            b.lower(entry)
    at = b.expression(Op.CONSTRUCT, "", (callee, b.expression(Op.DICT, "", parts)))
    b.call(at, last, "construct", b.short_text(named))
    return at


def index_expression(b: Lowering, node: Node) -> int:
    """x[i], x[a..b]"""
    parts = node.named_children
    object_at = b.lower(parts[0])
    key = b.lower(parts[-1])
    use = _use_of_item(node)
    if parts[-1].type == "range_expression":
        at = b.expression(Op.SLICE, use, (object_at,))
    else:
        at = b.expression(Op.ITEM, use, (object_at, key))
    if use != _UNCLEAR:
        b.use("item", at, node)
    return at


_UNCLEAR = "unclear"
_INSIDE = frozenset({"field_expression", "index_expression", "parenthesized_expression", "unary_expression"})


def _use_of_item(node: Node) -> str:
    """What is done with x[i]: "" where it is read, "mut" where it is changed; x[i].f() may do either."""
    parent = node.parent
    while parent is not None and parent.type in _INSIDE:
        if parent.named_children[0].start_byte != node.start_byte:
            return ""  # y[x[i]]
        node, parent = parent, parent.parent
    if parent is None:
        return ""
    if parent.type == "call_expression":
        return _UNCLEAR if node.type == "field_expression" and parent.start_byte == node.start_byte else ""
    if parent.type in ("assignment_expression", "compound_assignment_expr"):
        return "mut" if parent.start_byte == node.start_byte else ""
    if parent.type == "reference_expression":
        return "mut" if any(child.type == "mutable_specifier" for child in parent.children) else ""
    bound = parent.type in ("let_condition", "match_expression", "let_declaration")
    return _UNCLEAR if bound and b"ref mut" in (parent.text or b"") else ""


def operation(b: Lowering, node: Node) -> int:
    parts = node.named_children
    operator = node.child_by_field_name("operator")
    sign = "" if operator is None else b.text(operator)
    operands = [b.lower(parts[0]), b.lower(parts[-1])]
    at = b.expression(Op.OPERATION, sign, operands)
    if sign not in ("&&", "||"):
        b.use("operator", at, node)
    return at


def range_expression(b: Lowering, node: Node) -> int:
    """a..b"""
    return b.expression(Op.OPERATION, "..", b.lower_list(node.named_children))


def unary(b: Lowering, node: Node) -> int:
    """-x, !x, *x"""
    sign = b.source[node.start_byte : node.start_byte + 1].decode("ascii", "replace")
    at = through(b, node)
    if sign == "*":
        return b.expression(Op.REFERENCE, "*", (at,))
    at = b.expression(Op.OPERATION, sign, (at,))
    b.use("operator", at, node)
    return at


def reference(b: Lowering, node: Node) -> int:
    """&x, &mut x"""
    return b.expression(Op.REFERENCE, "&", (b.lower(node.named_children[-1]),))


def awaiting(b: Lowering, node: Node) -> int:
    at = b.expression(Op.AWAIT, "", (through(b, node),))
    b.use("await", at, node)
    return at


def cast(b: Lowering, node: Node) -> int:
    """x as T"""
    parts = node.named_children
    value = b.lower(parts[0])
    return b.expression(Op.CAST, "", (value, b.lower_type(parts[-1])))


def string(b: Lowering, node: Node) -> int:
    if _BREAK.search(b.source, node.start_byte, node.end_byte):
        b.literal(node)
    text = b.short_text(node)
    if text[0] == text[-1] == '"' and len(text) > 1:
        return b.expression(Op.STRING, text[1:-1])
    value = text[text.find('"') + 1 : text.rfind('"')] if text.count('"') > 1 else text.lstrip('br#"')
    return b.expression(Op.LITERAL, "bytes") if text[:1] == "b" else b.expression(Op.STRING, value)


def comment(b: Lowering, node: Node) -> int:
    """// note, /// doc of what follows, //! doc of what it stands in"""
    text = b.text(node)
    inner = text[2:3] == "!"
    if text.startswith("//"):
        text = text.lstrip("/").removeprefix("!").strip()
    else:
        lines = text.removesuffix("*/").lstrip("/*!").splitlines()
        text = "\n".join(line.strip().lstrip("*").strip() for line in lines).strip()
    if inner:
        _inner_doc(b, node, text)
    else:
        b.comment(node, text)
    return NONE


def _inner_doc(b: Lowering, node: Node, text: str) -> None:
    """Neighbouring lines are one comment, but no doc of what follows."""
    draft = b.symbols[b.symbol]
    if len(draft.doc) < _LONGEST_DOC:
        draft.doc = f"{draft.doc}\n{text}".strip()
    kept = memory(b)
    line = node.start_point[0] + 1
    if kept.inner_doc == line - 1 and b.comments:
        last = b.comments[-1]
        b.comments[-1] = Comment(last.line, f"{last.text}\n{text}"[:_LONGEST_DOC])
    else:
        b.comments.append(Comment(line, text))
    kept.inner_doc = line
