"""C, as it stands in the file: before the preprocessor."""

from __future__ import annotations

from typing import Any

from callmap.languages import Language
from callmap.languages.c import entries, library, modules
from callmap.languages.c.prepare import prepare
from callmap.languages.c.syntax import SYNTAX


def _grammar(dialect: str) -> Any:
    import tree_sitter_c

    return tree_sitter_c.language()


LANGUAGES = (
    Language(
        name="c",
        family="c",
        suffixes={".c": "c", ".h": "c"},
        grammar=_grammar,
        syntax=SYNTAX,
        prepare=prepare,
        module_name=modules.module_name,
        resolve_import=modules.resolve_import,
        free_name=modules.free_name,
        is_test=modules.is_test,
        separator="::",
        external_methods=False,
        value_types=True,
        implementation=modules.implementation,
        linked_by_name=True,
        models=library.MODELS,
        entries=entries.ENTRIES,
        entry=entries.entry,
    ),
)
