"""The tools at the terminal: what each command prints for people, and that `--json` is the tool's own answer."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from repositories import git
from serving import write

FILES = {
    "CODEOWNERS": "/shop/ @shop-team\n",
    "shop/__init__.py": "",
    "shop/cart.py": (
        "from shop.price import total\n\n\n"
        "class Cart:\n"
        "    def __init__(self):\n        self.items = []\n\n"
        "    def checkout(self):\n        return pay(total(self.items))\n\n\n"
        "def pay(amount):\n    return send(amount)\n"
    ),
    "shop/price.py": (
        "def total(items):\n    return sum(price(item) for item in items)\n\n\ndef price(item):\n    return 1\n"
    ),
    "main.py": (
        "from shop.cart import Cart\n\n\ndef main():\n    return Cart().checkout()\n\n\n"
        "if __name__ == '__main__':\n    main()\n"
    ),
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_checkout():\n    assert Cart().checkout()\n",
}
DIFF = "--- a/shop/price.py\n+++ b/shop/price.py\n@@ -4,3 +4,3 @@\n \n def price(item):\n-    return 1\n+    return 2\n"


class Shop:
    def __init__(self, place: Path) -> None:
        self.root = write(place / "shop", FILES)
        git(self.root, "init", "-q")
        git(self.root, "add", "-A")
        git(self.root, "commit", "-qm", "first")
        self.environment = {**os.environ, "CALLMAP_DATA": str(place / "data")}

    def run(self, *words: str, code: int = 0, given: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", "callmap", *words, "--root", str(self.root)], env=self.environment, input=given,
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == code, (words, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        return done.stdout + (done.stderr if code else "")

    def json(self, *words: str, given: str = "") -> Any:
        return json.loads(self.run(*words, "--json", given=given))


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    found = Shop(tmp_path_factory.mktemp("verbs"))
    found.run("index")
    return found


def test_show_gives_one_function_in_full(shop: Shop) -> None:
    text = shop.run("show", "checkout")
    assert text.startswith("Function: checkout\nFile: shop/cart.py:8\nAsync: false\nTransitive: false\n\nCalls (2):\n")
    assert "  - total() -> total (shop/price.py:1)\n" in text and "{" not in text
    assert "Called by (2):\n  - main (main.py:5)\n  - test_checkout (tests/test_cart.py:5)\n" in text
    assert "[depth=1] price() -> price" in shop.run("show", "checkout", "--transitive")
    assert "  - send() (unresolved)\n" in shop.run("show", "pay")
    assert shop.json("show", "checkout")["calls"][0]["resolved"] is True
    assert "not found" in shop.run("show", "chekout", code=1)


def test_graph_deps_and_dependents(shop: Shop) -> None:
    text = shop.run("graph", "total", "--depth", "2")
    assert "shop/price.py:1-2: shop.price.total" in text and "1: " not in text.split("\n", maxsplit=1)[0][20:]
    assert "3 callers\nshop/cart.py\n  9: shop.cart.Cart.checkout  [static]" in text
    assert shop.json("graph", "total", "--direction", "callers")["callees"] == []
    assert "Cart.checkout --CALLS--> total --CALLS--> price" in shop.run("deps", "Cart.checkout")
    assert "main --CALLS--> Cart.checkout" in shop.run("dependents", "price")
    assert shop.json("deps", "price")["message"] == "No dependencies found."


def test_path_follows_calls_and_else_tells_any_connection(shop: Shop) -> None:
    text = shop.run("path", "main", "price")
    assert "main -> Cart.checkout -> total -> price  [" in text and "shop/cart.py:9" in text
    back = shop.run("path", "price", "main")
    assert "No chain of at most 10 known calls" in back and "main --CALLS--> Cart.checkout --CALLS--> total" in back
    assert shop.json("path", "price", "main")["connection"]["graph"]
    assert "not found" in shop.run("path", "main", "nowhere_at_all", code=1)


def test_impact_of_symbols_files_and_diffs(shop: Shop, tmp_path: Path) -> None:
    text = shop.run("impact", "price")
    assert text.startswith("1 symbols change; ") and "owners: @shop-team" in text and "tests/test_cart.py" in text
    by_diff = shop.json("impact", "--diff", "-", given=DIFF)
    assert "price" in [one["symbol"] for one in by_diff["changed_symbols"]]
    path = tmp_path / "change.diff"
    path.write_text(DIFF)
    same = shop.json("impact", "--diff", str(path))
    assert same["affected_callers"] == by_diff["affected_callers"] != []
    assert shop.json("impact", "--file", "shop/price.py")["total_changed"] >= 2
    assert "Nothing is said to change" in shop.run("impact", code=2)
    assert "The diff is empty" in shop.run("impact", "--diff", "-", code=1)
    assert "cannot be read" in shop.run("impact", "--diff", str(tmp_path / "no"), code=2)
    assert "use one of them" in shop.run("impact", "--staged", "--diff", "-", code=2)


def test_impact_of_what_is_staged(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    assert "Nothing is staged" in shop.run("impact", "--staged", code=1)
    path = shop.root / "shop" / "price.py"
    path.write_text(FILES["shop/price.py"].replace("return 1", "return 2"))
    assert "Nothing is staged" in shop.run("impact", "--staged", code=1)
    git(shop.root, "add", "-A")
    before = {item: item.stat().st_mtime_ns for item in (shop.root / ".git").rglob("*")}
    assert [one["symbol"] for one in shop.json("impact", "--staged")["changed_symbols"]] == ["price"]
    assert {item: item.stat().st_mtime_ns for item in (shop.root / ".git").rglob("*")} == before
    apart = write(tmp_path / "apart", {"a.py": "def a():\n    pass\n"})
    outside = Shop.__new__(Shop)
    outside.root, outside.environment = apart, shop.environment
    assert "not in a git repository" in outside.run("impact", "--staged", code=1)


def test_flow_entries_locate_and_query(shop: Shop) -> None:
    assert "  1  main -> Cart.checkout  function_call  main.py:5" in shop.run("flow", "main")
    assert "main.py\n      4  main  [" in shop.run("entries") and "test_checkout" in shop.run("entries")
    assert "test_checkout" not in shop.run("entries", "--no-tests")
    assert [one["name"] for one in shop.json("entries", "main.py")["entries"]] == ["main"]
    assert shop.run("locate", "CHECKOUT").startswith("1 found (case_insensitive)\nshop/cart.py\n  8-9: ")
    shop.run("locate", "zzzzzzzzzz", code=1)
    text = shop.run("query", "function", "total")
    assert text.startswith(
        "[FUNCTION] total\n  shop/price.py:1\n  Called by (1):\n    <- Cart.checkout (shop/cart.py:8)"
    )
    assert "    -> price (shop/price.py:5)\n" in text
    assert [one["type"] for one in shop.json("query", "class", "Cart")["matches"]] == ["CLASS"]
    assert "Nothing is called" in shop.run("query", "function", "zzzzzzzzzz", code=1)


def test_search_and_suggest(shop: Shop) -> None:
    text = shop.run("search", "cart", "checkout")
    assert "shop/cart.py:8" in text and "shop.cart.Cart.checkout" in text
    assert shop.json("search", "price")["results"][0]["name"] == "price"
    shop.run("search", "zzzzzzzzzz", code=1)
    assert "confidence of the previous answer" in shop.run("suggest", "how", "is", "checkout", "paid")
    assert shop.json("suggest", "zzzzzzzzzz")["analysis"]["previous_confidence"] == "low"


@pytest.mark.parametrize(("setting", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_a_terminal_sees_colours(shop: Shop, setting: dict[str, str], coloured: bool) -> None:
    near, far = pty.openpty()
    environment = {**shop.environment, "TERM": "xterm", **setting}
    command = [sys.executable, "-m", "callmap", "graph", "total", "--root", str(shop.root)]
    with subprocess.Popen(command, stdout=far, stderr=subprocess.DEVNULL, env=environment) as running:
        assert running.wait(60) == 0
    os.close(far)
    seen = os.read(near, 100_000).decode()
    os.close(near)
    assert ("\x1b[32mstatic\x1b[0m" in seen) is coloured and ("\x1b" in seen) is coloured
    assert "\x1b" not in shop.run("graph", "total")


def test_a_long_answer_is_read_page_by_page_and_narrowed(shop: Shop) -> None:
    first = shop.run("graph", "checkout", "--direction", "callers", "--limit", "1")
    assert "2 callers, 1 shown\nmain.py\n" in first
    words = first[first.index("--cursor ") :].split()
    assert words[2:4] == ["shows", "more."]
    second = shop.run("graph", "checkout", "--direction", "callers", "--limit", "1", *words[:2])
    assert "2 callers, 1 shown\ntests/test_cart.py\n" in second and "--cursor" not in second
    narrowed = shop.json("graph", "checkout", "--direction", "callers", "--within", "tests/")
    assert narrowed["total_callers"] == 1 and narrowed["callers"][0]["call_site"]["file"] == "tests/test_cart.py"
    for command in (
        ("show", "checkout"),
        ("flow", "main"),
        ("impact", "total"),
        ("locate", "total"),
        ("search", "cart"),
    ):
        answer = shop.json(*command, "--limit", "1")
        assert answer["next_cursor"] is None or shop.json(*command, "--limit", "1", "--cursor", answer["next_cursor"])
    assert "no cursor of an answer" in shop.run("flow", "main", "--cursor", "x", code=2)
