"""Memory on code: anchors that survive edits, moves and renames; ranking; where a memory lies; what risk is made of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from callmap.ask.anchors import Finder, named
from callmap.ask.memory import Recall, keep_found, note_object, touching
from callmap.ask.project import Project
from callmap.ask.risk import risk
from callmap.errors import BadInput, SymbolNotFound
from callmap.index import index
from callmap.memory import place
from callmap.memory.notes import Note, make
from callmap.pruning import prune
from callmap.store.rows import symbol_key
from repositories import git

APP = """\
from shop.cart import total


def checkout(items):
    \"\"\"Charges the customer.\"\"\"
    amount = total(items)
    if amount <= 0:
        raise ValueError("nothing to pay")
    return amount


def refund(order):
    order.paid = False
    return order.amount * -1
"""
CART = """\
def total(items):
    amount = 0
    for item in items:
        amount += item.price * item.count
    return amount


def unrelated(a, b):
    return a < b
"""


class Shop:
    """A small repository with an index and a memory."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("app.py", APP)
        self.write("shop/cart.py", CART)
        self.write("shop/__init__.py", "")

    def write(self, path: str, content: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(content)

    def git(self, *arguments: str) -> str:
        return git(self.root, *arguments)

    def commit(self, message: str = "Change") -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD")

    @contextmanager
    def asked(self) -> Iterator[Recall]:
        index(str(self.root), workers=1)
        with Project.open(str(self.root)) as project, place.asking(str(self.root)) as memory:
            yield Recall(project, memory)

    def remember(self, text: str, *about: str, type: str = "decision", **more: object) -> Note:
        with self.asked() as recall:
            note = make(type, text, anchors=named(recall.finder, about), **more)  # type: ignore[arg-type]
        with place.writing(str(self.root)) as memory:
            ((kept, _),) = memory.add([note])
        return kept

    def recall(self, name: str, near: bool = False) -> list[tuple[str, str, str]]:
        """(text, closeness, state) of what is remembered about a symbol; what moved is kept."""
        with self.asked() as recall:
            found = recall.load(recall.about(recall.symbols(name), near))
            moved = recall.moved(found)
        keep_found(str(self.root), moved)
        return [(one.note.text, one.closeness, one.state) for one in found]

    def where(self, note: Note) -> list[tuple[str, str]]:
        """(state, where now) of a note's anchors."""
        with self.asked() as recall:
            assert recall.memory is not None
            return [(s.state, s.where) for s in recall.recalled(recall.memory.get(note.id)).standings]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    made = Shop(tmp_path / "repo")
    made.git("init", "-q")
    made.commit("Start")
    return made


# --- anchors survive -------------------------------------------------------------------------------------------------


def test_a_note_on_untouched_code_is_current_and_says_its_commit(shop: Shop) -> None:
    note = shop.remember("Never charge twice.", "checkout", commit=shop.git("rev-parse", "HEAD"))
    assert shop.where(note) == [("current", "app.py::checkout")]
    assert shop.recall("checkout") == [("Never charge twice.", "symbol", "current")]
    with shop.asked() as recall:
        (one,) = recall.load(recall.about(recall.symbols("checkout")))
        shown = note_object(one)
    assert shown["written_at_commit"] == shop.git("rev-parse", "HEAD")
    assert shown["source"]["provenance"] == "said by the user"  # type: ignore[index]


def test_lines_above_are_no_change_and_an_edit_is_one(shop: Shop) -> None:
    note = shop.remember("Sum first.", "shop/cart.py::total")
    shop.write("shop/cart.py", "# a\n# few\n# lines\n\n\n" + CART)
    assert shop.where(note) == [("current", "shop/cart.py::total")]
    shop.write("shop/cart.py", CART.replace("amount = 0", "amount = 0.0"))
    assert shop.where(note) == [("changed since", "shop/cart.py::total")]


def test_a_moved_function_is_relocated_and_found_from_its_new_place(shop: Shop) -> None:
    note = shop.remember("Sum first.", "total")
    (shop.root / "shop/cart.py").unlink()
    shop.write("shop/sums.py", CART)
    shop.write("app.py", APP.replace("shop.cart", "shop.sums"))
    assert shop.where(note) == [("relocated", "shop/sums.py::total")]
    assert shop.recall("total") == [("Sum first.", "symbol", "relocated")]


def test_a_renamed_function_is_relocated_and_stays_so_through_later_edits(shop: Shop) -> None:
    note = shop.remember("Sum first.", "total")
    renamed = CART.replace("def total", "def sum_up")
    shop.write("shop/cart.py", renamed)
    assert shop.where(note) == [("relocated", "shop/cart.py::sum_up")]
    assert shop.recall("sum_up") == [("Sum first.", "symbol", "relocated")]
    shop.write("shop/cart.py", renamed.replace("amount = 0\n", "amount = 1\n    print(items, 'something else')\n"))
    assert shop.recall("sum_up") == [("Sum first.", "symbol", "relocated")]
    with shop.asked() as recall:
        assert recall.memory is not None
        ((standing),) = recall.recalled(recall.memory.get(note.id)).standings
        assert standing.detail == "was shop/cart.py::total, and has changed since"
        assert [version.what for version in recall.memory.history(note.id)] == ["remembered", "relocated"]


def test_a_function_renamed_and_edited_at_once_is_found_by_its_likeness(shop: Shop) -> None:
    note = shop.remember("Charge once.", "checkout")
    shop.write("app.py", APP.replace("def checkout", "def pay").replace("nothing to pay", "nothing at all"))
    assert shop.where(note) == [("relocated", "app.py::pay")]


def test_a_deleted_function_is_gone_and_its_note_is_still_there(shop: Shop) -> None:
    note = shop.remember("Refunds are negative.", "refund")
    shop.write("app.py", APP.partition("def refund")[0])
    assert shop.where(note) == [("gone", "")]
    with shop.asked() as recall:
        (found,) = recall.search("refunds")[1]
        assert (found.note.id, found.state) == (note.id, "gone")


def test_a_copy_does_not_take_the_note_of_what_it_was_copied_from(shop: Shop) -> None:
    shop.remember("Sum first.", "shop/cart.py::total")
    shop.write("shop/copy.py", CART)
    assert shop.recall("shop/copy.py::total") == []
    assert shop.recall("shop/cart.py::total") == [("Sum first.", "symbol", "current")]


def test_two_equal_candidates_are_not_guessed_between(shop: Shop) -> None:
    note = shop.remember("Sum first.", "total")
    (shop.root / "shop/cart.py").unlink()
    shop.write("a.py", CART)
    shop.write("b.py", CART)
    assert shop.where(note) == [("gone", "")]


def test_files_edges_and_commits_are_anchors_too(shop: Shop) -> None:
    head = shop.git("rev-parse", "HEAD")
    note = shop.remember("All of it.", "shop/cart.py", "checkout -> total", head)
    assert shop.where(note) == [
        ("current", "shop/cart.py"),
        ("current", "app.py::checkout -> shop/cart.py::total"),
        ("current", f"commit:{head}"),
    ]
    shop.write("app.py", APP.replace("total(items)", "len(items)"))
    shop.git("mv", "shop/cart.py", "shop/basket.py")
    assert shop.where(note)[:2] == [("relocated", "shop/basket.py"), ("gone", "")]


def test_an_anchor_that_is_not_there_is_refused_with_near_names(shop: Shop) -> None:
    with shop.asked() as recall:
        finder = Finder(recall.project)
        with pytest.raises(SymbolNotFound, match=r"cannot be anchored at 'chekout'.*checkout"):
            named(finder, ["chekout"])
        with pytest.raises(BadInput, match="An anchor is empty"):
            named(finder, [" "])


# --- ranking ---------------------------------------------------------------------------------------------------------


def test_the_symbol_comes_before_its_file_its_callers_and_its_mentions(shop: Shop) -> None:
    shop.remember("only names total", type="message")
    shop.remember("about its caller", "checkout")
    shop.remember("about its file", "shop/cart.py")
    shop.remember("about the call", "checkout -> total")
    shop.remember("about itself", "total")
    shop.remember("nothing to do with it", "refund")
    assert [(text, close) for text, close, _ in shop.recall("total", near=True)] == [
        ("about itself", "symbol"), ("about the call", "call"), ("about its file", "file"),
        ("about its caller", "caller"), ("only names total", "mention"),
    ]  # fmt: skip


def test_newer_comes_before_older_and_what_is_in_force_before_what_is_not(shop: Shop) -> None:
    year = 365 * 86400 * 10**9
    shop.remember("old", "total", at_ns=1_600_000_000 * 10**9)
    shop.remember("older", "total", at_ns=1_600_000_000 * 10**9 - 3 * year)
    shop.remember("superseded", "total", status="superseded")
    assert [text for text, _, _ in shop.recall("total")] == ["old", "older", "superseded"]


def test_counts_of_decisions_and_errors_for_other_answers(shop: Shop) -> None:
    root, keys = str(shop.root), [symbol_key("shop/cart.py", "total"), symbol_key("app.py", "refund")]
    assert touching(root, keys).all.notes == 0
    assert not (shop.root.parent / "data" / "memory").exists() or place.every() == [], "asking makes no memory"
    shop.remember("one", "total")
    shop.remember("two", "total", "refund")
    shop.remember("no more", "total", status="deprecated")
    shop.remember("broke", "total", type="error")
    counted = touching(root, keys)
    assert (counted.each[keys[0]].decisions, counted.each[keys[0]].errors, counted.each[keys[0]].notes) == (2, 1, 4)
    assert (counted.each[keys[1]].decisions, counted.each[keys[1]].errors) == (1, 0)
    assert (counted.all.decisions, counted.all.errors, counted.all.notes) == (2, 1, 4)


@pytest.mark.parametrize(
    ("affected", "decisions", "errors", "parts", "level"),
    [
        (0, 0, 0, (0, 0, 0), "low"),
        (1, 0, 0, (6, 0, 0), "low"),
        (10, 0, 0, (21, 0, 0), "medium"),
        (100, 1, 0, (40, 14, 0), "high"),
        (5000, 50, 50, (40, 35, 25), "critical"),
        (0, 2, 3, (0, 22, 20), "medium"),
    ],
)
def test_risk_is_the_sum_of_its_parts(
    affected: int, decisions: int, errors: int, parts: tuple[int, int, int], level: str
) -> None:
    found = risk(affected, decisions, errors)
    assert (found.blast_radius, found.decisions, found.errors) == parts
    assert (found.score, found.level) == (sum(parts), level)


def test_risk_levels_begin_where_they_say() -> None:
    for n in range(200):
        for d in range(8):
            for e in range(8):
                found = risk(n, d, e)
                want = (
                    "low"
                    if found.score < 20
                    else "medium"
                    if found.score < 45
                    else "high"
                    if found.score < 70
                    else "critical"
                )
                assert found.level == want


# --- where it lies ---------------------------------------------------------------------------------------------------


def texts(root: Path) -> list[str]:
    with place.asking(str(root)) as memory:
        return [] if memory is None else [note.text for note in memory.every()]


def test_worktrees_and_clones_share_a_memory_and_strangers_do_not(shop: Shop, tmp_path: Path) -> None:
    shop.remember("Shared.", "total")
    shop.git("worktree", "add", "-q", str(tmp_path / "tree"))
    git(tmp_path, "clone", "-q", str(shop.root), "clone")
    git(tmp_path, "init", "-q", "stranger")
    (tmp_path / "stranger" / "a.py").write_text("def f(): pass\n")
    assert texts(tmp_path / "stranger") == []
    git(tmp_path / "stranger", "add", "a.py")
    git(tmp_path / "stranger", "commit", "-q", "-m", "x")
    assert texts(tmp_path / "tree") == texts(tmp_path / "clone") == ["Shared."]
    assert texts(tmp_path / "stranger") == [] == texts(tmp_path)


def test_an_orphan_branch_of_the_same_repository_keeps_its_memory(shop: Shop) -> None:
    shop.remember("Shared.", "total")
    shop.git("checkout", "-q", "--orphan", "pages")
    shop.commit("Another beginning")
    assert texts(shop.root) == ["Shared."]


def test_another_repository_in_the_same_place_does_not_inherit(shop: Shop) -> None:
    import shutil

    shop.remember("Secret of the first.", "total")
    shutil.rmtree(shop.root)
    again = Shop(shop.root)
    again.write("other.py", "x = 1\n")
    again.git("init", "-q")
    again.commit("Another start")
    assert texts(shop.root) == []


def test_a_folder_without_git_has_its_memory_and_takes_it_along_into_git(tmp_path: Path) -> None:
    made = Shop(tmp_path / "plain")
    made.remember("Before git.", "total")
    assert texts(made.root) == ["Before git."] and texts(tmp_path) == []
    made.git("init", "-q")
    assert texts(made.root) == ["Before git."]
    made.commit("Start")
    assert texts(made.root) == ["Before git."]
    made.remember("After git.", "refund")
    assert texts(made.root) == ["Before git.", "After git."]
    assert len(place.every()) == 1


def test_two_memories_become_one_when_they_turn_out_to_be_of_one_repository(shop: Shop, tmp_path: Path) -> None:
    shop.write("b.py", "def b(): pass\n")
    shop.commit("Second")
    shop.remember("In the whole repository.", "total")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{shop.root}", "shallow")
    shallow = Shop(tmp_path / "shallow")
    shallow.remember("In the shallow clone.", "total")
    assert texts(shallow.root) == ["In the shallow clone."]
    shallow.git("fetch", "-q", "--unshallow")
    assert sorted(texts(shallow.root)) == ["In the shallow clone.", "In the whole repository."]
    shallow.remember("Now whole.", "total")
    assert sorted(texts(shallow.root)) == sorted(texts(shop.root)) == [
        "In the shallow clone.", "In the whole repository.", "Now whole.",
    ]  # fmt: skip


def test_rebuilding_pruning_or_losing_the_index_leaves_every_byte_of_the_memory(shop: Shop, tmp_path: Path) -> None:
    import shutil

    shop.remember("Stays.", "total")
    data = tmp_path / "data"
    memories = data / "memory"

    def content() -> dict[str, bytes]:
        return {str(file): file.read_bytes() for file in sorted(memories.rglob("*")) if file.is_file()}

    before = content()
    assert before
    shop.write("app.py", APP + "\n\ndef more():\n    return refund(None)\n")
    index(str(shop.root), workers=1)
    shop.commit("More")
    index(str(shop.root), workers=1)
    index(str(shop.root), ref="HEAD", workers=1)
    assert prune(str(shop.root), ["HEAD"])["dropped"]
    for other in data.iterdir():
        if other != memories:
            shutil.rmtree(other)
    index(str(shop.root), workers=1)
    assert content() == before
    assert texts(shop.root) == ["Stays."]


def test_nothing_in_the_repository_is_taken_for_a_memory(shop: Shop) -> None:
    shop.remember("Mine.", "total")
    ((own,),) = [place.every()]
    (shop.root / "memory").mkdir()
    (shop.root / "memory" / "memory.db").write_bytes(own.read_bytes())
    (shop.root / ".callmap").mkdir()
    (shop.root / ".callmap" / "memory.db").write_bytes(b"x")
    assert texts(shop.root) == ["Mine."] and len(place.every()) == 1
