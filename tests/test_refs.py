"""Commits as snapshots: read from git's objects alone, sharing facts with the working tree, whatever the repository."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

import serving
from callmap import config
from callmap.ask.project import Project
from callmap.errors import BadInput, CallmapError, RefNotFound, RefNotIndexed
from callmap.index import Report, index
from callmap.read import git, objects
from callmap.store.store import LIVE, Index
from repositories import git as run_git
from repositories import photograph

CALLMAP = str(Path(sys.executable).with_name("callmap"))
FIRST = {
    "shop/__init__.py": "",
    "shop/cart.py": "from shop.price import total\n\n\ndef pay():\n    return total(1)\n",
    "shop/price.py": "def total(x):\n    return x\n",
    "web/app.js": "export function run() { return helper(); }\nfunction helper() {}\n",
}


def write(root: Path, files: dict[str, str]) -> None:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, "utf-8")


def commit(root: Path, files: dict[str, str], message: str = "more") -> str:
    write(root, files)
    run_git(root, "add", "-A")
    run_git(root, "commit", "-q", "-m", message)
    return run_git(root, "rev-parse", "HEAD")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with three commits: `v1`, `side` and `main`."""
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    place = tmp_path / "repository"
    place.mkdir()
    run_git(place, "init", "-q", "-b", "main")
    commit(place, FIRST, "first")
    run_git(place, "tag", "-a", "v1", "-m", "annotated")
    run_git(place, "checkout", "-q", "-b", "side")
    commit(place, {"shop/price.py": "def total(x):\n    return taxed(x)\n\n\ndef taxed(x):\n    return x\n"})
    run_git(place, "checkout", "-q", "main")
    commit(place, {"shop/order.py": "from shop.cart import pay\n\n\ndef order():\n    pay()\n"})
    return place


def run(root: Path, ref: str = "") -> Report:
    return index(str(root), ref=ref, workers=1)


def edges(root: Path, report: Report) -> set[str]:
    with Index.open(Path(config.database_path(str(root))), write=False) as store:
        snapshot = store.snapshot(report.ref, str(root) if report.ref == LIVE else "")
        assert snapshot is not None
        return {f"{e.caller.id} -> {e.callee.id}" for e in store.edges(snapshot.id) if e.callee is not None}


def resolve(root: Path, text: str) -> str:
    with objects.shadow(str(root)) as shadow:
        return objects.resolve(shadow, str(root), text)


PAY = "shop/cart.py::pay -> shop/price.py::total"
ORDER = "shop/order.py::order -> shop/cart.py::pay"
TAXED = "shop/price.py::total -> shop/price.py::taxed"


def test_each_ref_has_its_own_graph_and_shares_facts(root: Path) -> None:
    write(root, {"shop/order.py": "def order():\n    pass\n"})
    first, main, side, live = run(root, "v1"), run(root, "main"), run(root, "side"), run(root)
    assert [PAY in edges(root, r) for r in (first, main, side, live)] == [True] * 4
    assert [ORDER in edges(root, r) for r in (first, main, side, live)] == [False, True, False, False]
    assert [TAXED in edges(root, r) for r in (first, main, side, live)] == [False, False, True, False]
    assert [r.read for r in (first, main, side)] == [4, 1, 1]
    assert first.commit == first.ref == run_git(root, "rev-parse", "v1^{commit}")
    assert live.ref == LIVE and live.commit == main.commit


def test_the_working_tree_reuses_facts_of_commits(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(root, "HEAD")
    monkeypatch.setattr("callmap.reading.extract", None)  # nothing is left to extract
    live = run(root)
    assert live.counts["skipped"] == {} and ORDER in edges(root, live)


def test_what_another_snapshot_holds_is_not_linked_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree that was just checked out, a commit that changes no code."""
    commit(root, {"broken.py": "def (:\n"})
    live = run(root)
    monkeypatch.setattr("callmap.index.link_world", None)
    monkeypatch.setattr("callmap.index.relink", None)
    head = run(root, "HEAD")
    assert {**head.counts, "skipped_directories": {"repository data": 1}} == live.counts
    assert edges(root, head) == edges(root, live)
    words = commit(root, {"README.md": "words\n"})
    assert edges(root, run(root, words)) == edges(root, live)
    assert run(root).commit == words
    run_git(root, "checkout", "-q", "HEAD~1")
    assert edges(root, run(root)) == edges(root, head)
    write(root, {"shop/price.py": "def total(x):\n    return other(x)\n\n\ndef other(x):\n    return x\n"})
    with pytest.raises(TypeError):
        run(root)


def test_a_commit_is_indexed_once(root: Path) -> None:
    one, two = run(root, "main"), run(root, "HEAD")
    assert (one.changed, two.changed, two.read, one.ref) == (True, False, 0, two.ref)


def test_a_commits_graph_is_that_of_its_checkout(root: Path, tmp_path: Path) -> None:
    """Also what was left out: settings and skip rules are those of the commit's own tree; ignore rules say nothing."""
    files = {
        "callmap.toml": 'exclude = ["vendor/**"]\n',
        "vendor/a.py": "def a(): pass\n",
        "node_modules/x/index.js": "function x() {}\n",
        "keys.min.js": "function y() {}\n",
        "build/b.py": "def b(): pass\n",
        "lib/out/c.py": "def c(): pass\n",
        "lib/Makefile": "",
        ".env.py": "KEY = 1\n",
        ".env": "KEY=1\n",
        "keys/server.pem": "x\n",
        "big.py": "a = 1\n" * 400_000,
        "made.py": "# Generated by a program. DO NOT EDIT.\ndef made(): pass\n",
        "broken.py": "def (:\n",
    }
    (root / "link.py").symlink_to("shop/cart.py")
    commit(root, files)
    copy = tmp_path / "copy"
    run_git(tmp_path, "clone", "-q", str(root), str(copy))
    write(root, {"callmap.toml": "", "vendor/b.py": "def b(): pass\n"})
    done, plain = run(root, "HEAD"), run(copy)
    assert edges(root, done) == edges(copy, plain)
    for word in ("files", "skipped", "problems", "symbols"):
        assert done.counts[word] == plain.counts[word], word
    assert (
        done.counts["skipped_directories"]["build output"] == plain.counts["skipped_directories"]["build output"] == 1
    )
    assert done.counts["skipped"] == {"excluded": 1} | done.counts["skipped"]
    assert {"secret", "symlink", "too large", "generated"} <= done.counts["skipped"].keys()
    assert done.counts["skipped"]["secret"] == 3
    again = run(root, "HEAD~1")
    assert "problems" not in again.counts or not again.counts["problems"]
    commit(root, {"other.py": "def other(): pass\n", "callmap.toml": files["callmap.toml"]})
    assert run(root, "HEAD").counts["problems"] == done.counts["problems"]  # though broken.py was not read again


def test_gitignore_says_nothing_of_what_is_committed_or_tracked(root: Path) -> None:
    write(root, {".gitignore": "kept.py\n", "kept.py": "def kept(): pass\n"})
    run_git(root, "add", "-f", "kept.py", ".gitignore")
    run_git(root, "commit", "-q", "-m", "more")
    assert run(root, "HEAD").counts["files"]["python"] == run(root).counts["files"]["python"]


def test_what_was_included_once_is_still_skipped_elsewhere(root: Path) -> None:
    made = {"made.py": "# Generated by a program. DO NOT EDIT.\ndef made(): pass\n"}
    with_it = commit(root, {**made, "callmap.toml": 'include = ["made.py"]\n'})
    without = commit(root, {"callmap.toml": ""})
    assert [run(root, ref).counts["skipped"].get("generated", 0) for ref in (with_it, without)] == [0, 1]
    assert [run(root, ref).counts["skipped"].get("generated", 0) for ref in (with_it, without)] == [0, 1]


# --- names of commits ------------------------------------------------------------------------------------------------


def test_names_mean_what_git_says(root: Path, tmp_path: Path) -> None:
    run_git(root, "update-ref", "refs/remotes/origin/main", "side")
    run_git(root, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    run_git(root, "branch", "feature/deep", "side")
    run_git(root, "merge", "-q", "--no-ff", "-m", "merged", "side")
    head = run_git(root, "rev-parse", "HEAD")
    names = ["HEAD", "@", "main", "v1", "side", "origin/main", "origin", "feature/deep", "refs/heads/side", "HEAD~1"]
    names += ["HEAD^2", "HEAD~", "main^^", "HEAD^0", "v1^{}", "v1^{commit}", "heads/main", "tags/v1", head, head[:8]]
    for packed in (False, True):
        if packed:
            run_git(root, "pack-refs", "--all")
            run_git(root, "gc", "-q")
        for name in names:
            assert resolve(root, name) == run_git(root, "rev-parse", f"{name}^{{commit}}"), name
    found = git.refs(str(root))
    assert found["refs/heads/main"] == found["HEAD"] == head and "refs/remotes/origin/HEAD" in found


@pytest.mark.parametrize(
    "name",
    ["nope", "--output=x", "-", "a b", "main:shop", "main@{1}", "../main", "HEAD~99", "0" * 40, "\ud800", "a\0b", "^"],
)
def test_names_that_mean_nothing_say_what_would(root: Path, name: str) -> None:
    with pytest.raises(RefNotFound) as caught:
        resolve(root, name)
    assert caught.value.code == "ref_not_indexed" and caught.value.data["remediation"]


def test_near_names_are_told(root: Path) -> None:
    with pytest.raises(RefNotFound, match="Near names: main"):
        resolve(root, "mian")


def test_a_branch_may_be_named_like_an_option(root: Path) -> None:
    head = run_git(root, "rev-parse", "side")
    (root / ".git/refs/heads/--output=x").write_text(head + "\n")
    assert resolve(root, "--output=x") == head
    assert TAXED in edges(root, run(root, "--output=x"))


# --- all sorts of repositories ---------------------------------------------------------------------------------------


def test_detached_worktree_and_subdirectory(root: Path, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    run_git(root, "worktree", "add", "-q", "--detach", str(tree), "side")
    assert run(tree, "HEAD").commit == run_git(root, "rev-parse", "side") != run(root, "HEAD").commit
    below = run(root / "shop", "HEAD")
    assert below.counts["files"] == {"python": 4}
    with Index.open(Path(config.database_path(str(root / "shop"))), write=False) as store:
        (snapshot,) = store.snapshots()
        assert [f.path for f in store.files(snapshot.id)] == ["__init__.py", "cart.py", "order.py", "price.py"]


def test_bare_repository(root: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.git"
    run_git(tmp_path, "clone", "-q", "--bare", str(root), str(bare))
    assert ORDER in edges(bare, run(bare, "main"))
    with pytest.raises(BadInput, match="bare repository"):
        run(bare)


def test_sha256_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    place = tmp_path / "repository"
    place.mkdir()
    run_git(place, "init", "-q", "--object-format=sha256")
    name = commit(place, FIRST)
    done, live = run(place, name[:12]), run(place)
    assert len(done.commit) == 64 and edges(place, done) == edges(place, live) >= {PAY}
    with Index.open(Path(config.database_path(str(place))), write=False) as store:
        blobs = [{f.path: f.blob for f in store.files(s.id)} for s in store.snapshots()]
    assert blobs[0] == blobs[1]


def test_shallow_clone_has_what_it_has(root: Path, tmp_path: Path) -> None:
    shallow = tmp_path / "shallow"
    run_git(tmp_path, "clone", "-q", "--depth=1", f"file://{root}", str(shallow))
    assert ORDER in edges(shallow, run(shallow, "HEAD"))
    with pytest.raises(RefNotFound, match="not in this repository"):
        run(shallow, "HEAD~1")


def test_partial_clone_fetches_nothing_and_lists_what_is_missing(root: Path, tmp_path: Path) -> None:
    partial = tmp_path / "partial"
    run_git(root, "config", "uploadpack.allowFilter", "true")
    run_git(tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{root}", str(partial))
    done = run(partial, "HEAD")
    assert done.counts["skipped"] == {"missing": 5}


def test_borrowed_objects(root: Path, tmp_path: Path) -> None:
    borrower = tmp_path / "borrower"
    run_git(tmp_path, "clone", "-q", "--shared", str(root), str(borrower))
    assert (borrower / ".git/objects/info/alternates").exists()
    assert ORDER in edges(borrower, run(borrower, "HEAD"))


def test_submodules_that_are_not_there_are_passed_over_and_counted(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    run_git(other, "init", "-q")
    commit(other, {"lib.py": "def lib(): pass\n"})
    run_git(root, "submodule", "--quiet", "add", str(other), "lib")
    run_git(root, "commit", "-q", "-m", "submodule")
    (root / ".git/modules/lib").rename(tmp_path / "away")
    assert run(root, "HEAD").counts["skipped_directories"] == {"submodule": 1}
    (tmp_path / "away").rename(root / ".git/modules/lib")
    assert run(root, "HEAD").counts["skipped_directories"] == {}
    assert run(root / "lib", "HEAD").counts["files"] == {"python": 1}


def test_no_repository_and_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    write(tmp_path, {"plain/a.py": "def a(): pass\n", "unborn/a.py": "def a(): pass\n"})
    with pytest.raises(RefNotFound, match="not in a git repository"):
        run(tmp_path / "plain", "HEAD")
    run_git(tmp_path / "unborn", "init", "-q")
    with pytest.raises(RefNotFound, match="no branch, tag or commit"):
        run(tmp_path / "unborn", "HEAD")
    assert run(tmp_path / "unborn").counts["files"] == {"python": 1}


def test_reftable_goes_by_hash(root: Path) -> None:
    """The format of refs that is not read: made here by hand, since few versions of git can."""
    head = run_git(root, "rev-parse", "HEAD")
    (root / ".git/reftable").mkdir()
    (root / ".git/HEAD").write_text("ref: refs/heads/.invalid\n")
    with pytest.raises(RefNotFound, match="reftable"):
        run(root, "main2")
    assert run(root, head).commit == head


def test_a_damaged_object_costs_its_file_only(root: Path) -> None:
    name = run_git(root, "rev-parse", "HEAD:shop/price.py")
    place = root / ".git/objects" / name[:2] / name[2:]
    place.chmod(0o600)
    place.write_bytes(b"rubbish")
    done = run(root, "HEAD")
    assert sum(done.counts["skipped"].values()) == 1 and ORDER in edges(root, done)
    tree = run_git(root, "rev-parse", "side^{tree}")
    (root / ".git/objects" / tree[:2] / tree[2:]).unlink()
    with pytest.raises(CallmapError, match="Git cannot list"):
        run(root, "side")


def test_trees_that_hold_each_other_are_not_listed_for_ever(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "MOST_ENTRIES", 10_000)
    blob = run_git(root, "hash-object", "-w", "--stdin", given=b"def a(): pass\n")
    tree = run_git(root, "mktree", given=b"".join(f"100644 blob {blob}\ta{n}.py\n".encode() for n in range(10)))
    for _ in range(9):
        tree = run_git(root, "mktree", given=b"".join(f"040000 tree {tree}\td{n}\n".encode() for n in range(10)))
    bomb = run_git(root, "commit-tree", "-m", "bomb", tree)
    with pytest.raises(CallmapError, match="more than 10,000 files"):
        run(root, bomb)


def test_names_in_a_tree_that_no_checkout_allows(root: Path) -> None:
    blob = run_git(root, "hash-object", "-w", "--stdin", given=b"def a(): pass\n")
    inner = run_git(root, "mktree", given=f"100644 blob {blob}\tok.py\n100644 blob {blob}\t..\n".encode())
    content = b"40000 ..\0" + bytes.fromhex(inner) + b"100644 x\xff\n.py\0" + bytes.fromhex(blob)
    tree = run_git(root, "hash-object", "-w", "-t", "tree", "--literally", "--stdin", given=content)
    odd = run_git(root, "commit-tree", "-m", "odd", tree)
    assert run(root, odd).counts["files"] == {"python": 1}


# --- hostile repositories --------------------------------------------------------------------------------------------


def arm(root: Path, trap: Path) -> None:
    """Every way in which a repository can make git run a program or fetch."""
    for key in (
        *("core.fsmonitor", "core.sshCommand", "core.pager", "core.askPass", "core.gitProxy", "core.editor"),
        *("filter.armed.clean", "filter.armed.smudge", "filter.armed.process", "diff.armed.textconv", "diff.external"),
        *(
            "diff.armed.command",
            "gpg.program",
            "credential.helper",
            "core.alternateRefsCommand",
            "uploadpack.packObjectsHook",
        ),
        *("alias.cat-file", "alias.ls-tree", "alias.rev-parse", "merge.armed.driver", "sequence.editor"),
    ):
        run_git(root, "config", key, f"!{trap}" if key.startswith(("alias", "credential")) else str(trap))
    run_git(root, "config", "core.hooksPath", str(trap.parent / "hooks"))
    run_git(root, "config", "core.repositoryformatversion", "1")
    run_git(root, "config", "extensions.partialClone", "evil")
    run_git(root, "config", "remote.evil.promisor", "true")
    run_git(root, "config", "remote.evil.url", f"ext::{trap} %S")
    run_git(root, "config", "protocol.ext.allow", "always")
    run_git(root, "config", "include.path", str(trap.parent / "more"))
    (trap.parent / "hooks").mkdir()
    for hook in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-commit"):
        (trap.parent / "hooks" / hook).symlink_to(trap)
    write(root, {".gitattributes": "* filter=armed diff=armed merge=armed\n"})
    (root / "git").symlink_to(trap)


def test_a_hostile_repository_runs_nothing_and_gets_nothing_written(root: Path, tmp_path: Path) -> None:
    trap, canary = tmp_path / "trap", tmp_path / "canary"
    trap.write_text(f"#!/bin/sh\necho fired >> '{canary}'\n")
    trap.chmod(0o755)
    gone = run_git(root, "rev-parse", "side:shop/price.py")
    (root / ".git/objects" / gone[:2] / gone[2:]).unlink()  # what a promisor would be asked for
    arm(root, trap)
    canary.unlink(missing_ok=True)
    before = photograph(root)
    environment = {**os.environ, "PATH": f".:{os.environ['PATH']}"}
    index_all = [["index", "--ref", ref] for ref in ("HEAD", "side", "v1", "HEAD~1")]
    questions = [
        ["index"],
        ["callers", "total", "--ref", "v1"],
        ["status"],
        ["diff", "v1", "HEAD"],
        ["refs"],
        ["prune"],
    ]
    for words in [*index_all, *questions, ["compare", "total", "v1", "live"]]:
        done = subprocess.run([CALLMAP, *words], cwd=root, capture_output=True, text=True, check=False, env=environment)
        assert done.returncode == 0, done.stderr
    assert photograph(root) == before
    assert not canary.exists()
    for words in (["status"], ["cat-file", "-p", gone]):
        canary.unlink(missing_ok=True)
        subprocess.run(["git", *words], cwd=root, capture_output=True, check=False, timeout=30)
        assert canary.exists(), f"the trap works: `git {words[0]}` runs it"


# --- asking at a ref -------------------------------------------------------------------------------------------------


def ask(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([CALLMAP, *words], cwd=root, capture_output=True, text=True, check=False, timeout=60)


def answer(root: Path, *words: str) -> dict[str, Any]:
    done = ask(root, *words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_questions_speak_of_the_ref_and_show_its_lines(root: Path) -> None:
    run(root)
    write(root, {"shop/price.py": "# moved\n\n\ndef total(x):\n    return other(x)\n\n\ndef other(x):\n    return x\n"})
    at_side = answer(root, "callees", "total", "--ref", "side")
    assert [(e["callee"]["name"], e["source"]) for e in at_side["callees"]] == [("taxed", "return taxed(x)")]
    at_live = answer(root, "callees", "total")
    assert [(e["callee"]["name"], e["source"]) for e in at_live["callees"]] == [("other", "return other(x)")]
    side, live = at_side["metadata"], at_live["metadata"]
    assert (side["ref"], side["commit"]) == ("side", run_git(root, "rev-parse", "side"))
    assert (live["ref"], live["commit"]) == ("live", run_git(root, "rev-parse", "main"))
    assert side["head"] == live["head"] == live["commit"]
    for about in (side, live):
        assert (about["freshness_status"], about["schema_status"], about["changed_files"]) == ("fresh", "compatible", 0)
        assert about["indexing_status"] == "ready" and about["result_completeness"] == "complete"
    assert [s["name"] for s in answer(root, "symbols", "taxed", "--ref", "side")["symbols"]] == ["taxed"]
    assert answer(root, "status", "--ref", "side")["ref"] == "side"


def test_no_sync_answers_at_once_and_says_that_it_is_stale(root: Path) -> None:
    run(root)
    write(root, {"shop/price.py": "def total(x):\n    return other(x)\n\n\ndef other(x):\n    return x\n"})
    found = answer(root, "callers", "total", "--no-sync")
    assert (found["metadata"]["freshness_status"], found["metadata"]["changed_files"]) == ("stale", 1)
    assert found["callers"][0]["source"] == "return total(1)"
    assert "stale" in ask(root, "callers", "total", "--no-sync").stderr
    assert ask(root, "symbols", "other", "--no-sync").returncode == 1
    changed = answer(root, "callees", "pay", "--no-sync")["callees"]
    assert changed[0]["callee"]["path"] == "shop/price.py"
    write(root, {"shop/cart.py": "# other lines\n" + FIRST["shop/cart.py"]})
    moved = answer(root, "callers", "total", "--no-sync")["callers"]
    assert [(e["site"]["line"], e["source"]) for e in moved] == [(5, "")], (
        "a line that is not what was indexed is not shown"
    )


def test_a_ref_is_indexed_on_demand_where_that_is_cheap(root: Path) -> None:
    refused = ask(root, "callees", "total", "--ref", "side", "--json")
    assert refused.returncode == 1
    error = json.loads(refused.stderr)["error"]
    assert error["code"] == "ref_not_indexed" and "callmap index --ref side" in error["data"]["remediation"]
    run(root)
    done = ask(root, "callees", "total", "--ref", "side")
    assert done.returncode == 0 and "Indexing it first" in done.stderr
    assert "Indexing" not in ask(root, "callees", "total", "--ref", "side").stderr


def test_a_bare_repository_answers_of_its_head(root: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.git"
    run_git(tmp_path, "clone", "-q", "--bare", str(root), str(bare))
    run(bare, "HEAD")
    assert answer(bare, "callers", "pay", "--root", ".")["callers"][0]["caller"]["name"] == "order"


def test_what_another_version_indexed_is_not_taken_for_an_answer(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(root, "side")
    monkeypatch.setattr("callmap.ask.project.code_version", lambda: "another ")
    with pytest.raises(RefNotIndexed), Project.open(str(root), "side"):
        pass


def test_tools_index_a_ref_when_it_is_first_asked_for(root: Path, tmp_path: Path) -> None:
    run(root)

    async def use(client: Client) -> None:
        found = await serving.ask(client, "get_call_graph", symbol_name="total", direction="callees", ref="side")
        assert [edge["callee"] for edge in found["callees"]] == ["shop/price.py::taxed"]
        assert found["metadata"]["ref"] == "side" and found["metadata"]["commit"] == run_git(root, "rev-parse", "side")
        stats = await serving.ask(client, "call_graph_stats", ref="side")
        assert stats["total_files"] == 4 and stats["metadata"]["ref"] == "side"
        compared = await serving.ask(
            client, "compare_symbol_between_commits", symbol_name="total", base_ref="v1", head_ref="side"
        )
        assert compared["diff_summary"]["body_changed"] is True
        differs = await serving.ask(client, "diff_graph", base_ref="v1", head_ref="side")
        assert differs["totals"]["calls_added"] == 1
        live = await serving.ask(client, "get_call_graph", symbol_name="total", direction="callees")
        assert live["callees"] == [] and live["metadata"]["ref"] == "live"
        error = await serving.fail(client, "get_call_graph", symbol_name="total", ref="mian")
        assert error["code"] == "ref_not_indexed" and "main" in error["message"]

    serving.with_client(root, tmp_path / "data", use)
