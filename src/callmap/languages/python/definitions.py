"""Python's functions and classes, with their parameters, decorators and docstrings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.lowering import Lowering
from callmap.languages.python.expressions import string_value
from callmap.model import NONE, Kind, Op, Parameter

if TYPE_CHECKING:
    from tree_sitter import Node

_CLASS_RECEIVER: Final = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
_FLAGS: Final = {
    "staticmethod": "static",
    "classmethod": "classmethod",
    "property": "property",
    "cached_property": "property",
    "abstractmethod": "abstract",
    "overload": "overload",
    "singledispatch": "dispatcher",
    "singledispatchmethod": "dispatcher",
}


def decorated(b: Lowering, node: Node) -> int:
    """@outer @inner def f: … — each decorator is a call, made by the code around the definition."""
    marks = []
    for child in node.named_children:
        if child.type == "decorator":
            inner = child.named_children[0] if child.named_children else None
            if inner is not None:
                marks.append((inner, b.lower(inner)))
                if b.uses and b.uses[-1].expression == marks[-1][1]:
                    b.uses.pop()  # applied, not read
    definition = b.field(node, "definition")
    if definition is None:
        return NONE
    if definition.type == "class_definition":
        return define_class(b, definition, node, marks)
    return define_function(b, definition, node, marks)


def _bind_decorated(b: Lowering, name: str, at: int, node: Node, marks: list[tuple[Node, int]]) -> None:
    result = at
    for mark, mark_at in reversed(marks):
        result = b.expression(Op.CALL, "", (mark_at, result))
        last = b.field(mark, "attribute") if mark.type == "attribute" else None
        b.call(result, last or mark, "decorator", b.short_text(mark))
    if marks:
        at = b.expression(Op.DECORATED, "", (at, result))
    b.bind(name, at, node)


def define_function(
    b: Lowering, node: Node, outer: Node | None = None, marks: list[tuple[Node, int]] | None = None
) -> int:
    marks = marks or []
    name_text = b.field_text(node, "name")
    in_class = b.scopes[b.scope].kind == "class"
    symbol = b.define(name_text, Kind.METHOD if in_class else Kind.FUNCTION, outer or node)
    draft = b.symbols[symbol]
    draft.decorators = [at for _, at in marks]
    for mark, _ in marks:
        text = b.short_text(mark).partition("(")[0]
        flag = _FLAGS.get(text.rpartition(".")[2])
        if text.endswith((".setter", ".deleter")):
            flag = "setter"
            if text.endswith(".deleter"):
                draft.flags.append("deleter")
        if flag:
            draft.flags.append(flag)
    if node.children and node.children[0].type == "async":
        draft.flags.append("async")
    if name_text == "__init__" and in_class:
        draft.flags.append("constructor")
    body = b.field(node, "body")
    b.describe(symbol, node, body)
    parameters = b.field(node, "parameters")
    receiver = Op.THIS if in_class and "static" not in draft.flags else NONE
    if receiver == Op.THIS and ("classmethod" in draft.flags or name_text in _CLASS_RECEIVER):
        receiver = Op.THIS_TYPE
    types = _parameter_types(b, parameters)  # annotations and defaults belong to the scope around the function
    draft.type = b.lower_type(b.field(node, "return_type"))
    before = b.enter_symbol(symbol, "function")
    _bind_parameters(b, symbol, parameters, types, receiver)
    if body is not None:
        draft.doc = _docstring(b, body)
        b.lower_children(body)
    b.leave_symbol(before)
    at = b.expression(Op.FUNCTION, "", (symbol,))
    _bind_decorated(b, name_text, at, node, marks)
    return NONE


def define_lambda(b: Lowering, node: Node) -> int:
    symbol = b.define("<lambda>", Kind.LAMBDA, node)
    body = b.field(node, "body")
    b.describe(symbol, node, body)
    parameters = b.field(node, "parameters")
    types = _parameter_types(b, parameters)
    before = b.enter_symbol(symbol, "function")
    _bind_parameters(b, symbol, parameters, types, NONE)
    if body is not None:
        b.give(b.lower(body), body)
    b.leave_symbol(before)
    return b.expression(Op.FUNCTION, "", (symbol,))


def _parameter_types(b: Lowering, parameters: Node | None) -> list[tuple[int, int]]:
    """(type, default) of each parameter node."""
    if parameters is None:
        return []
    found = []
    for node in parameters.named_children:
        if node.type == "identifier":
            found.append((NONE, NONE))
            continue
        type_node = b.field(node, "type")
        default = b.field(node, "value")
        found.append((b.lower_type(type_node), b.lower(default) if default is not None else NONE))
    return found


def _bind_parameters(
    b: Lowering, symbol: int, parameters: Node | None, types: list[tuple[int, int]], receiver: int
) -> None:
    draft = b.symbols[symbol]
    if parameters is None:
        return
    form = "plain"
    for node, (type, default) in zip(parameters.named_children, types, strict=True):
        kind = node.type
        if kind == "positional_separator":
            draft.parameters = [
                Parameter(p.name, "positional" if p.form == "plain" else p.form, p.type, p.default)
                for p in draft.parameters
            ]
            continue
        if kind == "keyword_separator":
            form = "keyword"
            continue
        if kind == "comment":
            b.lower(node)
            continue
        name_node: Node | None = node
        this_form = form
        if kind in ("typed_parameter", "default_parameter", "typed_default_parameter"):
            name_node = b.field(node, "name") or (node.named_children[0] if node.named_children else None)
        if name_node is not None and name_node.type in ("list_splat_pattern", "dictionary_splat_pattern"):
            this_form = "rest" if name_node.type == "list_splat_pattern" else "rest_keywords"
            form = "keyword"
            name_node = name_node.named_children[0] if name_node.named_children else None
        if name_node is None:
            continue
        if name_node.type != "identifier":  # Python 2's tuple parameters, broken code
            b.lower(name_node)
            continue
        text = b.text(name_node)
        index = len(draft.parameters)
        if index == 0 and receiver != NONE and this_form in ("plain", "positional"):
            draft.parameters.append(Parameter(text, "receiver", type, default))
            b.bind(text, b.expression(receiver, "", (b.scope,)), node, type)
        else:
            draft.parameters.append(Parameter(text, this_form, type, default))
            held = NONE if this_form.startswith("rest") else type  # *args: T holds several of them
            b.bind(text, b.expression(Op.PARAMETER, "", (symbol, index)), node, held)


def define_class(
    b: Lowering, node: Node, outer: Node | None = None, marks: list[tuple[Node, int]] | None = None
) -> int:
    marks = marks or []
    name_text = b.field_text(node, "name")
    bases_node = b.field(node, "superclasses")
    bases: list[int] = []
    keywords: list[int] = []
    if bases_node is not None:
        for child in bases_node.named_children:
            at = b.lower(child)
            if at != NONE:
                (keywords if b.data[at] == Op.KEYWORD else bases).append(at)
    symbol = b.define(name_text, Kind.CLASS, outer or node)
    draft = b.symbols[symbol]
    draft.bases = bases + keywords
    draft.decorators = [at for _, at in marks]
    body = b.field(node, "body")
    b.describe(symbol, node, body)
    before = b.enter_symbol(symbol, "class")
    if body is not None:
        draft.doc = _docstring(b, body)
        b.lower_children(body)
    b.leave_symbol(before)
    _bind_decorated(b, name_text, b.expression(Op.CLASS, "", (symbol,)), node, marks)
    return NONE


def _docstring(b: Lowering, body: Node) -> str:
    for child in body.named_children:
        if child.type == "comment":
            continue
        if child.type == "expression_statement" and child.named_children and child.named_children[0].type == "string":
            return string_value(b, child.named_children[0])[:4_000].strip()
        break
    return ""
