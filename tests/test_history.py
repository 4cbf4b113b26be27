"""Comparing refs: what differs and nothing else, symbols found again where they went, and keeping house."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from callmap.ask.project import Project
from callmap.errors import BadInput, RefNotIndexed, SymbolNotFound
from callmap.pruning import prune
from callmap.show import hooks
from callmap.show.tools.history import (
    change_line,
    compare_symbol_between_commits,
    diff_graph,
    diff_lines,
    diff_markdown,
)
from repositories import git as run_git
from test_refs import answer, ask, commit, run, write

BASE = {
    "app/__init__.py": "",
    "app/main.py": (
        "from app.price import total\nfrom app.tools import clean\n\n\n"
        "def main():\n    return handle(1)\n\n\n"
        "def handle(request):\n    clean(request)\n    return total(request)\n\n\n"
        "def untouched():\n    return 1\n"
    ),
    "app/price.py": (
        "def total(x):\n    return rounded(x)\n\n\n"
        "def rounded(x):\n    return round(x)\n\n\n"
        "def discount(x, rate=1):\n    value = x * rate\n    if value > 10:\n        value = 10\n    return value\n"
    ),
    "app/tools.py": (
        "def clean(x):\n    return x\n\n\n"
        "def gone():\n    return 3\n\n\n"
        "def travels(items):\n    found = []\n    for item in items:\n        found.append(clean(item))\n"
        "    return found\n"
    ),
    "tests/test_main.py": "from app.main import main\n\n\ndef test_main():\n    assert main()\n",
}
HEAD = {
    "app/main.py": "# a line above\n" + BASE["app/main.py"],
    "app/price.py": (
        "def total(x, tax):\n    return taxed(rounded(x), tax)\n\n\n"
        "def rounded(x):\n    return round(x)\n\n\n"
        "def taxed(x, tax):\n    return x + tax\n\n\n"
        "def rebate(x, rate=1):\n    value = x * rate\n    if value > 10:\n        value = 10\n    return value\n"
    ),
    "app/tools.py": "def clean(x):\n    return x\n",
    "app/more.py": "from app.tools import clean\n\n\n" + BASE["app/tools.py"].split("\n\n\n")[2],
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    place = tmp_path / "repository"
    place.mkdir()
    run_git(place, "init", "-q", "-b", "main")
    commit(place, BASE, "base")
    run_git(place, "tag", "base")
    commit(place, HEAD, "head")
    for ref in ("base", "main"):
        run(place, ref)
    return place


def diff(root: Path, base: str = "base", head: str = "main", **more: Any) -> dict[str, Any]:
    with Project.open(str(root), base) as project:
        return diff_graph(project, base, head, **more)


def compare(root: Path, name: str, base: str = "base", head: str = "main", path: str = "") -> dict[str, Any]:
    with Project.open(str(root), base) as project:
        return compare_symbol_between_commits(project, name, base, head, path)


def changes(found: dict[str, Any], what: str) -> set[tuple[str, ...]]:
    items = [item for file in found["files"] for item in file["changes"] if item["what"] == what]
    if what == "call":
        return {(item["status"], item["caller"], item["callee"] or item["external"]) for item in items}
    return {(item["status"], item["path"], item["name"]) for item in items}


def test_what_differs_and_nothing_else(root: Path) -> None:
    found = diff(root)
    assert changes(found, "symbol") == {
        ("changed", "app/price.py", "total"),
        ("added", "app/price.py", "taxed"),
        ("renamed", "app/price.py", "rebate"),
        ("removed", "app/tools.py", "gone"),
        ("moved", "app/more.py", "travels"),
        ("added", "app/more.py", ""),
    }
    assert changes(found, "call") == {("added", "total", "taxed")}, "code that moved calls what it called"
    (total,) = [i for file in found["files"] for i in file["changes"] if i.get("name") == "total"]
    assert (total["signature_changed"], total["body_changed"]) == (True, True)
    (moved,) = [i for file in found["files"] for i in file["changes"] if i["status"] == "moved"]
    assert (moved["was"], moved["similarity"]) == ("app/tools.py::travels", 1.0)
    (renamed,) = [i for file in found["files"] for i in file["changes"] if i["status"] == "renamed"]
    assert renamed["was"] == "app/price.py::discount" and 0.85 < renamed["similarity"] < 1
    assert [(one["name"], one["reason"]) for one in found["reach_changed"]] == [
        ("main", "main"), ("handle", "public"), ("total", "public"),
    ]  # fmt: skip
    assert [one["name"] for one in found["tests"]] == ["test_main"]
    assert found["totals"]["symbols_added"] == 2 and found["totals"]["calls_removed"] == 0
    about = found["metadata"]
    assert (about["base_ref"], about["head_ref"], about["ref"]) == ("base", "main", "main")
    assert about["base_commit"] == run_git(root, "rev-parse", "base") and about["result_completeness"] == "complete"


def test_the_other_way_round_is_the_mirror(root: Path) -> None:
    there, back = diff(root), diff(root, "main", "base")
    for one, other in (("added", "removed"), ("removed", "added"), ("changed", "changed"), ("renamed", "renamed")):
        assert there["totals"][f"symbols_{one}"] == back["totals"][f"symbols_{other}"], one
    assert changes(back, "call") == {("removed", "total", "taxed")}


def test_lines_that_only_moved_are_no_difference(root: Path) -> None:
    shifted = commit(root, {"app/main.py": "\n\n\n" + HEAD["app/main.py"]})
    run(root, shifted)
    found = diff(root, "main~1", shifted)
    assert found["files"] == [] and "no symbol and no call differs" in next(diff_lines(found))
    assert diff(root, "main", "main")["totals"]["files"] == 0


def test_the_working_tree_may_be_one_side(root: Path) -> None:
    write(root, {"app/tools.py": "def clean(x):\n    return fresh(x)\n\n\ndef fresh(x):\n    return x\n"})
    run(root)
    found = diff(root, "main", "live")
    assert changes(found, "call") == {("added", "clean", "fresh")}
    assert (found["head"]["ref"], found["metadata"]["freshness_status"]) == ("live", "fresh")
    write(root, {"app/tools.py": "def clean(x):\n    return x\n"})
    assert diff(root, "main", "live")["metadata"]["freshness_status"] == "stale"


def test_a_class_without_a_constructor_is_news_once(root: Path) -> None:
    """It is both called and constructed where an object of it is made."""
    (root / "box.js").write_text("class Box {}\nfunction make() { return new Box(); }\n")
    run(root, "live")
    items = [item for file in diff(root, "main", "live")["files"] for item in file["changes"] if item["what"] == "call"]
    assert [(item["kind"], item["callee"]) for item in items] == [("CONSTRUCTS", "Box")]


def test_a_long_difference_comes_in_pages(root: Path) -> None:
    whole = diff(root)
    items = [item for file in whole["files"] for item in file["changes"]]
    seen, cursor = [], ""
    while cursor is not None:
        page = diff(root, limit=3, cursor=cursor)
        seen += [item for file in page["files"] for item in file["changes"]]
        assert page["totals"] == whole["totals"] and page["metadata"]["result_completeness"] == "truncated"
        cursor = page["next_cursor"]
    assert seen == items and len(items) == 7


def test_names_cannot_break_out_of_markdown(root: Path) -> None:
    odd = "x`](http:\n<img>.py"
    run(root, commit(root, {odd: "def f():\n    return g()\n\n\ndef g():\n    return 1\n"}))
    lines = list(diff_markdown(diff(root, "main~1", "main")))
    assert any("<img>" in line for line in lines)
    for line in lines:
        assert "\n" not in line and (
            "<img>" not in line or (line.count("`") == 2 and line.strip("-* ").startswith("`"))
        )


# --- one symbol (seed 004) ---


def test_compare_as_the_contract_says(root: Path) -> None:
    found = compare(root, "total")
    assert (found["symbol"], found["path"]) == ("total", "app/price.py")
    assert found["base_version"].keys() == found["head_version"].keys() == {
        "symbol_id", "signature", "line_start", "line_end", "kind", "language",
    }  # fmt: skip
    assert (found["base_version"]["kind"], found["base_version"]["language"]) == ("fn", "python")
    assert found["diff_summary"] == {
        "signature_changed": True, "body_changed": True, "lines_added": 2, "lines_removed": 2,
        "line_range_shifted": False,
    }  # fmt: skip
    assert [call["symbol"] for call in found["callees_gained"]] == ["app/price.py::taxed"]
    assert found["callees_lost"] == found["callers_gained"] == found["callers_lost"] == []


def test_compare_added_deleted_and_unchanged(root: Path) -> None:
    added, deleted = compare(root, "taxed"), compare(root, "gone")
    assert added["base_version"] is None and added["diff_summary"] == {"status": "added"}
    assert [call["symbol"] for call in added["callers_gained"]] == ["app/price.py::total"]
    assert deleted["head_version"] is None and deleted["diff_summary"] == {"status": "deleted"}
    same = compare(root, "handle")
    assert same["diff_summary"] == {"status": "unchanged"}
    assert same["base_version"]["line_start"] + 1 == same["head_version"]["line_start"]
    assert same["base_version"]["symbol_id"] == same["head_version"]["symbol_id"]


@pytest.mark.parametrize("name", ["discount", "rebate"])
def test_compare_finds_a_renamed_symbol_by_either_name(root: Path, name: str) -> None:
    found = compare(root, name)
    assert found["diff_summary"]["status"] == "renamed" and found["diff_summary"]["lines_added"] == 1
    assert (found["matched"]["base"], found["matched"]["head"]) == ("app/price.py::discount", "app/price.py::rebate")


def test_compare_finds_a_moved_symbol(root: Path) -> None:
    found = compare(root, "travels")
    assert found["diff_summary"]["status"] == "moved" and found["matched"]["similarity"] == 1.0
    assert found["callees_gained"] == found["callees_lost"] == []


def test_compare_errors(root: Path) -> None:
    with pytest.raises(SymbolNotFound) as nowhere:
        compare(root, "nowhere")
    assert nowhere.value.code == "symbol_not_found"
    other = commit(root, {"x.py": "x = 1\n"})
    with pytest.raises(RefNotIndexed) as unknown:
        compare(root, "total", "base", other)
    assert unknown.value.code == "ref_not_indexed" and other in unknown.value.data["commit"]


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """A repository of two commits, tagged a and b; files that are None in the second are gone in it."""
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))

    def make(one: dict[str, str], other: dict[str, str | None]) -> Path:
        place = tmp_path / "two"
        place.mkdir()
        run_git(place, "init", "-q", "-b", "main")
        for tag, files in (("a", one), ("b", other)):
            for path in [path for path, text in files.items() if text is None]:
                (place / path).unlink()
            commit(place, {path: text for path, text in files.items() if text is not None}, tag)
            run_git(place, "tag", tag)
            run(place, tag)
        return place

    return make


def test_a_dedent_is_a_change_of_the_body(two: Callable[..., Path]) -> None:
    source = "def a(): pass\ndef b(): pass\ndef ded(x):\n    if x:\n        a()\n        b()\n"
    root = two({"n.py": source}, {"n.py": source.replace("        b()", "    b()")})
    found = compare(root, "ded", "a", "b")["diff_summary"]
    assert (found["signature_changed"], found["body_changed"]) == (False, True)
    assert changes(diff(root, "a", "b"), "symbol") == {("changed", "n.py", "ded")}


def test_white_space_that_means_nothing_is_no_difference(two: Callable[..., Path]) -> None:
    source = "def f(x):\n    g()\n    return x\n"
    root = two({"n.py": source}, {"n.py": source.replace("g()", "g()  \n")})
    assert compare(root, "f", "a", "b")["diff_summary"] == {"status": "unchanged"}
    shown = ask(root, "compare", "f", "a", "b").stdout
    assert "unchanged" in shown and "Only white space differs" in shown and "@@" not in shown
    assert "no symbol and no call differs" in ask(root, "diff", "a", "b").stdout


@pytest.mark.parametrize(
    ("path", "one", "other"),
    [
        ("n.py", "def f(a):\n    x = a\n    return x\n", "def f(a, b=1):\n    x = a\n    return x\n"),
        ("n.py", "def f(a):\n    return a\n", "@cache\ndef f(a):\n    return a\n"),
        ("n.rs", "fn f() {\n    g();\n}\n", "#[inline]\nfn f() {\n    g();\n}\n"),
        ("n.ts", "function f() {\n  g();\n}\n", "export function f() {\n  g();\n}\n"),
    ],
)
def test_head_and_body_are_told_apart(two: Callable[..., Path], path: str, one: str, other: str) -> None:
    root = two({path: one}, {path: other})
    found = compare(root, "f", "a", "b")["diff_summary"]
    assert (found["signature_changed"], found["body_changed"]) == (True, False) and found["lines_added"] == 1
    (item,) = [item for file in diff(root, "a", "b")["files"] for item in file["changes"]]
    assert change_line(item).endswith(": signature")


ENGINE = (
    "import os\n\n\nclass Engine:\n    def start(self, k):\n        return self.check(k)\n\n"
    "    def check(self, k):\n        return os.path.join(k, k)\n\n\n"
    "def drive(k):\n    e = Engine()\n    return e.start(k)\n"
)
MAIN = "from old import drive\n\n\ndef main(k):\n    return drive(k)\n"


def test_what_a_moved_file_holds_moves_with_it(two: Callable[..., Path]) -> None:
    root = two(
        {"old.py": ENGINE, "main.py": MAIN}, {"old.py": None, "new.py": ENGINE, "main.py": MAIN.replace("old", "new")}
    )
    for name in ("Engine", "Engine.start", "Engine.check", "drive"):
        found = compare(root, name, "a", "b")
        assert found["diff_summary"]["status"] == "moved" and found["matched"]["similarity"] == 1.0, name
        assert not any(found[f"{which}_{how}"] for which in ("callers", "callees") for how in ("gained", "lost")), name
    found = diff(root, "a", "b")
    assert changes(found, "symbol") == {
        ("changed", "main.py", ""),
        ("moved", "new.py", ""), ("moved", "new.py", "Engine"), ("moved", "new.py", "drive"),
    }  # fmt: skip
    assert changes(found, "call") == set() and found["reach_changed"] == []
    main = compare(root, "main", "a", "b")
    assert main["diff_summary"] == {"status": "unchanged"} and main["callees_gained"] == main["callees_lost"] == []


def test_what_a_renamed_class_holds_is_renamed_with_it(two: Callable[..., Path]) -> None:
    root = two({"old.py": ENGINE}, {"old.py": ENGINE.replace("Engine", "Motor").replace("join(k, k)", "join(k)")})
    found = diff(root, "a", "b")
    assert changes(found, "symbol") == {
        ("renamed", "old.py", "Motor"), ("moved", "old.py", "Motor.check"), ("changed", "old.py", "drive"),
    }  # fmt: skip
    assert changes(found, "call") == set() and found["reach_changed"] == []
    start, check = compare(root, "Engine.start", "a", "b"), compare(root, "Motor.check", "a", "b")
    assert start["diff_summary"]["status"] == "moved" and not start["diff_summary"]["body_changed"]
    assert check["matched"]["by"] == "what holds it" and check["diff_summary"]["body_changed"]
    drive = compare(root, "drive", "a", "b")
    assert drive["callees_gained"] == drive["callees_lost"] == []


def test_a_member_that_is_new_in_a_moved_class_is_new(two: Callable[..., Path]) -> None:
    more = ENGINE.replace("    def check", "    def stop(self):\n        return drive(1)\n\n    def check")
    root = two({"old.py": ENGINE}, {"old.py": None, "new.py": more})
    found = diff(root, "a", "b")
    assert ("added", "new.py", "Engine.stop") in changes(found, "symbol")
    assert changes(found, "call") == {("added", "Engine.stop", "drive")}


def test_a_stranger_of_the_same_name_is_not_taken_for_what_is_gone(two: Callable[..., Path]) -> None:
    other = "class Engine:\n    def start(self, x, y, z):\n        for one in range(x):\n            print(one, y, z)\n"
    root = two({"old.py": ENGINE, "x.py": "X = 1\n"}, {"old.py": None, "deep/other.py": other})
    assert compare(root, "Engine.start", "a", "b")["diff_summary"] == {"status": "added"}
    assert diff(root, "a", "b")["totals"]["symbols_moved"] == 0


def test_a_package_that_was_renamed(two: Callable[..., Path]) -> None:
    root = two(
        {"p/__init__.py": "", "p/a.py": ENGINE, "p/run.py": "from p.a import drive\ndrive(1)\n"},
        {"p/__init__.py": None, "p/a.py": None, "p/run.py": None,
         "q/__init__.py": "", "q/a.py": ENGINE, "q/run.py": "from q.a import drive\ndrive(1)\n"},
    )  # fmt: skip
    found = diff(root, "a", "b")
    assert {status for status, _, _ in changes(found, "symbol")} == {"moved"} and changes(found, "call") == set()
    assert {path for _, path, name in changes(found, "symbol") if not name} == {"q/__init__.py", "q/a.py", "q/run.py"}


def test_a_module_is_compared_by_what_it_holds(two: Callable[..., Path]) -> None:
    source = "def run():\n    pass\n\n\nX = 1\n"
    root = two({"pkg/c.py": source, "pkg/d.py": source}, {"pkg/c.py": source + "run()\n", "pkg/e.py": "import os\n"})
    found = compare(root, "pkg.c", "a", "b")
    assert (found["symbol"], found["diff_summary"]["body_changed"]) == ("pkg.c", True)
    assert not found["diff_summary"]["signature_changed"]
    assert [call["symbol"] for call in found["callees_gained"]] == ["pkg/c.py::run"]
    assert changes(diff(root, "a", "b"), "symbol") == {("changed", "pkg/c.py", ""), ("added", "pkg/e.py", "")}
    assert compare(root, "pkg.d", "a", "b")["diff_summary"] == {"status": "unchanged"}


def test_a_second_site_of_a_call_is_told(two: Callable[..., Path]) -> None:
    one = "def run():\n    pass\n\n\ndef main(x):\n    run()\n    x()\n"
    root = two({"n.py": one}, {"n.py": one.replace("x()\n", "x()\n    run()\n")})
    found = diff(root, "a", "b")
    (call,) = [item for file in found["files"] for item in file["changes"] if item["what"] == "call"]
    assert (call["status"], call["caller"], call["callee"]) == ("added", "main", "run")
    assert (call["lines"], call["sites"]) == ([6, 8], {"base": 1, "head": 2})
    assert change_line(call) == "+ main calls run  line 6 [static]: at 2 sites, was at 1"
    assert found["reach_changed"] == [], "it leads nowhere else"
    (back,) = [i for file in diff(root, "b", "a")["files"] for i in file["changes"] if i["what"] == "call"]
    assert (back["status"], back["sites"]) == ("removed", {"base": 2, "head": 1})


# --- at the terminal ---


def test_commands(root: Path) -> None:
    shown = ask(root, "diff", "base", "main")
    assert shown.returncode == 0 and "+ total calls taxed" in shown.stdout and "renamed from" in shown.stdout
    assert ask(root, "diff", "base", "main", "--markdown").stdout.startswith("### Call graph: `base` → `main`")
    assert answer(root, "diff", "base", "main")["totals"]["symbols_moved"] == 1
    compared = ask(root, "compare", "total", "base", "main")
    assert compared.returncode == 0 and "-def total(x):" in compared.stdout and "\x1b" not in compared.stdout
    assert answer(root, "compare", "total", "base", "main")["diff_summary"]["body_changed"] is True
    assert ask(root, "compare", "nowhere", "base", "main").returncode == 1
    assert ask(root, "diff", "nope").returncode == 1


def test_diff_indexes_what_is_not_indexed(root: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    run_git(tmp_path, "clone", "-q", str(root), str(copy))
    done = ask(copy, "diff", "base", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["totals"]["symbols_added"] == 2, done.stderr


def test_refs_and_prune(root: Path) -> None:
    run(root)
    listed = answer(root, "refs")
    assert [one["ref"] == "live" for one in listed["refs"]] == [True, False, False]
    assert {name for one in listed["refs"] for name in one["names"]} >= {"base", "main", "HEAD"}
    assert all(one["bytes"] == one["own_bytes"] + one["shared_bytes"] > 0 for one in listed["refs"][1:])
    assert ask(root, "refs").returncode == 0
    assert answer(root, "prune")["dropped"] == []
    run_git(root, "checkout", "-q", "-b", "doomed")
    lost = commit(root, {"lost.py": "def lost():\n    pass\n"})
    run(root, lost)
    run_git(root, "checkout", "-q", "main")
    run_git(root, "branch", "-q", "-D", "doomed")
    done = prune(str(root))
    assert [(one["commit"], one["why"]) for one in done["dropped"]] == [(lost, "no branch or tag has it any more")]
    assert [one["commit"] for one in prune(str(root), ["base"])["dropped"]] == [run_git(root, "rev-parse", "base")]
    with Project.open(str(root), "main") as project:
        assert project.find("taxed").name == "taxed"
    with pytest.raises(RefNotIndexed), Project.open(str(root), "base"):
        pass


def test_prune_forgets_working_trees_and_commits_that_are_gone(root: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    run_git(root, "worktree", "add", "-q", "--detach", str(tree), "base")
    run(tree)
    run_git(root, "worktree", "remove", str(tree))
    run_git(root, "tag", "-d", "base")
    run_git(root, "checkout", "-q", "--orphan", "new")
    commit(root, {"app/new.py": "def new():\n    pass\n"})
    run_git(root, "branch", "-q", "-D", "main")
    run_git(root, "reflog", "expire", "--expire=now", "--all")
    run_git(root, "gc", "-q", "--prune=now")
    whys = sorted(one["why"] for one in prune(str(root))["dropped"])
    assert whys == ["the commit is gone", "the commit is gone", "the directory is gone"]


# --- hooks ---


def test_hooks_keep_what_was_there_and_give_it_back(root: Path) -> None:
    place = root / ".git/hooks/post-commit"
    place.parent.mkdir(exist_ok=True)
    place.write_text("#!/bin/sh\ntouch before-ran\n")
    place.chmod(0o755)
    before = {file.name: file.read_bytes() for file in place.parent.iterdir()}
    hooks.install(str(root))
    hooks.install(str(root))
    assert all(os.access(place.parent / name, os.X_OK) for name in hooks.HOOKS)
    commit(root, {"app/hooked.py": "def hooked():\n    return 1\n"})
    assert (root / "before-ran").exists(), "the hook that was there still runs"
    done = subprocess.run([place.parent / "pre-commit"], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "no symbol and no call differs" in done.stderr
    assert hooks.remove(str(root)) and {file.name: file.read_bytes() for file in place.parent.iterdir()} == before
    assert hooks.remove(str(root)) == ["No hook of callmap is installed there."]


def test_hooks_are_not_put_where_git_does_not_look(root: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not in a git repository"):
        hooks.install(str(tmp_path))
    run_git(root, "config", "core.hooksPath", ".husky")
    with pytest.raises(BadInput, match=r"core\.hooksPath"):
        hooks.install(str(root))


@pytest.mark.parametrize("place", ["home/.gitconfig", "home/.config/git/config", "xdg/git/config", "system", "own"])
def test_hooks_are_not_put_where_the_users_settings_say_otherwise(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    for name in ("XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", str(tmp_path / "system"))
    if place == "own":
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / place))
    if place == "xdg/git/config":
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    assert len(hooks.install(str(root))) == len(hooks.HOOKS)
    (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / place).write_text("[user]\n\tname = Ann\n[core]\n\thooksPath = ~/hooks\n")
    with pytest.raises(BadInput, match=rf"core\.hooksPath in {tmp_path / place}"):
        hooks.install(str(root))
    assert hooks.remove(str(root))[0] == "pre-commit: removed."


def test_a_hook_that_did_not_run_is_not_said_to_run(root: Path) -> None:
    place = root / ".git/hooks/pre-commit"
    place.parent.mkdir(exist_ok=True)
    place.write_text("#!/bin/sh\ntouch ran\n")
    place.chmod(0o644)
    said = hooks.install(str(root))
    assert said[0].endswith("does not run, as before: it is not executable.")
    done = subprocess.run([place], cwd=root, capture_output=True, text=True, check=False)
    assert not (root / "ran").exists()
    assert done.stderr.startswith("callmap: the working tree against HEAD, whether it is staged or not:\n")


def test_changes_at_one_place_have_an_order(root: Path) -> None:
    names = ["a", "b", "c", "d", "e", "f"]
    imports = "".join(f"from {name} import Trouble as {name}\n" for name in names)
    commit(
        root, {"app/many.py": f"{imports}\n\ndef fail():\n    for each in ({', '.join(names)}):\n        each()\n"}, "x"
    )
    found = answer(root, "diff", "HEAD~1", "HEAD")
    calls = [change["external"] for change in found["files"][0]["changes"] if change["what"] == "call"]
    assert calls == [f"{name}.Trouble" for name in names]


def test_a_long_function_of_which_every_line_changed_is_compared_at_once(root: Path) -> None:
    texts = ["".join(f"    {name}{number} = {number}\n" for number in range(3000)) for name in ("v", "w")]
    for text in texts:
        commit(root, {"app/long.py": f"def long():\n{text}    return 1\n"}, "long")
    began = time.monotonic()
    found = answer(root, "compare", "long", "HEAD~1", "HEAD")
    assert found["diff_summary"]["lines_added"] == found["diff_summary"]["lines_removed"] == 3000
    assert time.monotonic() - began < 20, "it took a minute"


def test_a_page_says_that_the_index_has_changed_since_the_one_before(root: Path) -> None:
    first = answer(root, "diff", "base", "--limit", "3")
    same = answer(root, "diff", "base", "--limit", "3", "--cursor", first["next_cursor"])
    write(root, {"app/new.py": "def new(): pass\n"})
    other = answer(root, "diff", "base", "--limit", "3", "--cursor", first["next_cursor"])
    said = ["has changed since the page before" in " ".join(page["metadata"]["warnings"]) for page in (same, other)]
    assert said == [False, True]
