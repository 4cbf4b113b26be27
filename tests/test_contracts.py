"""The contracts as a table (contracts.txt): a test for each requirement, rows for each tool; and seed 004's example."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from asking import indexed
from callmap.ask.project import Project
from callmap.errors import SymbolNotFound
from callmap.show.mcp.offers import OFFERS
from callmap.show.tools.graph import get_call_graph

HERE = Path(__file__).parent


class Requirement(NamedTuple):
    tool: str
    document: str  # the seed's number; "ours" for what none of them asks for
    sentence: str
    test: str


def _rows(text: str) -> list[Requirement]:
    """Lines of `tool | document | sentence | test`."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [Requirement(*(part.strip() for part in line.split("|"))) for line in lines]


CONTRACTS = _rows((HERE / "contracts.txt").read_text("utf-8"))


@pytest.mark.parametrize("row", CONTRACTS, ids=lambda row: f"{row.tool}-{row.document}-{row.sentence[:40]}")
def test_every_requirement_has_its_test(row: Requirement) -> None:
    file, _, name = row.test.partition("::")
    tree = ast.parse((HERE / file).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, row.test
    assert row.document in ("000", "001", "002", "003", "004", "ours") and len(row.sentence) > 10


def test_every_tool_has_its_requirements() -> None:
    assert {row.tool for row in CONTRACTS} == OFFERS.keys(), "write into tests/contracts.txt what the tool must do"


# --- seed 004's own example ---


def _rust(name: str, first: int, last: int, call: str = "", at: int = 0) -> dict[int, str]:
    """Lines of a function that stands from one line to another, with a call at one."""
    lines = dict.fromkeys(range(first + 1, last), "    // …")
    lines |= {first: f"pub fn {name}(text: &str) -> bool {{", last: "}", last - 1: "    true"}
    return {**lines, at: f"    {call}(text);"} if at else lines


def _file(*parts: dict[int, str]) -> str:
    lines: dict[int, str] = {}
    for part in parts:
        lines |= part
    return "".join(lines.get(number, "") + "\n" for number in range(1, max(lines) + 1))


FILES = {
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": "pub mod auth;\n",
    "src/auth/mod.rs": "pub mod jwt;\npub mod middleware;\n",
    "src/auth/jwt.rs": _file(_rust("validate_token", 87, 112, "decode_jwt", 95), _rust("decode_jwt", 120, 145)),
    "src/auth/middleware.rs": _file(
        {1: "use super::jwt::validate_token;"}, _rust("authenticate", 23, 45, "validate_token", 34)
    ),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with indexed(tmp_path_factory.mktemp("contracts"), FILES) as project:
        yield project


def _without_ids(symbol: dict[str, Any]) -> dict[str, Any]:
    assert symbol["symbol_id"].startswith("sym_") and len(symbol["symbol_id"]) == 30
    assert symbol["symbol_stable_id"].partition(":")[2].isalnum()
    return {key: symbol[key] for key in ("name", "qualified_name", "path", "line_start", "line_end", "kind")}


def test_the_example_of_get_call_graph_field_by_field(project: Project) -> None:
    answer = get_call_graph(
        project, symbol_name="validate_token", path="src/auth/jwt.rs", ref="live", direction="both", depth=1, limit=20
    )
    assert _without_ids(answer["symbol"]) == {
        "name": "validate_token", "qualified_name": "auth::jwt::validate_token", "path": "src/auth/jwt.rs",
        "line_start": 87, "line_end": 112, "kind": "fn",
    }  # fmt: skip
    (caller,) = answer["callers"]
    assert _without_ids(caller["symbol"]) == {
        "name": "authenticate", "qualified_name": "auth::middleware::authenticate", "path": "src/auth/middleware.rs",
        "line_start": 23, "line_end": 45, "kind": "fn",
    }  # fmt: skip
    assert caller["call_site"]["file"] == "src/auth/middleware.rs" and caller["call_site"]["line"] == 34
    assert caller["confidence"] == "static" and caller["depth"] == 1
    (callee,) = answer["callees"]
    assert _without_ids(callee["symbol"]) == {
        "name": "decode_jwt", "qualified_name": "auth::jwt::decode_jwt", "path": "src/auth/jwt.rs",
        "line_start": 120, "line_end": 145, "kind": "fn",
    }  # fmt: skip
    assert callee["call_site"]["file"] == "src/auth/jwt.rs" and callee["call_site"]["line"] == 95
    assert callee["confidence"] == "static" and callee["depth"] == 1
    assert answer["total_edges"] == 2 and answer["truncated"] is False


def test_every_answer_has_the_metadata_of_protocol_v1(project: Project) -> None:
    about = get_call_graph(project, "validate_token")["metadata"]
    words = {
        "codecompass_protocol_version": ("1.0",),
        "freshness_status": ("fresh",),
        "indexing_status": ("ready",),
        "result_completeness": ("complete",),
        "ref": ("live",),
        "schema_status": ("compatible",),
    }
    assert {key: about[key] in allowed for key, allowed in words.items()} == dict.fromkeys(words, True)


def test_a_depth_above_five_is_a_warning(project: Project) -> None:
    answer = get_call_graph(project, "decode_jwt", direction="callers", depth=50)
    assert [edge["depth"] for edge in answer["callers"]] == [1, 2]
    assert answer["metadata"]["warnings"] == ["depth 50 is outside 1–5; 5 was used."]


def test_a_symbol_that_is_not_in_the_named_file_is_an_error(project: Project) -> None:
    with pytest.raises(SymbolNotFound) as missing:
        get_call_graph(project, "validate_token", path="src/auth/middleware.rs")
    envelope = missing.value.envelope()["error"]
    assert envelope["code"] == "symbol_not_found" and envelope["data"]["remediation"]
    assert "src/auth/jwt.rs:87" in envelope["message"]


def test_a_limit_is_for_each_direction(tmp_path: Path) -> None:
    body = "".join(f"    f{n}()\n" for n in range(30))
    files = {"a.py": "".join(f"def f{n}():\n    hub()\n\n\n" for n in range(30)) + f"def hub():\n{body}"}
    with indexed(tmp_path, files) as project:
        answer = get_call_graph(project, "hub")
        assert (len(answer["callers"]), len(answer["callees"])) == (20, 20)
        assert answer["total_edges"] == 60 and answer["truncated"] is True
        rest = get_call_graph(project, "hub", cursor=answer["next_cursor"])
        assert (len(rest["callers"]), len(rest["callees"])) == (10, 10) and rest["next_cursor"] is None
        seen = [edge["caller"] for part in (answer, rest) for edge in part["callers"]]
        assert len(set(seen)) == 30
