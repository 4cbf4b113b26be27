"""What was measured, as JSON, as a table, and in docs/accuracy.md."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from projects import HERE, PROJECTS, WORK

RESULTS = WORK / "results.json"
DOCUMENT = HERE.parent / "docs" / "accuracy.md"
HEAD = (
    "| project | tool | edges | run time: recall | observed share | types: precision | at its sites | types: recall |\n"
    "|---|---|--:|--:|--:|--:|--:|--:|"
)
EXAMPLES = 3
LEAST = 3  # groups with fewer missed edges are not listed

Share = tuple[int, int]  # (part, whole)


@dataclass
class Tool:
    name: str
    edges: int
    seconds: float
    trouble: str
    runtime_recall: Share
    observed_share: Share
    precision: Share
    recall: Share
    at_sites: Share = (0, 0)


@dataclass
class Result:
    """One project. `observed`: edges seen at run time; `through`: those with other packages in between."""

    project: str
    version: str
    language: str
    workload: str
    summary: str
    observed: int
    through: int
    asked: int
    silent: int
    calls: int
    tools: list[Tool] = field(default_factory=list)
    missed: list[dict[str, str]] = field(default_factory=list)
    wrong: list[dict[str, str]] = field(default_factory=list)


def print_table(results: list[Result]) -> None:
    print(HEAD)
    for result in results:
        for tool in result.tools:
            print(_row(result.project, vars(tool)))


def keep(results: list[dict[str, Any]]) -> None:
    """Merges with what earlier runs measured for other projects."""
    kept = {result["project"]: result for result in _kept()} | {result["project"]: result for result in results}
    order = [project.name for project in PROJECTS]
    RESULTS.write_text(json.dumps([kept[name] for name in order if name in kept], indent=1))


def write_document() -> None:
    results = _kept()
    text = DOCUMENT.read_text()
    for mark, content in (("projects", _projects), ("table", _table), ("losses", _losses), ("denied", _denied)):
        begin, end = f"<!-- {mark} -->\n", f"<!-- /{mark} -->"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = before + begin + content(results) + "\n" + end + after
    DOCUMENT.write_text(text)


def _kept() -> list[dict[str, Any]]:
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else []


def _projects(results: list[dict[str, Any]]) -> str:
    lines = [
        "| project | what ran | how it ended | edges observed | call sites asked | no answer |",
        "|---|---|---|--:|--:|--:|",
    ]
    for result in results:
        more = f" (and {result['through']} through other packages)" if result["through"] else ""
        summary = result["summary"].replace("|", "/")
        lines.append(
            f"| {result['project']} {result['version']} | {result['workload']} | {summary} "
            f"| {result['observed']:,}{more} "
            f"| {result['asked']:,} | {result['silent']:,} |"
        )
    return "\n".join(lines)


def _table(results: list[dict[str, Any]]) -> str:
    return "\n".join([HEAD, *(_row(result["project"], tool) for result in results for tool in result["tools"])])


def _row(project: str, tool: dict[str, Any]) -> str:
    if tool["trouble"]:
        return f"| {project} | {tool['name']} | {tool['trouble'].replace('|', '/')} | – | – | – | – | – |"
    shares = (tool[key] for key in ("runtime_recall", "observed_share", "precision", "at_sites", "recall"))
    return f"| {project} | {tool['name']} | {tool['edges']:,} | {' | '.join(map(_share, shares))} |"


def _share(share: Share) -> str:
    part, whole = share
    return f"{part / whole:.3f}" if whole else "–"


def _losses(results: list[dict[str, Any]]) -> str:
    parts = []
    for language, title in (("python", "Python"), ("javascript", "JavaScript and TypeScript")):
        measured = [each for each in results if each["language"] == language and not each["tools"][0]["trouble"]]
        rows = [(result, row) for result in measured for row in result["missed"]]
        observed = sum(result["observed"] for result in measured)
        if not rows:
            continue
        parts.append(f"### {title}: {len(rows):,} of {observed:,} observed edges are missed\n")
        for group, count in Counter(row["group"] for _, row in rows).most_common():
            if count < LEAST:
                continue
            parts.append(f"- **{group}**: {count}")
            parts.extend(f"  - {example}" for example in _examples(rows, group))
        parts.append("")
    return "\n".join(parts).rstrip()


def _examples(rows: list[tuple[dict[str, Any], dict[str, str]]], group: str) -> list[str]:
    """From as many projects as possible."""
    found: dict[str, list[str]] = {}
    for result, row in rows:
        if row["group"] == group:
            found.setdefault(result["project"], []).append(f"`{row['caller']}` → `{row['callee']}`")
    turns = [each for turn in range(EXAMPLES) for names in found.values() for each in names[turn : turn + 1]]
    return turns[:EXAMPLES]


def _denied(results: list[dict[str, Any]]) -> str:
    lines = []
    for result in results:
        if result["wrong"]:
            lines.append(f"- **{result['project']}**: {len(result['wrong'])}")
            lines.extend(f"  - `{row['caller']}` → `{row['callee']}`" for row in result["wrong"][:EXAMPLES])
    return "\n".join(lines) or "None."
