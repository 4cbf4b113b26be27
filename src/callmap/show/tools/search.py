"""Finding code and the next question (seed 004): `search_code`, `suggest_followup_queries`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from callmap.ask import search, suggest
from callmap.ask.answers import contract_symbol
from callmap.ask.project import Project
from callmap.errors import BadInput
from callmap.show.lines import Answer
from callmap.show.tools.shared import Page, about, known_language


def search_code(
    project: Project, query: str, language: str = "", limit: int = 10, ref: str | None = None, cursor: str = ""
) -> dict[str, Any]:
    """Symbols by words: in names, signatures, docstrings, comments and paths; exact names first."""
    project.check_ref(ref)
    if not query.strip():
        raise BadInput("query is empty.", remediation="Say what to look for: a name, a path or some words.")
    warnings: list[str] = []
    page = Page.of(limit, cursor, warnings, project)
    found = search.search(project, query, known_language(language), page.limit, page.offset)
    first = found.hits if page.offset == 0 else search.search(project, query, language, 1).hits
    results = [_result(hit) for hit in found.hits]
    return {
        "results": results,
        "query_intent": found.intent,
        "total_candidates": found.total,
        "top_score": max((hit.score for hit in first), default=0.0),
        **page.rest(found.total, warnings),
        **({} if found.total else {"note": f"No symbol has a word of '{query[:200]}'."}),
        "metadata": about(project, warnings, truncated=page.leaves(found.total)),
    }


def suggest_followup_queries(
    project: Project,
    previous_query: dict[str, Any],
    previous_results: dict[str, Any],
    confidence_threshold: float = 0.5,
    ref: str | None = None,
) -> dict[str, Any]:
    """What to ask next when an answer says little."""
    project.check_ref(ref)
    warnings: list[str] = []
    threshold = min(max(confidence_threshold, 0.0), 1.0)
    if threshold != confidence_threshold:
        warnings.append(f"confidence_threshold {confidence_threshold} is outside 0–1; {threshold} was used.")
    advice = suggest.suggest(project, previous_query, previous_results, threshold)
    return {
        "suggestions": [msgspec.to_builtins(one) for one in advice.suggestions],
        **({"reason": advice.reason} if advice.reason else {}),
        "analysis": {
            "previous_confidence": "high" if advice.confident else "low",
            "top_score": advice.top_score,
            "threshold": threshold,
            "extracted_identifiers": advice.identifiers,
        },
        "metadata": about(project, warnings),
    }


def results_lines(answer: Answer) -> Iterator[str]:
    """search_code's answer."""
    yield f"{answer['total_candidates']} candidates ({answer['query_intent']} query), best score {answer['top_score']}"
    for one in answer["results"]:
        what = f"{one['qualified_name']}  {one['kind']}  ({', '.join(one['matched'])})"
        yield f"  {one['score']:.2f}  {one['path']}:{one['line_start']}  {what}"
        if one["summary"]:
            yield f"        {one['summary']}"


def suggestions_lines(answer: Answer) -> Iterator[str]:
    """suggest_followup_queries's answer."""
    analysis = answer["analysis"]
    yield f"confidence of the previous answer: {analysis['previous_confidence']} (top score {analysis['top_score']})"
    yield from (f"  {one['tool']} {json.dumps(one['params'])}: {one['reason']}" for one in answer["suggestions"])
    if answer.get("reason"):
        yield answer["reason"]


def _result(hit: search.Hit) -> dict[str, Any]:
    summary = next((line.strip() for line in hit.row.doc.splitlines() if line.strip()), "")
    return {
        **contract_symbol(hit.row),
        "name": hit.row.name.rpartition(".")[2] or hit.row.path,
        "score": hit.score,
        "matched": list(hit.matched),
        "summary": summary[:200],
    }
