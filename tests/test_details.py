"""get_function_details, and the two queries under it, as seed 000 draws them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator

import pytest

from asking import indexed, text_of
from callmap.ask.project import Project
from callmap.ask.queries import Link, Node, find_calls_in_function, find_containing_function
from callmap.ask.scopes import IndexGraph
from callmap.errors import AmbiguousSymbol, BadInput, SymbolNotFound
from callmap.show.tools.details import details_text, get_function_details

FILES = {
    "shop/__init__.py": "",
    "shop/cart.py": (
        "import json\n"
        "from shop.price import total\n"
        "\n"
        "\n"
        "class Cart:\n"
        "    def add(self, item):\n"
        "        self.check(item)\n"
        "        if item:\n"
        "            for each in item:\n"
        "                json.dumps(each)\n"
        "        return total(item)\n"
        "\n"
        "    def check(self, item):\n"
        "        def inner():\n"
        "            return hidden()\n"
        "        return inner\n"
        "\n"
        "\n"
        "async def checkout(cart):\n"
        "    cart = Cart()\n"
        "    cart.add(1)\n"
        "    cart.add(2)\n"
        "\n"
        "\n"
        "def hidden():\n"
        "    return hidden()\n"
        "\n"
        "\n"
        "def odd(n):\n"
        "    return even(n)\n"
        "\n"
        "\n"
        "def even(n):\n"
        "    return odd(n)\n"
    ),
    "shop/price.py": (
        "def total(items):\n    return tax(1)\n\n\ndef tax(n):\n    return n\n\n\ndef check(n):\n    return n\n"
    ),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with indexed(tmp_path_factory.mktemp("details"), FILES) as project:
        yield project


class Drawn:
    """A graph written down in a test: 'a -TYPE-> b' lines, and the types of nodes by the first letter of their ids."""

    TYPES = {
        "f": "FUNCTION",
        "k": "CLASS",
        "m": "MODULE",
        "s": "SCOPE",
        "c": "CALL",
        "o": "METHOD_CALL",
        "v": "VARIABLE",
    }

    def __init__(self, text: str) -> None:
        parts = [line.split() for line in text.splitlines() if line.strip()]
        self.links = [Link(source, target, arrow.strip("->")) for source, arrow, target in parts]

    def node(self, id: str) -> Node | None:
        return Node(id, self.TYPES[id[0]], id, "a.js", 1, "response" if id[0] == "o" else "") if id != "f?" else None

    def outgoing(self, id: str, types: Collection[str] | None = None) -> list[Link]:
        return [link for link in self.links if link.src == id and (types is None or link.type in types)]

    def incoming(self, id: str, types: Collection[str] | None = None) -> list[Link]:
        return [link for link in self.links if link.dst == id and (types is None or link.type in types)]


DRAWN = Drawn("""
    f1 -HAS_SCOPE-> s1
    s1 -CONTAINS-> c1
    s1 -CONTAINS-> v1
    s1 -CONTAINS-> s2
    s2 -CONTAINS-> o2
    s1 -CONTAINS-> f2
    f2 -HAS_SCOPE-> s3
    s3 -CONTAINS-> c3
    c1 -CALLS-> f2
    c3 -CALLS-> f1
    f9 -HAS_SCOPE-> s9
""")


def test_calls_in_nested_blocks_are_found_and_those_in_nested_functions_are_not() -> None:
    calls = find_calls_in_function(DRAWN, "f1")
    assert [(call.id, call.type, call.resolved, call.depth) for call in calls] == [
        ("c1", "CALL", True, 0), ("o2", "METHOD_CALL", False, 0),
    ]  # fmt: skip
    assert calls[1].object == "response"
    assert calls[0].target is not None and calls[0].target.id == "f2"
    assert find_calls_in_function(DRAWN, "f9") == []
    assert [call.id for call in find_calls_in_function(DRAWN, "f1", max_depth=0)] == ["c1"]


def test_transitive_calls_have_a_depth_and_cycles_end() -> None:
    calls = find_calls_in_function(DRAWN, "f1", transitive=True)
    assert [(call.id, call.depth) for call in calls] == [("c1", 0), ("o2", 0), ("c3", 1)]
    chain = Drawn("\n".join(f"f{n} -HAS_SCOPE-> s{n}\ns{n} -CONTAINS-> c{n}\nc{n} -CALLS-> f{n + 1}" for n in range(9)))
    assert [call.depth for call in find_calls_in_function(chain, "f0", transitive=True)] == [0, 1, 2, 3, 4, 5]
    assert len(find_calls_in_function(chain, "f0", transitive=True, transitive_depth=2)) == 3
    itself = Drawn("f1 -HAS_SCOPE-> s1\ns1 -CONTAINS-> c1\nc1 -CALLS-> f1")
    assert [call.depth for call in find_calls_in_function(itself, "f1", transitive=True)] == [0]


def test_the_holder_of_a_call_is_found_upwards() -> None:
    holder = find_containing_function(DRAWN, "o2")
    assert holder is not None and (holder.id, holder.type) == ("f1", "FUNCTION")
    assert find_containing_function(DRAWN, "f1") is None
    deep = Drawn("f1 -HAS_SCOPE-> s0\n" + "\n".join(f"s{n} -CONTAINS-> s{n + 1}" for n in range(30)))
    assert find_containing_function(deep, "s14") is not None
    assert find_containing_function(deep, "s16") is None
    assert find_containing_function(deep, "s16", max_depth=16) is not None
    assert find_containing_function(Drawn("m1 -CONTAINS-> c1"), "c1") is not None
    assert find_containing_function(Drawn("k1 -HAS_SCOPE-> s1\ns1 -CONTAINS-> c1"), "c1") is not None
    assert find_containing_function(Drawn("s1 -CONTAINS-> s2\ns2 -CONTAINS-> s1"), "s1") is None


def test_the_index_is_such_a_graph(project: Project) -> None:
    graph = IndexGraph(project.store, project.snapshot.id)
    (body,) = graph.outgoing("shop/cart.py::Cart.add")
    assert (body.type, body.dst) == ("HAS_SCOPE", "shop/cart.py::Cart.add@body")
    calls = [link.dst for link in graph.outgoing(body.dst, ("CONTAINS",))]
    assert all(link.src == body.dst for link in graph.incoming(calls[0], ("CONTAINS",)))
    holder = find_containing_function(graph, calls[0])
    assert holder is not None and (holder.id, holder.name, holder.type) == ("shop/cart.py::Cart.add", "add", "FUNCTION")
    holder = find_containing_function(graph, "shop/cart.py::Cart.add")
    assert holder is not None and holder.type == "CLASS"
    holder = find_containing_function(graph, "shop/cart.py::Cart")
    assert holder is not None and holder.type == "MODULE"
    called = graph.incoming("shop/price.py::total", ("CALLS",))
    assert [link.src for link in called] == ["shop/cart.py::Cart.add@11:16"]
    assert graph.node("shop/none.py::x") is None and graph.outgoing("shop/none.py::x") == []
    assert graph.node("shop/cart.py::Cart.add@999:1") is None and graph.incoming("nowhere") == []


def test_a_function_is_given_with_its_calls_and_callers(project: Project) -> None:
    answer = get_function_details(project, "add")
    assert answer["name"] == "add" and answer["file"] == "shop/cart.py" and answer["line"] == 6
    assert answer["async"] is False and answer["id"] == "shop/cart.py::Cart.add"
    calls = {call["name"]: call for call in answer["calls"]}
    assert calls["check"]["type"] == "METHOD_CALL" and calls["check"]["object"] == "self"
    assert calls["check"]["target"]["name"] == "check" and calls["check"]["line"] == 7
    assert calls["total"]["type"] == "CALL" and "object" not in calls["total"]
    assert {k: calls["total"]["target"][k] for k in ("id", "name", "file", "line")} == {
        "id": "shop/price.py::total", "name": "total", "file": "shop/price.py", "line": 1,
    }  # fmt: skip
    assert calls["dumps"]["object"] == "json" and calls["dumps"]["resolved"] is False
    assert all(call["depth"] == 0 and call["file"] == "shop/cart.py" for call in answer["calls"])
    assert answer["calledBy"] == [
        {"id": "shop/cart.py::checkout", "name": "checkout", "type": "FUNCTION", "file": "shop/cart.py", "line": 21}
    ]


def test_nested_functions_are_not_entered_and_async_is_said(project: Project) -> None:
    assert get_function_details(project, "check", "cart")["calls"] == []
    assert get_function_details(project, "checkout")["async"] is True


def test_call_chains_are_followed_and_cycles_end(project: Project) -> None:
    assert all(call["depth"] == 0 for call in get_function_details(project, "add")["calls"])
    answer = get_function_details(project, "add", transitive=True)
    assert [(call["name"], call["depth"]) for call in answer["calls"] if call["depth"]] == [("tax", 1)]
    odd = get_function_details(project, "odd", transitive=True)
    assert [(call["name"], call["depth"]) for call in odd["calls"]] == [("even", 0), ("odd", 1)]
    hidden = get_function_details(project, "hidden", transitive=True)
    assert [call["depth"] for call in hidden["calls"]] == [0]


def test_what_is_not_found_or_ambiguous_is_said_in_the_contracts_words(project: Project) -> None:
    with pytest.raises(SymbolNotFound, match=r'^Function "ad" not found\.$') as missing:
        get_function_details(project, "ad")
    assert missing.value.data["candidates"]
    with pytest.raises(SymbolNotFound, match=r'not found\. \(searched in files matching "price"\)$'):
        get_function_details(project, "add", "price")
    with pytest.raises(AmbiguousSymbol) as several:
        get_function_details(project, "check")
    assert several.value.message == (
        'Multiple functions named "check" found: shop/cart.py:13, shop/price.py:9. '
        'Use the "file" parameter to disambiguate.'
    )
    assert get_function_details(project, "check", "price")["line"] == 9
    first = get_function_details(project, "check", "shop")
    assert first["file"] == "shop/cart.py" and "2 functions match" in first["metadata"]["warnings"][0]


def test_the_text_is_as_drawn_and_the_json_follows(project: Project) -> None:
    answer = get_function_details(project, "add", transitive=True)
    summary, _, rest = text_of(details_text, answer).partition("\n\n{")
    assert summary == (
        "Function: add\nFile: shop/cart.py:6\nAsync: false\nTransitive: true\n\nCalls (4):\n"
        "  - self.check() -> check (shop/cart.py:13)\n"
        "  - json.dumps() (unresolved)\n"
        "  - total() -> total (shop/price.py:1)\n"
        "\n  Transitive calls:\n    [depth=1] tax() -> tax\n"
        "\nCalled by (1):\n  - checkout (shop/cart.py:21)"
    )
    assert json.loads("{" + rest) == answer


def test_a_long_list_comes_in_pages(project: Project) -> None:
    first = get_function_details(project, "add", limit=2)
    assert len(first["calls"]) == 2 and first["total_calls"] == 3
    assert first["metadata"]["result_completeness"] == "truncated"
    second = get_function_details(project, "add", limit=2, cursor=first["next_cursor"])
    assert [call["name"] for call in second["calls"]] == ["total"] and second["next_cursor"] is None
    for cursor in ("x", "YWZ0ZXI6LTE=", "é", "YWZ0ZXI6eA=="):
        with pytest.raises(BadInput, match="no cursor"):
            get_function_details(project, "add", cursor=cursor)
