"""Builds the package. What reads and links code is compiled with mypyc where there is a C compiler.

Without one, or where compiling fails, the package is pure Python: slower, and the same in all else. An editable install
is always pure Python, or a compiled module would hide what is edited. See docs/decisions/0007-compiled.md.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

HOT = (
    "src/callmap/languages/**/*.py", "src/callmap/link/*.py", "src/callmap/parts.py", "src/callmap/store/words.py",
)  # fmt: skip
LEFT = ("__init__.py", "rounds.py", "signals.py")  # mere values, and where signals get their turn
NOTICE = "callmap: built as pure Python, which is slower and the same in all else"


def extensions() -> list[Extension]:
    """The hot modules, translated to C; none where this is not a build, or mypyc cannot do it."""
    if not {"bdist_wheel", "build", "build_ext", "install"}.intersection(sys.argv):
        return []
    sources = sorted(str(path) for places in HOT for path in Path().glob(places) if path.name not in LEFT)
    try:
        from mypyc.build import mypycify

        options = ["--config-file=", "--ignore-missing-imports", "--no-warn-unused-ignores"]
        found = mypycify([*options, *sources], opt_level="2", debug_level="0", multi_file=True, group_name="callmap")
    except (ImportError, SystemExit) as error:
        print(f"{NOTICE} (mypyc: {error})", file=sys.stderr)
        return []
    if os.name == "posix":
        for extension in found:  # the modules call each other directly, not through a table of names
            extension.extra_compile_args.append("-fvisibility=hidden")
    return found


class BuildAllOrNothing(build_ext):
    """Compiles on all cores. Compiled modules need each other, so when one fails none is kept."""

    def run(self) -> None:
        try:
            super().run()
        except (BaseError, CCompilerError, OSError) as error:
            print(f"{NOTICE} ({error})", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []

    def build_extensions(self) -> None:
        self.compiler.compile = side_by_side(self.compiler.compile)
        super().build_extensions()


def side_by_side(compile: Callable[..., list[str]]) -> Callable[..., list[str]]:
    """A compiler's `compile` that works on several sources at once."""

    def compile_all(sources: list[str], *arguments: Any, **options: Any) -> list[str]:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            done = pool.map(lambda source: compile([source], *arguments, **options), sources)
            return [object for objects in done for object in objects]

    return compile_all


class BuildWithDigests(build_py):
    """Copies the package, and writes down of which code it is made (see src/callmap/versions.py)."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            package = Path(self.build_lib, "callmap")
            digests = runpy.run_path(str(package / "versions.py"))["digests"]
            (package / "built.json").write_text(json.dumps(digests()), "utf-8")


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNothing, "build_py": BuildWithDigests})
