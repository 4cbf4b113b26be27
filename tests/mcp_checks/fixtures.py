"""The server under test by the official conformance suite: callmap's own, with the tools that the suite asks for.

    python fixtures.py ROOT PORT

What leaves takes the same way out as callmap's answers, and comes in through the same gate.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import (
    AudioContent,
    EmbeddedResource,
    GetPromptResult,
    ImageContent,
    Prompt,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
    Tool,
)  # fmt: skip

from callmap.show.mcp import http, server

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
SCHEMAS: dict[str, dict[str, Any]] = {
    "json_schema_2020_12_tool": SCHEMA,
    "test_header": {
        "type": "object",
        "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "priority": {"type": "integer", "x-mcp-header": "Priority"},
        },
    },
}


def text(words: str) -> TextContent:
    return TextContent(text=words)


def image() -> ImageContent:
    return ImageContent(data=PIXEL, mime_type="image/png")


def embedded(uri: str, words: str, kind: str = "text/plain") -> EmbeddedResource:
    return EmbeddedResource(resource=TextResourceContents(uri=uri, mime_type=kind, text=words))


def test_simple_text() -> TextContent:
    return text("This is a simple text response for testing.")


def test_image_content() -> ImageContent:
    return image()


def test_audio_content() -> AudioContent:
    return AudioContent(data=SILENCE, mime_type="audio/wav")


def test_embedded_resource() -> EmbeddedResource:
    return embedded("test://embedded-resource", "This is an embedded resource content.")


def test_multiple_content_types() -> list[Any]:
    data = embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json")
    return [text("Multiple content types test:"), image(), data]


def test_error_handling() -> None:
    raise ToolError("This tool intentionally returns an error for testing")


async def test_tool_with_progress(context: Context[None, Any]) -> TextContent:
    for done in (0, 50, 100):
        await context.report_progress(done, 100)
        await anyio.sleep(0.05)
    return text("done")


def json_schema_2020_12_tool() -> None: ...


def test_header(region: str = "", priority: int = 0) -> TextContent:
    return text(f"{region} {priority}")


TOOLS = (
    test_simple_text, test_image_content, test_audio_content, test_embedded_resource, test_multiple_content_types,
    test_error_handling, test_tool_with_progress, json_schema_2020_12_tool, test_header,
)  # fmt: skip


Own = server.Server


class Fixtures(Own):
    """callmap's server; what it does not have of its own, the SDK's stores of fixtures answer."""

    def __init__(self, root: str, names: Any = ()) -> None:
        super().__init__(root, names)
        for fixture in TOOLS:
            self.add_tool(fixture, structured_output=False, description=f"Fixture {fixture.__name__}")
        for name, schema in SCHEMAS.items():
            tool = self._tool_manager.get_tool(name)
            assert tool is not None
            tool.parameters = schema
        self.resource("test://static-text", name="text")(lambda: "This is the content of the static text resource.")
        self.resource("test://static-binary", name="binary", mime_type="image/png")(lambda: b"\x89PNG")
        self.resource("test://template/{id}/data", mime_type="application/json")(self._data)
        self.prompt("test_simple_prompt", description="Fixture")(lambda: "This is a simple prompt for testing.")
        self.prompt("test_prompt_with_arguments", description="Fixture")(self._arguments)
        self.prompt("test_prompt_with_embedded_resource", description="Fixture")(self._embedded)
        self.prompt("test_prompt_with_image", description="Fixture")(
            lambda: [image(), text("Please analyze the image above.")]
        )

    @staticmethod
    def _data(id: str) -> str:
        return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})

    @staticmethod
    def _arguments(arg1: str, arg2: str) -> str:
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"

    @staticmethod
    def _embedded(resourceUri: str) -> list[Any]:
        content = embedded(resourceUri, "Embedded resource content for testing.")
        return [content, text("Please process the embedded resource above.")]

    async def call_tool(self, name: str, arguments: Any, context: Any = None) -> Any:
        fixture = name in {tool.__name__ for tool in TOOLS}
        return await (MCPServer if fixture else Own).call_tool(self, name, arguments, context)

    async def list_tools(self) -> list[Tool]:
        return [*await super().list_tools(), *await MCPServer.list_tools(self)]

    async def list_resources(self) -> list[Resource]:
        return [*await super().list_resources(), *await MCPServer.list_resources(self)]

    async def list_resource_templates(self) -> list[ResourceTemplate]:
        return [*await super().list_resource_templates(), *await MCPServer.list_resource_templates(self)]

    async def read_resource(self, uri: Any, context: Any = None) -> Any:
        fixture = str(uri).startswith("test://")
        return await (MCPServer if fixture else Own).read_resource(self, uri, context)

    async def list_prompts(self) -> list[Prompt]:
        return [*await super().list_prompts(), *await MCPServer.list_prompts(self)]

    async def get_prompt(self, name: str, arguments: Any = None, context: Any = None) -> GetPromptResult:
        fixture = name.startswith("test_")
        found = await (MCPServer if fixture else Own).get_prompt(self, name, arguments, context)
        assert isinstance(found, GetPromptResult)
        return found


if __name__ == "__main__":
    server.Server = Fixtures  # type: ignore[misc]
    http.serve_http(sys.argv[1], (), "127.0.0.1", int(sys.argv[2]), "")
