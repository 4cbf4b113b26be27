"""JavaScript's syntax tree as facts: the table of rules, with those of statements."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from callmap.languages import Syntax
from callmap.languages.javascript import calls, classes, exports, expressions, flow, functions, objects
from callmap.languages.javascript.names import assign_pattern, bind_pattern, memory, narrow, variable_scope
from callmap.languages.lowering import Lowering
from callmap.languages.rules import block, children, ignore, loop, raising, returning
from callmap.model import NONE, Op
from callmap.parts import BranchKind

if TYPE_CHECKING:
    from tree_sitter import Node

    from callmap.languages.lowering import Rule, Target

_MOST_CALLS = 8  # in a `try` that are asked for what they throw
_STARS = re.compile(r"^[ \t]*\*+[ \t]?", re.MULTILINE)


# --- statements ---


def if_statement(b: Lowering, node: Node) -> int:
    condition, then = b.field(node, "condition"), b.field(node, "consequence")
    otherwise = b.field(node, "alternative")
    text = ""
    if condition is not None:
        text = b.text(condition)
        b.lower(condition)
    if flow.never(text):
        flow.unreachable(b, then)
        return NONE if otherwise is None else b.lower(otherwise)
    _case(b, "if", condition, then)
    if flow.always(text):
        flow.unreachable(b, otherwise)
    elif otherwise is not None:
        _case(b, "else", condition, otherwise)
    return NONE


def _case(b: Lowering, case: BranchKind, condition: Node | None, body: Node | None) -> None:
    """What runs if a condition holds, or does not."""
    before = b.branch
    narrow(b, condition, case == "if")
    if b.branch == before:
        b.enter_branch(case)
    if body is not None:
        b.lower(body)
    b.branch = before


def for_statement(b: Lowering, node: Node) -> int:
    """for (let i = 0; i < n; i++) …"""
    scope = b.enter_scope("block")
    b.lower_field(node, "initializer")
    b.lower_field(node, "condition")
    before = b.enter_branch("loop")
    b.lower_field(node, "body")
    b.lower_field(node, "increment")
    b.branch, b.scope = before, scope
    return NONE


def for_in_statement(b: Lowering, node: Node) -> int:
    """for (const x of xs) …, for await (x of xs) …, for (const key in object) …"""
    left, right = b.field(node, "left"), b.field(node, "right")
    iterable = b.lower(right) if right is not None else NONE
    over_keys = b.field_text(node, "operator") == "in"
    one = b.expression(Op.ELEMENT, "key" if over_keys else "", (iterable,))
    if right is not None and not over_keys:
        b.use("iterate", one, right)
    scope = b.enter_scope("block")
    before = b.enter_branch("loop")
    if left is not None:
        kind = b.field_text(node, "kind")
        if kind:
            bind_pattern(b, left, one, NONE, variable_scope(b) if kind == "var" else b.scope)
        else:
            b.assign(left, one)
    b.lower_field(node, "body")
    b.branch, b.scope = before, scope
    return NONE


def try_statement(b: Lowering, node: Node) -> int:
    raised, called = len(b.returns), len(b.calls)
    b.lower_branch("try", b.field(node, "body"))
    thrown = [given.value for given in b.returns[raised:] if given.kind == "raise" and given.symbol == b.symbol]
    calls = [call.expression for call in b.calls[called:] if b.scopes[call.scope].symbol == b.symbol]
    memory(b).caught = b.expression(Op.CAUGHT, str(len(thrown)), (*thrown, *calls[:_MOST_CALLS]))
    b.lower_branch("except", b.field(node, "handler"))
    b.lower_branch("finally", b.field(node, "finalizer"))
    return NONE


def catch_clause(b: Lowering, node: Node) -> int:
    """catch (error) { … }, catch { … }"""
    scope = b.enter_scope("block")
    parameter = b.field(node, "parameter")
    if parameter is not None:
        bind_pattern(b, parameter, memory(b).caught, NONE, b.scope)
    body = b.field(node, "body")
    if body is not None:
        b.lower_children(body)
    b.scope = scope
    return NONE


def switch_case(b: Lowering, node: Node) -> int:
    before = b.enter_branch("case")
    flow.statements(b, node)
    b.branch = before
    return NONE


def labelled(b: Lowering, node: Node) -> int:
    """label: while (…) …"""
    return b.lower_field(node, "body")


def comment(b: Lowering, node: Node) -> int:
    text = b.text(node)
    if text.startswith("/*"):
        text = _STARS.sub("", text[2:].removesuffix("*/")).strip()
    else:
        text = text.lstrip("/!#<-").strip()
    b.comment(node, text)
    return NONE


RULES: dict[str, Rule] = {
    **expressions.RULES,
    "call_expression": calls.call,
    "new_expression": calls.construct,
    "program": children,
    "expression_statement": children,
    "statement_block": flow.block,
    "empty_statement": ignore,
    "debugger_statement": ignore,
    "break_statement": ignore,
    "continue_statement": ignore,
    "function_declaration": functions.function_declaration,
    "generator_function_declaration": functions.function_declaration,
    "class_declaration": classes.class_declaration,
    "class": classes.class_expression,
    "class_static_block": classes.static_block,
    "decorator": classes.decorator,
    "lexical_declaration": objects.variables,
    "variable_declaration": objects.variables,
    "using_declaration": objects.variables,
    "import_statement": exports.import_statement,
    "export_statement": exports.export_statement,
    "if_statement": if_statement,
    "else_clause": children,
    "for_statement": for_statement,
    "for_in_statement": for_in_statement,
    "while_statement": loop,
    "do_statement": loop,
    "try_statement": try_statement,
    "catch_clause": catch_clause,
    "finally_clause": children,
    "switch_body": block,
    "switch_case": switch_case,
    "switch_default": switch_case,
    "labeled_statement": labelled,
    "return_statement": returning,
    "throw_statement": raising,
    "comment": comment,
    "html_comment": comment,
    "hash_bang_line": ignore,
    "statement_identifier": ignore,
    "import_attribute": ignore,
}

TARGETS: dict[str, Target] = {
    "identifier": assign_pattern,
    "undefined": assign_pattern,
    "object_pattern": assign_pattern,
    "array_pattern": assign_pattern,
    "assignment_pattern": assign_pattern,
    "rest_pattern": assign_pattern,
    "parenthesized_expression": assign_pattern,
    "member_expression": objects.member_target,
    "subscript_expression": objects.member_target,
}

SYNTAX = Syntax(rules=RULES, targets=TARGETS)
