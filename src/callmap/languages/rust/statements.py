"""Rust's statements and control flow. Most are expressions: a block stands for its last one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering
from callmap.languages.rust.expressions import NO_VALUE, operation
from callmap.languages.rust.marks import take
from callmap.languages.rust.memory import memory
from callmap.languages.rust.paths import choose
from callmap.languages.rust.patterns import assign_name
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node

_WORD = re.compile(rb"\b[a-z_]\w*")


def block(b: Lowering, node: Node) -> int:
    """{ …; value }: stands for its last expression."""
    before = b.enter_scope("block")
    value = statements(b, node)
    b.scope = before
    return value


def statements(b: Lowering, node: Node) -> int:
    rules = b.rules
    pending = memory(b).pending
    value = NONE
    for child in node.named_children:
        if pending and child.type in _STATEMENTS:
            conditions = take(b, pending, child).conditions
            before = b.branch
            for condition in conditions:
                b.enter_branch("preprocessor", condition)
            at = rules[child.kind_id](b, child)
            b.branch = before
        else:
            at = rules[child.kind_id](b, child)
        if at != NONE or child.type not in NO_VALUE:
            value = at
    return value


_STATEMENTS = frozenset({"expression_statement", "let_declaration"})


def inner_block(b: Lowering, node: Node) -> int:
    """unsafe { … }, async move { … }, else { … }"""
    value = NONE
    for child in node.named_children:
        if child.type != "label":
            value = b.lower(child)
    return value


def expression_statement(b: Lowering, node: Node) -> int:
    """x; — without the semicolon (`if … { a } else { b }` at the end of a block) it may be the block's value"""
    value = NONE
    for child in node.named_children:
        value = b.lower(child)
    return NONE if b.source[node.end_byte - 1 : node.end_byte] == b";" else value


def let(b: Lowering, node: Node) -> int:
    """let pattern: T = value else { … };"""
    pattern = node.child_by_field_name("pattern")
    value_node = node.child_by_field_name("value")
    type = b.lower_type(node.child_by_field_name("type"))
    value = NONE
    if value_node is not None:
        if value_node.type == "closure_expression" and pattern is not None and pattern.type == "identifier":
            b.hint = b.text(pattern)
        value = b.lower(value_node)
        b.hint = ""
        alternative = node.child_by_field_name("alternative")
        if alternative is not None:
            b.lower_branch("after", alternative)
    if pattern is not None:
        if value_node is not None:
            _leave_old_names(b, pattern, value_node)
        b.assign(pattern, value, type)
    return NONE


def _leave_old_names(b: Lowering, pattern: Node, value: Node) -> None:
    """let x = x(): the value means the old x, so what follows stands in a scope of its own, up to the block's end."""
    if b.scopes[b.scope].kind not in ("function", "block"):  # broken code
        return
    code = b.source[value.start_byte : value.end_byte]
    for word in _WORD.findall(b.source, pattern.start_byte, pattern.end_byte):
        if word in code:
            opened = memory(b).let_scopes
            before = b.enter_scope("block")
            opened[b.scope] = opened.get(before, before)
            return


def assignment(b: Lowering, node: Node) -> int:
    """x = v, x.y = v, x[i] = v, (a, b) = v"""
    parts = node.named_children
    left = parts[0]
    value = b.lower(parts[-1])
    if left.type == "identifier":
        assign_name(b, b.text(left), value, left)
    else:
        b.assign(left, value)
    return NONE


def compound_assignment(b: Lowering, node: Node) -> int:
    """x += v changes x in place."""
    operation(b, node)
    return NONE


def if_expression(b: Lowering, node: Node) -> int:
    """if let Some(x) = v && c { … } else { … }"""
    before = b.enter_scope("block")
    b.lower_field(node, "condition")
    values = [b.lower_branch("if", node.child_by_field_name("consequence"))]
    b.scope = before
    alternative = node.child_by_field_name("alternative")
    if alternative is not None:
        values.append(b.lower_branch("else", alternative))
    values = [value for value in values if value != NONE]
    return b.expression(Op.CHOICE, "", values) if values else NONE


def let_condition(b: Lowering, node: Node) -> int:
    """let Some(x) = value, in the condition of if or while"""
    value_node = node.child_by_field_name("value")
    value = NONE if value_node is None else b.lower(value_node)
    pattern = node.child_by_field_name("pattern")
    if pattern is not None and value_node is not None:
        _leave_old_names(b, pattern, value_node)
        b.assign(pattern, value)
    return NONE


def match(b: Lowering, node: Node) -> int:
    """match value { pattern if guard => result, … }"""
    value = b.lower_field(node, "value")
    body = node.child_by_field_name("body")
    results = []
    for arm in body.named_children if body is not None else ():
        if arm.type != "match_arm":
            b.lower(arm)
            continue
        before, before_scope = b.enter_branch("case"), b.enter_scope("block")
        pattern, result = arm.child_by_field_name("pattern"), arm.child_by_field_name("value")
        if pattern is not None:
            b.assign(pattern, value)
        at = NONE if result is None else b.lower(result)
        if at != NONE:
            results.append(at)
        b.branch, b.scope = before, before_scope
    return b.expression(Op.CHOICE, "", results) if results else NONE


def for_expression(b: Lowering, node: Node) -> int:
    """for pattern in iterable { … }"""
    iterable_node = node.child_by_field_name("value")
    iterable = NONE if iterable_node is None else b.lower(iterable_node)
    element = b.expression(Op.ELEMENT, "", (iterable,))
    if iterable_node is not None:
        b.use("iterate", element, iterable_node)
    before, before_scope = b.enter_branch("loop"), b.enter_scope("block")
    pattern = node.child_by_field_name("pattern")
    if pattern is not None:
        b.assign(pattern, element)
    b.lower_field(node, "body")
    b.branch, b.scope = before, before_scope
    return NONE


def while_expression(b: Lowering, node: Node) -> int:
    """while condition { … }, while let Some(x) = next() { … }"""
    before, before_scope = b.enter_branch("loop"), b.enter_scope("block")
    b.lower_field(node, "condition")
    b.lower_field(node, "body")
    b.branch, b.scope = before, before_scope
    return NONE


def loop(b: Lowering, node: Node) -> int:
    """loop { … break value; … }: stands for the values that leave it"""
    breaks = memory(b).breaks
    breaks.append([])
    before = b.enter_branch("loop")
    b.lower_field(node, "body")
    b.branch = before
    return choose(b, breaks.pop())


def breaking(b: Lowering, node: Node) -> int:
    """break 'label value"""
    value = inner_block(b, node)
    breaks = memory(b).breaks
    if value != NONE and breaks and node.named_children[0].type != "label":
        breaks[-1].append(value)
    return NONE


def returning(b: Lowering, node: Node) -> int:
    value = inner_block(b, node)
    if value != NONE:
        b.give(value, node)
    return NONE


def yielding(b: Lowering, node: Node) -> int:
    value = inner_block(b, node)
    b.give(b.expression(Op.YIELD, "", () if value == NONE else (value,)), node, "yield")
    return b.expression(Op.UNKNOWN)
