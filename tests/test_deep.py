"""Code that is nested without measure, in every language: a fixed number of levels is read, compiled or not.

Each test works in a process of its own: compiled code that went too deep would end it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

import pytest

from callmap.languages import recognise
from callmap.read import pool
from callmap.read.extract import extract
from callmap.read.worker import LATE

READ = """
import json, sys
from callmap.languages import recognise
from callmap.read.extract import extract
facts = extract(sys.stdin.buffer.read(), *recognise(sys.argv[1]))
print(json.dumps([len(facts.calls), [p.reason for p in facts.problems], [s.name for s in facts.symbols[1:]]]))
"""
LINK = """
import sys
from callmap.languages import recognise
from callmap.link.world import File, World
from callmap.linking import link_world
from callmap.read.extract import extract
language, dialect = recognise(sys.argv[1])
file = File(sys.argv[1], language, extract(sys.stdin.buffer.read(), language, dialect))
linked, _ = link_world(lambda: World([file]), {file.path: 1}, 1)
print(linked.calls)
"""
MANY = 20_000
LONG = {  # file name → code of MANY links; each has a call
    "sum.py": "x = f()" + " + f()" * MANY,
    "sum.js": "x = f()" + " + f()" * MANY,
    "sum.ts": "x = f()" + " + f()" * MANY,
    "sum.c": "int g(void) { return f()" + " + f()" * MANY + "; }",
    "sum.rs": "fn g() { f()" + " + f()" * MANY + " }",
    "chain.py": "x = f()" + ".b()" * MANY,
    "chain.js": "x = f()" + ".b()" * MANY,
    "chain.ts": "x = f()" + ".b()" * MANY,
    "chain.c": "int g(void) { return f()" + ".b()" * MANY + "; }",
    "chain.rs": "fn g() { f()" + ".b()" * MANY + " }",
    "else.py": "if a: f()\n" + "elif a: f()\n" * MANY,
    "else.js": "if (a) f();\n" + "else if (a) f();\n" * MANY,
    "else.c": "void g(void) { if (a) f();\n" + "else if (a) f();\n" * MANY + "}",
    "else.rs": "fn g() { if a { f() }\n" + "else if a { f() }\n" * MANY + "}",
}
DEEP: dict[str, Callable[[int], str]] = {  # file name → code of so many levels; the worst shapes for a stack
    "brackets.py": lambda n: "x = " + "[" * n + "]" * n,
    "targets.py": lambda n: "(" * n + "a," + ")," * n + "b = x",
    "attributes.py": lambda n: "x = a" + ".b" * n,
    "arrows.js": lambda n: "x = " + "a => " * (n // 100) + "[" * n + "]" * n,
    "tags.jsx": lambda n: "x = " + "<a>" * n + "</a>" * n,
    "types.ts": lambda n: "let x: " + "() => " * n + "B",
    "parentheses.c": lambda n: "int x = " + "(" * n + "1" + ")" * n + ";",
    "conditions.c": lambda n: "#if A\n" * n + "int x;\n" + "#endif\n" * n,
    "blocks.rs": lambda n: "fn f() {" + "{" * n + "}" * n + "}",
    "patterns.rs": lambda n: "fn f() { let " + "(" * n + "a" + ",)" * n + " = x; }",
    "macros.rs": lambda n: "fn f() {" + "m!(" * n + "1" + ")" * n + "}",
}
NESTED = {  # file name → expressions that the linker is asked to follow
    "names.py": "x = a" + ".b" * MANY + "\nx()\n(a" + ".c" * MANY + ")()\n",
    "bases.py": "class A(a" + ".b" * MANY + "): pass\nA().go()\nA().go()\n",
    "returned.py": "".join(f"def f{n}(): return f{n + 1}().a.b.c\n" for n in range(3_000)) + "f0()()\n",
    "caught.py": "try: pass\nexcept " + "(" * MANY + "A" + ",)" * MANY + " as e: e.go()\n",
    "taken.py": "(" * MANY + "a," + ")," * MANY + "b = x\na()\n",
    "objects.js": "const y = " + "{a:" * 5_000 + "f" + "}" * 5_000 + ";\ny" + ".a" * 5_000 + "();\n",
    "aliases.ts": "".join(f"type A{n} = A{n - 1};\n" for n in range(1, 5_000)) + "let x: A4999; x.go();",
    "pointers.c": "void f(void) { (" + "*" * MANY + "g)(); a" + "->b" * MANY + "(); }",
    "impls.rs": "impl a" + "::b" * MANY + " { fn x() {} }\nstruct S;\nimpl S { fn y(&self) { self.y() } }\n",
}


def run(code: str, name: str, content: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, name], input=content.encode(), capture_output=True, check=False, timeout=100
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout.decode()


@pytest.mark.parametrize("name", LONG)
def test_long_code_is_read_to_its_end(name: str) -> None:
    calls, problems, _ = json.loads(run(READ, name, LONG[name]))
    assert (calls, problems) == (MANY + 1, [])


@pytest.mark.parametrize("name", DEEP)
def test_what_is_too_deep_is_cut_out_and_the_rest_is_read(name: str) -> None:
    after = {"py": "\ndef after(): pass\n", "rs": "\nfn after() {}\n", "c": "\nvoid after(void) {}\n"}
    content = DEEP[name](60_000) + after.get(name.rpartition(".")[2], ";\nfunction after() {}\n")
    _, problems, symbols = json.loads(run(READ, name, content))
    assert problems[0] == "too deep"
    assert symbols[-1:] == ["after"]


@pytest.mark.parametrize("name", DEEP)
def test_the_deepest_that_is_read_fits_the_stack(name: str) -> None:
    _, problems, _ = json.loads(run(READ, name, DEEP[name](47_000 if name != "blocks.rs" else 24_000)))
    assert problems == []


@pytest.mark.parametrize("name", NESTED)
def test_the_linker_gives_up_on_what_is_nested_too_deeply(name: str) -> None:
    assert int(run(LINK, name, NESTED[name])) >= 1


def slow(content: str) -> int:
    recognised = recognise("slow.py")
    assert recognised is not None
    return len(extract(content.encode(), *recognised).symbols)


def test_the_deadline_stops_an_extraction() -> None:
    """Compiled code has to let the signal in."""
    (outcome,) = pool.run(slow, ["x = " + "lambda: " * 20_000 + "1"], workers=1, isolate=False, deadline=0.5)
    assert outcome.failure == LATE
