"""JavaScript: ES modules, CommonJS and JSX."""

from __future__ import annotations

from typing import Any

from callmap.languages import Language
from callmap.languages.javascript import frameworks, globals, library, modules
from callmap.languages.javascript.syntax import SYNTAX


def _grammar(dialect: str) -> Any:
    import tree_sitter_javascript

    return tree_sitter_javascript.language()


JAVASCRIPT = Language(
    name="javascript",
    family="javascript",
    suffixes={".js": "javascript", ".jsx": "javascript", ".mjs": "javascript", ".cjs": "javascript"},
    grammar=_grammar,
    syntax=SYNTAX,
    module_name=modules.module_name,
    resolve_import=modules.resolve_import,
    free_name=modules.free_name,
    is_test=modules.is_test,
    constructors=("constructor",),
    literals=modules.LITERALS,
    literal_types={"regex": "<builtin>.RegExp", "template": "<builtin>.String", "bool": "<builtin>.Boolean"},
    absent="undefined",
    wrappers=modules.WRAPPERS,
    class_wrappers=modules.CLASS_WRAPPERS,
    known_types=globals.TYPES,
    transparent=globals.TRANSPARENT_DECORATORS,
    project_files={"package.json": modules.read_package},
    explicit_exports=True,
    models=library.MODELS,
    setters=library.SETTERS,
    listening=library.LISTENING,
    changes=library.CHANGES,
    looks=library.LOOKS,
    gives_itself=library.GIVES_ITSELF,
    onlookers=library.ONLOOKERS,
    made_containers=library.MADE_CONTAINERS,
    element_types=library.ELEMENT_TYPES,
    aliases=library.ALIASES,
    implicit=library.IMPLICIT,
    operations=library.OPERATIONS,
    iterate_methods=("@@iterator", "@@asyncIterator"),
    next_methods=("next",),
    next_member="value",
    generator_type="<builtin>.Generator",
    proxy_type="Proxy",
    promise_type="<builtin>.Promise",
    function_type="<builtin>.Function",
    prototype="prototype",
    runs_classes=True,
    class_attribute="constructor",
    name_attribute="name",
    entries=frameworks.ENTRIES,
    entry=frameworks.entry,
    declared_entries=frameworks.declared,
)

LANGUAGES = (JAVASCRIPT,)
