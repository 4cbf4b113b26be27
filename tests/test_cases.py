"""Every directory of `tests/cases/<language>/<topic>` is one test: its `expected.txt` is the whole graph."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph import CASES, Line, case_directories, index_files, index_tree, lines, matrix, parse, read_tree

README = Path(__file__).parent.parent / "README.md"
_START, _END = "<!-- matrix -->", "<!-- /matrix -->"
_each_case = pytest.mark.parametrize("case", case_directories(), ids=lambda case: case.relative_to(CASES).as_posix())


@_each_case
def test_graph_is_as_expected(case: Path, update: bool, capsys: pytest.CaptureFixture[str]) -> None:
    path = case / "expected.txt"
    text = path.read_text("utf-8")
    found = lines(index_tree(case))
    complaints = compare(text, found)
    if update and complaints:
        path.write_text(rewrite(text, found), "utf-8")
        with capsys.disabled():
            print(f"\n{path} rewritten:", *complaints, sep="\n  ")
        return
    assert not complaints, "\n  ".join([f"{case}:", *complaints])


@_each_case
def test_graph_does_not_depend_on_the_order_of_files(case: Path) -> None:
    contents = read_tree(case)
    assert index_files(dict(reversed(contents.items()))) == index_files(contents)


def test_readme_shows_the_support_matrix(update: bool, capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text("utf-8")
    assert _START in text and _END in text, f"README.md needs the lines {_START} and {_END} around its matrix."
    before, _, rest = text.partition(_START)
    shown, _, after = rest.partition(_END)
    wanted = f"\n{matrix()}\n"
    if update and shown != wanted:
        README.write_text(f"{before}{_START}{wanted}{_END}{after}", "utf-8")
        with capsys.disabled():
            print(f"\n{README} rewritten")
        return
    assert shown == wanted, "README.md's matrix is not that of tests/cases: run pytest --update."


def compare(text: str, found: list[Line]) -> list[str]:
    """What is not as the expectation says."""
    expected = _parsed(text)
    complaints = []
    for line in expected:
        if line.mark == "todo":
            if any(line.marks(each) for each in found):
                complaints.append(f"is found now, remove the todo mark: {line}")
        elif line.mark == "wrong":
            if not any(line.marks(each) for each in found):
                complaints.append(f"is no longer reported, remove the wrong mark: {line}")
        elif not any(line.covers(each) for each in found):
            complaints.append(f"missing:    {line}")
    for each in _unexpected(expected, found):
        complaints.append(f"unexpected: {each}")
    return complaints


def rewrite(text: str, found: list[Line]) -> str:
    """The expectation with what is found: comments, and the marks that still hold, stay where they are."""
    kept: list[str] = []
    for raw in text.splitlines():
        if not raw.strip() or raw.startswith("#"):
            kept.append(raw)
            continue
        line = parse(raw)
        reported = [each for each in found if line.marks(each)]
        if line.mark == "todo":
            if not reported:
                kept.append(raw)
        elif line.mark == "wrong":
            if reported:
                kept.append(raw)
        else:
            same = [each for each in reported if each.sure == line.sure]
            if same:
                covered = not line.via or any(line.covers(each) for each in same)
                kept.append(raw if covered else str(same[0]))
    expected = _parsed("\n".join(kept))
    kept.extend(dict.fromkeys(str(each._replace(via="")) for each in _unexpected(expected, found)))
    return "\n".join(kept) + "\n"


def _parsed(text: str) -> list[Line]:
    return [parse(line) for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _unexpected(expected: list[Line], found: list[Line]) -> list[Line]:
    plain = {(line.edge, line.sure) for line in expected if not line.mark}
    wrong = [line for line in expected if line.mark == "wrong"]
    return [
        each for each in found if (each.edge, each.sure) not in plain and not any(line.marks(each) for line in wrong)
    ]


def test_runner_tells_missing_unexpected_and_outdated_marks() -> None:
    found = [parse("a.py::f -> a.py::g  static  defined in this file"), parse("a.py::f -> ? h  unresolved dynamic")]
    text = (
        "# kept\na.py::f -> a.py::g  inferred\ntodo a.py::f -> ? h\nwrong a.py::f -> b.py::g\ntodo a.py::f -> b.py::h"
    )
    assert [complaint.partition(":")[0] for complaint in compare(text, found)] == [
        "missing",
        "is found now, remove the todo mark",
        "is no longer reported, remove the wrong mark",
        "unexpected",
        "unexpected",
    ]
    updated = "# kept\ntodo a.py::f -> b.py::h\na.py::f -> a.py::g  static\na.py::f -> ? h  unresolved dynamic\n"
    assert rewrite(text, found) == updated
    assert compare(updated, found) == []


def test_evidence_is_compared_where_the_expectation_has_it() -> None:
    found = [parse("a.py::f -> a.py::g  static  defined in this file")]
    assert compare("a.py::f -> a.py::g  static", found) == []
    assert compare("a.py::f -> a.py::g  static  defined in this file", found) == []
    assert compare("a.py::f -> a.py::g  static  imported", found) != []
    assert rewrite("a.py::f -> a.py::g  static  imported", found) == f"{found[0]}\n"
