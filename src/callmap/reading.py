"""Reading on all cores: takes files to read, of a working tree or a commit, keeps their facts, gives `Sources` to link.

Facts of content that is known come from the store; the rest is read and extracted in worker processes. They stay packed
here: who links unpacks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from callmap.languages import by_name
from callmap.link.file import File
from callmap.link.world import World
from callmap.model import Facts, FileState, Problem
from callmap.read import git, objects, pool
from callmap.read.extract import RECURSION_LIMIT, extract
from callmap.read.files import Skipped, judge, read_file
from callmap.read.objects import Shadow
from callmap.read.walker import SIZE_LIMIT, Found, Walk, why_not
from callmap.store.store import FactsKey, Index
from callmap.versions import extractor_version

Progress = Callable[[str, int, int], None]  # stage, done, total

TOO_DEEP = "too deep"

_PACK = msgspec.msgpack.Encoder()
_FACTS = msgspec.msgpack.Decoder(Facts)
_NOTED = msgspec.msgpack.Decoder(  # facts of which nothing but the problems is unpacked
    msgspec.defstruct(
        "Noted",
        [(name, tuple[Problem, ...] if name == "problems" else msgspec.Raw) for name in Facts.__struct_fields__],
        array_like=True,
    )
)


class Job(msgspec.Struct, frozen=True):
    """One file to read and extract, as it travels to a worker."""

    root: str
    found: Found
    known_blobs: tuple[str, ...] = ()  # what it may hold whose facts are in the store; of a commit: its blob, to read
    sha256: bool = False
    shadow: Shadow | None = None  # of a commit: where its content is


class Extracted(msgspec.Struct, frozen=True):
    """What a worker gives back. `facts` is empty if the content is known or not to be indexed (`reason`)."""

    blob: str
    facts: bytes = b""
    reason: str = ""
    problem: str = ""


def extract_files(
    jobs: Iterable[Job],
    states: dict[str, FileState],
    store: Index,
    workers: int | None,
    progress: Progress | None,
    meanwhile: Callable[[], object] | None = None,
) -> dict[str, bytes]:
    """Reads the files, keeps their facts in the store and notes their states; path → facts of those that are new. If
    they are not in a list, they are still being found, and it begins with the first. `meanwhile` is called here while
    another process reads, if one is enough."""
    version = extractor_version()
    made: dict[str, bytes] = {}
    unsaved: list[tuple[tuple[str, str, str], bytes]] = []
    total, workers = 0, workers or pool.cpu_count()

    def counted() -> Iterator[Job]:
        nonlocal total
        for job in jobs:
            total += 1
            yield job

    outcomes = pool.run(
        _read_and_extract, counted(), workers=min(workers, max(1, len(jobs))) if isinstance(jobs, list) else workers,
        size=lambda job: job.found.size, recursion_limit=RECURSION_LIMIT, meanwhile=meanwhile,
        ahead=not isinstance(jobs, list),
    )  # fmt: skip
    for number, outcome in enumerate(outcomes, 1):
        found = outcome.item.found
        result = outcome.result or Extracted("", reason=outcome.failure, problem=outcome.detail)
        states[found.path] = FileState(
            found.path, result.blob, found.language, found.size, found.mtime_ns, result.reason, result.problem,
            found.ctime_ns,
        )  # fmt: skip
        if result.facts:
            if is_project(found) and decoded(result.facts, found.path, states) is None:
                continue
            made[found.path] = result.facts
            unsaved.append(((result.blob, found.facts_dialect, version), result.facts))
            if len(unsaved) >= 256:
                store.save_facts(unsaved)
                unsaved.clear()
        if progress is not None:
            progress("reading", number, total)
    store.save_facts(unsaved)
    return made


class Source(NamedTuple):
    """A file to link; its facts are kept elsewhere."""

    path: str
    language: str
    blob: str


class Sources:
    """The files of a snapshot with their packed facts, and the facts of its project files by path."""

    def __init__(self, load: Callable[[Iterable[str]], dict[str, bytes]]) -> None:
        """`load` gives packed facts by path, when they are no more held here."""
        self.files: list[Source] = []
        self.projects: dict[str, Facts] = {}
        self._load = load
        self._packed: dict[str, bytes] = {}

    def add(self, source: Source, packed: bytes) -> None:
        self.files.append(source)
        self._packed[source.path] = packed

    def world(self) -> World:
        """All of them, unpacked; what is packed is let go with each."""
        packed, unpack = self._packed or self._load(self.paths()), _FACTS.decode
        self._packed = {}
        return World(
            [File(path, by_name(language), unpack(packed.pop(path)), blob) for path, language, blob in self.files],
            self.projects,
        )

    def forget(self) -> None:
        """Lets packed facts go: another process has a world of them."""
        self._packed = {}

    def paths(self) -> list[str]:
        return [each.path for each in self.files]


def gather(
    seen: Walk, states: dict[str, FileState], made: Mapping[str, bytes], keys: dict[str, FactsKey], store: Index
) -> Sources:
    """The facts of all indexed files: those just made, and the others from the store."""

    def load(paths: Iterable[str]) -> dict[str, bytes]:
        kept = dict(store.load_facts({keys[path] for path in paths}))
        return {path: kept[keys[path]] for path in paths}

    stored = load([path for path in keys if path not in made])
    sources = Sources(load)
    for found in sorted(seen.files, key=lambda found: found.path):
        path = found.path
        if path not in keys:
            continue
        packed = made.get(path)
        if packed is None:
            packed = stored[path]
            if not states[path].detail:
                note_problems(_NOTED.decode(packed).problems, path, states)  # type: ignore[attr-defined]
        facts = decoded(packed, path, states) if is_project(found) else None
        if facts is not None and facts.project is not None:
            sources.projects[path] = facts
        elif not states[path].reason:
            sources.add(Source(path, found.language, states[path].blob), packed)
    return sources


def is_project(found: Found) -> bool:
    """Whether it is a project file (package.json …)."""
    return found.dialect in by_name(found.language).project_files


def note_problems(problems: tuple[Problem, ...], path: str, states: dict[str, FileState]) -> None:
    """Notes in a file's state what facts say that were made for another file with the same content."""
    if problems and not states[path].detail:
        states[path] = msgspec.structs.replace(states[path], detail=_problem(problems))


def fact_keys(states: dict[str, FileState], seen: Walk) -> dict[str, FactsKey]:
    """Of every file to link, what its facts are kept under."""
    version = extractor_version()
    return {
        found.path: (states[found.path].blob, found.facts_dialect, version)
        for found in seen.files
        if not states[found.path].reason
    }


def _read_and_extract(job: Job) -> Extracted:
    """Runs in a worker."""
    found = job.found
    try:
        content = read_file(job.root, found.path) if job.shadow is None else _committed(job.shadow, job)
    except Skipped as skipped:
        return Extracted("", reason=skipped.reason)
    blob = git.blob_id(content, job.sha256) if job.shadow is None else job.known_blobs[0]
    reason = judge(found, content)
    if reason:
        return Extracted(blob, reason=reason)
    if job.shadow is None and blob in job.known_blobs:
        return Extracted(blob)
    facts = extract(content, by_name(found.language), found.dialect)
    return Extracted(blob, _PACK.encode(facts), "", _problem(facts.problems))


def _committed(shadow: Shadow, job: Job) -> bytes:
    try:
        return objects.read_blob(shadow, job.known_blobs[0], SIZE_LIMIT)
    except OSError as error:
        raise Skipped(job.found.path, why_not(error)) from None


def _problem(problems: tuple[Problem, ...]) -> str:
    return "; ".join(
        f"{p.reason}{f' at line {p.line}' if p.line else ''}{f': {p.detail}' if p.detail else ''}" for p in problems[:3]
    )


def decoded(packed: bytes, path: str, states: dict[str, FileState]) -> Facts | None:
    """A file's facts; None, noted in its state, if they are nested too deeply to be read (a hostile project file)."""
    try:
        return _FACTS.decode(packed)
    except RecursionError:
        deep = "Its facts are nested too deeply."
        states[path] = msgspec.structs.replace(states[path], reason=TOO_DEEP, detail=deep)
        return None
