"""Transcripts of agents: takes a session file (Claude Code's or Codex's JSON lines), gives what was said and edited.

Results of tools are not read: they are code and output, not what anybody said. Each line stands alone, so a file that
is still being written gives what is there, and the rest the next time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from callmap.memory.notes import parse_time, shortened
from callmap.memory.sources import Draft, Edit, Found, json_lines, text_of

LONGEST_MESSAGE = 4000  # characters that are kept of a message
_MOST_EDITS = 50  # of one message
_MOST_TEXT = 20_000  # characters of an edit that are looked at
_PATCHED = re.compile(r"^\*\*\* (?P<what>Add|Update|Delete) File: (?P<path>.+)$", re.MULTILINE)
_REVIEW = re.compile(r"(?i)\b(?:code review|reviewed|lgtm|review comments?|reviewing)\b")
_NOISE = re.compile(
    r"(?s)<(system-reminder|environment_context|user_instructions|local-command-stdout)>.*?(?:</\1>|\Z)"
)
_LINE = ("sessionId", "message", "payload", "content", "leafUuid", "role", "summary", "timestamp")
_READING = ("read", "view", "notebookread")
_WRITING = ("write", "create", "create_file", "write_file")
_EDITING = ("edit", "multiedit", "str_replace", "notebookedit", "str_replace_editor", "str_replace_based_edit_tool")


def messages(path: str, found: Found) -> Iterator[Draft]:
    """The messages of a session file, in their order."""
    session, name = "", os.path.basename(path)
    strange = 0
    for number, line in json_lines(path, found):
        session = _session(line) or session or name.rpartition(".")[0]
        draft = _claude(line, number, session, name) or _codex(line, number, session, name)
        if draft is not None:
            yield draft
        elif not _known(line):
            strange += 1
    if strange:
        found.problem(name, f"{strange} lines are of a kind that no known agent writes")


def is_transcript(line: dict[str, Any]) -> bool:
    """Whether a file's first object is a line of a transcript."""
    return _known(line) and not text_of(line, "text")


def _known(line: dict[str, Any]) -> bool:
    if "type" not in line:
        return "record_type" in line or {"id", "timestamp", "instructions"} <= line.keys()
    return not line.keys().isdisjoint(_LINE)


def _session(line: dict[str, Any]) -> str:
    """Claude Code says it in every line, Codex in its first."""
    own = text_of(line, "sessionId")
    if own:
        return own
    meta = line.get("payload")
    if line.get("type") == "session_meta" and isinstance(meta, dict):
        return text_of(meta, "id")
    return text_of(line, "id") if "instructions" in line and "type" not in line else ""


def _claude(line: dict[str, Any], number: int, session: str, name: str) -> Draft | None:
    message = line.get("message")
    if line.get("type") not in ("user", "assistant") or not isinstance(message, dict) or line.get("isMeta"):
        return None
    said, edits = _content(message.get("content"))
    role = text_of(message, "role") or str(line["type"])
    key = text_of(line, "uuid") or f"{session}:{number}"
    return _draft(said, edits, role, line, key, session, name)


def _codex(line: dict[str, Any], number: int, session: str, name: str) -> Draft | None:
    item = line.get("payload") if line.get("type") == "response_item" else line
    if not isinstance(item, dict):
        return None
    key = f"{session}:{number}"
    if item.get("type") == "message":
        said, edits = _content(item.get("content"))
        return _draft(said, edits, text_of(item, "role"), line, key, session, name)
    if item.get("type") in ("function_call", "custom_tool_call", "local_shell_call"):
        given = item.get("input") or item.get("arguments") or item.get("action") or ""
        edits = list(_patches(given if isinstance(given, str) else repr(given)))
        return _draft("", edits, "assistant", line, key, session, name) if edits else None
    return None


def _draft(
    said: str, edits: list[Edit], role: str, line: dict[str, Any], key: str, session: str, name: str
) -> Draft | None:
    said = _NOISE.sub("", said).strip()
    if role not in ("user", "assistant") or (not said and not edits):
        return None
    if not said:
        said = "Edited " + ", ".join(dict.fromkeys(os.path.basename(edit.path) for edit in edits))
    return Draft(
        "message", shortened(said, LONGEST_MESSAGE), "transcript", key, at_ns=parse_time(line.get("timestamp")),
        author=role, session=session, place=name, linked=(said[:_MOST_TEXT],), edits=tuple(edits[:_MOST_EDITS]),
        relation="reviewed" if _REVIEW.search(said[:_MOST_TEXT]) else "discussed", confidence=0.6,
    )  # fmt: skip


def _content(content: Any) -> tuple[str, list[Edit]]:
    """What was said, and what was edited, in the parts of a message."""
    if isinstance(content, str):
        return content, []
    said: list[str] = []
    edits: list[Edit] = []
    for part in content if isinstance(content, list) else []:
        if isinstance(part, str):
            said.append(part)
        elif isinstance(part, dict):
            kind = part.get("type")
            if kind in ("text", "input_text", "output_text"):
                said.append(text_of(part, "text"))
            elif kind == "tool_use" and isinstance(part.get("input"), dict):
                edits.extend(_edits(str(part.get("name", "")).lower(), part["input"]))
    return "\n".join(filter(None, said)), edits


def _edits(tool: str, given: dict[str, Any]) -> Iterator[Edit]:
    path = text_of(given, "file_path", "path", "notebook_path", "filename")
    if not path:
        yield from _patches(text_of(given, "input", "patch", "command"))
        return
    if tool in _READING or given.get("command") == "view":
        yield Edit(path, "", "reviewed")
    elif tool in _WRITING or given.get("command") == "create":
        yield Edit(path, text_of(given, "content", "file_text")[:_MOST_TEXT], "created")
    elif tool in _EDITING:
        several = given.get("edits")
        for edit in several if isinstance(several, list) else [given]:
            if isinstance(edit, dict):
                yield Edit(path, text_of(edit, "new_string", "new_str", "new_source")[:_MOST_TEXT])


def _patches(text: str) -> Iterator[Edit]:
    """`apply_patch`: the files that a patch names, each with the lines that it adds."""
    if "*** Begin Patch" not in text:
        return
    text = text.replace("\\n", "\n") if "\n*** " not in text else text
    marks = list(_PATCHED.finditer(text))
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        body = text[mark.end() : following.start() if following else len(text)]
        added = "\n".join(line[1:] for line in body.splitlines() if line.startswith(("+", " ")))
        relation = "created" if mark["what"] == "Add" else "modified"
        yield Edit(mark["path"].strip(), added[:_MOST_TEXT], relation)
