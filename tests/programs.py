"""Small random programs in five languages whose files speak of each other: takes a path and numbers, gives content.

`FRAGMENTS` are what files are made of. Names are few on purpose, so that files meet: they import what exists, what
existed before and what never did; re-export it; pass it on, store it, return it, inherit from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

PYTHON = (
    "from a.{m} import {f}, {c}\n",
    "from a import {f}\n",
    "from . import {m}\n{m}.{f}()\n",
    "from a.{m} import *\n",
    "import a.b.{m} as {g}\n{g}.{f}()\n",
    "from a.b import {f} as {g}, {c}\n",
    "__all__ = ['{f}', '{c}']\n",
    "def {f}(x=None):\n    return {g}\n\n\n",
    "def {f}(x):\n    x()\n    return x\n\n\n",
    "def {f}():\n    {g}({f})\n    {c}().{p}({g})\n\n\n",
    "class {c}:\n    def {p}(self, y):\n        self.{q} = y\n        self.{p}(y)\n        return {f}\n\n\n",
    "class {c}({d}):\n    def {q}(self, y=0):\n        super().{q}(y)\n        y()\n\n\n",
    "{f}({g})()\n",
    "{c}.{p} = {f}\n",
    "table = {{'k': {f}, 'l': {g}}}\ntable['k']()\n",
    "for each in [{f}, {c}]:\n    each()\n",
    "if {f}:\n    def {g}():\n        return {c}()\n",
)
JAVASCRIPT = (
    "import {{ {f}, {c} }} from './{m}';\n",
    "import * as {m} from './{m}.js';\n{m}.{f}();\n",
    "import {g} from './lib';\n{g}();\n",
    "export * from './{m}';\n",
    "export {{ {f} as {g} }} from './lib/index.js';\n",
    "export default function {f}() {{ return {g}; }}\n",
    "export function {f}(x) {{ x(); return {g}(x); }}\n",
    "export class {c} {{ {p}(y) {{ this.{q} = y; this.{p}(); return {f}; }} }}\n",
    "export class {c} extends {d} {{ {q}() {{ super.{q}(); }} }}\n",
    "new {c}().{p}({f});\n",
    "const table = {{ {f}, k: {g} }};\ntable.k();\n",
    "[{f}, {g}].forEach((each) => each());\n",
    "const {g} = require('./{m}').{f};\n{g}();\n",
)
TYPESCRIPT = (
    *JAVASCRIPT[:4],
    "export interface I{c} {{ {p}(): void }}\nexport function {f}(x: I{c}): void {{ x.{p}(); }}\n",
    "export class {c} implements I{c} {{ {p}(): void {{ {f}(); }} }}\n",
    "let held: {c};\nheld.{p}();\n",
    "export type T{c} = {c};\nfunction {g}(y: T{c}) {{ y.{q}(); }}\n",
    "import type {{ {c} }} from './lib';\nexport const {g} = (y: {c}) => y.{p}();\n",
)
C = (
    '#include "{m}.h"\n',
    "int {f}(int x);\n",
    "int {f}(int x) {{ return {g}(x); }}\n",
    "static int {f}(int x) {{ return x; }}\n",
    "#define {g}(x) {f}(x)\n",
    "struct ops {{ int (*run)(int); }};\nstruct ops table = {{ .run = {f} }};\n",
    "int {g}(struct ops *o) {{ return o->run(1); }}\n",
    "#ifdef {c}\nint {f}(void) {{ return 1; }}\n#else\nint {f}(void) {{ return {g}(); }}\n#endif\n",
)
RUST = (
    "mod {m};\n",
    "pub mod {m};\npub use {m}::{f};\n",
    "use crate::{m}::{{{f}, {c}}};\n",
    "use crate::*;\n",
    "pub fn {f}() {{ {g}(); crate::{m}::{f}(); }}\n",
    "pub struct {c};\nimpl {c} {{ pub fn {p}(&self) {{ self.{q}(); {f}(); }} }}\n",
    "pub trait T{c} {{ fn {q}(&self); }}\nimpl T{c} for {c} {{ fn {q}(&self) {{ {g}(); }} }}\n",
    "pub fn {g}(y: &{c}) {{ y.{p}(); y.{q}(); }}\n",
)
BROKEN = 81 * 20  # from this number on, what is added cannot be parsed
LARGEST = BROKEN + 50
FRAGMENTS = {"py": PYTHON, "js": JAVASCRIPT, "ts": TYPESCRIPT, "c": C, "h": C, "rs": RUST}
MODULES = ("m", "n", "o")
FILES = (
    *("main.py", "a/__init__.py", "a/m.py", "a/n.py", "a/b/__init__.py", "a/b/m.py", "a/b/o.py", "a/M.py"),
    *("web/m.js", "web/n.js", "web/o.ts", "web/m.ts", "web/lib/index.js", "web/lib/index.ts", "web/N.js"),
    *("core/m.c", "core/n.c", "core/m.h", "core/n.h", "core/o.c"),
    *("engine/src/lib.rs", "engine/src/m.rs", "engine/src/n.rs", "engine/src/m/mod.rs", "engine/src/n/o.rs"),
)
BARRELS = ("a/__init__.py", "a/b/__init__.py", "web/lib/index.js", "web/lib/index.ts", "engine/src/lib.rs", "core/m.h")
DIRECTORIES = ("a", "a/b", "a/o", "web", "web/lib", "core", "engine/src/n", "engine/src/m", "other")
PROJECTS = {
    "pyproject.toml": ('[project]\nname = "a"\n', '[tool.setuptools]\npackage-dir = {"" = "a"}\n'),
    "web/package.json": ('{"name": "web", "main": "m.js"}', '{"name": "o", "type": "module", "exports": "./n.js"}'),
    "web/tsconfig.json": ('{"compilerOptions": {"baseUrl": "."}}', '{"compilerOptions": {"paths": {"lib": ["./m"]}}}'),
    "engine/Cargo.toml": ('[package]\nname = "engine"\n', '[package]\nname = "other"\n[lib]\npath = "src/m.rs"\n'),
    ".gitignore": ("n.*\n", "other/\n", "core/\n!core/m.c\n"),
    "callmap.toml": ('exclude = ["web/lib"]\n', 'exclude = ["a/b/*.py"]\n'),
}


def content(path: str, numbers: Sequence[int]) -> str:
    """A file made of the fragments that the numbers choose; they choose the names in them, too."""
    fragments = FRAGMENTS.get(path.rpartition(".")[2])
    if fragments is None:
        return "".join(str(number) for number in numbers)
    parts = []
    for number in numbers:
        if number >= BROKEN:
            parts.append("def f0( {\n")
            continue
        which, rest = divmod(number, 81)
        f, g, m, other = rest % 3, rest // 3 % 3, rest // 9 % 3, rest // 27
        names = {"f": f"f{f}", "g": f"f{g}", "c": f"K{f % 2}", "d": f"K{(f + 1 + other) % 2}"}
        names |= {"m": MODULES[m], "p": f"p{g % 2}", "q": f"p{(g + other) % 2}"}
        parts.append(fragments[which % len(fragments)].format_map(names))
    return "".join(parts)


def some(chance: Random) -> list[int]:
    return [chance.randrange(LARGEST) for _ in range(9)]


def random_tree(chance: Random, directories: int = 8) -> dict[str, str]:
    """A tree with so many copies of the files above, each in a directory of its own, and project files."""
    found: dict[str, str] = {}
    for number in range(directories):
        place = f"p{number}/" if number else ""
        for path in FILES:
            found[place + path] = content(path, some(chance))
        for path, texts in PROJECTS.items():
            if not path.startswith((".gitignore", "callmap")):
                found[place + path] = chance.choice(texts)
    return found
