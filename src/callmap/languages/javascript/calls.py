"""JavaScript's calls: who is called, on what, with what; what is made with `new`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.javascript import exports, functions, names, objects
from callmap.languages.javascript.expressions import inner_object, template_literal
from callmap.languages.javascript.names import expect, memory, part
from callmap.languages.javascript.plain import plain_path, read_list, read_path
from callmap.languages.lowering import Lowering
from callmap.languages.rules import through
from callmap.model import NONE, Op
from callmap.parts import CallForm

if TYPE_CHECKING:
    from tree_sitter import Node

_BACKTICK: Final = ord("`")
_CONTAINERS: Final = frozenset({"Array", "Map", "Set", "WeakMap", "WeakSet"})
_LOOKED_INTO: Final = exports.EXPORTING_CALLS | {"require", "eval", "call"}  # whose arguments are needed as they stand


def call(b: Lowering, node: Node) -> int:
    """f(x), a.b(x), a?.(x), super(x), require('x'), import('x'), tag`text ${x}`"""
    arguments = node.child(1) if node.child_count == 2 else None
    if arguments is None or b.type(arguments) != "arguments":
        return _call(b, node)
    start, middle = node.start_byte, arguments.start_byte
    path = plain_path(b, start, middle)
    if not path or path == ["this"]:
        return _call(b, node)
    declared = _declared(b)
    name, receiver = path[-1], ""
    if len(path) == 1:
        at = b.name(name)
    else:  # called, not read: no use of the last member is noted
        at = b.unary(Op.ATTRIBUTE, name, read_path(b, path, len(path) - 1, start, node))
        receiver = b.text_at(start, middle - len(name) - 1)
    passed: list[int] = []
    nodes: list[Node] = []
    if name in _LOOKED_INTO or not read_list(b, arguments, passed):
        nodes = arguments.named_children
        passed = _arguments(b, nodes, name, (at, *declared))
    at = b.expression(Op.CALL, "", [at, *passed])
    form: CallForm = "method" if receiver else "call"
    b.call_at(at, middle - len(name), form, b.text_at(start, middle), receiver)
    return _special(b, node, at, name, receiver, passed, nodes)


def _call(b: Lowering, node: Node) -> int:
    """A call of what is not a mere name with others before it."""
    inner = node.named_children
    if len(inner) < 2:
        return through(b, node)
    callee, arguments = inner[0], inner[-1]
    declared = _declared(b)
    kind = b.type(callee)
    name, receiver, place = "", "", callee
    if kind == "member_expression":
        parts = callee.named_children
        place = parts[-1]
        name, receiver = b.text(place), b.short_text(parts[0])
        if name == "bind" and b.type(parts[0]) == "function_expression":
            at = functions.named_function(b, parts[0], b.hint, receiver=functions.bound_this(b, arguments))
        else:
            at = inner_object(b, parts[0])
        at = part(b, at, name)
    elif kind == "identifier":
        name = b.text(callee)
        at = b.name(name)
    elif kind == "super":
        at = b.expression(Op.SUPER, "", (b.scope,))
    elif kind == "import":
        return exports.dynamic_import(b, arguments.named_children, node)
    else:
        at = inner_object(b, callee)
        if b.uses and b.uses[-1].expression == at and b.uses[-1].kind == "attribute":
            b.uses.pop()  # called, not read
        if callee.child_count:
            place = arguments
    form: CallForm = "method" if receiver else "call"
    if b.source[arguments.start_byte] == _BACKTICK:
        form = "tagged"
        passed = [template_literal(b, arguments)]
        passed += b.data[passed[0] + 3 : passed[0] + 3 + b.data[passed[0] + 2]]
        argument_nodes = []
    else:
        argument_nodes = arguments.named_children
        of = (at, *declared) if len(inner) == 2 else names.with_types(b, at, declared, inner[1])
        passed = _arguments(b, argument_nodes, name, of)
    at = b.expression(Op.CALL, "", [at, *passed])
    b.call(at, place, form, b.short_text(callee), receiver)
    return _special(b, node, at, name, receiver, passed, argument_nodes)


def _special(b: Lowering, node: Node, at: int, name: str, receiver: str, passed: list[int], nodes: list[Node]) -> int:
    """What a call gives that loads a module, exports something or evaluates a text; else the call itself."""
    if name == "require" and not receiver:
        return exports.require(b, at, nodes, node)
    if name == "eval" and not receiver and len(passed) == 1 and (text := names.member_name(b, nodes[0])):
        quoted = b.lower_quoted(text, node)
        return at if quoted == NONE else quoted
    if name in exports.EXPORTING_CALLS:
        exports.export_by_call(b, name, nodes, passed, node)
    elif name in exports.INTEROP and passed and b.data[passed[0]] == Op.MODULE:
        return passed[0]
    elif name == "call" and (sliced := functions.sliced_arguments(b, receiver, nodes)) != NONE:
        return sliced
    return at


def _declared(b: Lowering) -> tuple[int, ...]:
    """The type of the variable that holds what a call gives, once."""
    if b.memory is None or memory(b).declared == NONE:
        return ()
    declared, memory(b).declared = memory(b).declared, NONE
    return (declared,)


def _arguments(b: Lowering, nodes: list[Node], callee: str = "", of: tuple[int, ...] = ()) -> list[int]:
    """What is passed. A function there is named by the variable only if the callee merely wraps it."""
    if not nodes:
        return []
    hint = b.hint
    if hint and callee not in objects.WRAPPERS:
        b.hint = ""
    with_this = len(nodes) > 1 and b.type(nodes[-1]) == "this"  # xs.forEach(function () { … }, this)
    rules, passed = b.rules, []
    for place, node in enumerate(nodes):
        if of and b.type(node) in names.WITH_CONTEXT:
            expect(b, node, f"argument {place}", of)
        if with_this and b.type(node) == "function_expression":
            at = functions.named_function(b, node, b.hint, receiver=functions.this(b, node))
        else:
            at = rules[node.kind_id](b, node)
        b.hint = ""
        if at != NONE:
            passed.append(at)
    b.hint = hint
    return passed


def construct(b: Lowering, node: Node) -> int:
    """new X, new a.X(y)"""
    inner = node.named_children
    if not inner:
        return NONE
    callee = inner[0]
    at = inner_object(b, callee)
    if b.uses and b.uses[-1].expression == at:
        b.uses.pop()
    place, receiver = callee, ""
    if b.type(callee) == "member_expression":
        place, receiver = callee.named_children[-1], b.short_text(callee.named_children[0])
    passed = _arguments(b, inner[-1].named_children, "", (at,)) if b.type(inner[-1]) == "arguments" else []
    at = b.expression(Op.CONSTRUCT, "", [at, *passed])
    b.call(at, place, "construct", b.short_text(callee), receiver)
    types = b.field(node, "type_arguments")
    if types is not None and b.text(callee) in _CONTAINERS:  # new Map<string, T>() holds that from the start
        type = [b.name(b.text(callee)), *(b.lower_type(child) for child in types.named_children)]
        held = type[-1] if len(type) < 3 else b.expression(Op.TUPLE, "", type[1:])
        made = b.expression(Op.INSTANCE, "", (b.expression(Op.ITEM, "", (type[0], held)),))
        return b.expression(Op.CHOICE, "", (at, made))
    return at
