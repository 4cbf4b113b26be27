"""The public Python API, by the example in README.md and beyond it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import callmap
from asking import write
from callmap.errors import IndexNotReady
from repositories import git

FILES = {
    "shop/cart.py": (
        "import price\n\n\nclass Cart:\n    def total(self):\n        return price.total(self)\n\n\n"
        "def checkout():\n    return Cart().total()\n"
    ),
    "shop/price.py": (
        "def total(cart):\n    return tax(cart)\n\n\ndef tax(n):\n"
        '    """What the state takes: the rate is fixed."""\n    return n * 0.2\n'
    ),
    "shop/tests/test_cart.py": "from cart import checkout\n\n\ndef test_checkout():\n    assert checkout()\n",
}
README = Path(__file__).parent.parent / "README.md"


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    return write(tmp_path, FILES) / "shop"


def test_the_example_in_the_readme_runs(shop: Path) -> None:
    section = README.read_text("utf-8").partition("## From Python")[2]
    code, shown = re.findall(r"```(?:python)?\n(.*?)```", section, re.DOTALL)[:2]
    done = subprocess.run([sys.executable, "-c", code], cwd=shop.parent, capture_output=True, text=True, check=False)
    assert done.stdout == shown, done.stderr


def test_answers_are_typed_values(shop: Path) -> None:
    with callmap.open(str(shop)) as code:
        assert code.root == str(shop) and code.commit == ""
        total = code.find("Cart.total")
        assert isinstance(total, callmap.Symbol) and (total.path, total.line, total.kind) == ("cart.py", 5, "method")
        walked = code.callers(total)
        assert isinstance(walked, callmap.Walked) and isinstance(walked.steps[0].edge, callmap.Edge)
        assert {step.edge.caller.name for step in code.callers([total, "tax"]).steps} == {"checkout", "total"}
        assert [row.name for row in code.locate("CHECKOUT")] == ["checkout"]
        calls = code.calls_in("checkout", transitive=True)
        assert [(call.name, call.depth) for call in calls] == [("Cart", 0), ("total", 0), ("total", 1), ("tax", 2)]
        assert callmap.find_calls_in_function(code.graph(), "cart.py::checkout", transitive=True) == calls
        holder = callmap.find_containing_function(code.graph(), calls[0].id)
        assert isinstance(holder, callmap.CallerInfo) and holder.name == "checkout"
        assert [entry.row.name for entry in code.entries(tests=True)] == ["test_checkout"]
        assert code.impact(files=["price.py"]).callers[0].name == "Cart.total"
        behind = code.dependencies("checkout")
        assert isinstance(behind, callmap.Reached)
        assert {end.name for end in behind.ends.values()} == {"Cart", "Cart.total", "total", "tax"}
        assert {end.name for end in code.dependents("tax").ends.values()} >= {"total", "Cart.total", "checkout"}
        assert [step.depth for step in code.flow("checkout").steps] == [1, 1, 2, 3]
        with pytest.raises(callmap.CallmapError, match="not found"):
            code.find("nothing")
        with pytest.raises(callmap.CallmapError, match="No symbol is named"):
            code.callers([])


def test_an_edit_is_seen_by_the_next_with_and_not_without_an_update(shop: Path) -> None:
    with pytest.raises(IndexNotReady), callmap.open(str(shop), update=False):
        pass
    with callmap.open(str(shop)) as code:
        assert code.callers("tax").total == 1
    (shop / "price.py").write_text("def tax(n):\n    return n\n")
    with callmap.open(str(shop), update=False) as code:
        assert code.callers("tax").total == 1
    with callmap.open(str(shop)) as code:
        assert code.callers("tax").total == 0


def test_a_commit_is_opened_by_its_name(shop: Path) -> None:
    git(shop, "init", "-q", "-b", "main")
    git(shop, "add", ".")
    git(shop, "commit", "-q", "-m", "one")
    (shop / "price.py").write_text("def tax(n):\n    return n\n")
    with callmap.open(str(shop), ref="main") as code:
        assert code.callers("tax").total == 1 and len(code.commit) == 40
    with callmap.open(str(shop)) as code:
        assert code.callers("tax").total == 0
        differs = code.diff("main")
        assert isinstance(differs, callmap.GraphDiff)
        assert {(change.row.name, change.status) for change in differs.symbols} >= {
            ("tax", "changed"),
            ("total", "removed"),
        }
        change = code.compare("tax", "main")
        assert isinstance(change, callmap.SymbolChange) and change.status == "changed" and change.body_changed
        with pytest.raises(callmap.CallmapError, match="no branch, tag or commit 'v9'"):
            code.diff("v9")


def test_every_public_name_is_there_and_nothing_is_loaded_before_it_is_used() -> None:
    for name in callmap.__all__:
        assert getattr(callmap, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'opne'"):
        callmap.opne  # noqa: B018
    check = "import sys, callmap; print(sorted(name for name in sys.modules if name.startswith('callmap')))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['callmap']"
