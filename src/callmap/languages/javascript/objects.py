"""JavaScript's variables, assignments and object literals: where functions get their names and `this` its object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.javascript.classes import named_class
from callmap.languages.javascript.exports import assign_export, is_exports
from callmap.languages.javascript.functions import FUNCTION_NODES, define_function, named_function
from callmap.languages.javascript.names import (
    ASSIGNED,
    bind_pattern,
    count,
    expect,
    expected,
    is_constant,
    is_declared,
    key_name,
    key_text,
    member_name,
    memory,
    note_constant,
    note_counter,
    pattern_names,
    variable_scope,
)
from callmap.languages.lowering import Lowering
from callmap.model import CLASS_KINDS, DEFAULT, MIXED, NONE, PROTOTYPE, SETTER, Import, Kind, Op

if TYPE_CHECKING:
    from tree_sitter import Node

# const save = useCallback(() => …): people call the function by the variable.
WRAPPERS: Final = frozenset({
    "useCallback", "memo", "forwardRef", "observer", "debounce", "throttle", "memoize", "once", "promisify", "bind",
    "useEvent", "useMemoizedFn",
})  # fmt: skip

_AROUND: Final = frozenset({"parenthesized_expression", "binary_expression", "ternary_expression"})
_ACCESSORS: Final = frozenset({"getter", "setter"})
_GLOBALS: Final = frozenset({"globalThis", "window", "global", "self"})


# --- variables ---


def variables(b: Lowering, node: Node) -> int:
    """const a = 1, {b} = c; var d"""
    children = node.named_children
    hoisted = b.type(node) == "variable_declaration"
    constant = node.child_count and b.type(node.children[0]) == "const"
    for child in children:
        if b.type(child) == "variable_declarator":
            _variable(b, child, node if len(children) == 1 else child, variable_scope(b) if hoisted else b.scope)
            if constant:
                note_constant(b, child)
        else:
            b.lower(child)
    return NONE


def _variable(b: Lowering, node: Node, outer: Node, scope: int) -> None:
    """name: type = value"""
    name_node = type_node = value_node = None
    for child in node.named_children:
        kind = b.type(child)
        if kind == "type_annotation":
            type_node = child
        elif kind == "comment":
            b.lower(child)
        elif name_node is None:
            name_node = child
        else:
            value_node = child
    if name_node is None:
        return
    type = NONE if type_node is None else b.lower_type(type_node)
    simple = b.type(name_node) == "identifier"
    name = b.text(name_node) if simple else ""
    if b.symbols[b.scopes[scope].symbol].scope == scope and b.scopes[scope].kind != "function":
        _variable_symbols(b, name_node, value_node, outer, scope, type)
    hint, b.hint = b.hint, name
    imports = len(b.imports)
    if value_node is None:
        value = NONE
    elif simple and b.type(value_node) in FUNCTION_NODES:
        if type != NONE:
            expect(b, value_node, "", (type,))
        value = named_function(b, value_node, name, outer)
        type = NONE  # `const f: Handler = () => …` is that function
    elif simple and b.type(value_node) == "class":
        value = named_class(b, value_node, name, outer)
    else:
        if type != NONE:
            expect(b, value_node, "", (type,))
            memory(b).declared = type if b.type(value_node) == "call_expression" else NONE
        value = b.lower(value_node)
        if len(b.imports) > imports and b.data[value] in (Op.MODULE, Op.MEMBER):
            _name_import(b, name_node, value_node)
    b.hint = hint
    bind_pattern(b, name_node, value, type, scope)
    if simple:
        note_counter(b, name, value, scope)


def _variable_symbols(b: Lowering, name: Node, value: Node | None, outer: Node, scope: int, type: int) -> None:
    """Variables of modules and namespaces are symbols, unless they name a function, a class or a module."""
    if value is not None:
        kind = b.type(value)
        if _gives_function(b, value):
            return
        if kind in ("call_expression", "member_expression") and b.text(value).startswith("require("):
            return
        if kind == "call_expression":
            callee = b.text(value.named_children[0])
            if callee.rpartition(".")[2] in WRAPPERS and _first_function(b, value) is not None:
                return
    for text in pattern_names(b, name):
        if (scope, text) not in b.variables:
            symbol = b.define(text, Kind.VARIABLE, outer)
            b.symbols[symbol].type = type
            b.describe(symbol, outer, value)


def _gives_function(b: Lowering, node: Node) -> bool:
    """Whether a function or class gets the variable's name: `(global && global.f) || function () { … }`."""
    while b.type(node) in _AROUND and node.named_children:
        node = node.named_children[-1]
    return b.type(node) in FUNCTION_NODES or b.type(node) == "class"


def _first_function(b: Lowering, call: Node) -> Node | None:
    arguments = call.named_children[-1]
    first = arguments.named_children[0] if arguments.named_child_count else None
    return first if first is not None and b.type(first) in FUNCTION_NODES else None


def _name_import(b: Lowering, target: Node, value: Node) -> None:
    """const {a, b: c} = require('x'), d = require('x').d: the names go to the import."""
    names = []
    if b.type(target) == "object_pattern":
        for child in target.named_children:
            key = b.field(child, "key") or b.field(child, "left") or child
            local = pattern_names(b, child)
            names.append((key_text(b, key), local[0] if local else ""))
    elif b.type(target) == "identifier" and b.type(value) == "member_expression":
        names.append((b.field_text(value, "property"), b.text(target)))
    if names:
        last = b.imports.pop()
        b.imports.append(Import(last.module, tuple(names), last.line, last.branch, last.type_only))


# --- assignment ---


def assignment(b: Lowering, node: Node) -> int:
    """a = b; a.b = c; [a, b] = c; exports.a = b; A.prototype.b = function () { … }"""
    left, right = b.field(node, "left"), b.field(node, "right")
    if left is None or right is None:
        b.lower_children(node)
        return NONE
    kind = b.type(left)
    if kind in ("member_expression", "subscript_expression"):
        return _assign_member(b, node, left, right)
    hint, b.hint = b.hint, b.text(left) if kind == "identifier" and b.text(left) != "exports" else b.hint
    if kind == "identifier" and b.type(right) in FUNCTION_NODES:
        value = named_function(b, right, b.hint, node)
    else:
        value = b.lower(right)
    b.hint = hint
    bind_pattern(b, left, value, NONE, ASSIGNED)
    return value


def _assign_member(b: Lowering, node: Node, left: Node, right: Node) -> int:
    """object.name = value"""
    if is_exports(b, left):
        value = _assigned_value(b, node, right, "module.exports", NONE, NONE)
        assign_export(b, "=", value, node)
        return value
    inner = left.named_children
    object_node, key_node = inner[0], inner[-1]
    if b.type(left) == "member_expression":
        name = b.text(key_node)
    else:
        name = member_name(b, key_node)
    if not name:
        return _assign_item(b, object_node, key_node, left, right)
    if name == "__proto__":
        value = b.lower(right)
        b.store(b.lower(object_node), PROTOTYPE, value, left)
        return value
    if is_exports(b, object_node):
        value = _assigned_value(b, node, right, name, b.expression(Op.EXPORTS), NONE)
        assign_export(b, name, value, node)
        return value
    object_at = b.lower(object_node)
    holder = b.text(object_node) if object_node.end_byte - object_node.start_byte < 100 else ""
    parent, receiver = NONE, object_at
    title = f"{holder}.{name}" if _is_path(holder) else name
    if holder == "this":
        title, parent = name, _enclosing_class(b)
    elif holder.endswith(".prototype"):
        title = f"{holder[:-10]}.{name}"
        receiver = b.expression(Op.INSTANCE, "", (b.dotted(holder[:-10]),))
        if b.uses and b.uses[-1].expression == object_at:
            b.uses.pop()
    value = _assigned_value(b, node, right, title, receiver, parent)
    b.store(object_at, name, value, left)
    if holder in _GLOBALS and not is_declared(b, holder):
        before = b.enter_branch("call") if b.symbol else b.branch
        b.bind(name, value, left, scope=0)
        b.branch = before
    return value


def _assign_item(b: Lowering, object_node: Node, key_node: Node, left: Node, right: Node) -> int:
    """object[key] = value; object[key] = other[key] copies what the other has by the same name"""
    object_at, key = b.lower(object_node), b.lower(key_node)
    hint, b.hint = b.hint, ""
    value = b.lower(right)
    b.hint = hint
    if b.type(right) == "subscript_expression" and b.type(key_node) == "identifier":
        source, index = right.named_children[0], right.named_children[-1]
        if b.text(index) == b.text(key_node):
            copied = b.lower(source)
            if b.data[object_at] == Op.EXPORTS:
                b.export("*", copied, left)
            else:
                b.store(object_at, MIXED, copied, left, key)
            return value
    b.store(object_at, "", value, left, key)
    return value


def _assigned_value(b: Lowering, node: Node, right: Node, title: str, receiver: int, parent: int) -> int:
    """The right side; a function there is called by the left side, and its `this` is the object of that."""
    kind = b.type(right)
    hint, b.hint = b.hint, title
    if kind in FUNCTION_NODES and title != "module.exports":
        of_class = parent != NONE or b.data[receiver] == Op.INSTANCE
        of_object = kind != "arrow_function" and b.data[receiver] != Op.EXPORTS
        symbol_kind = Kind.METHOD if of_class or of_object else Kind.FUNCTION
        if kind == "arrow_function":
            receiver = NONE
        own = b.field(right, "name")
        value = define_function(b, right, title, symbol_kind, node, receiver, own, parent)
    elif kind in FUNCTION_NODES:
        value = named_function(b, right, title, node)
    elif kind == "class":
        value = named_class(b, right, title, node)
    else:
        value = b.lower(right)
    b.hint = hint
    return value


def _is_path(text: str) -> bool:
    return text.replace(".", "").replace("$", "").isidentifier()


def _enclosing_class(b: Lowering) -> int:
    """The class whose constructor or method the code stands in: `this.f = function …` belongs to it."""
    symbol = b.symbol
    while "arrow" in b.symbols[symbol].flags:
        symbol = b.symbols[symbol].parent
    draft = b.symbols[symbol]
    if draft.kind == Kind.METHOD and draft.parent != NONE and b.symbols[draft.parent].kind in CLASS_KINDS:
        return draft.parent
    return NONE


def augmented(b: Lowering, node: Node) -> int:
    """a += b; a ??= b may give a the value"""
    left, right = b.field(node, "left"), b.field(node, "right")
    if left is None or right is None:
        b.lower_children(node)
        return NONE
    sign = b.field_text(node, "operator")
    current = b.lower(left)
    if sign not in ("??=", "||=", "&&="):
        at = b.expression(Op.OPERATION, sign, (current, b.lower(right)))
        _compound(b, left, at)
        return at
    if b.uses and b.uses[-1].expression == current:
        b.uses.pop()
    hint, b.hint = b.hint, b.text(left) if b.type(left) == "identifier" else b.field_text(left, "property")
    value = b.expression(Op.CHOICE, sign[:-1], (current, b.lower(right)))
    b.hint = hint
    b.assign(left, value)
    return value


def _compound(b: Lowering, left: Node, value: int) -> None:
    """object.name += 1 reads and assigns; of a name it matters if it was a number."""
    if b.type(left) == "member_expression":
        member_target(b, left, value)
    else:
        count(b, left, value)


def member_target(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """object.name or object[key] inside a pattern that is assigned to"""
    object_at = b.lower(node.named_children[0])
    key_node = node.named_children[-1]
    if b.type(node) == "member_expression":
        b.store(object_at, b.text(key_node), value, node)
    elif name := member_name(b, key_node):
        b.store(object_at, name, value, node)
    else:
        b.store(object_at, "", value, node, b.lower(key_node))


# --- object literals ---


def object_literal(b: Lowering, node: Node) -> int:
    """{a, b: 1, c() { … }, get d() { … }, ...e, [f]: 2}: `this` in its functions is the object.

    The expression's place is kept before its parts are read, so that they can refer to it.
    """
    context = expected(b)
    children = node.named_children
    entries = sum(b.type(child) != "comment" for child in children)
    at = b.expression(Op.DICT, "", [NONE] * (2 * entries))
    holder, receiver = b.hint, at
    if holder.endswith(".prototype"):
        holder = holder[:-10]
        receiver = b.expression(Op.INSTANCE, "", (b.dotted(holder),))
    prefix = f"{holder}." if holder and holder not in ("default", "module.exports") else ""
    place = at + 3
    for child in children:
        if b.type(child) == "comment":
            b.lower(child)
            continue
        b.data[place : place + 2] = _property(b, child, prefix, receiver, context)
        place += 2
    b.hint = holder
    if context != NONE and b.memory is not None and at in memory(b).receivers:
        _give_receiver(b, node, at, context, len(prefix))
    return at


def _give_receiver(b: Lowering, node: Node, at: int, context: int, prefix: int) -> None:
    """The type of the place where an object is written may say what `this` is in its functions: an object of another
    type, which then has them; see link/contexts.py."""
    type = b.expression(Op.INSTANCE, "", (b.expression(Op.FUNCTION_TYPE, "receiver", (context,)),))
    target = b.expression(Op.CHOICE, DEFAULT, (type, at))
    for place in range(at + 3, at + 3 + b.data[at + 2], 2):
        key, value = b.data[place : place + 2]
        if key == NONE or value == NONE or b.data[key] != Op.STRING or b.data[value] != Op.FUNCTION:
            continue
        draft = b.symbols[b.data[value + 3]]
        if draft.target == at:
            draft.target = target
            if not _ACCESSORS.intersection(draft.flags):
                b.store(type, draft.name[prefix:], value, node)


def _property(b: Lowering, node: Node, prefix: str, receiver: int, context: int) -> tuple[int, int]:
    """key and value of one entry; a spread has no key"""
    kind = b.type(node)
    if kind == "shorthand_property_identifier":
        text = b.text(node)
        return b.expression(Op.STRING, text), b.name(text, node.start_byte)
    if kind == "spread_element":
        b.hint = ""
        at = b.lower(node.named_children[0]) if node.named_child_count else NONE
        if at != NONE:
            b.use("copy", at, node)
        return NONE, at
    key_node = b.field(node, "key" if kind == "pair" else "name")
    if key_node is None:
        return NONE, b.lower(node)
    text = known = key_text(b, key_node)
    computed = b.type(key_node) == "computed_property_name"
    if computed:
        known = key_name(b, key_node)
    if computed and known.startswith("[") and not is_constant(b, key_node):
        inner = b.lower_list(key_node.named_children)
        key = inner[0] if inner else NONE
    else:
        key = b.expression(Op.STRING, PROTOTYPE if known == "__proto__" else known)
    value_node = node if kind != "pair" else b.field(node, "value")
    if context != NONE and value_node is not None:
        expect(b, value_node, f"property {known}", (context,))
    if kind != "pair":
        value = define_function(b, node, prefix + text, Kind.METHOD, node, receiver)
        if "setter" in b.symbols[b.data[value + 3]].flags:
            key = b.expression(Op.STRING, f"{SETTER}{known}")
        return key, value
    if value_node is None:
        return key, NONE
    b.hint = prefix + text
    if b.type(value_node) in FUNCTION_NODES:
        arrow = b.type(value_node) == "arrow_function"
        own = b.field(value_node, "name")
        symbol_kind, this = (Kind.FUNCTION, NONE) if arrow else (Kind.METHOD, receiver)
        return key, define_function(b, value_node, b.hint, symbol_kind, node, this, own)
    return key, b.lower(value_node)
