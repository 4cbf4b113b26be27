"""Asks jedi what is called at each call site of some functions, chosen at random with a fixed seed.

    python jedi_probe.py TREE OUTPUT SCOPE SITES

Runs in an environment with jedi. Each line of OUTPUT is JSON: the site's path, line and column (from 1), the name that
is called, the function around it as [path, line, name], and the targets in the same form, path null outside of TREE.
"""

from __future__ import annotations

import ast
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jedi

PLAIN = {"staticmethod", "classmethod", "abstractmethod", "overload", "override", "final", "abc.abstractmethod"}


Function = tuple[str, int, str]
Target = tuple[str | None, int, str]


def main() -> None:
    root, output, scope, wanted = Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3], int(sys.argv[4])
    owners: dict[Function, list[tuple[int, int, str]]] = {}
    for file in sorted(root.rglob("*.py")):
        path = file.relative_to(root).as_posix()
        if path.startswith(scope):
            for site in sites(ast.parse(file.read_bytes()), (path, 0, "")):
                owners.setdefault(site[0], []).append(site[1:])
    chosen = sorted(owners)
    random.Random(7).shuffle(chosen)
    project = jedi.Project(root, added_sys_path=[], smart_sys_path=False)
    scripts: dict[str, Any] = {}
    asked = 0
    with open(output, "w") as lines:
        for owner in chosen:
            if asked >= wanted:
                break
            script = scripts.get(owner[0]) or jedi.Script(path=root / owner[0], project=project)
            scripts[owner[0]] = script
            for line, column, name in owners[owner]:
                asked += 1
                found = targets(script, root, line, column)
                row = {"path": owner[0], "line": line, "column": column + 1, "name": name, "caller": owner}
                lines.write(json.dumps({**row, "targets": found}) + "\n")


def sites(node: ast.AST, owner: Function, prefix: str = "") -> Iterator[tuple[Function, int, int, str]]:
    """(owner, line, column of the called name, the name) of every call. Decorators and defaults belong outside."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = (owner[0], child.lineno, prefix + child.name)
            yield from sites(ast.Module(child.body, []), inner, inner[2] + ".")
            for part in [*child.decorator_list, *child.args.defaults, *filter(None, child.args.kw_defaults)]:
                yield from sites(ast.Expr(part), owner, prefix)
            continue
        if isinstance(child, ast.Call):
            if isinstance(child.func, ast.Name):
                yield owner, child.func.lineno, child.func.col_offset, child.func.id
            elif isinstance(child.func, ast.Attribute):
                name = child.func.attr
                yield owner, child.func.end_lineno or 0, (child.func.end_col_offset or 0) - len(name.encode()), name
        yield from sites(child, owner, f"{prefix}{child.name}." if isinstance(child, ast.ClassDef) else prefix)


def targets(script: Any, root: Path, line: int, column: int) -> list[Target]:
    try:
        names = script.goto(line, column, follow_imports=True)
        if any(each.type not in ("function", "class") or wrapped(each) for each in names):
            names = [*(each for each in names if each.type in ("function", "class")), *script.infer(line, column)]
        found = [place for each in names for place in places(each, root)]
    except Exception as error:  # jedi's own bugs: the site has no answer
        print(f"{script.path}:{line}: {error!r}", file=sys.stderr)
        return []
    return sorted(set(found), key=str)


def wrapped(name: Any) -> bool:
    """Whether a decorator may have put something else in the function's place."""
    node: Any = getattr(name._name, "tree_name", None)
    decorated = node and node.parent and node.parent.parent
    if not decorated or decorated.type != "decorated":
        return False
    return not all(each.get_code().strip().lstrip("@") in PLAIN for each in node.parent.get_decorators())


def places(name: Any, root: Path) -> Iterator[Target]:
    if name.type == "class":
        made = [each for value in name._name.infer() for each in value.py__getattribute__("__init__")]
        nodes = [each.tree_node for each in made if each.tree_node is not None]
        files = [each.get_root_context().py__file__() for each in made if each.tree_node is not None]
        spots = [(file, node.name.start_pos[0], "__init__") for file, node in zip(files, nodes, strict=True)
                 if hasattr(node, "name")]  # fmt: skip
        for file, line, text in spots or [(None, 0, "__init__")]:
            yield place(file, line, text, root)
    elif name.type == "function":
        yield place(name.module_path, name.line, name.name, root)


def place(file: Any, line: int, name: str, root: Path) -> Target:
    path = Path(str(file)).resolve() if file else None
    if path and path.is_relative_to(root) and path.suffix == ".py":
        return path.relative_to(root).as_posix(), line, name
    return None, 0, name


if __name__ == "__main__":
    main()
