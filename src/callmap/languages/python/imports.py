"""Python's import statements, as facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering
from callmap.languages.python.plain import imported_names
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node


def import_statement(b: Lowering, node: Node) -> int:
    """import a.b, c as d — `import a.b` binds `a`."""
    for child in node.children_by_field_name("name"):
        if b.type(child) == "aliased_import":
            module, alias = b.field_text(child, "name"), b.field_text(child, "alias")
            b.bind(alias, b.expression(Op.MODULE, module), child)
            b.note_import(module, (("", alias),), child)
        else:
            module = b.text(child)
            first = module.partition(".")[0]
            b.bind(first, b.expression(Op.MODULE, first), child)
            b.note_import(module, (("", first),), child)
    return NONE


def import_from(b: Lowering, node: Node) -> int:
    """from ..a import b as c; from a import *"""
    plain, given = imported_names(b, node)
    if given:
        at, line = b.expression(Op.MODULE, plain), b.line(node)
        for name in given:
            b.bind_at(name, b.unary(Op.MEMBER, name, at), line)
        b.note_import(plain, [(name, name) for name in given], node)
        return NONE
    module_node = b.field(node, "module_name")
    module = "".join(b.text(module_node).split()) if module_node is not None else "__future__"
    at = b.expression(Op.MODULE, module)
    names = []
    for child in node.children_by_field_name("name"):
        if b.type(child) == "aliased_import":
            name_text, alias = b.field_text(child, "name"), b.field_text(child, "alias")
        else:
            name_text = alias = b.text(child)
        b.bind(alias, b.expression(Op.MEMBER, name_text, (at,)), child)
        names.append((name_text, alias))
    if any(b.type(child) == "wildcard_import" for child in node.named_children):
        b.bind("*", b.expression(Op.MEMBER, "*", (at,)), node)
        names.append(("*", "*"))
    b.note_import(module, names, node)
    return NONE
