"""Questions about the graph: `symbols`, `callers`, `callees`, `edges`."""

from __future__ import annotations

from typing import Any

import click

from callmap.show.terminal import from_here, json_stream, opened, options, say, say_json, say_warnings, symbol_names


@click.command("symbols")
@click.argument("pattern", required=False, default="")
@click.option("--kind", help="Only symbols of that kind: function, method, class, macro …")
@click.option("--file", "-f", default="", help="Only in files whose path holds this (or fits it, with * and ?).")
@click.option("--limit", type=click.IntRange(1), default=200, show_default=True, help="Show at most so many.")
@options()
def symbols_command(pattern: str, kind: str | None, file: str, limit: int, root: str | None, json_: bool) -> None:
    """List symbols whose name holds PATTERN, or fits it with * and ?."""
    from callmap.ask.answers import KINDS_OF_CONTRACT
    from callmap.errors import SymbolNotFound
    from callmap.show import text
    from callmap.show.tools.shared import about

    with opened(root, json_) as project:
        kinds = KINDS_OF_CONTRACT.get(kind, (kind,)) if kind else ()
        rows = [row for row in project.store.symbols_like(project.snapshot.id, pattern, kinds, file) if row.name]
        if not rows:
            raise SymbolNotFound(f"No symbol fits '{pattern}'" + (f" with kind {kind}." if kind else "."))
        if json_:
            found = [text.symbol_object(row) for row in rows[:limit]]
            cut = len(rows) > limit
            say_json({"symbols": found, "total": len(rows), "truncated": cut, "metadata": about(project, [], cut)})
            return
        say(text.symbol_lines(rows[:limit]))
        if len(rows) > limit:
            say(["", f"{limit:,} of {len(rows):,} are shown; --limit {len(rows)} shows all."])
        say_warnings(project.lacks())


@click.command("callers")
@click.argument("symbol", shell_complete=symbol_names, callback=from_here)
@options(symbol=True)
def callers_command(**given: Any) -> None:
    """Who calls SYMBOL: a name, Class.method, a qualified name, path::Name or path:line."""
    _walk_command("callers", **given)


@click.command("callees")
@click.argument("symbol", shell_complete=symbol_names, callback=from_here)
@options(symbol=True)
def callees_command(**given: Any) -> None:
    """What SYMBOL calls: a name, Class.method, a qualified name, path::Name or path:line."""
    _walk_command("callees", **given)


def _walk_command(
    direction: str, symbol: str, file: str, depth: int, limit: int, no_tests: bool, root: str | None, json_: bool
) -> None:
    from callmap.show import text
    from callmap.show.tools.shared import about, no_callers

    with opened(root, json_) as project:
        found = project.find(symbol, file)
        walked = (project.callers if direction == "callers" else project.callees)(found, depth, limit, not no_tests)
        note = no_callers(project, found) if direction == "callers" and not walked.total else ""
        cut = walked.cut or walked.total > len(walked.steps)
        if json_:
            say_json({
                "symbol": text.symbol_object(found),
                direction: [
                    {**text.edge_object(step.edge), "depth": step.depth,
                     "source": project.source_line(step.edge.caller.path, step.edge.line)}
                    for step in walked.steps
                ],
                "total": walked.total, "truncated": cut, "commit": project.snapshot.commit or None,
                "note": note or None, "metadata": about(project, [], cut),
            })  # fmt: skip
            return
        say(text.walked_lines(project, found, walked, direction))
        if note:
            say([note])
        say_warnings(project.lacks())


@click.command("edges")
@click.option("--path", "paths", default="", metavar="GLOB", help="Only calls in files that fit.")
@click.option("--unresolved", is_flag=True, help="Only calls whose target is not known.")
@click.option(
    "--confidence",
    type=click.Choice(["static", "inferred", "possible", "unresolved"]),
    help="Only edges of that confidence.",
)
@options()
def edges_command(paths: str, unresolved: bool, confidence: str | None, root: str | None, json_: bool) -> None:
    """Every edge as a line of JSON, in a fixed order."""
    from callmap.show import text

    if unresolved and confidence not in (None, "unresolved"):
        raise click.UsageError("--unresolved and --confidence contradict each other; give one of them.")
    wanted = ("unresolved",) if unresolved else (confidence,) if confidence else ()
    out = json_stream()
    with opened(root, json_) as project:
        for edge in project.store.edges(project.snapshot.id, paths, wanted):
            out.write(text.as_json(text.edge_object(edge)) + "\n")
        out.flush()
        if not json_:
            say_warnings(project.lacks())
