"""The command line as a user meets it: real processes, their output, streams and exit codes."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from callmap.ask.project import Project
from callmap.errors import DiskTrouble
from callmap.index import index
from callmap.show.terminal import _left
from repositories import unprivileged

CALLMAP = str(Path(sys.executable).with_name("callmap"))
EDGE_KEYS = {
    *("kind", "call_type", "confidence", "via", "caller", "callee", "name", "external", "reason", "site", "condition")
}
FILES = {
    "app.py": (
        "from pkg.tools import Box, helper\n\n\ndef run():\n    é = 'ü'; helper(é)\n    box = Box()\n    box.put(2)\n"
        "    return unknown.thing()\n\n\nrun()\n"
    ),
    "pkg/__init__.py": "",
    "pkg/tools.py": (
        "class Box:\n    def put(self, x):\n        return helper(x)\n\n    def get(self):\n        return self.put(1)"
        "\n\n\ndef helper(x):\n    print(x)\n    return x\n\n\ndef unused():\n    pass\n\n\ndef thing():\n    pass\n"
    ),
    "pkg/other.py": "class Crate:\n    def put(self, x):\n        return x\n\n\ndef grüße():\n    pass\n",
    "deep/a/tools.py": "def one():\n    two()\n\n\ndef two():\n    three()\n\n\ndef three():\n    pass\n",
    "tests/test_app.py": "from app import run\n\n\ndef test_run():\n    run()\n",
}


def make_repository(place: Path, files: dict[str, str] | None = None) -> Path:
    for path, content in (files or FILES).items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(content, "utf-8")
    (place / ".git").mkdir()
    (place / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return place


class Cli:
    """Runs `callmap` in a directory, with a data directory of its own."""

    def __init__(self, cwd: Path, data: Path) -> None:
        self.cwd = cwd
        kept = ("PATH", "LD_LIBRARY_PATH", "TMPDIR")
        self.environment = {key: os.environ[key] for key in kept if key in os.environ}
        self.environment |= {"CALLMAP_DATA": str(data), "HOME": str(data.parent), "LANG": "C.UTF-8"}

    def __call__(self, *words: str, code: int = 0, cwd: Path | None = None, **environment: str) -> Ran:
        done = subprocess.run(
            [CALLMAP, *words],
            cwd=cwd or self.cwd,
            env=self.environment | environment,
            capture_output=True,
            check=False,
            timeout=60,
        )
        ran = Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
        assert ran.code == code, ran
        assert "Traceback" not in ran.err
        return ran

    def shell(self, line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            ["bash", "-c", f"set -o pipefail; {line}"], cwd=self.cwd, capture_output=True, check=False, timeout=60,
            env=self.environment | {"callmap": CALLMAP} | environment,
        )  # fmt: skip


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def json(self) -> Any:
        return json.loads(self.out)

    def error(self) -> dict[str, Any]:
        """The JSON error, which is all that is on stderr."""
        found = json.loads(self.err)
        assert set(found) - {"metadata"} == {"error"} and set(found["error"]) == {"code", "message", "data"}
        return found["error"]

    def __repr__(self) -> str:
        return f"exit {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


@pytest.fixture(scope="module")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """An indexed repository that no test changes."""
    place = tmp_path_factory.mktemp("cli")
    cli = Cli(make_repository(place / "repository"), place / "data")
    cli("index")
    return cli


def fresh(tmp_path: Path, files: dict[str, str] | None = None) -> Cli:
    """A repository that is not indexed yet."""
    return Cli(make_repository(tmp_path / "repository", files), tmp_path / "data")


def sites(answer: dict[str, Any], key: str) -> list[str]:
    return [f"{edge['site']['path']}:{edge['site']['line']}" for edge in answer[key]]


# --- index and status ------------------------------------------------------------------------------------------------


def test_index_prints_a_summary(tmp_path: Path) -> None:
    cli = fresh(tmp_path)
    first = cli("index", "--workers", "2")
    assert first.out.startswith(f"Indexed {cli.cwd}\n")
    for words in ("6 python", "symbols", "calls", "static", "unresolved", "builtin", "6 files in", "MB/s"):
        assert words in first.out, words
    assert not first.err, "a progress bar is for terminals"
    assert "Nothing changed since the last index" in cli("index").out


def test_index_as_json(tmp_path: Path) -> None:
    cli = fresh(tmp_path)
    report = cli("index", "--json").json()
    assert report["changed"] is True and report["read"] == 6 and report["root"] == str(cli.cwd)
    assert report["counts"]["files"] == {"python": 6}
    assert set(report["counts"]["edges"]) == {"static", "inferred", "unresolved"}
    assert {"seconds", "bytes", "speed_mb_per_second", "generation", "warnings"} <= set(report)
    assert cli("index", "--json").json()["changed"] is False


def test_index_path_is_root(tmp_path: Path) -> None:
    cli = fresh(tmp_path)
    assert cli("index", str(cli.cwd), cwd=tmp_path).out.startswith(f"Indexed {cli.cwd}\n")
    again = cli("index", "--root", "repository", cwd=tmp_path)
    assert "Nothing changed" in again.out
    assert "give one of them" in cli("index", ".", "--root", ".", code=2).err


def test_the_root_is_the_repository_around_here(cli: Cli) -> None:
    below = cli("callers", "helper", "--json", cwd=cli.cwd / "deep" / "a")
    assert below.json()["symbol"]["path"] == "pkg/tools.py"
    assert not below.err, "it is the same index"


def test_status(cli: Cli) -> None:
    text = cli("status").out
    assert str(cli.cwd) in text and "nothing has changed since" in text and "6 python" in text and "MB" in text
    status = cli("status", "--json").json()
    assert status["indexing_status"] == "ready" and status["freshness_status"] == "fresh"
    assert status["changed_files"] == 0 and status["commit"] is None
    assert status["files"] == {"python": 6} and status["skipped_files"] == [] and status["problem_files"] == []


def test_status_of_what_is_not_indexed(tmp_path: Path) -> None:
    cli = fresh(tmp_path)
    assert "is not indexed" in cli("status").out
    assert cli("status", "--json").json()["indexing_status"] == "not_indexed"
    assert not (tmp_path / "data").exists(), "to look changes nothing"


def test_status_tells_what_changed_and_what_was_left_out(tmp_path: Path) -> None:
    cli = fresh(tmp_path, {"a.py": "def a(): pass\n", "b.py": "def b(:\n", ".env.py": "KEY = 1\n", "big.py": "#\n" * 9})
    cli("index")
    status = cli("status", "--json").json()
    assert [(file["path"], file["reason"]) for file in status["skipped_files"]] == [(".env.py", "secret")]
    assert [file["path"] for file in status["problem_files"]] == ["b.py"]
    assert "b.py: syntax at line 1" in cli("status").out and ".env.py: secret" in cli("status").out
    (cli.cwd / "a.py").write_text("def a(): b()\n")
    (cli.cwd / "c.py").write_text("")
    (cli.cwd / "b.py").unlink()
    (cli.cwd / "big.py").write_text("#\n" * 1_100_000)  # not to be read any more
    after = cli("status", "--json").json()
    assert (after["freshness_status"], after["changed_files"]) == ("stale", 4)
    assert "4 files differ since" in cli("status").out


def test_status_counts_where_a_bound_bit(tmp_path: Path) -> None:
    many = "".join(f"def f{n}(): pass\n" for n in range(200))
    choice = " or ".join(f"f{n}" for n in range(200))
    below = "".join(f"class B{n}(A):\n    def go(self): pass\n" for n in range(30))
    overridden = f"class A:\n    def go(self): pass\n{below}def call(a: A): a.go()\n"
    cli = fresh(tmp_path, {"a.py": f"{many}step = {choice}\ndef run(): step()\n", "b.py": overridden})
    counted = {"too many values to follow": 1, "too many classes override it": 1}
    assert json.loads(cli("index", "--json").out)["counts"]["bounds"] == counted
    assert "given up  1 too many classes override it, 1 too many values to follow" in cli("status").out


def test_a_file_that_cannot_be_read_does_not_differ_until_it_can(tmp_path: Path) -> None:
    cli = fresh(tmp_path)
    (cli.cwd / "app.py").chmod(0)
    ours = shlex.join(unprivileged()) + ' "$callmap"'
    done = cli.shell(f"{ours} index && {ours} status")
    assert b"1 unreadable" in done.stdout, done
    assert b"nothing has changed since" in done.stdout, done
    (cli.cwd / "app.py").chmod(0o600)
    assert "1 files differ since" in cli("status").out


def test_a_query_indexes_first_and_says_so(tmp_path: Path) -> None:
    cli = fresh(tmp_path)
    asked = cli("callers", "helper")
    assert asked.err == f"{cli.cwd} is not indexed yet: indexing it first.\n"
    assert not cli("callers", "helper").err, "only once"
    (cli.cwd / "new.py").write_text("from pkg.tools import helper\nhelper(1)\n")
    again = cli("callers", "helper")
    assert "up to date" in again.err and "new.py" in again.out


def test_stderr_is_json_where_json_is_asked_for(tmp_path: Path) -> None:
    """What happens before the answer is not said: programs read stderr, too."""
    cli = fresh(tmp_path)
    assert cli("callers", "nope", "--json", code=1).error()["code"] == "symbol_not_found", "after a first index"
    (cli.cwd / "new.py").write_text("from pkg.tools import helper\nhelper(1)\n")
    assert cli("callers", "nope", "--json", code=1).error()["code"] == "symbol_not_found", "after an update"
    (cli.cwd / "new.py").write_text("from pkg.tools import helper\nhelper(1)\nhelper(2)\n")
    stale = cli("callers", "helper", "--json", "--no-sync")
    assert not stale.err and stale.json()["metadata"]["freshness_status"] == "stale"
    again = cli("callers", "helper", "--json")
    assert not again.err and again.json()["total"] == 4


@pytest.mark.parametrize("root", ["/", "~", "/nonexistent", "app.py"])
def test_directories_that_are_no_project(cli: Cli, root: str) -> None:
    place = cli.environment["HOME"] if root == "~" else root
    for words in (("index", place), ("edges", "--root", place), ("serve", "--root", place)):
        refused = cli(*words, code=2)
        assert refused.out == "" and "name" in refused.err
    assert cli("status", "--root", place, "--json", code=2).error()["code"] == "project_not_found"


# --- symbols ---------------------------------------------------------------------------------------------------------


def test_symbols(cli: Cli) -> None:
    everything = cli("symbols").out
    assert "pkg/tools.py\n" in everything and re.search(r"\n +2  method +Box\.put\n", everything)
    assert [row["name"] for row in cli("symbols", "PUT", "--json").json()["symbols"]] == ["Crate.put", "Box.put"]
    assert [row["name"] for row in cli("symbols", "un*", "--json").json()["symbols"]] == ["unused"]
    classes = cli("symbols", "--kind", "class", "--file", "tools", "--json").json()
    assert [row["name"] for row in classes["symbols"]] == ["Box"]
    assert set(classes) == {"symbols", "total", "truncated", "metadata"}
    cut = cli("symbols", "--limit", "2", "--json").json()
    assert len(cut["symbols"]) == 2 and cut["truncated"] and cut["total"] > 9
    assert f"2 of {cut['total']} are shown" in cli("symbols", "--limit", "2").out
    assert cli("symbols", "zzz", code=1).err.startswith("No symbol fits 'zzz'")
    assert cli("symbols", "zzz", "--json", code=1).error()["code"] == "symbol_not_found"


# --- callers and callees ---------------------------------------------------------------------------------------------


def test_callers_show_the_source_line_and_the_evidence(cli: Cli) -> None:
    text = cli("callers", "helper").out
    assert text.splitlines()[0] == "pkg/tools.py::helper  function, line 9: 2 callers"
    assert "      5  run  [static: imported from pkg.tools]\n         é = 'ü'; helper(é)\n" in text
    assert "      3  Box.put  [" in text


def test_callers_as_json(cli: Cli) -> None:
    answer = cli("callers", "helper", "--json").json()
    assert set(answer) == {"symbol", "callers", "total", "truncated", "commit", "note", "metadata"}
    assert answer["symbol"]["qualified_name"] == "pkg.tools.helper" and answer["total"] == 2
    assert sites(answer, "callers") == ["app.py:5", "pkg/tools.py:3"]
    first = answer["callers"][0]
    assert first["source"] == "é = 'ü'; helper(é)" and first["depth"] == 1
    assert set(first) == EDGE_KEYS | {"source", "depth"}


def test_module_level_code_is_a_caller(cli: Cli) -> None:
    callers = cli("callers", "run", "--json").json()["callers"]
    assert (callers[0]["caller"]["name"], callers[0]["caller"]["qualified_name"]) == ("", "app")
    assert "(module level)" in cli("callers", "run").out
    assert sites(cli("callees", "app.py:11", "--json").json(), "callees") == ["app.py:11"]


def test_callees(cli: Cli) -> None:
    answer = cli("callees", "run", "--json").json()
    names = [(edge["callee"] or {}).get("name") for edge in answer["callees"]]
    assert names == ["helper", "Box", "Box.put", None]
    text = cli("callees", "run").out
    assert "4 callees, 1 of them not resolved" in text and "pkg/tools.py::Box.put" in text and "? unknown.thing" in text
    assert "none of them resolved" in cli("callees", "helper").out
    assert "0 callees" in cli("callees", "unused").out


def test_no_callers_is_an_answer_that_says_what_it_means(cli: Cli) -> None:
    nobody = cli("callers", "unused")
    assert "0 callers" in nobody.out and "no unresolved call has that name" in nobody.out
    maybe = cli("callers", "thing")
    assert "1 unresolved call of the name 'thing' may: app.py:8" in maybe.out
    assert "app.py:8" in cli("callers", "thing", "--json").json()["note"]


@pytest.mark.parametrize(
    ("symbol", "expected"),
    [
        ("helper", "pkg.tools.helper"),
        ("helper()", "pkg.tools.helper"),
        ("Box.put", "pkg.tools.Box.put"),
        ("pkg.tools.helper", "pkg.tools.helper"),
        ("pkg.tools.Box.get", "pkg.tools.Box.get"),
        ("tools.helper", "pkg.tools.helper"),
        ("pkg/tools.py::Box.get", "pkg.tools.Box.get"),
        ("tools.py::Box.get", "pkg.tools.Box.get"),
        ("pkg/tools.py:3", "pkg.tools.Box.put"),
        ("pkg/tools.py:3:16", "pkg.tools.Box.put"),
        ("./pkg/tools.py:1", "pkg.tools.Box"),
        ("pkg/../app.py:5", "app.run"),
        ("{root}/pkg/tools.py:10", "pkg.tools.helper"),
        ("/somewhere/else/pkg/tools.py:10", "pkg.tools.helper"),
        ("other.py:3", "pkg.other.Crate.put"),
        ("app.py:2", "app"),
        ("grüße", "pkg.other.grüße"),
    ],
)
def test_forms_of_a_symbol(cli: Cli, symbol: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLMAP_DATA", cli.environment["CALLMAP_DATA"])
    with Project.open(str(cli.cwd)) as project:
        assert project.find(symbol.format(root=cli.cwd)).qualified_name == expected


def test_a_place_in_a_file_that_is_not_indexed(cli: Cli) -> None:
    for place in ("missing.py:3", "nowhere/missing.py:1", f"{cli.cwd}/other/app.py:1"):
        assert cli("callers", place, "--json", code=1).error()["code"] == "file_not_found", place
    assert "the file is shorter" in cli("callers", "app.py:999", code=1).err
    several = cli("callers", "tools.py:1", "--json", code=1).error()
    assert several["code"] == "ambiguous_symbol" and several["data"]["candidates"] == [
        "deep/a/tools.py",
        "pkg/tools.py",
    ]


def test_several_matches_are_listed_and_narrowed_by_file(cli: Cli) -> None:
    listed = cli("callers", "put", code=1)
    assert listed.out == "" and "'put' is the name of 2 symbols" in listed.err
    assert "pkg/other.py:2  pkg/other.py::Crate.put" in listed.err and "pkg/tools.py:2" in listed.err
    error = cli("callers", "put", "--json", code=1).error()
    assert error["code"] == "ambiguous_symbol"
    assert [(place["path"], place["line"]) for place in error["data"]["candidates"]] == [
        ("pkg/other.py", 2),
        ("pkg/tools.py", 2),
    ]
    narrowed = cli("callers", "put", "--file", "tools.py", "--json").json()
    assert narrowed["symbol"]["qualified_name"] == "pkg.tools.Box.put"
    elsewhere = cli("callers", "put", "--file", "app.py", code=1)
    assert "not found in files matching 'app.py'. It exists at pkg/other.py:2, pkg/tools.py:2" in elsewhere.err


def test_no_match_lists_near_names_and_where_they_are(cli: Cli) -> None:
    missed = cli("callers", "helpr", code=1)
    assert missed.out == "" and "Near names: helper (pkg/tools.py:9)" in missed.err
    error = cli("callees", "Box.putt", "--json", code=1).error()
    assert error["code"] == "symbol_not_found" and error["data"]["candidates"][0]["name"] == "Box.put"
    assert "No name in the index is similar" in cli("callers", "qqqqqqqqqq", code=1).err
    assert "No name in the index is similar" in cli("callers", "pkg.tools.qqqq", code=1).err
    for qualified, near in (
        ("pkg.tools.Box.pt", "Box.put"),
        ("pkg.tools.halper", "helper"),
        ("pgk.tools.Box.gt", "Box.get"),
    ):
        assert f"Near names: {near} (pkg/tools.py:" in cli("callers", qualified, code=1).err


def test_places_are_named_from_where_one_is_and_by_their_whole_path(cli: Cli) -> None:
    below = cli.cwd / "deep" / "a"
    for name in ("../../pkg/tools.py:2", "../../pkg/tools.py::Box.put", f"{cli.cwd}/pkg/tools.py::Box.put"):
        assert cli("callers", name, "--json", cwd=below).json()["symbol"]["qualified_name"] == "pkg.tools.Box.put"
    assert "lines are counted from 1" in cli("callers", "app.py:0", code=1).err


def test_an_exact_name_wins_over_one_with_a_number(tmp_path: Path) -> None:
    inner = "    def inner(): pass\n    if inner():\n        def inner(): return 1\n"
    cli = fresh(tmp_path, {"a.py": f"def make():\n{inner}    return inner\n"})
    assert cli("callers", "make.inner", "--json").json()["symbol"]["line"] == 2
    assert cli("callers", "make.inner#2", "--json").json()["symbol"]["line"] == 4
    assert "#number" in cli("callers", "inner", code=1).err, "--file would not help"


def test_no_tests_leaves_out_tests(cli: Cli) -> None:
    assert sites(cli("callers", "run", "--json").json(), "callers") == ["app.py:11", "tests/test_app.py:5"]
    without = cli("callers", "run", "--no-tests", "--json").json()
    assert sites(without, "callers") == ["app.py:11"] and without["total"] == 1


def test_depth(cli: Cli) -> None:
    up = cli("callers", "three", "--depth", "2", "--json").json()
    assert [(edge["caller"]["name"], edge["depth"]) for edge in up["callers"]] == [("two", 1), ("one", 2)]
    down = cli("callees", "one", "--depth", "5", "--json").json()
    assert [(edge["callee"]["name"], edge["depth"]) for edge in down["callees"]] == [("two", 1), ("three", 2)]
    assert "(depth 2)" in cli("callers", "three", "--depth", "2").out
    assert "two → three" in cli("callees", "one", "--depth", "2").out


def test_limit_keeps_the_total(cli: Cli) -> None:
    cut = cli("callers", "helper", "--limit", "1", "--json").json()
    assert len(cut["callers"]) == 1 and cut["total"] == 2 and cut["truncated"] is True
    assert "1 of 2 are shown; --limit 2 shows all." in cli("callers", "helper", "--limit", "1").out
    assert cli("callers", "helper", "--limit", "2", "--json").json()["truncated"] is False


# --- edges -----------------------------------------------------------------------------------------------------------


def edges(cli: Cli, *words: str, **environment: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in cli("edges", *words, **environment).out.splitlines()]


def test_edges(cli: Cli) -> None:
    found = edges(cli)
    assert all(set(edge) == EDGE_KEYS for edge in found)
    ends = [end for edge in found for end in (edge["caller"], edge["callee"]) if end]
    assert all(set(end) == {"path", "name", "qualified_name", "line"} for end in ends)
    assert all(set(edge["site"]) == {"path", "line", "column"} for edge in found)
    places = [(edge["site"]["path"], edge["site"]["line"], edge["site"]["column"]) for edge in found]
    assert places == sorted(places) and len(found) == 11
    first = found[0]
    assert first == {
        "kind": "CALLS", "call_type": "direct", "confidence": "static", "via": ["imported from pkg.tools"],
        "caller": {"path": "app.py", "name": "run", "qualified_name": "app.run", "line": 4},
        "callee": {"path": "pkg/tools.py", "name": "helper", "qualified_name": "pkg.tools.helper", "line": 9},
        "name": "helper", "external": None, "reason": None,
        "site": {"path": "app.py", "line": 5, "column": 14},  # in characters: é and ü are one each
        "condition": None,
    }  # fmt: skip
    builtin = next(edge for edge in found if edge["reason"] == "builtin")
    assert builtin["external"] == "<builtin>.print" and builtin["callee"] is None
    assert [
        edge["caller"]["name"] for edge in found if edge["site"] == {"path": "app.py", "line": 11, "column": 1}
    ] == [""]


def test_edges_can_be_chosen(cli: Cli) -> None:
    everything = edges(cli)
    assert edges(cli, "--path", "pkg/*") == [edge for edge in everything if edge["site"]["path"].startswith("pkg/")]
    assert edges(cli, "--path", "*.rs") == []
    unresolved = [edge for edge in everything if edge["confidence"] == "unresolved"]
    assert edges(cli, "--unresolved") == edges(cli, "--confidence", "unresolved") == unresolved != []
    assert {edge["confidence"] for edge in edges(cli, "--confidence", "static")} == {"static"}
    assert edges(cli, "--unresolved", "--path", "app.py") == [e for e in unresolved if e["site"]["path"] == "app.py"]


def test_output_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    dumps = []
    for number, workers in enumerate(("1", "2", "2")):
        cli = Cli(make_repository(tmp_path / f"moved{number}" / "x"), tmp_path / f"data{number}")
        cli("index", "--workers", workers)
        dumps.append(cli("edges").out)
    assert dumps[0] and len({*dumps, cli("edges").out}) == 1


# --- misuse and trouble ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("frobnicate",),
        ("callers",),
        ("callers", "helper", "--bogus"),
        ("callers", "helper", "--depth", "6"),
        ("callers", "helper", "--depth", "0"),
        ("callees", "helper", "--limit", "0"),
        ("callees", "helper", "--limit", "many"),
        ("index", "--workers", "0"),
        ("edges", "--confidence", "surely"),
        ("edges", "--unresolved", "--confidence", "static"),
        ("symbols", "a", "b"),
    ],
)
def test_misuse(cli: Cli, words: tuple[str, ...]) -> None:
    said = cli(*words, code=2)
    assert said.out == "" and "Usage: callmap" in said.err
    error = cli(*words, "--json", code=2).error()
    assert error["code"] == "invalid_input" and error["message"]


def test_help_and_version(cli: Cli) -> None:
    overview = cli("--help").out
    for command in ("index", "status", "symbols", "callers", "callees", "edges", "serve"):
        assert re.search(rf"^  {command} ", overview, re.MULTILINE)
    assert "--root" in cli("edges", "-h").out
    assert re.fullmatch(r"callmap \d+\.\d+\.\d+\n", cli("--version").out)
    assert "MCP" in cli("serve", "--help").out


def test_version_imports_almost_nothing(cli: Cli) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "callmap", "--version"],
        capture_output=True,
        check=False,
        text=True,
        timeout=60,
    )
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert done.stdout.startswith("callmap ") and "click" in imported, "the list is real"
    assert not imported & {
        "mcp",
        "mcp_types",
        "tree_sitter",
        "pydantic",
        "rich",
        "apsw",
        "msgspec",
        "rapidfuzz",
        "asyncio",
    }


def database(cli: Cli) -> Path:
    (found,) = Path(cli.environment["CALLMAP_DATA"]).glob("*/index.db")
    return found


def test_a_database_of_a_future_version_is_left_alone(tmp_path: Path) -> None:
    cli = fresh(tmp_path)
    cli("index")
    path = database(cli)
    content = bytearray(path.read_bytes())
    content[60:64] = (99).to_bytes(4)  # user_version, in SQLite's header
    path.write_bytes(content)
    for words in (("index",), ("status",), ("callers", "helper"), ("edges",), ("symbols",)):
        refused = cli(*words, code=3)
        assert refused.out == "" and "newer callmap" in refused.err, words
    assert cli("callers", "helper", "--json", code=3).error()["code"] == "index_incompatible"
    assert path.read_bytes() == content
    assert not [file for file in path.parent.iterdir() if file.name not in ("index.db", "index.lock")]


@pytest.mark.parametrize("content", [b"somebody's diary\n" * 99, b"SQLite format 3\0" + bytes(range(256)) * 40, b"x"])
def test_a_foreign_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    cli = fresh(tmp_path)
    cli("index")
    path = database(cli)
    path.write_bytes(content)
    for words in (("index",), ("callers", "helper"), ("status",)):
        assert str(path) in cli(*words, code=3).err, words
    assert path.read_bytes() == content


def test_data_cannot_be_kept(tmp_path: Path) -> None:
    cli = fresh(tmp_path)
    (tmp_path / "file").write_text("mine")
    said = cli("index", code=3, CALLMAP_DATA=str(tmp_path / "file"))
    assert "CALLMAP_DATA" in said.err and (tmp_path / "file").read_text() == "mine"
    assert (
        cli("edges", "--json", code=3, CALLMAP_DATA=str(tmp_path / "file" / "x")).error()["code"]
        == "storage_unavailable"
    )


def test_an_update_that_fails_tells_what_it_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree/a.py").write_text("def helper(): pass\n")
    index(str(tmp_path / "tree"), workers=1)
    for left, schema in (("tree", "compatible"), ("other", "not_indexed")):
        (tmp_path / "other").mkdir(exist_ok=True)
        error = DiskTrouble("The disk is full.")
        told = _left(str(tmp_path / left), None, error)
        assert (told["schema_status"], told["indexing_status"]) == (schema, "failed")
        assert ("--no-sync" in error.data.get("remediation", "")) == (schema == "compatible")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_source_lines_are_shown_whatever_the_encoding_and_the_ends_of_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, end: str
) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    (tmp_path / "tree").mkdir()
    code = end.join(["# ü", "def target(): pass", "def ask():", "    x = 'é'; target()", ""])
    (tmp_path / "tree/a.py").write_bytes(code.encode(encoding))
    index(str(tmp_path / "tree"), workers=1)
    with Project.open(str(tmp_path / "tree")) as project:
        [edge] = project.store.edges(project.snapshot.id)
        assert (edge.caller.name, edge.line, edge.column) == ("ask", 4, 14)
        assert project.source_line("a.py", 4) == "x = 'é'; target()"


def test_no_symbol_is_no_name_of_all_modules(tmp_path: Path) -> None:
    cli = fresh(tmp_path)
    for nothing in ("", "  ", "()"):
        assert cli("callers", nothing, "--json", code=2).error()["code"] == "invalid_input"


# --- streams ---------------------------------------------------------------------------------------------------------


def test_a_reader_that_has_enough(tmp_path: Path) -> None:
    many = "def f(): pass\n\n\n" + "f()\n" * 3_000
    cli = fresh(tmp_path, {"many.py": many})
    cli("index")
    for line in (
        '"$callmap" edges | head -1',
        '"$callmap" symbols | true',
        '"$callmap" callers f --limit 9999 | head -1',
    ):
        done = cli.shell(line)
        assert (done.returncode, done.stderr) == (0, b""), line


def test_closed_streams(cli: Cli) -> None:
    for command in ("edges", "callers helper", "index --json"):
        done = cli.shell(f'"$callmap" {command} >&-')
        assert (done.returncode, done.stderr) == (0, b""), command
    assert b"helper" in cli.shell('"$callmap" callers helper <&- 2>&-').stdout
    assert cli.shell('"$callmap" callers nobody_at_all >&- 2>&- <&-').returncode == 1


def test_other_locales(cli: Cli) -> None:
    expected = cli("callers", "helper", "--json").out
    everything = cli("edges").out
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    for locale in ({"LANG": "C"}, ascii_only, {"PYTHONIOENCODING": "ascii"}):
        assert cli("callers", "helper", "--json", **locale).out == expected
        assert cli("edges", **locale).out == everything
        assert "helper(" in cli("callers", "helper", **locale).out
    assert cli("callers", "grüße", "--json", LANG="C").json()["symbol"]["name"] == "grüße"
    assert cli("callers", "nicht-grüße", "--json", code=1, **ascii_only).error()["code"] == "symbol_not_found"


def test_hostile_names_reach_no_terminal(tmp_path: Path) -> None:
    files = {
        "esc\x1b[31m.py": "def one(): pass\none()\nx = '\x1b[2J'; one()\n",
        "line\nbreak.py": "def one(): pass\none()\n",
        "bidi\u202e\u2066.py": "def one(): pass\none()\n",
        "c1\x9b.py": "def one(:\n\x07one()\n",
        "\udcff.py": "def two(): pass\ntwo()\n",
    }
    cli = fresh(tmp_path, {"a.py": ""})
    for name, content in files.items():
        (cli.cwd / name).write_text(content, "utf-8")
    cli("index")
    raw = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
    asked = [
        ("symbols",), ("status",), ("status", "--json"), ("edges",), ("callers", "one"), ("callers", "one", "--json"),
        ("callers", "one", "--file", "esc"), ("callers", "two", "--json"), ("callers", "line\nbreak.py::one"),
        ("callers", "\x1b[31m.py:3"), ("index", "\x1b[31m"), ("callers", "x", "--\x1b[31m"), ("\x1b[31m",),
        ("symbols", "\x1b[31m", "--json"),
    ]  # fmt: skip
    for words in asked:
        done = subprocess.run([CALLMAP, *words], cwd=cli.cwd, env=cli.environment, capture_output=True, check=False)
        for stream in (done.stdout.decode("utf-8"), done.stderr.decode("utf-8")):
            assert not raw.search(stream), (words, stream)
            assert "Traceback" not in stream
    names = [line for line in cli("symbols", "one").out.splitlines() if not line.startswith(" ")]
    assert names == ["bidi\\u202e\\u2066.py", "c1\\x9b.py", "esc\\x1b[31m.py", "line\\nbreak.py"]
    assert "'one' is the name of" in cli("callers", "one", code=1).err
    assert "\n  line\\nbreak.py:1  line\\nbreak.py::one\n" in cli("callers", "one", code=1).err
    paths = {edge["site"]["path"] for edge in edges(cli)}
    assert paths == set(files), "JSON gives back the names as they are"


def test_a_terminal_sees_progress(tmp_path: Path) -> None:
    cli = fresh(tmp_path)
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [CALLMAP, "index"], cwd=cli.cwd, env=cli.environment | {"TERM": "xterm"}, stdout=subprocess.PIPE, stderr=theirs
    ) as process:
        os.close(theirs)
        seen = b""
        while select.select([ours], [], [], 30)[0]:
            try:
                chunk = os.read(ours, 4096)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
        assert process.stdout is not None
        out = process.stdout.read()
    os.close(ours)
    assert process.returncode == 0 and b"reading" in seen and b"linking" in seen and b"6/6" in seen
    assert out.startswith(b"Indexed ") and b"\x1b" not in out


def test_python_m_callmap_is_the_command(cli: Cli) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "callmap", "edges"],
        cwd=cli.cwd,
        env=cli.environment,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0 and done.stdout.decode() == cli("edges").out
    assert shutil.which("callmap", path=str(Path(CALLMAP).parent)) == CALLMAP


def test_what_is_not_resolved_is_counted_beyond_the_limit(tmp_path: Path) -> None:
    cli = fresh(tmp_path, {"a.py": "def f():\n    g()\n    print()\n    print(1)\n\n\ndef g(): pass\n"})
    ran = cli("callees", "f", "--limit", "1")
    assert "3 callees, 2 of them not resolved" in ran.out
