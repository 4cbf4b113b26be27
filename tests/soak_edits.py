"""For `make soak`: real projects, edited at random as people edit them; after every edit the updated index is compared
with a first one."""

from __future__ import annotations

import os
import re
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from trees import clean_dump, dump, run

sys.path.append(str(Path(__file__).parent.parent / "eval"))
from fetch import sdist

EDITS = int(os.environ.get("CALLMAP_EDITS", "300"))  # of each project
PROJECTS = {"flask": "3.1.2", "click": "8.2.1", "psycopg2": "2.9.10", "pydantic_core": "2.33.2", "django": "5.2"}
SUFFIXES = (".py", ".js", ".c", ".h", ".rs")
LARGE = {"django": 10}  # one in so many edits: it takes its time, and is linked in fewer rounds
_DEFINITION = re.compile(
    r"^(?:def|class|function) .*\n(?:(?:[ \t}].*)?\n)+"
    r"|^(?:\w[^;{}]*\)\n|[^\n;(]*\bimpl\b[^;{}]*|[^\n;]*\bfn\b[^;{}]*)\{\n(?:(?:[ \t#/}].*)?\n)*?\}\n",
    re.MULTILINE,
)
_ADDED = {
    ".py": "\n\ndef added(value):\n    return value\n",
    ".js": "\nfunction added() {}\n",
    ".rs": "\nfn added() {}\n",
    ".c": "\nint added(int value)\n{\n    return value;\n}\n",
    ".h": "\nint added(int value);\n",
}


def add_a_comment(text: str, _: str, __: Random) -> str:
    return f"\n{text}"


def add_a_function(text: str, path: str, _: Random) -> str:
    return text + _ADDED[path]


def drop_a_line(text: str, _: str, chance: Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def repeat_a_line(text: str, _: str, chance: Random) -> str:
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    return "\n".join([*lines[:at], lines[at], *lines[at:]])


def rename_something(text: str, _: str, chance: Random) -> str:
    names = sorted(
        set(
            re.findall(r"(?:def|class|function|const|import|fn|struct|enum|trait|mod|static|int|void)\s+\*?(\w+)", text)
        )
    )
    return re.sub(rf"\b{chance.choice(names)}\b", "renamed", text) if names else text


def call_something_else(text: str, _: str, chance: Random) -> str:
    names = sorted(set(re.findall(r"(\w+)\(", text)))
    return text.replace(f"{chance.choice(names)}(", f"{chance.choice(names)}(", 1) if names else text


def drop_a_definition(text: str, _: str, chance: Random) -> str:
    found = list(_DEFINITION.finditer(text))
    return text.replace(chance.choice(found)[0], "", 1) if found else text


def inherit_from_another(text: str, _: str, chance: Random) -> str:
    classes = re.findall(r"^class (\w+)", text, re.MULTILINE)
    if len(classes) < 2:
        return text
    one, other = chance.sample(classes, 2)
    return re.sub(rf"^class {one}\b(?:\([^)]*\))?:", f"class {one}({other}):", text, flags=re.MULTILINE)


def give_a_block_to_another(text: str, _: str, chance: Random) -> str:
    types = sorted(set(re.findall(r"^(?:pub )?(?:struct|enum) (\w+)", text, re.MULTILINE)))
    blocks = list(re.finditer(r"^(impl(?:<[^>]*>)? (?:.* for )?)(\w+)", text, re.MULTILINE))
    if not types or not blocks:
        return text
    block = chance.choice(blocks)
    return f"{text[: block.start(2)]}{chance.choice(types)}{text[block.end(2) :]}"


CHANGES: list[Callable[[str, str, Random], str]] = [
    add_a_comment, add_a_function, drop_a_line, repeat_a_line, rename_something, call_something_else,
    drop_a_definition, inherit_from_another, give_a_block_to_another,
]  # fmt: skip


@pytest.mark.parametrize("project", PROJECTS)
def test_random_edits(project: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    archives = tmp_path / "archives"
    archives.mkdir()
    with tarfile.open(sdist(project, PROJECTS[project], archives)) as archive:
        archive.extractall(tmp_path / "tree", filter="data")
    root, chance = tmp_path / "tree", Random(project)
    run(root)
    for number in range(EDITS // LARGE.get(project, 1)):
        files = sorted(path for path in root.rglob("*") if path.suffix in SUFFIXES and path.is_file())
        path, what = chance.choice(files), chance.random()
        if what < 0.05:
            path.unlink()
        elif what < 0.1:
            path.with_name(f"copy{number}{path.suffix}").write_bytes(path.read_bytes())
        else:
            change = chance.choice(CHANGES)
            path.write_text(change(path.read_text("utf-8"), path.suffix, chance), "utf-8")
        run(root)
        assert dump(root) == clean_dump(root, monkeypatch, tmp_path), f"after edit {number}, of {path}"
