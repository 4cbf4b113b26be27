"""Python that can be read from its text alone: takes where it stands, gives names and expressions.

Nine of ten attributes are names with dots between them (`self.client.get`), three of four lists of arguments or
parameters hold nothing but such names, numbers and short strings. To make nodes of all that stands inside takes several
times as long as to look at the text. What is not plain gives nothing, and is read from its nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.lowering import Lowering
from callmap.languages.plain import LONGEST, are_plain, byte_classes, names_between
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node

LITERALS: Final = frozenset({"None", "True", "False"})

_CLASSES: Final = byte_classes()


def count_names(source: bytes, start: int, end: int) -> int:
    """How many names stand between two bytes, with nothing but dots between them: `a.b.c`; 0 if something else does."""
    return names_between(source, start, end, _CLASSES)


def read_names(b: Lowering, names: list[str], count: int, start: int) -> int:
    """The first so many names, as the expression that stands at the byte; reading attributes is noted."""
    name = names[0]
    at = _literal(b, name) if name in LITERALS else b.name(name, start)
    for index in range(1, count):
        start += len(name) + 1
        name = names[index]
        at = b.unary(Op.ATTRIBUTE, name, at)
        b.use_at("attribute", at, start)
    return at


def _literal(b: Lowering, name: str) -> int:
    if name == "None":
        return b.expression(Op.LITERAL, "None")
    return truth_constant(b, "1" if name == "True" else "0")


def read_arguments(b: Lowering, node: Node, start: int, parts: list[int]) -> bool:
    """Adds the arguments `(a, b.c, d=1)` to the parts, if they are plain."""
    end = node.end_byte
    if end - start == 2:
        return True
    if not are_plain(b.source, start, end, _CLASSES) or b.in_type or node.has_error:
        return False
    text = b.text_at(start + 1, end - 1)
    start += 1
    for piece in text.split(","):
        word = piece.strip()
        if word:  # there may be a comma after the last one
            place = start
            if len(word) < len(piece):
                place += len(piece) - len(piece.lstrip())
            equals = word.find("=")
            if equals < 0:
                parts.append(_value(b, word, place))
            else:
                value = _value(b, word[equals + 1 :], place + equals + 1)
                parts.append(b.unary(Op.KEYWORD, word[:equals], value))
        start += len(piece) + 1
    return True


def _value(b: Lowering, text: str, start: int) -> int:
    """A plain argument."""
    first = text[0]
    if first == '"' or first == "'":
        return string_constant(b, text[1:-1])
    if first.isdigit():
        return b.expression(Op.NUMBER, text)
    if "." in text:
        names = text.split(".")
        return read_names(b, names, len(names), start)
    return _literal(b, text) if text in LITERALS else b.name(text, start)


def string_constant(b: Lowering, value: str) -> int:
    """A string of that value."""
    if value.isdigit():
        value = f"'{value}'"  # as a key it is another one than the number
    return b.expression(Op.STRING, value[:200])


def truth_constant(b: Lowering, number: str) -> int:
    """True or False, which are numbers where they are keys."""
    return b.unary(Op.LITERAL, "bool", b.expression(Op.NUMBER, number))


def plain_parameters(b: Lowering, node: Node) -> list[str] | None:
    """(self, a, b) → its names; None if the parameters have types or defaults, or are not all on one line."""
    start, end = node.start_byte, node.end_byte
    if end - start == 2:
        return []
    if not are_plain(b.source, start, end, _CLASSES):
        return None
    names = b.text_at(start + 1, end - 1).split(",")
    for index, name in enumerate(names):
        names[index] = name = name.strip(" ")
        if not name.isidentifier():
            return None
    return None if node.has_error else names


def string_body(text: str) -> str | None:
    """What stands between the quotes of a string that has no prefix; None if it has, or is broken."""
    quote = text[:1]
    if quote != '"' and quote != "'":
        return None
    three = text[:3]
    if three == '"""' or three == "'''":
        return text[3:-3] if len(text) >= 6 and text.endswith(three) else None
    return text[1:-1] if len(text) > 1 and text.endswith(quote) else None


def read_subscript(b: Lowering, start: int, end: int) -> int:
    """`a.b[0]`, `a["key"]` as an ITEM; NONE if it is not plain."""
    if end - start > LONGEST or b.in_type:
        return NONE
    text = b.text_at(start, end)
    cut = text.find("[")
    count = count_names(b.source, start, start + cut)
    if not count or "," in text or " " in text or "=" in text or not are_plain(b.source, start + cut, end, _CLASSES):
        return NONE
    if end - start - cut == 2 or "\n" in text:
        return NONE
    object_at = read_names(b, text[:cut].split("."), count, start)
    key = _value(b, text[cut + 1 : -1], start + cut + 1)
    return b.expression(Op.ITEM, "", (object_at, key))


def imported_names(b: Lowering, node: Node) -> tuple[str, list[str]]:
    """`from a.b import c, d` → the module and the names; none if there is more to it."""
    start, end = node.start_byte, node.end_byte
    text = b.text_at(start, end) if end - start <= LONGEST else ""
    head, _, tail = text.partition(" import ")
    if head[:5] != "from " or not tail or node.has_error:
        return "", []
    module = head[5:]
    place = start + len(head) - len(module.lstrip("."))
    if place < start + len(head) and not count_names(b.source, place, start + len(head)):
        return "", []
    names = tail.split(", ")
    for name in names:
        if not name.isidentifier() or not name.isascii():
            return "", []
    return module, names
