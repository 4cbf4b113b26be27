"""JavaScript's functions: declarations, expressions, arrows and methods, their parameters, and what `this` is in them.

A function without a name of its own is called by where it is put: `const f = () => …`, `api.get = function () …`.
A function's `target` is what `this` means there if no caller says it, where it is not a class's instance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.drafts import Draft
from callmap.languages.javascript import flow
from callmap.languages.javascript.names import bind_pattern, declare, expect, expected, is_declared, memory
from callmap.languages.lowering import Lowering
from callmap.model import CLASS_KINDS, DEFAULT, NONE, PROTOTYPE, Kind, Op, Parameter, ParameterForm
from callmap.parts import Binding

if TYPE_CHECKING:
    from tree_sitter import Node

FUNCTION_NODES: Final = frozenset({"arrow_function", "function_expression", "generator_function"})
_LONGEST_NUMBER: Final = 4
_SLICING: Final = frozenset({"Array.prototype.slice", "[].slice"})
_FUNCTION: Final = "function "  # marks a name that a function declaration has bound
RETURN_TYPES: Final = frozenset({"type_annotation", "asserts_annotation", "type_predicate_annotation"})
_FLAGS: Final = {
    "async": "async", "*": "generator", "static": "static", "get": "getter", "set": "setter", "abstract": "abstract",
    "=>": "arrow", "override_modifier": "override", "readonly": "readonly", "accessor": "accessor",
    "declare": "declare", "?": "optional",
}  # fmt: skip


def function_declaration(b: Lowering, node: Node) -> int:
    """function name(a, b = 1, ...rest) { … }"""
    name_node = b.field(node, "name")
    name = b.text(name_node) if name_node is not None else b.hint or "default"
    receiver = NONE
    if name[:1].isupper():  # called with `new`
        receiver = b.expression(Op.INSTANCE, "", (b.name(name),))
    at = define_function(b, node, name, Kind.FUNCTION, receiver=receiver)
    key = (b.scope, _FUNCTION + name)
    before = b.outer_scope.get(key, NONE)
    if before != NONE and _has_body(b, b.bindings[before].value):  # of several the last one counts, everywhere
        bound = b.bindings[before]
        b.bindings[before] = Binding(name, bound.scope, at, bound.branch, bound.line)
        return NONE
    declare(b, name, at, node)
    b.outer_scope[key] = len(b.bindings) - 1
    return NONE


def _has_body(b: Lowering, at: int) -> bool:
    """Whether the expression is a function declaration with a body."""
    if at == NONE or b.data[at] != Op.FUNCTION:
        return False
    draft = b.symbols[b.data[at + 3]]
    return draft.kind == Kind.FUNCTION and "declaration" not in draft.flags


def function_expression(b: Lowering, node: Node) -> int:
    """function () { … }, function own() { … }, x => x"""
    return named_function(b, node, b.hint)


def named_function(b: Lowering, node: Node, name: str, outer: Node | None = None, receiver: int = NONE) -> int:
    """A function expression that is put where it gets the name; `outer` is the whole definition."""
    own = b.field(node, "name")
    if not name or (own is not None and name in ("default", "module.exports")):
        name = b.text(own) if own is not None else name
    if receiver == NONE and name[:1].isupper() and "." not in name and b.type(node) == "function_expression":
        receiver = b.expression(Op.INSTANCE, "", (b.name(name),))
    kind = Kind.FUNCTION if name else Kind.LAMBDA
    return define_function(b, node, name or "<lambda>", kind, outer, receiver, own)


def define_function(
    b: Lowering,
    node: Node,
    name: str,
    kind: str,
    outer: Node | None = None,
    receiver: int = NONE,
    own: Node | None = None,
    parent: int = NONE,
) -> int:
    """The symbol of a function, with all that stands in it; its FUNCTION expression. `own` is the name of a function
    expression, which only its own body sees; `parent` the symbol that it belongs to, if not the one around it."""
    context = expected(b)
    symbol = b.define(name, kind, outer or node)
    draft = b.symbols[symbol]
    if parent != NONE:
        draft.parent = parent
    parameters = body = result = generics = None
    single: Node | None = None  # x => …
    arrow = False
    for child in node.children:
        type = b.type(child)
        if type == "formal_parameters":
            parameters = child
        elif type == "statement_block" or (arrow and type != "comment"):
            body = child
        elif type == "=>":
            arrow = True
            draft.flags.append("arrow")
        elif type in RETURN_TYPES:
            result = child
        elif type == "type_parameters":
            generics = child
        elif type == "accessibility_modifier":
            draft.flags.append(b.text(child))
        elif type in _FLAGS:
            draft.flags.append(_FLAGS[type])
        elif type == "identifier" and b.type(node) == "arrow_function":
            single = child
    b.describe(symbol, outer or node, body)
    at = b.expression(Op.FUNCTION, "", (symbol,))
    if receiver == NONE and "static" in draft.flags:
        receiver = b.expression(Op.THIS_TYPE, "", (b.scope,))
    draft.target = receiver
    before = b.enter_symbol(symbol, "function")
    if own is not None:
        declare(b, b.text(own), at, own)
    if generics is not None:
        b.lower(generics)
    if single is not None:
        _parameter(b, draft, symbol, single, context)
    if parameters is not None:
        for child in parameters.named_children:
            _parameter(b, draft, symbol, child, context)
    if result is not None:
        draft.type = b.lower_type(result)
    if body is None:
        draft.flags.append("declaration")
    elif b.type(body) == "statement_block":
        flow.statements(b, body)
    else:
        if context != NONE:
            expect(b, body, "returned", (context,))
        b.give(b.lower(body), body)
    b.leave_symbol(before)
    return at


def _parameter(b: Lowering, draft: Draft, symbol: int, node: Node, context: int) -> None:
    """a, a = 1, {a, b}, ...rest; TypeScript: a?: T = 1, @mark() private a: T, this: T"""
    kind = b.type(node)
    if kind in ("comment", "decorator"):
        b.lower(node)
        return
    pattern: Node | None = node
    type = default = NONE
    default_node: Node | None = None
    property_flags: list[str] = []
    if kind in ("required_parameter", "optional_parameter"):
        pattern = None
        for child in node.children:
            child_kind = b.type(child)
            if child_kind == "type_annotation":
                type = b.lower_type(child)
            elif child_kind == "accessibility_modifier":
                property_flags.append(b.text(child))
            elif child_kind in ("override_modifier", "readonly"):
                property_flags.append(_FLAGS[child_kind])
            elif child_kind in ("comment", "decorator"):
                b.lower(child)
            elif not child.is_named:
                pass
            elif pattern is None:
                pattern = child
            else:
                default_node = child
    elif kind == "assignment_pattern":
        pattern, default_node = b.field(node, "left"), b.field(node, "right")
    if pattern is None:
        return
    if b.type(pattern) == "this":
        draft.target = b.expression(Op.INSTANCE, "", (type,))
        return
    form: ParameterForm = "plain"
    if b.type(pattern) == "rest_pattern":
        form = "rest"
        pattern = pattern.named_children[0] if pattern.named_children else pattern
    name = b.short_text(pattern)
    if default_node is not None:
        hint, b.hint = b.hint, name if b.type(pattern) == "identifier" else ""
        default = b.lower(default_node)
        b.hint = hint
    index = len(draft.parameters)
    if type == NONE and context != NONE and form == "plain":
        type = b.expression(Op.FUNCTION_TYPE, f"parameter {index}", (context,))
    draft.parameters.append(Parameter(name, form, type, default))
    value = b.expression(Op.PARAMETER, "", (symbol, index))
    if default != NONE and b.type(pattern) != "identifier":
        value = b.expression(Op.CHOICE, DEFAULT, (value, default))
    bind_pattern(b, pattern, value, type, b.scope)
    if property_flags:
        _parameter_property(b, draft, node, name, type, property_flags)


def _parameter_property(b: Lowering, draft: Draft, node: Node, name: str, type: int, flags: list[str]) -> None:
    """constructor(private store: Store): a field of the class that holds the parameter."""
    field = b.define(name, Kind.FIELD, node)
    b.symbols[field].parent = draft.parent
    b.symbols[field].type = type
    b.symbols[field].flags = flags
    b.describe(field, node, None)
    b.bind(name, NONE, node, type, b.symbols[draft.parent].scope)
    b.store(b.expression(Op.THIS, "", (b.scope,)), name, b.name(name), node)


def this(b: Lowering, node: Node) -> int:
    """The receiver. An arrow has that of the code around it; any other function inside a method has its own."""
    symbols, symbol = b.symbols, b.symbol
    while "arrow" in symbols[symbol].flags:
        symbol = symbols[symbol].parent
    draft = symbols[symbol]
    if draft.target != NONE:
        op = b.data[draft.target]
        if op == Op.DICT and b.memory is not None:
            memory(b).receivers.add(draft.target)
        if op == Op.THIS_TYPE:
            return b.expression(Op.THIS_TYPE, "", (b.scope,))
        return draft.target if op == Op.THIS else b.expression(Op.THIS, "", (b.scope, symbol))
    if draft.kind in CLASS_KINDS or (draft.kind == Kind.METHOD and symbols[draft.parent].kind in CLASS_KINDS):
        return b.expression(Op.THIS, "", (b.scope,))
    return b.expression(Op.THIS, "", (b.scope, symbol)) if symbol else b.expression(Op.UNKNOWN, "this")


def arguments(b: Lowering, start: int = 0) -> int:
    """What the function around was given, named or not, from a place on."""
    symbol = b.symbol
    while "arrow" in b.symbols[symbol].flags:
        symbol = b.symbols[symbol].parent
    draft = b.symbols[symbol]
    if draft.kind not in (Kind.FUNCTION, Kind.METHOD, Kind.LAMBDA):
        return b.name("arguments")
    if not draft.parameters or draft.parameters[-1].form != "rest":
        draft.parameters.append(Parameter("arguments", "rest"))
    passed = [b.expression(Op.PARAMETER, "", (symbol, index)) for index in range(len(draft.parameters))]
    rest, beyond = passed[-1], start - len(passed) + 1
    if beyond > 0:
        rest = b.expression(Op.SLICE, f"{beyond}:", (rest,))
    return b.expression(Op.LIST, "", (*passed[start:-1], b.expression(Op.SPREAD, "", (rest,))))


def sliced_arguments(b: Lowering, callee: str, given: list[Node]) -> int:
    """Array.prototype.slice.call(arguments, 1): a list of what the function is given; NONE if that is not written."""
    if callee not in _SLICING or not given or b.text(given[0]) != "arguments" or is_declared(b, "arguments"):
        return NONE
    start = b.text(given[1]) if len(given) == 2 else "0" if len(given) == 1 else ""
    return arguments(b, int(start)) if start.isdecimal() and len(start) < _LONGEST_NUMBER else NONE


def super_(b: Lowering, node: Node) -> int:
    """super.name: the bases, or the prototype of the object that the method is written in"""
    symbol = b.symbol
    while "arrow" in b.symbols[symbol].flags:
        symbol = b.symbols[symbol].parent
    target = b.symbols[symbol].target
    if target != NONE and b.data[target] == Op.DICT:
        return b.expression(Op.ITEM, PROTOTYPE, (target, b.expression(Op.STRING, PROTOTYPE), this(b, node)))
    return b.expression(Op.SUPER, "", (b.scope,))


def yielding(b: Lowering, node: Node) -> int:
    """yield x, yield* xs"""
    value = NONE
    for child in node.named_children:
        at = b.lower(child)
        value = at if at != NONE else value
    text = "from" if any(b.type(child) == "*" for child in node.children) else ""
    at = b.expression(Op.YIELD, text, () if value == NONE else (value,))
    b.give(at, node, "yield")
    if text and value != NONE:
        b.use("iterate", at, node)
    flags = b.symbols[b.symbol].flags
    if not text and "fed" not in flags and node.parent is not None and b.type(node.parent) != "expression_statement":
        flags.append("fed")
    return at


def bound_this(b: Lowering, arguments: Node) -> int:
    """function () { … }.bind(this)"""
    first = arguments.named_children[0] if arguments.named_child_count else None
    return this(b, first) if first is not None and b.type(first) == "this" else NONE
