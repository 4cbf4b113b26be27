"""The tools at the terminal: `show`, `graph`, `deps`, `dependents`, `path`, `impact`, `flow`, `locate`, `search`,
`suggest`, `entries`, `query`. Each asks a tool and prints its answer for people, or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click

from callmap.errors import AmbiguousSymbol, NotFound
from callmap.show.terminal import from_here, opened, options, root_of, say_answer, say_json, symbol_names

_FILE = click.option("--file", "-f", default="", help="Part of the path of the symbol's file.")
_DEPTH = click.option("--depth", type=click.IntRange(1, 5), default=1, show_default=True, help="Follow so many levels.")
_SYMBOL = click.argument("symbol", shell_complete=symbol_names, callback=from_here)
_CURSOR = click.option("--cursor", default="", help="The next_cursor of the answer before.")


def _paged(default: int = 50) -> Callable[[Any], Any]:
    """What is long comes in pages. Too high a limit is clamped by the tool, which says so."""
    sizes = click.IntRange(1)
    limit = click.option("--limit", type=sizes, default=default, show_default=True, help="Show at most so many.")
    return lambda function: limit(_CURSOR(function))


@click.command("show")
@_SYMBOL
@_FILE
@click.option("--transitive", is_flag=True, help="Follow the calls of calls, to depth 5.")
@_paged()
@options()
def show_command(
    symbol: str, file: str, transitive: bool, limit: int, cursor: str, root: str | None, json_: bool
) -> None:
    """One function in full: every call in it, resolved or not, and who calls it."""
    from callmap.show.tools.details import details_lines, get_function_details

    with opened(root, json_) as project:
        answer = get_function_details(project, symbol, file, transitive, limit=limit, cursor=cursor)
    _give(answer, details_lines, json_)


@click.command("graph")
@_SYMBOL
@_FILE
@click.option(
    "--direction", type=click.Choice(["callers", "callees", "both"]), default="both", help="Which calls to show."
)
@_DEPTH
@click.option("--within", default="", metavar="DIR", help="Only callers and callees in files whose path holds this.")
@_paged()
@options()
def graph_command(
    symbol: str,
    file: str,
    direction: str,
    depth: int,
    within: str,
    limit: int,
    cursor: str,
    root: str | None,
    json_: bool,
) -> None:
    """Callers and callees of SYMBOL, with every call site, how sure it is, and why."""
    from callmap.show.tools.graph import call_graph_lines, get_call_graph

    with opened(root, json_) as project:
        answer = get_call_graph(project, symbol, file, None, direction, depth, limit, cursor, within=within)
    _give(answer, call_graph_lines, json_)


@click.command("deps")
@_SYMBOL
@_FILE
@options()
def deps_command(symbol: str, file: str, root: str | None, json_: bool) -> None:
    """All that SYMBOL depends on, however far: calls, references, base classes, interfaces."""
    from callmap.show.tools.dependencies import dependencies_of, dependency_text

    with opened(root, json_) as project:
        found = project.find(symbol, file)
        answer = dependencies_of(project, found.path, found.name)
    _give(answer, dependency_text, json_)


@click.command("dependents")
@_SYMBOL
@_FILE
@options()
def dependents_command(symbol: str, file: str, root: str | None, json_: bool) -> None:
    """All that depends on SYMBOL, however far."""
    from callmap.show.tools.dependencies import dependency_text, dependents_of

    with opened(root, json_) as project:
        found = project.find(symbol, file)
        answer = dependents_of(project, found.path, found.name)
    _give(answer, dependency_text, json_)


@click.command("path")
@click.argument("start", shell_complete=symbol_names, callback=from_here)
@click.argument("end", shell_complete=symbol_names, callback=from_here)
@click.option("--max-depth", type=click.IntRange(1), default=10, show_default=True, help="Most calls in a path.")
@click.option("--limit", type=click.IntRange(1), default=5, show_default=True, help="Show at most so many paths.")
@options()
def path_command(start: str, end: str, max_depth: int, limit: int, root: str | None, json_: bool) -> None:
    """How START reaches END: the shortest chains of calls; if there is none, any connection in either direction."""
    from callmap.show.tools.dependencies import dependency_text, paths_between
    from callmap.show.tools.functions import call_chain, chain_lines

    with opened(root, json_) as project:
        answer = call_chain(project, start, end, max_depth, limit=limit)
        if not answer["found"]:
            with suppress(AmbiguousSymbol):  # calls are looked for from and to all that have the name; this is not
                first, last = project.find(start), project.find(end)
                places = [{"file_path": row.path, "symbol": row.name} for row in (first, last)]
                answer["connection"] = paths_between(project, places[0], places[1])
    _give(answer, chain_lines, json_)
    if "connection" in answer and not json_:
        _give(answer["connection"], dependency_text, json_)


@click.command("impact")
@click.argument("symbols", nargs=-1, shell_complete=symbol_names, callback=from_here)
@click.option("--diff", metavar="FILE", help="What a unified diff changes; - reads it from stdin: git diff | callmap …")
@click.option("--staged", is_flag=True, help="What is staged for the next commit.")
@click.option("--file", "-f", "files", multiple=True, help="A file that changes; may be given several times.")
@_paged()
@options()
def impact_command(
    symbols: tuple[str, ...],
    diff: str | None,
    staged: bool,
    files: tuple[str, ...],
    limit: int,
    cursor: str,
    root: str | None,
    json_: bool,
) -> None:
    """What a change touches (of SYMBOLS, files, a diff, what is staged): callers, tests, owners, entries, risks."""
    from callmap.show.tools.cited import impact_lines, impact_of

    if staged and diff is not None:
        raise click.UsageError("--staged and --diff both give a diff; use one of them.")
    text = _staged(root_of(root)) if staged else _diff(diff) if diff is not None else ""
    if (staged or diff is not None) and not (text.strip() or symbols or files):
        raise NothingChanged("Nothing is staged." if staged else "The diff is empty.")
    with opened(root, json_) as project:
        answer = impact_of(project, text, list(files), list(symbols), limit=limit, cursor=cursor)
    _give(answer, impact_lines, json_)


@click.command("flow")
@click.argument("entry", shell_complete=symbol_names, callback=from_here)
@click.option("--depth", type=click.IntRange(1, 5), default=5, show_default=True, help="Follow so many levels.")
@_paged()
@options()
def flow_command(entry: str, depth: int, limit: int, cursor: str, root: str | None, json_: bool) -> None:
    """What runs after ENTRY: a symbol, or a file, whose top-level code is meant then. `entries` lists entry points."""
    from callmap.show.tools.cited import entrypoint_flow, flow_lines

    with opened(root, json_) as project:
        answer = entrypoint_flow(project, entry, depth=depth, limit=limit, cursor=cursor)
    _give(answer, flow_lines, json_)


@click.command("locate")
@click.argument("name", shell_complete=symbol_names, callback=from_here)
@click.option("--kind", default="", help="Only symbols of that kind: fn, class, method …")
@click.option("--language", default="", help="Only symbols of that language.")
@_FILE
@_paged()
@options()
def locate_command(
    name: str, kind: str, language: str, file: str, limit: int, cursor: str, root: str | None, json_: bool
) -> None:
    """Where NAME is defined: exact names first, then other case, ends of names, similar ones."""
    from callmap.show.tools.graph import found_lines, locate_symbol

    with opened(root, json_) as project:
        answer = locate_symbol(project, name, kind, language, file, limit=limit, cursor=cursor)
    _give(answer, found_lines, json_)
    if not answer["results"]:
        sys.exit(1)


@click.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--language", default="", help="Only symbols of that language.")
@_paged(default=20)
@options()
def search_command(
    words: tuple[str, ...], language: str, limit: int, cursor: str, root: str | None, json_: bool
) -> None:
    """Symbols by WORDS: in names, signatures, docstrings, comments and paths; the best first."""
    from callmap.show.tools.search import results_lines, search_code

    with opened(root, json_) as project:
        answer = search_code(project, " ".join(words), language, limit, cursor=cursor)
    _give(answer, results_lines, json_)
    if not answer["results"]:
        sys.exit(1)


@click.command("suggest")
@click.argument("words", nargs=-1, required=True)
@options()
def suggest_command(words: tuple[str, ...], root: str | None, json_: bool) -> None:
    """What to ask when a search for WORDS says little: names in them that exist, and which question fits."""
    from callmap.show.tools.search import search_code, suggest_followup_queries, suggestions_lines

    query = " ".join(words)
    with opened(root, json_) as project:
        found = search_code(project, query)
        asked = {"tool": "search_code", "params": {"query": query}}
        answer = suggest_followup_queries(project, asked, found)
    _give(answer, suggestions_lines, json_)


@click.command("entries")
@click.argument("path", required=False, default="")
@click.option("--no-tests", is_flag=True, help="Leave tests out.")
@click.option("--limit", type=click.IntRange(1), default=200, show_default=True, help="Show at most so many.")
@options()
def entries_command(path: str, no_tests: bool, limit: int, root: str | None, json_: bool) -> None:
    """Where the program is entered, in files whose path holds PATH: main, routes, commands, handlers, tests."""
    from callmap.show.tools.lists import entries_lines, entry_points

    with opened(root, json_) as project:
        answer = entry_points(project, path, not no_tests, limit)
    _give(answer, entries_lines, json_)


@click.command("query")
@click.argument("words", nargs=-1, required=True, shell_complete=symbol_names, callback=from_here)
@_FILE
@click.option("--limit", type=click.IntRange(1), default=10, show_default=True, help="Show at most so many of each.")
@options()
def query_command(words: tuple[str, ...], file: str, limit: int, root: str | None, json_: bool) -> None:
    """All that has this name, with what it calls and who calls it: `query login`, `query class Session`."""
    from callmap.show.tools.lists import query, query_lines

    with opened(root, json_) as project:
        answer = query(project, " ".join(words), file, limit)
    _give(answer, query_lines, json_)


def _give(answer: dict[str, Any], lines: Callable[[dict[str, Any]], Any], json_: bool) -> None:
    if json_:
        say_json(answer)
        return
    say_answer(lines(answer))
    said = [f"note: {answer['note']}"] if answer.get("note") else []
    for warning in answer["metadata"]["warnings"]:
        more = f"--cursor {answer.get('next_cursor')} shows more"
        said.append("warning: " + warning.replace("pass `next_cursor` as `cursor` for more", more))
    say_answer(["", *said] if said else [])


class NothingChanged(NotFound):
    """An empty diff: there is no impact to be told."""


def _staged(root: str) -> str:
    from callmap.read import objects

    with objects.shadow(root) as shadow:
        return objects.staged_diff(shadow, root)


def _diff(name: str) -> str:
    try:
        with click.open_file(name, encoding="utf-8", errors="surrogateescape") as file:
            return str(file.read())
    except OSError as error:
        raise click.UsageError(f"--diff names {name}, which cannot be read: {error.strerror}.") from None
