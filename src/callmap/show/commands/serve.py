"""Answering agents: `serve`."""

from __future__ import annotations

import click

from callmap.show.terminal import root_of


@click.command("serve")
@click.option("--root", metavar="PATH", help="The project. Default: the repository around here.")
@click.option("--tools", default="all", show_default=True, metavar="NAMES", help="Offer core, all, or these: a,b,c.")
@click.option("--http", is_flag=True, help="Answer over streamable HTTP instead of stdin and stdout.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Listen at this address.")
@click.option("--port", type=click.IntRange(0, 65535), default=8377, show_default=True, help="0 takes a free port.")
@click.option("--token", help="Clients must send it as `Authorization: Bearer TOKEN`. Default: $CALLMAP_TOKEN.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="A further name by which clients call this server.")
@click.pass_context
def serve_command(
    ctx: click.Context,
    root: str | None,
    tools: str,
    http: bool,
    host: str,
    port: int,
    token: str | None,
    allow_host: tuple[str, ...],
) -> None:
    """Answer agents over MCP: on stdin and stdout, or over HTTP."""
    given = [name for name in ("host", "port", "token", "allow_host") if _was_given(ctx, name)]
    if given and not http:
        raise click.UsageError(f"--{given[0].replace('_', '-')} needs --http.")
    place = root_of(root)
    names = [name for name in tools.replace(",", " ").split() if name]
    if not http:
        from callmap.show.mcp.server import serve

        serve(place, names)
    from callmap import config
    from callmap.show.mcp.http import serve_http

    serve_http(place, names, host, port, config.token() if token is None else token, allow_host)


def _was_given(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
