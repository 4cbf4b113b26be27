"""Answering agents: `serve`."""

from __future__ import annotations

import click

from callmap.show.terminal import root_of


@click.command("serve")
@click.option("--root", metavar="PATH", help="The project. Default: the repository around here.")
def serve_command(root: str | None) -> None:
    """Answer agents over MCP (stdio)."""
    place = root_of(root)
    from callmap.show.mcp.server import serve

    serve(place)
