"""The MCP server as a client meets it: through the SDK's own client, and by hand, over a real stdio."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import anyio
import psutil
import pytest
from mcp import Client, MCPError
from mcp_types import PromptReference, ResourceTemplateReference, TextContent, TextResourceContents

from callmap.ask.project import Project
from callmap.show.lines import MOST_TEXT, cut, render
from callmap.show.mcp.indexer import Child, Indexer
from callmap.show.mcp.offers import CORE, OFFERS
from callmap.show.mcp.server import INSTRUCTIONS, Server
from processes import next_line, running
from repositories import git
from serving import FILES, ask, exchange, fail, index, initialize, started, text_of, with_client, write

# every field of seed 004's examples, with its type
SYMBOL = {
    "symbol_id": str, "symbol_stable_id": str, "name": str, "qualified_name": str, "path": str,
    "line_start": int, "line_end": int, "kind": str,
}  # fmt: skip
EDGE = {"symbol": SYMBOL, "call_site": {"file": str, "line": int}, "confidence": str, "depth": int}
METADATA = {
    "codecompass_protocol_version": ("1.0",),
    "freshness_status": ("fresh", "stale", "syncing"),
    "indexing_status": ("not_indexed", "indexing", "ready", "failed"),
    "result_completeness": ("complete", "partial", "truncated"),
    "ref": ("live",),
    "schema_status": ("compatible", "not_indexed", "reindex_required", "corrupt_manifest"),
}
CALL_GRAPH = {
    "symbol": SYMBOL, "callers": [EDGE], "callees": [EDGE], "total_edges": int, "truncated": bool, "metadata": METADATA,
}  # fmt: skip


def fits(value: Any, shape: Any, at: str = "answer") -> None:
    """Fails unless the value has every field of the shape, of its type or with one of its words."""
    if isinstance(shape, dict):
        for key, inner in shape.items():
            assert key in value, f"{at} has no {key}"
            fits(value[key], inner, f"{at}.{key}")
    elif isinstance(shape, list):
        assert value, f"{at} is empty"
        for item in value:
            fits(item, shape[0], f"{at}[]")
    elif isinstance(shape, tuple):
        assert value in shape, f"{at} is {value!r}"
    else:
        assert type(value) is shape, f"{at} is {value!r}"


def test_tools_are_strict_and_few_words_teach_them(repository: Path, data: Path) -> None:
    async def use(client: Client) -> None:
        assert client.protocol_version == "2025-11-25"
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == list(OFFERS)
        wire = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
        assert len(json.dumps(wire)) <= 20_000
        assert len(json.dumps([tool for tool in wire if tool["name"] in CORE])) <= 8000
        for tool in tools:
            assert tool.input_schema["additionalProperties"] is False
            assert tool.title and tool.description and "Example: {" in tool.description
            assert all(value.get("description") for value in tool.input_schema["properties"].values()), tool.name
            assert tool.annotations is not None
            hints = (tool.annotations.read_only_hint, tool.annotations.idempotent_hint)
            assert hints == (not OFFERS[tool.name].writes, True)
            assert (tool.annotations.destructive_hint, tool.annotations.open_world_hint) == (False, False)
        schema = next(tool for tool in tools if tool.name == "get_call_graph").input_schema
        names = ["symbol_name", "path", "ref", "direction", "depth", "limit", "cursor", "detail_level", "within"]
        assert list(schema["properties"]) == names
        assert schema["required"] == ["symbol_name"]
        assert schema["properties"]["direction"]["enum"] == ["callers", "callees", "both"]
        assert "maximum" not in schema["properties"]["depth"]
        defaults = {name: value.get("default") for name, value in schema["properties"].items()}
        assert defaults == {
            **{"symbol_name": None, "path": None, "ref": None, "direction": "both", "depth": 1, "limit": 20},
            "cursor": None,
            "detail_level": "signature",
            "within": None,
        }  # fmt: skip
        assert client.instructions == INSTRUCTIONS

    with_client(repository, data, use, mode="legacy")
    assert len(INSTRUCTIONS) <= 2048


def test_answers_have_every_field_of_the_contract_and_the_same_text(repository: Path, data: Path) -> None:
    async def use(client: Client) -> None:
        assert client.protocol_version == "2026-07-28"
        result = await client.call_tool("get_call_graph", {"symbol_name": "validate_token", "path": "auth/jwt.py"})
        answer = result.structured_content
        assert answer is not None
        fits(answer, CALL_GRAPH)
        assert answer["symbol"]["name"] == "validate_token"
        assert answer["callers"][0]["symbol"]["name"] == "authenticate"
        assert answer["callers"][0]["call_site"] == {"file": "auth/middleware.py", "line": 5, "column": 12}
        assert answer["callees"][0]["symbol"]["name"] == "decode_jwt"
        assert answer["total_edges"] == 2 and answer["truncated"] is False
        assert answer["metadata"]["freshness_status"] == "fresh"
        text = text_of(result)
        assert "1 callers\nauth/middleware.py\n  5: auth.middleware.authenticate  [static] via " in text
        assert "1 callees\nauth/jwt.py\n  6: auth.jwt.decode_jwt (auth/jwt.py:1)  [static]" in text

        located = await ask(client, "locate_symbol", name="validate_token", kind="fn", language="python")
        fits(located, {"results": [SYMBOL], "metadata": METADATA})
        stats = await ask(client, "call_graph_stats")
        fits(stats, {"total_functions": int, "total_edges": int, "total_files": int, "languages": {"python": int}})
        fits(stats["metadata"], METADATA)
        assert stats["total_files"] == len(FILES)

    with_client(repository, data, use)


def test_a_wrong_question_is_answered_by_how_to_ask(repository: Path, data: Path) -> None:
    async def use(client: Client) -> None:
        clamped = await ask(client, "get_call_graph", symbol_name="decode_jwt", direction="callers", depth=9, ref=None)
        assert "depth 9" in clamped["metadata"]["warnings"][0]
        assert [edge["depth"] for edge in clamped["callers"]] == [1, 2, 3]
        nobody = await client.call_tool("get_call_graph", {"symbol_name": "handle", "direction": "callers"})
        assert "note: No call of 'handle' was found" in text_of(nobody)

        misspelt = await fail(client, "get_call_graph", symbol_name="handle", depht=3)
        assert misspelt["code"] == "invalid_input" and "Did you mean 'depth'?" in misspelt["message"]
        for wrong in ({"depth": 0}, {"direction": "up"}, {"limit": "many"}, {"symbol_name": ""}, {"path": "x" * 5000}):
            error = await fail(client, "get_call_graph", **{"symbol_name": "handle", **wrong})
            assert error["code"] == "invalid_input" and next(iter(wrong)) in error["message"]
            assert "Value error" not in error["message"]
        assert "is no time" in (await fail(client, "recall", query="x", since="yesterday"))["message"]
        assert "symbol_name: Field required" in (await fail(client, "get_call_graph"))["message"]
        assert "index_status takes ref." in (await fail(client, "index_status", verbose=True))["message"]

        unknown = await fail(client, "get_call_graph", symbol_name="validate_tokn")
        assert unknown["code"] == "symbol_not_found"
        assert unknown["data"]["candidates"][0]["name"] == "validate_token"
        assert "locate_symbol" in unknown["data"]["remediation"]
        ambiguous = await fail(client, "get_call_graph", symbol_name="twice")
        assert ambiguous["code"] == "ambiguous_symbol"
        assert [place["path"] for place in ambiguous["data"]["candidates"]] == ["a.py", "b.py"]
        elsewhere = await fail(client, "get_call_graph", symbol_name="twice", ref="v1.0")
        assert elsewhere["code"] == "ref_not_indexed"
        with pytest.raises(MCPError, match="Did you mean 'get_call_graph'"):
            await client.call_tool("get_callgraph", {})

    with_client(repository, data, use)


def test_a_repository_is_indexed_when_asked_and_kept_up_to_date(tmp_path: Path) -> None:
    root, data = write(tmp_path / "repository", FILES), tmp_path / "data"

    async def use(client: Client) -> None:
        answer = await ask(client, "get_call_graph", symbol_name="decode_jwt", direction="callers")
        assert len(answer["callers"]) == 1 and answer["metadata"]["freshness_status"] == "fresh"
        (root / "new.py").write_text("from auth.jwt import decode_jwt\n\n\ndef added():\n    return decode_jwt('')\n")
        seen = []
        for _ in range(60):
            answer = await ask(client, "get_call_graph", symbol_name="decode_jwt", direction="callers")
            seen.append(answer["metadata"]["freshness_status"])
            if len(answer["callers"]) == 2:
                break
            assert seen[-1] in ("stale", "syncing")
            await anyio.sleep(0.1)
        assert {edge["symbol"]["name"] for edge in answer["callers"]} == {"validate_token", "added"}
        assert seen[-1] == "fresh"

    with_client(root, data, use)


def test_names_that_are_no_text_do_not_kill_the_server(tmp_path: Path) -> None:
    root, data = write(tmp_path / "repository", FILES), tmp_path / "data"
    hostile = os.fsencode(root) + b"/bad\xff\n\x1b[31m.py"
    with open(hostile, "w") as file:
        file.write("def odd():\n    return even()\n\n\ndef even():\n    return odd()\n")

    async def use(client: Client) -> None:
        result = await client.call_tool("get_call_graph", {"symbol_name": "odd"})
        assert result.structured_content is not None and not result.is_error
        path = result.structured_content["symbol"]["path"]
        assert path.startswith("bad\\udcff") and "\\x1b" in path
        assert not any(ord(letter) < 32 and letter != "\n" for letter in text_of(result))
        assert "\nbad\\udcff\\n\\x1b[31m.py\n" in text_of(result)
        error = await fail(client, "get_call_graph", symbol_name="\x1b[31m\u202eodd")
        assert "\\x1b[31m\\u202eodd" in error["message"]
        assert (await ask(client, "call_graph_stats"))["total_files"] == len(FILES) + 1

    with_client(root, data, use)


def test_an_index_that_cannot_be_made_is_an_error_that_says_why(tmp_path: Path) -> None:
    root = write(tmp_path / "repository", FILES)
    (tmp_path / "data").write_text("a file where the directory should be")

    async def use(client: Client) -> None:
        error = await fail(client, "call_graph_stats")
        assert error["code"] == "index_not_ready" and error["data"]["indexing_status"] == "failed"
        assert "failed: " in error["message"] and len(error["message"]) > len(f"Indexing {root} failed: ") + 10

    with_client(root, tmp_path / "data", use)


def test_a_first_index_that_takes_long_is_said_to_be_in_progress(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("callmap.show.mcp.desk.FIRST_INDEX_PATIENCE", 5.0)
    server = Server(str(tmp_path))
    slow = (
        "import sys, time; from callmap.lease import Lease; lease = Lease(sys.argv[1]); lease.take()\n"
        "while lease.beat(): lease.say('starting', progress='linking 3 of 9'); time.sleep(0.1)"
    )
    server.indexer.command = [sys.executable, "-c", slow, str(tmp_path)]

    async def main() -> None:
        result = await server.call_tool("call_graph_stats", {})
        assert result.is_error and result.structured_content is not None
        error = result.structured_content["error"]
        assert error["code"] == "index_in_progress" and error["data"]["indexing_status"] == "indexing"
        assert "is being indexed (linking 3 of 9)" in error["message"]

    try:
        anyio.run(main)
        assert server.indexer.running
    finally:
        server.indexer.stop()
    assert not server.indexer.running


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_first_question_is_told_how_far_the_index_is(tmp_path: Path, mode: str) -> None:
    body = "".join(f"def f{n}(x):\n    return g{n}(x).h(x)\n\n\n" for n in range(150))
    root = write(tmp_path / "repository", {f"m{n}.py": body for n in range(60)})
    told: list[tuple[float, float | None, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async def use(client: Client) -> None:
        result = await client.call_tool("call_graph_stats", {}, progress_callback=note)
        assert not result.is_error and result.structured_content is not None, text_of(result)
        assert result.structured_content["total_files"] == 60
        assert all(message and message.startswith("indexing the repository") for _, _, message in told)
        assert any(re.search(r": \w+ [\d,]+ of [\d,]+$", message or "") for _, _, message in told), told
        assert [progress for progress, _, _ in told] == sorted({progress for progress, _, _ in told})

    with_client(root, tmp_path / "data", use, mode=mode)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_a_call_that_is_cancelled_ends_and_the_next_is_answered(
    repository: Path, data: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    looks: list[float] = []

    def endless(project: Project) -> dict[str, Any]:
        while True:
            project.store.files(project.snapshot.id)
            looks.append(time.monotonic())
            time.sleep(0.005)

    monkeypatch.setenv("CALLMAP_DATA", str(data))
    monkeypatch.setitem(OFFERS, "index_status", OFFERS["index_status"]._replace(ask=endless))

    async def main() -> None:
        async with Client(Server(str(repository)), mode=mode) as client:
            with anyio.move_on_after(0.5) as scope:
                await client.call_tool("index_status", {})
            cancelled = time.monotonic()
            assert scope.cancelled_caught and looks
            assert (await ask(client, "call_graph_stats"))["total_files"] == len(FILES)
            await anyio.sleep(0.5)
            assert looks[-1] < cancelled + 0.3, "it goes on although nobody waits"

    anyio.run(main)


def test_a_call_that_is_cancelled_while_the_index_is_made_is_not_answered(tmp_path: Path) -> None:
    body = "".join(f"def f{n}(x):\n    return g{n}(x)\n\n\n" for n in range(100))
    root = write(tmp_path / "repository", {f"m{n}.py": body for n in range(20)})
    question = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "call_graph_stats", "arguments": {}}}
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "first"}}
    with started(root, tmp_path / "data") as server:
        initialize(server)
        assert server.stdin is not None and server.stdout is not None
        for frame in ({**question, "id": "first"}, cancel, {**question, "id": "second"}):
            server.stdin.write(json.dumps(frame) + "\n")
            server.stdin.flush()
            time.sleep(0.3)
        replies: dict[str, Any] = {}
        while "third" not in replies:
            reply = json.loads(next_line(server, server.stdout))
            replies[reply["id"]] = reply
            if reply["id"] == "second":
                time.sleep(0.5)  # so that the first would be answered, too
                server.stdin.write(json.dumps({**question, "id": "third"}) + "\n")
                server.stdin.flush()
        assert replies["second"]["result"]["structuredContent"]["total_files"] == 20
        assert "result" not in replies.get("first", {})


def test_a_commit_is_not_indexed_on_when_nobody_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write(tmp_path / "repository", FILES)
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
        git(root, *words)
    index(root, tmp_path / "data")
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    server = Server(str(root))
    server.indexer.commit = Child([sys.executable, "-c", "import time; time.sleep(60)"])

    async def main() -> None:
        async with anyio.create_task_group() as tasks:
            for _ in range(2):
                tasks.start_soon(server.call_tool, "call_graph_stats", {"ref": "HEAD"})
            with anyio.fail_after(10):
                while not server.indexer.commit.running:
                    await anyio.sleep(0.01)
            tasks.cancel_scope.cancel()

    anyio.run(main)
    assert not server.indexer.commit.running


def test_a_crash_inside_is_an_envelope_and_tells_nothing_else(
    repository: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(project: Any) -> dict[str, Any]:
        raise ZeroDivisionError("secret")

    monkeypatch.setenv("CALLMAP_DATA", str(data))
    monkeypatch.setitem(OFFERS, "call_graph_stats", OFFERS["call_graph_stats"]._replace(ask=crash))
    result = anyio.run(Server(str(repository)).call_tool, "call_graph_stats", {})
    assert result.is_error and json.loads(text_of(result))["error"]["code"] == "internal_error"
    assert "secret" not in text_of(result)


def test_long_answers_lose_their_evidence_first_and_are_cut_at_a_line() -> None:
    about: dict[str, Any] = {
        "warnings": [],
        "commit": None,
        "ref": "live",
        "freshness_status": "fresh",
        "result_completeness": "complete",
    }
    answer = {"metadata": about}
    assert render(answer, lambda _: iter(["a  via b"] * 10)).startswith("a  via b\na  via b")
    shorter = render(answer, lambda _: iter(["x" * 50 + " via " + "y" * 100] * 200))
    assert " via " not in shorter and "more lines" not in shorter and shorter.endswith("live, fresh, complete")
    shown = render(answer, lambda _: iter(["x" * 100] * 1000))
    assert len(shown) <= MOST_TEXT + 500 and shown.endswith(
        "804 more lines; narrow with `path`, `direction` or `limit`."
    )


def test_only_named_tools_are_offered(tmp_path: Path) -> None:
    server = Server(str(tmp_path), ["call_graph_stats"])
    assert [tool.name for tool in anyio.run(server.list_tools)] == ["call_graph_stats"]
    with pytest.raises(Exception, match="no tool nonsense"):
        Server(str(tmp_path), ["nonsense"])


def test_runs_of_the_indexer_are_one_at_a_time_and_not_too_often(tmp_path: Path) -> None:
    indexer = Indexer(str(tmp_path))
    indexer.command = [sys.executable, "-c", "import sys; sys.exit('it broke')"]
    indexer.start()
    first = indexer._watcher
    assert anyio.run(first.wait, 5.0) and indexer.failure == "it broke"
    indexer.start()
    assert indexer._watcher is first
    indexer.start(pause=0)
    second = indexer._watcher
    assert second is not first and anyio.run(second.wait, 5.0)
    indexer._started -= 3.0
    indexer.keep()
    assert indexer._watcher is second, "what fails again and again is not started every other second"
    indexer.start()
    assert indexer._watcher is not second, "but when somebody asks it is"
    indexer.stop()


# --- by hand ---


def test_an_older_client_is_greeted_and_frames_of_nonsense_are_survived(repository: Path, data: Path) -> None:
    with started(repository, data) as server:
        greeting = initialize(server)
        assert greeting["protocolVersion"] == "2025-06-18"
        assert greeting["serverInfo"]["name"] == "callmap" and greeting["instructions"] == INSTRUCTIONS
        assert server.stdin is not None
        for nonsense in ("", "{", "[]", '"\\ud800"', '{"jsonrpc":"2.0","method":"no"}', "[" * 100_000, "\x00\x1b"):
            server.stdin.write(nonsense + "\n")
        server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        arguments = {"symbol_name": "decode_jwt", "depth": 2**63}
        result = exchange(server, method="tools/call", params={"name": "get_call_graph", "arguments": arguments})
        assert result["structuredContent"]["callers"]


def test_a_request_that_cannot_be_read_is_answered(repository: Path, data: Path) -> None:
    """Who asked would wait for ever."""
    asked = {"name": "locate_symbol", "arguments": {"name": "\ud800"}}
    half = json.dumps({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": asked})
    with started(repository, data) as server:
        assert server.stdin is not None and server.stdout is not None
        initialize(server)
        frames = (
            half,
            half.replace("9", '"n"'),
            '{"jsonrpc":"2.0","id":10,"method":3}',
            '{"jsonrpc":"2.0","id":"\\ud800",',
        )
        server.stdin.write("".join(f"{frame}\n" for frame in frames))
        server.stdin.flush()
        replies = [json.loads(next_line(server, server.stdout)) for _ in range(3)]
        assert [(reply["id"], reply["error"]["code"]) for reply in replies] == [
            (9, -32700),
            ("n", -32700),
            (10, -32600),
        ]
        assert exchange(server, method="tools/list")["tools"], "and no reply to what does not say which it is"


MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def test_a_client_of_2026_discovers_without_a_handshake(repository: Path, data: Path) -> None:
    with started(repository, data) as server:
        found = exchange(server, method="server/discover", params={"_meta": MODERN})
        assert "2026-07-28" in found["supportedVersions"] and found["instructions"] == INSTRUCTIONS
        params = {"name": "call_graph_stats", "arguments": {}, "_meta": MODERN}
        assert exchange(server, method="tools/call", params=params)["structuredContent"]["total_files"] == len(FILES)


@pytest.mark.parametrize("end", ["stdin", "SIGTERM"])
def test_the_server_goes_at_once_and_leaves_no_process(tmp_path: Path, end: str) -> None:
    """Also in the middle of indexing."""
    root = write(tmp_path / "repository", {f"m{n}.py": f"def f{n}():\n    return g{n}()\n" * 300 for n in range(300)})
    with started(root, tmp_path / "data") as server:
        initialize(server)
        deadline = time.monotonic() + 5
        while not (children := psutil.Process(server.pid).children(recursive=True)) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert children, "the indexer was not started"
        time.sleep(0.5)  # so that it has workers
        children = psutil.Process(server.pid).children(recursive=True)
        assert children, "it was done before it could be stopped"
        began = time.monotonic()
        if end == "stdin":
            assert server.stdin is not None
            server.stdin.close()
        else:
            server.send_signal(signal.SIGTERM)
        assert server.wait(2) == 0
        assert not running(children, within=max(0.0, began + 2 - time.monotonic()))


def test_2000_frames_of_anything_leave_it_answering(repository: Path, data: Path) -> None:
    chance = random.Random(2000)
    words: list[Any] = [
        "tools/call", "get_call_graph", "symbol_name", "\ud800", "x" * 5000, -1, 2**63, None, True, 1.5,
        "initialize", "server/discover", "notifications/cancelled", "resources/read", "callmap://file/",
    ]  # fmt: skip

    def anything(depth: int = 0) -> Any:
        kind = chance.random()
        if depth > 4 or kind < 0.5:
            return chance.choice(words)
        if kind < 0.75:
            return {str(chance.choice(words)): anything(depth + 1) for _ in range(3)}
        return [anything(depth + 1) for _ in range(3)]

    def frame(number: int) -> str:
        keys = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "get_call_graph"}}
        if number % 2:
            name, arguments = chance.choice(["get_call_graph", "locate_symbol", anything()]), {"name": anything()}
            keys["params"] = {"name": name, "arguments": chance.choice([arguments, anything()])}
        else:
            keys |= {chance.choice(["id", "method", "params", "jsonrpc", "result"]): anything() for _ in range(2)}
        text = json.dumps(keys)
        at = chance.randrange(len(text))
        return chance.choice(
            [text, text, text[:at], text[:at] + "\x00\x7f" + text[at:], text[at:], json.dumps(anything())]
        )

    with started(repository, data) as server:
        initialize(server)
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        replies: list[str] = []
        out = server.stdout
        reader = threading.Thread(target=lambda: replies.extend(iter(out.readline, "")), daemon=True)
        reader.start()
        for number in range(2000):
            server.stdin.write(frame(number).replace("\n", " ") + "\n")
        server.stdin.flush()
        last = {"jsonrpc": "2.0", "id": "last", "method": "tools/call", "params": {
            "name": "get_call_graph", "arguments": {"symbol_name": "decode_jwt"},
        }}  # fmt: skip
        server.stdin.write(json.dumps(last) + "\n")
        server.stdin.flush()
        deadline = time.monotonic() + 30
        while not any('"id":"last"' in reply for reply in replies) and time.monotonic() < deadline:
            time.sleep(0.05)
        found = [json.loads(reply) for reply in replies]  # nothing but JSON-RPC came out
        assert all(reply["jsonrpc"] == "2.0" for reply in found)
        [answer] = [reply for reply in found if reply.get("id") == "last"]
        assert answer["result"]["structuredContent"]["callers"]
        assert len(found) > 150 and sum("error" in reply for reply in found) > 50


# --- beside tools ---


def test_resources_tell_of_the_index_a_file_and_a_symbol(repository: Path, data: Path) -> None:
    async def use(client: Client) -> None:
        assert [item.uri for item in (await client.list_resources()).resources] == ["callmap://stats"]
        templates = (await client.list_resource_templates()).resource_templates
        assert [item.uri_template for item in templates] == ["callmap://file/{path}", "callmap://symbol/{id}"]
        assert all(item.title and item.description for item in templates)

        async def read(uri: str) -> str:
            [content] = (await client.read_resource(uri)).contents
            assert isinstance(content, TextResourceContents) and content.uri == uri
            return content.text

        assert f"total_files: {len(FILES)}" in await read("callmap://stats")
        outline = await read("callmap://file/auth/jwt.py")
        assert outline.startswith("auth/jwt.py: 2 symbols\n  1-2: auth.jwt.decode_jwt  fn  def decode_jwt(text)\n")
        assert await read("callmap://file/auth%2Fjwt.py") == outline
        assert (await read("callmap://file/auth/__init__.py")).startswith("auth/__init__.py: 0 symbols")
        located = (await ask(client, "locate_symbol", name="validate_token"))["results"][0]
        for name in (located["symbol_id"], located["symbol_stable_id"], "auth/jwt.py::validate_token"):
            assert "1 callers\nauth/middleware.py\n  5: " in await read(f"callmap://symbol/{name}")
        for wrong in (
            "file/../../etc/passwd",
            "file//etc/passwd",
            "file/no.py",
            "file/%00%FF",
            "symbol/sym_NO",
            "other",
        ):
            with pytest.raises(MCPError, match=r"not indexed|not found|no resource") as caught:
                await client.read_resource(f"callmap://{wrong}")
            assert caught.value.code == -32602

    with_client(repository, data, use)


def test_prompts_and_completion(repository: Path, data: Path) -> None:
    async def use(client: Client) -> None:
        prompts = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
        assert list(prompts) == ["explain_function", "assess_change", "trace_flow"]
        for prompt in prompts.values():
            assert prompt.title and prompt.description and prompt.arguments
            assert all(argument.description for argument in prompt.arguments)
        given = {"symbol": "auth/jwt.py::validate_token \x1b[31m\u202e", "change": "take bytes {symbol}"}
        message = (await client.get_prompt("assess_change", given)).messages[0]
        assert isinstance(message.content, TextContent)
        assert "`auth/jwt.py::validate_token \\x1b[31m\\u202e`: take bytes {symbol}\n" in message.content.text
        for name, wrong in (("no", {}), ("explain_function", {}), ("trace_flow", {"start": "a", "end": "b", "x": "y"})):
            with pytest.raises(MCPError, match=r"there are|needs symbol|no argument"):
                await client.get_prompt(name, wrong)

        async def completed(ref: Any, name: str, value: str) -> list[str]:
            return list((await client.complete(ref, {"name": name, "value": value})).completion.values)

        explain = PromptReference(name="explain_function")
        assert (await completed(explain, "symbol", "valid")) == ["validate_token"]
        assert (await completed(explain, "symbol", "JWT")) == ["decode_jwt"]
        assert (await completed(PromptReference(name="assess_change"), "change", "")) == []
        outline = ResourceTemplateReference(uri="callmap://file/{path}")
        assert (await completed(outline, "path", "jwt")) == ["auth/jwt.py"]
        assert set(await completed(outline, "path", "")) == FILES.keys()

    with_client(repository, data, use)


def test_an_answer_is_never_long_whatever_is_asked_for(tmp_path: Path) -> None:
    name = "a_function_with_a_rather_long_name_" * 4
    root = write(tmp_path / "repository", {
        "hub.py": f"def {name}():\n    pass\n",
        **{f"package_{n}/module_{n}.py": f"import hub\n\n\ndef caller():\n    hub.{name}()\n" for n in range(120)},
    })  # fmt: skip
    index(root, tmp_path / "data")

    async def use(client: Client) -> None:
        result = await client.call_tool("get_call_graph", {"symbol_name": name, "direction": "callers", "limit": 100})
        answer = result.structured_content
        assert answer is not None and not result.is_error
        assert len(json.dumps(answer)) < 25_000 and len(text_of(result)) < 25_000
        assert answer["total_callers"] == 120 and 5 < len(answer["callers"]) < 100 and answer["truncated"]
        used = len(answer["callers"])
        assert any(f"{used} was used" in warning for warning in answer["metadata"]["warnings"])
        assert answer["metadata"]["result_completeness"] == "truncated"

    with_client(root, tmp_path / "data", use)


def test_an_answer_is_not_long_either_when_its_names_have_to_be_escaped(tmp_path: Path) -> None:
    odd = "\u202e" * 60
    files = {f"{odd}/m{n}.py": "from hub import hub\n\n\ndef caller():\n    hub()\n" for n in range(60)}
    root = write(tmp_path / "repository", {"hub.py": "def hub():\n    pass\n", **files})
    index(root, tmp_path / "data")

    async def use(client: Client) -> None:
        for tool, given in (
            ("get_call_graph", {"symbol_name": "hub", "limit": 100}),
            ("get_callers", {"function_name": "hub"}),
            ("get_function_details", {"name": "hub"}),
            ("dependentsOf", {"file_path": "hub.py", "symbol": "hub"}),
        ):
            result = await client.call_tool(tool, given)
            assert not result.is_error and "\\u202e" in text_of(result) and "\u202e" not in text_of(result)
            assert len(text_of(result)) < 25_000 and len(json.dumps(result.structured_content)) < 25_000, tool

    with_client(root, tmp_path / "data", use)


def test_the_level_of_detail_is_chosen(repository: Path, data: Path) -> None:
    async def use(client: Client) -> None:
        async def graph(**more: str) -> tuple[dict[str, Any], str]:
            given = {"symbol_name": "validate_token", "direction": "callers", **more}
            result = await client.call_tool("get_call_graph", given)
            assert isinstance(result.structured_content, dict)
            fits(result.structured_content["callers"], [EDGE])
            return result.structured_content["callers"][0], text_of(result)

        least, text = await graph(detail_level="location")
        assert "via" not in least and "signature" not in least["symbol"] and " via " not in text
        plain, text = await graph()
        assert plain["via"] and plain["symbol"]["signature"] and "source" not in plain and " via " in text
        most, text = await graph(detail_level="context")
        assert most["source"] == "return validate_token(request.token)" and f"\n      {most['source']}\n" in text
        wrong = await fail(client, "get_call_graph", symbol_name="validate_token", detail_level="all")
        assert "detail_level" in wrong["message"]

    with_client(repository, data, use)


def test_thousands_of_edges_are_counted_by_directory(tmp_path: Path) -> None:
    files = {"hub.py": "def hub():\n    pass\n"}
    for n in range(30):
        place = "small" if n < 5 else "large/inner"
        files[f"{place}/m{n}.py"] = "from hub import hub\n\n\ndef caller():\n" + "    hub()\n" * 50
    root = write(tmp_path / "repository", files)
    index(root, tmp_path / "data")

    async def use(client: Client) -> None:
        given = {"symbol_name": "hub", "direction": "callers", "limit": 5}
        result = await client.call_tool("get_call_graph", given)
        answer = result.structured_content
        assert isinstance(answer, dict) and answer["total_callers"] == 1500 and len(answer["callers"]) == 5
        assert answer["directories"] == {"callers": {"large/inner": 1250, "small": 250}}
        assert f"\nnext_cursor: {answer['next_cursor']}\n" in text_of(result)
        assert "    1250  large/inner/\n     250  small/" in text_of(result)
        nothing = await ask(client, "get_call_graph", symbol_name="hub", within="elsewhere")
        assert nothing["total_edges"] == 0 and "None of the 1500 edges" in nothing["note"]

    with_client(root, tmp_path / "data", use)


def test_the_last_resort_cuts_lists_and_texts_and_says_so() -> None:
    about: dict[str, Any] = {"warnings": [], "result_completeness": "complete"}
    shorter = cut({"rows": [{"name": "x" * 90}] * 1000, "text": "y" * 50_000, "total": 1000, "metadata": about})
    assert len(json.dumps(shorter)) < 25_000 and shorter["total"] == 1000 and shorter["rows"] and shorter["text"]
    assert about["result_completeness"] == "truncated" and "entries are left out" in about["warnings"][0]
    small = {"rows": [1], "metadata": {"warnings": []}}
    assert cut(small) == small
