"""JavaScript's and TypeScript's modules: which file an import means, what a module is called, and free names.

An import is looked for as TypeScript, Node and bundlers do: a relative path, an alias of the nearest tsconfig or
package.json, a package of the same repository; else it is a package outside.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from callmap.languages import Files, Target
from callmap.languages.javascript import aliases, globals
from callmap.languages.javascript.paths import find_file, folder_of, join, split_package
from callmap.model import Op

# Generic types that stand for their first argument.
WRAPPERS = frozenset({
    "Promise", "PromiseLike", "Awaited", "Readonly", "Partial", "Required", "NonNullable", "Pick", "Omit",
    "DeepPartial", "DeepReadonly", "Exclude", "Extract",
})  # fmt: skip

CLASS_WRAPPERS = frozenset({"Type", "Constructor", "ClassConstructor", "ConstructorOf", "Newable"})  # hold a class
LITERALS = {Op.STRING: "<builtin>.String", Op.NUMBER: "<builtin>.Number", Op.LIST: "<builtin>.Array"}

_TEST_FOLDERS = frozenset({
    "__tests__", "__mocks__", "__fixtures__", "test", "tests", "spec", "specs", "e2e", "cypress", "playwright",
})  # fmt: skip
_TEST_MARKS = frozenset({"test", "spec", "e2e", "cy"})
_SUFFIX_ORDER = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts")
_EXAMPLES = frozenset({"fixtures", "fixture", "examples", "example", "templates", "template", "playground"})

# What a package's entry may be called, the one that is nearest to the source first.
_CONDITIONS = ("source", "development", "import", "module", "node", "require", "default", "browser", "types")
_BUILT = frozenset({"dist", "lib", "build", "out", "esm", "cjs", "es", "umd", "output", "bundles", "types"})


def is_test(path: str) -> bool:
    *folders, name = path.split("/")
    return any(mark in _TEST_MARKS for mark in name.split(".")[1:-1]) or any(
        folder in _TEST_FOLDERS for folder in folders
    )


def module_name(files: Files, path: str) -> str:
    """The path without its suffix; with it, if another file has the plain one: `src/a.ts` → `src/a`."""
    stem, dot, suffix = path.rpartition(".")
    for other in _SUFFIX_ORDER:
        if other == dot + suffix:
            break
        if files.exists(stem + other):
            return path
    return stem


def free_name(files: Files, path: str, name: str) -> tuple[Target, ...]:
    if name in globals.ALWAYS or (name in globals.TESTS and is_test(path)):
        return (Target(external=f"<builtin>.{name}"),)
    return ()


def resolve_import(files: Files, path: str, module: str) -> tuple[Target, ...]:
    """The file of a module as written in `path`: './a', 'pkg', '@scope/pkg/sub', '#internal', '@/components/a'."""
    module = module.rpartition("!")[2].partition("?")[0]
    typed = path.endswith(("ts", "tsx"))
    if module.startswith("."):
        return _as_target(_locate(files, join(folder_of(path), module), typed))
    if module.startswith("/"):
        return _as_target(_locate(files, module.strip("/"), typed))
    if module.startswith("node:"):
        return (Target(external=module[5:]),)
    for base in _aliased(files, path, module):
        found = _locate(files, base, typed)
        if found:
            return (Target(path=found),)
    found = _in_repository(files, path, module, typed)
    if found:
        return (Target(path=found),)
    if module.startswith(("npm:", "jsr:")):
        module = module[4:]
    return (Target(external=module),)


def _as_target(path: str) -> tuple[Target, ...]:
    return (Target(path=path),) if path else ()


def _locate(files: Files, base: str, typed: bool) -> str:
    """A file or the entry of a directory."""
    found = find_file(files, base, typed)
    if found:
        return found
    if files.exists(f"{base}/package.json" if base else "package.json"):
        found = _entry(files, base, "", typed)
    return found


def _aliased(files: Files, path: str, module: str) -> Iterator[str]:
    """Paths that an alias leads to: tsconfig's `paths` and `baseUrl`, package.json's `imports`, and `@/` for src."""
    yield from aliases.of_configuration(files, path, module)
    if module.startswith("#"):
        package = _package_around(files, path)
        if package is not None:
            for entry in _mapped(_project(files, package).get("imports"), module):
                yield join(package, entry)
    elif module.startswith(("@/", "~/")):
        package = _package_around(files, path) or ""
        yield join(package, f"src/{module[2:]}")
        yield join(package, module[2:])


def _package_around(files: Files, path: str) -> str | None:
    folder = folder_of(path)
    while True:
        if files.exists(join(folder, "package.json")):
            return folder
        if not folder:
            return None
        folder = folder_of(folder)


def _project(files: Files, folder: str) -> dict[str, Any]:
    return files.facts(join(folder, "package.json")).project or {}


# --- packages of the same repository ---


def _in_repository(files: Files, path: str, module: str, typed: bool) -> str:
    """A package of the repository by its name, the nearest if several have it; no fixture, unless from there."""
    name, subpath = split_package(module)
    folders = [folder for folder, project in files.projects("package.json").items() if project.get("name") == name]
    folders = [folder for folder in folders if path.startswith(folder + "/") or not _is_example(folder, path)]
    folders.sort(key=lambda folder: (-_shared(folder, path), folder))
    for folder in folders:
        found = _entry(files, folder, subpath, typed)
        if found:
            return found
    return ""


def _is_example(folder: str, path: str) -> bool:
    """Whether the folder lies in tests or examples in which the path does not lie."""
    parts = folder.split("/")
    for index, part in enumerate(parts):
        if part in _TEST_FOLDERS or part in _EXAMPLES:
            return not path.startswith("/".join(parts[: index + 1]) + "/")
    return False


def _shared(folder: str, path: str) -> int:
    count = 0
    for one, other in zip(folder.split("/"), path.split("/"), strict=False):
        if one != other:
            break
        count += 1
    return count


def _entry(files: Files, folder: str, subpath: str, typed: bool) -> str:
    """The file that a package gives for '' or 'sub/path'; its source, if what it names is built later."""
    project = _project(files, folder)
    given = project.get("exports")
    if subpath:
        entries = [*_mapped(given, f"./{subpath}"), subpath, f"src/{subpath}", f"lib/{subpath}"]
    else:
        if isinstance(given, dict) and not any(str(key).startswith(".") for key in given):
            given = {".": given}
        entries = list(_mapped(given, ".")) if isinstance(given, dict) else list(_conditions(given))
        for key in ("source", "module", "main", "types", "typings"):
            entries += _conditions(project.get(key))
    for entry in entries:
        found = find_file(files, join(folder, entry), typed)
        if found:
            return found
    for entry in entries:
        for source in _sources(entry):
            found = find_file(files, join(folder, source), typed)
            if found:
                return found
    for entry in ("src/index", "index", "src/main", "lib/index", "src") if not subpath else ():
        found = find_file(files, join(folder, entry), typed)
        if found:
            return found
    return ""


def _sources(entry: str) -> Iterator[str]:
    """Where the source of a built file may lie: dist/esm/a.js → src/a."""
    parts = entry.removeprefix("./").split("/")
    kept = [part for part in parts if part not in _BUILT]
    stem = "/".join(kept)
    for suffix in (".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".ts", ".jsx"):
        if stem.endswith(suffix):
            stem = stem.removesuffix(suffix)
            break
    if len(kept) != len(parts) and stem:
        yield f"src/{stem}"
        yield stem


def _mapped(table: Any, name: str) -> Iterator[str]:
    """What `exports` or `imports` of a package.json say of a name: an exact entry, or the longest pattern with `*`."""
    if not isinstance(table, dict):
        return
    if name in table:
        yield from _conditions(table[name])
        return
    for pattern in sorted((str(key) for key in table if "*" in str(key)), key=len, reverse=True):
        head, _, tail = pattern.partition("*")
        if name.startswith(head) and name.endswith(tail) and len(name) >= len(head) + len(tail):
            middle = name[len(head) : len(name) - len(tail)]
            for entry in _conditions(table[pattern]):
                yield entry.replace("*", middle)
            return


def _conditions(value: Any) -> Iterator[str]:
    """The paths in a conditional entry, the preferred first."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _conditions(inner)
    elif isinstance(value, dict):
        for condition in _CONDITIONS:
            yield from _conditions(value.get(condition))
        for condition, inner in value.items():
            if condition not in _CONDITIONS:
                yield from _conditions(inner)


# --- project files ---


def read_package(content: bytes) -> dict[str, Any]:
    """What package.json says about names and entries."""
    data = json.loads(content.decode("utf-8-sig"))
    if not isinstance(data, dict):
        raise ValueError("it holds no object")
    found: dict[str, Any] = {
        key: data[key]
        for key in ("main", "module", "source", "types", "typings", "exports", "imports", "type", "bin")
        if isinstance(data.get(key), str | dict | list)
    }
    workspaces = data.get("workspaces")
    if isinstance(workspaces, dict):
        workspaces = workspaces.get("packages")
    if isinstance(workspaces, list):
        found["workspaces"] = [str(entry) for entry in workspaces]
    dependencies: set[str] = set()
    for key in ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies"):
        listed = data.get(key)
        if isinstance(listed, dict):
            dependencies.update(str(name) for name in listed)
    scripts = data.get("scripts")
    return {
        "name": str(data.get("name") or ""),
        "version": str(data.get("version") or ""),
        "dependencies": sorted(dependencies),
        "scripts": {str(name): str(line) for name, line in scripts.items()} if isinstance(scripts, dict) else {},
        **found,
    }
