"""The bad-input tree: takes an empty directory, fills it with everything that a file system can hold against us.

good   well-formed files of every language; each `run` calls its `helper`
odd    allowed, but in no one's taste: it must be indexed, or listed with a reason
bad    broken: it must be indexed with a problem, or listed with a reason
"""

from __future__ import annotations

import os
import random
import socket
from pathlib import Path
from typing import NamedTuple

GOOD = {
    "good/app.py": "from good.tools import helper\n\n\ndef run():\n    return helper()\n",
    "good/tools.py": "def helper():\n    return 1\n",
    "good/app.js": "import { helper } from './tools.js';\nexport function run() { return helper(); }\n",
    "good/tools.js": "export function helper() { return 1; }\n",
    "good/typed.ts": "import { helper } from './types';\nexport function run(): number { return helper(); }\n",
    "good/types.ts": "export function helper(): number { return 1; }\n",
    "good/page.tsx": "import { helper } from './types';\nexport function run() { return <p>{helper()}</p>; }\n",
    "good/main.c": '#include "tools.h"\nint run(void) { return helper(); }\n',
    "good/tools.h": "int helper(void);\n",
    "good/tools.c": '#include "tools.h"\nint helper(void) { return 1; }\n',
    "good/lib.rs": "mod tools;\npub fn run() -> i32 { tools::helper() }\n",
    "good/tools.rs": "pub fn helper() -> i32 { 1 }\n",
}
GOOD_EDGES = {  # caller → callee, as `path::name`
    "good/app.py::run": "good/tools.py::helper",
    "good/app.js::run": "good/tools.js::helper",
    "good/typed.ts::run": "good/types.ts::helper",
    "good/page.tsx::run": "good/types.ts::helper",
    "good/main.c::run": "good/tools.c::helper",
    "good/lib.rs::run": "good/tools.rs::helper",
}
SUFFIXES = ("py", "js", "ts", "tsx", "c", "h", "rs")


class Tree(NamedTuple):
    """Paths below the root, with `/`; undecodable bytes as surrogates."""

    good: tuple[str, ...]
    odd: tuple[str, ...]
    bad: tuple[str, ...]
    projects: tuple[str, ...]  # hostile project files; good ones among them too, so none need be listed


def make(root: Path) -> Tree:
    """Writes the tree, as of long ago: what is as new as its index would be read again by every question."""
    odd = {**_odd_content(), **_odd_names()}
    bad = _bad_content()
    projects = _project_files()
    for path, content in {**GOOD, **odd, **bad, **projects}.items():
        file = os.path.join(root, path)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "wb") as stream:
            stream.write(content if isinstance(content, bytes) else content.encode("utf-8"))
        os.utime(file, (1_600_000_000, 1_600_000_000))
    specials = _specials(root)
    return Tree(tuple(GOOD), tuple(odd), (*bad, *specials), tuple(projects))


def _odd_content() -> dict[str, str | bytes]:
    many, some = 50_000, 5_000
    brackets = dict.fromkeys(("py", "js", "ts", "tsx"), "x = " + "[\n" * 50000 + "]\n" * 50000)
    brackets |= {"c": "int x = " + "(\n" * 50_000 + "1" + ")\n" * 50_000 + ";\n"}
    brackets |= {"rs": "const X: i32 = " + "(\n" * 50_000 + "1" + ")\n" * 50_000 + ";\n"}
    return {
        **{f"odd/brackets.{suffix}": content for suffix, content in brackets.items()},
        "odd/empty.py": "",
        "odd/bom_only.py": b"\xef\xbb\xbf",
        "odd/python2.py": "print 'hello %s' % name\nexec 'x' in d\nraise E, 'x'\ntry: pass\nexcept E, e: print e\n",
        "odd/crlf.py": "def a():\r\n    return b()\r\n\r\ndef b():\r\n    pass\r\n",
        "odd/lone_cr.py": "def a():\r    return 1\ra()\r",
        "odd/no_final_newline.py": "def a(): pass\na()",
        "odd/line_separator.py": "x = '\u2028'\ndef a(): pass\na()\n",
        "odd/utf16_bom.py": b"\xff\xfe" + "def a(): pass\na()\n".encode("utf-16-le"),
        "odd/utf16_bom.js": b"\xfe\xff" + "function a() {}\na();\n".encode("utf-16-be"),
        "odd/chain.py": "x = a" + "\\\n.b()" * many + "\n",
        "odd/chain.js": "a" + "\n.b()" * some + ";\n",
        "odd/chain.ts": "a" + "\n.b()" * some + ";\n",
        "odd/chain.rs": "fn f() { a" + "\n.b()" * some + "; }\n",
        "odd/chain.c": "int f(void) { return a" + "\n.b()" * some + "; }\n",
        "odd/sum.py": "x = (" + "'a'+\n" * many + "'a')\n",
        "odd/sum.js": "x = (" + "'a'+\n" * some + "'a');\n",
        "odd/sum.rs": "fn f() { let x = " + "1+\n" * some + "1; }\n",
        "odd/sum.c": "int x = " + "1+\n" * some + "1;\n",
        "odd/elif.py": "def a(x):\n    if x == 0: a(0)\n"
        + "".join(f"    elif x == {n}: a({n})\n" for n in range(20_000)),
        "odd/else_if.js": "if (x == 0) a(0)\n" + "".join(f"else if (x == {n}) a({n})\n" for n in range(4_000)),
        "odd/else_if.c": "void f(int x) { if (x) f(0);\n" + "else if (x) f(1);\n" * 4_000 + "}\n",
        "odd/nested.py": "".join(" " * n + f"def f{n}():\n" for n in range(500)) + " " * 500 + "f0()\n" + "#\n" * 1_000,
        "odd/nested.js": "".join(f"function f{n}() {{\n" for n in range(2_000)) + "f0();\n" + "}\n" * 2_000,
        "odd/nested.rs": "fn f() {\n" + "{\n" * 5_000 + "f();\n" + "}\n" * 5_000 + "}\n",
        "odd/functions.py": "".join(f"def f{n}(): pass\n" for n in range(100_000)),
        "odd/functions.js": "".join(f"function f{n}() {{}}\n" for n in range(2_000)),
        "odd/functions.c": "".join(f"void f{n}(void) {{}}\n" for n in range(2_000)),
        "odd/functions.rs": "".join(f"fn f{n}() {{}}\n" for n in range(2_000)),
        "odd/same_name.py": "def twin(): pass\n" * 10_000 + "twin()\n",
        "odd/same_name.js": "function twin() {}\n" * 2_000 + "twin();\n",
        "odd/same_name.c": "void twin(void) {}\n" * 2_000 + "void f(void) { twin(); }\n",
        "odd/long_name.py": "def " + "a" * 240 + "():\n    pass\n" + "a" * 100_000 + "()\n" + "#\n" * 500,
        "odd/generics.ts": "let x: " + "A<\n" * 5_000 + "B" + ">\n" * 5_000 + ";\nfunction f() { f(); }\n",
        "odd/generics.rs": "fn f(x: " + "A<\n" * 5_000 + "B" + ">\n" * 5_000 + ") { f(x); }\n",
        "odd/deep.tsx": "const x = " + "<a>\n" * 5_000 + "</a>\n" * 5_000 + ";\n",
        "odd/deep.jsx": "const x = " + "<a>\n" * 5_000 + "</a>\n" * 5_000 + ";\n",
        "odd/macros.c": "#define A(x) x\n" * 5_000
        + ("int f(void) { return " + "A(\n" * 3_000 + "1" + ")\n" * 3_000 + "; }\n"),
        "odd/conditions.c": "#if A\n" * 2_000 + "int f(void) { return f(); }\n" + "#endif\n" * 2_000,
        "odd/macro_nest.rs": "fn f() { " + "m!(\n" * 3_000 + "1" + ")\n" * 3_000 + "; }\n",
        "odd/imports.py": "".join(f"from odd.imports import f{n}\n" for n in range(20_000)) + "f1()\n",
        "odd/bases.py": "class A(A): pass\n" * 300 + "A().go()\n",
        "odd/aliases.py": "def a0(): pass\n"
        + ("".join(f"a{n} = a{n - 1}\n" for n in range(1, some)) + f"a{some - 1}()\n"),
        "odd/bases.ts": "class A0 { go() {} }\n"
        + ("".join(f"class A{n} extends A{n - 1} {{}}\n" for n in range(1, 200)) + "new A199().go();\n"),
        "odd/own_type.ts": "function f(a: a, b: typeof b) { a.go(); b.go(); }\nlet c: c; c.go();\n",
        "odd/own_type.py": "a: a = 1\nb: c\nc: b\na.go(); b.go()\n",
        "odd/own_type.c": "a a;\nvoid f(b b) { a.go(); b.go(); }\n",
        "odd/own_type.rs": "fn f(a: a) { a.go(); }\ntype B = C;\ntype C = B;\nfn g(b: B) { b.go(); }\n",
        "odd/cycle_a.py": "from odd.cycle_b import *\ndef f(): g()\n",
        "odd/cycle_b.py": "from odd.cycle_a import *\ndef g(): f()\n",
        "odd/cycle_a.js": "export * from './cycle_b.js';\nexport * from './cycle_a.js';\nmissing();\n",
        "odd/cycle_b.js": "export * from './cycle_a.js';\nimport { x } from './cycle_a.js';\nx();\n",
        "odd/self_include.h": '#include "self_include.h"\n#include "../odd/self_include.h"\nint f(void);\n',
        "odd/cycle.rs": "use self::cycle as cycle;\npub use crate::a::b as c;\npub use crate::c as a;\n"
        "fn f() { c(); }\n",
    }  # fmt: skip


def _odd_names() -> dict[str, str | bytes]:
    names = [
        "\udcff.py", "line\nbreak.py", "esc\x1b[31m.py", "tab\t.py", "bidi\u202e.py", "-rf.py", "--root.py", "a.py",
        "A.py", "caf\u00e9.py", "cafe\u0301.py", "<img onerror=alert(1)>.py", "'; DROP TABLE file; --.py", "*.py",
        "[x].py", "a:1.py", "a::b.py", "%.py", "_.py", "\\.py", " .py", "é" * 126 + ".py", "x" * 252 + ".py",
        "\U0001f600.py", "con.py", "~.py", "$HOME.py",
    ]  # fmt: skip
    found: dict[str, str | bytes] = {f"names/{name}": "def here(): pass\nhere()\n" for name in names}
    found["names/evil.py"] = "def \u202eevil(): pass\n\u202eevil()\nx = '\x1b[2J'; here('\x1b]0;pwned\x07')\n"
    deep = "/".join(["d" * 200] * 15)
    found[f"names/{deep}/deep.py"] = "def here(): pass\nhere()\n"
    found["names/dir.py/inside.py"] = "def here(): pass\nhere()\n"
    return found


def _bad_content() -> dict[str, str | bytes]:
    chance = random.Random(2)
    noise = {suffix: bytes(chance.choice(range(1, 256)) for _ in range(20_000)) for suffix in SUFFIXES}
    words = ["if", "for", "def", "class", "fn", "let", "function", "return", "a", "b", "1"]
    tokens = [*"(){}[]<>;:,.=&*!?'\"`#@\\\n\t", "==", "=>", "->", "::", *words]
    soup = {suffix: " ".join(chance.choice(tokens) for _ in range(30_000)) for suffix in SUFFIXES}
    opened = dict.fromkeys(SUFFIXES, "(\n" * 100000)
    return {
        **{f"bad/noise.{suffix}": content for suffix, content in noise.items()},
        **{f"bad/soup.{suffix}": content for suffix, content in soup.items()},
        **{f"bad/opened.{suffix}": content for suffix, content in opened.items()},
        **{f"bad/braces.{suffix}": "{\n" * 100_000 for suffix in SUFFIXES},
        "bad/opened_line.py": "(" * 100_000,
        "bad/latin1.py": "def caf\u00e9(): pass\n".encode("latin-1"),
        "bad/invalid.rs": b"fn a() {}\n// \xff\xfe\xfd\nfn b() { a(); }\n",
        "bad/surrogates.c": b"/* \xed\xa0\x80 */ int f(void) { return f(); }\n",
        "bad/nul.py": b"def a(): pass\n\0\na()\n",
        "bad/utf16_bare.py": "def a(): pass\na()\n".encode("utf-16-le"),
        "bad/one_line.js": "a();" * 1_250_000,
        "bad/one_line_small.js": "a();" * 400_000,
        "bad/large.py": "a()\n" * 600_000,
        "bad/binary.py": b"\x7fELF\x02\x01\x01\0\0\0" + bytes(1_000),
        "bad/conflict.py": "<<<<<<< HEAD\ndef a(): pass\n=======\ndef b(): pass\n>>>>>>> other\na()\n",
        "bad/conflict.rs": "<<<<<<< HEAD\nfn a() {}\n=======\nfn b() {}\n>>>>>>> other\n",
        "bad/truncated.py": "def a(x):\n    return a(x,\n",
        "bad/truncated.ts": "export class A { run(): void { this.run(",
        "bad/template.py": "def {{ name }}():\n    {% if x %}return a(){% endif %}\n",
    }  # fmt: skip


def _specials(root: Path) -> tuple[str, ...]:
    folder = root / "special"
    folder.mkdir()
    os.mkfifo(folder / "fifo.py")
    here = os.getcwd()
    with socket.socket(socket.AF_UNIX) as listener:
        os.chdir(folder)  # a socket's path may have 107 bytes only
        try:
            listener.bind("socket.py")
        finally:
            os.chdir(here)
    (folder / "dangling.py").symlink_to("nowhere.py")
    (folder / "loop.py").symlink_to("loop.py")
    (folder / "outside.py").symlink_to("/etc/passwd")
    (folder / "above").symlink_to("..")
    (folder / "loop_a").symlink_to("loop_b")
    (folder / "loop_b").symlink_to("loop_a")
    names = ["fifo.py", "socket.py", "dangling.py", "loop.py", "outside.py"]
    with open(folder / "sparse.py", "wb") as sparse:
        sparse.truncate(10 << 30)
    names.append("sparse.py")
    (folder / ".env.py").write_text("KEY = 1\n")
    names.append(".env.py")
    if os.geteuid() != 0:
        (folder / "unreadable.py").write_text("a()\n")
        (folder / "unreadable.py").chmod(0)
        names.append("unreadable.py")
        (folder / "closed").mkdir(0)
    return tuple(f"special/{name}" for name in names)


def _project_files() -> dict[str, str | bytes]:
    values = ("[]", "1", "null", '"x"', "{}", "true", '[1, null, {"a": []}]', '{"a": 1, "": null, ".": {"x": []}}')
    found: dict[str, str | bytes] = {}
    keys = {
        "package.json": ("name", "main", "exports", "imports", "workspaces", "dependencies", "type", "module", "bin"),
        "tsconfig.json": ("extends", "compilerOptions", "references", "files", "include", "exclude"),
    }
    for name, of_file in keys.items():
        for number, value in enumerate(values):
            found[f"projects/whole{number}/{name}"] = value
            found[f"projects/keys{number}/{name}"] = "{" + ", ".join(f'"{key}": {value}' for key in of_file) + "}"
    options = ("baseUrl", "paths", "rootDirs", "rootDir", "outDir", "moduleResolution", "allowJs", "types")
    for number, value in enumerate(values):
        inner = ", ".join(f'"{key}": {value}' for key in options)
        found[f"projects/options{number}/tsconfig.json"] = '{"compilerOptions": {' + inner + "}}"
    tables = {
        "Cargo.toml": ("package", "lib", "bin", "workspace", "dependencies", "features", "example", "test"),
        "pyproject.toml": ("project", "tool", "build-system"),
    }
    for name, of_file in tables.items():
        for number, value in enumerate(
            ("[]", "1", '"x"', "[1, [2], {a = []}]", "{a = 1, name = [], path = 3}", "[{path = 1}]")
        ):
            found[f"projects/keys{number}/{name}"] = "\n".join(f"{key} = {value}" for key in of_file) + "\n"
    found["projects/inner/Cargo.toml"] = (
        '[package]\nname = 1\nedition = []\nautobins = "x"\n[lib]\nname = []\npath = 1\n[[bin]]\npath = []\n'
        "[workspace]\nmembers = 3\nexclude = {a = 1}\n[dependencies]\nx = {path = 1, package = []}\ny = 3\n"
        'z = {path = "../../.."}\n'
    )
    found["projects/inner/pyproject.toml"] = (
        "[project]\nname = []\ndependencies = 3\nscripts = 1\n[tool]\nsetuptools = 1\nhatch = []\n"
        "poetry = {packages = 1}\n"
        "[tool.pytest]\nini_options = 3\n"
    )
    found["projects/inner2/pyproject.toml"] = (
        "[tool.setuptools]\npackage-dir = 3\npackages = {find = {where = 1}}\n[tool.poetry]\n"
        "packages = [1, {from = 3}]\n"
        "[tool.hatch.build.targets.wheel]\npackages = {a = 1}\n[tool.pytest.ini_options]\npythonpath = 3\n"
    )
    found |= {
        "projects/cycle/tsconfig.json": '{"extends": "./tsconfig.json"}',
        "projects/cycle/app.ts": "import { x } from '@/x';\nx();\n",
        "projects/cycle2/tsconfig.json": '{"extends": ["./b/tsconfig.json", "./b"], "references": [{"path": "."}]}',
        "projects/cycle2/b/tsconfig.json": '{"extends": "../tsconfig.json", "compilerOptions": '
        '{"paths": {"*": ["*"], "@/*": ["./*", 3]}}}',
        "projects/cycle2/b/app.ts": "import { x } from '@/x';\nimport y from 'y';\nx(); y();\n",
        "projects/escape/tsconfig.json": '{"extends": "../../../../../../etc/passwd", "compilerOptions": '
        '{"baseUrl": "../../../..", "paths": {"@/*": ["../../../*"]}}}',
        "projects/escape/app.ts": "import { x } from '@/etc/passwd';\nimport y from '../../../../../etc/passwd';\n"
        "x(); y();\n",
        "projects/exports/package.json": '{"name": "exports", "exports": {".": {"import": {"default": '
        '{"import": null}}}, "./*": "./*/*/*.js", "./a": ["./a.js", 3]}}',
        "projects/exports/app.js": "import { a } from 'exports';\nimport b from 'exports/a';\n"
        "import c from 'exports/x/y';\na(); b(); c();\n",
        "projects/deep/package.json": "[" * 100_000,
        "projects/deep2/package.json": '{"exports": ' + '{"a": ' * 50_000 + "1" + "}" * 50_000 + "}",
        "projects/deep/tsconfig.json": '{"a": ' * 50_000,
        "projects/deep/Cargo.toml": "a = " + "[" * 20_000,
        "projects/deep/pyproject.toml": "a = " + "{a = " * 5_000,
        "projects/huge/package.json": '{"dependencies": {' + ", ".join(f'"p{n}": "1"' for n in range(100_000)) + "}}",
        "projects/huge/tsconfig.json": '{"compilerOptions": {"paths": {'
        + (", ".join(f'"p{n}/*": ["x/*"]' for n in range(20_000)) + "}}}"),
        "projects/huge/app.ts": "".join(f"import a{n} from 'p{n}/x';\na{n}();\n" for n in range(500)),
        "projects/broken/package.json": b"\xff\xfe\0{",
        "projects/broken/tsconfig.json": "// comment\n{ /* x */ 'a': 1,, }",
        "projects/broken/Cargo.toml": "[[[",
        "projects/broken/pyproject.toml": b"\xff\0",
        "projects/workspace/Cargo.toml": '[workspace]\nmembers = ["*", "../*", "/", "", "a/../..", "**/**/**", "["]\n',
        "projects/workspace/src/lib.rs": 'mod missing;\n#[path = "../../../../../etc/passwd"] mod out;\n'
        '#[path = "lib.rs"] mod own;\npub fn f() { own::f(); out::x(); }\n',
        "projects/workspace/package.json": '{"workspaces": ["*", "../**", "/", "", 3, "{a,b", "[", "**/**/**/**"]}',
    }  # fmt: skip
    return found
