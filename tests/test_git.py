"""read/git.py against the real git: ids, commits, branches, blobs and ignore rules."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from pathlib import Path

import pytest

from callmap.read import git, ignore


def run_git(place: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    environment = {
        **{
            "PATH": os.environ["PATH"],
            "HOME": str(place),
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_NOSYSTEM": "1",
        },
        **{"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"},
    }
    done = subprocess.run(
        ["git", *arguments], cwd=place, env=environment, input=stdin, capture_output=True, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    place = tmp_path / "My Project"
    place.mkdir()
    run_git(place, "init", "-q", "-b", "main")
    run_git(place, "commit", "-q", "--allow-empty", "-m", "one")
    return place


def commit_of(place: Path) -> str:
    return run_git(place, "rev-parse", "HEAD").decode().strip()


def test_head_of_a_branch_loose_packed_and_detached(repository: Path) -> None:
    commit = commit_of(repository)
    assert (git.head_commit(str(repository)), git.branch_name(str(repository))) == (commit, "main")
    run_git(repository, "pack-refs", "--all")
    assert not (repository / ".git/refs/heads/main").exists()
    assert git.head_commit(str(repository)) == commit
    run_git(repository, "checkout", "-q", "--detach")
    assert (git.head_commit(str(repository)), git.branch_name(str(repository))) == (commit, None)


def test_head_of_branches_whose_names_end_alike(repository: Path) -> None:
    main = commit_of(repository)
    run_git(repository, "checkout", "-q", "-b", "feature/main")
    run_git(repository, "commit", "-q", "--allow-empty", "-m", "two")
    run_git(repository, "pack-refs", "--all")
    assert git.head_commit(str(repository)) == commit_of(repository) != main
    run_git(repository, "checkout", "-q", "main")
    assert git.head_commit(str(repository)) == main


def test_head_before_the_first_commit(tmp_path: Path) -> None:
    run_git(tmp_path, "init", "-q", "-b", "start")
    assert (git.head_commit(str(tmp_path)), git.branch_name(str(tmp_path))) == (None, "start")


def test_head_of_a_sha256_repository(tmp_path: Path) -> None:
    run_git(tmp_path, "init", "-q", "--object-format=sha256")
    run_git(tmp_path, "commit", "-q", "--allow-empty", "-m", "one")
    commit = git.head_commit(str(tmp_path))
    assert commit == commit_of(tmp_path)
    assert len(commit or "") == 64


def test_worktrees_share_the_id_and_have_their_own_head(repository: Path, tmp_path: Path) -> None:
    run_git(repository, "worktree", "add", "-q", "-b", "side", str(tmp_path / "tree"))
    tree = tmp_path / "tree"
    run_git(tree, "commit", "-q", "--allow-empty", "-m", "two")
    assert git.repository_id(str(tree)) == git.repository_id(str(repository))
    assert git.head_commit(str(tree)) == commit_of(tree) != git.head_commit(str(repository))
    assert git.branch_name(str(tree)) == "side"


def test_ids_are_readable_and_differ_where_paths_do(repository: Path, tmp_path: Path) -> None:
    below = repository / "src"
    below.mkdir()
    plain = tmp_path / "plain"
    plain.mkdir()
    ids = {git.repository_id(str(place)) for place in (repository, below, plain, tmp_path)}
    assert len(ids) == 4
    assert git.repository_id(str(repository)).startswith("my-project-")
    link = tmp_path / "link"
    link.symlink_to(repository)
    assert git.repository_id(str(link)) == git.repository_id(str(repository))
    assert git.head_commit(str(below)) == commit_of(repository)


@pytest.mark.parametrize("pointer", ["direct", "worktree"])
def test_a_repository_that_points_at_another_one_does_not_share_its_id(
    repository: Path, tmp_path: Path, pointer: str
) -> None:
    hostile = tmp_path / "hostile"
    fake = hostile / "fake"
    fake.mkdir(parents=True)
    if pointer == "direct":
        (hostile / ".git").write_text(f"gitdir: {repository}/.git\n")
    else:
        (hostile / ".git").write_text("gitdir: fake\n")
        (fake / "HEAD").write_text("ref: refs/heads/main\n")
        (fake / "commondir").write_text(f"{repository}/.git\n")
        (fake / "gitdir").write_text(f"{hostile}/.git\n")
    assert git.find_repository(str(hostile)) is not None
    assert git.repository_id(str(hostile)) != git.repository_id(str(repository))


@pytest.mark.parametrize(
    "head",
    [
        b"ref: refs/heads/../../../secret\n",
        b"ref: ../secret\n",
        b"ref: /etc/passwd\n",
        b"ref: refs/heads/a\x00b\n",
        b"deadbeef\n",
        b"g" * 40,
        b"a" * 41,
        b"a" * 40 + b" " * 5000,
        b"ref: refs/heads/loop\n",
        b"ref: refs/heads/link\n",
        b"",
    ],
)
def test_hostile_heads_are_none(tmp_path: Path, head: bytes) -> None:
    place = tmp_path / "repository"
    heads = place / ".git/refs/heads"
    heads.mkdir(parents=True)
    (tmp_path / "secret").write_text("a" * 40)
    (place / "secret").write_text("a" * 40)
    (heads / "loop").write_text("ref: refs/heads/loop\n")
    (heads / "link").symlink_to(tmp_path / "secret")
    (place / ".git/HEAD").write_bytes(head)
    assert git.head_commit(str(place)) is None
    (place / ".git/HEAD").write_bytes(b"a" * 40 + b"\n")
    assert git.head_commit(str(place)) == "a" * 40  # the control


def test_a_fifo_as_head_is_none_and_does_not_block(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    os.mkfifo(tmp_path / ".git/HEAD")
    with_alarm(lambda: git.head_commit(str(tmp_path)))
    assert git.head_commit(str(tmp_path)) is None


def test_blob_id_is_gits(repository: Path) -> None:
    for content in (b"", b"def f(): pass\n", bytes(range(256)) * 9):
        name = run_git(repository, "hash-object", "--stdin", stdin=content).decode().strip()
        assert git.blob_id(content) == name


# --- ignore rules, with `git check-ignore` as the oracle -----------------------------------------------------------

PATHS = [
    *("a.py", "c.py", "x.py", "!x.py", "#x.py", "sp ace.py", "].py", "-.py", "trail ", "foo.py", "A.py", "été.py"),
    *("foo/c.py", "foo/a.py", "foo/bar/c.py", "foo/bar/foo/a.py", "foo/bar/baz/c.py", "bar/c.py", "bar/foo/x.py"),
    *(
        "a/c.py",
        "a/b/c.py",
        "a/b/d/c.py",
        "a/foo",
        "foobar/c.py",
        "foo/back\\slash.py",
        "b/b/b/b.py",
        "deep/a/b/c/d.py",
    ),
]
PATTERNS = [  # without `foo**/bar`: git before 2.45 compares unrelated pointers there, so its answer is chance
    *("foo", "foo/", "/foo", "/foo/", "foo/*", "foo/**", "foo/**/", "**/foo", "**/bar/", "/**/c.py", "a/**/c.py"),
    *("*.py", "*.p?", "c.[pq]y", "[!c].py", "[^a].py", "!c.py", "!foo/", "!foo/bar/", "!*.py", "!/foo/*/", "/a.py"),
    *("a.py", "foo/bar", "foo/bar/", "bar/c.py", "**", "**/", "*", "*/", "/*", "/*/", "\\!x.py", "\\#x.py", "#c.py"),
    *("sp ace.py", "trail\\ ", "trail", "x.py ", "x.py\r", "[a-c].py", "[[:alpha:]].py", "[[:upper:][:digit:]].py"),
    *("a**.py", "**a.py", "f*/b*/c.py", "*o/**/*a*.py", "?.py", "foo//bar", "/", "!", "", "[z.py"),
    *("[]x].py", "[a-].py", "[]-a].py", "\\c.py", "x\\", "***", "a/***/c.py", "a/**/b/**/c.py", "**/b/**", "b/**/b.py"),
    *("*/c.py", "/*/*.py", "!foo", "!/foo/bar/c.py", "**/*/c.py", "[c-a].py", "foo/back\\\\slash.py"),
    *("foo?c.py", "*a*b*", "**/**/c.py", "foo/**/**/c.py", "*/**", "[\\]].py", "[\\-].py"),
]


def ours(layers: tuple[ignore.IgnoreFile, ...], path: str) -> bool:
    parts = path.split("/")
    for depth in range(1, len(parts) + 1):
        name, place = parts[depth - 1], "/".join(parts[:depth])
        visible = tuple(layer for layer in layers if layer.strip == 0 or depth > 1)
        if ignore.ignored(visible, name, place, depth < len(parts)):
            return True
    return False


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    run_git(tmp_path, "init", "-q")
    for path in PATHS:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    return tmp_path


def test_ignore_rules_are_gits(tree: Path) -> None:
    chance = random.Random(7)
    sets: list[tuple[list[str], list[str]]] = [([pattern], []) for pattern in PATTERNS]
    sets += [(chance.choices(PATTERNS, k=4), chance.choices(PATTERNS, k=chance.choice((0, 2)))) for _ in range(250)]
    seen = set()
    for above, inside in sets:
        contents = ["\n".join(lines).encode() for lines in (above, inside)]
        (tree / ".gitignore").write_bytes(contents[0])
        (tree / "foo/.gitignore").write_bytes(contents[1])
        stdin = "\0".join(PATHS).encode() + b"\0"
        output = run_git(tree, "check-ignore", "--no-index", "--stdin", "-z", stdin=stdin)
        expected = set(output.decode().split("\0")) - {""}
        outer = ignore.IgnoreFile(ignore.compile_rules(contents[0]), 0, "")
        inner = ignore.IgnoreFile(ignore.compile_rules(contents[1]), len("foo/"), "")
        found = {p for p in PATHS if ours((inner, outer) if p.startswith("foo/") else (outer,), p)}
        assert found == expected, (above, inside)
        for directory in {os.path.dirname(p) for p in PATHS}:
            names = [os.path.basename(p) for p in PATHS if os.path.dirname(p) == directory]
            place = directory + "/" if directory else ""
            if ignore.silent((outer,), place, names, "\0".join(("", *names, ""))):
                assert not any(outer.rules.files.weight(name, place + name) for name in names), (above, directory)
                seen.add("silent")
        seen.add("some" if found else "none")
    assert seen == {"silent", "some", "none"}


def test_rules_above_the_root_apply_to_it(tree: Path) -> None:
    (tree / ".gitignore").write_text("foo/bar/c.py\n")
    (tree / "foo/.gitignore").write_text("bar/baz/\n")
    (tree / ".git/info/exclude").write_text("a.py\n")
    layers = tuple(map(ignore.compiled, ignore.texts_above(str(tree / "foo/bar"))))
    assert [ignore.ignored(layers, name, name, False) for name in ("c.py", "a.py", "d.py")] == [True, True, False]
    assert ignore.ignored(layers, "baz", "baz", True)


@pytest.mark.parametrize(
    "pattern", ["*a" * 12 + "*b", "/" + "**/a/" * 12 + "b", "a" + "*?" * 12 + "b", "*" * 4000 + "b"]
)
def test_no_pattern_takes_long(pattern: str) -> None:
    layers = (ignore.IgnoreFile(ignore.compile_rules(pattern.encode()), 0, ""),)
    name = "a" * 250
    with_alarm(lambda: ignore.ignored(layers, name, "a/" * 900 + name, False))
    with_alarm(lambda: ignore.silent(layers, "a/" * 900, [name] * 50, "\0".join(["", *[name] * 50, ""])))


def with_alarm(act: object) -> None:
    """Fails, instead of hanging, when it takes more than two seconds."""

    def ring(*_: object) -> None:
        raise AssertionError("It took more than two seconds.")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(2)
    try:
        assert callable(act)
        act()
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
