"""C's files: which header an include means, what linking by name finds, and the names that are always there."""

from __future__ import annotations

from callmap.languages import Files, Target
from callmap.languages.c.library import LIBRARY

_TEST_FOLDERS = frozenset({"test", "tests", "t", "testing", "unittest", "unittests", "selftests", "kunit", "testsuite"})


def is_test(path: str) -> bool:
    folders, _, name = path.rpartition("/")
    stem = name.rpartition(".")[0]
    return (
        stem.startswith(("test_", "test-"))
        or stem.endswith(("_test", "_tests", "-test", "_kunit", "_selftest"))
        or any(folder in _TEST_FOLDERS for folder in folders.split("/"))
    )


def module_name(files: Files, path: str) -> str:
    """C has no modules: a definition is named by its file."""
    return path


# --- includes ---


def resolve_import(files: Files, path: str, module: str) -> tuple[Target, ...]:
    """The header that `#include` of this text in `path` means."""
    text = module.strip()
    name = text.strip('<>"').strip()
    if not name or text[:1] not in '<"':
        return ()  # #include MACRO
    folder = path.rpartition("/")[0]
    if text[0] == '"':
        beside = _normal(f"{folder}/{name}" if folder else name)
        if files.exists(beside):
            return (Target(path=beside),)
    found = _candidates(files, name)
    if name.startswith("asm/"):
        found = _of_architecture(files, found, path, name)
    if found:
        return _nearest(found, path, name)
    return (Target(external=f"<{name}>"),)


def _normal(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _candidates(files: Files, name: str) -> list[str]:
    """Files whose path ends with that one: it is relative to some directory of the include path."""
    suffix = _normal(name)
    while suffix.startswith("../"):
        suffix = suffix[3:]
    last = suffix.rpartition("/")[2]
    return [found for found in files.ending_with(last) if found == suffix or found.endswith(f"/{suffix}")]


def _of_architecture(files: Files, found: list[str], path: str, name: str) -> list[str]:
    """Linux: <asm/x.h> is a header of the architecture that is built, or <asm-generic/x.h> where it has none."""
    parts = path.split("/")
    generic = _candidates(files, f"asm-generic/{name[4:]}")
    if parts[0] == "arch" and len(parts) > 2:
        own = [each for each in found if each.startswith(f"arch/{parts[1]}/")]
        return own or generic or found
    return generic + found if any(each.startswith("arch/") for each in found) or not found else found


def _nearest(found: list[str], path: str, name: str) -> tuple[Target, ...]:
    """The one that an include path would find: from the file's directory upwards, `include` directories first."""
    if len(found) == 1:
        return (Target(path=found[0]),)
    length = len(_normal(name).lstrip("./"))
    roots = {each: each[:-length].rstrip("/") for each in found}
    folder = path.rpartition("/")[0]
    while True:  # the directories above the file, the nearest first
        for inner in ("include", "include/uapi", "", "inc", "includes", "src", "lib"):
            root = f"{folder}/{inner}".strip("/")
            for each in found:
                if roots[each] == root:
                    return (Target(path=each),)
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    best = _most_shared(found, path)
    if len(best) == 1:
        return (Target(path=best[0], confidence="possible", via=f"the nearest {name}"),)
    return tuple(Target(path=each, confidence="possible", via=f"one of {len(best)} files {name}") for each in best)


def _most_shared(found: list[str], path: str) -> list[str]:
    """Those that share the most leading directories with the file."""
    own = path.split("/")[:-1]

    def shared(other: str) -> int:
        count = 0
        for mine, theirs in zip(own, other.split("/"), strict=False):
            if mine != theirs:
                break
            count += 1
        return count

    most = max(shared(each) for each in found)
    return [each for each in found if shared(each) == most]


# --- linking by name ---


def implementation(files: Files, path: str, name: str) -> tuple[Target, ...]:
    """The definitions that a declaration of `name` in `path` (a prototype, `extern`) stands for."""
    name = name.rpartition(".")[2]  # a prototype in a function's body
    own = _defined_in(files, path, name)
    if own and not path.endswith(".h"):
        return (Target(symbol=(path, own)),)
    found = _linked(files, name)
    if own and not any(place[0] != path for place in found):
        return (Target(symbol=(path, own)),)  # in a header it may be the stub for another configuration
    if not found:
        return ()
    if len(found) > 1:
        found = _beside(found, path)
    if len(found) == 1:
        return (Target(symbol=found[0]),)
    sure = _in_one_file(found)
    return tuple(Target(symbol=each, confidence=sure, via="one of several definitions") for each in found)


def free_name(files: Files, path: str, name: str) -> tuple[Target, ...]:
    """A name without a declaration in sight: another file's definition, the library's, or one from a header that is
    not here: linkage is by name, so its name says it."""
    found = _linked(files, name)
    if len(found) > 1:
        found = _beside(found, path)
    if len(found) == 1:
        return (Target(symbol=found[0], confidence="inferred", via="linked by name"),)
    if found:
        sure = _in_one_file(found)
        return tuple(Target(symbol=each, confidence=sure, via="linked by name") for each in found)
    if name in LIBRARY or name.startswith(("__builtin_", "__sync_", "__atomic_")):
        return (Target(external=f"<builtin>.{name}"),)
    return (Target(external=name),)


def _in_one_file(found: list[tuple[str, int]]) -> str:
    """Several definitions in one file are those of its `#if` branches: whatever is built, it is one of them."""
    return "inferred" if all(place[0] == found[0][0] for place in found) else "possible"


def _defined_in(files: Files, path: str, name: str) -> int:
    """The definition of a top-level name in that file, or 0. It carries the plain name."""
    for number, symbol in files.named(path, name):
        defined = symbol.kind in ("function", "variable") and "declaration" not in symbol.flags
        if symbol.parent == 0 and defined:
            return number
    return 0


def _linked(files: Files, name: str) -> list[tuple[str, int]]:
    """Definitions with external linkage. What a macro made has another name: SYSCALL_DEFINE1(close) is sys_close."""
    found = [each for each in files.defining("c", name) if not _made_by_macro(files, each)]
    if not found:
        for prefix in ("sys_", "compat_sys_"):
            if name.startswith(prefix):
                made = files.defining("c", name[len(prefix) :])
                found = [each for each in made if _is_system_call(files, each, prefix)]
    return found


def _made_by_macro(files: Files, place: tuple[str, int]) -> bool:
    return "macro_defined" in files.symbol_of(*place).flags


def _is_system_call(files: Files, place: tuple[str, int], prefix: str) -> bool:
    signature = files.symbol_of(*place).signature
    return signature.startswith("COMPAT_SYSCALL_DEFINE" if prefix == "compat_sys_" else "SYSCALL_DEFINE")


def _beside(found: list[tuple[str, int]], path: str) -> list[tuple[str, int]]:
    """Of several programs' definitions, those that belong to the file: foo.c for foo.h, then its own directory's."""
    stem = path.rpartition(".")[0]
    siblings = [each for each in found if each[0].rpartition(".")[0] == stem]
    if siblings:
        return siblings
    folder = path.rpartition("/")[0]
    near = [each for each in found if each[0].rpartition("/")[0] == folder]
    if near:
        return near
    sources = [each for each in found if not is_test(each[0])]
    return sources if sources and not is_test(path) else found
