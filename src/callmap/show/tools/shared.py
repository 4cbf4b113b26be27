"""What tools share: bounds that warn, edges as the contracts draw them, the metadata of every answer."""

from __future__ import annotations

import base64
import binascii
import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import Any, Self, TypeVar

import msgspec

from callmap.ask import entries, graph, symbols
from callmap.ask.answers import contract_symbol, metadata
from callmap.ask.memory import touching
from callmap.ask.project import Project
from callmap.errors import BadInput, CallmapError, Stopped
from callmap.languages import languages
from callmap.model import short_name
from callmap.show.lines import Answer
from callmap.store.rows import EdgeRow, End, SymbolRow

MOST_RESULTS = 100
MANY = 1000  # calls: from here on they are also counted by directory
DETAILS = ("location", "signature", "context")
_MOST_DIRECTORIES = 20
_MOST_PLACES = 5
_MORE_THAN_PLACES = frozenset(
    {"via", "caller", "callee", "signature", "language", "qualified_name", "from_id", "to_id"}
)

T = TypeVar("T")
Names = str | list[str]  # graph tools take one symbol, or several


class Page(msgspec.Struct, frozen=True):
    """Which part of a long list is shown: `limit` things, after the first `offset`; of which edition of the index."""

    limit: int
    offset: int = 0
    edition: str = ""

    @classmethod
    def of(cls, limit: int, cursor: str, warnings: list[str], *projects: Project, most: int = MOST_RESULTS) -> Self:
        """From a tool's `limit` and `cursor`, and the projects that the list is found in: a warning says that they have
        changed since the page before. Raises BadInput for a cursor that no answer gave."""
        limit = clamped("limit", limit, 1, most, warnings)
        edition = ",".join(f"{each.snapshot.id}.{each.snapshot.generation}" for each in projects)
        if not cursor:
            return cls(limit, 0, edition)
        try:
            word, offset, of = base64.urlsafe_b64decode(cursor.encode("ascii")).decode("ascii").split(":")
            if word != "after" or not offset.isdigit() or len(offset) > 15:
                raise ValueError
        except (ValueError, binascii.Error):
            raise BadInput(
                f"'{cursor[:50]}' is no cursor of an answer.",
                remediation="Pass `next_cursor` as it was, or leave it out.",
            ) from None
        if of != edition:
            warnings.append(
                "The index has changed since the page before, or that was of another question: results may be missing "
                "or come twice. Ask without `cursor` for all of them."
            )
        return cls(limit, int(offset), edition)

    def cut(self, things: Sequence[T]) -> Sequence[T]:
        return things[self.offset : self.offset + self.limit]

    def leaves(self, total: int) -> bool:
        """Whether anything is not shown, before or after."""
        return self.offset > 0 or total > self.limit

    def rest(self, total: int, warnings: list[str]) -> dict[str, Any]:
        """What an answer says of the list it is a part of: `next_cursor`, None at the end; and a warning."""
        end = self.offset + self.limit
        if self.leaves(total):
            last = min(end, total)
            shown = f"{self.offset + 1} to {last}" if last > self.offset else "none"
            how = "; pass `next_cursor` as `cursor` for more" if end < total else ""
            warnings.append(f"Of {total} results, {shown} are shown{how}.")
        cursor = base64.urlsafe_b64encode(f"after:{end}:{self.edition}".encode("ascii")).decode("ascii")
        return {"next_cursor": cursor if end < total else None}


def clamped(name: str, value: int, low: int, high: int, warnings: list[str]) -> int:
    clamped = min(max(value, low), high)
    if clamped != value:
        warnings.append(f"{name} {value} is outside {low}–{high}; {clamped} was used.")
    return clamped


def lies_within(path: str, place: str) -> bool:
    """Whether a path lies in a directory, holds that text, or fits it as a glob (* crosses /)."""
    low = place.lower().strip("/")
    return fnmatchcase(path.lower(), low) if set("*?") & set(low) else low in path.lower()


def known_detail(detail: str) -> str:
    if detail not in DETAILS:
        raise BadInput(f"detail_level is '{detail}'; it must be one of {', '.join(DETAILS)}.")
    return detail


def detailed(project: Project, one: Answer, edge: EdgeRow, detail: str) -> Answer:
    """A call in a list: "location" is the least that the contracts have, "signature" has more of its symbols and the
    evidence, "context" also the source line of the call."""
    if detail == "location":
        return {key: value for key, value in one.items() if key not in _MORE_THAN_PLACES}
    return {**one, "source": project.source_line(edge.caller.path, edge.line)[:200]} if detail == "context" else one


def signatures(project: Project, ends: Iterable[End | None], detail: str) -> dict[int, str]:
    """Of the symbols at these ends, by key, unless only locations are wanted."""
    keys = {end.key for end in ends if end is not None}
    if detail == "location" or not keys:
        return {}
    return {row.key: row.signature for row in project.store.symbols_with_keys(project.snapshot.id, keys)}


def by_directory(**paths: Sequence[str]) -> Answer:
    """`directories`: of each list of thousands, in which directories most of its entries are."""
    found = {name: Counter(posixpath.dirname(p) or "." for p in of) for name, of in paths.items() if len(of) > MANY}
    if not found:
        return {}
    most = {
        name: sorted(of.items(), key=lambda one: (-one[1], one[0]))[:_MOST_DIRECTORIES] for name, of in found.items()
    }
    return {"directories": {name: dict(of) for name, of in most.items()}}


def directory_lines(answer: Answer, name: str) -> Iterator[str]:
    """The same as text."""
    yield from (f"  {count:>6}  {place}/" for place, count in answer.get("directories", {}).get(name, {}).items())


def known_language(language: str) -> str:
    """The language, if there is such a one ("" stands for any)."""
    names = [known.name for known in languages()]
    if language and language not in names:
        how = f"Name one of {', '.join(names)}, or none."
        raise BadInput(f"There is no language '{language[:50]}'.", remediation=how)
    return language


def about(project: Project, warnings: list[str], truncated: bool = False) -> dict[str, Any]:
    fresh = project.freshness()
    if fresh.status == "stale":
        warnings = [*warnings, f"The working tree has moved since it was indexed ({fresh.words})."]
    lacks = project.lacks()
    return metadata(
        freshness=fresh.status,
        completeness="truncated" if truncated else "partial" if lacks else "complete",
        schema=project.schema_status(),
        ref=project.ref,
        commit=project.snapshot.commit,
        warnings=[*lacks, *warnings],
        head=fresh.head or None,
        changed_files=fresh.changed_files,
    )


@contextmanager
def informed(project: Project) -> Iterator[Project]:
    """Errors that are raised inside tell of the project that was asked, as answers do."""
    try:
        yield project
    except Stopped:
        raise
    except CallmapError as error:
        if error.metadata is None:
            error.metadata = about(project, [])
        raise


def meant(project: Project, names: Names, file: str = "") -> list[SymbolRow]:
    """Every symbol that has one of the names, in files whose path holds `file`. Raises what helps if there is none."""
    rows: dict[int, SymbolRow] = {}
    for name in [names] if isinstance(names, str) else names:
        found = symbols.candidates(project.store, project.snapshot.id, name, symbols.relative(project.root, file))
        rows |= {row.key: row for row in found or [project.find(name, file)]}
    if not rows:
        raise BadInput("The list of names is empty.", remediation="Name at least one symbol.")
    return list(rows.values())


def one_each(project: Project, names: Names, file: str = "") -> list[SymbolRow]:
    """The one symbol that each of the names means. Raises what helps if there is none, or several."""
    if not names:
        raise BadInput("No symbol is named.", remediation="Name a symbol, or a list of several.")
    given = [names] if isinstance(names, str) else names
    return list({row.key: row for row in (project.find(name, file) for name in given)}.values())


def remembered(project: Project, keys: Iterable[int]) -> dict[str, Any]:
    """How many decisions in force, past errors and notes in all are about symbols, each note counted once."""
    try:
        found = touching(project.root, keys).all
    except CallmapError as error:  # the graph can be told all the same
        return {"decisions": 0, "errors": 0, "notes": 0, "trouble": error.message}
    return {"decisions": found.decisions, "errors": found.errors, "notes": found.notes}


def remembered_lines(answer: Answer) -> Iterator[str]:
    """The same as text, if there is anything to say."""
    found = answer["remembered"]
    if found["notes"]:
        yield (
            f"Remembered: {found['decisions']} decisions, {found['errors']} errors, {found['notes']} notes in all; "
            "memory_linked_search or recall shows them."
        )
    if found.get("trouble"):
        yield f"Remembered: not known. {found['trouble']}"


def no_callers(project: Project, *symbols: SymbolRow) -> str:
    """What "0 callers" means here: nobody, or nobody that is known; who calls it from outside, who just mentions it."""
    names = dict.fromkeys(short_name(symbol.name) or symbol.qualified_name for symbol in symbols)
    said = [_no_callers(project, name) for name in names]
    reasons = dict.fromkeys(why for symbol in symbols if (why := entries.reason(symbol)))
    if reasons:
        said.append(f"It is an entry point, called from outside: {', '.join(reasons)}.")
    edges = project.store.edges_to(project.snapshot.id, [symbol.key for symbol in symbols])
    places = [f"{edge.caller.path}:{edge.line}" for edge in edges if edge.kind == "REFERENCES"]
    if places:
        more = " …" if len(places) > _MOST_PLACES else ""
        said.append(f"It is passed on or stored, not called, at {', '.join(places[:_MOST_PLACES])}{more}.")
    return " ".join(said)


def _no_callers(project: Project, name: str) -> str:
    count, some = project.unresolved_calls_named(name)
    if not count:
        return f"No call of '{name}' was found, and no unresolved call has that name."
    places = ", ".join(f"{edge.caller.path}:{edge.line}" for edge in some)
    return (
        f"No call is known to reach it, but {count} unresolved call{'s' if count > 1 else ''} of the name '{name}' "
        f"may: {places}{' …' if count > len(some) else ''}"
    )


def contract_edges(project: Project, steps: Sequence[graph.Step], direction: str) -> list[dict[str, Any]]:
    ends = {}
    other = graph.caller if direction == "callers" else graph.callee
    keys = [end.key for step in steps if (end := other(step.edge)) is not None]
    for row in project.store.symbols_with_keys(project.snapshot.id, keys):
        ends[row.key] = contract_symbol(row)
    results = []
    for step in steps:
        edge, end = step.edge, other(step.edge)
        results.append({
            "symbol": ends.get(end.key) if end is not None else None,
            "call_site": {"file": edge.caller.path, "line": edge.line, "column": edge.column},
            "confidence": edge.confidence,
            "depth": step.depth,
            "caller": edge.caller.id,
            "callee": edge.callee.id if edge.callee is not None else None,
            "kind": edge.kind,
            "call_type": edge.call_type,
            "via": list(edge.via),
            "name": edge.name,
            **({"external": edge.external, "reason": edge.reason} if end is None else {}),
            **({"condition": edge.condition} if edge.condition else {}),
        })  # fmt: skip
    return results
