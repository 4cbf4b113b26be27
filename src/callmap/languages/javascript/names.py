"""JavaScript's names: where a declaration and an assignment bind them, and what a pattern takes apart.

`let`, `const`, `class` and `function` belong to their block, `var` to its function, and an assignment to the scope
that declares the name, wherever it stands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from callmap.languages.lowering import Lowering
from callmap.model import DEFAULT, IS, IS_NOT, NONE, Op
from callmap.parts import BranchKind

if TYPE_CHECKING:
    from tree_sitter import Node

ASSIGNED: Final = -2  # instead of a scope: the pattern assigns to names that are declared elsewhere
_TYPE: Final = ":type"  # marks a declared name that only types may use (no name holds a colon)
WITH_CONTEXT: Final = frozenset({"arrow_function", "function_expression", "object", "method_definition"})
_DOTTED: Final = re.compile(r"[\w$.]+")
_TESTING: Final = frozenset({
    "parenthesized_expression", "unary_expression", "binary_expression", "call_expression",
})  # fmt: skip
_EARLY: Final = "="  # marks a name that is assigned before its declaration is read


def declare(b: Lowering, name: str, value: int, node: Node, type: int = NONE, scope: int = NONE) -> None:
    """name ← value in the scope (default: the current one), where assignments will find it from now on."""
    if scope == NONE:
        scope = b.scope
    if value == NONE and type == NONE and (scope, name) in b.variables:
        return  # `var name;` once more changes nothing
    early = b.outer_scope.pop((scope, _EARLY + name), NONE) if b.outer_scope else NONE
    before = b.branch
    if (scope, name + _TYPE) in b.variables:
        b.enter_branch("type")  # `type Shape = …; const Shape = …`: `Shape` means both
    b.variables.add((scope, name))
    b.bind(name, value, node, type, scope)
    if early != NONE:
        b.enter_branch("call")
        b.bind(name, early, node, scope=scope)
    b.branch = before


def declare_type(b: Lowering, name: str, value: int, node: Node) -> None:
    """A name in the world of types: it hides no value of the same name, and no other declaration of the type."""
    scope = b.scope
    merged = (scope, name) in b.variables
    b.variables.add((scope, name))
    b.variables.add((scope, name + _TYPE))
    before = b.enter_branch("type") if merged else b.branch
    b.bind(name, value, node, scope=scope)
    b.branch = before


def declared_symbol(b: Lowering, name: str, kinds: tuple[str, ...]) -> int:
    """The symbol that an earlier declaration of the name in this scope has made, or NONE."""
    if (b.scope, name) in b.variables:
        for index in range(len(b.symbols) - 1, 0, -1):
            draft = b.symbols[index]
            if draft.name == name and draft.parent == b.symbol and draft.kind in kinds:
                return index
    return NONE


def variable_scope(b: Lowering) -> int:
    """The scope of `var`: the function's, module's or namespace's."""
    scope = b.scope
    while b.scopes[scope].kind == "block" and b.symbols[b.scopes[scope].symbol].scope != scope:
        scope = b.scopes[scope].parent
    return scope


def is_declared(b: Lowering, name: str) -> bool:
    """Whether the file itself has declared the name, as read so far: `exports` may be a parameter."""
    scope = b.scope
    while scope != NONE:
        if (scope, name) in b.variables:
            return True
        scope = b.scopes[scope].parent
    return False


class Memory:
    """What the rules remember while they walk one file."""

    def __init__(self, source: bytes) -> None:
        self.proxies = b"Proxy" in source  # whether there may be objects whose uses a handler hears
        self.constants: dict[tuple[int, str], tuple[int, str]] = {}  # (scope, name) → STRING or NUMBER, its text
        self.counters: set[tuple[int, str]] = set()  # (scope, name) of variables that hold a number at first
        self.caught = NONE  # what a `try` may throw, for the `catch` that follows
        self.typed = False  # whether the language has types
        self.context = NONE  # the type that a function or object has by its place, for the one that is read next …
        self.declared = NONE  # … and that of the variable that holds what a call gives
        self.receivers: set[int] = set()  # object literals whose functions use `this`


def expect(b: Lowering, node: Node, form: str, parts: tuple[int, ...]) -> None:
    """Says what a function or an object that is read next is by its place; see link/contexts.py."""
    if b.type(node) in WITH_CONTEXT and (form in ("", "returned") or memory(b).typed):
        memory(b).context = b.expression(Op.FUNCTION_TYPE, form, parts) if form else parts[0]


def expected(b: Lowering) -> int:
    """What was said, once."""
    if b.memory is None:
        return NONE
    context, memory(b).context = memory(b).context, NONE
    return context


def with_types(b: Lowering, callee: int, declared: tuple[int, ...], types: Node) -> tuple[int, ...]:
    """f<A, B>(…): the callee, the type of the variable that holds what it gives, and the types that are written"""
    if b.type(types) != "type_arguments":
        return (callee, *declared)
    before, b.in_type = b.in_type, True
    written = b.lower_list(types.named_children)
    b.in_type = before
    return callee, declared[0] if declared else NONE, b.expression(Op.TUPLE, "", written)


def memory(b: Lowering) -> Memory:
    if b.memory is None:
        b.memory = Memory(b.main)
    assert isinstance(b.memory, Memory)
    return b.memory


def note_constant(b: Lowering, node: Node) -> None:
    """const name = 'text', const name = 1, const name = 'te' + 'xt', const name = Symbol('text')"""
    name, value = b.field(node, "name"), b.field(node, "value")
    if name is None or value is None or b.type(name) != "identifier":
        return
    known = (Op.NUMBER, b.text(value)) if b.type(value) == "number" else constant(b, value)
    if b.type(value) == "call_expression" and b.text(value).startswith("Symbol(") and not is_declared(b, "Symbol"):
        known = Op.STRING, f"[{b.text(name)}]"  # what a member with that key is called
    if known[0] != NONE:
        memory(b).constants[(b.scope, b.text(name))] = known


def note_counter(b: Lowering, name: str, value: int, scope: int) -> None:
    """let name = 0"""
    if value != NONE and b.data[value] == Op.NUMBER:
        memory(b).counters.add((scope, name))


def count(b: Lowering, node: Node, value: int) -> None:
    """name++, name += 1: from now on it is no constant; what it was may still be seen"""
    if b.type(node) != "identifier" or not isinstance(b.memory, Memory):
        return
    scope, name = b.scope, b.text(node)
    while scope != NONE and (scope, name) not in b.variables:
        scope = b.scopes[scope].parent
    if (scope, name) in b.memory.counters:
        b.memory.counters.remove((scope, name))
        before = b.enter_branch("call")
        b.bind(name, value, node, scope=scope)
        b.branch = before


def constant(b: Lowering, node: Node) -> tuple[int, str]:
    """STRING or NUMBER and its text, if the node is one or a name for one; else NONE."""
    kind = b.type(node)
    if kind == "string" or (kind == "template_string" and not node.named_child_count):
        return Op.STRING, string_value(b, node)
    if kind == "member_expression" and b.text(node).startswith("Symbol."):
        return Op.STRING, f"@@{b.text(node)[7:]}"
    if kind == "binary_expression" and len(node.children) == 3 and b.type(node.children[1]) == "+":
        first, second = constant(b, node.children[0]), constant(b, node.children[2])
        return (Op.STRING, first[1] + second[1]) if first[0] == second[0] == Op.STRING else (NONE, "")
    if kind == "identifier" and isinstance(b.memory, Memory):
        scope, name = b.scope, b.text(node)
        while scope != NONE:
            if (scope, name) in b.variables:
                return b.memory.constants.get((scope, name), (NONE, ""))
            scope = b.scopes[scope].parent
    return NONE, ""


def member_name(b: Lowering, node: Node) -> str:
    """The name of a member that stands in brackets, if it is known: object['name'], object[NAME]"""
    op, text = constant(b, node)
    return text if op == Op.STRING else ""


def _assign(b: Lowering, name: str, value: int, node: Node) -> None:
    """name = value, in the scope that declares it; what another function assigns hides nothing."""
    scope, crossed, passed = b.scope, False, []
    while scope != NONE and (scope, name) not in b.variables:
        crossed = crossed or b.scopes[scope].kind == "function"
        passed.append(scope)
        scope = b.scopes[scope].parent
    if scope == NONE:
        if name == "exports":
            return
        scope = 0
        for early in passed:
            if early:
                b.outer_scope[(early, _EARLY + name)] = value
    before = b.enter_branch("call") if crossed else b.branch
    b.bind(name, value, node, scope=scope)
    b.branch = before


def part(b: Lowering, object: int, name: str) -> int:
    """object.name; of a module, its export."""
    if object != NONE and b.data[object] == Op.MODULE:
        return b.expression(Op.MEMBER, name, (object,))
    return b.expression(Op.ATTRIBUTE, name, (object,))


def key_text(b: Lowering, node: Node) -> str:
    """The name of a property as written: `a`, `'a'`, `#a`, `[Symbol.iterator]` (@@iterator), `[a.b]` ([b])."""
    kind = b.type(node)
    if kind == "string":
        return string_value(b, node)
    if kind == "computed_property_name":
        inner = node.named_children
        if inner and b.type(inner[0]) == "string":
            return string_value(b, inner[0])
        text = b.short_text(node)[1:-1].strip()
        if text.startswith("Symbol."):
            return "@@" + text[7:]
        return f"[{text.rpartition('.')[2]}]"
    return b.text(node)


def key_name(b: Lowering, node: Node) -> str:
    """The name that a property has: that of a constant where one is written, `[NAME]`."""
    known = member_name(b, node.named_children[0]) if b.type(node) == "computed_property_name" else ""
    return known or key_text(b, node)


def is_constant(b: Lowering, node: Node) -> bool:
    """Whether a computed property has a name that is known."""
    return bool(node.named_children) and bool(member_name(b, node.named_children[0]))


def string_value(b: Lowering, node: Node) -> str:
    """What stands between the quotes, cut at 200 characters."""
    text = b.text(node)
    if "\n" in text:
        b.literal(node)
    return text[1:-1][:200]


def bind_pattern(b: Lowering, node: Node, value: int, type: int, scope: int) -> None:
    """name, {a, b: {c}, d = 1, ...e}, [f, , ...g] ← value"""
    kind = b.type(node)
    if kind in ("identifier", "shorthand_property_identifier_pattern", "undefined"):
        if scope == ASSIGNED:
            _assign(b, b.text(node), value, node)
        else:
            declare(b, b.text(node), value, node, type, scope)
        return
    if kind in ("object_pattern", "array_pattern") and type != NONE:
        value = b.expression(Op.CAST, "", (value, type))
    if kind == "object_pattern":
        for child in node.named_children:
            _bind_property(b, child, value, scope)
    elif kind == "array_pattern":
        b.use("iterate", b.expression(Op.ELEMENT, "", (value,)), node)
        index = 0
        for child in node.children:
            if child.is_named:
                star = "*" if b.type(child) == "rest_pattern" else ""
                bind_pattern(b, child, b.expression(Op.UNPACK, f"{star}{index}", (value,)), NONE, scope)
            elif b.type(child) == ",":
                index += 1
    elif kind in ("assignment_pattern", "object_assignment_pattern"):
        _bind_default(b, node, value, scope)
    elif kind in ("rest_pattern", "parenthesized_expression", "non_null_expression"):
        for child in node.named_children:
            bind_pattern(b, child, value, NONE, scope)
    elif kind in ("as_expression", "satisfies_expression") and node.named_children:
        bind_pattern(b, node.named_children[0], value, NONE, scope)
    elif kind == "comment":
        b.lower(node)
    elif scope == ASSIGNED:
        b.assign(node, value)
    else:
        b.lower(node)


def _bind_property(b: Lowering, node: Node, value: int, scope: int) -> None:
    """One entry of {a, b: c, d = 1, ...e}."""
    kind = b.type(node)
    if kind == "shorthand_property_identifier_pattern":
        bind_pattern(b, node, _read(b, value, b.text(node), node), NONE, scope)
    elif kind == "pair_pattern":
        key, target = b.field(node, "key"), b.field(node, "value")
        if key is None or target is None:
            b.lower_children(node)
        elif (
            b.type(key) == "computed_property_name" and key.named_children and b.type(key.named_children[0]) != "string"
        ):
            item = b.expression(Op.ITEM, "", (value, b.lower(key.named_children[0])))
            bind_pattern(b, target, item, NONE, scope)
        else:
            bind_pattern(b, target, _read(b, value, key_text(b, key), key), NONE, scope)
    elif kind == "object_assignment_pattern":
        left = b.field(node, "left")
        if left is not None:
            value = _read(b, value, b.text(left), left)
        _bind_default(b, node, value, scope)
    else:
        bind_pattern(b, node, value, NONE, scope)


def _read(b: Lowering, object: int, name: str, node: Node) -> int:
    """The member that a pattern takes: read, so it may run a getter"""
    at = part(b, object, name)
    if b.data[at] == Op.ATTRIBUTE:
        b.use("attribute", at, node)
    return at


def _bind_default(b: Lowering, node: Node, value: int, scope: int) -> None:
    """target = default"""
    left, right = b.field(node, "left"), b.field(node, "right")
    hint, b.hint = b.hint, b.text(left) if left is not None and not left.named_child_count else ""
    default = b.lower(right) if right is not None else NONE
    b.hint = hint
    if left is not None:
        bind_pattern(b, left, b.expression(Op.CHOICE, DEFAULT, (value, default)), NONE, scope)


def narrowed(b: Lowering, node: Node | None, condition: Node | None, holds: bool = True) -> int:
    """Lowers what runs if the condition holds, or does not, with the classes of names that it tests by `instanceof`."""
    before = b.branch
    narrow(b, condition, holds)
    at = b.lower(node) if node is not None else NONE
    b.branch = before
    return at


def narrow(b: Lowering, condition: Node | None, holds: bool = True) -> None:
    """Opens a branch in which the classes of names are known that the condition tests, if it tests any."""
    before = b.branch
    case: BranchKind = "if" if holds else "else"
    stack = [(condition, holds)] if condition is not None else []
    while stack:
        node, holds = stack.pop()
        kind = b.type(node)
        if kind not in _TESTING:
            continue
        parts = node.children
        if kind == "parenthesized_expression":
            stack += [(child, holds) for child in node.named_children]
        elif kind == "unary_expression" and b.type(parts[0]) == "!":
            stack += [(child, not holds) for child in node.named_children]
        elif kind == "binary_expression" and len(parts) == 3:
            sign = b.type(parts[1])
            if sign == ("&&" if holds else "||"):
                stack += [(parts[0], holds), (parts[2], holds)]
            elif sign == "instanceof" and b.type(parts[0]) == "identifier" and _DOTTED.fullmatch(b.text(parts[2])):
                if b.branch == before:
                    b.enter_branch(case)
                b.bind(f"{IS if holds else IS_NOT}{b.text(parts[0])}", b.dotted(b.text(parts[2])), node)
        elif kind == "call_expression" and _DOTTED.fullmatch(b.text(parts[0])):
            given = node.named_children[-1].named_children
            if len(given) == 1 and b.type(given[0]) == "identifier":  # isDog(name)
                if b.branch == before:
                    b.enter_branch(case)
                test = b.expression(Op.FUNCTION_TYPE, IS, (b.dotted(b.text(parts[0])),))
                b.bind(f"{IS if holds else IS_NOT}{b.text(given[0])}", test, node)


def pattern_names(b: Lowering, node: Node) -> list[str]:
    """The names that a pattern binds."""
    names, stack = [], [node]
    while stack:
        node = stack.pop()
        kind = b.type(node)
        if kind in ("identifier", "shorthand_property_identifier_pattern"):
            names.append(b.text(node))
        elif kind == "pair_pattern":
            stack += node.children_by_field_name("value")
        elif kind in ("assignment_pattern", "object_assignment_pattern"):
            stack += node.children_by_field_name("left")
        else:
            stack += reversed(node.named_children)
    return names


def assign_pattern(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """What stands on the left of `=` without a declaration."""
    bind_pattern(b, node, value, type, ASSIGNED)
