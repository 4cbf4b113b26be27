"""What the facts of C say that no case shows: run on the compiled package, too."""

from __future__ import annotations

from callmap.languages import by_name
from callmap.link.code import Code
from callmap.read.extract import extract


def test_a_head_with_a_word_beside_the_type_keeps_the_type() -> None:
    facts = extract(b'#include "own.h"\n\nlocal Stream opened(int mode)\n{\n}\n', by_name("c"), "c")
    (opened,) = [symbol for symbol in facts.symbols if symbol.name == "opened"]
    assert Code(facts.code, facts.strings).show(opened.type) == "name Stream"
