"""C's types and declarators, inside out: `int (*handlers[4])(void)` declares `handlers`, [] of * to a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from callmap.languages.lowering import Lowering
from callmap.model import NONE, Op, Parameter

if TYPE_CHECKING:
    from tree_sitter import Node

TYPES = frozenset(
    {
        "primitive_type", "type_identifier", "sized_type_specifier", "struct_specifier", "union_specifier",
        "enum_specifier", "macro_type_specifier",
    }
)  # fmt: skip
DECLARATORS = frozenset(
    {
        "identifier", "field_identifier", "init_declarator", "pointer_declarator", "array_declarator",
        "function_declarator", "parenthesized_declarator", "attributed_declarator",
    }
)  # fmt: skip
_ABSTRACT = frozenset(
    {
        "abstract_pointer_declarator", "abstract_array_declarator", "abstract_function_declarator",
        "abstract_parenthesized_declarator",
    }
)  # fmt: skip

_WRAPPING = frozenset(
    {
        "pointer_declarator", "abstract_pointer_declarator", "array_declarator", "abstract_array_declarator",
        "function_declarator", "abstract_function_declarator",
    }
)  # fmt: skip


class Declared(NamedTuple):
    """What one declarator declares. For a function, `type` is what it returns and `function` holds its parameters."""

    name: Node | None
    type: int
    function: Node | None


class Specified(NamedTuple):
    """A declaration's parts: `static const struct s` and the declarators."""

    type: int
    type_node: Node | None
    storage: list[str]
    declarators: list[Node]


def specified(b: Lowering, node: Node) -> Specified:
    """Reads the specifiers of a declaration, parameter, field or definition; lowers its type."""
    type = NONE
    type_node = None
    storage: list[str] = []
    declarators: list[Node] = []
    for child in node.named_children:
        kind = child.type
        if kind in DECLARATORS:
            declarators.append(child)
        elif kind in TYPES:
            if type_node is None:
                type_node = child
                type = b.lower_type(child)
            elif kind == "type_identifier":  # typedef's own name, `struct s name` in broken code
                declarators.append(child)
        elif kind == "storage_class_specifier":
            storage.append(b.text(child))
        elif kind == "type_qualifier":
            if b.text(child) == "const":
                storage.append("const")
        elif kind in _ABSTRACT:
            declarators.append(child)
        elif kind == "ERROR" and type_node is not None and not declarators:  # static MACRO type name(…)
            named = child.named_children
            if len(named) == 1 and named[0].type == "identifier":
                type_node, type = named[0], b.name(b.text(named[0]))
        elif kind == "comment":
            b.lower(child)
    return Specified(type, type_node, storage, declarators)


def declared(b: Lowering, node: Node, type: int) -> Declared:
    """Unwraps a declarator: from the outside to the name, the type grows."""
    function: Node | None = None  # `type` is still what it returns
    while True:
        kind = node.type
        if kind == "identifier" or kind == "field_identifier" or kind == "type_identifier":
            return Declared(node, type, function)
        if function is not None and kind in _WRAPPING:
            type, function = function_type(b, function, type), None
        if kind == "pointer_declarator" or kind == "abstract_pointer_declarator":
            type = b.expression(Op.POINTER, "*", (type,))
        elif kind == "array_declarator" or kind == "abstract_array_declarator":
            type = b.expression(Op.POINTER, "[]", (type,))
        elif kind == "function_declarator" or kind == "abstract_function_declarator":
            function = node
        inner = _inner(node)
        if inner is None:
            return Declared(None, type if function is None else function_type(b, function, type), None)
        node = inner


def named(b: Lowering, node: Node, type: int) -> tuple[Node, str, int] | None:
    """What a declarator gives a name to: the name, its text, and its type, also where that is a function's; None if it
    has no name."""
    one = declared(b, node, type)
    if one.name is None:
        return None
    name = b.text(one.name)
    return one.name, name, one.type if one.function is None else function_type(b, one.function, one.type)


def function_type(b: Lowering, function: Node, result: int) -> int:
    """The type of a function declarator: int (int, char *)."""
    found = [result]
    for parameter in parameter_nodes(function):
        if parameter.type == "parameter_declaration":
            parts = specified(b, parameter)
            found.append(declared(b, parts.declarators[0], parts.type).type if parts.declarators else parts.type)
    return b.expression(Op.FUNCTION_TYPE, "", found)


def _inner(node: Node) -> Node | None:
    for child in node.named_children:
        kind = child.type
        if kind in DECLARATORS or kind in _ABSTRACT or kind == "type_identifier":
            return child
    return None


def parameter_nodes(node: Node) -> list[Node]:
    """The parameters of a function declarator, without comments and `(void)`."""
    for child in node.named_children:
        if child.type == "parameter_list":
            found = [each for each in child.named_children if each.type != "comment"]
            if len(found) == 1 and found[0].child_count == 1 and found[0].children[0].type == "primitive_type":
                only = found[0].children[0]
                if only.end_byte - only.start_byte == 4 and only.text == b"void":
                    return []
            return found
    return []


def read_parameters(b: Lowering, function: Node) -> list[tuple[Parameter, Node]]:
    """The parameters of a function with the nodes that name them."""
    found: list[tuple[Parameter, Node]] = []
    for node in parameter_nodes(function):
        kind = node.type
        if kind == "parameter_declaration":
            parts = specified(b, node)
            name, type = "", parts.type
            name_node = node
            if parts.declarators:
                one = declared(b, parts.declarators[0], type)
                type = one.type
                if one.function is not None:  # int f(int callback(int))
                    type = function_type(b, one.function, type)
                if one.name is not None:
                    name, name_node = b.text(one.name), one.name
            found.append((Parameter(name, "plain", type), name_node))
        elif kind == "identifier":  # f(a, b) int a; char *b; { … }
            found.append((Parameter(b.text(node)), node))
        elif kind == "variadic_parameter":
            found.append((Parameter("...", "rest"), node))
    return found


# --- types as expressions ---


def plain_type(b: Lowering, node: Node) -> int:
    """int, unsigned long, typeof(x): nothing that has members"""
    return b.expression(Op.UNKNOWN, b.short_text(node))


def named_type(b: Lowering, node: Node) -> int:
    """A typedef's name."""
    text = b.text(node)
    return NONE if text == "__auto_type" or text == "auto" else b.name(text)


def type_descriptor(b: Lowering, node: Node) -> int:
    """The type in a cast, `sizeof`, a compound literal: `(struct s *)`, `(int (*)(void))`."""
    parts = specified(b, node)
    return declared(b, parts.declarators[0], parts.type).type if parts.declarators else parts.type
