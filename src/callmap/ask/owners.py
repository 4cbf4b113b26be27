"""Who answers for a file: takes paths, gives the owners that CODEOWNERS names for them, and nobody else.

The last line that fits a path decides, as on the sites that read that file. A line without owners takes them away.
"""

from __future__ import annotations

from typing import NamedTuple

from callmap.ask.project import Project
from callmap.read.ignore import Rules, compile_rules

PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")  # the first that is there counts
_MOST_LINES = 20_000


class _Line(NamedTuple):
    rules: Rules
    owners: tuple[str, ...]


def owners(project: Project, paths: list[str]) -> list[str]:
    """The owners of these files, each once, in the order of the files."""
    lines = _lines(project)
    return list(dict.fromkeys(owner for path in paths for owner in _of(lines, path)))


def _lines(project: Project) -> list[_Line]:
    """The last line first. `\\ ` is a blank in a path, `#` begins a comment, `[…]` a section."""
    written = next((source for place in PLACES if (source := project.unindexed(place))), [])
    lines: list[_Line] = []
    for line in written[:_MOST_LINES]:
        words = line.partition("#")[0].replace("\\ ", "\0").split()
        if words and not words[0].startswith(("[", "^[", "!")):
            pattern = words[0].replace("\0", " ")
            lines.append(_Line(compile_rules(pattern.encode("utf-8", "surrogateescape")), tuple(words[1:])))
    return lines[::-1]


def _of(lines: list[_Line], path: str) -> tuple[str, ...]:
    parts = path.split("/")
    above = [("/".join(parts[:end]), parts[end - 1]) for end in range(1, len(parts))]
    for rules, names in lines:
        if rules.files.matches(parts[-1], path) or any(rules.directories.matches(name, way) for way, name in above):
            return names
    return ()
