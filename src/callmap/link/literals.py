"""Texts and numbers as they are written: takes such an expression, gives an object of its type."""

from __future__ import annotations

from typing import Final, final

from callmap.link.evidence import STATIC, Found, Founds, Value
from callmap.link.file import File
from callmap.model import NONE, Op

LONGEST_KEY: Final = 60  # of a text that may name an attribute or a key


@final
class Literals:
    """Part of `Names`: one object for all places where the same is written, since there are many of some."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str | None], Founds] = {}

    def expression(self, file: File, at: int) -> Founds | None:
        """What a literal is; nothing where its language does not say, None if the expression is no literal."""
        language, op = file.language, file.code.op(at)
        if op == Op.STRING and op in language.literals:
            text = file.code.text(at)
            return self._of(language.literals[op], text if len(text) <= LONGEST_KEY else None)
        if op in language.literals:
            return self._of(language.literals[op], None)
        if op == Op.LITERAL and file.code.text(at) in language.literal_types:
            return self._of(language.literal_types[file.code.text(at)], None)
        if op == Op.NUMBER and (types := language.number_types):
            return self._of(types[_is_fraction(file.code.text(at))], None)
        return () if op in (Op.NUMBER, Op.LITERAL) else None

    def _of(self, type: str, text: str | None) -> Founds:
        known = self._known.get((type, text))
        if known is None:
            of = (Value("text", "", NONE, text),) if text is not None else ()
            known = (Found(Value("external_instance", "", NONE, type, of), STATIC, ()),)
            self._known[type, text] = known
        return known


def _is_fraction(number: str) -> bool:
    return not number.startswith(("0x", "0X")) and any(mark in number for mark in ".eE")
