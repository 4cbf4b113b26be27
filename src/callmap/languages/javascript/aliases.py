"""Import aliases of tsconfig.json and jsconfig.json: `paths` and `baseUrl`, through `extends` and `references`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from callmap.languages import Files
from callmap.languages.javascript.paths import folder_of, join, split_package

NAMES = ("tsconfig.json", "jsconfig.json")
_DEEPEST = 8


class _Options(msgspec.Struct):
    """The options that concern imports; folders are root-relative, None = not said."""

    base: str | None = None
    paths: dict[str, Any] | None = None
    paths_folder: str = ""


def of_configuration(files: Files, path: str, module: str) -> Iterator[str]:
    """The paths that `module` may mean by the configuration nearest to the file."""
    found = _nearest(files, path)
    if not found:
        return
    options = _options(files, found, 0)
    if options.paths is not None:
        folder = options.base if options.base is not None else options.paths_folder
        for entry in _matching(options.paths, module):
            yield join(folder, entry)
    if options.base is not None:
        yield join(options.base, module)


def _nearest(files: Files, path: str) -> str:
    folder = folder_of(path)
    while True:
        for name in NAMES:
            candidate = join(folder, name)
            if files.exists(candidate):
                return candidate
        if not folder:
            return ""
        folder = folder_of(folder)


def _options(files: Files, path: str, depth: int) -> _Options:
    """The options of a configuration: its own, else those that it extends, else those of its references."""
    project = files.facts(path).project or {}
    folder = folder_of(path)
    options = _Options()
    base, paths = project.get("baseUrl"), project.get("paths")
    if isinstance(base, str):
        options.base = join(folder, base)
    if isinstance(paths, dict):
        options.paths, options.paths_folder = paths, folder
    if depth >= _DEEPEST:
        return options
    for other in [*reversed(project.get("extends", ())), *project.get("references", ())]:
        if options.base is not None and options.paths is not None:
            break
        config = _configuration(files, folder, str(other))
        if config:
            inherited = _options(files, config, depth + 1)
            if options.base is None:
                options.base = inherited.base
            if options.paths is None:
                options.paths, options.paths_folder = inherited.paths, inherited.paths_folder
    return options


def _configuration(files: Files, folder: str, text: str) -> str:
    """The file that `extends` or a reference means: './base', '../shared', '@repo/tsconfig/base.json'."""
    bases = [join(folder, text)]
    if not text.startswith((".", "/")):
        name, subpath = split_package(text)
        bases = [
            join(home, subpath)
            for home, project in files.projects("package.json").items()
            if project.get("name") == name
        ]
    for base in bases:
        for candidate in (base, f"{base}.json", f"{base}/tsconfig.json"):
            if candidate.endswith(".json") and files.exists(candidate):
                return candidate
    return ""


def _matching(paths: dict[str, Any], module: str) -> Iterator[str]:
    """The targets of the best pattern: the exact one, or that with the longest text before its `*`."""
    best, middle = "", ""
    if module in paths:
        best = module
    else:
        for pattern in paths:
            head, star, tail = pattern.partition("*")
            if (
                star
                and module.startswith(head)
                and module.endswith(tail)
                and len(module) >= len(head) + len(tail)
                and len(head) >= len(best.partition("*")[0])
            ):
                best, middle = pattern, module[len(head) : len(module) - len(tail)]
    targets = paths.get(best) if best else None
    if isinstance(targets, list):
        for target in targets:
            yield str(target).replace("*", middle)
