"""Answers tell of the index they come from: what could not be read makes them partial; errors have metadata, too."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

import serving
from callmap.ask.lacking import lacking
from callmap.index import index
from repositories import git, unprivileged

FILES = {"a.py": "from b import helper\n\n\ndef top():\n    helper()\n", "b.py": "def helper():\n    pass\n"}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    place = tmp_path / "repository"
    place.mkdir()
    git(place, "init", "-q", "-b", "main")
    serving.write(place, FILES)
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "first")
    return place


def run(root: Path, *words: str, before: Sequence[str] = ()) -> tuple[int, Any, str]:
    """Exit code, what was said as JSON (of an error: on stderr), and what was said on stderr. `before` are words in
    front of the command."""
    command = [*before, sys.executable, "-m", "callmap", *words, "--root", str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    said = done.stdout if done.returncode == 0 else done.stderr
    return done.returncode, json.loads(said) if "--json" in words else done.stdout, done.stderr


def damage(root: Path, name: str) -> tuple[Path, bytes]:
    """Rubbish in the place of a file's blob; where it is, and what was there."""
    blob = git(root, "rev-parse", f"HEAD:{name}")
    place = root / ".git/objects" / blob[:2] / blob[2:]
    content = place.read_bytes()
    place.chmod(0o600)
    place.write_bytes(b"rubbish")
    return place, content


def test_missing_content_makes_answers_partial_until_it_is_there(root: Path) -> None:
    place, content = damage(root, "b.py")
    code, done, _ = run(root, "index", "--ref", "HEAD", "--json")
    assert code == 0 and "The content of 1 file is missing" in done["warnings"][0]
    assert "warning   The content of 1 file" in run(root, "index", "--ref", "HEAD")[1]
    _, found, _ = run(root, "symbols", "--ref", "HEAD", "--json")
    about = found["metadata"]
    assert about["result_completeness"] == "partial" and "callmap index --ref HEAD" in about["warnings"][0]
    for words in (["symbols"], ["callers", "top"], ["edges"], ["show", "top"]):
        code, said, err = run(root, *words, "--ref", "HEAD")
        assert code == 0 and "The content of 1 file is missing" in said + err, words
    _, status, _ = run(root, "status", "--ref", "HEAD", "--json")
    assert status["result_completeness"] == "partial" and status["warnings"] == about["warnings"]
    assert "warning   The content of 1 file" in run(root, "status", "--ref", "HEAD")[1]
    code, error, err = run(root, "callers", "helper", "--ref", "HEAD", "--json")
    assert code == 1 and error["error"]["code"] == "symbol_not_found"
    assert error["metadata"]["result_completeness"] == "partial" and error["metadata"]["warnings"] == about["warnings"]
    assert "warning: The content of 1 file" in run(root, "callers", "helper", "--ref", "HEAD")[2]
    place.write_bytes(content)
    assert run(root, "index", "--ref", "HEAD", "--json")[1]["changed"]
    assert run(root, "callers", "helper", "--ref", "HEAD", "--json")[1]["metadata"]["warnings"] == []


def test_a_comparison_tells_at_which_ref_content_is_missing(root: Path) -> None:
    damage(root, "b.py")
    _, found, _ = run(root, "diff", "HEAD", "--json")
    assert found["metadata"]["result_completeness"] == "partial"
    assert found["metadata"]["warnings"][0].startswith("At HEAD: The content of 1 file is missing")
    assert "warning: At HEAD: The content of 1 file" in run(root, "diff", "HEAD")[2]
    assert "warning: At HEAD: The content of 1 file" in run(root, "compare", "top", "HEAD")[2]


def test_a_partial_clone_says_what_brings_its_content(root: Path, tmp_path: Path) -> None:
    git(root, "config", "uploadpack.allowFilter", "true")
    partial = tmp_path / "partial"
    git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{root}", str(partial))
    index(str(partial), ref="HEAD", workers=1)
    _, error, _ = run(partial, "callers", "helper", "--ref", "HEAD", "--json")
    assert error["error"]["code"] == "symbol_not_found"
    assert "content of 2 files is missing" in error["metadata"]["warnings"][0]
    git(partial, "fetch", "-q", "--refetch", "--no-filter")  # what the warning says
    index(str(partial), ref="HEAD", workers=1)
    code, found, _ = run(partial, "callers", "helper", "--ref", "HEAD", "--json")
    assert code == 0 and found["total"] == 1 and found["metadata"]["result_completeness"] == "complete"


def test_files_that_cannot_be_read_make_answers_partial(root: Path) -> None:
    (root / "b.py").chmod(0)
    _, found, _ = run(root, "symbols", "--json", before=unprivileged())
    assert found["metadata"]["result_completeness"] == "partial"
    assert "1 file could not be read (unreadable)" in found["metadata"]["warnings"][0]


def test_errors_tell_how_fresh_the_index_is(root: Path) -> None:
    index(str(root), workers=1)
    (root / "c.py").write_text("def newfn():\n    pass\n")
    code, error, _ = run(root, "callers", "newfn", "--no-sync", "--json")
    assert code == 1 and error["error"]["code"] == "symbol_not_found"
    about = error["metadata"]
    assert (about["freshness_status"], about["changed_files"], about["ref"]) == ("stale", 1, "live")
    assert about["commit"] == git(root, "rev-parse", "HEAD") and "c.py" in about["warnings"][0]
    _, error, _ = run(root, "callers", "nobody", "--ref", "main", "--json")
    assert (error["metadata"]["freshness_status"], error["metadata"]["ref"]) == ("fresh", "main")


def test_errors_of_what_is_not_indexed_say_so(root: Path) -> None:
    _, error, _ = run(root, "callers", "top", "--ref", "main", "--json")
    assert error["error"]["code"] == "ref_not_indexed"
    assert (error["metadata"]["indexing_status"], error["metadata"]["ref"]) == ("not_indexed", "main")
    _, error, _ = run(root, "callers", "top", "--no-sync", "--json")
    assert error["error"]["code"] == "index_not_ready" and error["metadata"]["schema_status"] == "not_indexed"


def test_every_error_over_mcp_has_metadata(root: Path, tmp_path: Path) -> None:
    for ref in ("", "main"):
        index(str(root), ref=ref, workers=1)

    async def use(client: Client) -> None:
        for code, ref, tool, given in (
            ("invalid_input", "live", "get_call_graph", {"symbol_name": "top", "depht": 3}),
            ("symbol_not_found", "live", "get_call_graph", {"symbol_name": "nobody"}),
            ("symbol_not_found", "main", "get_call_graph", {"symbol_name": "nobody", "ref": "main"}),
            ("ref_not_indexed", "live", "get_call_graph", {"symbol_name": "top", "ref": "mian"}),
            ("file_not_found", "live", "index_file", {"file_path": "nothing.py"}),
            ("invalid_input", "live", "dependenciesOf", {}),
        ):
            result = await client.call_tool(tool, given)
            whole: Any = result.structured_content or result.meta
            assert result.is_error and whole["error"]["code"] == code, whole
            about = whole["metadata"]
            assert (about["freshness_status"], about["indexing_status"], about["ref"]) == ("fresh", "ready", ref)
            assert about["schema_status"] == "compatible" and about["codecompass_protocol_version"] == "1.0"

    serving.with_client(root, tmp_path / "data", use)


def test_what_could_not_be_read_is_told_by_reason() -> None:
    counters = {"skipped": {"ignored": 9, "unreadable": 2, "worker died": 1}, "skipped_directories": {"unreadable": 1}}
    (words,) = lacking(counters, "live")
    assert words.startswith("3 files and 1 directory could not be read (unreadable, worker died), so this answer is")
    assert lacking({"skipped": {"ignored": 9, "binary": 1, "symlink": 1}, "skipped_directories": {}}, "live") == []
