"""Python's modules: which file an import means, what a module is called, and the names that are always there."""

from __future__ import annotations

import builtins
import collections.abc
import io
import sys
import tomllib
from typing import Any

from callmap.languages import Files, Target

BUILTINS = frozenset(dir(builtins)) | {
    "__file__", "__path__", "__builtins__", "__annotations__", "reveal_type", "WindowsError", "unicode", "basestring",
    "xrange", "raw_input", "unichr", "reduce", "execfile", "cmp", "long", "file",
}  # fmt: skip
MEMBERS = {
    f"{module}.{name}": frozenset(dir(value))
    for module, values in (("<builtin>", vars(builtins)), ("collections.abc", vars(collections.abc)))
    for name, value in values.items()
    if isinstance(value, type)
}
for _name, _members in {  # of Python 2
    "str": "decode", "dict": "has_key iteritems iterkeys itervalues viewitems viewkeys viewvalues",
}.items():  # fmt: skip
    MEMBERS[f"<builtin>.{_name}"] |= frozenset(_members.split())
MEMBERS["typing.IO"] = frozenset(dir(io.TextIOWrapper))
MEMBERS["typing.BinaryIO"] = frozenset(dir(io.BufferedRandom)) | frozenset(dir(io.FileIO))
BUILTIN_TYPES = frozenset(f"<builtin>.{name}" for name, value in vars(builtins).items() if isinstance(value, type)) | {
    "sched.scheduler", "socket.socket", "array.array", "datetime.datetime", "datetime.date", "datetime.time",
    "datetime.timedelta", "collections.deque", "collections.defaultdict",
}  # fmt: skip
TRANSPARENT_DECORATORS = frozenset({
    "abstractmethod", "cache", "cached_property", "classmethod", "dataclass", "dataclass_transform", "final",
    "lru_cache", "overload", "override", "property", "runtime_checkable", "staticmethod", "total_ordering", "unique",
    "wraps", "contextmanager", "asynccontextmanager", "getter", "setter", "deleter", "deprecated", "no_type_check",
})  # fmt: skip
FINAL_TYPES = frozenset({
    f"<builtin>.{name}" for name in ("str", "int", "float", "bool", "bytes", "bytearray", "complex", "None")
})  # fmt: skip
OPAQUE = frozenset({
    "typing.Any", "typing_extensions.Any", "<builtin>.object", "typing.Callable", "collections.abc.Callable",
    "<builtin>.getattr", "<builtin>.next", "<builtin>.max", "<builtin>.min", "<builtin>.iter", "<builtin>.eval",
    "<builtin>.vars", "<builtin>.globals", "<builtin>.locals", "<builtin>.sum", "<builtin>.__import__",
})  # fmt: skip
OPAQUE |= frozenset(
    f"{module}.{name}"
    for module, names in {
        "typing": ("Iterator", "Iterable", "Generator", "AsyncIterator", "AsyncIterable", "AsyncGenerator",
                   "ContextManager", "AsyncContextManager", "Final", "ClassVar", "Literal", "Annotated"),
        "typing_extensions": ("Final", "Literal", "Annotated"),
        "collections.abc": ("Iterator", "Iterable", "Generator", "AsyncIterator", "AsyncIterable", "AsyncGenerator"),
        "contextlib": ("AbstractContextManager", "AbstractAsyncContextManager"),
    }.items()
    for name in names
)  # fmt: skip
TYPING_ALIASES = {
    f"typing.{name}": f"<builtin>.{name.lower()}" for name in ("List", "Dict", "Set", "FrozenSet", "Tuple", "Text")
} | {"typing.Text": "<builtin>.str"}
RECEIVER_TYPES = frozenset({"typing.Self", "typing_extensions.Self"})
ENUMS = frozenset(f"enum.{name}" for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"))
_SUFFIXES = (".py", ".pyi")


def is_test(path: str) -> bool:
    folders, _, name = path.rpartition("/")
    return (
        name.startswith("test_")
        or name.endswith("_test.py")
        or name in ("conftest.py", "tests.py")
        or any(folder in ("tests", "test", "_tests") for folder in folders.split("/"))
    )


def module_name(files: Files, path: str) -> str:
    """The name under which the module is imported: `src/shop/cart.py` → `shop.cart`."""
    root = _root(files, path)
    inner = path[len(root) + 1 :] if root else path
    inner = inner.rpartition(".")[0]
    parts = inner.split("/")
    if parts[-1] == "__init__":
        parts.pop()
    package = "" if root else _package_at_root(files)
    return ".".join([package, *parts] if package else parts)


def _package_at_root(files: Files) -> str:
    """The name of the package whose directory is itself the root of what is indexed, or "".

    Nothing below the root tells it but the imports: most of those that can be found here start with it.
    """
    if not (files.exists("__init__.py") or files.exists("__init__.pyi")):
        return ""
    return files.vote("python package at root", _ballots)


def _ballots(files: Files, path: str) -> list[str]:
    """The names by which a file imports what can be found from the root."""
    known: dict[str, str] = files.remember("python ballots", dict)  # most modules are imported by many files
    found: list[str] = []
    for imported in files.facts(path).imports if path.endswith(_SUFFIXES) else ():
        module = imported.module
        name = known.get(module)
        if name is None:
            first, *rest = module.split(".")
            fits = first and rest and _locate(files, "", rest) and not _locate(files, "", [first])
            name = known[module] = first if fits else ""
        if name:
            found.append(name)
    return found


def _root(files: Files, path: str) -> str:
    """The directory from which the file is imported: above its outermost package, or a `src` or project directory."""
    folder = path.rpartition("/")[0]
    top = folder
    while top and (_is_package(files, top) or _is_package(files, top.rpartition("/")[0] or top)):
        top = top.rpartition("/")[0]  # a directory without a file of its own in a package is part of it, too
    if top != folder or not folder:
        return top
    while folder:  # no package: the nearest source root
        if folder.rpartition("/")[2] == "src" or files.exists(f"{folder}/pyproject.toml"):
            return folder
        folder = folder.rpartition("/")[0]
    return ""


def _is_package(files: Files, folder: str) -> bool:
    return files.exists(f"{folder}/__init__.py") or files.exists(f"{folder}/__init__.pyi")


def resolve_import(files: Files, path: str, module: str) -> tuple[Target, ...]:
    """The file of a module as written in `path`: `a.b`, `.a`, `..`."""
    name = module.lstrip(".")
    level = len(module) - len(name)
    parts = name.split(".") if name else []
    if level:
        folder = path.rpartition("/")[0]
        for _ in range(level - 1):
            if not folder:
                return ()
            folder = folder.rpartition("/")[0]
        return _locate(files, folder, parts)
    if not parts:  # import_module("")
        return ()
    if parts[0] == _package_at_root(files):
        found = _locate(files, "", parts[1:])
        if found:
            return found
    for root in _search_path(files, path):
        found = _locate(files, root, parts)
        if found:
            return found
    return _beside(files, path, parts) or (Target(external=name),)


def _beside(files: Files, path: str, parts: list[str]) -> tuple[Target, ...]:
    """A module beside a file of a package, which Python 2 finds, and Python 3 where the file is run as a script.

    Not of a file that names its neighbours as such, nor one that is called like what it wraps: redis.py imports redis.
    """
    if parts[0] in sys.stdlib_module_names or _imports(files, path, ""):
        return ()
    folder = path.rpartition("/")[0]
    for found in _locate(files, folder, parts[:1]):
        if found.path and found.path != path and not _imports(files, found.path, parts[0]):
            return _locate(files, folder, parts)
    return ()


def _imports(files: Files, path: str, first: str) -> bool:
    """Whether a file imports a package of that name, or ("") modules by where they lie: from . import a"""
    return any(entry.module.partition(".")[0] == first for entry in files.imports(path))


def submodule(files: Files, package: str, name: str) -> tuple[Target, ...]:
    """`name` below a package: its `__init__` file, or a directory without one."""
    folder, _, file_name = package.rpartition("/")
    if file_name not in ("__init__.py", "__init__.pyi"):
        if file_name.endswith(_SUFFIXES):
            return ()  # a module that is no package
        folder = package
    return _locate(files, folder, [name])


def _search_path(files: Files, path: str) -> list[str]:
    """Directories to look in, nearest reason first: where this file's package lies (a script's own directory), those
    above it, and the project's source roots."""
    folder = path.rpartition("/")[0]
    roots = [_root(files, path)]
    while folder and _is_package(files, folder):
        folder = folder.rpartition("/")[0]
    roots.append(folder)
    while folder:
        folder = folder.rpartition("/")[0]
        if not folder or not _is_package(files, folder):  # what lies in a package is imported through it
            roots += [folder, f"{folder}/src" if folder else "src"]
    roots += ["", "src"]
    return list(dict.fromkeys(roots))


def _locate(files: Files, root: str, parts: list[str]) -> tuple[Target, ...]:
    """A module below a directory: package/__init__.py, module.py, its stub, or a package without a file."""
    base = "/".join([root, *parts] if root else parts)
    for suffix in _SUFFIXES:
        package = f"{base}/__init__{suffix}" if base else f"__init__{suffix}"
        if files.exists(package):
            return (Target(path=package),)
    if base:
        for suffix in _SUFFIXES:
            if files.exists(base + suffix):
                return (Target(path=base + suffix),)
    if (not base or files.is_directory(base)) and (not parts or _holds_python(files, base)):
        return (Target(directory=base),)
    return ()


def _holds_python(files: Files, folder: str) -> bool:
    return files.holds_suffix(folder, _SUFFIXES)


def free_name(files: Files, path: str, name: str) -> tuple[Target, ...]:
    return (Target(external=f"<builtin>.{name}"),) if name in BUILTINS else ()


def read_pyproject(content: bytes) -> dict[str, Any]:
    data = tomllib.loads(content.decode("utf-8"))
    project = data.get("project", {})
    poetry = data.get("tool", {}).get("poetry", {})
    scripts = {**poetry.get("scripts", {}), **project.get("scripts", {}), **project.get("gui-scripts", {})}
    return {
        "name": project.get("name") or poetry.get("name") or "",
        "version": str(project.get("version") or poetry.get("version") or ""),
        "dependencies": sorted(
            str(entry) for entry in project.get("dependencies", []) or list(poetry.get("dependencies", {}))
        ),
        "scripts": {str(name): str(target) for name, target in scripts.items() if isinstance(target, str)},
    }
