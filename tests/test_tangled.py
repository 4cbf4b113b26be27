"""Values that lead back to themselves in every way a language has: linking ends, and follows all calls or says why not.

Each test works in a process of its own: compiled code that went round for ever would end it.
"""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

LINK = """
import sys
from callmap.languages import recognise
from callmap.link.file import File
from callmap.link.rounds import link
from callmap.linking import deep_recursion
from callmap.read.extract import extract
files = []
for number, code in enumerate(sys.stdin.read().split("\\0")):
    path = f"m{number}.{sys.argv[1]}"
    files.append(File(path, *(found := recognise(path))[:1], extract(code.encode(), *found)))
with deep_recursion():
    edges = [edge for unit in link(files, {}) for edge in unit.edges]
print(len(edges), sum("failed" in step for edge in edges for step in edge.via))
"""
PYTHON = (
    "{a} = {b}", "{a} = {b}()", "{a} = [{b}, {c}]", "{a}.append({b})", "{a} = {{'k': {b}, 'm': {c}}}", "{a} = {b}['k']",
    "{a} = functools.partial({b}, {c})", "{a} = type('X', ({b},), {{'m': {c}}})", "{a} = {b}.m", "{a}.m = {b}",
    "{a} = {b}({c})", "{a} = {b} + {c}", "{a} = lambda x: {b}(x, {c})", "{a} = map({b}, {c})", "{a} = {b} or {c}",
    "for {a} in {b}: {a}({c})", "with {b} as {a}: {a}.f({c})", "{a} = dict(zip({b}, {c}))", "setattr({a}, 'm', {b})",
    "@{b}\ndef {a}(f): return {c}", "{a} = getattr({b}, 'm')", "{a}, *{b} = {c}, {d}", "{a} = super({b}, {c})",
    "class {a}({b}):\n    m = {c}\n    def __call__(self, *z): return {d}\n    def __getattr__(self, n): return {b}",
    "class {a}:\n    __call__ = {b}\n    def f(self, x={c}): return x({b})\n    def __enter__(self): return {d}",
    "class {a}:\n    def __iter__(self): return iter({c})\n    def __add__(self, o): return {b}\n    __get__ = {d}",
    "def {a}(x={b}, *z, **k):\n    yield x\n    return {c}(x, *z, **k)", "{a} = collections.defaultdict({b})",
    "match {a}:\n    case {b}(m=x): x()\n    case [x, *y]: x({c})", "{a} = contextlib.contextmanager({b})",
)  # fmt: skip
JAVASCRIPT = (
    "{a} = {b};", "{a} = {b}();", "{a} = [{b}, {c}];", "{a}.push({b});", "{a} = {{k: {b}, m: {c}, ...{d}}};",
    "{a} = {b}.k;", "{a} = {b}.bind({c});", "Object.assign({a}, {b}, {c});", "{a}.prototype = new {b}();",
    "{a} = new Proxy({b}, {c});", "{a} = new Proxy({b}, {{get: {c}, apply: {d}, set: {b}, construct: {a}}});",
    "{a} = {b}.call({c}, {d});", "{a} = {b}.map({c});", "{a} = Object.create({b});", "{a} = {b} ? {c} : {d};",
    "class V extends {b} {{ constructor() {{ super(); this.m = {c}; }} get k() {{ return {d}; }} static s = {b}; }}",
    "function {a}(x = {b}) {{ this.m = x; return {c}({d}); }}", "{a} = async () => (await {b})({c});",
    "for (const z of {b}) z({c});", "{a} = function*() {{ yield* {b}; return {c}; }};", "{a} = {b}.then({c}, {d});",
    "Object.defineProperty({a}, 'k', {{get: {b}, set: {c}}});", "Object.setPrototypeOf({a}, {b});",
    "{a} = x => y => {b}(x)({c});", "({{k: {a} = {b}}} = {c});", "{a}.on('e', {b}); {a}.emit('e', {c});",
    "{a} = Reflect.construct({b}, [{c}]);", "{a} = new Map([['k', {b}]]).get('k');", "{a} = {b}`${{{c}}}`;",
)  # fmt: skip
NAMES = ("p", "q", "r", "s")


def program(chance: Random, lines: tuple[str, ...], first: str) -> str:
    def line() -> str:
        return chance.choice(lines).format(**{place: chance.choice(NAMES) for place in "abcd"})

    return "\n".join([first, *(line() for _ in range(chance.randint(8, 30))), *(f"{name}()" for name in NAMES), ""])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("suffix", "lines", "first"),
    [("py", PYTHON, "import collections, contextlib, functools"), ("js", JAVASCRIPT, f"let {', '.join(NAMES)};")],
    ids=["python", "javascript"],
)
def test_every_call_is_followed_or_given_up(suffix: str, lines: tuple[str, ...], first: str, seed: int) -> None:
    chance = Random(seed)
    programs = "\0".join(program(chance, lines, first) for _ in range(40))
    done = subprocess.run(
        [sys.executable, "-c", LINK, suffix], input=programs, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr or f"it ended by signal {-done.returncode}"
    edges, failed = map(int, done.stdout.split())
    assert edges > 400 and not failed
