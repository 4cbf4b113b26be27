"""The one door to git: takes a repository's root and hashes, gives commits, trees and blobs. Nothing else starts git.

Git never runs in the repository itself, where config, hooks and attributes could make it run the repository's programs:
it runs in an empty shadow repository that only borrows the object directory, and hears of hashes only. Nothing is
written, fetched or executed. What is missing is an error that says what to do.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, NamedTuple

from callmap.errors import RefNotFound, StoreTrouble
from callmap.read import Missing
from callmap.read.git import (
    HASH,
    LARGE,
    find_repository,
    full_hash,
    head_commit,
    look_up,
    read_small,
    refs,
    submodules,
    uses_sha256,
)
from callmap.read.scratch import scratch

MOST_ENTRIES = 1_000_000  # of a commit's tree: a few small trees that hold each other would else list for ever
_PATIENCE = 120.0  # seconds for git to answer a question about few objects
_REVISION = re.compile(r"(?P<base>[^~^]*)(?P<steps>(?:[~^]\d{0,9}|\^\{(?:commit)?\})*)")


_SHORT = re.compile(r"(?:.+-g)?(?P<hash>[0-9a-fA-F]{4,64})")  # alone, or as `git describe` tells it: v1-3-g0123abc
_UNSUPPORTED = re.compile(r"@\{|\^\{(?!(?:commit)?\})|\^[-!@]|:|\.\.")  # HEAD@{1}, HEAD^{/text}, main:file, a..b


class Shadow(NamedTuple):
    """An empty repository that borrows another one's objects. May travel to another process."""

    directory: str
    objects: str
    others: tuple[str, ...] = ()  # object directories of submodules


class Entry(NamedTuple):
    """What a commit holds at a path: mode 0o100644 is a file, 0o120000 a symbolic link, 0o160000 a submodule."""

    path: str
    mode: int
    hash: str


@contextmanager
def shadow(root: str) -> Iterator[Shadow]:
    """The door to the objects of the root's repository. Raises RefNotFound where there is no repository."""
    repository = find_repository(root)
    if repository is None:
        raise _no_ref(root, "")
    with scratch() as place:
        os.mkdir(os.path.join(place, "refs"))
        version = "[core]\nrepositoryformatversion = 1\n"
        version += "[extensions]\nobjectformat = sha256\n" if uses_sha256(root) else ""
        shallow = (read_small(repository.common, "shallow", LARGE) or b"").split()
        for name, content in (
            ("HEAD", b"ref: refs/heads/none\n"),
            ("config", version.encode()),
            *((("shallow", b"\n".join([*shallow, b""])),) if shallow and all(map(HASH.fullmatch, shallow)) else ()),
        ):
            with open(os.path.join(place, name), "wb") as file:
                file.write(content)
        borrowed = Shadow(place, os.path.join(repository.common, "objects"))
        try:
            yield borrowed
        finally:
            _hang_up(borrowed)


def with_submodules(shadow: Shadow, root: str) -> Shadow:
    """The same door, also to the objects of the submodules that the repository keeps. Not for names: a short hash may
    be one of theirs."""
    repository = find_repository(root)
    kept = submodules(repository.common) if repository is not None else []
    places = (os.path.join(place, "objects") for place in kept)
    return shadow._replace(others=tuple(place for place in places if not set(place) & set(':"\n')))  # git's own signs


def resolve(shadow: Shadow, root: str, text: str) -> str:
    """The commit that a branch, tag, hash, `HEAD~3` or `origin/x` stands for. Raises RefNotFound."""
    revision = _REVISION.fullmatch(text.strip())
    if revision is None or not revision["base"]:
        raise _no_ref(root, text)
    base = revision["base"] if revision["base"] != "@" else "HEAD"
    hash = full_hash(root, base) or look_up(root, base)
    if hash is None and (short := _SHORT.fullmatch(base)):
        hash = short["hash"].lower()
    if hash is None:
        raise _no_ref(root, text)
    found = _run(
        shadow, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{hash}{revision['steps']}^{{commit}}"
    )
    if not HASH.fullmatch(found.strip()):
        raise _no_ref(root, text, hash if revision["steps"] or hash != base else "")
    return found.strip().decode()


def list_tree(shadow: Shadow, commit: str, below: str = "") -> list[Entry]:
    """All that a commit holds in a directory ("" or `a/b`); paths count from there. Nothing, if it has no such one."""
    tree = commit
    for part in below.split("/") if below else []:
        held = {entry.path: entry for entry in _listed(shadow, tree)}
        if part not in held or held[part].mode != 0o040000:
            return []
        tree = held[part].hash
    return list(_listed(shadow, tree, "-r"))


def sizes(shadow: Shadow, hashes: Iterable[str]) -> dict[str, int]:
    """How many bytes each object has; those that are not there (of a partial clone) are left out."""
    wanted = sorted(set(hashes))
    lines = _run(shadow, "cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer", given=wanted).split(b"\n")
    return {hash.decode(): int(size) for hash, _, size in (line.partition(b" ") for line in lines) if size.isdigit()}


def commits(shadow: Shadow, hashes: Iterable[str]) -> dict[str, str]:
    """The commit that each object is, or as a tag points at; those that are not there are left out."""
    wanted = sorted(set(hashes))
    lines = _run(
        shadow, "cat-file", "--batch-check=%(objectname) %(objecttype)", given=[f"{h}^{{commit}}" for h in wanted]
    )
    pairs = zip(wanted, lines.split(b"\n"), strict=False)
    return {hash: line.split()[0].decode() for hash, line in pairs if line.endswith(b" commit")}


def unreachable(shadow: Shadow, commit: str, tips: Iterable[str]) -> bool:
    """Whether no tip has this commit in its history, as after a rebase or a forced push."""
    given = [commit, *(f"^{tip}" for tip in sorted(set(tips)))]
    return bool(_run(shadow, "rev-list", "--max-count=1", "--ignore-missing", "--stdin", given=given).strip())


def first_commit(shadow: Shadow, commit: str) -> str | None:
    """Where a commit's history begins, following first parents; None if it is not there."""
    found = _run(shadow, "rev-list", "--first-parent", "--max-parents=0", commit).split()
    return found[-1].decode() if found and HASH.fullmatch(found[-1]) else None


def staged_diff(shadow: Shadow, root: str) -> str:
    """The unified diff of what is staged against the commit that is checked out, below `root`. The work tree is not
    looked at. Raises StoreTrouble where there is nothing that git can compare."""
    repository = find_repository(root)
    assert repository is not None
    staged = os.path.join(repository.directory, "index")
    try:
        copy = os.path.join(shadow.directory, "index")
        with open(os.open(staged, os.O_RDONLY | os.O_NOFOLLOW), "rb") as held, open(copy, "wb") as copied:
            shutil.copyfileobj(held, copied)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise StoreTrouble(f"What is staged cannot be read from {staged}: {error.strerror}.") from None
    inside = os.path.relpath(os.path.realpath(root), repository.top)
    below = [] if inside == "." else [f"--relative={inside}"]
    commit = head_commit(root) or _run(shadow, "hash-object", "-t", "tree", "--stdin").decode().strip()
    plain = ("--cached", "--patch", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames")
    if _run(shadow, "ls-files", "--stage", "-z") and not _run(shadow, "cat-file", "-t", commit):
        raise StoreTrouble(f"Commit {commit} is not in the repository, so nothing can be compared with it.")
    return _run(shadow, "diff-index", *plain, *below, commit).decode("utf-8", "surrogateescape")


@contextmanager
def lines(shadow: Shadow, *arguments: str, given: Iterable[str] = ()) -> Iterator[IO[bytes]]:
    """What git says, line by line as it says it; it ends with the `with`. Hashes only, as everywhere here."""
    with tempfile.TemporaryFile() as questions:
        questions.writelines(f"{line}\n".encode() for line in given)
        questions.seek(0)
        with subprocess.Popen(
            [_program(), *arguments], stdin=questions, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=_environment(shadow), cwd=shadow.directory, start_new_session=True,
        ) as talk:  # fmt: skip
            assert talk.stdout is not None
            try:
                yield talk.stdout
            finally:
                talk.kill()


def read_blob(shadow: Shadow, hash: str, limit: int) -> bytes:
    """The content of a blob. Raises Missing if it is not there, and OSError if it is larger or damaged.

    A git process stays open for the next one; a process that was forked gets its own.
    """
    talk = _readers.get((os.getpid(), shadow))
    if talk is None or talk.poll() is not None:
        talk = _readers[os.getpid(), shadow] = subprocess.Popen(
            [_program(), "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=_environment(shadow), cwd=shadow.directory, start_new_session=True,
        )  # fmt: skip
    assert talk.stdin is not None and talk.stdout is not None
    try:
        talk.stdin.write(f"{hash}\n".encode())
        talk.stdin.flush()
        head = talk.stdout.readline().split()
        if len(head) == 3 and head[1] == b"blob" and int(head[2]) <= limit:
            content = talk.stdout.read(int(head[2]) + 1)[:-1]
            if len(content) == int(head[2]):
                return content
    except BaseException:  # a deadline's alarm, too: the rest of the answer would be taken for the next one's
        _hang_up(shadow)
        raise
    if head and head[-1] == b"missing":
        raise Missing(f"Object {hash} is not in the repository.")
    _hang_up(shadow)
    raise OSError(f"Object {hash} cannot be read.")


_readers: dict[tuple[int, Shadow], subprocess.Popen[bytes]] = {}


def _hang_up(shadow: Shadow) -> None:
    open_here = [at for at in _readers if at[0] == os.getpid() and at[1].directory == shadow.directory]
    for talk in [_readers.pop(at) for at in open_here]:
        talk.kill()
        for pipe in (talk.stdin, talk.stdout):
            with suppress(OSError):  # what was not sent yet
                if pipe is not None:
                    pipe.close()
        talk.wait()


def _listed(shadow: Shadow, tree: str, *options: str) -> Iterator[Entry]:
    count = 0
    with subprocess.Popen(
        [_program(), "ls-tree", "-z", *options, tree], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env=_environment(shadow), cwd=shadow.directory, start_new_session=True,
    ) as listing:  # fmt: skip
        assert listing.stdout is not None and listing.stderr is not None
        try:
            for record in _records(listing.stdout):
                about, _, path = record.partition(b"\t")
                mode, _, hash = about.decode().split(" ")
                yield Entry(os.fsdecode(path), int(mode, 8), hash)
                count += 1
                if count > MOST_ENTRIES:
                    raise StoreTrouble(f"Commit or tree {tree} lists more than {MOST_ENTRIES:,} files: it is not read.")
            trouble = listing.stderr.read(1000).decode("utf-8", "replace").strip()
        finally:
            listing.kill()
    if trouble:
        raise StoreTrouble(
            f"Git cannot list {tree}: {trouble}. If objects are missing (a shallow or partial clone, a damaged "
            "repository), `git fetch` or `git fsck` may help."
        )


def _records(stream: IO[bytes]) -> Iterator[bytes]:
    """What stands before each NUL."""
    rest = b""
    while chunk := stream.read(1 << 16):
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole


def _run(shadow: Shadow, *arguments: str, given: Iterable[str] = ()) -> bytes:
    """What git says; "" if it fails."""
    try:
        done = subprocess.run(
            [_program(), *arguments], input="".join(f"{line}\n" for line in given).encode(), capture_output=True,
            env=_environment(shadow), cwd=shadow.directory, timeout=_PATIENCE, start_new_session=True, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise StoreTrouble(f"Git did not answer `{arguments[0]}` within {_PATIENCE:.0f} s; try again.") from None
    return done.stdout


def _program() -> str:
    for place in os.get_exec_path():
        if os.path.isabs(place) and (found := shutil.which("git", path=place)):  # elsewhere it may be a stranger's
            return found
    raise StoreTrouble("Commits are read with git, which is not installed; install it, or ask about `live`.")


def _environment(shadow: Shadow) -> dict[str, str]:
    """All that git is told, and nothing of what this process was told: no PATH either, so it finds no program."""
    return {
        "GIT_DIR": shadow.directory,
        "GIT_OBJECT_DIRECTORY": shadow.objects,
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": ":".join(shadow.others),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }


def _no_ref(root: str, text: str, known: str = "") -> RefNotFound:
    repository = find_repository(root)
    if repository is None:
        why, what = f"{root} is not in a git repository, so it has no refs.", 'Leave the ref out, or say "live".'
        if os.path.islink(os.path.join(root, ".git")):
            why = f"{root}/.git is a symbolic link that does not lead to a git directory, so there are no refs."
    elif _UNSUPPORTED.search(text):
        why = f"'{text}': this form of a ref is not supported."
        what = "Give the commit's hash, which `git rev-parse` tells; or a branch, a tag, HEAD~3, origin/main or live."
    elif known:
        why = f"'{text}' leads to a commit that is not in this repository."
        what = "Its history is not as long, or this is a shallow or partial clone: then `git fetch` what is missing."
    elif os.path.isdir(os.path.join(repository.common, "reftable")):
        why = f"'{text}' cannot be looked up: this repository keeps its refs in the reftable format."
        what = "Name the commit by its hash (`git rev-parse REF` gives it)."
    else:
        from rapidfuzz import fuzz, process

        names = {name.split("/", 2)[-1] for name in refs(root)}
        near = [
            name for name, _, _ in process.extract(text, sorted(names), scorer=fuzz.ratio, limit=3, score_cutoff=50)
        ]
        why = f"There is no branch, tag or commit '{text}'." + (f" Near names: {', '.join(near)}." if near else "")
        what = "Name a branch, a tag, a commit's hash, HEAD~3, origin/main or live."
    return RefNotFound(why, remediation=what)
