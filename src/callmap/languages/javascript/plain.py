"""JavaScript that can be read from its text alone: takes where it stands, gives expressions.

Most callees and members are names with dots between them (`this.client.get`), and half of all arguments nothing but
such names, numbers and short strings. What is not plain gives nothing, and is read from its nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.javascript.functions import this
from callmap.languages.lowering import Lowering
from callmap.languages.plain import are_plain, byte_classes, names_between
from callmap.model import Op

if TYPE_CHECKING:
    from tree_sitter import Node

_CLASSES: Final = byte_classes(letters=b"$", never=b"=")
_LITERALS: Final = {"true": "bool", "false": "bool", "null": "null", "undefined": "undefined"}
_SPECIAL: Final = frozenset({  # words that are no names, or not only
    "arguments", "await", "class", "debugger", "delete", "function", "import", "new", "super", "typeof", "void",
    "yield",
})  # fmt: skip


def plain_path(b: Lowering, start: int, end: int) -> list[str]:
    """The names between two bytes, with nothing but dots between them: `this.a.b`; none if something else stands there,
    or a word that is no name."""
    if not names_between(b.source, start, end, _CLASSES):
        return []
    text = b.text_at(start, end)
    names = text.split(".")
    return [] if names[0] in _SPECIAL or names[0] in _LITERALS or "exports" in text else names


def read_path(b: Lowering, names: list[str], count: int, start: int, node: Node) -> int:
    """The first so many names, as the expression that stands at the byte; reading members is noted."""
    name = names[0]
    at = this(b, node) if name == "this" else b.name(name, start)
    for index in range(1, count):
        start += len(name) + 1
        name = names[index]
        at = b.unary(Op.ATTRIBUTE, name, at)
        if not b.in_type:
            b.use_at("attribute", at, start)
    return at


def read_list(b: Lowering, node: Node, parts: list[int]) -> bool:
    """Adds what stands in `(a, b.c, 1)` or `['d', e]` to the parts, if it is plain."""
    start, end = node.start_byte, node.end_byte
    if end - start == 2:
        return True
    if not are_plain(b.source, start, end, _CLASSES) or b.in_type or node.has_error:
        return False
    pieces = b.text_at(start + 1, end - 1).split(",")
    words = [piece.strip() for piece in pieces]
    for word in words:
        first, dot, _ = word.partition(".")
        if first in _SPECIAL or (dot and first in _LITERALS) or "exports" in word:
            return False
    start += 1
    for piece, word in zip(pieces, words, strict=True):
        if word:  # there may be a comma after the last one
            place = start + len(piece) - len(piece.lstrip()) if len(word) < len(piece) else start
            parts.append(_value(b, word, place, node))
        start += len(piece) + 1
    return True


def _value(b: Lowering, word: str, start: int, node: Node) -> int:
    first = word[0]
    if first == "'" or first == '"':
        return b.expression(Op.STRING, word[1:-1])
    if first.isdigit():
        return b.expression(Op.NUMBER, word)
    literal = _LITERALS.get(word)
    if literal is not None:
        return b.expression(Op.LITERAL, literal)
    names = word.split(".")
    return read_path(b, names, len(names), start, node)
