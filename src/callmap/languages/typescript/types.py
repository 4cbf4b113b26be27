"""TypeScript's types as expressions: a type T of a variable says that it holds an instance of what T names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.javascript.names import declare, is_declared, key_text, string_value
from callmap.languages.lowering import Lowering
from callmap.languages.rules import ignore, through
from callmap.model import IS, NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node

    from callmap.languages.lowering import Rule

_BOXED: Final = {"string": "String", "number": "Number", "boolean": "Boolean", "bigint": "BigInt", "symbol": "Symbol"}

_COMPUTED: Final = frozenset({
    "InstanceType", "ReturnType", "Parameters", "ConstructorParameters", "ThisParameterType", "Lowercase",
    "OmitThisParameter", "ThisType", "Capitalize", "Uncapitalize", "Uppercase",
})  # fmt: skip


def type_name(b: Lowering, node: Node) -> int:
    return b.name(b.text(node))


def nested_name(b: Lowering, node: Node) -> int:
    """Name.Space.Type"""
    inner = node.named_children
    if len(inner) < 2:
        return through(b, node)
    return b.expression(Op.ATTRIBUTE, b.text(inner[-1]), (b.lower(inner[0]),))


def predefined(b: Lowering, node: Node) -> int:
    """string has String's methods; any, unknown and never say nothing"""
    text = b.text(node)
    if text in _BOXED:
        return b.name(_BOXED[text])
    return b.expression(Op.LITERAL, "undefined") if text == "void" else b.expression(Op.UNKNOWN, text)


def generic(b: Lowering, node: Node) -> int:
    """Map<string, T>"""
    name, arguments = b.field(node, "name"), b.field(node, "type_arguments")
    if name is None:
        return through(b, node)
    passed = [] if arguments is None else b.lower_list(arguments.named_children)
    text = b.text(name)
    if text in _COMPUTED and not is_declared(b, text):
        return _computed(b, text, passed)
    at = b.lower(name)
    if not passed:
        return at
    key = passed[0] if len(passed) == 1 else b.expression(Op.TUPLE, "", passed)
    return b.expression(Op.ITEM, "", (at, key))


def _computed(b: Lowering, name: str, passed: list[int]) -> int:
    """InstanceType<typeof C> is C, ReturnType<typeof f> the type of f(), ThisType<T> tells what `this` is in functions
    of an object; the others tell nothing."""
    if name == "ThisType" and passed:
        return b.expression(Op.FUNCTION_TYPE, "this", passed[:1])
    if passed and b.data[passed[0]] == Op.REFERENCE:
        value = b.data[passed[0] + 3]
        if name == "InstanceType":
            return value
        if name == "ReturnType":
            return b.expression(Op.REFERENCE, "typeof", (b.expression(Op.CALL, "", (value,)),))
    return b.expression(Op.UNKNOWN, name)


def union(b: Lowering, node: Node) -> int:
    """A | B | C, A & B: nested by pairs in the tree, one choice here"""
    parts: list[int] = []
    stack = [node]
    while stack:
        inner = stack.pop()
        if b.type(inner) in ("union_type", "intersection_type"):
            stack += reversed(inner.named_children)
        else:
            at = b.lower(inner)
            if at != NONE:
                parts.append(at)
    return b.expression(Op.CHOICE, "", parts)


def array_type(b: Lowering, node: Node) -> int:
    """T[]"""
    return b.expression(Op.POINTER, "[]", (through(b, node),))


def tuple_type(b: Lowering, node: Node) -> int:
    """[A, B?, ...C[]]"""
    parts = []
    for child in node.named_children:
        if b.type(child) in ("required_parameter", "optional_parameter"):
            parts.append(b.lower_field(child, "type"))
        elif b.type(child) != "comment":
            parts.append(b.lower(child))
    return b.expression(Op.TUPLE, "", parts)


def function_type(b: Lowering, node: Node) -> int:
    """<T>(a: A, b: T) => C, new (a: A) => C"""
    scope, generics = b.scope, b.field(node, "type_parameters")
    if generics is not None:
        b.enter_scope("block")
        b.lower(generics)
    result, parameters = b.field(node, "return_type"), b.field(node, "parameters")
    if result is None:
        result = b.field(node, "type")
    parts = [NONE if result is None else b.lower(result)]
    if parameters is not None:
        for child in parameters.named_children:
            if b.type(child) != "comment" and not _is_receiver(b, child):
                parts.append(b.lower_field(child, "type"))
    b.scope = scope
    return b.expression(Op.FUNCTION_TYPE, "new" if b.type(node).startswith("construct") else "", parts)


def _is_receiver(b: Lowering, node: Node) -> bool:
    """this: T, which no caller passes"""
    pattern = b.field(node, "pattern")
    return pattern is not None and b.type(pattern) == "this"


def object_type(b: Lowering, node: Node) -> int:
    """{a: A; b(): B}: an object whose values have those types"""
    parts: list[int] = []
    for child in node.named_children:
        kind = b.type(child)
        if kind not in ("property_signature", "method_signature"):
            continue
        name, type = b.field(child, "name"), NONE
        if kind == "method_signature":
            type = function_type(b, child)
        else:
            type = b.lower_field(child, "type")
        if name is not None and type != NONE:
            parts += (b.expression(Op.STRING, key_text(b, name)), b.expression(Op.INSTANCE, "", (type,)))
    return b.expression(Op.DICT, "", parts)


def type_query(b: Lowering, node: Node) -> int:
    """typeof x: the type of that very value"""
    at = through(b, node)
    return NONE if at == NONE else b.expression(Op.REFERENCE, "typeof", (at,))


def lookup_type(b: Lowering, node: Node) -> int:
    """T['key']: the type of that attribute of an instance; T[number]: one of its elements"""
    inner = node.named_children
    if len(inner) < 2:
        return through(b, node)
    instance = b.expression(Op.INSTANCE, "", (b.lower(inner[0]),))
    key = inner[-1].named_children
    if b.type(inner[-1]) == "literal_type" and key and b.type(key[0]) == "string":
        at = b.expression(Op.ATTRIBUTE, string_value(b, key[0]), (instance,))
    else:
        at = b.expression(Op.ELEMENT, "", (instance,))
    return b.expression(Op.REFERENCE, "typeof", (at,))


def conditional_type(b: Lowering, node: Node) -> int:
    """A extends B ? C : D"""
    parts = (b.lower_field(node, "consequence"), b.lower_field(node, "alternative"))
    return b.expression(Op.CHOICE, "", parts)


def this_type(b: Lowering, node: Node) -> int:
    return b.expression(Op.THIS_TYPE, "", (b.scope,))


def unknown_type(b: Lowering, node: Node) -> int:
    """keyof T, infer T, unique symbol: nothing that holds functions"""
    return b.expression(Op.UNKNOWN, b.short_text(node))


def predicate(b: Lowering, node: Node) -> int:
    """x is T, asserts x is T: true or false; of the first parameter, it also says which class that has if it is true"""
    if b.type(node) == "type_predicate_annotation":
        return predicate(b, node.named_children[0]) if node.named_child_count == 1 else b.name("Boolean")
    name, type, outer = b.field(node, "name"), b.field(node, "type"), node.parent
    if outer is not None and b.type(outer) == "type_predicate_annotation":
        outer = outer.parent
    parameters = b.field(outer, "parameters") if outer is not None else None
    first = (
        b.field(parameters.named_children[0], "pattern")
        if parameters is not None and parameters.named_children
        else None
    )
    if name is None or type is None or first is None or b.text(first) != b.text(name):
        return b.name("Boolean")
    return b.expression(Op.ITEM, IS, (b.name("Boolean"), b.lower_type(type)))


def type_parameters(b: Lowering, node: Node) -> int:
    """<A, B extends Base = Other>: a name for its bound, or for something unknown"""
    for child in node.named_children:
        name = b.field(child, "name")
        if name is None:
            continue
        bound = b.field(child, "constraint") or b.field(child, "value")
        at = NONE if bound is None else b.lower_type(bound)
        declare(b, b.text(name), at if at != NONE else b.expression(Op.UNKNOWN), child)
    return NONE


# --- types in expressions ---


def cast(b: Lowering, node: Node) -> int:
    """x as T; `x as const` is x"""
    inner = [child for child in node.named_children if b.type(child) != "comment"]
    if not inner:
        return NONE
    at = b.lower(inner[0])
    if len(inner) < 2:
        return at
    type = b.lower_type(inner[-1])
    return at if type == NONE else b.expression(Op.CAST, "", (at, type))


def assertion(b: Lowering, node: Node) -> int:
    """<T>x"""
    inner = node.named_children
    if len(inner) < 2:
        return through(b, node)
    types = inner[0].named_children
    type = b.lower_type(types[0]) if types else NONE
    at = b.lower(inner[-1])
    return at if type == NONE else b.expression(Op.CAST, "", (at, type))


def first(b: Lowering, node: Node) -> int:
    """x satisfies T, f<T>: what stands first"""
    inner = node.named_children
    return b.lower(inner[0]) if inner else NONE


RULES: Final[dict[str, Rule]] = {
    "type_annotation": through,
    "type_identifier": type_name,
    "nested_type_identifier": nested_name,
    "nested_identifier": nested_name,
    "predefined_type": predefined,
    "generic_type": generic,
    "union_type": union,
    "intersection_type": union,
    "array_type": array_type,
    "tuple_type": tuple_type,
    "optional_type": through,
    "rest_type": through,
    "readonly_type": through,
    "parenthesized_type": through,
    "literal_type": through,
    "template_literal_type": lambda b, node: b.expression(Op.LITERAL, "template"),
    "function_type": function_type,
    "constructor_type": function_type,
    "object_type": object_type,
    "type_query": type_query,
    "lookup_type": lookup_type,
    "conditional_type": conditional_type,
    "this_type": this_type,
    "index_type_query": unknown_type,
    "infer_type": unknown_type,
    "existential_type": unknown_type,
    "type_predicate_annotation": predicate,
    "type_predicate": predicate,
    "asserts_annotation": ignore,
    "asserts": ignore,
    "type_parameters": type_parameters,
    "constraint": through,
    "default_type": through,
    "type_arguments": ignore,
    "as_expression": cast,
    "satisfies_expression": first,
    "instantiation_expression": first,
    "type_assertion": assertion,
    "non_null_expression": through,
}
