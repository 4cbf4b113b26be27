"""The tools of seed 003: their text to the letter, on a repository built to match its example."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from asking import indexed, text_of
from callmap.ask.chains import Arrow, chains
from callmap.ask.project import Project
from callmap.errors import BadInput, FileNotIndexed, SymbolNotFound
from callmap.show.tools.dependencies import dependencies_of, dependency_text, dependents_of, paths_between

FILES = {
    "tsconfig.json": "{}",
    "src/entry.ts": 'import { step02 } from "./step02";\n\nexport function entry(): string {\n  return step02();\n}\n',
    "src/step02.ts": (
        'import { step03 } from "./step03";\n\nexport function step02(): string {\n  return step03() + "-02";\n}\n'
    ),
    "src/step03.ts": 'export function step03(): string {\n  return "03";\n}\n',
    "src/lonely.ts": "export function lonely(): number {\n  return 1;\n}\n",
    "src/dates.ts": (
        "export function formatDate(d: Date): string {\n  return pad(d);\n}\nfunction pad(d: Date) { return ''; }\n"
    ),
    "src/other.ts": "export function formatDate(d: number): string {\n  return '';\n}\n",
    "src/shapes.ts": (
        "export interface Shape { area(): number }\n"
        "export class Base {\n  save(): number {\n    return 1;\n  }\n}\n"
        "export class User extends Base implements Shape {\n  area(): number {\n    return this.save();\n  }\n}\n"
    ),
    "src/page.ts": (
        'import { formatDate } from "./dates";\nimport { formatDate as other } from "./other";\n'
        'import { lonely as unused } from "./lonely";\n\n'
        "export function page(): string {\n  return formatDate(new Date()) + other(1);\n}\n\n"
        "export function list(): unknown {\n  return { handler: page };\n}\n"
    ),
    "src/loop.ts": "export function ping(): void {\n  pong();\n}\nexport function pong(): void {\n  ping();\n}\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with indexed(tmp_path_factory.mktemp("dependencies"), FILES) as project:
        yield project


EXAMPLE = """\
## Graph

entry --CALLS--> step02 --CALLS--> step03

## Nodes

step02:
  file: src/step02.ts
  offset: 3, limit: 3
  snippet:
    3: export function step02(): string {
    4:   return step03() + "-02";
    5: }"""


def test_the_example_is_given_to_the_letter_whichever_end_is_named_first(project: Project) -> None:
    entry = {"file_path": "src/entry.ts", "symbol": "entry"}
    last = {"file_path": "src/step03.ts", "symbol": "step03"}
    assert text_of(dependency_text, paths_between(project, entry, last)) == EXAMPLE
    assert text_of(dependency_text, paths_between(project, last, entry)) == EXAMPLE


def test_dependencies_go_all_the_way(project: Project) -> None:
    text = text_of(dependency_text, dependencies_of(project, "src/entry.ts", "entry"))
    assert text == (
        EXAMPLE + "\n\nstep03:\n  file: src/step03.ts\n  offset: 1, limit: 3\n  snippet:\n"
        '    1: export function step03(): string {\n    2:   return "03";\n    3: }'
    )


def test_dependents_come_with_the_arrows_as_they_are(project: Project) -> None:
    lines = text_of(dependency_text, dependents_of(project, "src/step03.ts", "step03")).splitlines()
    assert lines[2] == "entry --CALLS--> step02 --CALLS--> step03"
    assert [line for line in lines if line.endswith(":") and not line.startswith(" ")] == ["step02:", "entry:"]


def test_nothing_found_is_said_in_one_sentence(project: Project) -> None:
    assert text_of(dependency_text, dependencies_of(project, "src/lonely.ts", "lonely")) == "No dependencies found."
    assert text_of(dependency_text, dependents_of(project, "src/other.ts", "formatDate")) != "No dependents found."
    assert text_of(dependency_text, dependents_of(project, "src/entry.ts", "entry")) == "No dependents found."
    ends = {"file_path": "src/entry.ts", "symbol": "entry"}, {"file_path": "src/lonely.ts", "symbol": "lonely"}
    assert text_of(dependency_text, paths_between(project, *ends)) == "No path found."


def test_one_symbol_has_no_path_to_itself(project: Project) -> None:
    place = {"file_path": "src/entry.ts", "symbol": "entry"}
    with pytest.raises(BadInput) as refused:
        paths_between(project, place, place)
    assert refused.value.message == "Invalid query: source and target are the same symbol."


def test_names_that_collide_get_numbers(project: Project) -> None:
    answer = dependencies_of(project, "src/page.ts", "page")
    assert answer["graph"][:2] == ["page --CALLS--> formatDate#1 --CALLS--> pad", "page --CALLS--> formatDate#2"]
    assert [node["name"] for node in answer["nodes"]] == ["formatDate#1", "formatDate#2", "pad"]


def test_references_base_classes_and_interfaces_are_followed(project: Project) -> None:
    lines = dependencies_of(project, "src/page.ts", "list")["graph"]
    assert "list --REFERENCES--> page" in lines
    lines = dependencies_of(project, "src/shapes.ts", "User")["graph"]
    assert lines[:2] == ["User --EXTENDS--> Base", "User --IMPLEMENTS--> Shape"]
    assert "User.area --CALLS--> Base.save" in dependencies_of(project, "src/shapes.ts", "User.area")["graph"]
    assert dependencies_of(project, "src/shapes.ts", "area")["graph"]


def test_a_circle_ends(project: Project) -> None:
    assert dependencies_of(project, "src/loop.ts", "ping")["graph"] == ["ping --CALLS--> pong --CALLS--> ping"]


def test_what_is_not_found_says_where_it_is_or_what_is_there(project: Project) -> None:
    with pytest.raises(FileNotIndexed) as missing:
        dependencies_of(project, "src/step2.ts", "step02")
    assert missing.value.message == (
        "File 'src/step2.ts' is not indexed.\n\nSymbol 'step02' exists in:\n  - src/step02.ts"
    )
    with pytest.raises(FileNotIndexed, match=r"^File 'x\.ts' is not indexed\.$"):
        dependencies_of(project, "x.ts", "nothing")
    with pytest.raises(SymbolNotFound) as elsewhere:
        dependents_of(project, "src/entry.ts", "formatDate")
    assert elsewhere.value.message == (
        "Symbol 'formatDate' not found at src/entry.ts.\n\nSymbol 'formatDate' exists in:\n"
        "  - src/other.ts\n  - src/dates.ts"
    )
    with pytest.raises(SymbolNotFound) as unknown:
        dependents_of(project, "src/shapes.ts", "User.aera")
    head, _, rest = unknown.value.message.partition("\n\n")
    assert head == "Symbol 'User.aera' not found at src/shapes.ts."
    assert rest.splitlines()[:2] == ["Available symbols in src/shapes.ts:", "  - User.area"]
    absolute = dependencies_of(project, str(Path(project.root) / "src/entry.ts"), "entry")
    assert absolute["graph"] == ["entry --CALLS--> step02 --CALLS--> step03"]


def test_more_than_fifteen_nodes_have_no_snippets_and_more_than_a_hundred_are_counted(tmp_path: Path) -> None:
    def fan(count: int) -> dict[str, str]:
        body = "".join(f"    f{n}()\n" for n in range(count))
        return {"a.py": "".join(f"def f{n}():\n    return {n}\n\n\n" for n in range(count)) + f"def hub():\n{body}"}

    with indexed(tmp_path / "15", fan(15)) as small:
        assert "  snippet:" in text_of(dependency_text, dependencies_of(small, "a.py", "hub"))
    with indexed(tmp_path / "16", fan(16)) as larger:
        text = text_of(dependency_text, dependencies_of(larger, "a.py", "hub"))
        assert "snippet" not in text and "## Notes" not in text and text.count("  offset: ") == 16
    with indexed(tmp_path / "300", fan(300)) as large:
        answer = dependencies_of(large, "a.py", "hub")
        text = text_of(dependency_text, answer)
        assert answer["total_nodes"] == 300 and answer["metadata"]["result_completeness"] == "truncated"
        assert text.endswith("## Notes\n\nThe nearest 100 of 300 symbols are shown; ask about one of them.")
        assert len(text) < 25_000


def test_a_long_function_is_shown_in_part_and_a_changed_tree_is_said(tmp_path: Path) -> None:
    files = {"a.py": "def long():\n" + "    x = 1\n" * 100 + "\n\ndef short():\n    return long()\n"}
    with indexed(tmp_path, files) as project:
        text = text_of(dependency_text, dependencies_of(project, "a.py", "short"))
        assert "Of long 40 of 101 lines are shown." in text and "    40:     x = 1" in text and "    41:" not in text
        (Path(project.root) / "a.py").write_text("def short():\n    return 2\n")
        assert "The working tree has moved" in text_of(dependency_text, dependencies_of(project, "a.py", "short"))


def draw(text: str) -> list[str]:
    """`a>b b>c` as lines."""
    given = [Arrow(ord(pair[0]), ord(pair[2]), "CALLS") for pair in text.split()]
    return ["".join(chr(key) for key in (line[0].source, *(a.target for a in line))) for line in chains(given)]


def test_every_edge_is_drawn_once() -> None:
    assert draw("a>b b>c c>d") == ["abcd"]
    assert draw("a>b b>c b>d c>e") == ["ab", "bce", "bd"]
    assert draw("a>b a>c b>d c>d d>e") == ["abde", "acd"]
    assert draw("a>b b>a") == ["aba"]
    assert draw("a>a") == ["aa"]
    assert draw("x>a y>a a>z") == ["xaz", "ya"]
    assert draw("a>b c>d d>c") == ["ab", "cdc"]
    assert draw("") == []
