"""Parts of facts stay packed: rows of numbers that are looked at like lists of objects."""

import pytest

from callmap.languages.packing import Texts, packed_bindings, packed_branches, packed_calls, packed_uses
from callmap.parts import Binding, Bindings, Branch, Branches, Call, Calls, Use, Uses


def test_bindings_come_back_as_they_were_packed_with_texts_of_the_file_and_others() -> None:
    texts = Texts({"": 0, "run": 1})
    packed = packed_bindings([Binding("run", 0, 7, 0, 3), Binding("größe", 70_000, -1, 2, 4, 1 << 30)], texts)
    bindings = Bindings(packed, ("", "run", *texts.more))
    assert texts.more == ["größe"]
    assert [(b.name, b.scope, b.value, b.branch, b.line, b.type) for b in bindings] == [
        ("run", 0, 7, 0, 3, -1),
        ("größe", 70_000, -1, 2, 4, 1 << 30),
    ]
    assert (bindings.name(1), bindings.scope(1), bindings.value(1), bindings.branch(1)) == ("größe", 70_000, -1, 2)
    assert bindings.column(4, 6) == [3, 4]


def test_words_come_back_from_their_places() -> None:
    texts = Texts({"": 0})
    call = Call(5, 1, 0, 2, 9, "method", "a.run", "a")
    back = Calls(packed_calls([call], texts), ("", *texts.more))[0]
    assert (back.form, back.text, back.receiver, back.column) == ("method", "a.run", "a", 9)
    assert Uses(packed_uses([Use("decorated", 4, 0, 0, 1, 1)]))[0].kind == "decorated"
    branch = Branches(packed_branches([Branch("preprocessor", 0, "CONFIG_X", True)], texts), ("", *texts.more))[0]
    assert (branch.kind, branch.text, branch.exits) == ("preprocessor", "CONFIG_X", True)


def test_rows_are_counted_from_either_end_and_none_is_made_up() -> None:
    uses = Uses(packed_uses([Use("test", at, 0, 0, 1, 1) for at in range(3)]))
    assert len(uses) == 3
    assert uses[-1].expression == uses.expression(2) == 2
    with pytest.raises(IndexError):
        uses[3]
    assert list(Uses()) == []
