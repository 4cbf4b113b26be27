"""The memory as files: takes a project and a format, writes what is remembered where the user says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from callmap.ask.graph import CALL_KINDS
from callmap.ask.project import Project
from callmap.errors import BadInput
from callmap.memory import export, place
from callmap.memory.notes import Note
from callmap.memory.sources import coditect
from callmap.model import CALLABLE_KINDS


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
        if format == "coditect":
            return {"written": _coditect(project, notes, _directory(output))}
        return {"written": {"notes": export.write_markdown(notes, _directory(output))}}
    except OSError as error:
        raise BadInput(f"'{output}' cannot be written ({error.strerror}); name another place with --output.") from None


def _coditect(project: Project, notes: list[Note], directory: Path) -> dict[str, int]:
    """The call graph and the memory in seed 001's schema. Never over databases that are there."""
    for name in coditect.SCHEMAS:
        if (directory / name).exists():
            raise BadInput(f"{directory / name} is there already and is left as it is; name another directory.")
    directory.mkdir(parents=True, exist_ok=True)
    store, snapshot = project.store, project.snapshot.id
    rows = [row for row in store.symbols_like(snapshot) if row.name and row.kind in CALLABLE_KINDS]
    functions = [
        coditect.Function(row.path, row.name, row.language, row.line, row.end_line, row.signature, row.doc)
        for row in rows
    ]
    ids = {row.key: function.id for row, function in zip(rows, functions, strict=True)}
    calls: dict[tuple[str, str], list[int]] = {}
    for edge in store.edges(snapshot):
        if edge.kind in CALL_KINDS and edge.callee is not None and {edge.caller.key, edge.callee.key} <= ids.keys():
            calls.setdefault((ids[edge.caller.key], ids[edge.callee.key]), []).append(edge.line)
    return coditect.write(directory, functions, ((*ends, lines) for ends, lines in calls.items()), notes)


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
