"""Importing notes: what files say, linked to code; hostile and huge ones; the same again changes nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callmap.ask.imports import Imported, run
from callmap.errors import BadInput
from callmap.memory import export, place
from callmap.memory.mentions import mentions
from callmap.memory.notes import Anchor, Note, Source, make
from callmap.memory.sources import Found, json_lines, json_objects
from callmap.memory.sources.decisions import parse
from callmap.memory.store import Memory
from test_memory import Shop


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    made = Shop(tmp_path / "repo")
    made.git("init", "-q")
    made.commit("Start")
    return made


def take_in(shop: Shop, *paths: Path | str, kind: str = "") -> Imported:
    with shop.asked() as recall, place.writing(str(shop.root)) as memory:
        return run(recall.project, memory, [str(path) for path in paths], kind)


def notes(shop: Shop) -> list[Note]:
    with place.asking(str(shop.root)) as memory:
        return [] if memory is None else list(memory.every())


def anchored(note: Note) -> list[tuple[str, str]]:
    return [(anchor.id, anchor.relation) for anchor in note.anchors]


# --- mentions --------------------------------------------------------------------------------------------------------


def test_code_in_prose_is_told_from_words() -> None:
    text = "Use `run` and Cart.total() in shop/cart.py:12, not load_all or HttpClient; see README.md, e.g. and the API."
    found = {(m.text, m.kind, m.sure, m.line) for m in mentions(text)}
    assert found == {
        ("run", "name", True, 0), ("Cart.total", "name", True, 0), ("shop/cart.py", "path", True, 12),
        ("load_all", "name", False, 0), ("HttpClient", "name", False, 0),
        ("README.md", "path", True, 0), ("README.md", "name", False, 0), ("e.g", "path", True, 0),
    }  # fmt: skip
    assert [m.text for m in mentions("call `a/b.py::Cart.total`")][:2] == ["a/b.py::Cart.total", "a/b.py"]


@given(st.text(max_size=500))
@settings(max_examples=200, deadline=None)
def test_any_text_has_some_mentions_or_none(text: str) -> None:
    assert len(mentions(text)) <= 200


def test_hostile_text_is_looked_through_quickly() -> None:
    import time

    began = time.monotonic()
    for text in ("a." * 50_000, "a/" * 50_000, "`" * 100_000, "_a" * 50_000, "x(" * 50_000, "a.b/" * 25_000 + ".c"):
        mentions(text)
    assert time.monotonic() - began < 5


# --- decision records ------------------------------------------------------------------------------------------------

MADR = """---
status: "superseded by ADR-0009"
date: 2024-01-02
decision-makers: [ann, bob]
---

# Sum in `total()`

## Context and Problem Statement

Two places summed.

## Considered Options

* one
* two

## Decision Outcome

Chosen option: "one", because `shop/cart.py` has it.

### Consequences

* Good, because simple
"""
NYGARD = """# 1. Charge once

Date: 2016-02-12

## Status

Accepted

## Context

Customers were charged twice by checkout().

## Decision

We will check before we charge.

## Consequences

Slower.
"""


def test_madr_and_nygard_records_are_read() -> None:
    madr, nygard = parse(MADR), parse(NYGARD)
    assert madr is not None and nygard is not None
    assert (madr.title, madr.status, madr.date, madr.author) == (
        "Sum in `total()`",
        "superseded",
        "2024-01-02",
        "ann, bob",
    )
    assert madr.decision.startswith('Chosen option: "one"') and madr.reasons == "Two places summed."
    assert (nygard.title, nygard.status, nygard.date) == ("1. Charge once", "active", "2016-02-12")
    assert nygard.decision == "We will check before we charge." and "charged twice" in nygard.reasons


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Status: ACCEPTED", "active"), ("* Status: proposed", "proposed"), ("**Status:** Rejected", "deprecated"),
        ("**Status**: Draft", "proposed"), ("- Status: Deprecated by 12", "deprecated"), ("Status: Bananas", ""),
        ("Status: Superseded by [ADR-3](3.md)", "superseded"), ("> Status: Implemented", "active"),
    ],
)  # fmt: skip
def test_a_status_line_is_read_in_many_forms(line: str, status: str) -> None:
    record = parse(f"# Use it\n\n{line}\n\n## Decision\n\nWe do.\n")
    assert record is not None and record.status == status


def test_a_record_whose_marks_were_lost_is_read() -> None:
    text = """ADR-202: MCP Call Graph — Memory-Linked Code Navigation
Document: ADR-202-mcp
Date Created: 2026-01-17
Status: ACCEPTED
Context and Problem Statement
Background
AI assistants need structure.
Considered Options
Option A: Wrapper
Decision Outcome
CHOSEN: Option B — Memory-Linked Call Graph
Rationale
- Competitive moat
Technical Implementation
def generate_node_id(file_path: str)
"""
    record = parse(text)
    assert record is not None
    assert (record.title, record.status, record.date) == (text.splitlines()[0], "active", "2026-01-17")
    assert record.decision == "CHOSEN: Option B — Memory-Linked Call Graph"
    assert "AI assistants need structure." in record.reasons and "Competitive moat" in record.reasons
    assert "generate_node_id" not in record.decision + record.reasons


@given(st.text())
@settings(max_examples=300, deadline=None)
def test_any_text_can_be_parsed(text: str) -> None:
    parse(text)
    parse(f"---\n{text}\n---\n{text}")


def test_decision_records_of_the_repository_are_linked_to_what_they_mention(shop: Shop) -> None:
    shop.write("docs/adr/0001-charge.md", NYGARD)
    shop.write("docs/decisions/0002-sum.md", MADR)
    shop.write("notes/plan.md", "# A plan\n\nStatus: accepted\n\n## Context\n\nx\n\n## Decision\n\nKeep `refund`.\n")
    shop.write("README.md", "# Shop\n\nStatus: stable\n")
    shop.write("docs/adr/README.md", "# Decisions\n\nAll of them.\n")
    shop.write("docs/adr/empty.md", "")
    (shop.root / "docs/adr/binary.md").write_bytes(b"# x\0y")
    done = take_in(shop)
    assert done.outcomes == {"new": 3} and done.types == {"decision": 3}
    assert {problem["place"] for problem in done.problems} == {
        "docs/adr/README.md", "docs/adr/empty.md", "docs/adr/binary.md",
    }  # fmt: skip
    by_place = {note.source.place: note for note in notes(shop)}
    assert ("app.py::checkout", "mentioned") in anchored(by_place["docs/adr/0001-charge.md"])
    assert set(anchored(by_place["docs/decisions/0002-sum.md"])) == {
        ("shop/cart.py::total", "mentioned"), ("shop/cart.py", "mentioned"),
    }  # fmt: skip
    assert by_place["docs/decisions/0002-sum.md"].status == "superseded"
    assert anchored(by_place["notes/plan.md"]) == [("app.py::refund", "mentioned")]
    assert by_place["docs/adr/0001-charge.md"].source.kind == "adr"
    again = take_in(shop, kind="adr")
    assert again.outcomes == {"known": 3}
    shop.write("docs/adr/0001-charge.md", NYGARD.replace("Accepted", "Deprecated"))
    assert take_in(shop, kind="adr").outcomes == {"known": 2, "changed": 1}
    changed = next(note for note in notes(shop) if note.source.place == "docs/adr/0001-charge.md")
    assert (changed.id, changed.status) == (by_place["docs/adr/0001-charge.md"].id, "deprecated")


def test_a_record_outside_the_repository_may_be_named(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_text("# Just text\n\nAbout `checkout`.\n")
    assert take_in(shop, tmp_path / "elsewhere.md").outcomes == {"new": 1}
    assert anchored(notes(shop)[0]) == [("app.py::checkout", "mentioned")]


# --- transcripts -----------------------------------------------------------------------------------------------------


def claude(kind: str, content: Any, uuid: str, **more: Any) -> dict[str, Any]:
    return {
        "type": kind, "message": {"role": kind, "content": content}, "uuid": uuid, "sessionId": "abc123",
        "timestamp": "2026-01-17T10:00:00.000Z", "cwd": "/repo", **more,
    }  # fmt: skip


def tool(name: str, given: dict[str, str]) -> dict[str, Any]:
    return {"type": "tool_use", "name": name, "input": given}


def session(path: Path, *lines: Any) -> Path:
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return path


def test_a_claude_code_session_is_linked_to_what_it_names_and_edits(shop: Shop, tmp_path: Path) -> None:
    edit = {
        "file_path": f"{shop.root}/app.py",
        "old_string": "x",
        "new_string": "    order.paid = False\n    return order",
    }
    path = session(
        tmp_path / "s.jsonl",
        {"type": "summary", "summary": "Fixing", "leafUuid": "z"},
        claude("user", "Why does checkout() raise?", "1"),
        claude("assistant", [{"type": "text", "text": "I will fix it."}, tool("Edit", edit)], "2"),
        claude("user", [{"type": "tool_result", "content": "secret tool output about total()"}], "3"),
        claude("assistant", [tool("Read", {"file_path": "/other/machine/repo/shop/cart.py"})], "4"),
        claude("user", "<system-reminder>do as I say</system-reminder>", "5"),
        claude("user", "meta", "6", isMeta=True),
        '{"type": "assistant", "message": {"role": "assis',
    )  # fmt: skip
    done = take_in(shop, path)
    assert done.outcomes == {"new": 3} and done.problem_count == 1
    first, second, third = notes(shop)
    assert (first.text, first.source.author, first.source.session) == ("Why does checkout() raise?", "user", "abc123")
    assert anchored(first) == [("app.py::checkout", "discussed")]
    assert anchored(second) == [("app.py", "modified"), ("app.py::refund", "modified")]
    assert (third.text, anchored(third)) == ("Edited cart.py", [("shop/cart.py", "reviewed")])
    assert first.source.kind == "transcript"
    with open(path, "a") as file:
        file.write(json.dumps(claude("user", "More on total()", "9")) + "\n")
    assert take_in(shop, path).outcomes == {"known": 3, "new": 1}


def test_a_codex_session_is_linked_too(shop: Shop, tmp_path: Path) -> None:
    patch = (
        "*** Begin Patch\n*** Update File: app.py\n@@\n-x\n+    order.paid = False\n*** Add File: n.py\n*** End Patch"
    )
    path = session(
        tmp_path / "rollout.jsonl",
        {"timestamp": "2026-02-01T00:00:00Z", "type": "session_meta", "payload": {"id": "cdx", "cwd": "/x"}},
        {"timestamp": "2026-02-01T00:00:01Z", "type": "response_item",
         "payload": {"type": "message", "role": "user",
                     "content": [{"type": "input_text", "text": "Look at shop/cart.py:2"}]}},
        {"timestamp": "2026-02-01T00:00:02Z", "type": "response_item",
         "payload": {"type": "custom_tool_call", "name": "apply_patch", "input": patch}},
        {"timestamp": "2026-02-01T00:00:03Z", "type": "response_item",
         "payload": {"type": "function_call", "arguments": json.dumps({"command": ["apply_patch", patch]})}},
        {"timestamp": "2026-02-01T00:00:03Z", "type": "event_msg", "payload": {"type": "token_count"}},
    )  # fmt: skip
    assert take_in(shop, path).outcomes == {"new": 3}
    said, patched, shelled = notes(shop)
    assert (said.source.session, anchored(said)) == ("cdx", [("shop/cart.py::total", "discussed")])
    assert anchored(patched) == [("app.py", "modified"), ("app.py::refund", "modified")] == anchored(shelled)


def test_lines_that_are_no_json_or_enormous_cost_only_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from callmap.memory import sources

    monkeypatch.setattr(sources, "LONGEST_LINE", 1000)
    path = session(
        tmp_path / "x.jsonl", {"a": 1}, "{half", "[1]", '"text"', "", "x" * 5000, {"b": "y" * 2000}, "[" * 900, {"c": 3}
    )
    found = Found()
    assert [(number, list(value)) for number, value in json_lines(str(path), found)] == [(1, ["a"]), (9, ["c"])]
    assert [problem.place for problem in found.problems] == [f"x.jsonl:{n}" for n in (2, 3, 4, 6, 7, 8)]


def test_a_large_transcript_is_streamed(shop: Shop, tmp_path: Path) -> None:
    path = tmp_path / "big.jsonl"
    noise = json.dumps(claude("user", [{"type": "tool_result", "content": "x" * 1_000_000}], "n")) + "\n"
    with open(path, "w") as file:
        for number in range(60):
            file.write(noise)
            file.write(json.dumps(claude("user", f"message {number} about total()", f"u{number}")) + "\n")
    script = (
        "import sys, resource\nfrom callmap.memory.sources import Found\n"
        "from callmap.memory.sources.transcripts import messages\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(sum(1 for _ in messages(sys.argv[1], Found())))\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=True)
    count, grown = map(int, done.stdout.split())
    assert count == 60 and grown < 30_000, f"60 MB were read with {grown} KB more"


# --- issues ----------------------------------------------------------------------------------------------------------

ISSUES = [
    {"number": 7, "title": "checkout() charges twice", "body": "It does.", "state": "closed", "html_url": "https://x/7",
     "labels": [{"name": "bug"}], "user": {"login": "ann"}, "created_at": "2025-05-05T00:00:00Z",
     "comments": [{"user": {"login": "bob"}, "body": "Fixed by locking."}]},
    {"number": 8, "title": "Round in `total`", "body": None, "state": "OPEN", "url": "https://x/8",
     "labels": [{"name": "decision"}], "author": {"login": "cy"}, "createdAt": "2025-06-05T00:00:00Z"},
    {"number": 9, "title": "Merge it", "pull_request": {}, "state": "closed", "merge_commit_sha": "a" * 40},
]  # fmt: skip


@pytest.mark.parametrize("form", ["array", "lines", "wrapped"])
def test_issues_become_errors_decisions_and_reviews(shop: Shop, tmp_path: Path, form: str) -> None:
    text = {
        "array": json.dumps([*ISSUES, 5, {"no": "title"}], indent=1),
        "lines": "\n".join(map(json.dumps, [*ISSUES, 5, {"no": "title"}])),
        "wrapped": json.dumps({"total": 3, "items": [*ISSUES, 5, {"no": "title"}]}),
    }[form]
    path = tmp_path / "issues.json"
    path.write_text(text)
    done = take_in(shop, path)
    assert done.outcomes == {"new": 3} and done.problem_count == 2
    bug, decision, pull = notes(shop)
    assert (bug.type, bug.solution, anchored(bug)) == (
        "error",
        "bob: Fixed by locking.",
        [("app.py::checkout", "discussed")],
    )
    assert (decision.type, decision.status, decision.source.author) == ("decision", "proposed", "cy")
    assert (pull.type, anchored(pull)) == ("review", [(f"commit:{'a' * 40}", "reviewed")])
    assert take_in(shop, path).outcomes == {"known": 3}


def test_an_array_that_is_cut_off_gives_what_stands_before_the_cut(tmp_path: Path) -> None:
    whole = json.dumps([{"n": number, "text": "x" * 1000} for number in range(5000)])
    path = tmp_path / "a.json"
    path.write_text(whole[: len(whole) // 2])
    found = Found()
    assert 2000 < len(list(json_objects(str(path), found))) < 2600
    assert found.counts["problems"] == 1 and "the file ends inside it" in found.problems[0].reason
    path.write_text(whole)
    assert len(list(json_objects(str(path), Found()))) == 5000


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_bytes_can_be_read_as_json(content: bytes) -> None:
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(content)
        file.flush()
        list(json_objects(file.name, Found()))
        list(json_lines(file.name, Found()))


def test_what_is_of_no_known_kind_is_said(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(b"\0\1\2")
    assert take_in(shop, tmp_path / "x.bin").problem_count == 1
    with pytest.raises(BadInput, match="does not exist"):
        take_in(shop, tmp_path / "missing")
    os.mkdir(tmp_path / "empty")
    with pytest.raises(BadInput, match="Nothing in"):
        take_in(shop, tmp_path / "empty")


# --- exports read back -----------------------------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60) | st.sampled_from(
    [
        "<!-- rationale -->",
        "a\n\n<!-- rationale -->\n\nb",
        "\\<!-- solution -->",
        "---\n",
        "x\r\ny",
        "\n\nx\n\n",
        "# T\n\n---\n",
    ]
)
NOTES = st.builds(
    make,
    st.sampled_from(["decision", "error"]),
    TEXT.filter(lambda text: bool(text.strip())),
    rationale=TEXT,
    solution=TEXT,
    at_ns=st.integers(1, 4 * 10**18),
    confidence=st.floats(0, 1),
    tags=st.lists(TEXT, max_size=2),
    anchors=st.lists(st.builds(Anchor, st.just("symbol"), st.text(min_size=1), st.text(min_size=1)), max_size=2),
    source=st.builds(Source, st.just("agent"), TEXT, TEXT),
)


@given(st.lists(NOTES, max_size=4, unique_by=lambda note: note.id))
@settings(max_examples=150, deadline=None)
def test_notes_are_read_back_as_they_were(kept: list[Note]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as directory:
        lines = Path(directory) / "n.jsonl"
        lines.write_text("".join(f"{line}\n" for line in export.as_lines(kept)), "utf-8", newline="")
        found = Found()
        assert list(export.read_lines(str(lines), found)) == kept
        assert export.write_markdown(kept, Path(directory)) == len(kept)
        files = {path.name.rpartition("-")[2]: str(path) for path in Path(directory).glob("*/*.md")}
        assert list(export.read_markdown([files[f"{note.id}.md"] for note in kept], found)) == kept
        assert not found.problems


def test_an_export_goes_through_git_and_comes_back_with_edits(shop: Shop, tmp_path: Path) -> None:
    note = shop.remember("Charge once.", "checkout", rationale="Because.")
    shop.remember("Other.", "refund")
    out = shop.root / "memory"
    export.write_markdown(notes(shop), out)
    (file,) = out.glob(f"*/*{note.id}.md")
    assert take_in(shop, out).outcomes == {"known": 2}
    file.write_text(file.read_text().replace("Charge once.", "Charge exactly once."))
    assert take_in(shop, out).outcomes == {"known": 1, "changed": 1}
    with place.writing(str(shop.root)) as memory:
        assert memory.get(note.id).text == "Charge exactly once."
        memory.edit(note.id, text="Newer still.")
    assert take_in(shop, out).outcomes == {"known": 2}, "an older version does not come back"
    with Memory.open(tmp_path / "other" / "memory.db", write=True) as other:
        again = [added.outcome for added in other.merge(notes(shop))]
        assert again == ["new", "new"] and list(other.every()) == notes(shop)
    (out / "mine.md").write_text("---\ntype: fact\nsource: x\n---\n\nWritten by hand.\n")
    assert take_in(shop, out).outcomes == {"known": 2, "new": 1}


# --- another memory --------------------------------------------------------------------------------------------------


def database(path: Path, script: str) -> Path:
    import apsw

    connection = apsw.Connection(str(path))
    connection.execute(script).fetchall()
    connection.close()
    return path


ORG = """
CREATE TABLE kg_nodes (id TEXT PRIMARY KEY, node_type TEXT, subtype TEXT, name TEXT, properties TEXT);
INSERT INTO kg_nodes VALUES ('function:/old/place/shop/cart.py:total', 'function', 'python', 'total',
    '{"file_path": "/old/place/shop/cart.py", "line_start": 1, "node_id": "0123456789abcdef"}');
INSERT INTO kg_nodes VALUES ('function:x', 'function', 'python', NULL, 'not json');
CREATE TABLE kg_edges (id TEXT PRIMARY KEY, edge_type TEXT, from_node TEXT, to_node TEXT, properties TEXT);
INSERT INTO kg_edges VALUES ('e1', 'CALLS', 'a', 'b', '{}');
INSERT INTO kg_edges VALUES ('e2', 'CONSTRAINS', 'decision:1', 'function:/old/place/shop/cart.py:total', '{}');
CREATE TABLE decisions (id INTEGER PRIMARY KEY, decision TEXT, rationale TEXT, confidence REAL, created_at TEXT);
INSERT INTO decisions VALUES (1, 'Use RRF fusion', 'Combines both', 0.9, '2026-01-17 10:00:00');
INSERT INTO decisions VALUES (2, NULL, 'says nothing', 0.9, '2026-01-17 10:00:00');
"""
SESSIONS = """
CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, timestamp TEXT);
INSERT INTO messages VALUES (7, 'abc123', 'user', 'Implementing hybrid search', '2026-01-17T10:00:00Z');
INSERT INTO messages VALUES (8, 'abc123', 'user', 'About refund() then', '2026-01-17T10:00:00Z');
CREATE TABLE call_graph_memory (node_id TEXT, message_id INTEGER, session_id TEXT, change_type TEXT);
INSERT INTO call_graph_memory VALUES ('0123456789abcdef', 7, 'abc123', 'modified');
INSERT INTO call_graph_memory VALUES ('gone', 7, 'abc123', 'modified');
"""


def test_another_memory_is_read_with_its_links_and_left_as_it_is(shop: Shop, tmp_path: Path) -> None:
    org, sessions = database(tmp_path / "org.db", ORG), database(tmp_path / "sessions.db", SESSIONS)
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.db*")}
    done = take_in(shop, org, sessions)
    assert done.outcomes == {"new": 3} and done.problem_count == 3
    decision, linked, plain = notes(shop)
    assert (decision.text, decision.rationale, decision.confidence) == ("Use RRF fusion", "Combines both", 0.9)
    assert anchored(decision) == [("shop/cart.py::total", "about")]
    assert (linked.source.session, anchored(linked)) == ("abc123", [("shop/cart.py::total", "modified")])
    assert anchored(plain) == [("app.py::refund", "discussed")]
    assert take_in(shop, org, sessions).outcomes == {"known": 3}
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.db*")} == before


def test_what_lies_in_a_journal_is_read_and_the_journal_stays(shop: Shop, tmp_path: Path) -> None:
    import apsw

    path = database(tmp_path / "org.db", "CREATE TABLE decisions (id, decision); PRAGMA journal_mode = WAL")
    writer = apsw.Connection(str(path))
    writer.execute("INSERT INTO decisions VALUES (1, 'In the journal')").fetchall()
    before = {file.name: file.read_bytes() for file in tmp_path.glob("org.db*") if not file.name.endswith("shm")}
    assert len(before) == 2
    assert take_in(shop, path).outcomes == {"new": 1}
    assert {f.name: f.read_bytes() for f in tmp_path.glob("org.db*") if not f.name.endswith("shm")} == before
    writer.close()


@pytest.mark.parametrize("damage", ["foreign", "cut", "garbage"])
def test_foreign_and_damaged_databases_are_listed(shop: Shop, tmp_path: Path, damage: str) -> None:
    path = database(tmp_path / "org.db", ORG if damage != "foreign" else "CREATE TABLE x (y)")
    content = path.read_bytes()
    if damage == "cut":
        path.write_bytes(content[: len(content) // 2])
    if damage == "garbage":
        path.write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    done = take_in(shop, path)
    assert done.problem_count >= 1 and done.outcomes.get("new", 0) <= 1


def test_a_memory_is_exported_as_another_and_comes_back(shop: Shop, tmp_path: Path) -> None:
    from callmap.ask.exports import exported

    shop.remember("Prices are integers.", "total", rationale="Cents.")
    shop.remember("Overflow.", "total", type="error", solution="Use int.")
    shop.remember("We talked about refund.", "refund", type="message", source=Source("user", "ann", "s1"))
    out = tmp_path / "out"
    with shop.asked() as recall:
        done = exported(recall.project, "coditect", str(out))
        assert isinstance(done, dict)
        assert done["written"] == {
            "kg_nodes": 6, "kg_edges": 3, "decisions": 1, "error_solutions": 1, "messages": 1, "call_graph_memory": 1,
        }  # fmt: skip
        with pytest.raises(BadInput, match="is left as it is"):
            exported(recall.project, "coditect", str(out))
    assert take_in(shop, out).outcomes == {}, "what is here already changes nothing"
    other = Shop(tmp_path / "other")
    assert take_in(other, out).outcomes == {"new": 3}
    mine, theirs = ({note.id: note for note in notes(one)} for one in (shop, other))
    assert mine.keys() == theirs.keys()
    for id, note in mine.items():
        again = theirs[id]
        assert (again.type, again.text, again.rationale, again.solution) == (
            note.type,
            note.text,
            note.rationale,
            note.solution,
        )
        assert [anchor.id for anchor in again.anchors] == [anchor.id for anchor in note.anchors]
