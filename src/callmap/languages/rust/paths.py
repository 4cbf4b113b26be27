"""Rust's paths and types as expressions: `a::b::c`, `crate::x`, `<T as Trait>::f`, `Vec<T>`, `&dyn Trait`.

Rust keeps modules and types apart from variables: in `config::load()` a local variable `config` does not count. So
the head of a path that looks like a module is read in the module's scope, or in the scope of a local `use` of it. What
`mod config` and `use …::config` bind is bound as `config::`, too: the name as it is seen at the head of a path, after
`crate::`, `self::` and `super::` as well. So a function `config` beside the module is no obstacle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering
from callmap.languages.rust.memory import memory
from callmap.model import NONE, Kind, Op

if TYPE_CHECKING:
    from tree_sitter import Node

_MARKERS = frozenset({"Send", "Sync", "Sized", "Copy", "Unpin", "UnwindSafe", "RefUnwindSafe"})  # without methods
_COMMON = frozenset({
    "Clone", "Debug", "Display", "Default", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash", "Error", "Serialize",
    "Deserialize", "DeserializeOwned", "Any", "ToString",
})  # fmt: skip
COMMENTS = frozenset({"line_comment", "block_comment"})
_SKIPPED_IN_TYPES = COMMENTS | {
    "lifetime", "removed_trait_bound", "mutable_specifier", "for_lifetimes", "use_bounds", "attribute_item",
}  # fmt: skip


def is_lower(text: str) -> bool:
    """Whether the name looks like a module, function or variable, not like a type or constant."""
    first = text.removeprefix("r#")[:1]
    return first.islower() or first == "_"


# --- paths ---


def head(b: Lowering, text: str) -> int:
    """The first name of a path: a type, or a module or crate."""
    if text == "Self":
        return b.expression(Op.THIS_TYPE, "", (b.scope,))
    if not is_lower(text):
        return type_called(b, text)
    scope = b.scope
    scopes, marked = b.scopes, b.variables
    name = f"{text}::"
    while True:
        if (scope, name) in marked:
            return name_in(b, scope, name)
        if scopes[scope].kind == "module":
            return name_in(b, scope, text)
        scope = scopes[scope].parent


def name_in(b: Lowering, scope: int, text: str) -> int:
    """A name read here, but looked up from that scope."""
    return b.expression(Op.NAME, text, (scope, len(b.bindings), b.branch))


def bind_beside(b: Lowering, name: str, value: int, node: Node) -> None:
    """Binds a name that a module and something else may share (`mod run; fn run()`): then either is meant."""
    if b.scopes[b.scope].kind != "module":
        b.bind(name, value, node)
        return
    values = memory(b).values
    is_module = b.data[value] in (Op.MODULE, Op.CLASS)
    clash = (b.scope, name) in values if is_module else (b.scope, f"{name}::") in b.variables
    before = b.enter_branch("namespace") if clash else b.branch
    b.bind(name, value, node)
    b.branch = before
    if not is_module:
        values.add((b.scope, name))


def module_above(b: Lowering, levels: int) -> int:
    """The module that stands that many levels above this place: `self` is 0, `super::super` 2."""
    around = namespaces(b)
    if levels < len(around):
        return b.expression(Op.CLASS, "", (around[levels],))
    if around and levels == len(around):
        return b.expression(Op.CLASS, "", (0,))
    levels -= len(around)
    return b.expression(Op.MODULE, "::".join(["super"] * levels) if levels else "self")


def namespaces(b: Lowering) -> list[int]:
    """The inline modules around this place, innermost first."""
    found = []
    symbol = b.symbol
    while symbol > 0:
        if b.symbols[symbol].kind == Kind.NAMESPACE:
            found.append(symbol)
        symbol = b.symbols[symbol].parent
    return found


def scoped(b: Lowering, node: Node, inner: bool = False) -> int:
    """a::b::c, Self::new, crate::x, super::super::x, <T as Trait>::f, ::krate::x. `inner`: more of the path follows."""
    parts = node.named_children
    name = parts[-1] if parts else node
    if name.type == "super":
        return module_above(b, _count_supers(node))
    first = parts[0] if len(parts) > 1 else None
    text = b.text(name)
    if first is None:
        return b.expression(Op.MODULE, f"::{text}")
    object_at = holder(b, first)
    if inner and is_lower(text) and _is_own_module(b, first):
        text = f"{text}::"
    trait = _trait(b, first)
    at = b.expression(Op.ATTRIBUTE, text, (object_at,) if trait == NONE else (object_at, NONE, trait))
    b.note_start(at, name.start_byte)
    return at


def _trait(b: Lowering, node: Node) -> int:
    """The trait in <T as Trait>."""
    inner = node.named_children[0] if node.type == "bracketed_type" and node.named_children else None
    if inner is None or inner.type != "qualified_type" or len(inner.named_children) < 2:
        return NONE
    return b.lower_type(inner.named_children[-1])


def _is_own_module(b: Lowering, node: Node) -> bool:
    """crate, $crate, self, super, super::super"""
    last = node.named_children[-1] if node.named_children else node
    return last.type in ("crate", "self", "super") or (last.type == "metavariable" and b.text(last) == "$crate")


def holder(b: Lowering, node: Node) -> int:
    """What stands before `::`."""
    kind = node.type
    if kind in ("identifier", "primitive_type", "type_identifier"):
        return head(b, b.text(node))
    if kind in ("scoped_identifier", "scoped_type_identifier"):
        return scoped(b, node, inner=True)
    if kind == "crate":
        return b.expression(Op.MODULE, "crate")
    if kind == "self":
        return module_above(b, 0)
    if kind == "super":
        return module_above(b, 1)
    if kind in ("generic_type", "generic_type_with_turbofish") and node.named_children:
        return holder(b, node.named_children[0])  # Vec::<u8>::new
    if kind == "metavariable":
        return metavariable(b, node)
    return b.lower(node)


def _count_supers(node: Node) -> int:
    count = 0
    while node.type == "scoped_identifier" and node.named_children:
        count += node.named_children[-1].type == "super"
        node = node.named_children[0]
    return count + (node.type == "super")


def metavariable(b: Lowering, node: Node) -> int:
    """$x in a macro's body; $crate is the crate that defines the macro."""
    text = b.text(node)
    return b.expression(Op.MODULE, "crate") if text == "$crate" else b.name(text)


def bracketed(b: Lowering, node: Node) -> int:
    """<T>, <T as Trait>: the type; what the trait adds is found through the type's impl (see `_trait`)."""
    inner = node.named_children[0] if node.named_children else None
    if inner is None:
        return NONE
    if inner.type == "qualified_type" and inner.named_children:
        inner = inner.named_children[0]
    return b.lower_type(inner)


def macro_name(b: Lowering, text: str) -> int:
    """The name of a macro, with its `!`. Unlike other names, one defined above is seen inside inline modules, too."""
    scope, outside = b.scope, False
    while scope != NONE and b.variables:
        if outside and (scope, text) in b.variables:
            return name_in(b, scope, text)
        if (scope, text) in b.variables:
            break
        outside = outside or b.scopes[scope].kind == "module"
        scope = b.scopes[scope].parent
    return b.name(text)


# --- types ---


def type_name(b: Lowering, node: Node) -> int:
    text = b.text(node)
    if text == "Self":
        return b.expression(Op.THIS_TYPE, "", (b.scope,))
    return NONE if text == "_" else type_called(b, text)


def type_called(b: Lowering, text: str) -> int:
    """A type's name; a type parameter stands for the traits that bound it."""
    generics = memory(b).generics
    if text not in generics:
        return b.name(text) if text[0].isupper() else name_in(b, _module_scope(b), text)
    at = generics[text]
    return b.expression(Op.UNKNOWN) if at == NONE else at


def primitive_type(b: Lowering, node: Node) -> int:
    """str, u8: in `str: &str` not the variable"""
    return name_in(b, _module_scope(b), b.text(node))


def _module_scope(b: Lowering) -> int:
    scope = b.scope
    while b.scopes[scope].kind != "module":
        scope = b.scopes[scope].parent
    return scope


def generic_type(b: Lowering, node: Node) -> int:
    """Vec<T>, Result<A, B>, Iterator<Item = A>"""
    parts = node.named_children
    base = b.lower(parts[0]) if parts else NONE
    arguments = [] if len(parts) < 2 else _types(b, parts[-1].named_children)
    if not arguments:
        return base
    one = len(arguments) == 1 and b.data[arguments[0]] != Op.TUPLE  # Vec<(A, B)> has one argument
    key = arguments[0] if one else b.expression(Op.TUPLE, "", arguments)
    return b.expression(Op.ITEM, "", (base, key))


def _types(b: Lowering, nodes: list[Node]) -> list[int]:
    found = []
    for node in nodes:
        if node.type in COMMENTS:
            b.lower(node)
        elif node.type not in _SKIPPED_IN_TYPES:
            at = b.lower(node)
            found.append(b.expression(Op.UNKNOWN) if at == NONE else at)
    return found


def type_binding(b: Lowering, node: Node) -> int:
    """Item = T inside Iterator<Item = T>"""
    return b.expression(Op.KEYWORD, b.field_text(node, "name"), (b.lower_field(node, "type"),))


def pointer_type(text: str):  # type: ignore[no-untyped-def]
    """&T, *const T, [T], [T; N]"""

    def rule(b: Lowering, node: Node) -> int:
        found = _types(b, node.named_children)
        if text == "[]":
            found = found[:1]
        return b.expression(Op.POINTER, text, found[-1:])

    return rule


def tuple_type(b: Lowering, node: Node) -> int:
    """(A, B). The parentheses of `&(dyn A + Send)` make no tuple."""
    found = _types(b, node.named_children)
    if len(found) == 1 and b.source[node.start_byte : node.end_byte - 1].rstrip()[-1:] != b",":
        return found[0]
    return b.expression(Op.TUPLE, "", found)


def function_type(b: Lowering, node: Node) -> int:
    """fn(A) -> B, Fn(A) -> B"""
    parameters = node.child_by_field_name("parameters")
    result = b.lower_field(node, "return_type")
    found = [] if parameters is None else _types(b, parameters.named_children)
    return b.expression(Op.FUNCTION_TYPE, "", [result, *found])


def trait_type(b: Lowering, node: Node) -> int:
    """dyn Trait, impl Trait, for<'a> Trait: an instance of the trait."""
    found = [at for at in _types(b, node.named_children) if at != NONE]
    return found[-1] if found else NONE


def bounded_type(b: Lowering, node: Node) -> int:
    """dyn A + B + Send"""
    return choose(b, bounds(b, node))


def bounds(b: Lowering, node: Node | None) -> list[int]:
    """The traits of A + B + Send + 'a. Those without methods are left out, and beside others the common ones, too: in
    `T: Shape + Clone`, what is called on a T is a Shape's."""
    found: list[int] = []
    common: list[int] = []
    for child in node.named_children if node is not None else ():
        kind = child.type
        if kind == "bounded_type":
            found += bounds(b, child)
            continue
        text = b.text(child) if kind == "type_identifier" else ""
        if kind in _SKIPPED_IN_TYPES or text in _MARKERS:
            continue
        at = b.lower_type(child)
        if at != NONE:
            (common if text in _COMMON else found).append(at)
    return found or common


def choose(b: Lowering, alternatives: list[int]) -> int:
    if len(alternatives) < 2:
        return alternatives[0] if alternatives else NONE
    return b.expression(Op.CHOICE, "", alternatives)


# --- generics ---


def enter_generics(b: Lowering, parameters: Node | None, where: Node | None) -> dict[str, int]:
    """<T: A, const N: usize> where T: B — gives what was in force before, to be set back."""
    kept = memory(b)
    before = kept.generics
    if parameters is None:
        return before
    found: dict[str, list[int]] = {}
    kept.generics = {**before}
    for node in parameters.named_children:
        if node.type == "type_parameter":
            kept.generics[b.field_text(node, "name")] = NONE
    for node in parameters.named_children:
        if node.type == "type_parameter":
            found[b.field_text(node, "name")] = bounds(b, node.child_by_field_name("bounds"))
    for predicate in where.named_children if where is not None else ():
        left = predicate.child_by_field_name("left")
        if left is not None and left.type == "higher_ranked_trait_bound":
            left = left.child_by_field_name("type")
        if left is not None and left.type == "type_identifier" and b.text(left) in found:
            found[b.text(left)].extend(bounds(b, predicate.child_by_field_name("bounds")))
    for name, traits in found.items():
        kept.generics[name] = choose(b, traits)
    return before


def leave_generics(b: Lowering, before: dict[str, int]) -> None:
    memory(b).generics = before
