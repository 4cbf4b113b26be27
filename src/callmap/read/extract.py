"""From bytes to facts: takes one file's content and its dialect, gives `Facts`. Pure, and never fails.

A file that cannot be read as far as its end gives what could be read, and says so in `Facts.problems`.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from functools import cache

import tree_sitter

from callmap.languages import Language, by_name
from callmap.languages.lowering import Lowering
from callmap.languages.rules import read_only, unknown
from callmap.languages.table import Table
from callmap.model import Facts, Problem
from callmap.read.text import as_utf8

RECURSION_LIMIT = 1_000_000  # frames of plain Python; they live on the heap
MOST_LEVELS = 50_000  # of a syntax tree, which rules walk by recursion
_STACK = 64 << 20  # bytes for that; compiled, a level takes up to 660
_MOST_CUTS = 3
_MOST_SYNTAX_PROBLEMS = 5
_INK = re.compile(rb"[^\s]")


def extract(content: bytes, language: Language, dialect: str) -> Facts:
    """The facts of one file."""
    if dialect in language.project_files:
        return _project_facts(content, language, dialect)
    content, problems = _readable(content)
    parser, table = _parser(language.name, dialect)
    root, cut = _parse(parser, language.prepare(content) if language.prepare is not None else content)
    lowering = Lowering(content, table, lambda code: _parse(parser, code)[0])
    lowering.problems.extend(problems)
    if cut:
        lowering.problem("too deep", detail="The code is nested too deeply; what stands inside was not read.")
    _make_room()
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(RECURSION_LIMIT, limit))
    try:
        lowering.module(root)
    finally:
        sys.setrecursionlimit(limit)
    if root.has_error:
        lowering.problems.extend(_syntax_problems(root))
    return lowering.facts()


def _parse(parser: tree_sitter.Parser, text: bytes) -> tuple[tree_sitter.Node, bool]:
    """A tree of at most `MOST_LEVELS`, and whether code that stands deeper had to be cut out.

    A zero takes its place, which is an expression in all languages; where it does not fit, nothing does.
    """
    for cuts in range(_MOST_CUTS + 1):
        root = parser.parse(text).root_node
        deep = _too_deep(root)
        if not deep:
            return root, cuts > 0
        for node in deep:
            start, end = node.byte_range
            blank = _INK.sub(b" ", text[start:end])
            text = text[:start] + (b" " if cuts else b"0") + blank[1:] + text[end:]
    return parser.parse(b"").root_node, True


def _too_deep(root: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The nodes that stand `MOST_LEVELS` below the root and have something below them."""
    found: list[tree_sitter.Node] = []
    pending = [(root, 0)]
    while pending:
        node, level = pending.pop()
        if node.descendant_count + level <= MOST_LEVELS + 1:
            continue  # too few nodes to go as deep
        if level == MOST_LEVELS:
            found.append(node)
        else:
            pending += [(child, level + 1) for child in node.children]
    return found


@cache
def _make_room() -> None:
    """Lets this process's stack grow, as far as the system allows. (Where it does not, deep code may kill a worker.)"""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
        wanted = _STACK if hard == resource.RLIM_INFINITY else min(_STACK, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))


@cache
def _parser(language_name: str, dialect: str) -> tuple[tree_sitter.Parser, Table]:
    language = by_name(language_name)
    grammar = tree_sitter.Language(language.grammar(dialect))
    table = Table(grammar, language.syntax.rules, language.syntax.targets, unknown, read_only)
    return tree_sitter.Parser(grammar), table


def _readable(content: bytes) -> tuple[bytes, list[Problem]]:
    content, encoding = as_utf8(content)
    if encoding:
        return content, [Problem("encoding", 0, f"Read as {encoding}.")]
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
