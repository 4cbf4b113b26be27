"""Keeping the index up to date: `watch`."""

from __future__ import annotations

import gc
import os
import select
import signal
import sys
import time
from collections.abc import Collection

import click

from callmap.index import Report, index
from callmap.reading import Progress
from callmap.show.terminal import options, root_of, say, say_json
from callmap.watch import Event, Watcher


@click.command("watch")
@click.option("--workers", type=click.IntRange(1), help="Processes that read files. Default: one per core.")
@click.option("--while-stdin", is_flag=True, help="End when stdin ends: for a program that starts this one.")
@click.option("--no-wait", is_flag=True, help="End if another process keeps the index up to date already.")
@options(asks=False)
def watch_command(workers: int | None, while_stdin: bool, no_wait: bool, root: str | None, json_: bool) -> None:
    """Keep the index up to date while files are edited. One process a tree does; others wait for its place."""
    place = root_of(root)

    def update(progress: Progress, where: Collection[str] | None) -> Report:
        try:
            return index(place, workers=workers, progress=progress, where=where)
        finally:
            gc.collect()  # this process stays

    def tell(event: Event) -> None:
        if json_:
            import msgspec

            say_json(msgspec.to_builtins(event))
        else:
            say([f"{time.strftime('%H:%M:%S')}  {_words(event)}"])
        sys.stdout.flush()

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        Watcher(place, update, tell, _stdin_is_open if while_stdin else lambda: True).run(wait=not no_wait)
    except KeyboardInterrupt:  # the usual end
        return


def _words(event: Event) -> str:
    done = event.report
    if done is None:
        return f"{event.what}: {event.words}" if event.words else event.what
    commit = f" at {done.commit[:12]}" if done.commit else ""
    removed = f", {done.removed:,} gone" if done.removed else ""
    return f"indexed{commit}: {done.read:,} files read{removed}, {done.seconds:.2f} s"


def _stdin_is_open() -> bool:
    """Whoever started this process may say nothing; when it ends, stdin does."""
    readable, _, _ = select.select([0], [], [], 0)
    return not readable or bool(os.read(0, 4096))
