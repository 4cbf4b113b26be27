"""Every tool under abuse: odd text in every argument, hubs, cliques, long chains. Errors are ours, answers soon."""

from __future__ import annotations

import inspect
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asking import indexed
from callmap.ask.project import Project
from callmap.errors import CallmapError
from callmap.show.mcp.offers import OFFERS

FILES = {
    "a/main.py": (
        "from a.tools import helper\n\n\nclass Case:\n    def run(self):\n        return helper(self)\n\n\n"
        "def main():\n    return Case().run()\n"
    ),
    "a/tools.py": "def helper(x):\n    return x.unknown()\n\n\ndef helper_two():\n    return helper(1)\n",
    "b.ts": "export function helper() {\n  return other();\n}\nfunction other() {\n  return helper();\n}\n",
}
ODD = [
    "", " ", "\0", "\x1b[31m", "\ud800", "::", "a::", "::b", ".", "..", "/", "../../etc/passwd", "/etc/passwd",
    "a/main.py:", "a/main.py:0", "a/main.py:99999999999999999999", "a/main.py:9", "%", "_", "*", "?", "[", "'", '"',
    "';DROP TABLE unit;--", "(a+)+$", "helper" * 500, "#2", "helper#2", "helper()", "é", "名前", "-", "--help",
    "NEAR(a b)", "a AND b", "\n", "~0", "sym_", "b2:", "a/tools.py::helper", "A/TOOLS.PY", "C:\\x", "file:///x", "{}",
    "null", "1e999", "\u202e", "a\\b",
]  # fmt: skip


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with indexed(tmp_path_factory.mktemp("abuse"), FILES) as project:
        yield project


def arguments(tool: str, text: str) -> Iterator[dict[str, Any]]:
    """The text in each argument of a tool in turn, the others as they should be."""
    good: dict[str, Any] = {
        "file_path": "b.ts", "symbol": "other", "from_": {"file_path": "b.ts", "symbol": "helper"},
        "to": {"file_path": "b.ts", "symbol": "other"}, "dir_path": "a", "entry": "main", "query": "helper",
        "previous_query": {"tool": "search_code", "params": {"query": "helper"}}, "previous_results": {},
        "symbols": ["main"], "from_func": "main", "to_func": "helper_two",
    }  # fmt: skip
    parameters = list(inspect.signature(OFFERS[tool].ask).parameters.values())[1:]
    needed = {p.name: good.get(p.name, "helper_two") for p in parameters if p.default is p.empty}
    for parameter in parameters:
        odd: Any = text
        if parameter.name in ("limit", "depth", "max_depth"):
            odd = len(text) - 3
        elif parameter.name == "transitive":
            odd = True
        elif parameter.name == "confidence_threshold":
            odd = float("nan") if text == "%" else float(len(text))
        elif parameter.name in ("files", "symbols", "extensions"):
            odd = [text]
        elif parameter.name in ("from_", "to"):
            odd = {"file_path": text, "symbol": text}
        elif parameter.name == "previous_query":
            odd = {"tool": text, "params": {text: text, "query": text}}
        elif parameter.name == "previous_results":
            odd = {text: [text], "results": [text], "top_score": text}
        yield {**needed, parameter.name: odd}


def asked(project: Project, tool: str, given: dict[str, Any]) -> None:
    """Asks; an answer can be written as JSON and as text, and an error is one of ours that says what to do."""
    offer = OFFERS[tool]
    try:
        answer = offer.ask(project, **given)
    except CallmapError as error:
        assert error.message and error.code != "internal_error"
        return
    json.dumps(answer)
    assert "\n".join(offer.lines(answer))


@pytest.mark.parametrize("tool", OFFERS)
def test_odd_text_is_answered_or_refused(project: Project, tool: str) -> None:
    for text in ODD:
        for each in arguments(tool, text):
            asked(project, tool, each)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_answered_or_refused(project: Project, text: str) -> None:
    for tool in OFFERS:
        for each in arguments(tool, text):
            asked(project, tool, each)


def test_a_hub_a_clique_and_a_chain_are_answered_within_two_seconds(tmp_path: Path) -> None:
    clique = "".join(
        f"def c{n}():\n" + "".join(f"    c{m}()\n" for m in range(31) if m != n) + "\n\n" for n in range(31)
    )
    chain = "".join(f"def f{n}():\n    f{n + 1}()\n\n\n" for n in range(1500)) + "def f1500():\n    return 1\n"
    users = {
        f"users/u{n}.py": "from hub import hub\n\n\n" + "".join(f"def u{n}_{m}():\n    hub()\n\n\n" for m in range(50))
        for n in range(60)
    }
    files = {"hub.py": "def hub():\n    return 1\n", "clique.py": clique, "chain.py": chain, **users}
    questions: list[tuple[str, dict[str, Any]]] = [
        ("get_call_graph", {"symbol_name": "hub", "depth": 5}),
        ("get_call_graph", {"symbol_name": "c0", "depth": 5}),
        ("get_call_graph", {"symbol_name": "f1500", "depth": 5}),
        ("get_function_details", {"name": "c0", "transitive": True}),
        ("get_callers", {"function_name": "hub"}),
        ("call_chain", {"from_func": "c0", "to_func": "c30"}),
        ("call_chain", {"from_func": "f0", "to_func": "f1500", "max_depth": 2000}),
        ("call_chain", {"from_func": "c0", "to_func": "hub"}),
        ("who_calls", {"symbol": "c0", "depth": 5}),
        ("entrypoint_flow", {"entry": "f0"}),
        ("impact_of", {"symbols": ["hub"]}),
        ("impact_of", {"symbols": ["f1500"]}),
        ("impact_of", {"files": ["clique.py"]}),
        ("dependentsOf", {"file_path": "hub.py", "symbol": "hub"}),
        ("dependenciesOf", {"file_path": "chain.py", "symbol": "f0"}),
        ("dependenciesOf", {"file_path": "clique.py", "symbol": "c0"}),
        ("pathsBetween", {"from_": {"file_path": "chain.py", "symbol": "f0"},
                          "to": {"file_path": "chain.py", "symbol": "f1500"}}),
        ("search_code", {"query": "hub f c u"}),
    ]  # fmt: skip
    with indexed(tmp_path, files) as project:
        for tool, question in questions:
            began = time.monotonic()
            answer = OFFERS[tool].ask(project, **question)
            text = "\n".join(OFFERS[tool].lines(answer))
            assert time.monotonic() - began < 2.0 + 1.0, f"{tool} {question}"  # the walk's second, and a busy machine
            assert text
            if OFFERS[tool].exact and not OFFERS[tool].structured:
                assert len(text) < 25_000, tool
