"""The tools of seed 002, on a small kernel-like repository and on one that has tests and owners."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from asking import indexed, text_of
from callmap.ask.changes import parse_diff
from callmap.ask.project import Project
from callmap.errors import BadInput, FileNotIndexed, SymbolNotFound
from callmap.show.tools import cited as tools
from callmap.show.tools.details import get_function_details
from callmap.show.tools.memory import remember

FILES = {
    "fs/read_write.c": (
        "#define check(x) do_check(x)\n"
        "static int do_check(int x) { return x; }\n"
        "\n"
        "int vfs_read(int fd)\n"
        "{\n"
        "    check(fd);\n"
        "#ifdef CONFIG_SMP\n"
        "    smp_read(fd);\n"
        "#else\n"
        "    up_read(fd);\n"
        "#endif\n"
        "    return vfs_read(fd - 1);\n"
        "}\n"
        "\n"
        "int smp_read(int fd) { return fd; }\n"
        "int up_read(int fd) { return fd; }\n"
        "\n"
        "int ksys_read(int fd)\n"
        "{\n"
        "    return vfs_read(fd);\n"
        "}\n"
        "\n"
        "int sys_read(int fd)\n"
        "{\n"
        "    printk(fd);\n"
        "    return ksys_read(fd);\n"
        "}\n"
    ),
    "app/__init__.py": "",
    "app/core.py": (
        "def base(n):\n    return n\n\n\ndef middle(n):\n    return base(n)\n\n\ndef unused(n):\n    return n\n"
    ),
    "app/api.py": (
        "from app.core import middle\n\n\nclass View:\n    def get(self):\n        return middle(1)\n\n"
        "    def post(self):\n        return self.get()\n\n\ndef main():\n    return View().post()\n"
    ),
    "tests/test_api.py": "from app.api import main\n\n\ndef test_main():\n    assert main()\n",
    ".github/CODEOWNERS": "*  @all\n/app/ @app-team backend@example.com  # ours\napp/core.py @core\nfs/*.c @kernel\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with indexed(tmp_path_factory.mktemp("cited"), FILES) as project:
        yield project


def is_span(span: dict[str, Any], project: Project) -> None:
    """A citation that holds: the file is there, its content has that hash, the lines are in it."""
    content = (Path(project.root) / span["path"]).read_bytes()
    assert span["sha"] == hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
    assert 1 <= span["start"] <= span["end"] <= content.count(b"\n")


def test_every_caller_has_its_span_its_call_and_its_type(project: Project) -> None:
    answer = tools.who_calls(project, "vfs_read")
    assert [(one["symbol"], one["span"]["start"], one["span"]["end"]) for one in answer["callers"]] == [
        ("vfs_read", 4, 13), ("ksys_read", 18, 21),
    ]  # fmt: skip
    for one in answer["callers"]:
        assert one["call_type"] in ("direct", "indirect", "macro")
        is_span(one["span"], project)
        is_span(one["call_span"], project)
    assert answer["callers"][1]["call_span"]["start"] == 20
    assert "ksys_read  fs/read_write.c:18-21, call at fs/read_write.c:20" in text_of(tools.callers_lines, answer)


def test_recursion_is_marked_and_not_dropped(project: Project) -> None:
    marks = {one["symbol"]: one["recursive"] for one in tools.who_calls(project, "vfs_read")["callers"]}
    assert marks == {"vfs_read": True, "ksys_read": False}
    deep = tools.who_calls(project, "vfs_read", depth=5)
    assert [(one["symbol"], one["depth"]) for one in deep["callers"]] == [
        ("vfs_read", 1), ("ksys_read", 1), ("sys_read", 2),
    ]  # fmt: skip


def test_dependencies_are_cited_and_what_is_not_known_stands_apart(project: Project) -> None:
    answer = tools.list_dependencies(project, "sys_read", depth=2)
    assert [(one["symbol"], one["depth"]) for one in answer["callees"]] == [("ksys_read", 1), ("vfs_read", 2)]
    assert [one["name"] for one in answer["unresolved"]] == ["printk"] and answer["total_unresolved"] == 1
    is_span(answer["unresolved"][0]["call_span"], project)
    types = {one["symbol"]: one["call_type"] for one in tools.list_dependencies(project, "vfs_read")["callees"]}
    assert types["smp_read"] == "direct" and types["check"] == "macro"
    assert "? printk" in text_of(tools.dependencies_lines, answer)


def test_a_configuration_leaves_out_what_cannot_be_in_it(project: Project) -> None:
    def callees(config: str) -> set[str]:
        return {one["symbol"] for one in tools.list_dependencies(project, "vfs_read", config=config)["callees"]}

    assert {"smp_read", "up_read"} <= callees("")
    assert "smp_read" in callees("CONFIG_SMP") and "up_read" not in callees("CONFIG_SMP")
    for off in ("!CONFIG_SMP", "CONFIG_SMP=n"):
        assert "smp_read" not in callees(off) and "up_read" in callees(off)
    assert callees("CONFIG_NET") == callees("")
    with pytest.raises(BadInput, match="no configuration option"):
        callees("CONFIG SMP")


def test_depth_and_results_are_bounded_and_said_to_be(project: Project) -> None:
    answer = tools.who_calls(project, "vfs_read", depth=9, limit=1)
    assert "depth 9" in " ".join(answer["metadata"]["warnings"])
    assert len(answer["callers"]) == 1 and answer["total"] == 3 and answer["next_cursor"]
    rest = tools.who_calls(project, "vfs_read", depth=5, limit=2, cursor=answer["next_cursor"])
    assert [one["symbol"] for one in rest["callers"]] == ["ksys_read", "sys_read"]


def test_an_error_is_an_error_and_no_empty_result(project: Project) -> None:
    with pytest.raises(SymbolNotFound):
        tools.who_calls(project, "vfs_raed")
    with pytest.raises(SymbolNotFound):
        tools.entrypoint_flow(project, "nothing_of_that_name")
    with pytest.raises(BadInput):
        tools.who_calls(project, "")
    nobody = tools.who_calls(project, "unused")
    assert nobody["callers"] == [] and "No call of 'unused'" in nobody["note"]


def test_several_symbols_are_asked_about_at_once(project: Project) -> None:
    answer = tools.who_calls(project, ["base", "ksys_read"])
    assert [one["symbol"] for one in answer["callers"]] == ["middle", "sys_read"]
    assert [one["symbol"] for one in answer["symbols"]] == ["base", "ksys_read"]


def test_a_flow_goes_from_the_entry_step_by_step(project: Project) -> None:
    answer = tools.entrypoint_flow(project, "sys_read")
    steps = [(step["from"], step["to"], step["edge"], step["recursive"]) for step in answer["steps"]]
    assert steps[:2] == [
        ("sys_read", "ksys_read", "function_call", False), ("ksys_read", "vfs_read", "function_call", False),
    ]  # fmt: skip
    assert ("vfs_read", "vfs_read", "function_call", True) in steps
    assert ("vfs_read", "check", "macro_call", False) in steps
    for step in answer["steps"]:
        is_span(step["span"], project)
    assert answer["unresolved"] == 1 and answer["entry"] == "fs/read_write.c::sys_read"
    main = tools.entrypoint_flow(project, "app/api.py::main")
    assert main["entry_reason"] == "main" and main["steps"][0]["edge"] in ("construction", "function_call")
    assert tools.entrypoint_flow(project, "app/core.py")["entry_reason"] == "runs when it is loaded"
    assert "sys_read -> ksys_read  function_call" in text_of(tools.flow_lines, answer)


def test_an_impact_has_every_array_and_nothing_invented(project: Project) -> None:
    answer = tools.impact_of(project, symbols=["base"])
    for name in ("configs", "modules", "tests", "owners", "risks", "cites"):
        assert isinstance(answer[name], list), name
    assert answer["tests"] == ["tests/test_api.py"]
    assert answer["owners"] == ["@core"]
    assert answer["configs"] == [] and answer["modules"] == []
    assert [one["symbol"] for one in answer["affected_callers"]] == [
        "middle", "View.get", "View.post", "main", "test_main",
    ]  # fmt: skip
    assert {"symbol": "main", "path": "app/api.py", "line": 12, "reason": "main"} in answer["entry_points"]
    assert answer["subsystems"] == ["app"]
    for span in answer["cites"]:
        is_span(span, project)
    assert "tests: tests/test_api.py" in text_of(tools.impact_lines, answer)


def test_an_impact_goes_both_ways(project: Project) -> None:
    answer = tools.impact_of(project, symbols=["middle"])
    assert [one["symbol"] for one in answer["affected_callees"]] == ["base"]
    assert "View.get" in [one["symbol"] for one in answer["affected_callers"]]


def test_risks_say_what_is_to_be_feared(project: Project, tmp_path: Path) -> None:
    lonely = tools.impact_of(project, symbols=["unused"])
    assert any(risk.startswith("no_tests") for risk in lonely["risks"])
    assert not any(risk.startswith("high_risk") for risk in lonely["risks"])
    assert "Nothing in the index is known to depend" in lonely["note"]
    many = {"a.py": "def f():\n    return 1\n" + "".join(f"def g{n}():\n    return f()\n" for n in range(11))}
    with indexed(tmp_path, many) as other:
        risks = tools.impact_of(other, symbols=["f"])["risks"]
        assert any(risk.startswith("high_risk: 12 symbols") for risk in risks)
        assert tools.impact_of(other, symbols=["g1"])["owners"] == []


def test_owners_are_those_of_the_last_line_that_fits(project: Project) -> None:
    assert tools.impact_of(project, files=["app/api.py"])["owners"] == ["@app-team", "backend@example.com"]
    assert tools.impact_of(project, files=["fs/read_write.c"])["owners"] == ["@kernel"]
    assert tools.impact_of(project, files=["tests/test_api.py"])["owners"] == ["@all"]
    both = tools.impact_of(project, files=["app/core.py", str(Path(project.root) / "app/api.py")])["owners"]
    assert both == ["@core", "@app-team", "backend@example.com"]


def test_a_class_changes_with_its_members(project: Project) -> None:
    answer = tools.impact_of(project, symbols=["View"])
    assert {one["symbol"] for one in answer["changed_symbols"]} == {"View", "View.get", "View.post"}


DIFF = """\
diff --git a/app/core.py b/app/core.py
index 1111111..2222222 100644
--- a/app/core.py
+++ b/app/core.py
@@ -4,4 +4,5 @@ def base(n):
 
 def middle(n):
+    n = n + 1
     return base(n)
 
"""


def test_a_diff_is_followed_on_the_side_that_the_tree_is_on(project: Project, tmp_path: Path) -> None:
    not_yet = tools.impact_of(project, diff=DIFF)
    assert [one["symbol"] for one in not_yet["changed_symbols"]] == ["middle"]
    applied = {**FILES, "app/core.py": "# new\n# lines\n" + FILES["app/core.py"].replace("base(n):", "base(n=0):")}
    with indexed(tmp_path, applied) as other:
        root = Path(other.root)
        (tmp_path / "old.py").write_text(FILES["app/core.py"])
        made = subprocess.run(
            ["diff", "-U1", tmp_path / "old.py", root / "app/core.py"], capture_output=True, text=True, check=False
        ).stdout
        named = made.replace(str(tmp_path / "old.py"), "a/app/core.py").replace(
            str(root / "app/core.py"), "b/app/core.py"
        )
        answer = tools.impact_of(other, diff=named)
        assert {one["symbol"] for one in answer["changed_symbols"]} == {"app/core.py", "base"}


def test_what_a_diff_touches_beside_the_index_is_said(project: Project) -> None:
    text = DIFF + "--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-a\n+b\n"
    answer = tools.impact_of(project, diff=text)
    assert "File 'b/notes.txt' of the diff is not indexed" in " ".join(answer["metadata"]["warnings"])
    for nonsense in ("hello", "@@ -1 +1 @@\n-a\n+b\n", "--- a/x\n+++ b/x\n"):
        with pytest.raises(BadInput, match="No file header"):
            tools.impact_of(project, diff=nonsense)
    with pytest.raises(BadInput, match="all empty"):
        tools.impact_of(project)
    with pytest.raises(FileNotIndexed, match=r"'gone\.py' is not indexed"):
        tools.impact_of(project, files=["gone.py"])
    with pytest.raises(SymbolNotFound):
        tools.impact_of(project, symbols=["gone"])


def test_diffs_are_read_as_git_writes_them() -> None:
    text = (
        'diff --git "a/\\303\\244.py" "b/\\303\\244.py"\n--- "a/\\303\\244.py"\n+++ "b/\\303\\244.py"\n'
        "@@ -1,0 +2 @@\n+x\n\\ No newline at end of file\n"
        "--- a/gone.py\t2026-01-01\n+++ /dev/null\n@@ -1,2 +0,0 @@\n---- not a header\n-b\n"
    )
    first, second = parse_diff(text)
    assert first.new == "b/ä.py" and first.hunks[0].added == [2] and first.hunks[0].removed == [2]
    assert second.old == "a/gone.py" and second.new == "" and second.hunks[0].removed == [1, 2]
    assert second.hunks[0].old == {1: "--- not a header", 2: "b"}
    assert parse_diff("--- a\n+++ b\n@@ -1,9 +1,9 @@\n x\n?\n@@ -1 +1 @@\n-a\n+b\n")[0].hunks[1].removed == [1, 2]


def test_what_is_remembered_of_a_symbol_counts_in_its_risk(tmp_path: Path) -> None:
    with indexed(tmp_path, FILES) as project:
        before = tools.impact_of(project, symbols=["base"])["risk"]
        assert before["level"] in ("low", "medium") and before["related_decisions"] == before["past_errors"] == 0
        remember(project, "Never round.", type="decision", anchors=["app/core.py::base"])
        remember(project, "It overflowed.", type="error", anchors=["app/core.py::base"])
        after = tools.impact_of(project, symbols=["base"])
        assert (after["risk"]["related_decisions"], after["risk"]["past_errors"]) == (1, 1)
        assert after["risk"]["score"] == before["score"] + 14 + 10
        assert "1 decisions, 1 past errors" in text_of(tools.impact_lines, after)
        assert get_function_details(project, "base")["remembered"] == {"decisions": 1, "errors": 1, "notes": 2}
