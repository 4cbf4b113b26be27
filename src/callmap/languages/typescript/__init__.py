"""TypeScript: JavaScript's rules, and types. Its names and JavaScript's are one family."""

from __future__ import annotations

from typing import Any

from callmap.languages import Language, Syntax
from callmap.languages.javascript import globals, modules
from callmap.languages.typescript.configuration import CONFIGURATIONS, read_configuration
from callmap.languages.typescript.syntax import SYNTAX


def _grammar(dialect: str) -> Any:
    import tree_sitter_typescript

    return tree_sitter_typescript.language_tsx() if dialect == "tsx" else tree_sitter_typescript.language_typescript()


def _syntax(dialect: str) -> Syntax:
    return SYNTAX


LANGUAGES = (
    Language(
        name="typescript",
        family="javascript",
        suffixes={".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx"},
        grammar=_grammar,
        syntax=_syntax,
        module_name=modules.module_name,
        resolve_import=modules.resolve_import,
        free_name=modules.free_name,
        is_test=modules.is_test,
        constructors=("constructor",),
        literals=modules.LITERALS,
        wrappers=modules.WRAPPERS,
        class_wrappers=modules.CLASS_WRAPPERS,
        known_types=globals.TYPES,
        transparent=globals.TRANSPARENT_DECORATORS,
        project_files=dict.fromkeys(CONFIGURATIONS, read_configuration),
        explicit_exports=True,
    ),
)
