"""The command `callmap`. A command is imported when it is named: `callmap --version` imports almost nothing."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from importlib import import_module
from typing import Any

import click

from callmap import __version__
from callmap.errors import BadInput, CallmapError
from callmap.show.terminal import prepare_streams, say_error

# Commands, as `callmap --help` lists them → the module in commands/ that has them, as NAME_command
COMMANDS = {
    "index": "index",
    "status": "index",
    "watch": "watch",
    "symbols": "graph",
    "callers": "graph",
    "callees": "graph",
    "edges": "graph",
    "show": "ask",
    "graph": "ask",
    "deps": "ask",
    "dependents": "ask",
    "path": "ask",
    "impact": "ask",
    "flow": "ask",
    "locate": "ask",
    "search": "ask",
    "suggest": "ask",
    "entries": "ask",
    "query": "ask",
    "remember": "memory",
    "recall": "memory",
    "why": "memory",
    "memory": "memory",
    "export": "memory",
    "compare": "history",
    "diff": "history",
    "refs": "history",
    "prune": "history",
    "hook": "hook",
    "serve": "serve",
    "install": "setup",
    "doctor": "setup",
    "du": "setup",
    "forget": "setup",
    "completion": "setup",
}


def main() -> None:
    """Runs the command line; the process's exit code is 0 found, 1 not found, 2 misuse, 3 trouble with the index."""
    prepare_streams()
    atexit.register(gc.freeze)  # or all that was linked is looked through for cycles before the process ends
    try:
        commands(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        if "--json" in sys.argv:
            say_error(BadInput(error.format_message(), remediation="`callmap --help` lists commands and options."))
        else:
            error.show()
        sys.exit(2)
    except CallmapError as error:
        say_error(error)
        sys.exit(error.exit_code)
    except _ReaderGone:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone, and that is fine
        sys.exit(0)
    except Exception:
        import traceback

        traceback.print_exc()
        click.echo("This is a bug in callmap, not in your project; please report it with the lines above.", err=True)
        sys.exit(3)


class _ReaderGone(Exception):
    """Who read our output wants no more of it (`callmap edges | head -1`)."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        found = getattr(import_module(f"callmap.show.commands.{COMMANDS[name]}"), f"{name}_command")
        assert isinstance(found, click.Command)
        return found

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would make it exit code 1
            raise _ReaderGone from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="callmap", message="%(prog)s %(version)s")
def commands() -> None:
    """A map of who calls whom in a code base, with the evidence for every edge."""
