"""What the rules remember while they walk one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering

if TYPE_CHECKING:
    from tree_sitter import Node


class Memory:
    __slots__ = ("breaks", "generics", "inner_doc", "let_scopes", "modules", "padded", "pending", "values")

    def __init__(self) -> None:
        self.pending: list[Node] = []  # attributes whose item has not come yet
        self.generics: dict[str, int] = {}  # type parameters in force → the traits that bound them
        self.breaks: list[list[int]] = []  # of each loop around: the values that `break` gives
        self.values: set[tuple[int, str]] = set()  # (module's scope, name) of functions and imported names
        self.modules: set[tuple[int, str]] = set()  # (scope, name) of modules declared in this file
        self.let_scopes: dict[int, int] = {}  # scope that a `let` opened → scope of the block
        self.inner_doc = -2  # line of the last `//!`
        self.padded = 0  # bytes spent on reading macro bodies as items


def memory(b: Lowering) -> Memory:
    found = b.memory
    if found is None:
        found = b.memory = Memory()
    assert isinstance(found, Memory)
    return found
