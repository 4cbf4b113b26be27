"""Rust's patterns: what `let`, `match`, `if let`, `for` and parameters bind.

The parts of an enum's variant or of a tuple struct are members called `Variant.0` or `Variant.name` (see items.py), so
that a pattern that names its type finds the declared type of what it binds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering, Target
from callmap.languages.rust.paths import COMMENTS, is_lower
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node

_PUNCTUATION = frozenset({"(", ")", "[", "]", ",", "|"}) | COMMENTS
_WRAPPING = frozenset({"Some", "Ok", "Err", "Ready", "Break", "Continue"})  # std's variants around one value
_WITHOUT_NAMES = frozenset({"integer_literal", "string_literal", "char_literal", "identifier", "scoped_identifier",
                            "boolean_literal", "range_pattern", "negative_literal", "float_literal"})  # fmt: skip


def name_pattern(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """x binds; None and MAX are compared with."""
    text = b.text(node)
    if is_lower(text):
        b.bind(text, value, node, type)
    else:
        b.name(text)


def inner_patterns(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """mut x, ref x, &x, n @ 1..=3, and a match arm's pattern with its guard"""
    guard = node.child_by_field_name("condition")
    for child in node.named_children:
        if guard is not None and child == guard:
            b.lower(child)
        elif child.type != "mutable_specifier":
            b.assign(child, value, type)


def or_pattern(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """A(x) | B(x): either binds x."""
    for child in node.named_children:
        if child.type in _WITHOUT_NAMES or child.type == "or_pattern":
            b.assign(child, value, type)
        else:
            before = b.enter_branch("case")
            b.assign(child, value, type)
            b.branch = before


def tuple_pattern(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """(a, _, .., z), [first, rest @ ..]; also the left side of (a, b) = …"""
    parts = [child for child in node.children if child.type not in _PUNCTUATION]
    types = _tuple_types(b, type)
    for child, index in zip(parts, _indexes(parts), strict=True):
        if child.type in ("_", "remaining_field_pattern"):
            continue
        declared = types[int(index)] if types and -len(types) <= int(index) < len(types) else NONE
        if _is_rest(child):
            b.assign(child, value)
        else:
            b.assign(child, b.expression(Op.UNPACK, index, (value,)), declared)


def _is_rest(node: Node) -> bool:
    """rest @ .."""
    return node.type == "captured_pattern" and node.named_children[-1].type == "remaining_field_pattern"


def _indexes(parts: list[Node]) -> list[str]:
    """Positions; those after `..` count from the end."""
    rest = next((at for at, part in enumerate(parts) if part.type == "remaining_field_pattern" or _is_rest(part)), None)
    return [str(at if rest is None or at <= rest else at - len(parts)) for at in range(len(parts))]


def _tuple_types(b: Lowering, type: int) -> list[int]:
    while type != NONE and b.data[type] == Op.POINTER and b.data[type + 2]:
        type = b.data[type + 3]
    if type == NONE or b.data[type] != Op.TUPLE:
        return []
    return list(b.data[type + 3 : type + 3 + b.data[type + 2]])


def tuple_struct_pattern(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """Some(x), Shape::Circle(radius), Wrapper(inner)"""
    path, *rest = node.children
    parts = [child for child in rest if child.type not in _PUNCTUATION]
    variant = b.text(_last_name(path))
    holder = NONE
    if variant not in _WRAPPING:
        holder = b.expression(Op.INSTANCE, "", (b.lower(path),))
    for child, index in zip(parts, _indexes(parts), strict=True):
        if child.type in ("_", "remaining_field_pattern"):
            continue
        if holder == NONE or index.startswith("-"):
            part = b.expression(Op.UNPACK, "<reason>" if variant == "Err" else index, (value,))
        else:
            part = b.expression(Op.ATTRIBUTE, f"{variant}.{index}", (holder,))
        b.assign(child, part)


def struct_pattern(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """Point { x, y: other, .. }, Shape::Square { side }"""
    path = node.named_children[0]
    holder = b.expression(Op.INSTANCE, "", (b.lower(path),))
    last = _last_name(path)
    before = path.named_children[0] if last != path else None
    prefix = ""
    if before is not None and path.type != "generic_type" and not is_lower(b.text(_last_name(before))):
        prefix = f"{b.text(last)}."  # Type::Variant { … }
    for field in node.named_children[1:]:
        if field.type != "field_pattern":
            b.lower(field)
            continue
        name = field.child_by_field_name("name")
        pattern = field.child_by_field_name("pattern")
        if name is None:
            continue
        text = b.text(name)
        part = b.expression(Op.ATTRIBUTE, f"{prefix}{text}", (holder,))
        if pattern is None:
            b.bind(text, part, name)
        else:
            b.assign(pattern, part)


def _last_name(node: Node) -> Node:
    while node.named_children:
        at = 0 if node.type in ("generic_type", "generic_type_with_turbofish", "generic_pattern") else -1
        node = node.named_children[at]
    return node


def nothing(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """_"""


# --- what stands on the left of `=` ---


def assign_name(b: Lowering, name: str, value: int, node: Node) -> None:
    """x = value: into the scope that declared x."""
    scopes = b.scopes
    around = set()
    scope = b.scope
    while scope != NONE:
        around.add(scope)
        if scopes[scope].kind == "module":
            break
        scope = scopes[scope].parent
    bindings = b.bindings
    for at in range(len(bindings) - 1, max(-1, len(bindings) - 2_000), -1):
        if bindings[at].name == name and bindings[at].scope in around:
            b.bind(name, value, node, scope=bindings[at].scope)
            return
    b.bind(name, value, node)


def field_target(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """object.field = value"""
    parts = node.named_children
    b.store(b.lower(parts[0]), b.text(parts[-1]), value, node)


def index_target(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """object[key] = value"""
    parts = node.named_children
    object_at = b.lower(parts[0])
    b.store(object_at, "", value, node, b.lower(parts[-1]))


def dereferenced(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """*x = value changes what x refers to."""
    for child in node.named_children:
        if child.type in ("identifier", "self"):
            continue
        b.assign(child, value)


TARGETS: dict[str, Target] = {
    "identifier": name_pattern,
    "mut_pattern": inner_patterns,
    "ref_pattern": inner_patterns,
    "reference_pattern": inner_patterns,
    "captured_pattern": inner_patterns,
    "match_pattern": inner_patterns,
    "parenthesized_expression": inner_patterns,
    "or_pattern": or_pattern,
    "tuple_pattern": tuple_pattern,
    "tuple_expression": tuple_pattern,
    "slice_pattern": tuple_pattern,
    "array_expression": tuple_pattern,
    "tuple_struct_pattern": tuple_struct_pattern,
    "struct_pattern": struct_pattern,
    "field_expression": field_target,
    "index_expression": index_target,
    "unary_expression": dereferenced,
    "remaining_field_pattern": nothing,
    "_": nothing,
}
