"""Every tool as a client meets it: over MCP, with the example in its own description."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from callmap.show.mcp.offers import OFFERS
from serving import index, text_of, with_client, write

FILES = {
    "src/app.py": (
        "from src.session import Session\n\n\ndef main():\n    return login('x')\n\n\n"
        "def login(name):\n    return Session().get(name)\n\n\ndef sys_read():\n    return vfs_read()\n\n\n"
        "def vfs_read():\n    return 1\n\n\ndef hybrid_search(query):\n    return save(query)\n\n\n"
        "def save(query):\n    return query\n\n\ndef validate_token(token):\n    return save(token)\n"
    ),
    "src/auth.py": "def login(user):\n    return user\n",
    "src/session.py": "class Session:\n    def get(self, name):\n        return name\n",
    "src/utils.ts": "export function formatDate(): string {\n  return pad();\n}\nfunction pad() { return ''; }\n",
    "a.ts": 'import { g } from "./b";\nexport function f() {\n  return g();\n}\n',
    "b.ts": "export function g() {\n  return 1;\n}\n",
    "client.py": "def send(text):\n    return parse(text)\n\n\ndef parse(text):\n    return text\n",
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Path:
    """A repository; its working tree and its commit are indexed."""
    root = write(tmp_path_factory.mktemp("repository"), FILES)
    who = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)
    index(root, data)
    command = [sys.executable, "-m", "callmap", "index", "--root", str(root), "--ref", "main"]
    subprocess.run(command, env={**os.environ, "CALLMAP_DATA": str(data)}, check=True, capture_output=True)
    return root


def example(tool: str) -> dict[str, Any]:
    """The arguments that the tool's description shows."""
    given: dict[str, Any] = json.loads(OFFERS[tool].description.rpartition("Example: ")[2])
    return given


def test_every_tool_answers_its_own_example(repository: Path, data: Path) -> None:
    async def use(client: Client) -> None:
        for name, offer in OFFERS.items():
            result = await client.call_tool(name, example(name))
            text = text_of(result)
            assert not result.is_error and text and len(text) < 25_000, f"{name}: {text}"
            if offer.structured:
                assert result.structured_content is not None and "metadata" in result.structured_content
            else:
                assert result.structured_content is None
                assert result.meta is not None and result.meta["metadata"]["ref"] == "live"

    with_client(repository, data, use)


def test_a_contract_that_is_all_text_is_given_to_the_letter(repository: Path, data: Path) -> None:
    async def use(client: Client) -> None:
        result = await client.call_tool("pathsBetween", example("pathsBetween"))
        assert text_of(result) == "## Graph\n\nf --CALLS--> g"
        missing = await client.call_tool("dependenciesOf", {"file_path": "c.ts", "symbol": "g"})
        assert missing.is_error and missing.structured_content is None
        assert text_of(missing) == "File 'c.ts' is not indexed.\n\nSymbol 'g' exists in:\n  - b.ts"
        assert missing.meta is not None and missing.meta["error"]["code"] == "file_not_found"
        place = {"file_path": "a.ts", "symbol": "f"}
        same = await client.call_tool("pathsBetween", {"from": place, "to": place})
        assert text_of(same) == "Invalid query: source and target are the same symbol."
        wrong = await client.call_tool("pathsBetween", {"from": {**place, "line": 3}, "to": place})
        assert wrong.is_error and "from" in text_of(wrong)
        details = await client.call_tool("get_function_details", {"name": "save"})
        assert text_of(details).startswith("Function: save\nFile: src/app.py:24\nAsync: false\nTransitive: false\n")
        assert details.structured_content is not None and details.structured_content["calledBy"]

    with_client(repository, data, use)


def test_several_symbols_in_one_call(repository: Path, data: Path) -> None:
    async def use(client: Client) -> None:
        both = await client.call_tool("get_call_graph", {"symbol_name": ["save", "vfs_read"], "direction": "callers"})
        assert both.structured_content is not None and not both.is_error
        callers = [edge["symbol"]["name"] for edge in both.structured_content["callers"]]
        assert callers == ["sys_read", "hybrid_search", "validate_token"]
        for wrong in ([], [""], "", ["x"] * 101):
            refused = await client.call_tool("get_call_graph", {"symbol_name": wrong})
            assert refused.is_error and "symbol_name" in text_of(refused)

    with_client(repository, data, use)


def test_a_file_is_indexed_before_the_answer_is_given(repository: Path, data: Path) -> None:
    new = repository / "src" / "new.py"

    async def use(client: Client) -> None:
        new.write_text("def fresh():\n    return 1\n")
        try:
            result = await client.call_tool("index_file", {"file_path": "src/new.py"})
            assert result.structured_content is not None, text_of(result)
            assert result.structured_content["functions_indexed"] == 1
        finally:
            new.unlink()

    with_client(repository, data, use)


def test_a_long_function_still_fits(tmp_path: Path) -> None:
    body = "".join(f"    some_rather_long_name_of_a_function_{n}(1)\n" for n in range(400))
    root, data = write(tmp_path / "repository", {"a.py": f"def long():\n{body}"}), tmp_path / "data"

    async def use(client: Client) -> None:
        result = await client.call_tool("get_function_details", {"name": "long"})
        assert len(text_of(result)) < 25_000 and "Calls (400):" in text_of(result)
        assert result.structured_content is not None and result.structured_content["next_cursor"]

    index(root, data)
    with_client(root, data, use)


def test_every_question_can_be_asked_at_a_ref(repository: Path, data: Path) -> None:
    commit = (repository / ".git/refs/heads/main").read_text().strip()

    async def use(client: Client) -> None:
        two_refs = {"compare_symbol_between_commits", "diff_graph"}
        for tool in (await client.list_tools()).tools:
            names = tool.input_schema["properties"]
            assert ("ref" in names) == (tool.name not in two_refs), tool.name
            if "ref" in names:
                result = await client.call_tool(tool.name, {**example(tool.name), "ref": "main"})
                assert not result.is_error, f"{tool.name}: {text_of(result)}"
                about = (result.structured_content or result.meta or {})["metadata"]
                assert (about["ref"], about["commit"]) == ("main", commit), tool.name
                wrong = await client.call_tool(tool.name, {**example(tool.name), "ref": "no-such-branch"})
                assert wrong.is_error and "no-such-branch" in text_of(wrong), tool.name

    with_client(repository, data, use)


def test_five_thousand_callers_fit_into_every_answer(tmp_path: Path) -> None:
    """With totals, a cursor, a count by directory, and what to narrow it with."""
    body = "".join(f"class Class{n}:\n    def spoke(self):\n        return hub()\n\n\n" for n in range(50))
    modules = [f"package_{n % 20}/module_{n}.py" for n in range(100)]
    imports = "".join(f"import {path[:-3].replace('/', '.')} as m{n}\n" for n, path in enumerate(modules))
    calls = "".join(f"    m{n}.Class{c}().spoke()\n" for n in range(100) for c in range(50))
    files = {"hub.py": "def hub():\n    return 1\n", "rim.py": f"{imports}\n\ndef rim():\n{calls}"}
    files |= dict.fromkeys(modules, f"from hub import hub\n\n\n{body}")
    root, data = write(tmp_path / "repository", files), tmp_path / "data"
    index(root, data)
    callers: dict[str, dict[str, Any]] = {
        "get_call_graph": {"symbol_name": "hub"},
        "get_function_details": {"name": "hub"},
        "get_callers": {"function_name": "hub"},
        "who_calls": {"symbol": "hub"},
        "impact_of": {"symbols": ["hub"]},
        "memory_linked_search": {"function_name": "hub"},
    }
    callees: dict[str, dict[str, Any]] = {
        "get_call_graph": {"symbol_name": "rim"},
        "get_function_details": {"name": "rim"},
        "get_callees": {"function_name": "rim"},
        "list_dependencies": {"symbol": "rim"},
        "entrypoint_flow": {"entry": "rim"},
    }
    names: dict[str, dict[str, Any]] = {
        "locate_symbol": {"name": "spoke"},
        "search_code": {"query": "spoke"},
        "get_callers": {"function_name": "spoke"},
        "get_callees": {"function_name": "spoke"},
    }

    async def use(client: Client) -> None:
        for group in (callers, callees, names):
            for tool, given in group.items():
                result = await client.call_tool(tool, given)
                answer, text = result.structured_content, text_of(result)
                assert answer is not None and not result.is_error, f"{tool}: {text}"
                assert len(json.dumps(answer)) < 25_000 and len(text) < 25_000, tool
                totals = [answer[name] for name in answer if name.startswith("total") and name != "totals"]
                assert any(total >= 5000 for total in totals), tool
                assert answer["next_cursor"] and answer["metadata"]["result_completeness"] == "truncated", tool
                assert "narrow with `" in text and any("narrow with `" in w for w in answer["metadata"]["warnings"])
                following = await client.call_tool(tool, {**given, "cursor": answer["next_cursor"]})
                assert not following.is_error and following.structured_content is not None
                if group is callers:
                    assert answer["directories"]["callers"]["package_0"] == 250, tool
                    assert "     250  package_0/" in text, tool
        drawn = await client.call_tool("dependentsOf", {"file_path": "hub.py", "symbol": "hub"})
        assert "The nearest 100 of 5001 symbols are shown" in text_of(drawn) and len(text_of(drawn)) < 25_000
        one = await client.call_tool("get_call_graph", {"symbol_name": "hub", "within": "package_7"})
        assert one.structured_content is not None and one.structured_content["total_callers"] == 250
        assert {edge["call_site"]["file"] for edge in one.structured_content["callers"]} <= set(modules)

    with_client(root, data, use, seconds=120)


@pytest.mark.parametrize("tool", ["get_callers", "get_callees", "who_calls", "list_dependencies"])
def test_the_level_of_detail_is_chosen_for_lists_of_calls(repository: Path, data: Path, tool: str) -> None:
    name = "function_name" if tool.startswith("get") else "symbol"
    symbol, kind = ("save", "callers") if tool in ("get_callers", "who_calls") else ("hybrid_search", "callees")

    async def use(client: Client) -> None:
        async def first(**more: str) -> tuple[dict[str, Any], str]:
            result = await client.call_tool(tool, {name: symbol, **more})
            assert result.structured_content is not None, text_of(result)
            return result.structured_content[kind][0], text_of(result)

        least, text = await first(detail_level="location")
        assert not least.keys() & {"via", "signature", "source"} and " via " not in text
        plain, text = await first()
        assert plain["via"] and plain["signature"].startswith("def ") and "source" not in plain and " via " in text
        most, text = await first(detail_level="context")
        assert most["source"] == "return save(query)" and "\n      return save(query)" in text.replace(
            "\n        ", "\n      "
        )
        wrong = await client.call_tool(tool, {name: symbol, "detail_level": "all"})
        assert wrong.is_error and "detail_level" in text_of(wrong)

    with_client(repository, data, use)
