"""Git history on symbols: which commits touched which lines, through edits, moves, branches and merges."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path

import pytest

from callmap.ask.commits import symbol_commits
from callmap.ask.imports import Imported, run
from callmap.memory import place
from callmap.memory.notes import Note
from callmap.read import history, objects
from callmap.show.tools import memory as tools
from test_memory import APP, CART, Shop


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    made = Shop(tmp_path / "repo")
    made.git("init", "-q")
    made.commit("Start the shop")
    return made


def take_in(shop: Shop, commits: int = 2000) -> Imported:
    with shop.asked() as recall, place.writing(str(shop.root)) as memory:
        return run(recall.project, memory, [], "git", commits=commits)


def notes(shop: Shop) -> list[Note]:
    with place.asking(str(shop.root)) as memory:
        return [] if memory is None else sorted(memory.every(), key=lambda note: note.at_ns)


def on(shop: Shop, name: str) -> list[str]:
    """The titles of the notes on a symbol, from a fresh import of the history."""
    take_in(shop)
    return sorted(note.title for note in notes(shop) if any(anchor.id.endswith(f"::{name}") for anchor in note.anchors))


def live(shop: Shop, name: str) -> list[str]:
    with shop.asked() as recall:
        (row,) = recall.symbols(name)
        return sorted(draft.text.partition("\n")[0] for draft in symbol_commits(recall.project, row))


def both(shop: Shop, name: str) -> list[str]:
    """What the whole walk and the walk for one symbol agree on."""
    whole, one = on(shop, name), live(shop, name)
    assert whole == one
    return one


def test_a_commit_is_linked_to_the_symbols_whose_lines_it_changed(shop: Shop) -> None:
    shop.write("shop/cart.py", "# a head\n# of lines\n" + CART)
    shop.commit("Head only")
    shop.write("shop/cart.py", "# a head\n# of lines\n" + CART.replace("amount = 0", "amount = 0.0"))
    shop.commit("Sum as float")
    shop.write("app.py", APP.replace("* -1", "* -2"))
    shop.commit("Fix refund\n\nFixes: #12")
    assert both(shop, "total") == ["Start the shop", "Sum as float"]
    assert both(shop, "refund") == ["Fix refund", "Start the shop"]
    assert both(shop, "checkout") == ["Start the shop"]
    by_title = {note.title: note for note in notes(shop)}
    assert {(a.id, a.relation) for a in by_title["Start the shop"].anchors if a.kind == "symbol"} >= {
        ("app.py::checkout", "created"), ("shop/cart.py::total", "created"),
    }  # fmt: skip
    fix = by_title["Fix refund"]
    assert (fix.type, fix.tags, fix.source.author) == ("error", ("#12",), "Ann")
    assert fix.solution.startswith("Fixed by commit ") and by_title["Sum as float"].type == "change"
    assert {a.id for a in by_title["Head only"].anchors} == {f"commit:{by_title['Head only'].commit}", "shop/cart.py"}


def test_what_later_commits_changed_again_says_so(shop: Shop) -> None:
    shop.write("shop/cart.py", CART.replace("amount = 0", "amount = 0.0"))
    shop.commit("Sum as float")
    take_in(shop)
    with shop.asked() as recall:
        found = {one.note.title: one for one in recall.load(recall.about(recall.symbols("total"), near=False))}
        states = {
            title: next(s.state for s in one.standings if s.anchor.name == "total") for title, one in found.items()
        }
    assert states == {"Start the shop": "changed since", "Sum as float": "current"}


def test_importing_again_adds_only_what_is_new(shop: Shop) -> None:
    assert take_in(shop).outcomes == {"new": 1}
    assert take_in(shop).outcomes == {}
    shop.write("app.py", APP.replace("* -1", "* -2"))
    shop.commit("Second")
    assert take_in(shop).outcomes == {"new": 1}
    done = take_in(shop, commits=1)
    assert done.outcomes == {} and "older commits left out (--commits takes more)" in done.seen


def test_a_merge_leaves_each_change_with_its_own_commit(shop: Shop) -> None:
    shop.git("checkout", "-q", "-b", "side")
    shop.write("app.py", APP.replace("nothing to pay", "nothing at all"))
    shop.commit("Side edits checkout")
    shop.git("checkout", "-q", "main")
    shop.write("app.py", "import os\n\n" + APP.replace("* -1", "* -3"))
    shop.commit("Main edits refund")
    shop.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
    assert both(shop, "checkout") == ["Side edits checkout", "Start the shop"]
    assert both(shop, "refund") == ["Main edits refund", "Start the shop"]


def test_history_goes_on_through_a_renamed_file(shop: Shop) -> None:
    shop.write("shop/cart.py", CART.replace("amount = 0", "amount = 0.0"))
    shop.commit("Before the move")
    shop.git("mv", "shop/cart.py", "shop/basket.py")
    shop.write("app.py", APP.replace("shop.cart", "shop.basket"))
    shop.commit("Move it")
    shop.write("shop/basket.py", (shop.root / "shop/basket.py").read_text().replace("0.0", "0.5"))
    shop.commit("After the move")
    assert both(shop, "total") == ["After the move", "Before the move", "Start the shop"]


def test_what_was_edited_since_head_is_looked_for_where_it_was_in_head(shop: Shop) -> None:
    shop.write("shop/cart.py", CART.replace("amount = 0", "amount = 0.0"))
    shop.commit("Sum as float")
    shop.write("shop/cart.py", "#\n" * 40 + (shop.root / "shop/cart.py").read_text())
    assert both(shop, "total") == ["Start the shop", "Sum as float"]


def test_content_that_looks_like_a_patch_and_odd_names_do_no_harm(shop: Shop) -> None:
    hostile = '"""\n--- a/app.py\n+++ b/app.py\n@@ -1,9 +1,9 @@\n"""\n'
    shop.write('shop/odd name\t"ü".py', hostile + "def odd():\n    return 1\n")
    shop.commit("Add\x1b[31m odd ones\n\ndiff --git a/app.py b/app.py\n@@ -1 +1 @@\n")
    shop.write('shop/odd name\t"ü".py', "-- x\n".replace("--", "#--") + hostile + "def odd():\n    return 2\n")
    shop.commit("Edit odd ones")
    assert both(shop, "odd") == ["Add\x1b[31m odd ones", "Edit odd ones"]
    assert both(shop, "checkout") == ["Start the shop"]


def test_why_shows_decisions_and_commits_newest_first(shop: Shop) -> None:
    shop.write("shop/cart.py", CART.replace("amount = 0", "amount = 0.0"))
    shop.commit("Sum as float")
    shop.remember("Prices are floats.", "total")
    with shop.asked() as recall:
        answer = tools.why(recall.project, "total")
    assert [note["text"] for note in answer["notes"]] == ["Prices are floats.", "Sum as float", "Start the shop"]
    assert [note["source"]["kind"] for note in answer["notes"]] == ["user", "git", "git"]
    assert len(notes(shop)) == 1, "what git knows need not be stored to be shown"
    take_in(shop)
    with shop.asked() as recall:
        assert tools.why(recall.project, "total")["total"] == 3


def test_a_folder_without_git_has_no_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from callmap.errors import BadInput

    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    plain = Shop(tmp_path / "plain")
    assert live(plain, "total") == []
    with pytest.raises(BadInput, match="no git history"):
        take_in(plain)


def test_the_walk_agrees_with_gits_own_over_random_edits(shop: Shop) -> None:
    """Compared with `git log -L`, over a history of random inserted, deleted and changed lines."""
    chance = random.Random(7)
    names = [f"f{n}" for n in range(6)]
    bodies = {name: [f"    a{n} = {n}  # {name}" for n in range(6)] for name in names}

    def write() -> None:
        shop.write("many.py", "\n\n\n".join("\n".join([f"def {name}():", *bodies[name]]) for name in names) + "\n")

    write()
    shop.commit("Many")
    for number in range(40):
        lines = bodies[chance.choice(names)]
        at = chance.randrange(len(lines))
        if chance.random() < 0.4:
            lines.insert(at, f"    b{number} = {number}")
        elif len(lines) > 3 and chance.random() < 0.5:
            del lines[at]
        else:
            lines[at] = f"    c{number} = {number}"
        write()
        shop.commit(f"Edit {number}")
    with shop.asked() as recall:
        for name in names:
            (row,) = recall.symbols(f"many.py::{name}")
            ours = {draft.key for draft in symbol_commits(recall.project, row)}
            log = subprocess.run(
                ["git", "log", "--format=%H", "-s", f"-L{row.line},{row.end_line}:many.py"], cwd=shop.root,
                capture_output=True, text=True, check=True,
            ).stdout  # fmt: skip
            assert ours == set(re.findall(r"[0-9a-f]{40}", log)), name


def test_hunks_are_read_from_objects_alone(shop: Shop) -> None:
    """A repository that wants its own programs run for a diff gets none of them run."""
    fired = shop.root.parent / "fired"
    shop.write(".gitattributes", "*.py diff=evil\n")
    shop.git("config", "diff.evil.textconv", f"touch {fired}; cat")
    shop.git("config", "diff.external", f"touch {fired}")
    shop.commit("Armed")
    shop.write("app.py", APP.replace("* -1", "* -2"))
    shop.commit("Second")
    subprocess.run(["git", "show", "--ext-diff", "HEAD"], cwd=shop.root, capture_output=True, check=False)
    assert fired.exists(), "the control fires"
    fired.unlink()
    head = shop.git("rev-parse", "HEAD")
    with objects.shadow(str(shop.root)) as shadow:
        listed = history.commits(shadow, head, 10)
        (files,) = list(history.changes(shadow, [(head, listed[0].parents[0])]))
    assert [(file.new, file.hunks) for file in files] == [("app.py", (history.Hunk(14, 1, 14, 1),))]
    assert not fired.exists()
