"""Models as terms: takes the text of a model (see link/models.py), gives what it says, each text read once."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Final, final

NAME: Final = 0  # a0, this, key
CONSTANT: Final = 1  # 'name', 3: `text` holds it
CALL: Final = 2  # each(a0): `text` is the word
EITHER: Final = 3  # x | y
OR_ELSE: Final = 4  # x or y
SPREAD: Final = 5  # *x
NEVER: Final = 0  # when effects are to be looked at
LATE: Final = 1  # … when the rounds are over
NOW: Final = 2


@final
class Term:
    """A part of a model."""

    __slots__ = ("kind", "parts", "text")

    def __init__(self, kind: int, text: str = "", parts: list[Term] | None = None) -> None:
        self.kind = kind
        self.text = text
        self.parts: list[Term] = parts or []


@cache
def parsed(model: str) -> tuple[list[Term], Term | None]:
    """The effects of a model, and what it gives, if it says that."""
    before, arrow, after = model.partition("->")
    return [_parsed(part) for part in before.split(";") if part.strip()], _parsed(after) if arrow else None


# (Not `item`: what stands at a key is known a round later if nobody asks, and in large projects there are few rounds.)
_WITHOUT_EFFECT: Final = frozenset({"each", "instance", "made", "many", "member", "pair", "rest", "type"})


@cache
def just_gives(model: str) -> bool:
    """Whether what a model gives can be left out by who asks for its effects: looking at it does nothing else."""
    result = parsed(model)[1]
    return result is None or _has_no_effect(result)


def _has_no_effect(term: Term) -> bool:
    return (term.kind != CALL or term.text in _WITHOUT_EFFECT) and all(_has_no_effect(each) for each in term.parts)


_EFFECTS: Final = (
    "call(", "fold(", "put(", "store(", "merge(", "new(", "mix(", "inherit(", "create(", "define(", "kept(", "promise(",
    "resolvers(", "iterate(", "loop(", "read(", "write(",
    "proxy(", "listen(", "describe(",
)  # fmt: skip


@cache
def due(model: str) -> int:
    """When the effects of a model are to be looked at: never if it has none, after the rounds if it just calls methods
    by the names that a language gives them (`len(x)` calls `x.__len__()`), which feed little."""
    if not any(effect in model for effect in _EFFECTS):
        return NEVER
    others = _MAGIC_CALL.sub("", model)
    return NOW if any(effect in others for effect in _EFFECTS) else LATE


@cache
def methods_of(model: str) -> tuple[str, ...] | None:
    """The methods that such a model calls; None where its words do not tell their names."""
    return None if _USES.search(model) else tuple(_MAGIC.findall(model))


_MAGIC_CALL: Final = re.compile(r"call\((?:member\([^']*'__|shown\()|\b(?:loop|read|write)\(")
_MAGIC: Final = re.compile(r"'(__\w+__)'")
_USES: Final = re.compile(r"\b(?:loop|read|write|shown)\(")


def _parsed(text: str) -> Term:
    return _term(ast.parse(text.strip(), mode="eval").body)


def _term(node: ast.expr) -> Term:
    if isinstance(node, ast.Name):
        return Term(NAME, node.id)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return Term(CALL, node.func.id, [_term(each) for each in node.args])
    if isinstance(node, ast.BinOp):
        return Term(EITHER, "", [_term(node.left), _term(node.right)])
    if isinstance(node, ast.BoolOp):
        return Term(OR_ELSE, "", [_term(each) for each in node.values])
    if isinstance(node, ast.Starred):
        return Term(SPREAD, "", [_term(node.value)])
    return Term(CONSTANT, str(ast.literal_eval(node)))
