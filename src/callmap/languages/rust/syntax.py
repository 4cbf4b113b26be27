"""Rust's syntax tree as facts: the table of rules, and macros whose braces hold items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from callmap.languages import Syntax
from callmap.languages.lowering import Lowering
from callmap.languages.rules import children, ignore, literal, number, sequence, through, unknown, wrapped
from callmap.languages.rust import expressions, items, paths, statements, uses
from callmap.languages.rust.macros import macro_call
from callmap.languages.rust.marks import attribute_item, inner_attribute_item, item
from callmap.languages.rust.memory import memory
from callmap.languages.rust.patterns import TARGETS
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node

_ITEM_MACRO_BYTES = 3_000_000  # of padded text that one file may cost
_NOT_NEWLINE = re.compile(rb"[^\n]")
_BRACES = re.compile(rb"[{}]")
_ITEM_START = re.compile(
    rb"^(?:pub(?:\([^)\n]*\))? +)?(?:(?:async|unsafe|const|default|extern \"C\") +)*"
    rb"(?:fn|struct|enum|union|trait|impl|mod|use|static|type|macro_rules!)\b",
    re.MULTILINE,
)


def macro(b: Lowering, node: Node) -> int:
    """name! { fn f() { … } }: where the braces hold items, they are items of this place. Else a macro call."""
    tree = node.named_children[-1]
    in_code = b.scopes[b.scope].kind not in ("module", "members")
    if in_code or b.source[tree.start_byte : tree.start_byte + 1] != b"{":
        return macro_call(b, node)
    root = _as_items(b, tree)
    if root is None:
        return macro_call(b, node)
    at = macro_call(b, node, read=False)
    b.lower_children(root)
    return at


def broken(b: Lowering, node: Node) -> int:
    """Where the parser gave up, it swallows what follows: from the next line that starts an item, it is tried anew."""
    kept = memory(b)
    following = _ITEM_START.search(b.source, node.start_byte + 1, node.end_byte)
    if b.scopes[b.scope].kind != "module" or following is None or kept.padded > _ITEM_MACRO_BYTES:
        return unknown(b, node)
    start = following.start()
    kept.padded += node.end_byte
    for child in node.named_children:
        if child.start_byte < start:
            b.lower(child)
    b.lower_children(b.parse(_NOT_NEWLINE.sub(b" ", b.source[:start]) + b.source[start : node.end_byte]))
    return NONE


def _as_items(b: Lowering, tree: Node) -> Node | None:
    """The braces' content parsed as a file of its own, in which everything stands at its old place."""
    start, end = tree.start_byte + 1, tree.end_byte - 1
    known = memory(b)
    known.padded += end
    if known.padded > _ITEM_MACRO_BYTES:
        return None
    inner = b.source[start:end]
    if inner.lstrip().startswith(b"if"):  # cfg_if! { if #[cfg(a)] { … } else { … } }
        inner = _without_conditions(inner)
    root = b.parse(_NOT_NEWLINE.sub(b" ", b.source[:start]) + inner)
    kinds = {child.type for child in root.named_children}
    return None if root.has_error or "expression_statement" in kinds or not kinds & _ITEMS else root


def _without_conditions(code: bytes) -> bytes:
    """The bodies of `if #[…] { … } else { … }`, all else blanked."""
    depth, found, last = 0, bytearray(code), 0
    for mark in _BRACES.finditer(code):
        text = mark.group()
        if text == b"{":
            depth += 1
            if depth == 1:
                found[last : mark.end()] = _NOT_NEWLINE.sub(b" ", code[last : mark.end()])
        elif text == b"}":
            depth -= 1
            if depth == 0:
                found[mark.start() : mark.end()] = b" "
                last = mark.end()
    return bytes(found)


_ITEM_RULES = {
    "function_item": item(items.function),
    "function_signature_item": item(items.function),
    "struct_item": item(items.type_definition),
    "union_item": item(items.type_definition),
    "enum_item": item(items.type_definition),
    "trait_item": item(items.type_definition),
    "impl_item": item(items.implementation),
    "const_item": item(items.constant),
    "static_item": item(items.constant),
    "type_item": item(items.type_alias),
    "associated_type": item(items.type_alias),
    "macro_definition": item(items.macro_definition),
    "mod_item": item(uses.module),
    "use_declaration": item(uses.use),
    "extern_crate_declaration": item(uses.extern_crate),
    "field_declaration": item(items.field),
    "enum_variant": item(items.variant),
}
_ITEMS = frozenset(_ITEM_RULES)

SYNTAX = Syntax(
    rules={
        **_ITEM_RULES,
        "ERROR": broken,
        "attribute_item": attribute_item,
        "inner_attribute_item": inner_attribute_item,
        "foreign_mod_item": children,
        "declaration_list": children,
        "line_comment": expressions.comment,
        "block_comment": expressions.comment,
        "visibility_modifier": ignore,
        "extern_modifier": ignore,
        "mutable_specifier": ignore,
        "label": ignore,
        "lifetime": ignore,
        "empty_statement": ignore,
        "continue_expression": ignore,
        "shebang": ignore,
        "where_clause": ignore,
        "block": statements.block,
        "unsafe_block": statements.inner_block,
        "async_block": statements.inner_block,
        "gen_block": statements.inner_block,
        "try_block": statements.inner_block,
        "const_block": statements.inner_block,
        "else_clause": statements.inner_block,
        "expression_statement": statements.expression_statement,
        "let_declaration": statements.let,
        "let_condition": statements.let_condition,
        "let_chain": children,
        "assignment_expression": statements.assignment,
        "compound_assignment_expr": statements.compound_assignment,
        "if_expression": statements.if_expression,
        "match_expression": statements.match,
        "for_expression": statements.for_expression,
        "while_expression": statements.while_expression,
        "loop_expression": statements.loop,
        "break_expression": statements.breaking,
        "return_expression": statements.returning,
        "yield_expression": statements.yielding,
        "closure_expression": items.closure,
        "call_expression": expressions.call,
        "macro_invocation": macro,
        "struct_expression": expressions.struct_expression,
        "field_expression": expressions.field_expression,
        "index_expression": expressions.index_expression,
        "binary_expression": expressions.operation,
        "unary_expression": expressions.unary,
        "reference_expression": expressions.reference,
        "try_expression": wrapped(Op.REFERENCE, "?"),
        "await_expression": expressions.awaiting,
        "type_cast_expression": expressions.cast,
        "range_expression": expressions.range_expression,
        "parenthesized_expression": through,
        "tuple_expression": sequence(Op.TUPLE),
        "array_expression": sequence(Op.LIST),
        "unit_expression": sequence(Op.TUPLE),
        "identifier": expressions.identifier,
        "self": expressions.this,
        "crate": lambda b, node: b.expression(Op.MODULE, "crate"),
        "metavariable": paths.metavariable,
        "scoped_identifier": paths.scoped,
        "scoped_type_identifier": paths.scoped,
        "generic_function": lambda b, node: b.lower(node.named_children[0]),
        "bracketed_type": paths.bracketed,
        "type_identifier": paths.type_name,
        "primitive_type": paths.primitive_type,
        "generic_type": paths.generic_type,
        "generic_type_with_turbofish": paths.generic_type,
        "type_binding": paths.type_binding,
        "reference_type": paths.pointer_type("&"),
        "pointer_type": paths.pointer_type("*"),
        "array_type": paths.pointer_type("[]"),
        "tuple_type": paths.tuple_type,
        "unit_type": sequence(Op.TUPLE),
        "never_type": ignore,
        "function_type": paths.function_type,
        "dynamic_type": paths.trait_type,
        "abstract_type": paths.trait_type,
        "higher_ranked_trait_bound": paths.trait_type,
        "bounded_type": paths.bounded_type,
        "integer_literal": number,
        "float_literal": number,
        "negative_literal": number,
        "boolean_literal": literal("bool"),
        "char_literal": literal("char"),
        "string_literal": expressions.string,
        "raw_string_literal": expressions.string,
    },
    targets=TARGETS,
)
