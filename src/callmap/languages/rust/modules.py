"""Rust's modules: which file a path's head means, what a module is called, and the names that are always there."""

from __future__ import annotations

import posixpath

from callmap.languages import Files, Target
from callmap.languages.rust.crates import (
    Crate,
    Place,
    crate_at,
    crate_name,
    crate_of,
    declares,
    join,
    packages,
    place_of,
)
from callmap.languages.rust.uses import ALL_MACROS
from callmap.model import Facts, Kind

STANDARD = frozenset({"std", "core", "alloc", "proc_macro", "test"})
PRELUDE = frozenset({
    "Option", "Some", "None", "Result", "Ok", "Err", "Box", "String", "Vec", "ToString", "ToOwned", "Clone", "Copy",
    "Send", "Sync", "Sized", "Drop", "Fn", "FnMut", "FnOnce", "AsyncFn", "AsyncFnMut", "AsyncFnOnce", "AsRef", "AsMut",
    "Into", "From", "TryFrom", "TryInto", "Default", "Iterator", "IntoIterator", "Extend", "DoubleEndedIterator",
    "ExactSizeIterator", "FromIterator", "Eq", "PartialEq", "Ord", "PartialOrd", "Unpin", "Debug", "Hash", "drop",
    "size_of", "size_of_val", "align_of", "align_of_val", "bool", "char", "str", "u8", "u16", "u32", "u64", "u128",
    "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f16", "f32", "f64", "f128",
})  # fmt: skip
MACROS = frozenset({
    "assert", "assert_eq", "assert_ne", "cfg", "column", "compile_error", "concat", "dbg", "debug_assert",
    "debug_assert_eq", "debug_assert_ne", "env", "eprint", "eprintln", "file", "format", "format_args", "include",
    "include_bytes", "include_str", "line", "matches", "module_path", "option_env", "panic", "print", "println",
    "stringify", "thread_local", "todo", "try", "unimplemented", "unreachable", "vec", "write", "writeln",
    "concat_idents", "global_asm", "asm", "addr_of", "addr_of_mut", "is_x86_feature_detected",
})  # fmt: skip
_LOG = frozenset({"error!", "warn!", "info!", "debug!", "trace!", "log!"})


def is_test(path: str) -> bool:
    folders, _, name = path.rpartition("/")
    return (
        name.endswith(("_test.rs", "_tests.rs"))
        or name in ("tests.rs", "test.rs")
        or any(folder in ("tests", "test", "benches") for folder in folders.split("/"))
    )


def entry(path: str, facts: Facts, symbol: int) -> str:
    """A crate's `main`."""
    definition = facts.symbols[symbol]
    return "main" if definition.name == "main" and definition.kind == Kind.FUNCTION else ""


def module_name(files: Files, path: str) -> str:
    """The path of modules below the crate: `src/auth/jwt.rs` → `auth::jwt`; the crate's root itself is `crate`.

    Where the snapshot has several packages, the crate's name comes first (`shop_core::auth::jwt`; its root is
    `shop_core`), or the directory of a crate whose name another has, too. Targets other than the library are named
    by their kind: `main`, `bin::tool`, `tests::api`, `examples::demo`, `build`; with a `/` if the library has a
    module of that name. A file outside every target is named by its path: `scripts/check`.
    """
    crate = crate_of(files, path)
    place = place_of(files, crate, path)
    if place is None or (not crate.project and packages(files)):
        name = path.removesuffix(".rs")
        return name if "/" in name else f"./{name}"
    parts = [*_prefix(files, crate), *_label(files, crate, place), *place.modules]
    if path.endswith("/mod.rs") and files.exists(path.removesuffix("/mod.rs") + ".rs"):
        parts.append("mod")  # both forms at once: no valid crate
    return "::".join(parts) or "crate"


def _prefix(files: Files, crate: Crate) -> list[str]:
    known = packages(files)
    if len(known) < 2:
        return []
    alike = [folder for folder, project in known.items() if crate_name(project) == crate.name]
    return [crate.name] if len(alike) < 2 or not crate.directory else [crate.directory]


def _label(files: Files, crate: Crate, place: Place) -> list[str]:
    if not place.label:
        return []
    kind = place.label[0]
    own = join(crate.source, kind)
    if kind != "main" and (files.exists(f"{own}.rs") or (kind != "bin" and files.is_directory(own))):
        return ["/".join([".", *place.label])]
    return list(place.label)


# --- imports ---


def resolve_import(files: Files, path: str, module: str) -> tuple[Target, ...]:
    """`crate`, `self`, `super::super`, `mod x`, `mod outer::x = file.rs`, `::krate`, `name` (a module or crate)."""
    if module == "self":
        return (Target(path=path),)
    if module == "crate":
        return _found(_root(files, path))
    if module.startswith("super"):
        above = path
        for _ in module.split("::"):
            above = _parent(files, above)
            if not above:
                return ()
        return (Target(path=above),)
    if module.startswith("mod "):
        return _found(_child(files, path, module[4:]))
    if module.startswith("::"):
        return _crate_target(files, path, module[2:])
    if declares(files, path, module):
        return _found(_child(files, path, module))
    return _crate_target(files, path, module)


def _found(path: str) -> tuple[Target, ...]:
    return (Target(path=path),) if path else ()


def _root(files: Files, path: str) -> str:
    place = place_of(files, crate_of(files, path), path)
    if place is not None and place.root:
        return place.root
    above = path
    while above:  # no target that we know: the outermost module
        last, above = above, _parent(files, above)
    return last if path else ""


def _parent(files: Files, path: str) -> str:
    """The file of the module around a file's module, "" for a root."""
    place = place_of(files, crate_of(files, path), path)
    root = place.root if place is not None else ""
    if root == path:
        return ""
    folder, _, name = path.rpartition("/")
    if name == "mod.rs":
        folder = folder.rpartition("/")[0]
    if root and folder == root.rpartition("/")[0]:
        return root
    for candidate in (f"{folder}.rs", f"{folder}/mod.rs", f"{folder}/lib.rs", f"{folder}/main.rs"):
        if candidate != path and files.exists(candidate):
            return candidate
    return ""


def _child(files: Files, path: str, text: str) -> str:
    """The file of `mod outer::x;` in `path`; text after ` = ` is its #[path]."""
    names, _, written = text.partition(" = ")
    *around, name = names.removeprefix("r#").split("::")
    folder, _, file_name = path.rpartition("/")
    own = join(folder, file_name.removesuffix(".rs"))
    place = place_of(files, crate_of(files, path), path)
    is_root = file_name in ("mod.rs", "lib.rs", "main.rs") or (place is not None and place.root == path)
    bases = [folder, own] if is_root else [own, folder]
    if written:
        base = join(bases[0], *around) if around else folder
        found = posixpath.normpath(join(base, written))
        return found if files.exists(found) else ""
    for base in bases:
        inner = join(base, *around, name)
        for candidate in (f"{inner}.rs", f"{inner}/mod.rs"):
            if candidate != path and files.exists(candidate):
                return candidate
    return ""


# --- names that no scope binds ---


def free_name(files: Files, path: str, name: str) -> tuple[Target, ...]:
    """A macro, a crate, or a name of the prelude."""
    if name.endswith("!"):
        return _free_macro(files, path, name)
    name = name.removesuffix("::")
    if name in PRELUDE:
        return (Target(external=f"<builtin>.{name}"),)
    if not (name[:1].islower() or name[:1] == "_"):
        return ()
    return _crate_target(files, path, name, known_only=True)


def _crate_target(files: Files, path: str, name: str, known_only: bool = False) -> tuple[Target, ...]:
    """The crate of that name: this one's library, one of the snapshot that it depends on, or an external one."""
    if name in STANDARD:
        return (Target(external=name),)
    crate = crate_of(files, path)
    place = place_of(files, crate, path)
    if name == crate.name and crate.library and (place is None or place.root != crate.library):
        return (Target(path=crate.library),)
    for entry in files.imports(place.root) if place is not None and place.root else ():
        if entry.module.startswith("::") and entry.module[2:] != name and ("", name) in entry.names:
            return _crate_target(files, path, entry.module[2:])  # extern crate a as name
    if name in crate.project.get("dependencies", ()):
        written = crate.project.get("paths", {}).get(name)
        folder = None
        if written is not None:
            folder = posixpath.normpath(join(crate.directory, str(written)))
            folder = "" if folder == "." else folder
        package = str(crate.project.get("renames", {}).get(name, name)).replace("-", "_")
        for directory, project in packages(files).items():
            alike = package in (crate_name(project), str(project["name"]).replace("-", "_"))
            if directory == folder or (folder is None and alike):
                library = crate_at(files, directory, project).library
                if library:
                    return (Target(path=library),)
        return (Target(external=package),)
    if known_only and not _used(files, path, name):
        return ()
    return (Target(external=name),)


def _used(files: Files, path: str, name: str) -> bool:
    """Whether the file has a `use` that starts with that name: without a Cargo.toml, what says that it is a crate."""
    return any(entry.module.partition("::")[0] == name for entry in files.imports(path))


def _free_macro(files: Files, path: str, name: str) -> tuple[Target, ...]:
    """A macro that was defined above `mod`, came by #[macro_use], is exported by a crate, or is the language's."""
    above = path
    seen: set[str] = set()
    while above and above not in seen:
        seen.add(above)
        places = [above]
        for entry in files.imports(above):
            if ALL_MACROS in entry.names and entry.module.startswith("mod "):
                places.append(_child(files, above, entry.module[4:]))
        for home in places:
            found = _macro_in(files, home, name) if home else ()
            if found:
                return found
        above = _parent(files, above)
    crate = crate_of(files, path)
    exported = files.defining("rust", name)
    own = [entry for entry in exported if crate_of(files, entry[0]).directory == crate.directory]
    if own:
        return tuple(Target(symbol=entry) for entry in own)
    if name[:-1] in MACROS:
        return (Target(external=f"<builtin>.{name}"),)
    place = place_of(files, crate, path)
    outside: list[str] = []
    for entry in files.imports(place.root if place is not None and place.root else path):
        if ALL_MACROS not in entry.names or not entry.module.startswith("::"):
            continue
        for target in _crate_target(files, path, entry.module[2:]):  # #[macro_use] extern crate a;
            if target.external:
                outside.append(target.external)
            folder = crate_of(files, target.path).directory if target.path else ""
            others = [entry for entry in exported if target.path and crate_of(files, entry[0]).directory == folder]
            if others:
                return tuple(Target(symbol=entry) for entry in others)
    if "log" in outside and name in _LOG:
        outside = ["log"]
    return (Target(external=f"{outside[0]}::{name}"),) if len(outside) == 1 else ()


def _macro_in(files: Files, path: str, name: str) -> tuple[Target, ...]:
    macros = [number for number, symbol in files.named(path, name) if symbol.kind == Kind.MACRO]
    return (Target(symbol=(path, macros[0])),) if macros else ()
