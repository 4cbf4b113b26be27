"""What to ask next: takes a question and what came of it, gives better questions where the answer says little.

One rule for each row of the contract's table (seed 004).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from callmap.ask.project import Project
from callmap.ask.search import NATURAL_LANGUAGE, SMALL_WORDS, identifiers, intent_of
from callmap.errors import BadInput
from callmap.model import CALLABLE_KINDS
from callmap.store.rows import SymbolRow
from callmap.store.words import stem, words

ABOVE = "results are above confidence threshold"
_MOST_IDENTIFIERS = 12
_MOST_LOCATED = 3
_NAMES = ("symbol_name", "name", "symbol", "function_name", "entry", "from_func")  # where tools have the symbol's name


class Suggestion(msgspec.Struct, frozen=True):
    tool: str
    params: dict[str, Any]
    reason: str


class Advice(msgspec.Struct, frozen=True):
    """What may be asked next. `confident`: nothing needs to be; `reason` says why there is no suggestion."""

    suggestions: list[Suggestion]
    confident: bool
    top_score: float | None
    identifiers: list[str]
    reason: str = ""


def suggest(project: Project, query: Any, results: Any, threshold: float) -> Advice:
    """Raises BadInput if the query does not say its tool and params."""
    tool, params = _checked(query, results)
    score = _top_score(results)
    text = _text(params)
    if score is not None and score >= threshold:
        return Advice([], True, score, [], ABOVE)
    if score is None and _count(results):
        return Advice([], True, score, [], ABOVE)
    names = _known_first(project, text)
    rules = {"search_code": _after_search, "locate_symbol": _after_locate, "get_call_graph": _after_graph}
    rule = rules.get(tool, _after_graph)
    made = list(rule(project, text, params, results, names))
    seen = {str((made_one.tool, made_one.params)): made_one for made_one in made}
    found = [one for one in seen.values() if (one.tool, one.params) != (tool, params)]
    reason = "" if found else "no better question is known"
    return Advice(found, False, score, list(names), reason)


def _after_search(
    project: Project, text: str, params: dict[str, Any], results: Any, names: dict[str, SymbolRow | None]
) -> Iterator[Suggestion]:
    language = params.get("language")
    if (results.get("query_intent") or intent_of(text)) == NATURAL_LANGUAGE:
        known = {name: row for name, row in names.items() if row is not None}
        for name, row in list((known or names).items())[: _MOST_LOCATED if known else 1]:
            kind = {"kind": "fn"} if row is None or row.kind in CALLABLE_KINDS else {"kind": row.kind}
            there = "which exists in the index" if row is not None else "which may be its name"
            yield Suggestion(
                "locate_symbol", {"name": name, **kind},
                f"Extracted identifier '{name}' from natural language query, {there}. "
                "Symbol lookup may yield more precise results.",
            )  # fmt: skip
        best = next(iter(names), "")
        rest = [word for word in _plain(text) if stem(word) not in best.lower()]
        if best:
            yield Suggestion(
                "search_code", {"query": " ".join([best, *rest[:2]]), "language": language or _main_language(project)},
                "Narrowing query to specific terms and language may improve relevance.",
            )  # fmt: skip
        return
    parts = words(text)
    if len(parts) > 1 or language:
        yield Suggestion("search_code", {"query": " ".join(parts)}, "A broader query: the words of the name, anywhere.")
    others = [other for other in project.snapshot.counters["files"] if other != language]
    if others:
        yield Suggestion(
            "search_code", {"query": text, "language": others[0]}, "The symbol may be defined in another language."
        )


def _after_locate(
    project: Project, text: str, params: dict[str, Any], results: Any, names: dict[str, SymbolRow | None]
) -> Iterator[Suggestion]:
    why = f"No symbol is called '{text}'; search looks into docstrings and comments, too."
    yield Suggestion("search_code", {"query": text}, why)
    last = text.replace("::", ".").rpartition(".")[2]
    count, some = project.unresolved_calls_named(last)
    if some:
        caller = some[0].caller
        yield Suggestion(
            "get_call_graph", {"symbol_name": caller.id, "direction": "callees"},
            f"'{last}' is a callee that is not defined here: it is called {count} times, first by "
            f"{caller.name or caller.path}.",
        )  # fmt: skip
    yield from _located(names, text)


def _after_graph(
    project: Project, text: str, params: dict[str, Any], results: Any, names: dict[str, SymbolRow | None]
) -> Iterator[Suggestion]:
    yield Suggestion("locate_symbol", {"name": text}, "Verify that the symbol exists, and which one is meant.")
    parts = words(text.rpartition("::")[2])
    yield Suggestion(
        "search_code", {"query": " ".join(parts) or text}, "Code with alternative names may do what is looked for."
    )
    yield from _located(names, text)


def _located(names: dict[str, SymbolRow | None], text: str) -> Iterator[Suggestion]:
    for name in [name for name, row in names.items() if row is not None and name != text][:1]:
        yield Suggestion("locate_symbol", {"name": name}, f"'{name}' exists in the index and is spelt alike.")


def _known_first(project: Project, text: str) -> dict[str, SymbolRow | None]:
    """The identifiers that a text may speak of, those that exist in the index first, with a symbol of that name."""
    found: dict[str, SymbolRow | None] = {}
    for name in identifiers(text)[:_MOST_IDENTIFIERS]:
        rows = project.store.symbols_named(project.snapshot.id, name)
        found[name] = next((row for row in rows if row.kind in CALLABLE_KINDS), rows[0] if rows else None)
    return dict(sorted(found.items(), key=lambda item: item[1] is None))


def _checked(query: Any, results: Any) -> tuple[str, dict[str, Any]]:
    missing = [
        name
        for name, kind in (("tool", str), ("params", dict))
        if not isinstance(query, dict) or not isinstance(query.get(name), kind) or (kind is str and not query[name])
    ]
    if missing:
        raise BadInput(
            f"previous_query is missing required fields: {', '.join(missing)}.",
            remediation='Pass {"tool": "search_code", "params": {"query": "…"}}.',
        )
    if not isinstance(results, dict):
        raise BadInput("previous_results is not an object.", remediation="Pass the answer as it was, or part of it.")
    return query["tool"], query["params"]


def _top_score(results: dict[str, Any]) -> float | None:
    """The best score that the results tell; None if they tell none."""
    scores = [results.get("top_score")]
    listed = results.get("results")
    scores += [one.get("score") for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    numbers = [float(score) for score in scores if isinstance(score, int | float) and score == score]
    if results.get("total_candidates") == 0 or listed == []:
        return max(numbers, default=0.0)
    return max(numbers, default=None)


def _count(results: dict[str, Any]) -> int:
    """How many things an answer holds, whatever its tool."""
    totals = [results.get(name) for name in ("total_edges", "total_candidates", "total", "total_callers")]
    known = [total for total in totals if isinstance(total, int)]
    return max(known) if known else sum(len(value) for value in results.values() if isinstance(value, list))


def _text(params: dict[str, Any]) -> str:
    """What was asked for: the query, or the symbol's name."""
    for name in ("query", *_NAMES):
        value = params.get(name)
        if isinstance(value, list) and value:
            value = value[0]
        if isinstance(value, str) and value.strip():
            return value.strip()[:500]
    return ""


def _plain(text: str) -> list[str]:
    return [word.lower() for word in text.split() if word.isalnum() and word.lower() not in SMALL_WORDS]


def _main_language(project: Project) -> str:
    return next(iter(project.snapshot.counters["files"]), "")
