"""What an edit costs: re-indexing after one changed file, and a second commit, beside a cold index in the same run.

    python bench/edits.py [PATH] [--files N]

Without PATH: django/ of Django 5.2. Each edit is indexed in a fresh process, which tells its seconds without its start.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from bench import INDEX, django, run

MOST_REFERRED = """
import json, sys
from collections import defaultdict
from callmap.ask.project import Project
readers = defaultdict(set)
with Project.open(sys.argv[1]) as project:
    for edge in project.store.edges(project.snapshot.id):
        if edge.callee is not None and edge.callee.path != edge.caller.path:
            readers[edge.callee.path].add(edge.caller.path)
print(json.dumps(sorted(readers, key=lambda path: -len(readers[path]))[:5]))
"""
COMMIT = """
import json, sys
from callmap.index import index
from callmap.languages import languages
languages()
print(json.dumps({"seconds": index(sys.argv[1], ref=sys.argv[2]).seconds}))
"""
WORKERS = str(len(os.sched_getaffinity(0)))
ADDED = {  # a function at the end of a file
    ".py": "\n\ndef added_for_a_benchmark(value):\n    return str(value)\n",
    ".js": "\nfunction addedForABenchmark(value) { return String(value); }\n",
    ".ts": "\nfunction addedForABenchmark(value: number) { return String(value); }\n",
    ".c": "\nint added_for_a_benchmark(int value) { return abs(value); }\n",
    ".rs": "\nfn added_for_a_benchmark(value: i32) -> String { value.to_string() }\n",
}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("path", nargs="?")
    options.add_argument("--files", type=int, default=50)
    given = options.parse_args()
    source = Path(given.path).resolve() if given.path else django()
    with tempfile.TemporaryDirectory() as place:
        root, data = Path(place, "tree"), str(Path(place, "data"))
        shutil.copytree(source, root)
        git(root, "init", "-q")
        commit(root)
        cold = run(INDEX, str(root), WORKERS, data=data)["seconds"]
        rows = [*edit_rows(root, data, cold, given.files), commit_row(root, data, cold)]
    print(f"{source}, {WORKERS} processes; a cold index takes {cold:.2f} s\n")
    print("| what | measured | of a cold index | bar |\n|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


def edit_rows(root: Path, data: str, cold: float, count: int) -> list[tuple[str, ...]]:
    files = sources(root)
    chosen = random.Random(1).sample(files, min(count, len(files)))
    times = [after(root, data, path, add_function) for path in chosen]
    most = [root / path for path in run(MOST_REFERRED, str(root), data=data)]  # type: ignore[attr-defined]
    bodies = max(after(root, data, path, add_line) for path in most[:3])
    names = max(after(root, data, path, rename_all) for path in most)
    low, high = statistics.median(times), max(times)
    return [
        (f"a function is added to a file: median of {len(chosen)}", ms(low), f"1/{cold / low:.0f}", "≤ 150 ms"),
        ("… the slowest of them", ms(high), f"1/{cold / high:.1f}", ""),
        ("a line in a body of a file that most others use", ms(bodies), f"1/{cold / bodies:.0f}", "≤ 300 ms"),
        ("all names of one of them are others", ms(names), f"1/{cold / names:.1f}", "≤ 1/3"),
    ]


def commit_row(root: Path, data: str, cold: float) -> tuple[str, ...]:
    run(COMMIT, str(root), "HEAD", data=data)
    files = sources(root)
    for path in random.Random(2).sample(files, min(10, len(files))):
        path.write_text(add_function(path.read_text("utf-8"), path.suffix), "utf-8")
    commit(root)
    seconds = run(COMMIT, str(root), "HEAD", data=data)["seconds"]
    return ("a second commit, in which 10 files differ", ms(seconds), f"1/{cold / seconds:.0f}", "≤ 1/15")


def sources(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.suffix in ADDED and path.is_file() and path.stat().st_size)


def after(root: Path, data: str, path: Path, change: Callable[[str, str], str]) -> float:
    """The seconds that indexing takes after an edit, which is undone."""
    old = path.read_text("utf-8")
    path.write_text(change(old, path.suffix), "utf-8")
    seconds = run(INDEX, str(root), WORKERS, data=data)["seconds"]
    path.write_text(old, "utf-8")
    run(INDEX, str(root), WORKERS, data=data)
    return seconds


def add_function(text: str, suffix: str) -> str:
    return text + ADDED[suffix]


def add_line(text: str, suffix: str) -> str:
    """A line at the start of the first function that stands alone; where there is none, a comment at the end."""
    python = suffix == ".py"
    head = r"^def [^\n]*\)(?: ->[^\n]*)?:\n" if python else r"^\w[^;{}\n]*\)[^;{}\n]*\{\n"
    found, line = re.search(head, text, re.MULTILINE), "    len('line')\n" if python else "    ;\n"
    if not found:
        return f"{text}\n{'#' if python else '//'} a line\n"
    return f"{text[: found.end()]}{line}{text[found.end() :]}"


def rename_all(text: str, _: str) -> str:
    words = r"^((?:pub |export |static )*(?:class|def|function|fn|int|void)) (\w+)"
    return re.sub(words, r"\1 \2_renamed", text, flags=re.MULTILINE)


def ms(seconds: float) -> str:
    return f"{seconds * 1e3:.0f} ms"


def commit(root: Path) -> None:
    git(root, "add", "-A")
    git(root, "-c", "user.name=bench", "-c", "user.email=bench@example.org", "commit", "-qm", "bench")


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(root), *arguments], check=True)


if __name__ == "__main__":
    main()
