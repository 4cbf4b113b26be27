"""Issues and pull requests: takes a JSON export as GitHub writes them (its API, `gh … --json`, lines), gives notes.

A bug is an error, and what closed it its solution; a pull request is a review; a labelled decision is a decision.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from callmap.memory.notes import parse_time, shortened
from callmap.memory.sources import Draft, Found, json_objects, text_of

_LONGEST = 16_000  # characters of a body
_MOST_COMMENTS = 200
_BUG = re.compile(r"(?i)\b(?:bug|defect|regression|crash|error|fault)")
_DECISION = re.compile(r"(?i)\b(?:decision|adr|rfc|proposal)\b")
_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def issues(path: str, found: Found) -> Iterator[Draft]:
    """One note for each issue; its comments go into its solution."""
    name = os.path.basename(path)
    for number, issue in json_objects(path, found):
        title, body = text_of(issue, "title", "name"), text_of(issue, "body", "description", "text")
        id = text_of(issue, "html_url", "url", "number", "id", "iid", "key")
        if not title or not id:
            found.problem(f"{name}#{number}", "it has no title, or no number, id or address")
            continue
        labels = _names(issue.get("labels"))
        state = text_of(issue, "state").lower()
        comments = [text for text in _comments(issue) if text]
        pull = "pull_request" in issue or "mergedAt" in issue or "merged_at" in issue or "/pull/" in id
        type_ = _type(title, labels, pull)
        closed = state in ("closed", "merged") or bool(issue.get("closed_at") or issue.get("closedAt"))
        solution = shortened("\n\n".join(comments), _LONGEST)
        commits = (issue.get("merge_commit_sha"), issue.get("commit_id"), _oid(issue.get("mergeCommit")))
        yield Draft(
            type_, shortened(f"{title}\n\n{body}".strip(), _LONGEST), "issue", id,
            solution=solution if type_ == "error" else "", rationale="" if type_ == "error" else solution,
            status="proposed" if type_ == "decision" and not closed else "active",
            at_ns=parse_time(issue.get("created_at") or issue.get("createdAt")), author=_author(issue),
            place=text_of(issue, "html_url", "url") or f"#{id}", tags=(*labels, *((state,) if state else ())),
            linked=(title, body, *comments), relation="reviewed" if pull else "discussed",
            commits=tuple(commit for commit in commits if isinstance(commit, str) and _HASH.fullmatch(commit)),
        )  # fmt: skip


def is_issue(value: dict[str, Any]) -> bool:
    return bool(text_of(value, "title", "name")) and not value.keys().isdisjoint(
        ("number", "html_url", "url", "iid", "key")
    )


def _type(title: str, labels: list[str], pull: bool) -> str:
    words = " ".join(labels)
    if pull:
        return "review"
    if _BUG.search(words) or (not labels and _BUG.search(title)):
        return "error"
    return "decision" if _DECISION.search(words) else "message"


def _comments(issue: dict[str, Any]) -> Iterator[str]:
    for name in ("comments", "comments_data", "reviews", "notes"):
        listed = issue.get(name)
        if isinstance(listed, dict):
            listed = listed.get("nodes")
        for comment in listed[:_MOST_COMMENTS] if isinstance(listed, list) else []:
            if isinstance(comment, dict):
                author, body = _author(comment), text_of(comment, "body", "text").strip()
                yield f"{author}: {body}" if author and body else body


def _author(value: dict[str, Any]) -> str:
    user = value.get("user") or value.get("author")
    return (
        text_of(user, "login", "name", "username") if isinstance(user, dict) else user if isinstance(user, str) else ""
    )


def _names(labels: Any) -> list[str]:
    if isinstance(labels, dict):
        labels = labels.get("nodes")
    listed = labels if isinstance(labels, list) else []
    return [name for label in listed if (name := label if isinstance(label, str) else text_of(label, "name"))][:30]


def _oid(value: Any) -> str:
    return text_of(value, "oid") if isinstance(value, dict) else ""
