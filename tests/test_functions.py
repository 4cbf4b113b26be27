"""The tools of seed 001, on a repository built to match its example."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from asking import indexed, text_of
from callmap.ask.project import Project
from callmap.errors import BadInput, SymbolNotFound
from callmap.show.tools import functions as tools

FILES = {
    "server.py": (
        "def fts5_search(query):\n"
        "    return [query]\n"
        "\n"
        "\n"
        "def vector_search(query):\n"
        "    return [query]\n"
        "\n"
        "\n"
        "def hybrid_search(query, limit=20):\n"
        '    """Both searches, fused."""\n'
        "    return sorted(fts5_search(query) + vector_search(query))\n"
        "\n"
        "\n"
        "def call_tool(name, query):\n"
        "    return hybrid_search(query)\n"
        "\n"
        "\n"
        "def main(argv):\n"
        "    call_tool('search', argv)\n"
        "    return serve(argv)\n"
        "\n"
        "\n"
        "def serve(argv):\n"
        "    return call_tool('other', argv)\n"
    ),
    "other.py": (
        "import server\n\n\nclass Index:\n    def main(self):\n        return server.hybrid_search('x')\n\n"
        "    def unused(self):\n        return self.main()\n"
    ),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with indexed(tmp_path_factory.mktemp("functions"), FILES) as project:
        yield project


def test_callers_have_name_file_and_line_of_the_call(project: Project) -> None:
    answer = tools.get_callers(project, "hybrid_search")
    assert answer["function_name"] == "hybrid_search" and answer["total"] == 2
    places = [(one["name"], one["file_path"], one["call_line"]) for one in answer["callers"]]
    assert places == [("Index.main", "other.py", 6), ("call_tool", "server.py", 15)]
    assert "note" not in answer and answer["metadata"]["result_completeness"] == "complete"
    assert "2 callers\nother.py\n  6: Index.main  [static]" in text_of(tools.callers_lines, answer)


def test_a_name_means_all_functions_that_have_it_and_a_file_tells_them_apart(project: Project) -> None:
    both = tools.get_callees(project, "main")
    assert [one["file_path"] for one in both["functions"]] == ["other.py", "server.py"]
    assert [one["callee_name"] for one in both["callees"]] == ["hybrid_search", "call_tool", "serve"]
    one = tools.get_callees(project, "main", file_path="other.py")
    assert [callee["callee_name"] for callee in one["callees"]] == ["hybrid_search"]
    absolute = tools.get_callees(project, "main", file_path=str(Path(project.root) / "other.py"))
    assert absolute["callees"] == one["callees"]
    several = tools.get_callers(project, ["fts5_search", "serve"])
    assert [one["name"] for one in several["callers"]] == ["hybrid_search", "main"]
    with pytest.raises(BadInput, match="empty"):
        tools.get_callers(project, [])
    with pytest.raises(SymbolNotFound, match="Near names: hybrid_search"):
        tools.get_callers(project, "hybrid_serch")


def test_callees_say_where_they_are_defined_or_why_they_are_not_known(project: Project) -> None:
    answer = tools.get_callees(project, "hybrid_search")
    by_name = {one["callee_name"]: one for one in answer["callees"]}
    assert by_name["fts5_search"]["file_path"] == "server.py" and by_name["fts5_search"]["start_line"] == 1
    assert by_name["fts5_search"]["resolved"] is True and by_name["fts5_search"]["call_line"] == 11
    builtin = by_name["<builtin>.sorted"]
    assert builtin["resolved"] is False and builtin["reason"] == "builtin" and builtin["file_path"] is None
    assert answer["unresolved"] == 1
    assert "11: <builtin>.sorted (builtin)  [unresolved]" in text_of(tools.callees_lines, answer)


def test_no_callers_is_explained(project: Project) -> None:
    answer = tools.get_callers(project, "unused")
    assert answer["callers"] == [] and answer["note"].startswith("No call of 'unused' was found")


def test_lists_come_in_pages_that_the_cursor_joins(project: Project) -> None:
    first = tools.get_callers(project, "hybrid_search", limit=1)
    assert len(first["callers"]) == 1 and first["total"] == 2
    assert first["metadata"]["result_completeness"] == "truncated"
    second = tools.get_callers(project, "hybrid_search", limit=1, cursor=first["next_cursor"])
    assert [one["name"] for one in second["callers"]] == ["call_tool"] and second["next_cursor"] is None
    clamped = tools.get_callers(project, "hybrid_search", limit=1000)
    assert "limit 1000" in clamped["metadata"]["warnings"][0]


def test_chains_are_directed_shortest_first_and_bounded_by_depth(project: Project) -> None:
    answer = tools.call_chain(project, "server.py::main", "fts5_search")
    chains = [path["functions"] for path in answer["paths"]]
    assert chains == [
        ["main", "call_tool", "hybrid_search", "fts5_search"],
        ["main", "serve", "call_tool", "hybrid_search", "fts5_search"],
    ]
    assert answer["found"] and answer["paths"][0]["confidence"] == "static" and answer["paths"][0]["length"] == 3
    step = answer["paths"][0]["steps"][0]
    assert (step["caller"], step["callee"]) == ("server.py::main", "server.py::call_tool")
    assert (step["file_path"], step["call_line"]) == ("server.py", 19)
    assert "main -> call_tool -> hybrid_search -> fts5_search  [static]" in text_of(tools.chain_lines, answer)
    back = tools.call_chain(project, "fts5_search", "server.py::main")
    assert not back["found"] and back["paths"] == [] and "No chain of at most 5" in back["note"]
    short = tools.call_chain(project, "server.py::main", "fts5_search", max_depth=2)
    assert not short["found"]
    deep = tools.call_chain(project, "server.py::main", "fts5_search", max_depth=1000)
    assert "max_depth 1000" in deep["metadata"]["warnings"][0]
    assert tools.call_chain(project, "server.py::main", "fts5_search", limit=1)["total"] == 1
    assert "are the same" in tools.call_chain(project, "serve", "serve")["note"]


def test_memory_linked_search_is_as_in_the_example(project: Project) -> None:
    answer = tools.memory_linked_search(project, "hybrid_search")
    assert answer["function_name"] == "hybrid_search"
    (function,) = answer["functions"]
    assert {key: function[key] for key in ("name", "file_path", "start_line", "signature")} == {
        "name": "hybrid_search", "file_path": "server.py", "start_line": 9,
        "signature": "def hybrid_search(query, limit=20)",
    }  # fmt: skip
    assert function["docstring"] == "Both searches, fused."
    callers = [{key: one[key] for key in ("name", "file_path", "call_line")} for one in answer["callers"]]
    assert {"name": "call_tool", "file_path": "server.py", "call_line": 15} in callers
    assert [one["callee_name"] for one in answer["callees"]][1:] == ["fts5_search", "vector_search"]
    assert isinstance(answer["related_messages"], list) and isinstance(answer["related_decisions"], list)
    assert "0 related decisions" in text_of(tools.memory_lines, answer)


def test_ids_survive_edits(tmp_path: Path) -> None:
    with indexed(tmp_path, FILES) as project:
        before = tools.get_callers(project, "hybrid_search")["functions"][0]["node_id"]
    moved = {**FILES, "server.py": "# a line more\n\n" + FILES["server.py"].replace("sorted", "list")}
    with indexed(tmp_path, moved) as project:
        after = tools.get_callers(project, "hybrid_search")["functions"][0]
    assert after["node_id"] == before and after["start_line"] == 11
