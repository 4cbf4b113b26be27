"""Comparing refs, and keeping house: `compare`, `diff`, `refs`, `prune`."""

from __future__ import annotations

from typing import Any

import click

from callmap.show.terminal import open_refs, options, root_of, say, say_json, say_warnings

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command("compare")
@click.argument("symbol")
@click.argument("base")
@click.argument("head", default="live")
@click.option("--file", "-f", default="", help="Part of the path of the symbol's file.")
@options(asks=False)
def compare_command(symbol: str, base: str, head: str, file: str, root: str | None, json_: bool) -> None:
    """How SYMBOL differs between the refs BASE and HEAD (default: the working tree), with the calls gained and lost."""
    import difflib

    from callmap.ask import history
    from callmap.ask.matching import text_of
    from callmap.show.text import clean
    from callmap.show.tools.history import compare_symbol_between_commits, compared_lines, lacked

    with open_refs(root, json_, base, head) as project:
        answer = compare_symbol_between_commits(project, symbol, base, head, file)
        if json_:
            say_json(answer)
            return
        say(compared_lines(answer))
        before, after = project.at(base), project.at(head)
        say_warnings(lacked(before, after))
        change = history.versions(before, after, symbol, file)
        old = text_of(before, change.base) if change.base is not None else []
        new = text_of(after, change.head) if change.head is not None else []
        lines = list(difflib.unified_diff(old, new, base, head, lineterm=""))
        if lines and change.status == "unchanged":
            say(["Only white space differs that means nothing: blank lines, indentation of the whole, ends of lines."])
            return
        for line in ["", *lines] if lines else []:
            click.echo(click.style(clean(line), fg=_COLOURS.get(line[:1])))


@click.command("diff")
@click.argument("base")
@click.argument("head", default="live")
@click.option(
    "--limit", type=click.IntRange(1, 500), default=200, show_default=True, help="Show at most so many changes."
)
@click.option("--cursor", default="", help="The next_cursor of the answer before.")
@click.option("--markdown", is_flag=True, help="As a comment on a pull request.")
@options(asks=False)
def diff_command(base: str, head: str, limit: int, cursor: str, markdown: bool, root: str | None, json_: bool) -> None:
    """What differs in the call graph between the refs BASE and HEAD (default: the working tree)."""
    from callmap.show.tools.history import diff_graph, diff_lines, diff_markdown, lacked

    with open_refs(root, json_, base, head) as project:
        answer = diff_graph(project, base, head, limit, cursor)
        lacks = lacked(project.at(base), project.at(head))
    if json_:
        say_json(answer)
        return
    say(diff_markdown(answer) if markdown else diff_lines(answer))
    say_warnings(lacks)
    if answer["next_cursor"] and not markdown:
        say(["", f"More differs; --cursor {answer['next_cursor']} goes on."])


@click.command("refs")
@options(asks=False)
def refs_command(root: str | None, json_: bool) -> None:
    """What is indexed of this repository: the working trees and commits, how large each is and what it shares."""
    from callmap.ask.refs import listed

    found = listed(root_of(root))
    if json_:
        say_json(found)
        return
    if not found["refs"]:
        say(["Nothing of this repository is indexed. `callmap index` indexes the working tree, --ref a commit."])
    for one in found["refs"]:
        names = ", ".join(one["names"]) or "no branch or tag"
        what = f"live  {one['tree']}" if one["ref"] == "live" else f"{one['commit'][:12]}  {names}"
        state = "" if one["current"] else ", of another version of callmap"
        say([
            f"{what}: {one['files']:,} files, {one['bytes'] / 1e6:.1f} MB in units, "
            f"{one['own_bytes'] / 1e6:.1f} MB of it its own{state}"
        ])  # fmt: skip
    say([f"{found['database_bytes'] / 1e6:.1f} MB in all, {found['path']}"])


@click.command("prune")
@click.option("--ref", "drop", multiple=True, help="Forget that one, too. May be given several times.")
@options(asks=False)
def prune_command(drop: tuple[str, ...], root: str | None, json_: bool) -> None:
    """Forget what no ref needs: commits that no branch or tag has any more, working trees that are gone."""
    from callmap.pruning import prune

    found: dict[str, Any] = prune(root_of(root), drop)
    if json_:
        say_json(found)
        return
    for one in found["dropped"]:
        say([f"Forgot {one['tree'] or one['commit'][:12]}: {one['why']}."])
    freed = found["bytes_before"] - found["bytes_after"]
    say([f"{len(found['kept'])} kept; {freed / 1e6:.1f} MB freed, {found['bytes_after'] / 1e6:.1f} MB left."])
