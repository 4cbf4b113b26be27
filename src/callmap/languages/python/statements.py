"""Python's statements: assignment, control flow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.lowering import Lowering
from callmap.languages.python.expressions import string_value, tested
from callmap.languages.python.narrowing import Told, bind_told, class_tests
from callmap.languages.python.plain import LITERALS, count_names, read_names
from callmap.languages.rules import raising, through
from callmap.model import ENTRY, NONE, Kind, Op
from callmap.parts import Return

if TYPE_CHECKING:
    from tree_sitter import Node

_ONLY_IF: Final = 4  # children of an `if` without `elif` and `else`: if, condition, colon, block
_ONLY_FOR: Final = 6  # … of a `for` without `async` and `else`: for, target, in, iterable, colon, block
_LEAVING: Final = frozenset({"return_statement", "raise_statement", "continue_statement", "break_statement"})
_MOST_CALLS: Final = 20  # before a handler: what they raise may be what is caught
_RUN_AS_PROGRAM: Final = frozenset({'__name__=="__main__"', '"__main__"==__name__'})


# --- assignment ---


def assign(b: Lowering, node: Node) -> int:
    """a = b = value; a: T; a: T = value"""
    last = node.child(2) if node.child_count == 3 else None
    if last is not None:
        start, end = node.start_byte, last.start_byte - 3
        count = count_names(b.source, start, end)
        if count and b.source[end : end + 3] == b" = ":
            text = b.text_at(start, end)
            if count > 1 or text not in LITERALS:
                return _assign_names(b, node, text, count, start, last)
    parts = node.children
    if len(parts) == 3 and b.type(parts[2]) != "type":
        left, right, type = parts[0], parts[2], NONE
    else:
        left, right = b.field(node, "left"), b.field(node, "right")  # type: ignore[assignment]
        type = b.lower_type(b.field(node, "type"))
    value = b.rules[right.kind_id](b, right) if right is not None else NONE
    if left is not None:
        if value == NONE or b.data[value] != Op.CLASS:  # else it is a symbol already
            _declare(b, left, node, type)
        b.assign(left, value, type)
    return value


def _assign_names(b: Lowering, node: Node, text: str, count: int, start: int, right: Node) -> int:
    """a = value, a.b = value"""
    value = b.rules[right.kind_id](b, right)
    if count == 1:
        kind = b.scopes[b.scope].kind
        is_class = value != NONE and b.data[value] == Op.CLASS  # then it is a symbol already
        if not is_class and (kind == "module" or kind == "class"):
            _declare_name(b, text, kind, node, NONE)
        b.bind_at(text, value, b.line_at(start))
    else:
        names = text.split(".")
        object_at = read_names(b, names, count - 1, start)
        b.store(object_at, names[count - 1], value, node)
    return value


def _declare(b: Lowering, left: Node, node: Node, type: int) -> None:
    """Variables of modules and classes are symbols."""
    scope = b.scopes[b.scope]
    if scope.kind not in ("module", "class"):
        return
    several = b.type(left) in ("pattern_list", "tuple_pattern", "list_pattern")
    for target in left.named_children if several else [left]:
        if b.type(target) != "identifier":
            continue
        _declare_name(b, b.text(target), scope.kind, node, type)


def _declare_name(b: Lowering, text: str, scope_kind: str, node: Node, type: int) -> None:
    if (b.scope, text) in b.variables:
        return
    b.variables.add((b.scope, text))
    symbol = b.define(text, Kind.FIELD if scope_kind == "class" else Kind.VARIABLE, node)
    b.symbols[symbol].type = type
    b.describe(symbol, node, None)
    value = b.field(node, "right")
    if value is not None:
        b.symbols[symbol].middle = value.start_byte


def assign_operation(b: Lowering, node: Node) -> int:
    """a += b"""
    left = b.field(node, "left")
    if left is None:
        return NONE
    current = b.lower(left)
    value = b.lower_field(node, "right")
    at = b.expression(Op.OPERATION, b.field_text(node, "operator"), (current, value))
    b.use("operator", at, node)
    b.assign(left, at)
    return NONE


def walrus(b: Lowering, node: Node) -> int:
    value = b.lower_field(node, "value")
    target = b.field(node, "name")
    if target is not None:
        scope = b.scope
        while b.scopes[scope].kind == "block":
            scope = b.scopes[scope].parent
        b.bind(b.text(target), value, node, scope=scope)
    return value


def starred_target(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    for child in node.named_children:
        b.assign(child, value)


def unpack_target(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """a, *rest = value; a, *middle, z = value"""
    children = [child for child in node.named_children if b.type(child) != "comment"]
    starred = False
    for index, child in enumerate(children):
        place = str(index - len(children) if starred else index)
        if b.type(child) == "list_splat_pattern":
            starred = True
            after = len(children) - index - 1
            place = f"*{index}:{-after}" if after else f"*{index}"
        part = b.expression(Op.UNPACK, place, (value,))
        if not index and value != NONE and b.data[value] in (Op.CALL, Op.NAME):
            b.use("iterate", part, node)
        b.assign(child, part)


def item_target(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    object_at = b.lower_field(node, "value")
    keys = node.children_by_field_name("subscript")
    key = b.lower_list(keys)
    if len(keys) == 1 and b.type(keys[0]) == "slice" and value != NONE:  # steps[1:] = others
        b.store(object_at, "", b.expression(Op.ELEMENT, "", (value,)), node)
        return
    b.store(object_at, "", value, node, key[0] if key else NONE)


def as_target(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    for child in node.named_children:
        b.assign(child, value)


# --- control flow ---


def block(b: Lowering, node: Node) -> int:
    """Statements. (All children are, but for a semicolon now and then, which says nothing.)"""
    b.lower_each(node.children)
    return NONE


def returning(b: Lowering, node: Node) -> int:
    """return x"""
    value = node.child(1) if node.child_count == 2 else None
    b.give(through(b, node) if value is None else b.lower(value), node)
    return NONE


def raise_statement(b: Lowering, node: Node) -> int:
    """raise error; raise error from cause, which the error holds then"""
    cause = b.field(node, "cause")
    if cause is None:
        if node.child_count == 1:
            b.give(NONE, node, "raise")  # what is handled around it, which `except_clause` puts there
            return NONE
        return raising(b, node)
    error = b.lower(node.named_children[0])
    b.store(error, "__cause__", b.lower(cause), node)
    b.exits()
    if error != NONE:
        b.give(error, node, "raise")
    return NONE


def if_statement(b: Lowering, node: Node) -> int:
    condition = "".join(b.field_text(node, "condition")[:40].split()) if b.symbol == 0 else ""
    if condition.replace("'", '"') in _RUN_AS_PROGRAM:
        b.symbols[0].flags.append(f"{ENTRY}script")
    clauses = [node]
    told = [_clause(b, node)]
    before = b.branch
    for other in node.children_by_field_name("alternative") if node.child_count > _ONLY_IF else ():
        b.enter_branch("else")
        bind_told(b, told[-1][1], other)
        clauses.append(other)
        if b.type(other) == "elif_clause":
            told.append(_clause(b, other))
        else:
            b.lower(other)
    b.branch = before
    _bind_told_after(b, clauses, told)
    return NONE


def _clause(b: Lowering, node: Node) -> tuple[Told, Told]:
    """if condition: …, elif condition: … — what it tells if it is true, and if it is not."""
    condition, body = None, None
    if node.child_count == _ONLY_IF:
        condition, body = node.child(1), node.child(3)
    if body is None or b.type(body) != "block":
        condition, body = b.field(node, "condition"), b.field(node, "consequence")
    at = b.lower(condition) if condition is not None else NONE
    tested(b, at, node)
    before = b.enter_branch("if")
    fulfilled = class_tests(b, at, True)
    bind_told(b, fulfilled, node)
    if body is not None:
        b.lower(body)
    b.branch = before
    return fulfilled, class_tests(b, at, False)


def _bind_told_after(b: Lowering, clauses: list[Node], told: list[tuple[Told, Told]]) -> None:
    """if isinstance(x, A): return — what follows tells as much as an else would."""
    if not any(fulfilled or failed for fulfilled, failed in told):
        return
    for clause, (fulfilled, failed) in zip(clauses, told, strict=False):
        if not _leaves(b, b.field(clause, "consequence")):
            if len(told) == 1 and len(clauses) == 2 and _leaves(b, b.field(clauses[1], "body")):
                failed = fulfilled
            else:
                return
        bind_told(b, failed, clause)


def _leaves(b: Lowering, block: Node | None) -> bool:
    """Whether what follows a block is not reached from it."""
    last = next((each for each in reversed(block.named_children) if b.type(each) != "comment"), None) if block else None
    return last is not None and b.type(last) in _LEAVING


def asserting(b: Lowering, node: Node) -> int:
    for index, at in enumerate(b.lower_list(node.named_children)):
        if index == 0:
            tested(b, at, node)
            bind_told(b, class_tests(b, at, True), node)
    return NONE


def for_statement(b: Lowering, node: Node) -> int:
    parts = node.children
    if len(parts) == _ONLY_FOR and b.type(parts[5]) == "block":
        left, iterable_node, body, after = parts[1], parts[3], parts[5], None
    else:
        left, iterable_node = b.field(node, "left"), b.field(node, "right")  # type: ignore[assignment]
        body, after = b.field(node, "body"), b.field(node, "alternative")  # type: ignore[assignment]
    iterable = b.lower(iterable_node) if iterable_node is not None else NONE
    awaits = "async" if parts and b.type(parts[0]) == "async" else ""
    element = b.expression(Op.ELEMENT, awaits, (iterable,))
    if iterable_node is not None:
        b.use("iterate", element, iterable_node)
    before = b.enter_branch("loop")
    if left is not None:
        b.assign(left, element)
    if body is not None:
        b.lower(body)
    b.branch = before
    b.lower_branch("after", after)
    return NONE


def try_statement(b: Lowering, node: Node) -> int:
    body = b.field(node, "body")
    raised, called = len(b.returns), len(b.calls)
    b.lower_branch("try", body)
    thrown = [
        given.value for given in b.returns[raised:]
        if given.kind == "raise" and given.symbol == b.symbol and given.value != NONE
    ]  # fmt: skip
    calls = [call.expression for call in b.calls[called:] if b.scopes[call.scope].symbol == b.symbol]
    thrown = [len(thrown), *thrown, *calls[:_MOST_CALLS]]
    for child in node.named_children:
        if child == body:
            continue
        if b.type(child) in ("except_clause", "except_group_clause"):
            before = b.enter_branch("except")
            except_clause(b, child, thrown)
            b.branch = before
        elif b.type(child) == "else_clause":
            b.lower_branch("after", child)
        elif b.type(child) == "finally_clause":
            b.lower_branch("finally", child)
        else:
            b.lower(child)
    return NONE


def except_clause(b: Lowering, node: Node, thrown: list[int]) -> None:
    """except A as e: …  except (A, B): …  except: … — `thrown` is how many expressions are raised, these, and the calls
    before."""
    caught = NONE
    before = len(b.returns)
    for child in node.named_children:
        kind = b.type(child)
        if kind == "as_pattern":
            caught = _caught(b, b.lower_list(child.named_children[:1]), thrown)
            for target in child.children_by_field_name("alias"):
                b.assign(target, caught)
        elif kind == "block":
            caught = _caught(b, [], thrown) if caught == NONE else caught
            b.lower(child)
        elif kind != "comment":
            caught = _caught(b, b.lower_list([child]), thrown)
    for index in range(before, len(b.returns)):
        given = b.returns[index]
        if given.kind == "raise" and given.value == NONE and given.symbol == b.symbol:
            b.returns[index] = Return(given.symbol, caught, given.line, "raise")


def _caught(b: Lowering, types: list[int], thrown: list[int]) -> int:
    return b.expression(Op.CAUGHT, f"{len(types)}:{thrown[0]}", (*types, *thrown[1:]))


def with_statement(b: Lowering, node: Node) -> int:
    """with a as b, c: …  async with a as b: …"""
    text = "async" if node.children and b.type(node.children[0]) == "async" else ""
    for child in node.named_children:
        if b.type(child) == "with_clause":
            for item in child.named_children:
                if b.type(item) == "with_item":
                    _enter(b, item, text)
                else:
                    b.lower(item)
        else:
            b.lower(child)
    return NONE


def _enter(b: Lowering, node: Node, text: str) -> None:
    value = b.field(node, "value")
    if value is None:
        return
    manager_node = value.named_children[0] if b.type(value) == "as_pattern" and value.named_children else value
    manager = b.lower(manager_node)
    entered = b.expression(Op.ENTER, text, (manager,))
    b.use("with", entered, manager_node)
    if b.type(value) == "as_pattern":
        for target in value.children_by_field_name("alias"):
            b.assign(target, entered)


# --- the rest ---


def global_statement(b: Lowering, node: Node) -> int:
    for child in node.named_children:
        b.outer_scope[(b.scope, b.text(child))] = 0
    return NONE


def nonlocal_statement(b: Lowering, node: Node) -> int:
    around = []
    scope = b.scopes[b.scope].parent
    while scope > 0:
        if b.scopes[scope].kind == "function":
            around.append(scope)
        scope = b.scopes[scope].parent
    for child in node.named_children:
        text = b.text(child)
        bound = {binding.scope for binding in b.bindings if binding.name == text}
        home = next((scope for scope in around if scope in bound), around[0] if around else 0)
        b.outer_scope[(b.scope, text)] = home
    return NONE


def deleting(b: Lowering, node: Node) -> int:
    at = through(b, node)
    b.use("delete", at, node)
    return NONE


def comment(b: Lowering, node: Node) -> int:
    b.comment(node, b.text(node).lstrip("#!").strip())
    return NONE


def module_docstring(b: Lowering, node: Node) -> int:
    """An expression statement; the first string of the module is its docstring."""
    if b.symbol == 0 and not b.bindings and not b.symbols[0].doc and not b.calls:
        parts = node.named_children
        if parts and b.type(parts[0]) == "string":
            b.docs.add(parts[0].start_byte)
            b.symbols[0].doc = string_value(b, parts[0])[:4_000].strip()
    only = node.child(0) if node.child_count == 1 else None
    if only is not None:
        b.lower(only)
    else:
        b.lower_children(node)
    return NONE
