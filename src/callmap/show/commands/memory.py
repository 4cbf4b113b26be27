"""What is remembered: `remember`, `recall`, `why`, `memory …` and `export`."""

from __future__ import annotations

import sys
from typing import Any

import click

from callmap.show.terminal import opened, options, root_of, say, say_json

TYPES = ("decision", "fact", "error", "message", "change", "review")
STATUSES = ("proposed", "active", "superseded", "deprecated")
SOURCES = ("user", "agent", "adr", "git", "transcript", "issue", "coditect")
FORMATS = ("jsonl", "markdown", "coditect")


def _filters(function: Any) -> Any:
    """The options that choose notes."""
    for name, known, help_ in (
        ("--source", SOURCES, "Only notes from there."),
        ("--status", STATUSES, "Only notes with that status."),
        ("--type", TYPES, "Only notes of that type."),
    ):
        function = click.option(name, type=click.Choice(known), default=None, help=help_)(function)
    function = click.option("--path", default="", help="Only notes on files whose path holds or fits this.")(function)
    function = click.option("--since", default="", help="Only newer ones: a date, or 30d, 2w, 6m, 1y.")(function)
    function = click.option("--until", default="", help="Only older ones.")(function)
    function = click.option("--session", default="", help="Only notes of that session.")(function)
    return click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="Show at most so many.")(
        function
    )


@click.command("remember")
@click.argument("text")
@click.option("--type", "type_", type=click.Choice(TYPES), default="decision", show_default=True)
@click.option("--about", multiple=True, metavar="CODE", help="A symbol, a file, 'caller -> callee' or a commit.")
@click.option("--rationale", default="", help="Why.")
@click.option("--solution", default="", help="Of an error: what helped.")
@click.option("--status", type=click.Choice(STATUSES), default="active", show_default=True)
@click.option("--confidence", type=click.FloatRange(0, 1), default=1.0, show_default=True)
@click.option("--author", default="", help="Who says so.")
@click.option("--session", default="", help="In which session.")
@click.option("--tag", multiple=True, help="A word to find it by.")
@options()
def remember_command(
    text: str, type_: str, about: tuple[str, ...], rationale: str, solution: str, status: str, confidence: float,
    author: str, session: str, tag: tuple[str, ...], root: str | None, json_: bool,
) -> None:  # fmt: skip
    """Keep a note about code. TEXT "-" reads it from standard input."""
    from callmap.memory.notes import Source
    from callmap.show.tools import memory as tools

    said = sys.stdin.read() if text == "-" else text
    with opened(root, json_) as project:
        answer = tools.keep(
            project, said, type_, list(about), rationale, solution, status, confidence, Source("user", author, session),
            list(tag),
        )  # fmt: skip
    _show(answer, tools.remembered_lines, json_)
    if not json_:
        say(answer["metadata"]["warnings"])


@click.command("recall")
@click.argument("query")
@click.option("--everywhere", is_flag=True, help="In the memories of all repositories, by words.")
@_filters
@options()
def recall_command(query: str, everywhere: bool, limit: int, root: str | None, json_: bool, **chosen: Any) -> None:
    """Notes about a symbol, or that hold the words of QUERY; the closest first."""
    from callmap.errors import NotFound
    from callmap.show.tools import memory as tools
    from callmap.show.tools.shared import Page

    if everywhere:
        _everywhere(query, limit, json_, chosen)
        return
    with opened(root, json_) as project:
        answer = tools.recalled(project, query, _chosen(chosen), Page(limit), [])
    if not answer["total"]:
        raise NotFound(answer["note"])
    _show(answer, tools.recall_lines, json_)


@click.command("why")
@click.argument("symbol")
@click.option("--file", "-f", default="", help="Part of the path of the symbol's file.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="Show at most so many.")
@options()
def why_command(symbol: str, file: str, limit: int, root: str | None, json_: bool) -> None:
    """The decisions and commits that made SYMBOL what it is, newest first."""
    from callmap.errors import NotFound
    from callmap.show.tools import memory as tools
    from callmap.show.tools.shared import MOST_RESULTS

    with opened(root, json_) as project:
        answer = tools.why(project, symbol, file, min(limit, MOST_RESULTS))
    if not answer["total"]:
        raise NotFound(answer["note"])
    _show(answer, tools.recall_lines, json_)


@click.command("export")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="jsonl", show_default=True)
@click.option("--output", "-o", default="", help="A file (jsonl) or a directory (markdown, coditect).")
@options()
def export_command(format_: str, output: str, root: str | None, json_: bool) -> None:
    """Write the memory as JSON lines, as Markdown files, or with the call graph as org.db and sessions.db."""
    _export(format_, output, root, json_)


@click.group("memory")
def memory_command() -> None:
    """What is remembered about this repository."""


@memory_command.command("list")
@_filters
@options()
def list_command(limit: int, root: str | None, json_: bool, **chosen: Any) -> None:
    """Notes, the newest first."""
    from callmap.show.tools import memory as tools
    from callmap.show.tools.shared import Page

    with opened(root, json_) as project:
        answer = tools.recalled(project, "", _chosen(chosen), Page(limit), [])
    _show(answer, tools.list_lines, json_)


@memory_command.command("show")
@click.argument("id")
@options()
def show_command(id: str, root: str | None, json_: bool) -> None:
    """One note with all its versions. ID may be the beginning of one."""
    from callmap.ask.memory import Recall, note_object
    from callmap.errors import NotFound
    from callmap.memory import place
    from callmap.memory.notes import show_time
    from callmap.show.tools import memory as tools

    with opened(root, json_) as project, place.asking(project.root) as memory:
        if memory is None:
            raise NotFound(tools.nothing(project.root))
        note = memory.get(id)
        shown = note_object(Recall(project, memory).recalled(note))
        versions = memory.history(note.id)
    if json_:
        history = [
            {"what": v.what, "by": v.by or None, "at": show_time(v.at_ns), "text": v.note.text if v.note else None}
            for v in versions
        ]
        say_json({**shown, "history": history})
        return
    say(tools.note_lines(shown))
    say(f"    {show_time(v.at_ns)}  {v.what}{' by ' + v.by if v.by else ''}" for v in versions)


@memory_command.command("edit")
@click.argument("id")
@click.option("--text", default=None)
@click.option("--rationale", default=None)
@click.option("--solution", default=None)
@click.option("--status", type=click.Choice(STATUSES), default=None)
@click.option("--type", "type_", type=click.Choice(TYPES), default=None)
@click.option("--confidence", type=click.FloatRange(0, 1), default=None)
@click.option("--about", multiple=True, metavar="CODE", help="Anchors in the place of those it has.")
@click.option("--author", default="", help="Who says so.")
@options()
def edit_command(
    id: str, type_: str | None, about: tuple[str, ...], author: str, root: str | None, json_: bool, **fields: Any
) -> None:
    """Give a note another text, status or anchors. What it said before stays in its history."""
    from callmap.ask.anchors import named
    from callmap.ask.memory import Recall, note_object
    from callmap.memory import place
    from callmap.show.tools import memory as tools

    changes = {name: value for name, value in (*fields.items(), ("type", type_)) if value is not None}
    if not changes and not about:
        raise click.UsageError("Nothing is to be changed; say what, with --text, --status, --about or another option.")
    with opened(root, json_) as project:
        recall = Recall(project, None)
        if about:
            changes["anchors"] = tuple(named(recall.finder, about))
        with place.writing(project.root) as memory:
            shown = note_object(recall.recalled(memory.edit(id, author or "user", **changes)))
    _show(shown, tools.note_lines, json_)


@memory_command.command("supersede")
@click.argument("old")
@click.argument("new")
@click.option("--author", default="", help="Who says so.")
@options()
def supersede_command(old: str, new: str, author: str, root: str | None, json_: bool) -> None:
    """Say that note NEW stands in the place of note OLD."""
    from callmap.memory import place

    with place.writing(root_of(root)) as memory:
        note = memory.supersede(old, new, author or "user")
    if json_:
        say_json({"id": note.id, "status": note.status, "superseded_by": note.superseded_by})
    else:
        say([f"{note.id} is superseded by {note.superseded_by}."])


@memory_command.command("forget")
@click.argument("ids", nargs=-1, required=True)
@click.option("--author", default="", help="Who says so.")
@options()
def forget_command(ids: tuple[str, ...], author: str, root: str | None, json_: bool) -> None:
    """Remove notes for good: their text goes from the file, its journal and its backups."""
    from callmap.memory import place

    with place.writing(root_of(root)) as memory:
        gone, warnings = memory.forget(ids, author or "user"), memory.warnings
    if json_:
        say_json({"forgotten": [note.id for note in gone], "warnings": warnings})
    else:
        say([*(f"Forgot {note.id}." for note in gone), *warnings])


@memory_command.command("export")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="jsonl", show_default=True)
@click.option("--output", "-o", default="", help="A file (jsonl) or a directory (markdown, coditect).")
@options()
def memory_export_command(format_: str, output: str, root: str | None, json_: bool) -> None:
    """The same as `callmap export`."""
    _export(format_, output, root, json_)


@memory_command.command("import")
@click.argument("paths", nargs=-1)
@click.option("--from", "kind", type=click.Choice(("notes", "adr", "git", "transcript", "issues", "coditect")),
              help="What the files are. Default: seen from what they hold; no files: decision records.")  # fmt: skip
@click.option("--commits", type=click.IntRange(1), default=2000, show_default=True, help="Of git: at most so many.")
@options()
def import_command(paths: tuple[str, ...], kind: str | None, commits: int, root: str | None, json_: bool) -> None:
    """Take in exported notes, decision records, git history, transcripts, issues or another memory."""
    import msgspec

    from callmap.ask.imports import run
    from callmap.memory import place
    from callmap.show.terminal import progress_bar

    with opened(root, json_) as project, place.writing(project.root) as memory, progress_bar(json_) as progress:
        done = run(project, memory, paths, kind or "", progress, "user", commits)
    if json_:
        say_json(msgspec.to_builtins(done))
        return
    outcomes = ", ".join(f"{count:,} {word}" for word, count in sorted(done.outcomes.items())) or "nothing"
    types = ", ".join(f"{count:,} {word}" for word, count in sorted(done.types.items()))
    say([f"Imported: {outcomes}" + (f" ({types}; {done.linked:,} linked to code)" if types else "")])
    say(f"  {problem['place']}: {problem['reason']}" for problem in done.problems[:20])
    if done.problem_count > 20:
        say([f"  … and {done.problem_count - 20:,} more that were not imported; --json lists them."])
    say(done.warnings)


@memory_command.command("stats")
@options()
def stats_command(root: str | None, json_: bool) -> None:
    """How much is remembered, where it lies, and when it was last backed up."""
    from callmap.ask.memory import stats

    found = stats(root_of(root))
    if json_:
        say_json(found)
        return
    say([f"{found['notes']:,} notes, {found['versions']:,} versions, {found['bytes'] / 1e6:.1f} MB"])
    for name in ("types", "statuses", "sources", "anchors"):
        listed = ", ".join(f"{count:,} {word}" for word, count in sorted(found[name].items()))
        say([f"  {name:<9} {listed}"] if listed else [])
    say([f"  at        {found['path']}", f"  named by  {found['named_by']}"])
    say([f"  backups   {len(found['backups'])}" + (f", the newest {found['backups'][0]}" if found["backups"] else "")])


@memory_command.command("restore")
@click.argument("backup", required=False)
@options()
def restore_command(backup: str | None, root: str | None, json_: bool) -> None:
    """Put a backup (default: the newest good one) in the memory's place. What is there now is kept beside it."""
    from pathlib import Path

    from callmap.memory import backups, place
    from callmap.memory.store import LAYOUT

    where = place.find(root_of(root)).path
    used, aside = backups.restore(where, LAYOUT, Path(backup) if backup else None)
    if json_:
        say_json({"restored": str(used), "kept": str(aside) if aside else None})
    else:
        say([f"Restored {used}." + (f" What was there is kept as {aside}." if aside else "")])


def _show(answer: Any, lines: Any, json_: bool) -> None:
    if json_:
        say_json(answer)
    else:
        say(lines(answer))


def _chosen(chosen: dict[str, Any]) -> Any:
    from callmap.show.tools.memory import filtered

    return filtered(**{name: value or "" for name, value in chosen.items()})


def _everywhere(query: str, limit: int, json_: bool, chosen: dict[str, Any]) -> None:
    from callmap.ask.memory import elsewhere
    from callmap.errors import NotFound

    found = elsewhere(query, _chosen(chosen), limit)
    if not found:
        raise NotFound("No note of any repository fits; other words may find more.")
    if json_:
        say_json({"query": query, "notes": found})
        return
    for one in found:
        say([f"{one['repository']}  {one['id']}  {one['type']}, {one['status']}, {one['timestamp'][:10]}"])
        say(f"  > {line}" for line in one["text"].splitlines())


def _export(format_: str, output: str, root: str | None, json_: bool) -> None:
    from callmap.ask.exports import exported

    if format_ != "jsonl" and not output:
        raise click.UsageError(f"--format {format_} writes several files; name a directory with --output.")
    with opened(root, True) as project:
        done = exported(project, format_, output)
    if isinstance(done, str):
        click.echo(done, nl=False)
    elif json_:
        say_json(done)
    else:
        say([", ".join(f"{count:,} {word}" for word, count in done["written"].items()) + f" written to {output}"])
