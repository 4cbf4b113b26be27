"""Benchmarks, as ratios against a yardstick measured in the same run.

    python bench/bench.py [PATH] [--runs N] [--workers N]

Without PATH: django/ of Django 5.2, and sympy 1.14 once, downloaded from PyPI into bench/.corpus. Every measurement
runs in a fresh process; the best of N runs counts, since noise only ever adds. How cost grows is seen from both halves
of the directories beside all of them.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import zipfile
from pathlib import Path

import psutil

from callmap.languages import recognise

HERE = Path(__file__).parent
CORPUS = HERE / ".corpus"

RAW_PARSE = """
import json, os, sys, time
from concurrent.futures import ProcessPoolExecutor
from callmap import config
from callmap.languages import by_name
from callmap.read.extract import _parser
from callmap.read.files import walk

def parse(batch):
    root, files = batch
    for path, language, dialect in files:
        if dialect in by_name(language).project_files:
            continue
        with open(os.path.join(root, path), "rb") as file:
            _parser(language, dialect)[0].parse(file.read())

root, workers = sys.argv[1], int(sys.argv[2])
files = sorted(walk(root, config.load_settings(root)).files, key=lambda found: -found.size)
size = sum(found.size for found in files)
for found in files:
    _parser(found.language, found.dialect) if found.dialect not in by_name(found.language).project_files else None
began = time.perf_counter()
batches = [(root, [(f.path, f.language, f.dialect) for f in files[n::workers * 8]]) for n in range(workers * 8)]
with ProcessPoolExecutor(workers) as pool:
    list(pool.map(parse, batches))
print(json.dumps({"seconds": time.perf_counter() - began, "files": len(files), "bytes": size}))
"""

INDEX = """
import gc, json, sys
from callmap.index import index
from callmap.languages import languages
languages()  # importing them is part of starting up, as loading the grammars is for the yardstick
gc.disable()
report = index(sys.argv[1], workers=int(sys.argv[2]))
print(json.dumps({"seconds": report.seconds, "changed": report.changed, "edges": sum(report.counts["edges"].values())}))
"""

BARE_WALK = """
import json, os, sys, time
began = time.perf_counter()
stack, count = [sys.argv[1]], 0
while stack:
    with os.scandir(stack.pop()) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                stack.append(entry.path)
            else:
                entry.stat(follow_symlinks=False)
                count += 1
print(json.dumps({"seconds": time.perf_counter() - began, "files": count}))
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("path", nargs="?")
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    given = options.parse_args()
    root = str(Path(given.path).resolve() if given.path else django())
    rows = [*index_rows(root, given.runs, given.workers), *start_rows(root, given.runs)]
    rows.append(growth_row(root, given.runs, given.workers))
    if not given.path:
        rows.append(operators_row(str(sympy()), given.workers))
    print(f"{root}, {given.workers} processes, best of {given.runs}\n")
    print("| what | measured | yardstick | ratio | bar |\n|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


def index_rows(root: str, runs: int, workers: int) -> list[tuple[str, ...]]:
    raws, colds, agains, walks, peaks = [], [], [], [], []
    facts = {}
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as data:
            raws.append(run(RAW_PARSE, root, str(workers), data=data))
            colds.append(run(INDEX, root, str(workers), data=data))
            time.sleep(2.1)  # files that were touched while the index ran are read again, as git does
            agains.append(run(INDEX, root, str(workers), data=data))
            facts = colds[-1]
        walks.append(run(BARE_WALK, root))
    with tempfile.TemporaryDirectory() as data:  # watching costs time, so it has a run of its own
        peaks.append(0.0)
        run(INDEX, root, str(workers), data=data, peak=peaks)
    raw, cold, again, bare = (min(each["seconds"] for each in series) for series in (raws, colds, agains, walks))
    assert not agains[-1]["changed"], "the second run should have found nothing changed"
    what = f"{raws[0]['files']:,} files, {raws[0]['bytes'] / 1e6:.1f} MB, {facts['edges']:,} edges"
    return [
        (f"cold index ({what})", f"{cold:.2f} s", f"raw parse {raw:.2f} s", f"{cold / raw:.1f} ×", "≤ 6 ×"),
        ("nothing changed", f"{again * 1e3:.0f} ms", f"bare walk and stat {bare * 1e3:.0f} ms",
         f"{again / bare:.1f} ×", "≤ 3 ×"),
        ("peak memory, parent and workers", f"{max(peaks) / 1e6:.0f} MB", "", "", "≤ 400 MB"),
    ]  # fmt: skip


def growth_row(root: str, runs: int, workers: int) -> tuple[str, ...]:
    """What twice the source costs: the whole against the mean of its two halves, which are not alike."""
    with tempfile.TemporaryDirectory() as place:
        halves = [Path(place, "first"), Path(place, "second")]
        sizes = copy_halves(Path(root), *halves)
        times: dict[str, list[float]] = {root: [], **{str(half): [] for half in halves}}
        for _ in range(runs):
            for path, seconds in times.items():
                with tempfile.TemporaryDirectory() as data:
                    seconds.append(run(INDEX, path, str(workers), data=data)["seconds"])
    whole, *parts = map(min, times.values())
    shares = " and ".join(f"{size / 1e6:.1f} MB: {part:.2f} s" for size, part in zip(sizes, parts, strict=True))
    return ("twice the source", f"{whole:.2f} s", f"its halves, {shares}", f"{2 * whole / sum(parts):.2f} ×", "≤ 2.3 ×")


def copy_halves(root: Path, first: Path, second: Path) -> tuple[int, int]:
    """Copies the directories of a tree, in the order of their names, to one place until half of its source is there,
    and the others to another; the bytes in each."""
    groups: dict[str, list[Path]] = {}
    for path in sorted(path for path in root.rglob("*") if path.is_file() and recognise(path.name)):
        groups.setdefault("/".join(path.relative_to(root).parts[:2]), []).append(path)
    total = sum(path.stat().st_size for group in groups.values() for path in group)
    copied = {first: 0, second: 0}
    for group in groups.values():
        half = first if copied[first] < total / 2 else second
        for path in group:
            target = half / path.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
            copied[half] += path.stat().st_size
    return copied[first], copied[second]


def operators_row(root: str, workers: int) -> tuple[str, ...]:
    """A code base that is heavy in operators, once."""
    with tempfile.TemporaryDirectory() as data:
        raw = run(RAW_PARSE, root, str(workers), data=data)
        cold = run(INDEX, root, str(workers), data=data)["seconds"]
    what = f"sympy, cold ({raw['files']:,} files, {raw['bytes'] / 1e6:.1f} MB)"
    ratio = cold / raw["seconds"]
    return (what, f"{cold:.2f} s", f"raw parse {raw['seconds']:.2f} s", f"{ratio:.1f} ×", "≤ 10 ×")


def start_rows(root: str, runs: int) -> list[tuple[str, ...]]:
    bare = min(timed([sys.executable, "-c", "pass"]) for _ in range(runs))
    version = min(timed([sys.executable, "-m", "callmap", "--version"]) for _ in range(runs))
    with tempfile.TemporaryDirectory() as data:
        run(INDEX, root, "2", data=data)
        first = min(first_reply(root, data) for _ in range(runs))
    sdk = min(timed([sys.executable, "-c", "from mcp.server.mcpserver import MCPServer"]) for _ in range(runs))
    return [
        ("callmap --version", f"{version * 1e3:.0f} ms", f"python -c pass {bare * 1e3:.0f} ms",
         f"{version / bare:.1f} ×", ""),
        ("serve to its first reply", f"{first * 1e3:.0f} ms", f"importing the SDK {sdk * 1e3:.0f} ms",
         f"{first / sdk:.1f} ×", ""),
    ]  # fmt: skip


def run(code: str, *arguments: str, data: str = "", peak: list[float] | None = None) -> dict[str, float]:
    """Runs code in a fresh process; its last line is JSON. `peak` gets the most memory it and its children had."""
    environment = {**os.environ, **({"CALLMAP_DATA": data} if data else {})}
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True, env=environment
    )
    if peak is not None:
        watch = threading.Thread(target=watch_memory, args=(process.pid, peak), daemon=True)
        watch.start()
    output, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"a measurement failed with exit code {process.returncode}")
    return json.loads(output.splitlines()[-1])  # type: ignore[no-any-return]


def watch_memory(pid: int, peak: list[float]) -> None:
    """Proportional set size: memory that processes share is counted once."""
    try:
        parent = psutil.Process(pid)
        while True:
            total = 0.0
            for process in [parent, *parent.children(recursive=True)]:
                try:
                    total += process.memory_full_info().pss
                except psutil.Error:
                    continue
            peak[-1] = max(peak[-1], total)
            if not total:
                return
            time.sleep(0.03)
    except psutil.Error:
        return


def timed(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def first_reply(root: str, data: str) -> float:
    """From starting `callmap serve` to its answer to `initialize`."""
    hello = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "b", "version": "1"}},
    }  # fmt: skip
    began = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, "-m", "callmap", "serve", "--root", root],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "CALLMAP_DATA": data},
    )  # fmt: skip
    assert server.stdin and server.stdout
    server.stdin.write(json.dumps(hello) + "\n")
    server.stdin.flush()
    assert server.stdout.readline()
    seconds = time.perf_counter() - began
    server.stdin.close()
    server.wait(10)
    return seconds


def sympy() -> Path:
    """sympy 1.14, as it is installed."""
    place = CORPUS / "sympy-1.14.0"
    if not place.exists():
        CORPUS.mkdir(exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        subprocess.run([*pip, "--dest", str(CORPUS), "sympy==1.14.0"], check=True)
        with zipfile.ZipFile(next(CORPUS.glob("sympy-1.14.0*.whl"))) as archive:
            archive.extractall(place)
    return place


def django() -> Path:
    """django/ of Django 5.2."""
    place = CORPUS / "Django-5.2" / "django"
    if not place.exists():
        CORPUS.mkdir(exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
        subprocess.run([*pip, "--dest", str(CORPUS), "django==5.2"], check=True)
        with tarfile.open(next(CORPUS.glob("[Dd]jango-5.2.tar.gz"))) as archive:
            archive.extractall(CORPUS, filter="data")
        next(CORPUS.glob("[Dd]jango-5.2/")).rename(CORPUS / "Django-5.2")
    return place


if __name__ == "__main__":
    main()
