"""The one door to git: takes a root, gives its repository's id, commit and branch, and what its ignore rules mean.

Everything here is read as plain data; no program is started, since git in an untrusted repository can be made to run
that repository's programs. What is missing, hostile or not understood (the reftable format) gives None.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from callmap.read import read_bytes

IGNORE_LIMIT = 256 * 1024  # bytes of an ignore file; a larger one is not used
_SMALL = 4096  # HEAD, a loose ref, `.git`, `commondir`
_PACKED_REFS = 64 << 20
_HASH = re.compile(rb"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_REF = re.compile(r"refs(?:/(?!\.)[^\x00-\x20\x7f~^:?*\[\\/]+)+")
_WILD = re.compile(r"[*?\[\\]")
_POSIX = re.compile(r"\[:(\w+):\]")
_POSIX_LETTERS = {"alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z"}
_POSIX_LETTERS |= {"space": r"\s", "blank": r" \t", "xdigit": "0-9a-fA-F", "punct": r"!-/:-@\[-`{-~"}
_PER_WORKTREE = ("refs/bisect/", "refs/worktree/", "refs/rewritten/")


class Repository(NamedTuple):
    """Where a repository lies; all are real paths. `identity` is the one that its data are kept under."""

    top: str  # of the work tree
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
    content = _read(repository.directory, "HEAD")
    for _ in range(5):  # a symbolic ref may name another one
        if content is None:
            return None
        ref = _symbolic(content)
        if ref is None:
            return content.strip().decode() if _HASH.fullmatch(content.strip()) else None
        place = repository.directory if ref.startswith(_PER_WORKTREE) else repository.common
        content = _read(place, ref) or _packed(repository.common, ref)
    return None


def branch_name(root: str) -> str | None:
    """The branch that is checked out (`main`, also before its first commit); None when detached or without git."""
    repository = find_repository(root)
    content = _read(repository.directory, "HEAD") if repository else None
    ref = _symbolic(content) if content else None
    return ref.removeprefix("refs/heads/") if ref and ref.startswith("refs/heads/") else None


def blob_id(content: bytes) -> str:
    """The name that git gives these bytes (SHA-1 of its blob object), used everywhere as the content's hash."""
    digest = hashlib.sha1(b"blob %d\0" % len(content), usedforsecurity=False)
    digest.update(content)
    return digest.hexdigest()


# --- ignore rules ----------------------------------------------------------------------------------------------------
# Not pathspec: its expressions backtrack (a `.gitignore` of `*a*a*a*a*a*b` held one 200-letter name for 220 s), and it
# cannot tell `foo/**` from `foo/` when it is asked about the directory. Here a pattern is matched on one level at a
# time, as git does, and `*` is atomic: the time is bounded by length of pattern x length of path. Differences: `?` is a
# character, in git a byte; a slash in brackets is not known.


class Matcher:
    """The rules of one ignore file as they apply to files, or to directories."""

    def __init__(self, rules: list[_Rule]) -> None:
        self.names = {rule.text: rule.weight for rule in rules if rule.by_name and rule.literal}
        self.paths = {rule.text: rule.weight for rule in rules if not rule.by_name and rule.literal}
        self.suffixes = {rule.suffix: rule.weight for rule in rules if rule.suffix}
        self._name = _alternatives([rule for rule in rules if rule.by_name and not rule.literal and not rule.suffix])
        self._path = _alternatives([rule for rule in rules if not rule.by_name and not rule.literal])
        self.needs_path = bool(self.paths or self._path)
        self._parents = {path.rpartition("/")[0] for path in self.paths}
        self._heads = {rule.text.partition("/")[0] for rule in rules if not rule.by_name and not rule.literal}
        self._any_head = any(_WILD.search(head) for head in self._heads)
        edges = "|".join(_edge(rule.text) for rule in rules if rule.by_name and not rule.literal)
        self._some_name = re.compile(edges) if edges else None

    def weight(self, name: str, path: str) -> int:
        """0 if no rule speaks of it; else the last one's number, doubled, plus one if it takes back (`!`)."""
        weight = self.names.get(name, 0)
        if self.suffixes and (found := self.suffixes.get(name[name.rfind(".") :], 0)) > weight:
            weight = found
        if self._name and (match := self._name[0].match(name)):
            weight = max(weight, self._name[1][match.lastindex or 0])
        if self.needs_path:
            weight = max(weight, self.paths.get(path, 0))
            if self._path and (match := self._path[0].match(path)):
                weight = max(weight, self._path[1][match.lastindex or 0])
        return weight

    def silent(self, directory: str, names: Collection[str], joined: str) -> bool:
        """Whether surely no rule speaks of any of these names (`joined`: each between NULs) in a directory ("", or
        with a final slash). One coarse look at a whole directory is what makes a walk quick."""
        return (
            self.names.keys().isdisjoint(names)
            and not (self._some_name and self._some_name.search(joined))
            and directory[:-1] not in self._parents
            and not self._any_head
            and directory.partition("/")[0] not in self._heads
        )

    def matches(self, name: str, path: str) -> bool:
        """Whether the last rule that speaks of it does not take it back."""
        weight = self.weight(name, path)
        return weight > 0 and not weight & 1


class Rules(NamedTuple):
    files: Matcher
    directories: Matcher


class IgnoreFile(NamedTuple):
    """Rules and the place they count from: `path[strip:]` below it, or `above + path` when it lies above the root."""

    rules: Rules
    strip: int
    above: str


@lru_cache(maxsize=256)
def compile_rules(content: bytes) -> Rules:
    """The rules in an ignore file's bytes. Lines that git would not understand match nothing, as in git."""
    rules: list[_Rule] = []
    for line in content.removeprefix(b"\xef\xbb\xbf").decode(errors="surrogateescape").split("\n"):
        rule = _rule(line.removesuffix("\r"), len(rules) + 1)
        if rule is not None:
            rules.append(rule)
    return Rules(Matcher([rule for rule in rules if not rule.directories_only]), Matcher(rules))


def ignored(layers: tuple[IgnoreFile, ...], name: str, path: str, directory: bool) -> bool:
    """Whether git ignores what has this path, given that it does not ignore the directories above it."""
    for rules, strip, above in layers:
        matcher = rules.directories if directory else rules.files
        weight = matcher.weight(name, above + path[strip:] if matcher.needs_path else "")
        if weight:
            return not weight & 1
    return False


def ignore_files_above(root: str) -> tuple[IgnoreFile, ...]:
    """The ignore rules outside the root, nearest first: up to the top of its work tree, then `info/exclude`."""
    repository = find_repository(root)
    if repository is None:
        return ()
    way = os.path.relpath(os.path.realpath(root), repository.top).replace(os.sep, "/")
    parts = [] if way == "." else way.split("/")
    places = [(repository.common, "info/exclude", parts)]
    places += [(os.path.join(repository.top, *parts[:at]), ".gitignore", parts[at:]) for at in range(len(parts))]
    return tuple(
        IgnoreFile(compile_rules(content), 0, "".join(part + "/" for part in below))
        for directory, name, below in reversed(places)
        if (content := _read(directory, name, IGNORE_LIMIT)) is not None
    )


def silent(layers: tuple[IgnoreFile, ...], directory: str, names: Collection[str], joined: str) -> bool:
    """Whether `ignored` is False for all these files of a directory, because no rule speaks of them."""
    return all(rules.files.silent(above + directory[strip:], names, joined) for rules, strip, above in layers)


class _Rule(NamedTuple):
    weight: int
    text: str
    by_name: bool
    directories_only: bool
    literal: bool
    suffix: str  # ".x" of `*.x`


def _rule(line: str, number: int) -> _Rule | None:
    text = line.rstrip(" ")
    if text != line and (len(text) - len(text.rstrip("\\"))) % 2:
        text += " "  # escaped
    if not text or text.startswith("#") or len(text) > _SMALL:
        return None
    negated = text.startswith("!")
    text = text[negated:]
    directories_only = text.endswith("/")
    text = text[:-1] if directories_only else text
    by_name = "/" not in text
    text = text.removeprefix("/")
    if not text:
        return None
    literal = not _WILD.search(text)
    suffix = text[1:] if by_name and text[:2] == "*." and not _WILD.search(text, 1) and "." not in text[2:] else ""
    return _Rule(2 * number + negated, text, by_name, directories_only, literal, suffix)


def _alternatives(rules: list[_Rule]) -> tuple[re.Pattern[str], list[int]] | None:
    """One expression that tries the rules from last to first, and the weight of each of its groups."""
    weights, sources = [0], []
    for rule in reversed(rules):
        source = _component(rule.text) if rule.by_name else _path_expression(rule.text)
        if source is not None:
            sources.append(f"({source})")
            weights.append(rule.weight)
    return (re.compile("(?s:" + "|".join(sources) + r")\Z"), weights) if sources else None


def _path_expression(text: str) -> str | None:
    """`a/**/b*`, which counts from the ignore file's directory. `**` as a whole component stands for directories."""
    parts = ["**" if len(part) > 1 and not part.strip("*") else part for part in text.split("/")]
    parts = [part for at, part in enumerate(parts) if part != "**" or at == 0 or parts[at - 1] != "**"]
    expression, atomic = "", False
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        if part == "**" and not last:
            expression += ")" if atomic else ""
            expression += "(?>(?:[^/]+/)*?" if "**" in parts[at + 1 : -1] else "(?:[^/]+/)*"
            atomic = "**" in parts[at + 1 : -1]
            continue
        source = ".+" if part == "**" else _component(part)
        if source is None:
            return None
        expression += source + ("" if last else "/")
    return expression


def _component(text: str) -> str | None:
    """The expression for one component of a pattern; None if it can match nothing."""
    chunks = _chunks(text)
    if chunks is None:
        return None
    if len(chunks) == 1:
        return chunks[0]
    middle = "".join(rf"(?>[^/\0]*?{chunk})" for chunk in chunks[1:-1] if chunk)
    return rf"{chunks[0]}{middle}[^/\0]*{chunks[-1]}"


def _edge(text: str) -> str:
    """What all names that a glob matches end with, or else begin with, as an expression for joined names."""
    chunks = _chunks(text)
    if chunks is None:
        return "(?!)"
    return rf"{chunks[-1]}\0" if chunks[-1] else rf"\0{chunks[0]}"


def _chunks(text: str) -> list[str] | None:
    """The expressions between the stars of a component; None if it can match nothing."""
    chunks, at = [""], 0
    while at < len(text):
        letter = text[at]
        at += 1
        if letter == "*":
            chunks.append("")
        elif letter == "?":
            chunks[-1] += r"[^/\0]"
        elif letter == "[":
            source, at = _letters(text, at)
            if source is None:
                return None
            chunks[-1] += source
        else:
            if letter == "\\":
                if at == len(text):
                    return None
                letter = text[at]
                at += 1
            chunks[-1] += re.escape(letter)
    return chunks


def _letters(text: str, at: int) -> tuple[str | None, int]:
    """The expression for `[a-z]`, read from behind the bracket, and where the text goes on."""
    negated = text[at : at + 1] in ("!", "^")
    at += negated
    source, first, previous = "", True, ""
    while at < len(text) and (first or text[at] != "]"):
        first = False
        posix = _POSIX.match(text, at)
        if posix:
            source += _POSIX_LETTERS.get(posix[1], "")
            previous, at = "", posix.end()
            continue
        if text[at] == "-" and previous and at + 1 < len(text) and text[at + 1] != "]":
            at += 1 + (text[at + 1] == "\\")
            if at == len(text):
                break
            source += f"{re.escape(previous)}-{re.escape(text[at])}" if previous <= text[at] else ""
            previous, at = "", at + 1
            continue
        at += text[at] == "\\"
        if at == len(text):
            break
        previous = text[at]
        source += re.escape(previous)
        at += 1
    if at >= len(text):
        return None, at
    if negated:
        return f"[^/\\0{source}]", at + 1
    return (f"(?!/)[{source}]" if source else "(?!)"), at + 1


def _repository_at(top: str) -> Repository | None:
    """The repository whose work tree starts exactly here. A `.git` that is a symbolic link is not followed."""
    place = os.path.join(top, ".git")
    if os.path.islink(place):
        return None
    if os.path.isdir(place):
        return Repository(top, place, place, place)
    content = _read(top, ".git")
    if content is None or not content.startswith(b"gitdir:"):
        return None
    directory = _pointed(top, content.removeprefix(b"gitdir:"))
    if directory is None or _read(directory, "HEAD") is None:
        return None
    common = _pointed(directory, _read(directory, "commondir") or b"")
    if common is None:  # a submodule, or `git init --separate-git-dir`
        return Repository(top, directory, directory, place)
    # A true worktree is registered in the common directory and named there. A stranger's repository can point at
    # one of yours, but cannot write there: it must not share your repository's data.
    named = _pointed(directory, _read(directory, "gitdir") or b"", resolve_last=False)
    registered = named == place and os.path.dirname(directory) == os.path.join(common, "worktrees")
    return Repository(top, directory, common, common if registered else place)


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
    packed = _read(common, "packed-refs", _PACKED_REFS)
    if packed is None:
        return None
    at = packed.find(b" " + os.fsencode(ref) + b"\n")
    return packed[packed.rfind(b"\n", 0, at) + 1 : at] if at >= 0 else None


def _read(directory: str, path: str, limit: int = _SMALL) -> bytes | None:
    try:
        return read_bytes(directory, path, limit)
    except (OSError, ValueError):
        return None
