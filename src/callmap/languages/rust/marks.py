"""Rust's attributes: `#[test]`, `#[cfg(…)]`, `#[path = "…"]` … stand before what they mark, as siblings.

The rule of an attribute only keeps it; the rule of the item that follows takes all that were kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering, Rule
from callmap.languages.rust.macros import read_arguments
from callmap.languages.rust.memory import memory
from callmap.languages.rust.paths import is_lower
from callmap.model import ENTRY, NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node

_BLANK = re.compile(rb"(?:\s+|//[^\n]*\n|/\*.*?\*/)*", re.DOTALL)
_STRINGS = re.compile(r'"[^"]*"')
_TEST = re.compile(r"\btest\b")
_NOT_TEST = re.compile(r"\bnot\s*\(\s*test\b")
_TESTS = frozenset({"test", "rstest", "test_case", "quickcheck", "wasm_bindgen_test", "proptest"})


class Marks:
    """What the attributes of one item say."""

    __slots__ = ("conditions", "decorators", "first", "flags", "macro_use", "path")

    def __init__(self) -> None:
        self.first: Node | None = None
        self.decorators: list[int] = []
        self.flags: list[str] = []
        self.conditions: list[str] = []  # `cfg(feature = "x")`
        self.path = ""  # #[path = "…"] of a module
        self.macro_use = False


NO_MARKS = Marks()
Definition = Callable[[Lowering, "Node", Marks], None]


def item(define: Definition) -> Rule:
    """An item with its attributes; under `#[cfg(…)]` it stands in a conditional region."""

    def rule(b: Lowering, node: Node) -> int:
        kept = memory(b)
        scope = b.scope
        if scope in kept.let_scopes:  # items are seen in the whole block
            b.scope = kept.let_scopes[scope]
        if not kept.pending:
            define(b, node, NO_MARKS)
            b.scope = scope
            return NONE
        marks = take(b, kept.pending, node)
        before = b.branch
        for condition in marks.conditions:
            b.enter_branch("preprocessor", condition)
        define(b, node, marks)
        b.branch, b.scope = before, scope
        return NONE

    return rule


def attribute_item(b: Lowering, node: Node) -> int:
    """#[derive(Debug)]"""
    pending = memory(b).pending
    if pending and not _adjacent(b, pending[-1], node):
        pending.clear()
    pending.append(node)
    return NONE


def inner_attribute_item(b: Lowering, node: Node) -> int:
    """#![allow(dead_code)] marks what it stands in."""
    marks = Marks()
    _read(b, node, marks)
    draft = b.symbols[b.symbol]
    draft.decorators += marks.decorators
    draft.flags += marks.flags
    return NONE


def take(b: Lowering, pending: list[Node], node: Node) -> Marks:
    """The attributes right before the node."""
    nodes = pending[:]
    pending.clear()
    if not _adjacent(b, nodes[-1], node):
        return NO_MARKS
    marks = Marks()
    marks.first = nodes[0]
    for attribute in nodes:
        _read(b, attribute, marks)
    return marks


def _adjacent(b: Lowering, first: Node, second: Node) -> bool:
    match = _BLANK.match(b.source, first.end_byte, second.start_byte)
    return match is not None and match.end() == second.start_byte


def _read(b: Lowering, node: Node, marks: Marks) -> None:
    attribute = next((child for child in node.named_children if child.type == "attribute"), None)
    if attribute is None or not attribute.named_children:
        return
    path = attribute.named_children[0]
    name = b.text(path)
    arguments = attribute.child_by_field_name("arguments")
    value = attribute.child_by_field_name("value")
    if name == "cfg" and arguments is not None:
        condition = f"cfg{b.between(arguments.start_byte, arguments.end_byte)}"
        plain = _STRINGS.sub("", condition)
        if _TEST.search(plain) and not _NOT_TEST.search(plain):
            marks.flags.append("test")
        else:
            marks.conditions.append(condition)
        return
    if name == "path" and value is not None:
        marks.path = b.text(value).strip('r#"')
    elif name == "macro_use":
        marks.macro_use = True
    elif name == "macro_export":
        marks.flags.append("exported")
    elif name.rpartition("::")[2] in _TESTS:
        marks.flags += ["test", f"{ENTRY}test"]
    calls, uses = len(b.calls), len(b.uses)
    at = b.name(name) if is_lower(name) and path.type == "identifier" else b.lower(path)
    if arguments is not None:
        at = b.expression(Op.CALL, "", [at, *read_arguments(b, arguments)])
    elif value is not None:
        at = b.expression(Op.CALL, "", [at, b.lower(value)])
    del b.calls[calls:], b.uses[uses:]  # written, not run
    marks.decorators.append(at)
