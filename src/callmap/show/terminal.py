"""What commands share: options, the project that is asked, printing, progress. The streams of a terminal, made safe."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from callmap.errors import CallmapError, IndexNotReady, RefNotIndexed

if TYPE_CHECKING:
    from callmap.ask.project import Project
    from callmap.index import Report
    from callmap.reading import Progress

MOST_NAMES = 200  # that a shell is given to complete
QUICK = 4_000  # files: a tree up to this size is brought up to date before a question is answered


def options(*, symbol: bool = False, asks: bool = True) -> Callable[[Any], Any]:
    """The options that commands share. Those of all questions, --ref and --no-sync, go to `opened` by themselves."""

    def add(function: Any) -> Any:
        if asks:
            function = click.option(
                "--no-sync", is_flag=True, **_TO_OPENED, help="Answer at once, from what is indexed."
            )(function)
            function = click.option(
                "--ref", **_TO_OPENED, help="A commit instead of the working tree: branch, tag, hash, HEAD~3, origin/x."
            )(function)
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


def symbol_names(ctx: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """Names of symbols that begin so, for completion in a shell: of an index that is there, and without a word."""
    from callmap.ask.project import Project

    try:
        with Project.open(root_of(ctx.params.get("root"))) as project:
            names = project.store.all_names(project.snapshot.id)
    except CallmapError:
        return []
    return sorted(name for name in names if name and name.startswith(begun))[:MOST_NAMES]


def from_here(_: click.Context, __: click.Parameter, given: Any) -> Any:
    """Names of symbols as they were given; a place that is told from where one is (`../a.py:16`), by its whole path."""
    if isinstance(given, tuple):
        return tuple(os.path.abspath(name) if name.startswith(("./", "../")) else name for name in given)
    return os.path.abspath(given) if given and given.startswith(("./", "../")) else given


def _note(context: click.Context, option: click.Parameter, value: Any) -> None:
    context.meta[f"callmap.{option.name}"] = value


_TO_OPENED: dict[str, Any] = {"expose_value": False, "callback": _note}


def asked_ref() -> str | None:
    """What the command at hand was given as --ref."""
    return click.get_current_context().meta.get("callmap.ref") or None


def root_of(given: str | None) -> str:
    from callmap import config

    return config.find_root(given)


def say(lines: Any) -> None:
    from callmap.show.text import clean

    for line in lines:
        click.echo(clean(line))


def say_answer(lines: Any, err: bool = False) -> None:
    """The text of an answer, with colours on a terminal: places stand out, and what is not sure."""
    from callmap import config
    from callmap.show.text import clean

    stream = sys.stderr if err else sys.stdout
    paint = stream.isatty() and config.colours()
    for line in lines:
        safe = clean(line)
        click.echo(_painted(safe) if paint else safe, err=err)


_COLOURS = {"static": "green", "inferred": "yellow", "possible": "magenta", "unresolved": "red"}
_SURE = re.compile(rf"\b({'|'.join(_COLOURS)})\b")


def _painted(line: str) -> str:
    if line.startswith(("note: ", "warning: ")):
        return click.style(line, dim=True)
    if line and not line.startswith(" "):
        return click.style(line, bold=True)
    return _SURE.sub(lambda match: click.style(match[1], fg=_COLOURS[match[1]]), line)


def say_warnings(warnings: list[str]) -> None:
    """What is to be known of an answer, beside it."""
    from callmap.show.text import clean

    for warning in warnings:
        click.echo(clean(f"warning: {warning}"), err=True)


def say_json(value: Any, err: bool = False) -> None:
    from callmap.show.text import as_json

    click.echo(as_json(value), file=json_stream(err))


def json_stream(err: bool = False) -> Any:
    """JSON is UTF-8, whatever the terminal speaks."""
    stream: Any = sys.stderr if err else sys.stdout
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8")
    return stream


@contextmanager
def opened(root: str | None, json_: bool) -> Iterator[Project]:
    """The project at the ref that was asked for: indexed first, and brought up to date, where that is quick."""
    from callmap.ask.project import Project, is_live

    place, ref = root_of(root), asked_ref()
    with _telling(place, ref, json_):
        if not is_live(place, ref):
            _index_commit(place, ref, json_, only_if_cheap=bool(ref))  # of a bare repository it is all there is
        elif not click.get_current_context().meta.get("callmap.no_sync"):
            _bring_up_to_date(place, json_)
    with _telling(place, ref, json_), Project.open(place, ref) as project, _telling(place, ref, json_, project):
        if click.get_current_context().meta.get("callmap.no_sync") and project.freshness().status == "stale":
            _tell("The index is stale: the working tree has moved since.", json_)
        yield project


@contextmanager
def open_refs(root: str | None, json_: bool, *refs: str) -> Iterator[Project]:
    """The project, at the first of these refs, all of which are indexed first if they are not."""
    from callmap.ask.project import Project, is_live

    place = root_of(root)
    for ref in refs:
        with _telling(place, ref, json_):
            if is_live(place, ref):
                _bring_up_to_date(place, json_)
            else:
                _index_commit(place, ref, json_, only_if_cheap=False)
    with _telling(place, None, json_), Project.open(place, refs[0]) as project, _telling(place, None, json_, project):
        yield project


@contextmanager
def _telling(place: str, ref: str | None, json_: bool, project: Project | None = None) -> Iterator[None]:
    """Errors that are raised inside tell of the index as answers do: a program all; a person what could not be read.
    Without a project: what an update that failed has left, or that there is none to ask yet."""
    try:
        yield
    except CallmapError as error:
        if error.metadata is None and project is None:
            error.metadata = _left(place, ref, error)
        elif error.metadata is None and project is not None:
            from callmap.show.tools.shared import about

            error.metadata = about(project, []) if json_ else {"warnings": project.lacks()}
        raise


def _left(place: str, ref: str | None, error: CallmapError) -> dict[str, Any]:
    """The metadata of an error that came before the index was asked; and how to ask what it holds all the same."""
    from callmap.ask.answers import without_index
    from callmap.ask.project import Project
    from callmap.show.tools.shared import about

    told = without_index(error.code, ref)
    if error.code not in ("storage_unavailable", "index_in_progress"):
        return told
    try:
        with Project.open(place, ref) as project:
            found = about(project, []) | {"indexing_status": told["indexing_status"]}
    except CallmapError:
        return told
    error.data.setdefault("remediation", "`--no-sync` answers from what was indexed before.")
    return found


def _index_commit(place: str, ref: str | None, json_: bool, only_if_cheap: bool = True) -> None:
    """A commit that is not indexed is indexed now, if that is cheap."""
    from callmap.ask.project import Project

    try:
        with Project.open(place, ref):
            return
    except RefNotIndexed as error:
        if "commit" not in error.data or (only_if_cheap and not error.data["cheap"]):
            raise
        _tell(f"{error.message} Indexing it first.", json_)
        run_index(place, None, quiet=json_, ref=error.data["commit"])


def _bring_up_to_date(place: str, json_: bool) -> None:
    from callmap.ask.project import Project

    try:
        with Project.open(place) as project:
            fresh = project.freshness()
            files = sum(project.snapshot.counters["files"].values())
        if fresh.status == "stale" and files <= QUICK:
            done = run_index(place, None, quiet=True)
            if done.changed:
                _tell(f"Brought the index up to date ({done.seconds:.1f} s).", json_)
        elif fresh.status == "stale":
            note = f"{fresh.changed_files:,} files have changed since the index was made; `callmap index` updates it."
            _tell(note, json_)
    except IndexNotReady:
        _tell(f"{place} is not indexed yet: indexing it first.", json_)
        run_index(place, None, quiet=json_)


def _tell(words: str, json_: bool) -> None:
    """Says to a person what is done before a question is answered. Where JSON is asked for, stderr has JSON or nothing:
    the metadata of an answer tells how fresh it is."""
    if not json_:
        from callmap.show.text import clean

        click.echo(clean(words), err=True)


def run_index(root: str, workers: int | None, quiet: bool, ref: str = "") -> Report:
    """Runs the indexer, with a progress bar if a person is watching."""
    import gc

    from callmap.index import index

    gc.disable()  # until all that was made is frozen
    try:
        if quiet or not sys.stderr.isatty():
            return index(root, ref=ref, workers=workers)
        with _progress() as progress:
            return index(root, ref=ref, workers=workers, progress=progress)
    finally:
        gc.freeze()  # else the next collection, or that at the end, goes through all that was made
        gc.enable()


@contextmanager
def progress_bar(quiet: bool) -> Iterator[Progress | None]:
    """Shows how far something is, if a person is watching."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    with _progress() as progress:
        yield progress


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


# --- streams ---


def prepare_streams() -> None:
    """What a terminal cannot show is escaped; a closed stream goes nowhere, lest the next file to be opened take its
    descriptor."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - for as long as the process lives
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def say_error(error: CallmapError) -> None:
    from callmap.show.text import clean

    if "--json" in sys.argv:
        say_json(error.envelope(), err=True)
    else:
        for line in error.message.split("\n"):
            click.echo(clean(line), err=True)
        hint = error.data.get("remediation")
        if hint and hint not in error.message:
            click.echo(clean(str(hint)), err=True)
        say_warnings((error.metadata or {}).get("warnings", []))
