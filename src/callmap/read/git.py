"""What a repository says without git: takes a root, gives its repository's place and id, its HEAD and its refs.

Everything here is read as plain data; no program is started, since git in an untrusted repository can be made to run
that repository's programs. What is missing, hostile or not understood (the reftable format) gives None.
"""

from __future__ import annotations

import hashlib
import os
import re
from typing import NamedTuple

from callmap.read import read_bytes

_SMALL = 4096  # HEAD, a loose ref, `.git`, `commondir`
MOST_SUBMODULES = 1_000
_DEEPEST = 10  # levels of submodules, and of directories in their names
LARGE = 64 << 20  # packed refs, the list of shallow commits
HASH = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_REF = re.compile(r"refs(?:/(?!\.)[^\x00-\x20\x7f~^:?*\[\\/]+)+")
_PLACES = ("refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")
_OWN_HEADS = re.compile(r"(?:[A-Z]+_)?HEAD")
_PER_WORKTREE = ("refs/bisect/", "refs/worktree/", "refs/rewritten/")


class Repository(NamedTuple):
    """Where a repository lies; all are real paths. `identity` is the one that its data are kept under."""

    top: str  # of the work tree; of a bare repository, itself
    directory: str  # its own HEAD
    common: str  # refs, shared by its worktrees
    identity: str


def find_repository(root: str) -> Repository | None:
    """The repository around `root`: of the nearest directory, from `root` upwards, that has a `.git`."""
    top = os.path.realpath(root)
    while True:
        found = _repository_at(top)
        above = os.path.dirname(top)
        if found is not None or above == top:
            return found
        top = above


def repository_id(root: str) -> str:
    """A short name for the data of a root, fit for a directory name: `django-3fa9c1d2e0b4`.

    It stands for the real path of the common git directory, so all worktrees of a repository share it; for a folder
    without git, for the folder's real path. A root below the top of its work tree has an id of its own, because its
    paths count from elsewhere. A `.git` that only claims to belong to another repository gets no share of its id.
    """
    place = os.path.realpath(root)
    repository = find_repository(place)
    identity, name = place, os.path.basename(place)
    if repository is not None:
        below = os.path.relpath(place, repository.top)
        identity = repository.identity if below == "." else f"{repository.identity}\0{below}"
        if below == "." and os.path.basename(repository.identity) == ".git":
            name = os.path.basename(os.path.dirname(repository.identity))
    readable = re.sub(r"[^a-z0-9._-]+", "-", name.lower()).strip("-.")[:32] or "root"
    return f"{readable}-{hashlib.sha256(os.fsencode(identity)).hexdigest()[:12]}"


def head_commit(root: str) -> str | None:
    """The hash (40 or 64 hex digits) of the commit that is checked out; None without git or before the first."""
    repository = find_repository(root)
    if repository is None:
        return None
    return _followed(repository, read_small(repository.directory, "HEAD"))


def branch_name(root: str) -> str | None:
    """The branch that is checked out (`main`, also before its first commit); None when detached or without git."""
    repository = find_repository(root)
    content = read_small(repository.directory, "HEAD") if repository else None
    ref = _symbolic(content) if content else None
    return ref.removeprefix("refs/heads/") if ref and ref.startswith("refs/heads/") else None


def is_bare(root: str) -> bool:
    """Whether the root is a repository that has no work tree."""
    repository = find_repository(root)
    return repository is not None and repository.top == repository.directory


def below_top(root: str) -> str:
    """Where in its repository's tree a root lies: "" for the top, else `a/b`."""
    repository = find_repository(root)
    way = os.path.relpath(os.path.realpath(root), repository.top).replace(os.sep, "/") if repository else "."
    return "" if way == "." else way


def uses_sha256(root: str) -> bool:
    """Whether the repository names its objects by SHA-256."""
    repository = find_repository(root)
    config = read_small(repository.common, "config", LARGE) if repository else None
    return config is not None and re.search(rb"(?im)^\s*objectformat\s*=\s*\"?sha256\b", config) is not None


def blob_id(content: bytes, sha256: bool = False) -> str:
    """The name that a repository gives these bytes (of its blob object), used everywhere as the content's hash."""
    digest = hashlib.sha256() if sha256 else hashlib.sha1(usedforsecurity=False)
    digest.update(b"blob %d\0" % len(content))
    digest.update(content)
    return digest.hexdigest()


# --- refs ------------------------------------------------------------------------------------------------------------


def refs(root: str) -> dict[str, str]:
    """Every ref of the repository, and HEAD, with the hash it stands for (of an annotated tag: the tag object's)."""
    repository = find_repository(root)
    if repository is None:
        return {}
    found: dict[str, str] = {}
    for line in (read_small(repository.common, "packed-refs", LARGE) or b"").split(b"\n"):
        hash, _, name = line.partition(b" ")
        if HASH.fullmatch(hash) and _REF.fullmatch(os.fsdecode(name)):
            found[os.fsdecode(name)] = hash.decode()
    for folder, _, files in os.walk(os.path.join(repository.common, "refs")):
        for file in files:
            ref = os.path.relpath(os.path.join(folder, file), repository.common).replace(os.sep, "/")
            if _REF.fullmatch(ref) and (target := _followed(repository, read_small(repository.common, ref))):
                found[ref] = target
    if head := head_commit(root):
        found["HEAD"] = head
    return dict(sorted(found.items()))


def other_heads(root: str) -> list[str]:
    """What is checked out in the worktrees of the repository."""
    repository = find_repository(root)
    try:
        names = os.listdir(os.path.join(repository.common, "worktrees")) if repository else []
    except OSError:
        names = []
    places = [os.path.join(repository.common, "worktrees", name) for name in names] if repository else []
    found = [_followed(repository, read_small(place, "HEAD")) for place in places] if repository else []
    return [hash for hash in found if hash]


def full_hash(root: str, name: str) -> str | None:
    """The hash that a name is, if it is a whole one of the repository's kind: git prefers it to a ref of that name."""
    hash = name.lower()
    whole = len(hash) in (40, 64) and name.isascii() and HASH.fullmatch(hash.encode())
    return hash if whole and len(hash) == (64 if uses_sha256(root) else 40) else None


def submodules(directory: str) -> list[str]:
    """The git directories of submodules, and of theirs, that are kept inside a repository's. Links are not followed."""
    found: list[str] = []
    pending = [(os.path.join(directory, "modules"), 0)]
    while pending and len(found) < MOST_SUBMODULES:
        place, depth = pending.pop()
        try:
            with os.scandir(place) as listing:
                below = sorted(entry.path for entry in listing if entry.is_dir(follow_symlinks=False))
        except OSError:
            continue
        for each in below:
            kept = _looks_bare(each)
            found += [each] if kept else []
            if depth < _DEEPEST:  # a name may have slashes
                pending.append((os.path.join(each, "modules") if kept else each, depth + 1))
    return found


def look_up(root: str, name: str) -> str | None:
    """The hash that a ref's name, short or whole, stands for, tried in git's order."""
    repository = find_repository(root)
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return None
    if repository is None:
        return None
    if _OWN_HEADS.fullmatch(name):
        return _followed(repository, read_small(repository.directory, name))
    for ref in (name, *(place.format(name) for place in _PLACES)):
        if _REF.fullmatch(ref) and ".." not in ref and (hash := _followed(repository, _ref(repository, ref))):
            return hash
    return None


def _followed(repository: Repository, content: bytes | None) -> str | None:
    """The hash in a ref's content, which may name another ref instead."""
    for _ in range(5):
        if content is None:
            return None
        ref = _symbolic(content)
        if ref is None:
            word = (content.split() or [b""])[0]  # FETCH_HEAD goes on after it
            return word.decode() if HASH.fullmatch(word) else None
        content = _ref(repository, ref)
    return None


def _ref(repository: Repository, ref: str) -> bytes | None:
    place = repository.directory if ref.startswith(_PER_WORKTREE) else repository.common
    return read_small(place, ref) or _packed(repository.common, ref)


# --- places ----------------------------------------------------------------------------------------------------------


def _repository_at(top: str) -> Repository | None:
    """The repository whose work tree starts exactly here. A `.git` that is a symbolic link is followed to a git
    directory, with which it shares no data of ours: anybody can make a link."""
    place = os.path.join(top, ".git")
    if os.path.islink(place):
        linked = os.path.realpath(place)
        shared = _pointed(linked, read_small(linked, "commondir") or b"") or linked
        return Repository(top, linked, shared, place) if _looks_bare(linked, shared) else None
    if os.path.isdir(place):
        return Repository(top, place, place, place)
    if not os.path.lexists(place) and _looks_bare(top):
        return Repository(top, top, top, top)
    content = read_small(top, ".git")
    if content is None or not content.startswith(b"gitdir:"):
        return None
    directory = _pointed(top, content.removeprefix(b"gitdir:"))
    if directory is None or read_small(directory, "HEAD") is None:
        return None
    common = _pointed(directory, read_small(directory, "commondir") or b"")
    if common is None:  # a submodule, or `git init --separate-git-dir`
        return Repository(top, directory, directory, place)
    # A true worktree is registered in the common directory and named there. A stranger's repository can point at
    # one of yours, but cannot write there: it must not share your repository's data.
    named = _pointed(directory, read_small(directory, "gitdir") or b"", resolve_last=False)
    registered = named == place and os.path.dirname(directory) == os.path.join(common, "worktrees")
    return Repository(top, directory, common, common if registered else place)


def _looks_bare(place: str, common: str = "") -> bool:
    """Whether it is a git directory, by what lies in it, or in the one that it shares with others."""
    return read_small(place, "HEAD") is not None and all(
        os.path.isdir(os.path.join(common or place, name)) for name in ("objects", "refs")
    )


def _pointed(base: str, content: bytes, *, resolve_last: bool = True) -> str | None:
    """The real path that a pointer file names, relative to `base`; None for an empty or impossible one."""
    text = os.fsdecode(content.strip())
    if not text or "\0" in text or "\n" in text:
        return None
    place = os.path.join(base, text)
    if resolve_last:
        return os.path.realpath(place)
    return os.path.join(os.path.realpath(os.path.dirname(place)), os.path.basename(place))


def _symbolic(content: bytes) -> str | None:
    """The ref named by `ref: refs/heads/main`; None for anything else, or for a name that git would not allow."""
    if not content.startswith(b"ref:"):
        return None
    ref = os.fsdecode(content.removeprefix(b"ref:").strip())
    return ref if _REF.fullmatch(ref) and ".." not in ref and not ref.endswith(".lock") else None


def _packed(common: str, ref: str) -> bytes | None:
    packed = read_small(common, "packed-refs", LARGE)
    if packed is None:
        return None
    at = packed.find(b" " + os.fsencode(ref) + b"\n")
    return packed[packed.rfind(b"\n", 0, at) + 1 : at] if at >= 0 else None


def read_small(directory: str, path: str, limit: int = _SMALL) -> bytes | None:
    try:
        return read_bytes(directory, path, limit)
    except (OSError, ValueError):
        return None
