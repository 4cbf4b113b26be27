"""Setting up and cleaning up: `install`, `doctor`, `du`, `forget`, `completion`."""

from __future__ import annotations

import sys
from typing import Any

import click

from callmap.show.terminal import options, root_of, say, say_json

_CLIENTS = ("claude", "cursor", "vscode", "codex", "windsurf", "gemini")


@click.command("install")
@click.option("--client", type=click.Choice(_CLIENTS), required=True, help="The program that is to use callmap.")
@click.option("--project", "scope", flag_value="project", help="For this project alone, in a file inside it.")
@click.option(
    "--user", "scope", flag_value="user", help="For all projects of yours. Default where --project cannot be."
)
@click.option("--print", "only_print", is_flag=True, help="Only show the file and what it is to hold.")
@click.option("--remove", is_flag=True, help="Take callmap out of it again.")
@options(asks=False)
def install_command(
    client: str, scope: str | None, only_print: bool, remove: bool, root: str | None, json_: bool
) -> None:
    """Tell an MCP client to start callmap. Its file is backed up; all else in it stays."""
    from callmap.show import clients

    place, chosen = root_of(root), clients.CLIENTS[client]
    user = scope == "user" or (scope is None and not chosen.project)
    new = None if remove else clients.entry(chosen, user, place if root and user else "")
    if only_print:
        path = clients.current_path(chosen, place, user)
        shown = {chosen.key: {clients.NAME: new}}
        if json_:
            say_json({"client": client, "path": path, "entry": new, "changed": False})
        else:
            say([path, *clients.as_text(path, shown).splitlines()])
        return
    change = clients.edit(chosen, place, user, new)
    kept = clients.write(change) if change.changes else ""
    if json_:
        say_json({
            "client": client, "path": change.path, "entry": new, "changed": change.changes, "backup": kept or None,
        })  # fmt: skip
        return
    if not change.changes:
        say([f"{change.path} {'does not tell' if remove else 'already tells'} {chosen.title} of callmap."])
        return
    say([f"{'Removed callmap from' if remove else 'Told ' + chosen.title + ' of callmap in'} {change.path}."])
    if kept:
        say([f"The file as it was: {kept}"])
    if not remove:
        say([f"Start {chosen.title} anew to use it; `callmap doctor` checks it."])


@click.command("doctor")
@options(asks=False)
def doctor_command(root: str | None, json_: bool) -> None:
    """Check the installation, the data directory, this project's index and the clients; say what to do."""
    from callmap.show.doctor import FAIL, findings

    found = list(findings(root_of(root)))
    if json_:
        say_json([finding._asdict() for finding in found])
    for finding in [] if json_ else found:
        say([f"{finding.state:<8} {finding.check:<13} {finding.words}"])
        if finding.remedy:
            say([f"{'':<22} {finding.remedy}"])
    if any(finding.state == FAIL for finding in found):
        sys.exit(3)


@click.command("du")
@click.option("--json", "json_", is_flag=True, help="Answer in JSON.")
def du_command(json_: bool) -> None:
    """How much disk each repository's index takes."""
    import time

    from callmap import config
    from callmap.show.storage import kept

    found = kept()
    total = sum(one.size for one in found)
    if json_:
        rows: list[dict[str, Any]] = [{**one._asdict(), "path": str(one.path)} for one in found]
        say_json({"data_directory": config.data_directory(), "total_bytes": total, "indexes": rows})
        return
    say([f"{total / 1e6:>9.1f} MB  {config.data_directory()}"])
    for one in found:
        when = time.strftime("%Y-%m-%d", time.localtime(one.finished_ns / 1e9)) if one.finished_ns else "-"
        refs = f", {one.refs} commits" if one.refs else ""
        what = one.trouble or f"{', '.join(one.trees) or one.name}  ({when}{refs})"
        say([f"{one.size / 1e6:>9.1f} MB  {what}"])


@click.command("forget")
@click.argument("repository")
@click.option("--json", "json_", is_flag=True, help="Answer in JSON.")
def forget_command(repository: str, json_: bool) -> None:
    """Remove the index of REPOSITORY: a directory, or a name that `du` lists. What was remembered stays."""
    from callmap.show import storage

    removed = [(one, storage.forget(one)) for one in storage.meant(repository)]
    if json_:
        say_json({"removed": [{"name": one.name, "trees": one.trees, "bytes": size} for one, size in removed]})
        return
    for one, size in removed:
        say([f"Removed the index of {', '.join(one.trees) or one.name} ({size / 1e6:.1f} MB)."])


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion_command(shell: str) -> None:
    """Print a script that completes commands, options and names in SHELL: eval "$(callmap completion bash)"."""
    from click.shell_completion import get_completion_class

    from callmap.show.cli import commands

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(commands, {}, "callmap", "_CALLMAP_COMPLETE").source())
