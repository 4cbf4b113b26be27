"""Rust's modules as written: `mod x;`, `mod x { … }`, `use a::{b, c as d}`, `extern crate a`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering
from callmap.languages.rust.items import define, describe
from callmap.languages.rust.marks import Marks
from callmap.languages.rust.memory import memory
from callmap.languages.rust.paths import COMMENTS, bind_beside, head, is_lower, module_above, namespaces
from callmap.model import NONE, Kind, Op

if TYPE_CHECKING:
    from tree_sitter import Node

ALL_MACROS = ("*!", "*!")  # in Import.names: #[macro_use] makes the module's macros known to what follows
_Leaf = tuple[tuple[str, ...], str, "Node"]  # (path, local name or "" or "*", node)


def module(b: Lowering, node: Node, marks: Marks) -> None:
    """mod name; mod name { … }"""
    name = b.field_text(node, "name")
    body = node.child_by_field_name("body")
    if body is None:
        around = [b.symbols[symbol].name for symbol in reversed(namespaces(b))]
        text = "mod " + "::".join([*around, name]) + (f" = {marks.path}" if marks.path else "")
        at = b.expression(Op.MODULE, text)
        b.note_import(text, [("", name), ALL_MACROS] if marks.macro_use else [("", name)], node)
    else:
        symbol = define(b, name, Kind.NAMESPACE, node, marks)
        describe(b, symbol, node, body)
        at = b.expression(Op.CLASS, "", (symbol,))
        _bind_module(b, name, at, node)
        before = b.enter_symbol(symbol, "module")
        b.lower_children(body)
        b.leave_symbol(before)
        return
    _bind_module(b, name, at, node)


def _bind_module(b: Lowering, name: str, at: int, node: Node) -> None:
    bind_beside(b, name, at, node)
    b.bind(f"{name}::", at, node)
    b.variables.add((b.scope, f"{name}::"))
    memory(b).modules.add((b.scope, name))


def extern_crate(b: Lowering, node: Node, marks: Marks) -> None:
    """extern crate a as b;"""
    name = b.field_text(node, "name")
    local = b.field_text(node, "alias") or name
    text = "crate" if name == "self" else f"::{name}"
    b.note_import(text, [("", local), ALL_MACROS] if marks.macro_use else [("", local)], node)
    if local != "_":
        b.bind(local, b.expression(Op.MODULE, text), node)


def use(b: Lowering, node: Node, marks: Marks) -> None:
    """use a::b::{self, c as d, e::*};"""
    argument = node.child_by_field_name("argument")
    if argument is None:
        return
    leaves: list[_Leaf] = []
    _collect(b, argument, (), leaves)
    heads = {path[0] for path, local, _ in leaves if len(path) > 1 and (local or path[-1]) == path[0]}
    heads |= {path[0] for path, local, _ in leaves if local == "*" and path and not _is_bound(b, path[0])}
    modules: dict[tuple[str, ...], int] = {}
    noted: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for path, local, leaf in leaves:
        if local != "*" and path[-1] == "self" and len(path) > 1:
            path = path[:-1]
        outer, name = (path, "*") if local == "*" else (path[:-1], path[-1])
        noted.setdefault(outer, []).append((name, local or name))
        if outer not in modules:
            modules[outer] = _module(b, outer, heads)
        _bind_leaf(b, path, name, local or name, modules[outer], leaf)
    for outer, names in noted.items():
        b.note_import("::".join(outer), names, node)


def _is_bound(b: Lowering, name: str) -> bool:
    """Whether the module binds that name above."""
    if (b.scope, f"{name}::") in b.variables:
        return True
    return any(bound.name == name and bound.scope == b.scope for bound in b.bindings)


def _collect(b: Lowering, node: Node, prefix: tuple[str, ...], leaves: list[_Leaf]) -> None:
    kind = node.type
    if kind == "use_list":
        for child in node.named_children:
            if child.type in COMMENTS:
                b.lower(child)
            else:
                _collect(b, child, prefix, leaves)
    elif kind == "scoped_use_list":
        path, inner = node.child_by_field_name("path"), node.child_by_field_name("list")
        if inner is not None:
            _collect(b, inner, prefix + _segments(b, path, node), leaves)
    elif kind == "use_as_clause":
        path = node.child_by_field_name("path")
        if path is not None:
            leaves.append((prefix + _segments(b, path), b.field_text(node, "alias"), node))
    elif kind == "use_wildcard":
        path = node.named_children[0] if node.named_children else None
        leaves.append((prefix + _segments(b, path, node), "*", node))
    else:
        leaves.append((prefix + _segments(b, node), "", node))


def _segments(b: Lowering, path: Node | None, around: Node | None = None) -> tuple[str, ...]:
    """a::b → ("a", "b"); a leading `::` gives an empty first segment."""
    if path is None:
        absolute = around is not None and b.source[around.start_byte : around.start_byte + 2] == b"::"
        return ("",) if absolute else ()
    return tuple(part.strip() for part in b.text(path).split("::"))


def _module(b: Lowering, path: tuple[str, ...], heads: set[str]) -> int:
    """The module of a path: its head is `crate`, `self`, `super`, a name, or a crate."""
    if not path:
        return NONE
    first, at = path[0], 1
    in_crate = first in ("crate", "$crate", "self", "super")
    if first in ("crate", "$crate"):
        found = b.expression(Op.MODULE, "crate")
    elif first in ("self", "super"):
        while at < len(path) and path[at] == "super":
            at += 1
        found = module_above(b, at - (first == "self"))
    elif not first:
        at = 2
        found = b.expression(Op.MODULE, f"::{path[1]}") if len(path) > 1 else NONE
    elif first in heads and is_lower(
        first
    ):  # use a::a: the name will mean the member; use a::*: it may come from there
        found = b.expression(Op.MODULE, first)
    else:
        found = head(b, first)
    for index, part in enumerate(path[at:]):
        name = f"{part}::" if in_crate and index == 0 and is_lower(part) else part
        found = b.expression(Op.ATTRIBUTE, name, (found,))
    return found


def _bind_leaf(b: Lowering, path: tuple[str, ...], name: str, local: str, outer: int, node: Node) -> None:
    if local == "_":  # a trait, for its methods only
        return
    in_module = b.scopes[b.scope].kind == "module"
    if len(path) == 1 and name != "*":
        if name in ("crate", "self", "super"):
            value = _module(b, path, set())
        elif in_module and (not is_lower(name) or (b.scope, f"{name}::") in b.variables):
            value = b.expression(Op.MEMBER, name, (module_above(b, 0),))
        elif is_lower(name):
            value = b.expression(Op.MODULE, name)  # a crate; a macro of that name is known already
        else:
            value = head(b, name)
        b.bind(local, value, node)
        if is_lower(local):
            b.bind(f"{local}::", value, node)
            b.variables.add((b.scope, f"{local}::"))
        return
    if path == ("",):
        return
    value = b.expression(Op.MEMBER, name, (outer,))
    if name == "*":
        b.bind("*", value, node)
        return
    if not is_lower(local):
        b.bind(local, value, node)
        return
    bind_beside(b, local, value, node)
    if (b.scope, local) not in memory(b).modules:  # `mod run; use crate::run::run`: run:: stays the module
        # as the head of a path it is a module; in `use run::run` the outer one
        b.bind(f"{local}::", b.expression(Op.MODULE, local) if local == path[0] else value, node)
        b.variables.add((b.scope, f"{local}::"))
    if not (path[0] == "crate" and len(path) == 2):  # macros of the crate's root are found by name
        b.bind(f"{local}!", b.expression(Op.MEMBER, f"{name}!", (outer,)), node)
