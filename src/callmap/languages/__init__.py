"""What differs between languages, and nothing else: `Language` is a value, and this is the registry of them.

A language lives in a package or module of its own beside this file and offers `LANGUAGES`, a tuple of `Language`.
It is found by looking, so adding one touches nothing else. Importing a language must not import its grammar:
`grammar` does that when a parser is needed.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from callmap.languages.language import ANONYMOUS, Files, Language, Syntax, Target

__all__ = ["ANONYMOUS", "Files", "Language", "Syntax", "Target", "by_name", "languages", "project_files", "recognise"]


@cache
def languages() -> tuple[Language, ...]:
    """All languages, sorted by name."""
    found: list[Language] = []
    for info in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{info.name}")
        found.extend(getattr(module, "LANGUAGES", ()))
    return tuple(sorted(found, key=lambda language: language.name))


@cache
def by_name(name: str) -> Language:
    return next(language for language in languages() if language.name == name)


@cache
def _by_suffix() -> dict[str, tuple[Language, str]]:
    return {suffix: (language, dialect) for language in languages() for suffix, dialect in language.suffixes.items()}


@cache
def project_files() -> dict[str, Language]:
    """File name → the language that reads it: `package.json`, `Cargo.toml` …"""
    return {name: language for language in languages() for name in language.project_files}


def recognise(path: str) -> tuple[Language, str] | None:
    """(language, dialect) of a path, or None. A project file's dialect is its own name."""
    name = path.rpartition("/")[2]
    language = project_files().get(name)
    if language is not None:
        return language, name
    dot = name.rfind(".")
    return _by_suffix().get(name[dot:].lower()) if dot > 0 else None
