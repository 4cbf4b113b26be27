"""Hashes of definitions: what a formatter does is no change, all that may mean something else is one."""

from __future__ import annotations

import pytest

from callmap.languages import by_name
from callmap.model import Symbol
from callmap.read.extract import extract

DIALECTS = {"python": "python", "javascript": "javascript", "typescript": "typescript", "c": "c", "rust": "rust"}
PYTHON = "def f(x):\n    if x:\n        a()\n        b()\n"


def symbol(language: str, source: str, name: str) -> Symbol:
    facts = extract(source.encode(), by_name(language), DIALECTS[language])
    return next(symbol for symbol in facts.symbols if symbol.name == name)


def changed(language: str, one: str, other: str, name: str = "f", new: str = "") -> tuple[bool, bool]:
    """Whether the head and the body differ."""
    old, now = symbol(language, one, name), symbol(language, other, new or name)
    assert old.head and now.head
    return old.head != now.head, old.body != now.body


@pytest.mark.parametrize(
    ("language", "one", "other", "new"),
    [
        ("python", PYTHON, "\n\n" + PYTHON.replace("\n", "  \n"), ""),
        ("python", PYTHON, PYTHON.replace("\n", "\r\n"), ""),
        ("python", PYTHON, PYTHON.replace("a()\n", "a()\n\n\n"), ""),
        ("python", PYTHON, "class A:\n" + "".join(f"    {line}\n" for line in PYTHON.splitlines()), "A.f"),
        ("python", PYTHON, "if 1:\n" + "".join(f"\t{line}\n" for line in PYTHON.splitlines()), ""),
        ("python", "def f():\n    return 1\n", "def f():\n        return 1\n", ""),
        ("python", 'def f():\n    """a\n\n    b"""\n', 'class A:\n    def f():\n        """a\n\n        b"""\n', "A.f"),
        ("python", 's = """\n x"""\ndef f():\n    a()\n', 's = """\n  y\n\n"""\ndef f():\n    a()\n', ""),
        ("javascript", "function f() {\n  a();\n}\n", "{\n  function f() {\n    a();\n\n  }\n}\n", ""),
        ("javascript", "function f() {\n  g(`\n  x`);\n}\n", "  function f() {\n    g(`\n  x`);\n  }\n", ""),
        ("rust", "fn f() {\n    g();\n}\n", "mod m {\n    fn f() {\n        g();\n    }\n}\n", "m.f"),
        ("rust", 'fn f() {\n  g("a \\\n  b");\n}\n', 'mod m {\n  fn f() {\n    g("a \\\n    b");\n  }\n}\n', "m.f"),
        ("c", "int f(void)\n{\n\tg();\n}\n", "int f(void)\n{\n\n\tg();  \n}\n", ""),
    ],
)  # fmt: skip
def test_what_a_formatter_does_is_no_change(language: str, one: str, other: str, new: str) -> None:
    assert changed(language, one, other, new=new) == (False, False)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("python", PYTHON, PYTHON.replace("        b()", "    b()")),
        ("python", 'def f():\n    return "a b"\n', 'def f():\n    return "a  b"\n'),
        ("python", 'def f():\n    return """a\n    b"""\n', 'def f():\n    return """a\n        b"""\n'),
        ("python", 'def f():\n    return """a\n\n    b"""\n', 'def f():\n    return """a\n    b"""\n'),
        ("python", 'def f():\n    return """a \n    b"""\n', 'def f():\n    return """a\n    b"""\n'),
        ("python", 'def f():\n    return """a\nb"""\n', 'class A:\n    def f():\n        return """a\n    b"""\n'),
        ("python", 'def f():\n    """a\n\n    b"""\n', 'def f():\n    """a\n    b"""\n'),
        ("python", "def f():\n    return 1 + \\\n        2\n", "def f():\n    return 1 + \\\n\n        2\n"),
        ("javascript", "function f() { return `a b`; }", "function f() { return `a   b`; }"),
        ("javascript", "function f() { return `a\n${b}`; }", "function f() { return `a\n  ${b}`; }"),
        ("javascript", "function f() {\n  return `a\n${b} \n`; }", "function f() {\n  return `a\n${b}\n`; }"),
        ("javascript", "function f() {\n  return 1\n}", "function f() {\n  return\n 1\n}"),
        ("rust", 'fn f() { g("a\n  b") }', 'fn f() { g("a\n\n  b") }'),
        ("rust", 'fn f() { println!("a\n  b") }', 'fn f() { println!("a\n\n  b") }'),
        ("c", '#define f(x) \\\n\tg(x)\n', '#define f(x) \\\n\th(x)\n'),
        ("c", 'void f(void)\n{\n\tg("a\\\n\tb");\n}', 'void f(void)\n{\n\tg("a\\\n\n\tb");\n}'),
    ],
)  # fmt: skip
def test_what_may_mean_something_else_is_a_change_of_the_body(language: str, one: str, other: str) -> None:
    assert changed(language, one, other, new="A.f" if "class A" in other else "") == (False, True)


@pytest.mark.parametrize(
    ("language", "one", "other", "name", "new"),
    [
        ("python", "def f(a):\n    x = a\n    return x\n", "def f(a, b=1):\n    x = a\n    return x\n", "f", ""),
        ("python", "def f(a):\n    return a\n", "def g(a):\n    return a\n", "f", "g"),
        ("python", 'def f(a="x y"):\n    return a\n', 'def f(a="x  y"):\n    return a\n', "f", ""),
        ("python", "def f(x):\n    return x\n", "@functools.lru_cache\ndef f(x):\n    return x\n", "f", ""),
        ("python", "@a(1)\ndef f(x):\n    return x\n", "@a(2)\ndef f(x):\n    return x\n", "f", ""),
        ("python", "class f:\n    x = 1\n", "@dataclass\nclass f:\n    x = 1\n", "f", ""),
        ("rust", "fn f() {}\n", "pub(crate) fn f() {}\n", "f", ""),
        ("rust", "fn f() {}\n", "#[inline]\nfn f() {}\n", "f", ""),
        ("rust", "struct F { x: u8 }\n", "#[derive(Debug)]\nstruct F { x: u8 }\n", "F", ""),
        ("c", "int f(void)\n{\n\treturn 1;\n}\n", "static int f(void)\n{\n\treturn 1;\n}\n", "f", ""),
        ("javascript", "function f() { a(); }", "async function f() { a(); }", "f", ""),
        ("javascript", "function f() { a(); }", "export function f() { a(); }", "f", ""),
        ("javascript", "export function f() { a(); }", "export default function f() { a(); }", "f", ""),
        ("typescript", "class A { f() { a(); } }", "class A { private f() { a(); } }", "A.f", ""),
        ("typescript", "class A { f() { a(); } }", "class A {\n@log\nf() { a(); } }", "A.f", ""),
        ("typescript", "class A { f() { a(); } }", "@dec() class A { f() { a(); } }", "A", ""),
        ("typescript", "class A { f() { a(); } }", "export class A { f() { a(); } }", "A", ""),
        ("typescript", "@dec() class A { f() { a(); } }", "@dec() export class A { f() { a(); } }", "A", ""),
        ("typescript", "const f = () => { a(); };", "export const f = () => { a(); };", "f", ""),
    ],
)  # fmt: skip
def test_decorators_attributes_and_export_belong_to_the_head(
    language: str, one: str, other: str, name: str, new: str
) -> None:
    assert changed(language, one, other, name, new) == (True, False)


def test_several_that_are_exported_at_once_are_told_apart() -> None:
    one, other = "export const a = 1, b = 2;", "export const a = 3, b = 2;"
    assert changed("typescript", one, other, "a") == (False, True)
    assert changed("typescript", one, other, "b") == (False, False)


def test_a_module_is_all_of_its_file_and_its_head_what_stands_outside_of_definitions() -> None:
    source = "import a\n\n\ndef f():\n    a.b()\n\n\nX = 1\na.start()\n"
    assert changed("python", source, source.replace("a.b()", "a.c()"), "") == (False, True)
    assert changed("python", source, source.replace("X = 1", "X = 2"), "") == (False, True)
    assert changed("python", source, "# a remark\n" + source, "") == (False, True)
    assert changed("python", source, source + "a.stop()\n", "") == (True, True)
    assert changed("python", source, source.replace("import a", "import a, b"), "") == (True, True)
    assert changed("python", source, source.replace("\n\n\n", "\n"), "") == (False, False)
    assert symbol("python", "", "").body == ""


def test_attributes_stand_above() -> None:
    assert symbol("rust", "#[a]\n#[b]\nfn f() {}\n", "f").above == 2
    assert symbol("python", "@a\n@b\ndef f(): pass\n", "f").above == 0, "they are part of its lines"
