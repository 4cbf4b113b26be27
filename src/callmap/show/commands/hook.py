"""Git hooks that keep the index up to date: `hook install`, `hook remove`."""

from __future__ import annotations

import click

from callmap.show.terminal import options, root_of, say, say_json


@click.command("hook")
@click.argument("action", type=click.Choice(["install", "remove"]))
@options(asks=False)
def hook_command(action: str, root: str | None, json_: bool) -> None:
    """Install git hooks that index after a commit, checkout or merge and show before a commit how the working tree
    differs from HEAD; or remove them."""
    from callmap.show import hooks

    said = (hooks.install if action == "install" else hooks.remove)(root_of(root))
    if json_:
        say_json({"action": action, "done": said})
    else:
        say(said)
