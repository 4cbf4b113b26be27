"""TypeScript: JavaScript's rules, and types. Its names and JavaScript's are one family."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from callmap.languages.javascript import JAVASCRIPT
from callmap.languages.typescript.configuration import CONFIGURATIONS, read_configuration
from callmap.languages.typescript.prepare import prepare
from callmap.languages.typescript.syntax import SYNTAX


def _grammar(dialect: str) -> Any:
    import tree_sitter_typescript

    return tree_sitter_typescript.language_tsx() if dialect == "tsx" else tree_sitter_typescript.language_typescript()


LANGUAGES = (
    replace(
        JAVASCRIPT,
        name="typescript",
        suffixes={".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx"},
        grammar=_grammar,
        prepare=prepare,
        syntax=SYNTAX,
        project_files=dict.fromkeys(CONFIGURATIONS, read_configuration),
    ),
)
