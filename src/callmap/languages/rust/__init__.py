"""Rust."""

from __future__ import annotations

from typing import Any

from callmap.languages import Language
from callmap.languages.rust import crates, library, modules
from callmap.languages.rust.items import WRAPPERS
from callmap.languages.rust.syntax import SYNTAX
from callmap.model import Op


def _grammar(dialect: str) -> Any:
    import tree_sitter_rust

    return tree_sitter_rust.language()


LANGUAGES = (
    Language(
        name="rust",
        family="rust",
        suffixes={".rs": "rust"},
        grammar=_grammar,
        syntax=SYNTAX,
        module_name=modules.module_name,
        resolve_import=modules.resolve_import,
        free_name=modules.free_name,
        linked_by_name=True,
        is_test=modules.is_test,
        separator="::",
        literals={Op.STRING: "<builtin>.str", Op.LIST: "<builtin>.array"},
        wrappers=WRAPPERS,
        exact_types=True,
        models=library.MODELS,
        operations=library.OPERATIONS,
        implicit=library.IMPLICIT,
        element_types=library.ELEMENT_TYPES,
        reason_types=library.REASON_TYPES,
        aliases=library.ALIASES,
        known_types=library.KNOWN_TYPES,
        root_type=library.ANY,
        project_files={"Cargo.toml": crates.read_cargo},
        entry=modules.entry,
    ),
)
