"""Python, and its stubs."""

from __future__ import annotations

from typing import Any

from callmap.languages import Language
from callmap.languages.python import frameworks, library, modules, operators, packages, results
from callmap.languages.python.syntax import SYNTAX
from callmap.model import Op


def _grammar(dialect: str) -> Any:
    import tree_sitter_python

    return tree_sitter_python.language()


LANGUAGES = (
    Language(
        name="python",
        family="python",
        suffixes={".py": "python", ".pyi": "python"},
        grammar=_grammar,
        syntax=SYNTAX,
        module_name=modules.module_name,
        resolve_import=modules.resolve_import,
        free_name=modules.free_name,
        is_test=modules.is_test,
        constructors=("__init__", "__new__", "__post_init__"),
        fields_hook="__post_init__",
        making_hook="__new__",
        binds_functions=True,
        counts_arguments=True,
        class_attribute="__class__",
        space_attribute="__dict__",
        module_table="sys.modules",
        name_attribute="__name__",
        factory_keywords=frozenset({"default_factory", "factory"}),
        call_method="__call__",
        literals={
            Op.STRING: "<builtin>.str",
            Op.LIST: "<builtin>.list",
            Op.TUPLE: "<builtin>.tuple",
            Op.SET: "<builtin>.set",
            Op.DICT: "<builtin>.dict",
        },
        wrappers=frozenset({"Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly"}),
        unions=frozenset({"Union"}),
        tuple_types=frozenset({"tuple", "Tuple"}),
        class_wrappers=frozenset({"Type", "type"}),
        known_members=modules.MEMBERS,
        known_types=modules.BUILTIN_TYPES,
        opaque=modules.OPAQUE,
        final_types=modules.FINAL_TYPES,
        receiver_types=modules.RECEIVER_TYPES,
        enums=modules.ENUMS,
        enum_value="value",
        hoists=False,
        transparent=modules.TRANSPARENT_DECORATORS,
        wildcard_list="__all__",
        match_list="__match_args__",
        wildcard_hides="_",
        enter_methods={"": "__enter__", "async": "__aenter__"},
        literal_types={"bytes": "<builtin>.bytes", "template": "<builtin>.str", "bool": "<builtin>.bool"},
        parts={**results.PARTS, **packages.PARTS},
        columns=packages.COLUMNS,
        attribute_types={**results.ATTRIBUTES, **packages.ATTRIBUTES},
        number_types=("<builtin>.int", "<builtin>.float"),
        aliases=modules.TYPING_ALIASES,
        models=library.MODELS,
        setters=library.SETTERS,
        operations=operators.OPERATIONS,
        joining=frozenset({"+", "|", "+=", "|=", "*"}),
        implicit=operators.IMPLICIT,
        changes=library.CHANGES,
        looks=library.LOOKS,
        item_method="__getitem__",
        missing_method="__missing__",
        making_type="collections.defaultdict",
        iterate_methods=("__iter__", "__aiter__"),
        next_methods=("__next__", "__anext__"),
        capitals_are_types=True,
        element_types=library.ELEMENT_TYPES,
        protocols=library.PROTOCOLS,
        abstract_bases=library.ABSTRACT_BASES,
        metaclass="metaclass",
        class_hooks=("__init_subclass__",),
        root_exceptions=frozenset({"<builtin>.Exception", "<builtin>.BaseException"}),
        calculating=packages.CALCULATING,
        nothing="None",
        instance_hook="__instancecheck__",
        method_parts={"__func__": "function", "__self__": "receiver"},
        root_type="<builtin>.object",
        class_type="<builtin>.type",
        metaclass_hooks=("__prepare__", "__new__", "__init__"),
        naming_hook="__set_name__",
        descriptor_methods=("__get__", "__set__", "__delete__"),
        accessor="<builtin>.property()",
        accessor_parts=("fget", "fset", "fdel"),
        decorated_types=library.DECORATED_TYPES,
        store_hook="__setattr__",
        delete_hook="__delattr__",
        read_hook="__getattribute__",
        fallback_method="__getattr__",
        promise_type="asyncio.Task",
        generator_type="<builtin>.generator",
        entries=frameworks.ENTRIES,
        entry=frameworks.entry,
        declared_entries=frameworks.declared,
        submodule=modules.submodule,
        project_files={"pyproject.toml": modules.read_pyproject},
    ),
)
