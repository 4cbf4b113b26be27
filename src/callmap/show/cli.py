"""The command `callmap`. Commands import what they need when they run: `callmap --version` imports almost nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from callmap import __version__
from callmap.errors import BadInput, CallmapError, IndexNotReady

if TYPE_CHECKING:
    from callmap.ask.project import Project
    from callmap.index import Progress, Report

QUICK = 4_000  # files: a tree up to this size is brought up to date before a question is answered


def main() -> None:
    """Runs the command line; the process's exit code is 0 found, 1 not found, 2 misuse, 3 trouble with the index."""
    _prepare_streams()
    try:
        commands(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        if "--json" in sys.argv:
            _say_error(BadInput(error.format_message(), remediation="`callmap --help` lists commands and options."))
        else:
            error.show()
        sys.exit(2)
    except CallmapError as error:
        _say_error(error)
        sys.exit(error.exit_code)
    except _ReaderGone:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone, and that is fine
        sys.exit(0)
    except Exception:
        import traceback

        traceback.print_exc()
        click.echo("This is a bug in callmap, not in your project; please report it with the lines above.", err=True)
        sys.exit(3)


def _prepare_streams() -> None:
    """What a terminal cannot show is escaped; a closed stream goes nowhere, lest the next file to be opened take its
    descriptor."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - for as long as the process lives
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _say_error(error: CallmapError) -> None:
    from callmap.show.text import clean

    if "--json" in sys.argv:
        _print_json(error.envelope(), err=True)
    else:
        for line in error.message.split("\n"):
            click.echo(clean(line), err=True)
        hint = error.data.get("remediation")
        if hint and hint not in error.message:
            click.echo(clean(str(hint)), err=True)


class _ReaderGone(Exception):
    """Who read our output wants no more of it (`callmap edges | head -1`)."""


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would make it exit code 1
            raise _ReaderGone from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="callmap", message="%(prog)s %(version)s")
def commands() -> None:
    """A map of who calls whom in a code base, with the evidence for every edge."""


def _options(*, symbol: bool = False) -> Callable[[Any], Any]:
    """The options that commands share."""

    def add(function: Any) -> Any:
        if symbol:
            function = click.option("--no-tests", is_flag=True, help="Leave out callers and callees in tests.")(
                function
            )
            function = click.option(
                "--limit", type=click.IntRange(1), default=50, show_default=True, help="Show at most so many."
            )(function)
            function = click.option(
                "--depth", type=click.IntRange(1, 5), default=1, show_default=True, help="Follow so many levels."
            )(function)
            function = click.option("--file", "-f", default="", help="Part of the path of the symbol's file.")(function)
        function = click.option("--json", "json_", is_flag=True, help="Answer in JSON.")(function)
        return click.option("--root", metavar="PATH", help="The project. Default: the repository around here.")(
            function
        )

    return add


@commands.command("index")
@click.argument("path", required=False)
@click.option("--workers", type=click.IntRange(1), help="Processes that read files. Default: one per core.")
@_options()
def index_command(path: str | None, workers: int | None, root: str | None, json_: bool) -> None:
    """Build or update the index of PATH (the same as --root PATH)."""
    from callmap.show import text

    if path and root:
        raise click.UsageError("PATH and --root say the same thing; give one of them.")
    done = _index(_root(path or root), workers, quiet=json_)
    if json_:
        import msgspec

        _print_json({**msgspec.to_builtins(done), "speed_mb_per_second": round(done.speed, 3)})
        return
    _print([f"Indexed {done.root}" + (f" at {done.commit[:12]}" if done.commit else ""), *text.report(done)])


@commands.command("status")
@_options()
def status_command(root: str | None, json_: bool) -> None:
    """What is indexed, of which commit, how fresh, and what was left out and why."""
    from callmap.ask.project import Project
    from callmap.read.files import REASONS
    from callmap.show import text

    place = _root(root)
    try:
        with Project.open(place) as project:
            fresh = project.freshness()
            states = project.store.files(project.snapshot.id)
            snapshot, counts = project.snapshot, project.snapshot.counters
            size = os.path.getsize(project.store.path)
    except IndexNotReady:
        if json_:
            _print_json({"root": place, "indexing_status": "not_indexed"})
        else:
            _print([f"{place} is not indexed. `callmap index` does that."])
        return
    left_out = [state for state in states if state.reason]
    troubled = [state for state in states if not state.reason and state.detail]
    if json_:
        _print_json({
            "root": place, "indexing_status": "ready", "commit": snapshot.commit or None, "head": fresh.head or None,
            "freshness_status": fresh.status, "changed_files": fresh.changed_files,
            "generation": snapshot.generation, "indexed_at_ns": snapshot.finished_ns, "database_bytes": size,
            **counts,
            "skipped_files": [{"path": s.path, "reason": s.reason, "detail": s.detail} for s in left_out],
            "problem_files": [{"path": s.path, "detail": s.detail} for s in troubled],
        })  # fmt: skip
        return
    import time

    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(snapshot.finished_ns / 1e9))
    commit = f" at {snapshot.commit[:12]}" if snapshot.commit else ""
    moved = "nothing has changed since" if fresh.status == "fresh" else f"{fresh.changed_files:,} files differ since"
    lines = [f"{place}{commit}, indexed {when}: {moved}", *text.coverage(counts), f"  database  {size / 1e6:.1f} MB"]
    for state in left_out[:20]:
        lines.append(f"  skipped   {state.path}: {state.reason}. {REASONS.get(state.reason, state.detail)}")
    if len(left_out) > 20:
        lines.append(f"  skipped   … and {len(left_out) - 20:,} more; --json lists them.")
    lines += [f"  problem   {state.path}: {state.detail}" for state in troubled[:20]]
    if len(troubled) > 20:
        lines.append(f"  problem   … and {len(troubled) - 20:,} more; --json lists them.")
    _print(lines)


@commands.command("symbols")
@click.argument("pattern", required=False, default="")
@click.option("--kind", help="Only symbols of that kind: function, method, class, macro …")
@click.option("--file", "-f", default="", help="Only in files whose path holds this (or fits it, with * and ?).")
@click.option("--limit", type=click.IntRange(1), default=200, show_default=True, help="Show at most so many.")
@_options()
def symbols_command(pattern: str, kind: str | None, file: str, limit: int, root: str | None, json_: bool) -> None:
    """List symbols whose name holds PATTERN, or fits it with * and ?."""
    from callmap.ask.answers import KINDS_OF_CONTRACT
    from callmap.errors import SymbolNotFound
    from callmap.show import text

    with _project(root, json_) as project:
        kinds = KINDS_OF_CONTRACT.get(kind, (kind,)) if kind else ()
        rows = [row for row in project.store.symbols_like(project.snapshot.id, pattern, kinds, file) if row.name]
        if not rows:
            raise SymbolNotFound(f"No symbol fits '{pattern}'" + (f" with kind {kind}." if kind else "."))
        if json_:
            found = [text.symbol_object(row) for row in rows[:limit]]
            _print_json({"symbols": found, "total": len(rows), "truncated": len(rows) > limit})
            return
        _print(text.symbol_lines(rows[:limit]))
        if len(rows) > limit:
            _print(["", f"{limit:,} of {len(rows):,} are shown; --limit {len(rows)} shows all."])


@commands.command("callers")
@click.argument("symbol")
@_options(symbol=True)
def callers_command(**given: Any) -> None:
    """Who calls SYMBOL: a name, Class.method, a qualified name, path::Name or path:line."""
    _walk_command("callers", **given)


@commands.command("callees")
@click.argument("symbol")
@_options(symbol=True)
def callees_command(**given: Any) -> None:
    """What SYMBOL calls: a name, Class.method, a qualified name, path::Name or path:line."""
    _walk_command("callees", **given)


def _walk_command(
    direction: str, symbol: str, file: str, depth: int, limit: int, no_tests: bool, root: str | None, json_: bool
) -> None:
    from callmap.show import text, tools

    with _project(root, json_) as project:
        found = project.find(symbol, file)
        walked = (project.callers if direction == "callers" else project.callees)(found, depth, limit, not no_tests)
        note = tools.no_callers(project, found) if direction == "callers" and not walked.total else ""
        if json_:
            _print_json({
                "symbol": text.symbol_object(found),
                direction: [
                    {**text.edge_object(step.edge), "depth": step.depth,
                     "source": project.source_line(step.edge.caller.path, step.edge.line)}
                    for step in walked.steps
                ],
                "total": walked.total, "truncated": walked.cut or walked.total > len(walked.steps),
                "commit": project.snapshot.commit or None, "note": note or None,
            })  # fmt: skip
            return
        _print(text.walked_lines(project, found, walked, direction))
        if note:
            _print([note])


@commands.command("edges")
@click.option("--path", "paths", default="", metavar="GLOB", help="Only calls in files that fit.")
@click.option("--unresolved", is_flag=True, help="Only calls whose target is not known.")
@click.option(
    "--confidence",
    type=click.Choice(["static", "inferred", "possible", "unresolved"]),
    help="Only edges of that confidence.",
)
@_options()
def edges_command(paths: str, unresolved: bool, confidence: str | None, root: str | None, json_: bool) -> None:
    """Every edge as a line of JSON, in a fixed order."""
    from callmap.show import text

    if unresolved and confidence not in (None, "unresolved"):
        raise click.UsageError("--unresolved and --confidence contradict each other; give one of them.")
    wanted = ("unresolved",) if unresolved else (confidence,) if confidence else ()
    out = _json_stream()
    with _project(root, json_) as project:
        for edge in project.store.edges(project.snapshot.id, paths, wanted):
            out.write(text.as_json(text.edge_object(edge)) + "\n")
        out.flush()


@commands.command("serve")
@click.option("--root", metavar="PATH", help="The project. Default: the repository around here.")
def serve_command(root: str | None) -> None:
    """Answer agents over MCP (stdio)."""
    place = _root(root)
    from callmap.show.mcp import serve

    serve(place)


# --- shared ---


def _root(given: str | None) -> str:
    from callmap import config

    return config.find_root(given)


def _print(lines: Any) -> None:
    from callmap.show.text import clean

    for line in lines:
        click.echo(clean(line))


def _print_json(value: Any, err: bool = False) -> None:
    from callmap.show.text import as_json

    click.echo(as_json(value), file=_json_stream(err))


def _json_stream(err: bool = False) -> Any:
    """JSON is UTF-8, whatever the terminal speaks."""
    stream: Any = sys.stderr if err else sys.stdout
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8")
    return stream


@contextmanager
def _project(root: str | None, json_: bool) -> Iterator[Project]:
    """The project, indexed first if it is not, and brought up to date if that is quick."""
    from callmap.ask.project import Project
    from callmap.show.text import clean

    place = _root(root)
    try:
        with Project.open(place) as project:
            fresh = project.freshness()
            files = sum(project.snapshot.counters["files"].values())
        if fresh.status == "stale" and files <= QUICK:
            done = _index(place, None, quiet=True)
            if done.changed:
                click.echo(clean(f"Brought the index up to date ({done.seconds:.1f} s)."), err=True)
        elif fresh.status == "stale":
            note = f"{fresh.changed_files:,} files have changed since the index was made; `callmap index` updates it."
            click.echo(note, err=True)
    except IndexNotReady:
        click.echo(clean(f"{place} is not indexed yet: indexing it first."), err=True)
        _index(place, None, quiet=json_)
    with Project.open(place) as project:
        yield project


def _index(root: str, workers: int | None, quiet: bool) -> Report:
    """Runs the indexer, with a progress bar if a person is watching."""
    import gc

    from callmap.index import index

    gc.disable()  # millions of small objects and no cycles: collecting them costs a quarter of the time
    try:
        if quiet or not sys.stderr.isatty():
            return index(root, workers=workers)
        with _progress() as progress:
            return index(root, workers=workers, progress=progress)
    finally:
        gc.enable()


@contextmanager
def _progress() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:<8}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, Any] = {}

        def step(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(stage, total=total)
            if done % 16 == 0 or done == total:
                bar.update(tasks[stage], completed=done)

        yield step
