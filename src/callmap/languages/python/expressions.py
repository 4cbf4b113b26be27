"""Python's expressions that no shared rule fits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from callmap.languages.lowering import Lowering, Rule
from callmap.languages.python.making import MAKING, made_class
from callmap.languages.python.narrowing import bind_told, class_tests, lower_told
from callmap.languages.python.plain import (
    LITERALS,
    count_names,
    read_arguments,
    read_names,
    read_subscript,
    string_body,
    string_constant,
    truth_constant,
)
from callmap.languages.rules import attribute as attribute_rule
from callmap.languages.rules import through, unknown
from callmap.model import JOINED, NONE, REPEATED, Op
from callmap.parts import CallForm, UseKind

if TYPE_CHECKING:
    from tree_sitter import Node


_PLAIN_STRING: Final = re.compile(  # without looking at its parts, which are nodes of their own
    r"(?si)[rbu]{0,2}(?P<quote>\"{3}|'{3}|\"|')(?P<value>.*)(?P=quote)\Z"
)
_BETWEEN: Final = frozenset({"comment", "line_continuation"})
_EVALUATING: Final = frozenset({"eval", "exec"})
_SPECIAL: Final = _EVALUATING | LITERALS | MAKING | {"super"}
_SLICE: Final = re.compile(r"(-?\d{1,4})?:(-?\d{1,4})?(:(-?[1-9]\d{0,3})?)?\Z")
_NAME_AROUND: Final = re.compile(r"""[fF](["'])(?P<start>[A-Za-z_.][\w.]*)\{[^{}]*\}(?P<end>[\w.]*)\1\Z""")
_DOTTED: Final = re.compile(r"[A-Za-z_][\w.]*\Z")
_attribute: Final = attribute_rule("object", "attribute")


def comprehension(op: int) -> Rule:
    """[body for x in xs if c]: the clauses bind names in a scope of their own, then the body is read."""

    def rule(b: Lowering, node: Node) -> int:
        before = b.enter_scope("block")
        before_branch = b.enter_branch("loop")
        body = b.field(node, "body")
        for child in node.named_children:
            if b.type(child) == "if_clause":
                for condition in b.lower_list(child.named_children):
                    bind_told(b, class_tests(b, condition, True), child)
            elif child != body:
                b.lower(child)
        element = b.lower(body) if body is not None else NONE
        b.scope, b.branch = before, before_branch
        if op == Op.DICT:
            return element if element != NONE else b.expression(op)
        return b.expression(op, REPEATED, () if element == NONE else (element,))

    return rule


def for_in_clause(b: Lowering, node: Node) -> int:
    iterables = b.lower_list(node.children_by_field_name("right"))
    iterable = iterables[0] if iterables else NONE
    awaits = "async" if node.children and b.type(node.children[0]) == "async" else ""
    element = b.unary(Op.ELEMENT, awaits, iterable)
    b.use("iterate", element, node)
    left = b.field(node, "left")
    if left is not None:
        b.assign(left, element)
    return NONE


def attribute(b: Lowering, node: Node) -> int:
    """object.name, read; it may be a property."""
    start, end = node.start_byte, node.end_byte
    count = count_names(b.source, start, end)
    return read_names(b, b.text_at(start, end).split("."), count, start) if count else _attribute(b, node)


def call_expression(b: Lowering, node: Node) -> int:
    """f(x), a.f(x), f(x for x in y). `super()` is the receiver seen from its bases.

    The site is the callee's last name, or the arguments if the callee is no name: `f(x)(y)`.
    """
    arguments = node.child(1) if node.child_count == 2 else None
    if arguments is None:
        return _call(b, node)
    start, middle = node.start_byte, arguments.start_byte
    count = count_names(b.source, start, middle)
    kind = b.type(arguments)
    if not count or (kind != "argument_list" and kind != "generator_expression"):
        return _call(b, node)
    text = b.text_at(start, middle)
    if text in _SPECIAL:
        return _call(b, node)
    form: CallForm = "call"
    receiver = ""
    if count == 1:
        parts = [b.name(text, start)]
    else:  # called, not read: no use of the last attribute is noted
        names = text.split(".")
        form, last = "method", names[count - 1]
        receiver = text[: len(text) - len(last) - 1]
        parts = [b.unary(Op.ATTRIBUTE, last, read_names(b, names, count - 1, start))]
        start = middle - len(last)
    if kind == "generator_expression":
        parts.append(b.lower(arguments))
    elif not read_arguments(b, arguments, middle, parts):
        parts += b.lower_list(arguments.named_children)
    at = b.expression(Op.CALL, "", parts)
    b.call_at(at, start, form, text, receiver)
    return at


def _call(b: Lowering, node: Node) -> int:
    """A call of what is not a mere name, or does something special."""
    named = node.children  # much cheaper than to ask for fields by their names
    if len(named) != 2:
        named = [child for child in node.named_children if b.type(child) != "comment"]
        if len(named) != 2:
            return unknown(b, node)
    function, arguments = named
    kind, receiver = b.type(function), ""
    form: CallForm = "call"
    spread = kind == "list_splat" and len(function.named_children) == 1  # [*f()]: how the grammar sees it
    if spread:
        function = function.named_children[0]
        kind = b.type(function)
    place = function if kind == "identifier" else arguments
    inner = function.children if kind == "attribute" else []
    if len(inner) > 3:  # a comment, or a backslash at the end of a line, stands before the dot
        inner = [child for child in inner if b.type(child) not in _BETWEEN]
    if len(inner) == 3:  # called, not read: no use of the attribute is noted
        place, form = inner[2], "method"
        object_at = b.rules[inner[0].kind_id](b, inner[0])
        parts = [b.unary(Op.ATTRIBUTE, b.text(place), object_at)]
    else:
        parts = [b.rules[function.kind_id](b, function)]
    if b.type(arguments) == "generator_expression":
        parts += b.lower_list([arguments])
    elif not read_arguments(b, arguments, arguments.start_byte, parts):
        parts += b.lower_list(arguments.named_children)
    at = b.expression(Op.CALL, "", parts)
    text = b.short_text(function)
    if form == "method" and len(text) < 120:  # long chains hold each other's text
        receiver = text[: text.rfind(".")].rstrip()
    b.call(at, place, form, text, receiver)
    if kind == "identifier" and text in _EVALUATING and len(parts) == 2 and b.data[parts[1]] == Op.STRING:
        quoted = b.lower_quoted(string_value(b, arguments.named_children[0]), place)
        return quoted if quoted != NONE and text == "eval" else at
    if kind == "identifier" and text == "super":
        return b.expression(Op.SUPER, "", (b.scope, parts[1]) if len(parts) > 1 else (b.scope,))  # super(Base, self)
    if text in MAKING and kind != "call" and len(parts) > 1:
        made = made_class(b, node, text, arguments.named_children, parts)
        if made != NONE:
            return made
    if spread:
        b.use("iterate", b.unary(Op.ELEMENT, "", at), node)
        return b.unary(Op.SPREAD, "", at)
    return at


def sequence(op: int) -> Rule:
    """(a, b), [a, b]"""

    def rule(b: Lowering, node: Node) -> int:
        parts: list[int] = []
        if not read_arguments(b, node, node.start_byte, parts):
            parts = b.lower_list(node.named_children)
        return b.expression(op, "", parts)

    return rule


def dotted_name(b: Lowering, node: Node) -> int:
    """a.b, where the grammar sees one name: patterns, decorators."""
    return b.dotted("".join(b.text(node).split()))


def subscript(b: Lowering, node: Node) -> int:
    start = node.start_byte
    at = read_subscript(b, start, node.end_byte)
    if at != NONE:
        b.use_at("item", at, start)
        return at
    object_at = b.lower_field(node, "value")
    keys = node.children_by_field_name("subscript")
    if len(keys) == 1 and b.type(keys[0]) == "slice":
        b.lower(keys[0])
        text = "".join(b.text(keys[0]).split())
        at = b.expression(Op.SLICE, text if _SLICE.match(text) else "", (object_at,))
    else:
        found = b.lower_list(keys)
        key = found[0] if len(found) == 1 else b.expression(Op.TUPLE, "", found)
        at = b.expression(Op.ITEM, "", (object_at, key))
    b.use("item", at, node)
    return at


def comparison(b: Lowering, node: Node) -> int:
    operands = node.children
    if len(operands) == 3:
        left, right = operands[0], operands[2]
        parts = [at for at in (b.rules[left.kind_id](b, left), b.rules[right.kind_id](b, right)) if at != NONE]
        signs = b.text(operands[1])
    else:
        parts = b.lower_list(node.named_children)
        signs = " ".join([b.text(child) for child in operands if not child.is_named])
    at = b.expression(Op.OPERATION, signs, parts)
    b.use("operator", at, node)
    return at


def tested(b: Lowering, at: int, node: Node) -> None:
    """What stands where it must be true or false: `if x`, `not x`, `x or y`."""
    if at != NONE and (b.data[at] == Op.NAME or b.data[at] == Op.ATTRIBUTE):
        b.use("test", b.unary(Op.UNKNOWN, "", at), node)


def negation(b: Lowering, node: Node) -> int:
    """not x"""
    at = b.lower_field(node, "argument")
    tested(b, at, node)
    return b.unary(Op.OPERATION, "not", at)


def boolean(b: Lowering, node: Node) -> int:
    """a or b gives one of them; so does a and b."""
    given = [each for each in node.children if b.type(each) != "comment"]
    if len(given) != 3:
        return b.expression(Op.CHOICE, "", b.lower_list(node.named_children))
    sign, first = b.text(given[1]), b.lower(given[0])
    parts = [first, lower_told(b, given[2], first, sign == "and")]
    tested(b, first, node)
    return b.expression(Op.CHOICE, sign, [part for part in parts if part != NONE])


def _operands(b: Lowering, node: Node) -> tuple[list[int], str]:
    """Both sides of an operator, and its sign."""
    parts = node.children  # cheaper than to ask for each by its field
    if len(parts) == 3:
        return [b.lower(parts[0]), b.lower(parts[2])], b.text(parts[1])
    return [b.lower_field(node, "left"), b.lower_field(node, "right")], b.field_text(node, "operator")


def conditional_expression(b: Lowering, node: Node) -> int:
    """a if condition else b: the condition is looked at first."""
    given = [child for child in node.named_children if b.type(child) != "comment"]
    if len(given) != 3:
        return b.expression(Op.CHOICE, "", b.lower_list(given))
    condition = b.lower(given[1])
    tested(b, condition, node)
    parts = [lower_told(b, given[0], condition, True), lower_told(b, given[2], condition, False)]
    return b.expression(Op.CHOICE, "", [part for part in parts if part != NONE])


def truth(number: str) -> Rule:
    """True and False."""

    def rule(b: Lowering, node: Node) -> int:
        return truth_constant(b, number)

    return rule


def string(b: Lowering, node: Node) -> int:
    text = b.text(node)
    if "\n" in text:
        b.literal(node)
    body = string_body(text)
    if body is not None and not b.in_type:
        return string_constant(b, body)
    match = _PLAIN_STRING.match(text)
    if match is None:  # interpolated, or broken
        parts: dict[UseKind, list[int]] = {"format": [], "repr": []}
        for child in node.named_children:
            if b.type(child) == "interpolation":
                shown = any(b.type(part) == "type_conversion" and b.text(part) != "!s" for part in child.named_children)
                parts["repr" if shown else "format"].append(b.lower(child))
        if any(parts.values()):
            whole = [p for of in parts.values() for p in of if p != NONE]
            name = _NAME_AROUND.match(text) if len(whole) == 1 else None
            at = b.expression(Op.LITERAL, "template", whole)
            if name is not None:  # f"visit_{kind}": may be the name of something
                ends = [b.expression(Op.STRING, name[group]) for group in ("start", "end")]
                at = b.expression(Op.OPERATION, JOINED, (ends[0], whole[0], ends[1]))
            for kind, of in parts.items():
                if of:
                    b.use(kind, b.expression(Op.LITERAL, "template", [part for part in of if part != NONE]), node)
            return at
        value = string_value(b, node)
    else:
        value = match["value"]
    if b.in_type and value:
        return b.dotted(value) if _DOTTED.match(value) else b.lower_quoted(value)
    if text[:1] in "bB":
        return b.expression(Op.LITERAL, "bytes")
    return string_constant(b, value)


def string_value(b: Lowering, node: Node) -> str:
    return "".join(b.text(child) for child in node.named_children if b.type(child) == "string_content")


def concatenated(b: Lowering, node: Node) -> int:
    parts = b.lower_list(node.named_children)
    texts = [b.text(part) for child in node.named_children for part in child.named_children
             if b.type(part) == "string_content"]  # fmt: skip
    if any(b.data[part] != Op.STRING for part in parts):
        return b.expression(Op.LITERAL, "template", parts)
    return b.expression(Op.STRING, "".join(texts)[:200])


def keyword_argument(b: Lowering, node: Node) -> int:
    value = node.child(2) if node.child_count == 3 else None
    if value is None:
        return b.expression(Op.KEYWORD, b.field_text(node, "name"), (b.lower_field(node, "value"),))
    start, end = node.start_byte, value.start_byte - 1
    plain = b.source[end] == 0x3D and count_names(b.source, start, end) == 1
    text = b.text_at(start, end) if plain else b.field_text(node, "name")
    return b.unary(Op.KEYWORD, text, b.rules[value.kind_id](b, value))


def yielding(b: Lowering, node: Node) -> int:
    value = through(b, node)
    text = "from" if any(b.type(child) == "from" for child in node.children) else ""
    if text and value != NONE:
        b.use("iterate", b.unary(Op.ELEMENT, "", value), node)
    at = b.expression(Op.YIELD, text, () if value == NONE else (value,))
    b.give(at, node, "yield")
    flags = b.symbols[b.scopes[b.scope].symbol].flags
    if "generator" not in flags:
        flags.append("generator")
    if not text and node.parent is not None and b.type(node.parent) != "expression_statement" and "fed" not in flags:
        flags.append("fed")
    return at


def awaiting(b: Lowering, node: Node) -> int:
    at = b.expression(Op.AWAIT, "", (through(b, node),))
    b.use("await", at, node)
    return at


def wrapped_type(b: Lowering, node: Node) -> int:
    before, b.in_type = b.in_type, True
    at = through(b, node)
    b.in_type = before
    return at


def generic_type(b: Lowering, node: Node) -> int:
    """List[int] where the grammar sees a type, not an expression."""
    parts = b.lower_list(node.named_children)
    return b.expression(Op.ITEM, "", parts[:2]) if len(parts) > 1 else (parts[0] if parts else NONE)


def union_type(b: Lowering, node: Node) -> int:
    return b.expression(Op.CHOICE, "", b.lower_list(node.named_children))


def binary(b: Lowering, node: Node) -> int:
    """a + b; in a type, A | B is a union."""
    parts, sign = _operands(b, node)
    if b.in_type and sign == "|":
        return b.expression(Op.CHOICE, "", [part for part in parts if part != NONE])
    at = b.expression(Op.OPERATION, sign, parts)
    b.use("operator", at, node)
    return at
