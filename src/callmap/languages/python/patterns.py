"""Python's match statement: what its patterns capture, and what they tell of the subject, as facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering
from callmap.languages.python.narrowing import name_text
from callmap.model import IS, NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node


def match_statement(b: Lowering, node: Node) -> int:
    subjects = b.lower_list(node.children_by_field_name("subject"))
    subject = subjects[0] if len(subjects) == 1 else b.expression(Op.TUPLE, "", subjects)
    body = b.field(node, "body")
    for clause in body.named_children if body is not None else ():
        before = b.enter_branch("case")
        for child in clause.named_children:
            if b.type(child) == "case_pattern":
                pattern = child.named_children[0] if child.named_children else child
                if b.type(pattern) == "class_pattern" and len(subjects) == 1 and b.data[subject] == Op.NAME:
                    b.bind(f"{IS}{name_text(b, subject)}", b.lower(pattern.named_children[0]), child)
                _bind_pattern(b, child, subject)
            else:
                b.lower(child)
        b.branch = before
    return NONE


def _bind_pattern(b: Lowering, node: Node, value: int) -> None:
    """case Point(x=0, y=n): a captured name holds some part of the subject; a class pattern types it."""
    stack = [(node, value)]
    while stack:
        pattern, whole = stack.pop()
        kind = b.type(pattern)
        if kind == "class_pattern" and pattern.named_children:
            class_at = b.lower(pattern.named_children[0])
            instance = b.expression(Op.INSTANCE, "", (class_at,))
            for index, child in enumerate(pattern.named_children[1:]):
                named = child.named_children and b.type(child.named_children[0]) == "keyword_pattern"
                stack.append((child, instance if named else b.expression(Op.UNPACK, str(index), (instance,))))
        elif kind == "dict_pattern":
            keys = b.lower_list(pattern.children_by_field_name("key"))
            for key, child in zip(keys, pattern.children_by_field_name("value"), strict=False):
                stack.append((child, b.expression(Op.ITEM, "", (whole, key))))
            stack += [(child, whole) for child in pattern.named_children if b.type(child) == "splat_pattern"]
        elif kind == "keyword_pattern" and len(pattern.named_children) == 2:
            part = b.expression(Op.ATTRIBUTE, b.text(pattern.named_children[0]), (whole,))
            stack.append((pattern.named_children[1], part))
        elif kind == "as_pattern" and pattern.named_children:
            inner = pattern.named_children[0]
            typed = whole
            class_node = inner.named_children[0] if inner.named_children else inner
            if b.type(class_node) == "class_pattern" and class_node.named_children:
                typed = b.expression(Op.INSTANCE, "", (b.lower(class_node.named_children[0]),))
            stack.append((inner, whole))
            target = pattern.named_children[-1]
            if b.type(target) == "identifier":
                b.bind(b.text(target), typed, target)
        elif kind == "dotted_name":
            if len(pattern.named_children) == 1 and b.text(pattern) != "_":
                b.bind(b.text(pattern), whole, pattern)  # a capture
            else:
                b.lower(pattern)
        elif kind == "splat_pattern":
            for child in pattern.named_children:
                if b.type(child) == "identifier":
                    b.bind(b.text(child), whole, child)
        elif kind == "comment":
            b.lower(pattern)
        else:
            many = kind in ("list_pattern", "tuple_pattern")
            children = [child for child in pattern.named_children if not many or b.type(child) != "comment"]
            starred = next((index for index, child in enumerate(children) if _is_splat(b, child)), len(children))
            for index, child in enumerate(children):
                place = str(index - len(children) if index > starred else index)
                if index == starred:
                    place = f"*{index}:{index + 1 - len(children)}" if index + 1 < len(children) else f"*{index}"
                part = b.expression(Op.UNPACK, place, (whole,)) if many else whole
                stack.append((child, part))


def _is_splat(b: Lowering, node: Node) -> bool:
    """*rest"""
    inner = node.named_children[0] if b.type(node) == "case_pattern" and node.named_children else node
    return b.type(inner) == "splat_pattern"
