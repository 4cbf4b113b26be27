"""C's expressions as facts.

C has no operators or properties that run code, so nothing is noted as a use, and what can be no function, pointer or
struct (comparisons, arithmetic) has no expression: it is only searched for calls, and not even that if it holds no
parenthesis.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering
from callmap.languages.rules import name
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node


def comment(b: Lowering, node: Node) -> int:
    text = b.text(node)
    if text.startswith("//"):
        text = text.lstrip("/").strip()
    elif "\n" in text:
        text = "\n".join([line.strip(" \t\r*/") for line in text.splitlines()]).strip()
    else:
        text = text.strip(" \t*/")
    b.comment(node, text)
    return NONE


def effects(b: Lowering, node: Node, parentheses: int = 0) -> None:
    """Reads a node for the calls in it. Without a parenthesis there is none."""
    start = node.start_byte + parentheses
    if b.source.find(b"(", start, node.end_byte) != -1:
        b.rules[node.kind_id](b, node)


def arithmetic(b: Lowering, node: Node) -> int:
    """!x, a == b, a | b, i++: a number"""
    if b.source.find(b"(", node.start_byte, node.end_byte) != -1:
        for child in node.named_children:
            b.rules[child.kind_id](b, child)
    return NONE


def binary(b: Lowering, node: Node) -> int:
    """a == b; a + b may be a pointer"""
    parts = node.children
    if len(parts) == 3 and parts[1].type in ("+", "-"):
        left = b.lower(parts[0])
        right = b.lower(parts[2])
        if left == NONE or b.data[left] == Op.NUMBER:
            return (
                NONE if right == NONE or b.data[right] == Op.NUMBER else b.expression(Op.OPERATION, "+", (left, right))
            )
        return b.expression(Op.OPERATION, parts[1].type, (left, right))
    return arithmetic(b, node)


KEYWORDS = frozenset({"if", "else", "for", "while", "do", "switch", "case", "return", "sizeof", "goto"})


def call(b: Lowering, node: Node) -> int:
    """f(x), p->f(x), (*f)(x), table[i](x)"""
    inner = node.named_children
    callee_node, arguments = inner[0], inner[-1]
    rules = b.rules
    if rules[callee_node.kind_id] is parenthesized:
        type = _type_in_parentheses(b, callee_node)
        if type:
            return b.expression(Op.CAST, "", (parenthesized(b, arguments), b.name(type)))
    callee_rule = rules[callee_node.kind_id]
    text = b.text(callee_node) if callee_rule is name else ""
    if text in KEYWORDS:  # `if (` whose statement a directive splits
        parenthesized(b, arguments)
        return NONE
    pasted = "#" in text  # op##f(x), in a macro's body: its name is known where the macro is used
    found = [b.expression(Op.UNKNOWN, text) if pasted else callee_rule(b, callee_node)]
    if arguments.has_error:
        _broken_arguments(b, arguments, found)
    else:
        for child in arguments.named_children:
            rule = rules[child.kind_id]
            if rule is comment:
                rule(b, child)
            else:
                found.append(rule(b, child))
    at = b.expression(Op.CALL, "", found)
    if callee_rule is name:
        b.call(at, callee_node, "call", text)
    elif callee_rule is field:
        members = callee_node.named_children
        b.call(at, members[-1], "method", b.short_text(callee_node), b.short_text(members[0]))
    else:
        b.call(at, arguments, "call", b.short_text(callee_node))
    return at


def _type_in_parentheses(b: Lowering, node: Node) -> str:
    """(u32)(x): a cast, as far as a name can tell; (f)(x) calls a variable or function."""
    found = _TYPE_NAME.match(b.text(node))
    if found is None:
        return ""
    return "" if declared_around(b, found[1]) else found[1]


def declared_around(b: Lowering, text: str) -> bool:
    """Whether the file declares a variable or function of that name before this place."""
    scope = b.scope
    while scope != NONE:
        if (scope, text) in b.variables:
            return True
        scope = b.scopes[scope].parent
    return False


_TYPE_NAME = re.compile(r"\(\s*(\w+_t|_*(?:u|s|le|be|uint|int)(?:8|16|32|64)|u?(?:char|short|int|long)|bool)\s*\)\Z")


def _broken_arguments(b: Lowering, arguments: Node, found: list[int]) -> None:
    """container_of(p, struct s, member): the grammar knows no types here; commas tell the arguments apart."""
    at = NONE
    tag = ""
    for child in arguments.children:
        kind = child.type
        if not child.is_named:
            if kind == "," or kind == ")":
                found.append(at)
                at, tag = NONE, ""
        elif kind == "identifier" and child.end_byte - child.start_byte < 7 and b.text(child) in _TAGS:
            tag = b.text(child)
        elif tag and (kind == "ERROR" or kind == "identifier"):
            at = b.name(f"{tag} {b.text(child).strip('* ')}")
            tag = ""
        elif kind == "comment" or kind == "ERROR":
            b.lower(child)
        else:
            at = b.lower(child)


_TAGS = frozenset({"struct", "union", "enum"})


def field(b: Lowering, node: Node) -> int:
    """x.name, p->name"""
    inner = node.named_children
    first = inner[0]
    return b.expression(Op.ATTRIBUTE, b.text(inner[-1]), (b.rules[first.kind_id](b, first),))


def subscript(b: Lowering, node: Node) -> int:
    """a[i]"""
    inner = node.named_children
    object_at = b.lower(inner[0])
    return b.expression(Op.ITEM, "", (object_at, b.lower(inner[-1]) if len(inner) > 1 else NONE))


def pointer(b: Lowering, node: Node) -> int:
    """&f, *p"""
    parts = node.children
    at = b.lower(parts[-1])
    return at if at == NONE else b.expression(Op.REFERENCE, parts[0].type, (at,))


def cast(b: Lowering, node: Node) -> int:
    """(struct s *)p; a cast to a plain type tells nothing"""
    inner = node.named_children
    value = b.lower(inner[-1])
    kinds = inner[0].named_children
    if not kinds or (kinds[0].type in ("primitive_type", "sized_type_specifier") and len(kinds) == 1):
        return value
    type = b.lower_type(inner[0])
    return b.expression(Op.CAST, "", (value, type)) if type != NONE else value


def conditional_expression(b: Lowering, node: Node) -> int:
    """c ? a : b, a ?: b"""
    inner = [child for child in node.named_children if child.type != "comment"]
    if len(inner) < 3:
        parts = b.lower_list(inner)
    else:
        effects(b, inner[0])
        parts = b.lower_list(inner[1:])
    return b.expression(Op.CHOICE, "", parts) if parts else NONE


def assign(b: Lowering, node: Node) -> int:
    """x = f, p->ops = &ops, *p = v; x += f()"""
    parts = node.children
    if len(parts) != 3:
        return arithmetic(b, node)
    left, right = parts[0], parts[2]
    value = b.lower(right)
    if parts[1].type == "=" and value != NONE and b.data[value] != Op.NUMBER:
        b.assign(left, value)
    else:
        effects(b, left)
    return value


def assign_name(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """x = v, where x may be of a block around, of the module, or of another file. It stays of the type that it was
    declared with, whatever a `void *` that it is assigned was before."""
    text = b.text(node)
    scope = b.scope
    variables, scopes = b.variables, b.scopes
    while scope != NONE:
        if (scope, text) in variables:
            b.bind(text, value, node, b.declared.get((scope, text), NONE), scope)
            return
        scope = scopes[scope].parent
    b.store(b.expression(Op.REFERENCE, "&", (b.name(text),)), "", value, node)


def assign_field(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """p->name = v"""
    inner = node.named_children
    b.store(b.lower(inner[0]), b.text(inner[-1]), value, node)


def assign_item(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """a[i] = v"""
    inner = node.named_children
    b.store(b.lower(inner[0]), "", value, node, b.lower(inner[-1]))


def assign_target(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """*p = v"""
    b.store(b.lower(node.children[-1]), "", value, node)


def assign_through(b: Lowering, node: Node, value: int, type: int = NONE) -> None:
    """(x) = v"""
    inner = node.named_children
    if inner:
        b.assign(inner[-1], value)


def parenthesized(b: Lowering, node: Node) -> int:
    """(x); ({ … x; }) has the value of its last statement"""
    at = NONE
    for child in node.named_children:
        rule = b.rules[child.kind_id]
        if rule is comment:
            rule(b, child)
        else:
            at = rule(b, child)
    return at


def generic(b: Lowering, node: Node) -> int:
    """_Generic(x, int: f, default: g)"""
    values = [child for child in node.named_children[1:] if child.type not in ("type_descriptor", "comment")]
    return b.expression(Op.CHOICE, "", b.lower_list(values))


def compound_literal(b: Lowering, node: Node) -> int:
    """(struct s){ .a = f }"""
    inner = node.named_children
    type_node, value_node = inner[0], inner[-1]
    value = b.lower(value_node)
    kinds = type_node.named_children
    if len(kinds) != 1 or kinds[0].type not in ("struct_specifier", "union_specifier", "type_identifier"):
        return value
    at = b.expression(Op.CONSTRUCT, "", (b.lower_type(kinds[0]), value))
    b.call(at, kinds[0], "construct", b.short_text(kinds[0]))
    return at


def initializer(b: Lowering, node: Node) -> int:
    """{ .read = f, [OPEN] = g }, { f, g }"""
    if _NAME.search(b.source, node.start_byte + 1, node.end_byte) is None:
        return b.expression(Op.LIST)  # a table of numbers
    keys: list[int] = []
    values: list[int] = []
    named = False
    for child in node.named_children:
        kind = child.type
        if kind == "initializer_pair":
            named = True
            key, value = _pair(b, child)
        elif kind == "comment" or kind == "ERROR" or kind.startswith("preproc"):
            b.lower(child)
            continue
        else:
            key, value = NONE, b.lower(child)
        keys.append(key)
        values.append(value)
    if not named:
        return b.expression(Op.LIST, "", values)
    parts: list[int] = []
    for index, (key, value) in enumerate(zip(keys, values, strict=True)):
        parts.append(key if key != NONE else b.expression(Op.NUMBER, str(index)))
        parts.append(value)
    return b.expression(Op.DICT, "", parts)


_NAME = re.compile(rb"(?<![\w.'\"\\])[A-Za-z_]")


def _pair(b: Lowering, node: Node) -> tuple[int, int]:
    """.read = f, [3] = f, .ops.read = f (as .ops = { .read = f }), read: f"""
    inner = [child for child in node.named_children if child.type != "comment"]
    value = b.lower(inner[-1]) if len(inner) > 1 else NONE
    keys = []
    for designator in inner[:-1]:
        parts = designator.named_children
        if designator.type == "field_designator" and parts:
            keys.append(b.expression(Op.STRING, b.text(parts[0])))
        elif designator.type == "field_identifier":
            keys.append(b.expression(Op.STRING, b.text(designator)))
        elif designator.type == "subscript_designator" and parts:
            keys.append(b.lower(parts[0]))
        else:
            keys.append(NONE)
    for key in reversed(keys[1:]):
        value = b.expression(Op.DICT, "", (key, value))
    return (keys[0] if keys else NONE), value


def string(b: Lowering, node: Node) -> int:
    text = b.text(node)
    if "\n" in text:
        b.literal(node)
    start = text.find('"') + 1
    return b.expression(Op.STRING, text[start:-1][:200])


def concatenated(b: Lowering, node: Node) -> int:
    """ "a" "b", "%" PRIu64"""
    found = [b.text(child)[1:-1] for child in node.named_children if child.type == "string_literal"]
    return b.expression(Op.STRING, "".join(found)[:200])


def macro_type(b: Lowering, node: Node) -> int:
    """typeof(x) in a type; DEFINE_PER_CPU(struct s, x) where the parser saw a type is a call"""
    if b.in_type:
        return b.expression(Op.UNKNOWN, b.short_text(node))
    first = node.named_children[0]
    text = b.text(first)
    b.call(b.expression(Op.CALL, "", (b.name(text),)), first, "call", text)
    return NONE
