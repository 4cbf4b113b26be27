"""Where a name may be defined: takes what was written, gives the symbols of the first stage that finds any.

exact             the name as written: short, dotted, qualified or path::Name
case_insensitive  the same letters
suffix            names that end with it
fuzzy             names that hold it; else similar ones
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from callmap.ask import symbols
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, plain_name, short_name
from callmap.store.names import dotted
from callmap.store.rows import SymbolRow
from callmap.store.store import Index

SCORES = {"exact": 1.0, "case_insensitive": 0.9, "suffix": 0.6, "fuzzy": 0.4, "none": 0.0}  # how much a match says


def locate(
    store: Index, snapshot: int, name: str, kinds: Collection[str] = (), language: str = "", path: str = ""
) -> tuple[str, list[SymbolRow]]:
    """(stage, symbols): the likeliest first. ("none", []) if even no similar name exists."""
    name = name.strip().removesuffix("()")
    wanted = dotted(name).lower()

    def fitting(rows: list[SymbolRow]) -> list[SymbolRow]:
        return [row for row in rows if (not language or row.language == language) and (not kinds or row.kind in kinds)]

    exact = fitting(store.symbols_named(snapshot, name, kinds, path))
    if exact or not wanted:
        return ("exact", sorted(exact, key=_likeliest)) if exact else ("none", [])
    holding = fitting(store.symbols_like(snapshot, name.replace("*", "").replace("?", ""), kinds, path))
    stages: tuple[tuple[str, Callable[[SymbolRow], bool]], ...] = (
        ("case_insensitive", lambda row: _ends(row, f".{wanted}")),
        ("suffix", lambda row: _ends(row, wanted)),
        ("fuzzy", lambda row: wanted in plain_name(row.name).lower()),
    )
    for stage, fits in stages:
        found = [row for row in holding if row.name and fits(row)]
        if found:
            return stage, sorted(found, key=_likeliest)
    near = [row for row in fitting(symbols.near(store, snapshot, name)) if path in row.path]
    return ("fuzzy", near) if near else ("none", [])


def exactly(store: Index, snapshot: int, name: str, language: str = "") -> tuple[str, list[SymbolRow]]:
    """(stage, symbols) of the exact stage only: what search puts first."""
    rows = store.symbols_named(snapshot, name.removesuffix("()"))
    found = [row for row in rows if not language or row.language == language]
    return ("exact", sorted(found, key=_likeliest)) if found else ("none", [])


def _ends(row: SymbolRow, end: str) -> bool:
    names = (plain_name(row.name), dotted(row.qualified_name))
    return any(f".{name.lower()}".endswith(end) for name in names)


def _likeliest(row: SymbolRow) -> tuple[bool, bool, int, str, int]:
    """What can be called or made before what cannot, code before tests, short names before long ones; then by place."""
    return (
        row.kind not in CALLABLE_KINDS and row.kind not in CLASS_KINDS,
        row.test,
        len(short_name(row.name)),
        row.path,
        row.line,
    )
