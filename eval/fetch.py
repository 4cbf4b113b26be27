"""Downloads: takes a pinned Project, gives its tree and an environment it runs in, all below eval/.work."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import venv
from pathlib import Path

from projects import WORK, Project

INDEX = "https://pypi.org/simple"


def fetch(project: Project) -> Path:
    """The tree of the project: downloaded, unpacked and copied once."""
    done = project.work / "fetched"
    if done.exists() and done.read_text() == project.version:
        return project.tree
    shutil.rmtree(project.work, ignore_errors=True)
    project.work.mkdir(parents=True)
    pypi = project.registry == "pypi"
    archive = sdist(project.package, project.version, project.work) if pypi else _npm_pack(project)
    with tarfile.open(archive) as packed:
        packed.extractall(project.work / "unpacked", filter="data")
    next((project.work / "unpacked").iterdir()).rename(project.archive)
    (project.work / "unpacked").rmdir()
    shutil.copytree(
        project.archive / project.source, project.tree / project.target,
        ignore=shutil.ignore_patterns("__pycache__", *project.leave_out),
    )  # fmt: skip
    if pypi:  # what runs is what is indexed, also for tests that put their directory on the path
        shutil.rmtree(project.archive / project.source)
        (project.archive / project.source).symlink_to(project.tree / project.target)
    done.write_text(project.version)
    return project.tree


def python_environment(name: str, requirements: tuple[str, ...]) -> Path:
    """The interpreter of a virtual environment with these requirements."""
    place = WORK / "environments" / name
    python, done = place / "bin" / "python", place / "ready"
    if not done.exists() or done.read_text() != "\n".join(requirements):
        shutil.rmtree(place, ignore_errors=True)
        venv.create(place, with_pip=True)
        quiet = ["--quiet", "--disable-pip-version-check"]
        run([str(python), "-m", "pip", "install", *quiet, *requirements], timeout=900)
        done.write_text("\n".join(requirements))
    return python


def node_environment(name: str, requirements: tuple[str, ...]) -> Path:
    """A directory whose node_modules holds these packages."""
    place = WORK / "environments" / name
    done = place / "ready"
    if not done.exists() or done.read_text() != "\n".join(requirements):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        (place / "package.json").write_text('{"name": "environment", "private": true}\n')
        quiet = ["--silent", "--no-audit", "--no-fund"]
        run(["npm", "install", *quiet, *requirements], cwd=place, timeout=900)
        done.write_text("\n".join(requirements))
    return place


def run(
    command: list[str], cwd: Path | None = None, timeout: float = 600, environment: dict[str, str] | None = None
) -> str:
    """Runs a command and gives its output; raises RuntimeError with the end of it if it fails."""
    try:
        finished = subprocess.run(
            command, cwd=cwd, timeout=timeout, env={**os.environ, **(environment or {})}, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"{Path(command[0]).name} was stopped after {timeout:.0f} s") from None
    if finished.returncode:
        raise RuntimeError(f"{' '.join(command)} failed with {finished.returncode}:\n{finished.stdout[-2000:]}")
    return finished.stdout


def note(text: str) -> None:
    """Progress, for the person who waits."""
    print(text, file=sys.stderr, flush=True)


def sdist(package: str, version: str, directory: Path) -> Path:
    """The source archive of a release. (pip would build it to learn its metadata; the index has address and hash.)"""
    with urllib.request.urlopen(f"{INDEX}/{package}/") as page:
        listing = page.read().decode()
    file = rf'href="([^"#]*/{re.escape(package)}-{re.escape(version)}\.tar\.gz)#sha256=(\w+)'
    found = re.search(file, listing, re.IGNORECASE)
    if not found:
        raise SystemExit(f"{INDEX} has no source of {package} {version}.")
    with urllib.request.urlopen(found[1]) as answer:
        content = answer.read()
    if hashlib.sha256(content).hexdigest() != found[2]:
        raise SystemExit(f"{found[1]} does not have the hash that the index says.")
    place = directory / f"{package}.tar.gz"
    place.write_bytes(content)
    return place


def _npm_pack(project: Project) -> Path:
    run(["npm", "pack", "--silent", f"{project.package}@{project.version}"], cwd=project.work)
    return next(project.work.glob("*.tgz"))
