"""JavaScript's order of statements: what never runs, since the code before it always leaves. Its calls are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.lowering import Lowering
from callmap.model import NONE

if TYPE_CHECKING:
    from tree_sitter import Node

_LEAVING: Final = frozenset({"return_statement", "throw_statement", "break_statement", "continue_statement"})
_HOISTED: Final = frozenset({"function_declaration", "generator_function_declaration"})
_NEVER: Final = frozenset({"(false)", "(0)", "(null)", "(undefined)"})
_ALWAYS: Final = frozenset({"(true)", "(1)"})


def statements(b: Lowering, node: Node) -> int:
    """A sequence of statements: the body of a function, a case of a switch."""
    b.let_signals_in()
    rules, types, left = b.rules, b.types, False
    for child in node.named_children:
        kind = child.kind_id
        if left and types[kind] not in _HOISTED:
            unreachable(b, child)
        else:
            rules[kind](b, child)
            left = left or types[kind] in _LEAVING
    return NONE


def block(b: Lowering, node: Node) -> int:
    """{ … } with a scope of its own."""
    before = b.enter_scope("block")
    statements(b, node)
    b.scope = before
    return NONE


def unreachable(b: Lowering, node: Node | None) -> None:
    """What never runs: it may still declare names."""
    calls, uses, stores, returns = len(b.calls), len(b.uses), len(b.stores), len(b.returns)
    if node is not None:
        b.lower(node)
    del b.calls[calls:], b.uses[uses:], b.stores[stores:], b.returns[returns:]


def never(condition: str) -> bool:
    """Whether a condition is written as one that never holds: if (false) …"""
    return condition in _NEVER


def always(condition: str) -> bool:
    """Whether a condition is written as one that always holds: if (true) …"""
    return condition in _ALWAYS
