"""Green means in shape: layers, module sizes, no language named outside languages/, docs that name what exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from callmap.languages import languages

HERE = Path(__file__).parent.parent
SOURCE = HERE / "src" / "callmap"
MODULES = sorted(SOURCE.rglob("*.py"))
LONGEST = 400
# A module that is longer says why.
LONGER: dict[str, str] = {}


def relative(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def test_layers_hold() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint, "--no-cache"], cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize("module", MODULES, ids=relative)
def test_modules_are_short_and_say_what_they_are(module: Path) -> None:
    text = module.read_text()
    lines = text.count("\n")
    assert lines <= LONGEST or relative(module) in LONGER, f"{lines} lines: is it still one thing?"
    assert not text.strip() or text.startswith('"""'), "a module starts by saying what goes in and what comes out"


def test_exceptions_to_the_length_are_still_needed() -> None:
    for name in LONGER:
        assert (SOURCE / name).read_text().count("\n") > LONGEST, f"{name} is short now: take it off the list"


def test_no_language_is_named_outside_languages() -> None:
    names = {language.name for language in languages()} - {"c"}
    suffixes = {suffix for language in languages() for suffix in language.suffixes}
    words = re.compile(r"[\"'](?:" + "|".join(re.escape(word) for word in sorted(names | suffixes)) + r")[\"']")
    for module in MODULES:
        if relative(module).startswith("languages/"):
            continue
        found = [match[0] for match in words.finditer(module.read_text()) if match[0] != '".py"']
        assert not found, f"{relative(module)} names {found}"


def test_no_vague_names() -> None:
    vague = re.compile(r"^class \w*(Manager|Handler|Helper|Processor|Utils)\b", re.MULTILINE)
    assert [relative(module) for module in MODULES if vague.search(module.read_text())] == []


@pytest.mark.parametrize(
    ("word", "owner"),
    [("import apsw", "store/database.py"), ("os.environ", "config.py"), ("queries.sql", "store/reading.py")],
)
def test_one_place_for_each_thing(word: str, owner: str) -> None:
    used = re.compile(rf"(?<![`\"]){re.escape(word)}")  # in quotes, it is a name of the code that is read
    holders = {relative(module) for module in MODULES if used.search(module.read_text())}
    assert holders <= {owner}, f"{word} belongs to {owner} alone"


def test_git_is_started_nowhere_but_in_its_door() -> None:
    starts = re.compile(r"(?<!\")\bsubprocess\b|\bos\.(?:exec|spawn|posix_spawn|system|popen)")
    holders = {relative(module) for module in MODULES if starts.search(module.read_text())}
    assert holders <= {"read/objects.py", "show/mcp/indexer.py"}  # the server starts the indexer


def test_docs_name_every_command_and_tool() -> None:
    import click

    from callmap.show.cli import commands
    from callmap.show.mcp.offers import OFFERS

    readme = (HERE / "README.md").read_text()
    context = click.Context(commands)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command is not None
        assert f"callmap {name}" in readme, f"README.md does not show `callmap {name}`"
        for option in command.params:
            for flag in option.opts:
                if flag.startswith("--"):
                    assert flag in readme, f"README.md does not name {flag} of `callmap {name}`"
    for tool in OFFERS:
        assert f"`{tool}`" in readme


def test_the_code_map_is_true() -> None:
    described = set(re.findall(r"^\s+([\w/]+\.(?:py|sql))", (HERE / "ARCHITECTURE.md").read_text(), re.MULTILINE))
    top = {relative(path) for path in MODULES if not relative(path).startswith("languages/")} - {
        relative(path) for path in MODULES if path.name in ("__init__.py", "__main__.py")
    }
    assert described >= top, f"ARCHITECTURE.md does not describe {sorted(top - described)}"
    for name in described:
        assert (SOURCE / name).exists(), f"ARCHITECTURE.md describes {name}, which does not exist"


def test_nothing_speaks_of_a_machine() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=HERE, capture_output=True, text=True, check=False).stdout.split()
    places = re.compile(r"/(?:home|root|Users)/\w+/")
    for name in listed:
        path = HERE / name
        if path.suffix in (".py", ".md", ".toml", ".sql", "") and path.is_file():
            assert not places.search(path.read_text(errors="replace")), f"{name} holds a machine's path"
