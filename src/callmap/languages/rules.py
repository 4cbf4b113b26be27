"""Rules for shapes that many languages share: each function takes the grammar's field names and gives a `Rule`.

    "tuple": sequence(Op.TUPLE)                   (a, b)
    "attribute": attribute("object", "attribute")

See `Lowering` for what a rule may do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering, Rule, Target
from callmap.model import NONE, Op
from callmap.parts import BranchKind

if TYPE_CHECKING:
    from tree_sitter import Node


def children(b: Lowering, node: Node) -> int:
    """A statement: what its children say."""
    b.lower_children(node)
    return NONE


def unknown(b: Lowering, node: Node) -> int:
    """The rule of node types that a language does not list: reads the children; an expression if they are."""
    found = b.lower_list(node.named_children)
    return b.expression(Op.UNKNOWN, "", found) if found else NONE


def ignore(b: Lowering, node: Node) -> int:
    return NONE


def through(b: Lowering, node: Node) -> int:
    """Stands for its last named child: parentheses, `x!`."""
    at = NONE
    for child in node.named_children:
        found = b.lower(child)
        if found != NONE:
            at = found
    return at


def name(b: Lowering, node: Node) -> int:
    start = node.start_byte
    return b.name(b.text_at(start, node.end_byte), start)


def number(b: Lowering, node: Node) -> int:
    return b.expression(Op.NUMBER, b.short_text(node))


def literal(type: str) -> Rule:
    """A literal of that type; interpolated parts are read."""

    def rule(b: Lowering, node: Node) -> int:
        return b.expression(Op.LITERAL, type, b.lower_list(node.named_children))

    return rule


def sequence(op: int) -> Rule:
    """[a, b], (a, b), {a, b}."""

    def rule(b: Lowering, node: Node) -> int:
        return b.expression(op, "", b.lower_list(node.named_children))

    return rule


def wrapped(op: int, text: str = "") -> Rule:
    """await x, *x, **x: one operand in an op of its own."""

    def rule(b: Lowering, node: Node) -> int:
        at = through(b, node)
        return NONE if at == NONE else b.unary(op, text, at)

    return rule


def attribute(object: str, name: str) -> Rule:
    """object.name, read; it may be a property. Three children, if there is no comment between them."""

    def rule(b: Lowering, node: Node) -> int:
        parts = node.children  # much cheaper than to ask for fields by their names
        if len(parts) == 3:
            object_node, _, name_node = parts
            object_at = b.rules[object_node.kind_id](b, object_node)
        else:
            object_at, name_node = b.lower_field(node, object), b.field(node, name)  # type: ignore[assignment]
            if name_node is None:
                return object_at
        start = name_node.start_byte
        at = b.unary(Op.ATTRIBUTE, b.text_at(start, name_node.end_byte), object_at)
        b.use_at("attribute", at, start)
        return at

    return rule


def item(object: str, index: str) -> Rule:
    """object[index]."""

    def rule(b: Lowering, node: Node) -> int:
        object_at = b.lower_field(node, object)
        index_at = b.lower_field(node, index)
        at = b.expression(Op.ITEM, "", (object_at, index_at))
        b.use("item", at, node)
        return at

    return rule


def operation(*operands: str, operator: str = "operator") -> Rule:
    """left + right, -operand."""

    def rule(b: Lowering, node: Node) -> int:
        parts = [b.lower_field(node, field) for field in operands]
        sign = b.field(node, operator)
        at = b.expression(Op.OPERATION, b.text(sign) if sign is not None else "", parts)
        b.use("operator", at, node)
        return at

    return rule


def returning(b: Lowering, node: Node) -> int:
    """return x"""
    b.give(through(b, node), node)
    return NONE


def raising(b: Lowering, node: Node) -> int:
    """raise x, throw x"""
    at = through(b, node)
    b.exits()
    if at != NONE:
        b.give(at, node, "raise")
    return NONE


def assignment(left: str = "left", right: str = "right") -> Rule:
    """left = right; stands for the value."""

    def rule(b: Lowering, node: Node) -> int:
        target = b.field(node, left)
        hint = b.hint
        b.hint = b.short_text(target) if target is not None else ""
        value = b.lower_field(node, right)
        b.hint = hint
        if target is not None:
            b.assign(target, value)
        return value

    return rule


def conditional(
    consequence: str = "consequence", alternative: str = "alternative", condition: str = "condition"
) -> Rule:
    """if condition: consequence else: alternative"""

    def rule(b: Lowering, node: Node) -> int:
        b.lower_field(node, condition)
        values = [b.lower_branch("if", b.field(node, consequence))]
        for other in node.children_by_field_name(alternative):
            values.append(b.lower_branch("else", other))
        values = [value for value in values if value != NONE]
        return b.expression(Op.CHOICE, "", values) if values else NONE

    return rule


def loop(b: Lowering, node: Node) -> int:
    """A loop without a variable of its own: all of it may run again."""
    before = b.enter_branch("loop")
    b.lower_children(node)
    b.branch = before
    return NONE


def branch(kind: BranchKind) -> Rule:
    """A region that may or may not run: `else:`, `except:`, `case`."""

    def rule(b: Lowering, node: Node) -> int:
        before = b.enter_branch(kind)
        b.lower_children(node)
        b.branch = before
        return NONE

    return rule


def block(b: Lowering, node: Node) -> int:
    """{ … } with a scope of its own."""
    before = b.enter_scope("block")
    b.lower_children(node)
    b.scope = before
    return NONE


# --- targets: what stands on the left of an assignment ---


def bind_name(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    b.bind(b.text(node), value, node, type)


def store_attribute(object: str, name: str) -> Target:
    """object.name = value"""

    def target(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
        object_at = b.lower_field(node, object)
        b.store(object_at, b.field_text(node, name), value, node, type=type)

    return target


def unpack(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """a, b = value"""
    for index, child in enumerate(node.named_children):
        b.assign(child, b.expression(Op.UNPACK, str(index), (value,)))


def read_only(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """Not something that can be assigned to: read for the calls in it."""
    b.lower(node)
