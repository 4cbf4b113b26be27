"""A client of the SDK's 1.x line meets `callmap serve`: run by its own Python; the arguments are the command."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main() -> None:
    parameters = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
        greeting = await session.initialize()
        tools = await session.list_tools()
        called = await session.call_tool("get_call_graph", {"symbol_name": "validate_token"})
        wrong = await session.call_tool("get_call_graph", {"symbol_name": "validate_token", "depht": 2})
        stats = await session.read_resource("callmap://stats")
        prompt = await session.get_prompt("explain_function", {"symbol": "validate_token"})
        print(
            json.dumps(
                {
                    "server": greeting.serverInfo.name,
                    "version": greeting.protocolVersion,
                    "tools": [tool.name for tool in tools.tools],
                    "caller": called.structuredContent["callers"][0]["symbol"]["name"],
                    "wrong": wrong.isError,
                    "stats": stats.contents[0].text,
                    "prompt": prompt.messages[0].content.text,
                }
            )
        )


asyncio.run(main())
