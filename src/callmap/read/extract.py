"""From bytes to facts: takes one file's content and its dialect, gives `Facts`. Pure, and never fails.

A file that cannot be read as far as its end gives what could be read, and says so in `Facts.problems`.
"""

from __future__ import annotations

import sys
from functools import cache

import tree_sitter

from callmap.languages import Language, by_name
from callmap.languages.lowering import Lowering, Table
from callmap.languages.rules import read_only, unknown
from callmap.model import Facts, Problem

RECURSION_LIMIT = 1_000_000  # frames of plain Python; they live on the heap
_MOST_SYNTAX_PROBLEMS = 5


def extract(content: bytes, language: Language, dialect: str) -> Facts:
    """The facts of one file."""
    if dialect in language.project_files:
        return _project_facts(content, language, dialect)
    content, problems = _as_utf8(content)
    parser, table = _parser(language.name, dialect)
    tree = parser.parse(language.prepare(content) if language.prepare is not None else content)
    lowering = Lowering(content, table, lambda code: parser.parse(code).root_node)
    lowering.problems.extend(problems)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(RECURSION_LIMIT, limit))
    try:
        lowering.module(tree.root_node)
    except RecursionError:
        lowering.problem("too deep", detail="The code is nested too deeply; what stands inside was not read.")
    finally:
        sys.setrecursionlimit(limit)
    if tree.root_node.has_error:
        lowering.problems.extend(_syntax_problems(tree.root_node))
    return lowering.facts()


@cache
def _parser(language_name: str, dialect: str) -> tuple[tree_sitter.Parser, Table]:
    language = by_name(language_name)
    grammar = tree_sitter.Language(language.grammar(dialect))
    table = Table(grammar, language.syntax.rules, language.syntax.targets, unknown, read_only)
    return tree_sitter.Parser(grammar), table


def _as_utf8(content: bytes) -> tuple[bytes, list[Problem]]:
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if content.startswith(mark):
            if encoding == "utf-8":
                return content[3:], []
            text = content[len(mark) :].decode(encoding, "replace")
            return text.encode("utf-8", "replace"), [Problem("encoding", 0, f"Read as {encoding}.")]
    if content.isascii():
        return content, []
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return content, [Problem("encoding", line, "Not UTF-8; other bytes were replaced.")]
    return content, []


def _syntax_problems(root: tree_sitter.Node) -> list[Problem]:
    """The first places at which the parser gave up."""
    found: list[Problem] = []
    stack = [root]
    while stack and len(found) < _MOST_SYNTAX_PROBLEMS:
        node = stack.pop()
        if node.is_error or node.is_missing:
            found.append(Problem("syntax", node.start_point[0] + 1))
        elif node.has_error:
            stack.extend(reversed(node.children))
    return found


def _project_facts(content: bytes, language: Language, name: str) -> Facts:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000)  # parsers of JSON and TOML recurse on the C stack, which the high limit would overrun
    try:
        return Facts(project=language.project_files[name](content))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        return Facts(project={}, problems=(Problem("syntax", 0, f"{name} could not be read: {error}"[:200]),))
    finally:
        sys.setrecursionlimit(limit)
