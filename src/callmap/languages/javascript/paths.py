"""Paths of JavaScript files: from a path as an import writes it to a file of the snapshot."""

from __future__ import annotations

from callmap.languages import Files

# A declaration file comes last: the code itself says more.
_TYPED = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts")
_PLAIN = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".d.ts", ".d.mts", ".d.cts")
_SOURCE = {  # `import './a.js'` may mean a.ts
    ".js": (".ts", ".tsx", ".d.ts"),
    ".jsx": (".tsx",),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_KNOWN = frozenset(_TYPED)


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def join(folder: str, path: str) -> str:
    """The path as seen from the folder, without `.` and `..`; above the root is the root."""
    parts = folder.split("/") if folder else []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def find_file(files: Files, base: str, typed: bool) -> str:
    """The code file that is meant by a path: as it is, with a suffix, its TypeScript source, or a directory's index."""
    suffix = base[base.rfind(".") :] if "." in base.rpartition("/")[2] else ""
    sources = [base[: -len(suffix)] + other for other in _SOURCE.get(suffix, ())]
    exact = [base] if suffix in _KNOWN else []
    candidates = sources[:-1] + exact + sources[-1:] if typed else exact + sources
    order = _TYPED if typed else _PLAIN
    for candidate in candidates:
        if files.exists(candidate):
            return candidate
    if base:
        for added in order:
            if files.exists(base + added):
                return base + added
    if not base or files.is_directory(base):
        for added in order:
            index = f"{base}/index{added}" if base else f"index{added}"
            if files.exists(index):
                return index
    return ""


def split_package(module: str) -> tuple[str, str]:
    """'@scope/pkg/sub/path' → ('@scope/pkg', 'sub/path')"""
    parts = module.split("/")
    count = 2 if module.startswith("@") else 1
    return "/".join(parts[:count]), "/".join(parts[count:])
