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
