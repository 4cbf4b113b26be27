"""C's syntax tree as facts: the table of rules, and its statements."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from callmap.languages import Syntax
from callmap.languages.c.declarations import (
    declaration,
    define_by_macro,
    define_function,
    define_late,
    define_tracepoint,
    type_definition,
)
from callmap.languages.c.declarators import named_type, plain_type, type_descriptor
from callmap.languages.c.expressions import (
    arithmetic,
    assign,
    assign_field,
    assign_item,
    assign_name,
    assign_target,
    assign_through,
    binary,
    call,
    cast,
    comment,
    compound_literal,
    concatenated,
    conditional_expression,
    declared_around,
    effects,
    field,
    generic,
    initializer,
    macro_type,
    parenthesized,
    pointer,
    string,
    subscript,
)
from callmap.languages.c.preprocessor import conditional, define_macro, define_object, include
from callmap.languages.c.structs import aggregate, field_declaration
from callmap.languages.lowering import Lowering
from callmap.languages.rules import branch, children, ignore, literal, loop, name, number
from callmap.model import NONE, Kind, Op

if TYPE_CHECKING:
    from tree_sitter import Node


# --- statements ---


def expression_statement(b: Lowering, node: Node) -> int:
    """f(x); — at the margin also TEST(name) { … } and TRACE_EVENT(name, …)"""
    inner = node.named_children
    if not inner:
        return NONE
    first = inner[0]
    if b.symbol == 0 and first.type == "call_expression" and _define_by_call(b, node, first):
        return NONE
    rule = b.rules[first.kind_id]
    at = rule(b, first)
    if rule is name and b.symbol != 0:
        text = b.text(first)
        if text.isupper() and not declared_around(b, text):  # POST; where #define POST do { … } while (0)
            b.call(b.expression(Op.CALL, "", (at,)), first, "call", text)
    for child in inner[1:]:
        b.lower(child)
    return at


def _define_by_call(b: Lowering, node: Node, call: Node) -> bool:
    """A macro call that defines a function: with a body behind it, or by its name."""
    callee, arguments = call.named_children[0], call.named_children[-1]
    if callee.type != "identifier" or arguments.type != "argument_list":
        return False
    macro = b.text(callee)
    if node.children[-1].is_missing and _BODY_FOLLOWS.match(b.source, node.end_byte):
        first = arguments.named_children[0] if arguments.named_children else None
        made = macro.isupper() and first is not None and first.type == "identifier"
        define_by_macro(b, call, b.text(first) if made and first is not None else macro, node)
        return True
    place = _TRACEPOINTS.get(macro)
    if place is not None and len(arguments.named_children) > place:
        passed = [b.name(b.text(each)) for each in arguments.named_children[: place + 1]]
        b.call(b.expression(Op.CALL, "", [b.name(macro), *passed]), callee, "call", macro)
        define_tracepoint(b, call, f"trace_{b.text(arguments.named_children[place])}", node)
        return True
    return False


_BODY_FOLLOWS = re.compile(rb"\s*\{")
_TRACEPOINTS = {  # macros that make a function trace_NAME → which argument is the name
    "TRACE_EVENT": 0, "TRACE_EVENT_CONDITION": 0, "TRACE_EVENT_FN": 0, "TRACE_EVENT_FN_COND": 0, "DECLARE_TRACE": 0,
    "DEFINE_EVENT": 1, "DEFINE_EVENT_FN": 1, "DEFINE_EVENT_PRINT": 1, "DEFINE_EVENT_CONDITION": 1,
}  # fmt: skip


def block(b: Lowering, node: Node) -> int:
    """{ … }: has a scope of its own if something is declared in it."""
    inner = node.named_children
    rules = b.rules
    if b.symbol == 0 and define_late(b, node):
        return NONE
    scope = b.scope
    for child in inner:
        if rules[child.kind_id] is declaration:
            b.enter_scope("block")
            break
    at = NONE
    for child in inner:
        at = rules[child.kind_id](b, child)
    b.scope = scope
    return at


def if_statement(b: Lowering, node: Node) -> int:
    """if (condition) statement else statement"""
    rules = b.rules
    before = b.branch
    seen = False
    for child in node.named_children:
        rule = rules[child.kind_id]
        if rule is comment:
            rule(b, child)
        elif not seen:
            seen = True
            effects(b, child, 1)
        else:
            b.enter_branch("else" if rule is children else "if")
            rule(b, child)
            b.branch = before
    return NONE


def for_statement(b: Lowering, node: Node) -> int:
    """for (int i = 0; …; …) …"""
    scope, before = b.scope, b.enter_branch("loop")
    rules = b.rules
    for child in node.named_children:
        rule = rules[child.kind_id]
        if rule is declaration:
            b.enter_scope("block")
        rule(b, child)
    b.scope, b.branch = scope, before
    return NONE


def return_statement(b: Lowering, node: Node) -> int:
    """return f; — a number is nothing to follow"""
    for child in node.named_children:
        at = b.lower(child)
        if at != NONE and b.data[at] != Op.NUMBER:
            b.give(at, node)
    b.exits()
    return NONE


SYNTAX = Syntax(
    rules={
        "translation_unit": children,
        "linkage_specification": children,
        "declaration_list": children,
        "function_definition": define_function,
        "declaration": declaration,
        "type_definition": type_definition,
        "struct_specifier": aggregate(Kind.STRUCT),
        "union_specifier": aggregate(Kind.UNION),
        "enum_specifier": aggregate(Kind.ENUM),
        "field_declaration": field_declaration,
        "type_descriptor": type_descriptor,
        "type_identifier": named_type,
        "primitive_type": plain_type,
        "sized_type_specifier": plain_type,
        "macro_type_specifier": macro_type,
        "storage_class_specifier": ignore,
        "type_qualifier": ignore,
        "attribute_specifier": ignore,
        "attribute_declaration": ignore,
        "preproc_if": conditional,
        "preproc_ifdef": conditional,
        "preproc_include": include,
        "preproc_def": define_object,
        "preproc_function_def": define_macro,
        "preproc_call": ignore,
        "preproc_directive": ignore,
        "expression_statement": expression_statement,
        "compound_statement": block,
        "if_statement": if_statement,
        "else_clause": children,
        "for_statement": for_statement,
        "while_statement": loop,
        "do_statement": loop,
        "switch_statement": children,
        "case_statement": branch("case"),
        "labeled_statement": children,
        "statement_identifier": ignore,
        "return_statement": return_statement,
        "goto_statement": ignore,
        "break_statement": ignore,
        "continue_statement": ignore,
        "comment": comment,
        "identifier": name,
        "field_identifier": ignore,
        "call_expression": call,
        "field_expression": field,
        "subscript_expression": subscript,
        "pointer_expression": pointer,
        "cast_expression": cast,
        "binary_expression": binary,
        "unary_expression": arithmetic,
        "update_expression": arithmetic,
        "conditional_expression": conditional_expression,
        "assignment_expression": assign,
        "comma_expression": parenthesized,
        "parenthesized_expression": parenthesized,
        "extension_expression": parenthesized,
        "generic_expression": generic,
        "compound_literal_expression": compound_literal,
        "initializer_list": initializer,
        "sizeof_expression": ignore,
        "alignof_expression": ignore,
        "offsetof_expression": ignore,
        "gnu_asm_expression": children,
        "number_literal": number,
        "char_literal": ignore,
        "string_literal": string,
        "concatenated_string": concatenated,
        "true": literal("bool"),
        "false": literal("bool"),
        "null": literal("None"),
    },
    targets={
        "identifier": assign_name,
        "field_expression": assign_field,
        "subscript_expression": assign_item,
        "pointer_expression": assign_target,
        "parenthesized_expression": assign_through,
    },
)
