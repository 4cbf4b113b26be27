"""Decision records: takes Markdown or plain text, gives the decision in it. MADR, Nygard's form, and any with a status.

# 7. Use RRF for search            ADR-202: Memory-linked navigation      ---
Date: 2026-01-17                   Status: ACCEPTED                       status: accepted
## Status                          Context and Problem Statement          date: 2026-01-17
Accepted                           …                                      ---
## Context …  ## Decision …        Decision Outcome …                     # Use RRF …
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from callmap.memory.notes import parse_time, shortened
from callmap.memory.sources import Draft, Found
from callmap.read import TooLarge, read_bytes

PLACES = re.compile(r"(?:^|/)(?:adrs?|decisions?|decision-records?|rfcs?)/", re.IGNORECASE)
SUFFIXES = (".md", ".markdown", ".mdx", ".txt", ".rst", ".adoc")
LARGEST = 4 << 20  # bytes of one record

_STATUS_WORDS = {
    "active": "accepted active approved decided implemented adopted agreed final done complete completed current",
    "proposed": "proposed draft rfc pending open idea review discussion wip undecided",
    "superseded": "superseded replaced amended",
    "deprecated": "deprecated rejected withdrawn obsolete abandoned declined retired removed",
}
STATUSES = {word: status for status, words in _STATUS_WORDS.items() for word in words.split()}

_FIELD = re.compile(r"^\s*(?:[-*>|]\s*)?\**(?P<name>[A-Za-z][A-Za-z -]{1,30}?)\**\s*:\**\s*(?P<value>\S.*?)\**\s*$")
_HEADING = re.compile(r"^(?P<marks>#{1,6})\s+(?P<text>.+?)\s*#*$")
_BOLD = re.compile(r"^\*\*(?P<text>[A-Z][A-Za-z ,/-]{2,60})[.:]\*\*\s*(?P<rest>.*)$")
_WORD = re.compile(r"[A-Za-z]+")
# What the parts of a record are called; what stands under other headings belongs to the part above, or to none.
_PARTS = {
    "decision": (
        "decision outcome",
        "decision",
        "choice",
        "outcome",
        "resolution",
        "chosen option",
        "proposed decision",
    ),
    "reasons": (
        *("rationale", "context and problem statement", "context", "problem statement", "problem", "background", "why"),
        *("motivation", "justification", "forces"),
    ),
    "status": ("status",),
    "rest": (
        *("consequences", "positive consequences", "negative consequences", "considered options", "options considered"),
        *("decision drivers", "alternatives", "alternatives considered", "rejected", "pros and cons of the options"),
        *("technical implementation", "value proposition", "links", "references", "more information", "validation"),
        *("confirmation", "implementation", "notes", "performance characteristics", "requirements", "related"),
        *("what would change our mind",),
    ),
}
_PART_OF = {name: part for part, names in _PARTS.items() for name in names}


class Record(NamedTuple):
    title: str
    status: str
    said: str  # the status as it was written
    decision: str
    reasons: str
    date: str
    author: str


def records(root: str, paths: list[str], found: Found, named: bool = False) -> Iterator[Draft]:
    """The decisions in files below a root. `named`: the user says that they are decisions."""
    for number, path in enumerate(paths, 1):
        found.progress("reading", number, len(paths))
        try:
            content = read_bytes(root, path, LARGEST)
        except TooLarge:
            found.problem(path, f"it has more than {LARGEST >> 20} MB")
            continue
        except (OSError, ValueError) as error:
            found.problem(path, f"it cannot be read ({getattr(error, 'strerror', None) or error})")
            continue
        if b"\0" in content:
            found.problem(path, "it is not text")
            continue
        text = content.decode("utf-8-sig", "replace")
        in_its_place = named or bool(PLACES.search(path))
        record = parse(text)
        if record is None or (not record.said and not in_its_place):
            if in_its_place:
                found.problem(path, "it has no title and no text")
            continue
        if not in_its_place and not _is_record(record, path):
            continue
        if not named and os.path.basename(path).lower().startswith(("readme", "index", "template", "adr-template")):
            found.problem(path, "by its name it is not a decision")
            continue
        if record.said and not record.status:
            found.problem(path, f"its status '{record.said[:60]}' is not known; it is taken as active")
        yield Draft(
            "decision", shortened(f"{record.title}\n\n{record.decision}".strip()), "adr", path,
            rationale=shortened(record.reasons), status=record.status or "active", at_ns=parse_time(record.date),
            author=record.author, place=path, linked=(text,), tags=("adr",),
        )  # fmt: skip


def is_candidate(name: str) -> bool:
    """Whether a file may be a record by its name."""
    return name.lower().endswith(SUFFIXES)


def parse(text: str) -> Record | None:
    """The decision in a text; None if there is nothing in it. `status` is "" if the text has none that is known."""
    fields, body = _front_matter(text)
    parts: dict[str, list[str]] = {"": [], "decision": [], "reasons": [], "status": [], "rest": []}
    title, here, depth, fenced = fields.get("title", ""), "", 0, False
    for line in body.splitlines():
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        level, words, rest = (0, "", "") if fenced else _heading(line)
        name = re.sub(r"^[\d.]+\s*", "", words).strip(" :.").lower()
        if level == 1 and not title:
            title = words
        elif name in _PART_OF:
            here, depth = _PART_OF[name], level
            parts[here].append(rest)
        elif level and level <= depth:
            here, depth = "", level
        elif not title and line.strip() and not _FIELD.match(line):
            title = line.strip()
        else:
            field = None if fenced else _FIELD.match(line)
            if field and here in ("", "status", "rest"):
                fields.setdefault(field["name"].strip().lower(), field["value"].strip())
            parts[here].append(line)
    whole = {name: "\n".join(lines).strip() for name, lines in parts.items()}
    if not title and not any(whole.values()):
        return None
    said = (fields.get("status") or whole["status"].partition("\n")[0]).strip("*_`> \"'")
    author = next((fields[name] for name in ("deciders", "decision-makers", "author", "authors") if name in fields), "")
    dates = ("date", "decision date", "date created", "created", "last updated")
    date = next((fields[name] for name in dates if name in fields), "")
    return Record(
        _plain_title(title), status_of(said), said, whole["decision"] or whole[""] or whole["rest"], whole["reasons"],
        date.strip("\"'")[:40], author.strip("[]\"'"),
    )  # fmt: skip


def status_of(said: str) -> str:
    """Our word for a record's status: its first word that is known ("Superseded by ADR-7" → superseded)."""
    return next((STATUSES[word] for word in map(str.lower, _WORD.findall(said)) if word in STATUSES), "")


def _is_record(record: Record, path: str) -> bool:
    """Whether a text outside the usual places is a record: its status is known, and it decides something."""
    if not record.status:
        return False
    return bool(record.reasons and record.decision) or bool(
        re.search(r"(?i)\b(?:adr|rfc|decision)", path + record.title)
    )


def _heading(line: str) -> tuple[int, str, str]:
    """(level, words, what follows on the line); level 0 if it is none. `**Context.** We …` is one, and so is a line
    that holds nothing but the name of a part, as in a text whose marks were lost."""
    heading = _HEADING.match(line)
    if heading:
        return len(heading["marks"]), heading["text"].strip("*_ "), ""
    bold = _BOLD.match(line)
    if bold and bold["text"].strip().lower() in _PART_OF:
        return 2, bold["text"], bold["rest"]
    if line.strip(" :").lower() in _PART_OF and line[:1].isupper():
        return 2, line.strip(" :"), ""
    return 0, "", ""


def _front_matter(text: str) -> tuple[dict[str, str], str]:
    """The simple fields between `---` lines at the top, and what follows. Read as text: no YAML is run."""
    lines = text.splitlines()
    fields: dict[str, str] = {}
    if not lines or lines[0].strip() != "---":
        return fields, text
    for number, line in enumerate(lines[1:200], 1):
        if line.strip() in ("---", "..."):
            return fields, "\n".join(lines[number + 1 :])
        name, colon, value = line.partition(":")
        if colon and value.strip() and not line[:1].isspace():
            fields[name.strip().lower()] = value.strip().strip("\"'")
    return {}, text


def _plain_title(title: str) -> str:
    """`7. Use RRF`, `ADR-007: Use RRF`, `# Use RRF` → as it is, without marks."""
    return title.lstrip("# ").strip()[:300]
