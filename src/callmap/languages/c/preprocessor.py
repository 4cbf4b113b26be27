"""C's directives as facts: conditions, includes and macros, whose replacement text is read as code of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from callmap.languages.lowering import Lowering
from callmap.model import NONE, Kind, Op, Parameter, ParameterForm

if TYPE_CHECKING:
    from tree_sitter import Node

_ALTERNATIVES = frozenset({"preproc_else", "preproc_elif", "preproc_elifdef"})


# --- conditions ---


def conditional(b: Lowering, node: Node) -> int:
    """#ifdef A … #elif B … #else … #endif: each part is a region under its condition."""
    earlier = ""  # none of the parts before held
    part: Node | None = node
    while part is not None:
        kind = part.type
        children = part.named_children
        first = 0
        if kind == "preproc_else":
            own = ""
        elif kind == "preproc_ifdef" or kind == "preproc_elifdef":
            own = b.text(children[0]) if children else ""
            first = 1
            if part.children[0].type in ("#ifndef", "#elifndef"):
                own = f"!{own}"
        else:
            condition = part.child_by_field_name("condition")
            own = _one_line(b, condition) if condition is not None else ""
            first = 1
        text = f"{earlier} && {_grouped(own)}" if earlier and own else earlier or own
        alternative: Node | None = None
        before = b.branch
        if not _is_guard(b, part, own, children):
            b.enter_branch("preprocessor", text)
        dead = own == "0"
        for child in children[first:]:
            if child.type in _ALTERNATIVES:
                alternative = child
            elif not dead:
                b.lower(child)
        b.branch = before
        if own != "0":
            earlier = f"{earlier} && {_negated(own)}" if earlier else _negated(own)
        part = alternative
    return NONE


def _one_line(b: Lowering, node: Node) -> str:
    return " ".join(_CONTINUATION.sub(" ", b.text(node)).split())


def _grouped(text: str) -> str:
    return f"({text})" if "||" in text or "?" in text else text


def _negated(text: str) -> str:
    if _PLAIN_CONDITION.match(text):
        return text[1:] if text.startswith("!") else f"!{text}"
    return f"!({text})"


_CONTINUATION = re.compile(r"\\\r?\n|/\*.*?\*/", re.S)
_PLAIN_CONDITION = re.compile(r"!?(?:\w+|(?:defined|IS_\w+) ?\(\w+\))\Z")


def _is_guard(b: Lowering, node: Node, condition: str, children: list[Node]) -> bool:
    """#ifndef FILE_H #define FILE_H … #endif around the whole header says nothing."""
    if len(b.symbols) > 1 or b.bindings or b.branch or not condition.startswith("!") or len(children) < 2:
        return False  # something stands before it
    name = condition[1:].replace("defined", "").strip("() ")
    inner = [child for child in children[1:3] if child.type == "preproc_def"]
    if not inner or inner[0].child_by_field_name("value") is not None or b.field_text(inner[0], "name") != name:
        return False
    parent = node.parent
    if parent is None or parent.type != "translation_unit":
        return False
    return all(child == node or child.type in ("comment", "preproc_call") for child in parent.named_children)


# --- includes ---


def include(b: Lowering, node: Node) -> int:
    """#include "x.h", #include <x.h>: all names of the header are names here."""
    path = node.child_by_field_name("path")
    if path is None:
        return NONE
    text = b.text(path)
    module = b.expression(Op.MODULE, text)
    b.bind("*", b.expression(Op.MEMBER, "*", (module,)), node)
    b.note_import(text, (("*", "*"),), node)
    return NONE


# --- macros ---

_CONSTANT = re.compile(
    r"[\s()+~-]*(?:0[xX][0-9a-fA-F]+|\d[\w.]*|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")?(?:\s*(?:<<|>>|[-+*/|&^])"
    r"\s*\(*\s*(?:0[xX][0-9a-fA-F]+|\d\w*)\)*)*[\s)]*(?://.*)?\Z"
)
_NAME = re.compile(r"[(\s]*([A-Za-z_]\w*)[)\s]*\Z")
_KEYWORD = re.compile(
    r"(?:int|char|void|long|short|unsigned|signed|static|inline|extern|const|volatile|struct|do|if)\Z"
)
_CALL = re.compile(r"\w\s*\(")
_LONGEST_BODY, _LONGEST_CONSTANT = 20_000, 200


def define_object(b: Lowering, node: Node) -> int:
    """#define NAME value"""
    symbol, value = _define(b, node)
    b.symbols[symbol].flags.append("object_like")
    if value is None:
        return NONE
    text = b.text(value)
    if len(text) < _LONGEST_CONSTANT and _CONSTANT.match(text):
        return NONE
    alias = _NAME.match(text)
    before = b.enter_symbol(symbol, "function")
    if alias is not None:
        if not _KEYWORD.match(alias[1]):
            b.give(b.name(alias[1]), node)
    elif _CALL.search(text):
        _read_body(b, value, text)
    b.leave_symbol(before)
    return NONE


def define_macro(b: Lowering, node: Node) -> int:
    """#define NAME(a, b) body"""
    symbol, value = _define(b, node)
    before = b.enter_symbol(symbol, "function")
    parameters = node.child_by_field_name("parameters")
    if parameters is not None:
        _bind_parameters(b, symbol, parameters)
    if value is not None:
        _read_body(b, value, b.text(value))
    b.leave_symbol(before)
    return NONE


def _define(b: Lowering, node: Node) -> tuple[int, Node | None]:
    children = node.named_children
    name_node = children[0]
    name = b.text(name_node)
    symbol = b.define(name, Kind.MACRO, node)
    last = children[-1]
    value = last if last.type == "preproc_arg" else None
    b.describe(symbol, node, value)
    if value is not None and len(children) == 2 and value.end_byte - value.start_byte < 80:
        b.symbols[symbol].signature = b.between(node.start_byte, node.end_byte)
    b.bind(name, b.expression(Op.FUNCTION, "", (symbol,)), name_node)
    return symbol, value


def _bind_parameters(b: Lowering, symbol: int, parameters: Node) -> None:
    """(a, b...), (a, ...): the rest is called __VA_ARGS__"""
    draft = b.symbols[symbol]
    for part in b.text(parameters).strip("()").replace("\\\n", " ").split(","):
        text = part.strip()
        if not text:
            continue
        form: ParameterForm = "plain"
        name = text
        if text.endswith("..."):
            form, name = "rest", text[:-3].strip() or "__VA_ARGS__"
        index = len(draft.parameters)
        draft.parameters.append(Parameter(name, form))
        b.variables.add((b.scope, name))
        b.bind(name, b.expression(Op.PARAMETER, "", (symbol, index)), parameters)


def _read_body(b: Lowering, node: Node, text: str) -> None:
    """Lowers the replacement text as code of the macro, then moves what it noted to the lines of the #define."""
    if len(text) > _LONGEST_BODY or not text.strip():
        return
    line, column = b.position(node)
    marks = len(b.calls), len(b.bindings), len(b.stores), len(b.returns), len(b.symbols)
    parsed = text.replace("##", "__").replace("#", "_").replace("...", " 0 ").rstrip("; \t")
    kept = b.turn_to(f"{text}\n;".encode("utf-8", "replace"))
    padded = parsed.encode("utf-8", "replace")
    root = b.parse(padded + b" " * (len(b.source) - 1 - len(padded)) + b";")
    value = NONE
    for child in root.named_children:
        value = b.lower(child)
        if child.type == "expression_statement" and child.named_children:
            continue
        value = NONE
    b.turn_to(kept)
    _move(b, marks, line - 1, column - 1)
    if value != NONE:
        b.give(value, node)


_NEW_LINE = re.compile(rb"\n")


def _move(b: Lowering, marks: tuple[int, int, int, int, int], lines: int, columns: int) -> None:
    calls, bindings, stores, returns, symbols = marks
    for index in range(calls, len(b.calls)):
        call = b.calls[index]
        if call.line == 1:
            call.column += columns
        call.line += lines
    for index in range(bindings, len(b.bindings)):
        b.bindings[index].line += lines
    for index in range(stores, len(b.stores)):
        b.stores[index].line += lines
    for index in range(returns, len(b.returns)):
        b.returns[index].line += lines
    for draft in b.symbols[symbols:]:
        span = draft.span
        draft.span = msgspec.structs.replace(span, line=span.line + lines, end_line=span.end_line + lines)
