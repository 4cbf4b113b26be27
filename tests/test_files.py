"""read/files.py on real trees: which files are found, why others are not, and what must be read again."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from callmap.config import Settings
from callmap.model import FileState
from callmap.read import disk, files
from callmap.read.files import Found, Skipped


def grow(root: Path, *paths: str, text: str = "x = 1\n") -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def recognise(name: str) -> Any:
    """Stands for the registry, so that what a walk does is tested whatever languages there are."""
    return (SimpleNamespace(name="python"), "py") if name.endswith(".py") and len(name) > 3 else None


def walk(root: Path, *, include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> files.Walk:
    settings = Settings(include=include, exclude=exclude)
    seen = files.walk(str(root), settings, recognise)
    again = files.walk(str(root), settings, recognise, disk.Past(seen.listing))  # now it is known
    assert (again.files, again.skipped, again.directories) == (seen.files, seen.skipped, seen.directories)
    return seen


@pytest.fixture(autouse=True)
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times say something as soon as the clock of the file system has moved on."""
    monkeypatch.setattr(disk, "RACY_NS", TICK_NS)
    time.sleep(3 * TICK_NS / 1e9)


TICK_NS = 10_000_000  # of the clocks from which file systems take their times: 4 ms, or less


def found(seen: files.Walk) -> list[str]:
    return [file.path for file in seen.files]


def reasons(seen: files.Walk) -> dict[str, str]:
    return {state.path: state.reason for state in seen.skipped}


def test_a_walk_gives_recognised_files_with_what_the_system_knows(tmp_path: Path) -> None:
    grow(tmp_path, "b/z.py", "a.py", "b/a.py", "notes.txt", "noext")
    seen = walk(tmp_path)
    assert found(seen) == ["a.py", "b/a.py", "b/z.py"]
    status = (tmp_path / "a.py").stat()
    assert seen.files[0] == Found("a.py", "python", "py", status.st_size, status.st_mtime_ns, False, status.st_ctime_ns)
    assert seen.skipped == []


def test_ignore_files_nest_and_directories_are_pruned(tmp_path: Path) -> None:
    grow(tmp_path, "a.py", "gen/x.py", "gen/keep.py", "sub/a.py", "sub/keep.py", "sub/deep/a.py", "local.py")
    (tmp_path / ".git/info").mkdir(parents=True)
    (tmp_path / ".git/info/exclude").write_text("local.py\n")
    (tmp_path / ".gitignore").write_text("gen/\n!gen/keep.py\na.py\n!/a.py\n")
    (tmp_path / "sub/.gitignore").write_text("!a.py\n/deep/a.py\n")
    seen = walk(tmp_path)
    assert found(seen) == ["a.py", "sub/a.py", "sub/keep.py"]
    assert reasons(seen) == {"local.py": "ignored", "sub/deep/a.py": "ignored"}
    assert seen.directories == {"ignored": 1, "repository data": 1}


def test_a_root_inside_a_repository_obeys_the_rules_above_it(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    grow(tmp_path, "src/app/a.py", "src/app/gen/b.py", "src/app/c.py")
    (tmp_path / ".gitignore").write_text("src/app/gen/\n")
    (tmp_path / "src/.gitignore").write_text("/app/c.py\n")
    assert found(walk(tmp_path / "src/app")) == ["a.py"]


def test_other_peoples_code_and_leftovers_are_passed_over(tmp_path: Path) -> None:
    grow(tmp_path, "node_modules/m/a.py", ".venv/a.py", "env/pyvenv.cfg", "env/lib/a.py", "lib/site-packages/a.py")
    grow(tmp_path, "__pycache__/a.py", "x.egg-info/a.py", "some/CACHEDIR.TAG", "some/a.py", "venv/a.py")
    grow(tmp_path, "pyproject.toml", "build/lib/a.py", "dist/a.py", "vendor/a.py", "third_party/a.py", ".hg/a.py")
    seen = walk(tmp_path)
    assert found(seen) == ["third_party/a.py", "vendor/a.py"]
    assert seen.directories == {"dependencies": 5, "cache": 2, "build output": 3, "repository data": 1}


def test_source_directories_with_output_names_are_source(tmp_path: Path) -> None:
    grow(tmp_path, "setup.py", "build/__init__.py", "build/a.py", "pkg/build/b.py", "pkg/venv/__init__.py", "out/c.py")
    seen = walk(tmp_path)
    assert {"build/a.py", "pkg/build/b.py", "pkg/venv/__init__.py"} <= set(found(seen))
    assert seen.directories == {"build output": 1}  # out/, next to setup.py and no package


def test_exclude_wins_over_include_and_include_over_the_rest(tmp_path: Path) -> None:
    grow(tmp_path, "pyproject.toml", "gen/a.py", "gen/b.py", "build/lib/x.py", "build/y.py", "lib.min.py", "t/a.py")
    grow(tmp_path, "node_modules/mine/a.py", "node_modules/other/a.py", ".git/a.py", ".env.py")
    (tmp_path / ".gitignore").write_text("gen/\n")
    seen = walk(
        tmp_path,
        include=("gen/", "build/lib/*.py", "lib.min.py", "node_modules/mine/**", ".git/a.py", ".env.py", "t/a.py"),
        exclude=("t", "gen/b.py"),
    )
    chosen = ["build/lib/x.py", "gen/a.py", "lib.min.py", "node_modules/mine/a.py"]
    assert found(seen) == chosen
    assert all(file.included for file in seen.files)
    assert reasons(seen) == {"build/y.py": "build output", ".env.py": "secret", "gen/b.py": "excluded"}
    assert seen.directories == {"dependencies": 1, "repository data": 1, "excluded": 1}
    assert found(walk(tmp_path)) == ["t/a.py"]  # the control


def test_links_and_special_files_are_listed_and_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    grow(outside, "secret.py")
    root = tmp_path / "root"
    grow(root, "a.py", "d/b.py")
    (root / "link.py").symlink_to(outside / "secret.py")
    (root / "dangling.py").symlink_to("nowhere")
    (root / "loop").symlink_to(".")
    (root / "self").symlink_to("self")
    (root / "away").symlink_to(outside)
    os.mkfifo(root / "fifo.py")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(root / "socket.py"))
        seen = walk(root)
    assert found(seen) == ["a.py", "d/b.py"]
    assert reasons(seen) == {
        "link.py": "symlink",
        "dangling.py": "symlink",
        "fifo.py": "not a regular file",
        "socket.py": "not a regular file",
    }
    assert seen.directories == {"symlink": 2}


def test_sizes_secrets_and_names_that_programs_give(tmp_path: Path) -> None:
    grow(tmp_path, ".env.py", "id_rsa.py", "id_rsa_tools.py", "jquery.min.py", "admin.py", "min.py", "blocks.py")
    (tmp_path / "big.py").write_bytes(b"#" * (files.SIZE_LIMIT + 1))
    (tmp_path / "fits.py").write_bytes(b"#" * files.SIZE_LIMIT)
    seen = walk(tmp_path)
    assert found(seen) == ["admin.py", "blocks.py", "fits.py", "id_rsa_tools.py", "min.py"]
    expected = {".env.py": "secret", "id_rsa.py": "secret", "jquery.min.py": "generated", "big.py": "too large"}
    assert reasons(seen) == expected
    with pytest.raises(Skipped, match="secret"):
        files.read_file(str(tmp_path), ".env.py")


@pytest.mark.parametrize(
    "mark", ["Makefile", "configure", "configure.ac", "WORKSPACE", "BUILD.bazel", "pom.xml", ".git"]
)
def test_output_lies_beside_what_builds_it(tmp_path: Path, mark: str) -> None:
    grow(tmp_path, mark, "a.py", "build/b.py", "out/c.py", "target/__init__.py", "target/d.py", "drivers/target/e.py")
    grow(tmp_path, "drivers/Makefile", "drivers/BUILD")
    seen = walk(tmp_path)
    assert found(seen) == ["a.py", "drivers/target/e.py", "target/__init__.py", "target/d.py"]
    assert seen.directories.get("build output") == 2


def test_a_directory_called_build_in_no_project_is_source(tmp_path: Path) -> None:
    grow(tmp_path, "a.py", "build/b.py", "pkg/out/c.py", "pkg/.hidden")
    assert found(walk(tmp_path)) == ["a.py", "build/b.py", "pkg/out/c.py"]


def test_secrets_of_every_kind_are_told_of_and_never_opened(tmp_path: Path) -> None:
    secrets = [".env", ".env.local", "deploy/id_rsa", "deploy/server.pem", "deploy/Server.KEY", "docs/.npmrc"]
    grow(tmp_path, *secrets, "a.py", "notes.txt", "id_card.txt", ".github/ci.txt", "environment", "keys.txt")
    (tmp_path / "docs/.netrc").symlink_to(tmp_path / "a.py")
    (tmp_path / ".env.d").mkdir()
    for path in secrets:
        (tmp_path / path).chmod(0)
    (tmp_path / ".gitignore").write_text(".env*\n")
    expected = dict.fromkeys([*secrets, "docs/.netrc"], "secret")
    assert reasons(walk(tmp_path)) == expected
    assert reasons(walk(tmp_path, include=("**/*", ".env"))) == expected, "whatever the settings say"


def test_strange_names_come_through(tmp_path: Path) -> None:
    names = [b"new\nline.py", b"esc\x1b[31m.py", b"\xff\xfe.py", b"-rf.py", b"<img onerror>.py", b"n" * 250 + b".py"]
    for name in names:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text("x = 1\n")
    (tmp_path / ".gitignore").write_text("*.pyc\n-rf.py\n")
    seen = walk(tmp_path)
    assert {os.fsencode(path) for path in found(seen)} == set(names) - {b"-rf.py"}
    assert all(files.read_file(str(tmp_path), path) == b"x = 1\n" for path in found(seen))


def test_paths_longer_than_the_system_allows_are_walked_and_read(tmp_path: Path) -> None:
    here = os.open(tmp_path, os.O_RDONLY)
    depth = 25
    for _ in range(depth):
        os.mkdir("d" * 200, dir_fd=here)
        below = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(os.open("deep.py", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)
    path = ("d" * 200 + "/") * depth + "deep.py"
    assert len(path) > 4096
    assert found(walk(tmp_path)) == [path]
    assert files.read_file(str(tmp_path), path) == b""


def test_a_walk_leaves_no_descriptor_open(tmp_path: Path) -> None:
    grow(tmp_path, "a/b/c/d.py", "a/e.py", ".gitignore")
    before = len(os.listdir("/dev/fd"))
    walk(tmp_path)
    assert len(os.listdir("/dev/fd")) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_things_are_said_to_be(tmp_path: Path) -> None:
    grow(tmp_path, "a.py", "locked/b.py")
    (tmp_path / "a.py").chmod(0)
    (tmp_path / "locked").chmod(0)
    try:
        assert walk(tmp_path).directories == {"unreadable": 1}
        with pytest.raises(Skipped) as caught:
            files.read_file(str(tmp_path), "a.py")
        assert caught.value.reason == "unreadable"
    finally:
        (tmp_path / "locked").chmod(0o700)


def test_read_file_follows_no_link_anywhere_and_never_blocks(tmp_path: Path) -> None:
    grow(tmp_path, "outside/a.py", "root/real/a.py", "root/file.py")
    root = tmp_path / "root"
    (root / "link.py").symlink_to("file.py")
    (root / "linked").symlink_to("../outside")
    os.mkfifo(root / "fifo.py")
    (root / "big.py").write_bytes(b"#" * (files.SIZE_LIMIT + 1))
    assert files.read_file(str(root), "real/a.py") == b"x = 1\n"
    expected = {
        "link.py": "symlink",
        "linked/a.py": "symlink",
        "fifo.py": "not a regular file",
        "real": "not a regular file",
        "gone.py": "vanished",
        "big.py": "too large",
        "../outside/a.py": "unreadable",
        str(tmp_path / "outside/a.py"): "unreadable",
        "real/../file.py": "unreadable",
    }
    for path, reason in expected.items():
        with pytest.raises(Skipped) as caught:
            files.read_file(str(root), path)
        assert (path, caught.value.reason) == (path, reason)


LONG = b"var a=" + b"f(1)+" * 2000 + b"0;\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", ""),
        (b"x = 1\n" * 1000, ""),
        (b"x = 1\0\n", "binary"),
        ("x = 1\n".encode("utf-16-le"), "binary"),
        ("x = 1\n".encode("utf-16"), ""),
        (b"/* licence\n" + b" * words\n" * 20 + b" */\n" + LONG, "minified"),
        (b"x = '" + b"y" * 1500 + b"'\n", ""),
        (b"let a = 1;\n" * 500 + b"b(" + b"1," * 400 + b");\n//# sourceMappingURL=x.map\n", "minified"),
        (b"let a = 1;\n" * 500 + b"b(" + b"1," * 400 + b");\n", ""),
        (b"// @generated by tool\nf();\n", "generated"),
        (b"# Code generated by protoc. DO NOT EDIT.\n", "generated"),
        (b"#!/bin/x\n\n# -*- coding -*-\n# This file was automatically generated by SWIG.\n", "generated"),
        (b"/*\n * THIS FILE IS AUTOGENERATED, do not touch\n */\n", "generated"),
        (b"/* A Bison parser, made by GNU Bison 3.8.2.  */\n\n/* Bison implementation for Yacc. */\n", "generated"),
        (b'#line 2 "lex.c"\n#define  YY_INT short\n\n/* A lexical scanner generated by flex */\n', "generated"),
        (b"/* Generated by Cython 3.0.8 */\n\n/* BEGIN: Cython Metadata\n{}\n*/\n", "generated"),
        (b"# Generated from Expr.g4 by ANTLR 4.13.1\nfrom antlr4 import *\n", "generated"),
        (b"/* ANSI-C code produced by gperf version 3.1 */\n", "generated"),
        (b"// DO NOT EDIT. Generated from schema.json\n", "generated"),
        (b"// This file was generated by the build.\n// Do not edit.\n", "generated"),
        (b"/*\n * THIS IS A GENERATED FILE\n *\n * DO NOT MODIFY\n */\n", "generated"),
        (b"/*\n  Copyright A. B.\n\n  The code in this file\n  is not free. Auto-generated file.\n*/\n", "generated"),
        (b"'use strict';\n/* automatically generated by rust-bindgen 0.59.2 */\n", "generated"),
        (b"# -*- coding: utf-8 -*-\n# Generated by the protocol buffer compiler.  DO NOT EDIT!\n", "generated"),
        (b"# Form generated from reading ui file\n# Generated code.\n# All changes to it will be lost!\n", "generated"),
        (b"#\n# Note that not all values are present in this\n# autogenerated file.\n#\n", ""),
        (b"// Tables.\n\nuse a;\n\n// BEGIN GENERATED CODE. PLEASE DO NOT EDIT.\n", ""),
        (b"// BEGIN GENERATED CODE. PLEASE DO NOT EDIT.\nf();\n// END GENERATED CODE\ng();\n", ""),
        (b"/* config.h is auto-generated */\n#include <config.h>\n", ""),
        (b"# Generated by Django 4.2.1 on 2023-05-06 10:11\n", ""),
        (b'"""Reads a file generated by the compiler."""\n', ""),
        (b'"""A wrapper for code generated by flex"""\n', ""),
        (b"# The file generated by the compiler is read here.\n", ""),
        (b"# Do not edit generated files by hand: run make.\n", ""),
        (b"# This file was originally generated by a tool and then changed by hand.\n", ""),
        (b"# Code that reads what was made by version 1.2\n", ""),
        (b"mark = '@generated'\n", ""),
        (b"# Tests for the docs that are generated on release day.\n", ""),
        (b"# Write '@generated' into files. Names are automatically generated here.\n", ""),
        (b"x = 1\n" * 500 + b"# @generated\n", ""),
        (b"# " + b"a.a," * 60 + b"a.a x generated\n", ""),  # in no more time than any other
    ],
)
def test_content_is_judged(content: bytes, reason: str) -> None:
    file = Found("a.js", "any", "a dialect", len(content), 0)
    assert files.judge(file, content) == reason


def test_include_and_project_files_overrule_the_judge_of_text() -> None:
    assert files.judge(Found("a.js", "any", "js", 1, 0, included=True), LONG) == ""
    assert files.judge(Found("x/package.json", "any", "package.json", 1, 0), LONG) == ""
    assert files.judge(Found("a.js", "any", "js", 1, 0, included=True), b"\0") == "binary"


def test_unchanged_files_are_kept_and_all_others_read_again(tmp_path: Path) -> None:
    names = ["same.py", "size.py", "time.py", "racy.py", "new.py", "unignored.py", "binary.py", "slow.py"]
    grow(tmp_path, *names)
    started = time.time_ns()
    old = started - 60_000_000_000
    for name in names:
        os.utime(tmp_path / name, ns=(old, old))
    racy = started - 1_000_000_000
    os.utime(tmp_path / "racy.py", ns=(racy, racy))
    seen = walk(tmp_path)
    why = {"unignored.py": "ignored", "binary.py": "binary", "slow.py": "deadline"}
    previous = {
        file.path: FileState(file.path, "blob", file.language, file.size, file.mtime_ns, why.get(file.path, ""))
        for file in seen.files
        if file.path != "new.py"
    }
    (tmp_path / "size.py").write_text("longer = 1\n")
    os.utime(tmp_path / "size.py", ns=(old, old))
    os.utime(tmp_path / "time.py", ns=(old + 1, old + 1))
    changes = files.changed(walk(tmp_path).files, previous, started)
    assert {file.path for file in changes.read} == {"size.py", "time.py", "racy.py", "new.py", "unignored.py"}
    assert changes.kept == [previous[name] for name in ("binary.py", "same.py", "slow.py")]


def test_fifty_thousand_files_in_one_directory(tmp_path: Path) -> None:
    for number in range(50_000):
        os.close(os.open(f"{tmp_path}/m{number}.py", os.O_CREAT | os.O_WRONLY))
    (tmp_path / ".gitignore").write_text("m1.py\n*.log\n")
    assert len(walk(tmp_path).files) == 49_999


def test_every_reason_has_a_sentence() -> None:
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in files.REASONS.values())
