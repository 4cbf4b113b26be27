"""Rust's crates: which crate a file belongs to, and what `Cargo.toml` says about it."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec

from callmap.languages import Files

_TARGET_FOLDERS = ("tests", "examples", "benches")


class Crate(msgspec.Struct, frozen=True):
    """A package of the snapshot, or a directory that looks like one."""

    directory: str
    source: str  # the directory of its root files: `src`
    name: str  # as paths write it: with `_`
    library: str  # path of the library's root file, "" if there is none
    program: str  # path of the program's root file, "" if there is none
    project: dict[str, Any]


class Place(msgspec.Struct, frozen=True):
    """Where a file stands in its crate: below which target's root, and as which module."""

    label: tuple[str, ...]  # of the target: () for the library, ("main",), ("bin", "tool"), ("tests", "api")
    root: str
    modules: tuple[str, ...]


def join(*parts: str) -> str:
    return "/".join(part for part in parts if part)


def crate_name(project: dict[str, Any]) -> str:
    return str(project.get("lib_name") or project.get("name") or "").replace("-", "_")


def packages(files: Files) -> dict[str, dict[str, Any]]:
    """Directory → Cargo.toml of every package of the snapshot."""
    return {folder: project for folder, project in files.projects("Cargo.toml").items() if project.get("name")}


def crate_of(files: Files, path: str) -> Crate:
    """The crate of a file: the nearest package, else the nearest directory that is `src` or has a root file."""
    known = packages(files)
    folder = path.rpartition("/")[0]
    while True:
        if folder in known:
            return crate_at(files, folder, known[folder])
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    folder = path.rpartition("/")[0]
    while True:
        above, _, last = folder.rpartition("/")
        if last == "src":
            return _crate(files, above, folder, {})
        if files.exists(join(folder, "lib.rs")) or files.exists(join(folder, "main.rs")):
            return _crate(files, folder, folder, {})
        if not folder:
            return _crate(files, "", "src" if files.is_directory("src") else "", {})
        folder = above


def crate_at(files: Files, folder: str, project: dict[str, Any]) -> Crate:
    """The crate of a package directory."""
    return _crate(files, folder, join(folder, "src"), project)


def _crate(files: Files, directory: str, source: str, project: dict[str, Any]) -> Crate:
    library, program = join(source, "lib.rs"), join(source, "main.rs")
    if project.get("lib_path"):
        library = join(directory, str(project["lib_path"]))
        source = library.rpartition("/")[0]
    return Crate(
        directory,
        source,
        crate_name(project) or directory.rpartition("/")[2].replace("-", "_") or "crate",
        library if files.exists(library) else "",
        program if files.exists(program) else "",
        project,
    )


def place_of(files: Files, crate: Crate, path: str) -> Place | None:
    """Where the file stands in the crate; None for a file that is in none of its targets' directories."""
    if path == crate.library:
        return Place((), path, ())
    if path == crate.program:
        return Place(("main",) if crate.library else (), path, ())
    for name, program in crate.project.get("bins", {}).items():
        if program and join(crate.directory, program) == path:
            return Place(("bin", name), path, ())
    if path == join(crate.directory, "build.rs") and crate.directory != crate.source:
        return Place(("build",), path, ())
    bins = join(crate.source, "bin")
    if path.startswith(f"{bins}/") and not (files.exists(f"{bins}.rs") or files.exists(f"{bins}/mod.rs")):
        return _in_target(files, bins, "bin", path)
    for folder in _TARGET_FOLDERS:
        targets = join(crate.directory, folder)
        if path.startswith(f"{targets}/") and (crate.directory != crate.source or crate.project):
            return _in_target(files, targets, folder, path)
    if crate.source and not path.startswith(f"{crate.source}/"):
        return None
    modules = _modules(path, crate.source)
    root = crate.library or crate.program
    if crate.library and crate.program and not declares(files, crate.library, modules[0]):
        root = crate.program if declares(files, crate.program, modules[0]) else crate.library
    return Place((), root, modules)


def _in_target(files: Files, folder: str, label: str, path: str) -> Place:
    """src/bin/tool.rs, src/bin/tool/main.rs and its modules, tests/api.rs, tests/common/mod.rs"""
    first, _, rest = path[len(folder) + 1 :].partition("/")
    if not rest:
        return Place((label, first.removesuffix(".rs")), path, ())
    main = f"{folder}/{first}/main.rs"
    if path == main:
        return Place((label, first), path, ())
    root = main if files.exists(main) else ""
    return Place((label, first), root, _modules(path, f"{folder}/{first}"))


def _modules(path: str, source: str) -> tuple[str, ...]:
    inner = path[len(source) + 1 if source else 0 :].removesuffix(".rs")
    parts = inner.split("/")
    return tuple(parts[:-1] if parts[-1] == "mod" else parts)


def declares(files: Files, path: str, module: str) -> bool:
    """Whether the file says `mod module;` at its top."""
    wanted = f"mod {module}"
    return any(entry.module == wanted or entry.module.startswith(f"{wanted} =") for entry in files.imports(path))


def read_cargo(content: bytes) -> dict[str, Any]:
    """What the index needs of a Cargo.toml."""
    data = tomllib.loads(content.decode("utf-8"))
    package = data.get("package", {})
    library = data.get("lib", {})
    workspace = data.get("workspace", {})
    entries: dict[str, Any] = {}
    for table in [data, workspace, *data.get("target", {}).values()]:
        for key in ("dependencies", "dev-dependencies", "build-dependencies"):
            entries.update(table.get(key, {}))
    version = package.get("version", "")
    bins = data.get("bin", [])
    return {
        "name": str(package.get("name", "")),
        "version": version if isinstance(version, str) else "",
        "lib_name": str(library.get("name", "")),
        "lib_path": str(library.get("path", "")),
        "bins": {str(entry.get("name", "")): str(entry.get("path", "")) for entry in bins},
        "dependencies": sorted(name.replace("-", "_") for name in entries),
        "renames": _options(entries, "package"),
        "paths": _options(entries, "path"),
        "workspace": sorted(str(member) for member in workspace.get("members", [])),
        "features": sorted(data.get("features", {})),
    }


def _options(entries: dict[str, Any], option: str) -> dict[str, str]:
    """Dependency → the value of that option, where it is given."""
    return {
        name.replace("-", "_"): str(entry[option])
        for name, entry in sorted(entries.items())
        if isinstance(entry, dict) and option in entry
    }
