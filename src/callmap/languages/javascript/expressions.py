"""JavaScript's expressions: names, members, operators, literals and JSX."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from callmap.languages.javascript import exports, functions, names, objects
from callmap.languages.javascript.names import constant, count, is_declared, memory, part, string_value
from callmap.languages.javascript.plain import plain_path, read_list, read_path
from callmap.languages.lowering import Lowering
from callmap.languages.rules import ignore, literal, number, through
from callmap.model import JOINED, NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node

    from callmap.languages.lowering import Rule

_CASES: Final = ("consequence", "alternative")
_IN_NAME: Final = re.compile(
    r"`(?:(?:[\w$:-]|\$\{[\w$.]+(?:\(\))?\})+|\.\.?/(?:[\w./-]|\$\{[\w$.]+\})+)`$"
)  # also that of an event, or the path of a module
_CONVERTING: Final = frozenset({"+", "-", "*", "/", "%", "**", "<", ">", "<=", ">=", "~", "instanceof"})
_CONSTANTS: Final = (Op.STRING, Op.NUMBER)


# --- names and members ---


def identifier(b: Lowering, node: Node) -> int:
    start = node.start_byte
    text = b.text_at(start, node.end_byte)
    if text == "exports" and not is_declared(b, text):
        return b.expression(Op.EXPORTS)
    if text == "arguments" and not is_declared(b, text):
        return functions.arguments(b)
    return b.name(text, start)


def member(b: Lowering, node: Node) -> int:
    """object.name, object?.name, object.#name: read, so it may run a getter"""
    start = node.start_byte
    path = plain_path(b, start, node.end_byte)
    if path:
        return read_path(b, path, len(path), start, node)
    inner = node.named_children
    if len(inner) < 2:
        return through(b, node)
    name_node = inner[-1]
    name = b.text(name_node)
    if name == "exports" and exports.is_exports(b, node):
        return b.expression(Op.EXPORTS)
    at = part(b, inner_object(b, inner[0]), name)
    if not b.in_type:
        b.use("attribute", at, name_node)
    return at


def inner_object(b: Lowering, node: Node) -> int:
    """What stands before a dot or bracket; a function in there has no name from the outside."""
    hint, b.hint = b.hint, ""
    at = b.rules[node.kind_id](b, node)
    b.hint = hint
    return at


def subscript(b: Lowering, node: Node) -> int:
    """object[key]; object['name'] is object.name"""
    inner = node.named_children
    if len(inner) < 2:
        return through(b, node)
    object_at, key_node = inner_object(b, inner[0]), inner[-1]
    op, text = constant(b, key_node)
    if op == Op.STRING:
        at = part(b, object_at, text)
        b.use("attribute", at, key_node)
        return at
    if b.type(key_node) == "binary_expression" and b.text(key_node) == f"{b.text(inner[0])}.length - 1":
        op, text = Op.NUMBER, "-1"
    key = inner_object(b, key_node) if op == NONE else b.expression(op, text)
    at = b.expression(Op.ITEM, "", (object_at, key))
    if memory(b).proxies:  # its handler hears it
        b.use("item", at, key_node)
    return at


# --- other expressions ---


def binary(b: Lowering, node: Node) -> int:
    """a + b; a || b, a && b and a ?? b give one of them"""
    inner = node.children
    if len(inner) != 3:
        return through(b, node)
    left = b.rules[inner[0].kind_id](b, inner[0])
    sign = b.type(inner[1])
    if sign in ("||", "&&", "??"):
        return b.expression(Op.CHOICE, sign, (left, names.narrowed(b, inner[2], inner[0], sign != "||")))
    right = b.rules[inner[2].kind_id](b, inner[2])
    at = b.expression(Op.OPERATION, sign, (left, right))
    converts = sign in _CONVERTING and not (b.data[left] in _CONSTANTS and b.data[right] in _CONSTANTS)
    if converts or (sign == "in" and memory(b).proxies):  # its handler hears it
        b.use("operator", at, inner[1])
    return at


def unary(b: Lowering, node: Node) -> int:
    """!a, typeof a, void 0, i++"""
    at = through(b, node)
    first = node.children[0]
    if b.type(first) == "void":
        return b.expression(Op.LITERAL, "undefined")
    sign = b.type(node.children[-1]) if first.is_named else b.type(first)
    at = b.expression(Op.OPERATION, sign, (at,))
    if sign in _CONVERTING:
        b.use("operator", at, node)
    elif sign == "delete":
        b.use("delete", b.data[at + 3], node)
    elif sign in ("++", "--"):
        count(b, node.named_children[0], at)
    return at


def ternary(b: Lowering, node: Node) -> int:
    """a ? b : c"""
    b.lower_field(node, "condition")
    condition = b.field(node, "condition")
    cases = [names.narrowed(b, b.field(node, name), condition, name == "consequence") for name in _CASES]
    return b.expression(Op.CHOICE, "", tuple(cases))


def spread(b: Lowering, node: Node) -> int:
    """...x"""
    at = b.expression(Op.SPREAD, "", (through(b, node),))
    b.use("iterate", at, node)
    return at


def awaiting(b: Lowering, node: Node) -> int:
    at = b.expression(Op.AWAIT, "", (through(b, node),))
    b.use("await", at, node)
    return at


def array(b: Lowering, node: Node) -> int:
    """[a, ...b]"""
    parts: list[int] = []
    if not read_list(b, node, parts):
        hint, b.hint = b.hint, ""
        parts = b.lower_list(node.named_children)
        b.hint = hint
    return b.expression(Op.LIST, "", parts)


def string(b: Lowering, node: Node) -> int:
    return b.expression(Op.STRING, string_value(b, node))


def template(b: Lowering, node: Node) -> int:
    """`text ${x}`; where it may be a name, with its parts"""
    at = template_literal(b, node)
    if b.data[at] == Op.STRING or not _IN_NAME.match(b.short_text(node)):
        return at
    values = iter(b.data[at + 3 : at + 3 + b.data[at + 2]])
    children = [child for child in node.named_children if b.type(child) in ("template_substitution", "string_fragment")]
    parts = [
        next(values) if b.type(child) == "template_substitution" else b.expression(Op.STRING, b.text(child))
        for child in children
    ]
    return b.expression(Op.OPERATION, JOINED, parts)


def template_literal(b: Lowering, node: Node) -> int:
    parts = [b.lower(child) for child in node.named_children if b.type(child) == "template_substitution"]
    if not parts:
        return b.expression(Op.STRING, string_value(b, node))
    b.literal(node)
    at = b.expression(Op.LITERAL, "template", parts)
    b.use("format", at, node)
    return at


def meta_property(b: Lowering, node: Node) -> int:
    """import.meta; new.target, which is the class that is constructed"""
    new = b.text(node) == "new.target"
    return part(b, functions.this(b, node), "constructor") if new else b.name(b.text(node))


# --- JSX ---


def element(b: Lowering, node: Node) -> int:
    """<List items={x}>…</List> calls List with its properties; <div> is no call."""
    opening = b.field(node, "open_tag") or node
    name_node = b.field(opening, "name")
    callee, place, receiver = NONE, name_node, ""
    if name_node is not None and b.type(name_node) == "member_expression":
        callee = b.lower(name_node)
        b.uses.pop()
        place, receiver = name_node.named_children[-1], b.short_text(name_node.named_children[0])
    elif name_node is not None and b.type(name_node) == "identifier":
        text = b.text(name_node)
        if not text[0].islower() and "-" not in text:
            callee = b.name(text)
    hint, b.hint = b.hint, ""
    given = _properties(b, node, opening, name_node, callee == NONE)
    b.hint = hint
    if callee == NONE or name_node is None or place is None:
        return b.expression(Op.LITERAL, "jsx", (given,))
    at = b.expression(Op.CALL, "", (callee, given))
    b.call(at, place, "component", b.short_text(name_node), receiver)
    return at


def _properties(b: Lowering, node: Node, opening: Node, name_node: Node | None, native: bool) -> int:
    """The attributes of an element, and what it holds as `children`; the browser calls handlers of its own elements."""
    properties: list[int] = []
    for child in opening.named_children:
        if child != name_node:
            _jsx_attribute(b, child, properties)
            if native and b.type(child) == "jsx_attribute" and b.text(child).startswith(("on", "ref=")):
                b.use("handler", properties[-1], child)
    held = node.named_children if opening is not node else []
    inside = b.lower_list([c for c in held if b.type(c) not in ("jsx_opening_element", "jsx_closing_element")])
    if inside:
        properties += (b.expression(Op.STRING, "children"), b.expression(Op.LIST, "", inside))
    return b.expression(Op.DICT, "", properties)


def _jsx_attribute(b: Lowering, node: Node, properties: list[int]) -> None:
    """name, name="text", name={value}, {...properties}"""
    if b.type(node) == "jsx_attribute":
        parts = node.named_children
        key = b.expression(Op.STRING, b.text(parts[0]))
        value = b.lower(parts[1]) if len(parts) > 1 else b.expression(Op.LITERAL, "bool")
        properties += (key, value)
    elif b.type(node) == "jsx_expression":
        for child in node.named_children:
            if b.type(child) == "spread_element" and child.named_child_count:
                properties += (NONE, b.lower(child.named_children[0]))
            else:
                b.lower(child)
    else:
        b.lower(node)


RULES: Final[dict[str, Rule]] = {
    "function_expression": functions.function_expression,
    "generator_function": functions.function_expression,
    "arrow_function": functions.function_expression,
    "assignment_expression": objects.assignment,
    "augmented_assignment_expression": objects.augmented,
    "object": objects.object_literal,
    "yield_expression": functions.yielding,
    "await_expression": awaiting,
    "identifier": identifier,
    "shorthand_property_identifier": identifier,
    "undefined": literal("undefined"),
    "null": literal("null"),
    "true": literal("bool"),
    "false": literal("bool"),
    "number": number,
    "regex": lambda b, node: b.expression(Op.LITERAL, "regex"),
    "string": string,
    "template_string": template,
    "this": functions.this,
    "super": functions.super_,
    "meta_property": meta_property,
    "member_expression": member,
    "subscript_expression": subscript,
    "binary_expression": binary,
    "unary_expression": unary,
    "update_expression": unary,
    "ternary_expression": ternary,
    "spread_element": spread,
    "array": array,
    **dict.fromkeys(("template_substitution", "parenthesized_expression", "sequence_expression"), through),
    "jsx_expression": through,
    "jsx_element": element,
    "jsx_self_closing_element": element,
    "jsx_text": ignore,
    "html_character_reference": ignore,
    "property_identifier": ignore,
    "private_property_identifier": ignore,
}
