"""The memory as files: takes a project and a format, writes what is remembered where the user says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from callmap.ask.project import Project
from callmap.errors import BadInput
from callmap.memory import export, place
from callmap.memory.notes import Note


def exported(project: Project, format: str, output: str) -> str | dict[str, Any]:
    """JSON lines as text where no output is named; else what was written."""
    notes = sorted(_notes(project.root), key=lambda note: (note.at_ns, note.id))
    try:
        if format == "jsonl":
            text = "".join(f"{line}\n" for line in export.as_lines(notes))
            if not output:
                return text
            _write(output, text)
            return {"written": {"notes": len(notes)}}
        return {"written": {"notes": export.write_markdown(notes, _directory(output))}}
    except OSError as error:
        raise BadInput(f"'{output}' cannot be written ({error.strerror}); name another place with --output.") from None


def _notes(root: str) -> list[Note]:
    with place.asking(root) as memory:
        return [] if memory is None else list(memory.every())


def _directory(output: str) -> Path:
    if os.path.lexists(output) and not os.path.isdir(output):
        raise BadInput(f"'{output}' is a file; name a directory with --output.")
    return Path(output)


def _write(output: str, text: str) -> None:
    draft = f"{output}.{os.getpid()}.draft"
    try:
        with open(draft, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(draft, output)
    finally:
        if os.path.exists(draft):
            os.unlink(draft)
