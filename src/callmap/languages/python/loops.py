"""`while` of Python: takes its statement, notes what may run again, and what runs at least once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.python.expressions import tested
from callmap.model import ALWAYS, NONE

if TYPE_CHECKING:
    from tree_sitter import Node

    from callmap.languages.lowering import Lowering

_COMPOUND: Final = frozenset({
    "block", "if_statement", "elif_clause", "else_clause", "try_statement", "except_clause", "except_group_clause",
    "finally_clause", "with_statement", "match_statement", "case_clause",
})  # fmt: skip


def while_statement(b: Lowering, node: Node) -> int:
    condition, body = b.field(node, "condition"), b.field(node, "body")
    if condition is not None and b.type(condition) == "true" and body is not None:
        return _endless(b, body)
    before = b.enter_branch("loop")
    tested(b, b.lower_field(node, "condition"), node)
    b.lower_field(node, "body")
    b.lower_field(node, "alternative")
    b.branch = before
    return NONE


def _endless(b: Lowering, body: Node) -> int:
    """while True: what stands before the first statement that may leave it always runs, the rest maybe"""
    before = b.enter_branch("loop", ALWAYS)
    maybe = False
    for child in body.named_children:
        if not maybe and _may_break(b, child):
            b.enter_branch("if")
            maybe = True
        b.lower(child)
    b.branch = before
    return NONE


def _may_break(b: Lowering, node: Node) -> bool:
    """Whether a statement may leave the loop that it stands in."""
    kind = b.type(node)
    if kind == "break_statement":
        return True
    if kind in ("for_statement", "while_statement"):
        after = b.field(node, "alternative")
        return after is not None and _may_break(b, after)
    return kind in _COMPOUND and any(_may_break(b, child) for child in node.named_children)
