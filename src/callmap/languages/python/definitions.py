"""Python's functions and classes, with their parameters, decorators and docstrings."""

from __future__ import annotations

from re import compile as pattern
from typing import TYPE_CHECKING, Final

from callmap.languages.drafts import Draft
from callmap.languages.lowering import Lowering
from callmap.languages.python.expressions import string_value
from callmap.languages.python.plain import plain_parameters
from callmap.model import NONE, Kind, Op, Parameter, ParameterForm

if TYPE_CHECKING:
    from tree_sitter import Node

_CLASS_RECEIVER: Final = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
_ONLY_DEF: Final = 5  # children of a function without more: def, name, parameters, colon, block
# Code that sets attributes by names which are not written out.
_KEEPS: Final = pattern(r"setattr(__)?\(\s*\w+,\s*\w+,|\w\.__dict__\[\w+\]\s*=[^=]")
_STARTS_STRING: Final = b"\"'rRuUbBfFtT"
_LEFT_TO_OTHERS: Final = "NotImplementedError"
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
        if b.type(child) == "decorator":
            inner = child.named_children[0] if child.named_children else None
            if inner is not None:
                marks.append((inner, b.lower(inner)))
                if b.uses and b.uses[-1].expression == marks[-1][1]:
                    b.uses.pop()  # applied, not read
    definition = b.field(node, "definition")
    if definition is None:
        return NONE
    if b.type(definition) == "class_definition":
        return define_class(b, definition, node, marks)
    return define_function(b, definition, node, marks)


def _bind_decorated(b: Lowering, name: str, at: int, node: Node, marks: list[tuple[Node, int]]) -> None:
    result = at
    for mark, mark_at in reversed(marks):
        result = b.expression(Op.CALL, "", (mark_at, result))
        last = b.field(mark, "attribute") if b.type(mark) == "attribute" else None
        b.call(result, last or mark, "decorator", b.short_text(mark))
    if marks:
        at = b.expression(Op.DECORATED, "", (at, result))
    b.bind(name, at, node)


def define_function(
    b: Lowering, node: Node, outer: Node | None = None, marks: list[tuple[Node, int]] | None = None
) -> int:
    marks = marks or []
    name_text, parameters, result, body, is_async = _parts(b, node)
    in_class = b.scopes[b.scope].kind == "class"
    symbol = b.define(name_text, Kind.METHOD if in_class else Kind.FUNCTION, outer or node)
    draft = b.symbols[symbol]
    draft.decorators = [at for _, at in marks]
    for mark, _ in marks:
        text = b.short_text(mark).partition("(")[0]
        flag = _FLAGS.get(text.rpartition(".")[2])
        if text.endswith((".setter", ".deleter", ".getter")):
            flag = "property" if text.endswith(".getter") else "setter"
            if text.endswith(".deleter"):
                draft.flags.append("deleter")
            if "." in text.rpartition(".")[0]:  # @Base.size.setter: the rest is as it is there
                draft.flags.append("extends")
        if flag:
            draft.flags.append(flag)
    if is_async:
        draft.flags.append("async")
    if name_text == "__init__" and in_class:
        draft.flags.append("constructor")
    elif name_text == "__getattr__" and in_class and body is not None and _KEEPS.search(b.text(body)):
        draft.flags.append("keeps")
    b.describe(symbol, node, body)
    if outer is not None:
        draft.mark(outer.start_byte, node.start_byte)
    receiver = Op.THIS if in_class and "static" not in draft.flags else NONE
    if receiver == Op.THIS and parameters is not None and not _names_receiver(b, parameters):
        if _decorates(b, outer or node, name_text):
            receiver = NONE
        else:
            draft.flags.append("unbound")
    if receiver == Op.THIS and ("classmethod" in draft.flags or name_text in _CLASS_RECEIVER):
        receiver = Op.THIS_TYPE
    plain = plain_parameters(b, parameters) if parameters is not None else []
    given = parameters.named_children if parameters is not None and plain is None else []
    types = _parameter_types(b, given)  # annotations and defaults belong to the scope around the function
    draft.type = b.lower_type(result)
    before = b.enter_symbol(symbol, "function")
    if plain is None:
        _bind_parameters(b, symbol, given, types, receiver)
    elif plain and parameters is not None:
        _bind_plain(b, symbol, plain, receiver, b.line(parameters))
    if body is not None:
        _body(b, draft, body)
        if in_class and "abstract" not in draft.flags and (flag := _without_code(b, body)):
            draft.flags.append(flag)
    b.leave_symbol(before)
    if in_class and name_text.startswith("__") and name_text.endswith("__") and _is_for_checkers(b, outer or node):
        draft.flags.append("declaration")
        return NONE  # the language itself finds what bases have
    at = b.unary(Op.FUNCTION, "", symbol)
    _bind_decorated(b, name_text, at, node, marks)
    return NONE


def _is_for_checkers(b: Lowering, node: Node) -> bool:
    """if TYPE_CHECKING: def __eq__(self, other): … — whether a definition is there for type checkers alone."""
    block = node.parent
    around = block.parent if block is not None else None
    if around is None or b.type(around) != "if_statement" or b.field(around, "consequence") != block:
        return False
    return b.field_text(around, "condition").rpartition(".")[2] == "TYPE_CHECKING"


def _names_receiver(b: Lowering, parameters: Node) -> bool:
    """Whether the first parameter has one of the names that receivers have: else more has to be asked."""
    return b.text_at(parameters.start_byte + 1, parameters.start_byte + 5) in ("self", "cls,", "cls)")


def _decorates(b: Lowering, node: Node, name: str) -> bool:
    """Whether a function of a class decorates others in the body of the class: there it is called like any function."""
    body = node.parent
    return body is not None and f"@{name}\n" in b.text_at(node.end_byte, body.end_byte)


def _parts(b: Lowering, node: Node) -> tuple[str, Node | None, Node | None, Node | None, bool]:
    """Of a function its name, parameters, type of its result and body, and whether it is async: all in one go, which
    costs less than to ask for each by its field."""
    name, parameters, result, body = "", None, None, None
    is_async = False
    if node.child_count == _ONLY_DEF:
        parameters, body = node.child(2), node.child(4)
        if parameters is not None and body is not None and b.type(body) == "block":
            name = b.text_at(node.start_byte, parameters.start_byte)
            if name[:4] == "def " and name[4:].isidentifier():
                return name[4:], parameters, None, body, False
        parameters, body = None, None
    name = ""
    for child in node.children:
        kind = b.type(child)
        if kind == "identifier":
            name = b.text(child)
        elif kind == "parameters":
            parameters = child
        elif kind == "block":
            body = child
        elif kind == "type":
            result = child
        elif kind == "async":
            is_async = True
    return name, parameters, result, body, is_async


def define_lambda(b: Lowering, node: Node) -> int:
    symbol = b.define("<lambda>", Kind.LAMBDA, node)
    body = b.field(node, "body")
    b.describe(symbol, node, body)
    parameters = b.field(node, "parameters")
    given = parameters.named_children if parameters is not None else []
    types = _parameter_types(b, given)
    before = b.enter_symbol(symbol, "function")
    _bind_parameters(b, symbol, given, types, NONE)
    if body is not None:
        b.give(b.lower(body), body)
    b.leave_symbol(before)
    return b.expression(Op.FUNCTION, "", (symbol,))


def _parameter_types(b: Lowering, parameters: list[Node]) -> list[tuple[int, int]]:
    """(type, default) of each parameter node."""
    found = []
    for node in parameters:
        if b.type(node) == "identifier":
            found.append((NONE, NONE))
            continue
        type_node = b.field(node, "type")
        default = b.field(node, "value")
        found.append((b.lower_type(type_node), b.lower(default) if default is not None else NONE))
    return found


def _bind_parameters(
    b: Lowering, symbol: int, parameters: list[Node], types: list[tuple[int, int]], receiver: int
) -> None:
    draft = b.symbols[symbol]
    form: ParameterForm = "plain"
    for node, (type, default) in zip(parameters, types, strict=True):
        kind = b.type(node)
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
        if name_node is not None and b.type(name_node) in ("list_splat_pattern", "dictionary_splat_pattern"):
            this_form = "rest" if b.type(name_node) == "list_splat_pattern" else "rest_keywords"
            form = "keyword"
            name_node = name_node.named_children[0] if name_node.named_children else None
        if name_node is None:
            continue
        if b.type(name_node) != "identifier":  # Python 2's tuple parameters, broken code
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


def _bind_plain(b: Lowering, symbol: int, names: list[str], receiver: int, line: int) -> None:
    """Parameters without types and defaults."""
    draft = b.symbols[symbol]
    for index, name in enumerate(names):
        if index == 0 and receiver != NONE:
            draft.parameters.append(Parameter(name, "receiver"))
            b.bind_at(name, b.unary(receiver, "", b.scope), line)
        else:
            draft.parameters.append(Parameter(name))
            b.bind_at(name, b.expression(Op.PARAMETER, "", (symbol, index)), line)


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
    if outer is not None:
        draft.mark(outer.start_byte, node.start_byte)
    before = b.enter_symbol(symbol, "class")
    if body is not None:
        _body(b, draft, body)
    b.leave_symbol(before)
    _bind_decorated(b, name_text, b.expression(Op.CLASS, "", (symbol,)), node, marks)
    return NONE


def _body(b: Lowering, draft: Draft, body: Node) -> None:
    statements = body.children
    draft.doc = _docstring(b, statements)
    b.lower_each(statements)


def _without_code(b: Lowering, body: Node) -> str:
    """What a method is that has no code of its own: "abstract" or "refuses" where all it does is to raise, "empty"
    where it does nothing; else nothing."""
    children = list(body.named_children)
    while children and b.type(children[-1]) == "comment":
        children.pop()
    last = b.type(children[-1]) if children else ""
    if last not in ("raise_statement", "pass_statement", "expression_statement"):
        return ""
    statements = [child for child in children if b.type(child) != "comment"]
    if len(statements) > 1 and not (len(statements) == 2 and _docstring(b, statements)):
        return ""
    if last == "raise_statement":
        return "abstract" if b.text(children[-1])[5:].lstrip().startswith(_LEFT_TO_OTHERS) else "refuses"
    if last == "expression_statement" and not _docstring(b, statements[-1:]) and b.text(children[-1]) != "...":
        return ""
    return "empty"


def _docstring(b: Lowering, statements: list[Node]) -> str:
    for child in statements:
        if b.type(child) == "comment":
            continue
        if b.type(child) == "expression_statement" and b.source[child.start_byte] in _STARTS_STRING:
            parts = child.named_children
            if parts and b.type(parts[0]) == "string":
                b.docs.add(parts[0].start_byte)
                return string_value(b, parts[0])[:4_000].strip()
        break
    return ""
