"""What Python files say: every list of `Facts`, exactly; and that no content whatever stops the run."""

from __future__ import annotations

import random

import pytest

from callmap.languages import by_name
from callmap.languages.python import definitions, expressions, statements
from callmap.link.code import Code
from callmap.model import NONE, Facts, Symbol
from callmap.read.extract import extract


def read(source: str | bytes) -> Facts:
    content = source.encode() if isinstance(source, str) else source
    return extract(content, by_name("python"), "python")


class Shown:
    """Facts in words."""

    def __init__(self, source: str | bytes) -> None:
        self.facts = read(source)
        self.code = Code(self.facts.code, self.facts.strings)

    def symbol(self, name: str) -> Symbol:
        return next(symbol for symbol in self.facts.symbols if symbol.name == name)

    def bindings(self, *, types: bool = False) -> list[str]:
        return [
            f"{b.name} <- {self.code.show(b.value)}" + (f" : {self.code.show(b.type)}" if types else "")
            for b in self.facts.bindings
        ]

    def calls(self) -> list[str]:
        return [f"{c.line}:{c.column} {c.form} {self.code.show(c.expression)}" for c in self.facts.calls]

    def uses(self) -> list[str]:
        return [f"{u.line}:{u.column} {u.kind} {self.code.show(u.expression)}" for u in self.facts.uses]

    def returns(self) -> list[str]:
        names = [symbol.name for symbol in self.facts.symbols]
        return [f"{names[r.symbol]} {r.kind} {self.code.show(r.value)}" for r in self.facts.returns]


# --- symbols and scopes ----------------------------------------------------------------------------------------------


def test_symbols_have_dotted_unique_names_kinds_and_parents() -> None:
    facts = read(
        "LIMIT = 3\nclass A:\n    size = 1\n    def run(self):\n        def inner(): pass\n        return lambda: 1\n"
        "def run(): pass\ndef run(): pass\n"
    )
    names = [symbol.name for symbol in facts.symbols]
    assert [(s.name, s.kind, names[s.parent] if s.parent >= 0 else None) for s in facts.symbols] == [
        ("", "module", None),
        ("LIMIT", "variable", ""),
        ("A", "class", ""),
        ("A.size", "field", "A"),
        ("A.run", "method", "A"),
        ("A.run.inner", "function", "A.run"),
        ("A.run.<lambda>", "lambda", "A.run"),
        ("run", "function", ""),
        ("run#2", "function", ""),
    ]
    assert facts.symbols[-1].short_name == "run"


def test_scopes_know_kind_parent_and_symbol() -> None:
    facts = read("class A:\n    def f(self):\n        return [x for x in y]\n")
    names = [symbol.name for symbol in facts.symbols]
    assert [(scope.kind, scope.parent, names[scope.symbol]) for scope in facts.scopes] == [
        ("module", -1, ""),
        ("class", 0, "A"),
        ("function", 1, "A.f"),
        ("block", 2, "A.f"),
    ]


def test_spans_are_one_based_and_include_both_ends() -> None:
    shown = Shown("x = 1\n\n@deco\ndef f():\n    return 'é'\n")
    span = shown.symbol("f").span
    assert (span.line, span.column, span.end_line, span.end_column) == (3, 1, 5, 14)


def test_flags() -> None:
    shown = Shown(
        "class A:\n    def __init__(self): pass\n    @staticmethod\n    def s(): pass\n    @classmethod\n"
        "    def c(cls): pass\n    @property\n    def p(self): pass\n    @p.setter\n    def p(self, v): pass\n"
        "    @abc.abstractmethod\n    def a(self): pass\nasync def w(): pass\ndef g(): yield 1\n"
    )
    flags = {symbol.name: symbol.flags for symbol in shown.facts.symbols if symbol.flags}
    assert flags == {
        "A.__init__": ("constructor", "empty"),
        "A.s": ("static", "empty"),
        "A.c": ("classmethod", "empty"),
        "A.p": ("property", "empty"),
        "A.p#2": ("setter", "empty"),
        "A.a": ("abstract",),
        "w": ("async",),
        "g": ("generator",),
    }


def test_an_overload_leaves_the_plain_name_to_the_implementation() -> None:
    facts = read("@overload\ndef f(x: int): ...\n@overload\ndef f(x: str): ...\ndef f(x): return x\n")
    assert [(s.name, s.span.line) for s in facts.symbols[1:]] == [("f#2", 1), ("f#3", 3), ("f", 5)]


def test_parameters_have_forms_types_and_defaults() -> None:
    shown = Shown("class A:\n    def f(self, a, /, b: int, c=1, *rest, d: 'str' = '', **more): pass\n")
    show = shown.code.show
    assert [(p.name, p.form, show(p.type), show(p.default)) for p in shown.symbol("A.f").parameters] == [
        ("self", "receiver", "-", "-"),
        ("a", "positional", "-", "-"),
        ("b", "plain", "name int", "-"),
        ("c", "plain", "-", "number 1"),
        ("rest", "rest", "-", "-"),
        ("d", "keyword", "name str", "string"),
        ("more", "rest_keywords", "-", "-"),
    ]


def test_signature_docstring_and_bases() -> None:
    shown = Shown(
        '"""About the module."""\nclass A(Base, mixins.Mixin, metaclass=Meta):\n    """A class."""\n\n'
        "    async def f(\n        self,\n        x: int = 1,\n    ) -> str:\n        '''What f does.'''\n"
    )
    assert shown.symbol("").doc == "About the module."
    assert shown.symbol("A").doc == "A class."
    assert shown.symbol("A.f").doc == "What f does."
    assert shown.symbol("A").signature == "class A(Base, mixins.Mixin, metaclass=Meta)"
    assert shown.symbol("A.f").signature == "async def f( self, x: int = 1, ) -> str"
    assert [shown.code.show(base) for base in shown.symbol("A").bases] == [
        "name Base",
        "attribute Mixin(name mixins)",
        "keyword metaclass(name Meta)",
    ]


def test_decorators_are_calls_of_the_code_around() -> None:
    shown = Shown("@outer\n@lib.inner(1)\ndef f(): pass\n")
    assert [shown.code.show(at) for at in shown.symbol("f").decorators] == [
        "name outer",
        "call(attribute inner(name lib), number 1)",
    ]
    assert shown.calls() == [
        "2:6 method call(attribute inner(name lib), number 1)",
        "2:2 decorator call(call(attribute inner(name lib), number 1), function(1))",
        "1:2 decorator call(name outer, call(call(attribute inner(name lib), number 1), function(1)))",
    ]
    assert shown.bindings() == [
        "f <- decorated(function(1), call(name outer, call(call(attribute inner(name lib), number 1), function(1))))"
    ]
    assert {call.scope for call in shown.facts.calls} == {0}


# --- bindings, stores, what functions give ---------------------------------------------------------------------------


def test_bindings_stand_in_statement_order() -> None:
    shown = Shown(
        "import a.b\nfrom .c import d as e\nx = y = 1\nl, (m, *n) = z\nfor i in z: pass\nwith z as w: pass\n"
        "try: pass\nexcept (A, B) as err: pass\nif (q := z): pass\nx += 2\n"
    )
    assert shown.bindings() == [
        "a <- module a",
        "e <- member d(module .c)",
        "y <- number 1",
        "x <- number 1",
        "l <- unpack 0(name z)",
        "m <- unpack 0(unpack 1(name z))",
        "n <- unpack *1(unpack 1(name z))",
        "i <- element(name z)",
        "w <- enter(name z)",
        "err <- caught 1:0(tuple(name A, name B))",
        "q <- name z",
        "x <- operation +=(name x, number 2)",
    ]


def test_bindings_know_the_branch_they_stand_in() -> None:
    facts = read(
        "a = 1\nif c:\n    a = 2\nelif d:\n    a = 3\nelse:\n    a = 4\nwhile c:\n    a = 5\ntry:\n    a = 6\n"
        "except E:\n    a = 7\nmatch c:\n    case 1:\n        a = 8\na = 9\n"
    )
    kinds = [facts.branches[binding.branch].kind for binding in facts.bindings]
    assert kinds == ["always", "if", "if", "else", "loop", "try", "except", "case", "always"]
    elif_branch = facts.branches[facts.bindings[2].branch]
    assert facts.branches[elif_branch.parent].kind == "else"


def test_parameters_and_receivers_are_bindings() -> None:
    shown = Shown(
        "class A:\n    def f(self, x: int): pass\n    @classmethod\n    def g(cls): pass\ndef h(self): pass\n"
    )
    assert shown.bindings(types=True) == [
        "self <- this(2) : -",
        "x <- parameter(2, 1) : name int",
        "f <- function(2) : -",
        "cls <- this_type(3) : -",
        "g <- decorated(function(3), call(name classmethod, function(3))) : -",
        "A <- class(1) : -",
        "self <- parameter(4, 0) : -",
        "h <- function(4) : -",
    ]


def test_global_and_nonlocal_bind_elsewhere() -> None:
    facts = read(
        "g = 1\ndef f():\n    n = 1\n    def inner():\n        global g\n        nonlocal n\n"
        "        g = 2\n        n = 2\n"
    )
    scopes = [(b.name, facts.scopes[b.scope].kind, b.scope) for b in facts.bindings if b.name in "gn"]
    assert scopes == [("g", "module", 0), ("n", "function", 1), ("g", "module", 0), ("n", "function", 1)]


def test_comprehension_variables_live_in_a_scope_of_their_own_and_walrus_does_not() -> None:
    facts = read("def f():\n    return [(y := x) for x in z]\n")
    where = {binding.name: facts.scopes[binding.scope].kind for binding in facts.bindings}
    assert where == {"x": "block", "y": "function", "f": "module"}


@pytest.mark.parametrize(
    ("annotation", "shown"),
    [
        ("User", "name User"),
        ("models.User", "attribute User(name models)"),
        ("'models.User'", "attribute User(name models)"),
        ("User | None", "choice(name User, literal None)"),
        ("Optional[User]", "item(name Optional, tuple(name User))"),
        ("dict[str, 'User']", "item(name dict, tuple(name str, name User))"),
        ("Optional['User']", "item(name Optional, tuple(name User))"),
    ],
)
def test_declared_types_are_expressions(annotation: str, shown: str) -> None:
    found = Shown(f"x: {annotation}\ndef f(x: {annotation}) -> {annotation}: ...\n")
    show = found.code.show
    assert {show(b.type) for b in found.facts.bindings if b.name == "x"} == {shown}
    assert show(found.symbol("f").type) == shown
    assert found.facts.bindings[0].value == -1


def test_stores_of_attributes_and_items() -> None:
    shown = Shown("self.a = 1\nself.b.c, d[0] = pair\nd['k']: int = f\n")
    show = shown.code.show
    assert [(show(s.object), s.attribute, show(s.key), show(s.value), s.line) for s in shown.facts.stores] == [
        ("name self", "a", "-", "number 1", 1),
        ("attribute b(name self)", "c", "-", "unpack 0(name pair)", 2),
        ("name d", "", "number 0", "unpack 1(name pair)", 2),
        ("name d", "", "string k", "name f", 3),
    ]


def test_returns_yields_and_raises() -> None:
    shown = Shown(
        "def f():\n    if a: return\n    return 1, 2\ndef g():\n    yield 1\n    yield from f()\n"
        "def h():\n    raise E('x') from None\nk = lambda: 3\n"
    )
    assert [line for line in shown.returns() if not line.startswith("h")] == [
        "f return -",
        "f return tuple(number 1, number 2)",
        "g yield yield(number 1)",
        "g yield yield from(call(name f))",
        "<lambda> return number 3",
    ]
    assert [r.kind for r in shown.facts.returns].count("raise") == 1


# --- calls and uses --------------------------------------------------------------------------------------------------


def test_calls_have_callee_arguments_receiver_and_site() -> None:
    shown = Shown("f(1, *a, k=2, **b)\na.b.c('x')\nf(1)(2)\nx[0].go()\n(yield)\n")
    assert shown.calls() == [
        "1:1 call call(name f, number 1, spread(name a), keyword k(number 2), spread_keywords(name b))",
        "2:5 method call(attribute c(attribute b(name a)), string x)",
        "3:1 call call(name f, number 1)",
        "3:5 call call(call(name f, number 1), number 2)",
        "4:6 method call(attribute go(item(name x, number 0)))",
    ]
    assert [(call.text, call.receiver) for call in shown.facts.calls] == [
        ("f", ""),
        ("a.b.c", "a.b"),
        ("f", ""),
        ("f(1)", ""),
        ("x[0].go", "x[0]"),
    ]


def test_columns_count_characters() -> None:
    facts = read("'äöü€😀'; f(); größe.über()\n# ünï\n\tf()\n")
    assert [(call.line, call.column, call.text) for call in facts.calls] == [
        (1, 10, "f"),
        (1, 21, "größe.über"),
        (3, 2, "f"),
    ]


def test_calls_know_scope_and_branch() -> None:
    facts = read("def f():\n    if a:\n        g()\n    lambda: h()\nk()\n")
    symbols = [facts.symbols[facts.scopes[call.scope].symbol].name for call in facts.calls]
    assert symbols == ["f", "f.<lambda>", ""]
    assert [facts.branches[call.branch].kind for call in facts.calls] == ["if", "always", "always"]


def test_defaults_and_annotations_belong_to_the_code_around() -> None:
    facts = read("def f(x=a(), y: b() = 1) -> c(): pass\n")
    assert {(call.text, call.scope) for call in facts.calls} == {("a", 0), ("b", 0), ("c", 0)}


def test_calls_in_format_strings_and_arguments_are_found() -> None:
    facts = read("k = f'{a(b(1))!r:>{c()}}'\ng(x() for x in y())\n{**d()}\nassert e(), h()\ndel i()[0]\n")
    assert sorted(call.text for call in facts.calls) == ["a", "b", "c", "d", "e", "g", "h", "i", "x", "y"]


def test_uses_are_the_implicit_operations() -> None:
    shown = Shown("a.b\na + b\nfor x in a: pass\nwith a: pass\nawait a\na[0]\ndel a.b\na.c()\na < b\n")
    assert [(use.line, use.kind) for use in shown.facts.uses] == [
        (1, "attribute"),
        (2, "operator"),
        (3, "iterate"),
        (4, "with"),
        (5, "await"),
        (6, "item"),
        (7, "attribute"),
        (7, "delete"),
        (9, "operator"),
    ]
    assert shown.uses()[:2] == ["1:3 attribute attribute b(name a)", "2:1 operator operation +(name a, name b)"]


# --- imports, comments -----------------------------------------------------------------------------------------------


def test_imports_as_written() -> None:
    facts = read(
        "import a.b, c as d\nfrom . import e\nfrom ..f.g import h as i, j\nfrom k import *\nif x:\n    import l\n"
    )
    assert [(i.module, i.names, i.line, facts.branches[i.branch].kind) for i in facts.imports] == [
        ("a.b", (("", "a"),), 1, "always"),
        ("c", (("", "d"),), 1, "always"),
        (".", (("e", "e"),), 2, "always"),
        ("..f.g", (("h", "i"), ("j", "j")), 3, "always"),
        ("k", (("*", "*"),), 4, "always"),
        ("l", (("", "l"),), 6, "if"),
    ]


def test_comments_on_neighbouring_lines_are_one() -> None:
    facts = read("#!/usr/bin/python\n\n# one\n# two\nx = 1  # three\n")
    assert [(comment.line, comment.text) for comment in facts.comments] == [
        (1, "/usr/bin/python"),
        (3, "one\ntwo"),
        (5, "three"),
    ]


# --- bad input -------------------------------------------------------------------------------------------------------

_BAD: dict[str, bytes] = {
    "empty": b"",
    "only a mark": b"\xef\xbb\xbf",
    "utf-16": "def f(): g()\n".encode("utf-16"),
    "utf-16 cut": "def f(): g()\n".encode("utf-16")[:-1],
    "latin-1": "# ä\ndef f(): g('ö')\n".encode("latin-1"),
    "latin-1 names": "def größe(): übel()\n".encode("latin-1"),
    "lone cr": b"def f():\r    g()\rh()\r",
    "separators": "def f():\u2028    g()\u2029h()\x85\x0c\n".encode(),
    "nul": b"def f():\n    g(\x00)\n\x00h()\n",
    "only nul": b"\x00" * 1000,
    "lone surrogate": b"x = '\xed\xa0\x80'\nf()\n",
    "brackets": b"(" * 50_000 + b")" * 50_000,
    "calls in calls": b"f(" * 20_000 + b")" * 20_000,
    "unclosed": b"[" * 100_000,
    "unclosed strings": b'f("' * 10_000,
    "unclosed format strings": b"f'{" * 5_000,
    "chained": b"a" + b".b()" * 50_000,
    "sum": b"x = " + b"'a'+" * 50_000 + b"'a'\n",
    "elif": b"if a: pass\n" + b"elif a: f()\n" * 20_000,
    "nested functions": b"".join(b" " * n + b"def f%d():\n" % n for n in range(500)) + b" " * 500 + b"g()\n",
    "nested classes": b"".join(b" " * n + b"class C%d:\n" % n for n in range(300)) + b" " * 300 + b"g()\n",
    "not not not": b"not " * 20_000 + b"f()\n",
    "lambdas": b"lambda: " * 1_000 + b"f()\n",
    "quoted annotation": b"x: '" + b"[" * 20_000 + b"'\n",
    "conflict": b"<<<<<<< HEAD\ndef f(): g()\n=======\ndef f(): h()\n>>>>>>> other\ndef k(): f()\n",
    "python 2": b"print 'a', f()\nexec 'x' in d\nraise E, 'x'\nexcept_ = `x`\nprint >>f, g()\nx <> y\n"
    b"def h((a, b)): pass\n",
    "one long line": b"f(); " * 20_000,
    "random": random.Random(1).randbytes(20_000),
    "random text": bytes(random.Random(2).choices(b"()[]{}:,.=\n\t '\"#@*defclassiflambda", k=20_000)),
}


@pytest.mark.parametrize("name", _BAD)
def test_bad_input_gives_facts(name: str) -> None:
    facts = read(_BAD[name])
    assert facts == read(_BAD[name])
    assert facts.symbols[0].kind == "module"
    _check_places(facts)


def _check_places(facts: Facts) -> None:
    """Whatever refers to something by its place refers to something that is there."""
    code = Code(facts.code, facts.strings)
    starts = set(code.walk())
    for call in facts.calls:
        assert call.expression in starts and 0 <= call.scope < len(facts.scopes)
        assert call.line >= 1 and call.column >= 1
    for binding in facts.bindings:
        assert binding.value == -1 or binding.value in starts
        assert binding.scope < len(facts.scopes) and binding.branch < len(facts.branches)
    for scope in facts.scopes:
        assert scope.parent < len(facts.scopes) and scope.symbol < len(facts.symbols)
    assert len({symbol.name for symbol in facts.symbols}) == len(facts.symbols)


@pytest.mark.parametrize("name", ["utf-16", "latin-1"])
def test_other_encodings_are_a_problem_and_are_read(name: str) -> None:
    facts = read(_BAD[name])
    assert facts.problems[0].reason == "encoding"
    assert "f" in {symbol.name for symbol in facts.symbols} and [call.text for call in facts.calls] == ["g"]


def test_a_byte_order_mark_moves_nothing() -> None:
    assert read(b"\xef\xbb\xbff()\n") == read(b"f()\n")


def test_line_ends() -> None:
    unix = read("def f():\n    g()\nh()\n")
    windows = read("def f():\r\n    g()\r\nh()\r\n")
    assert [(c.line, c.column) for c in windows.calls] == [(c.line, c.column) for c in unix.calls] == [(2, 5), (3, 1)]
    assert windows.problems == ()
    strange = read("x = '\u2028\x0c\x85'\nf()\n")
    assert [(c.line, c.column) for c in strange.calls] == [(2, 1)]


def test_broken_code_is_a_problem_with_its_line_and_the_rest_is_read() -> None:
    facts = read("def a(): f()\n\ndef b(:\n\ndef c(): g()\n")
    assert {problem.reason for problem in facts.problems} == {"syntax"}
    assert all(problem.line >= 3 for problem in facts.problems)
    assert [call.text for call in facts.calls] == ["f", "g"]


def test_conflict_markers_leave_both_sides() -> None:
    facts = read(_BAD["conflict"])
    assert [call.text for call in facts.calls] == ["g", "h", "f"]
    assert facts.problems


def test_python_2_is_read() -> None:
    facts = read("print 'a', f()\nprint >>out, g()\ndef h():\n    k()\n")
    assert [call.text for call in facts.calls] == ["f", "g", "k"]


def test_deep_code_is_read_to_its_end() -> None:
    assert len(read(b"a" + b".b()" * 20_000).calls) == 20_000
    assert len(read(_BAD["elif"]).calls) == 20_000
    assert len(read(_BAD["calls in calls"]).calls) == 20_000
    assert len(read(_BAD["nested functions"]).symbols) == 501


# --- what is read from its text alone --------------------------------------------------------------------------------

PLAIN = [
    "P = namedtuple('P', 'x y')", "P = collections.namedtuple('P', fields)", "M = type('M', (B,), {'run': run})",
    "type(a)",
    "a[0]", "a.b['k']", "a[b.c]", "a[ 0 ]", "a[0, 1]", "a[1:2]", "a[None]", "a['12']", "a['x y']", "a[b][0]", "None[0]",
    "a[b=c]", "a[", "a[]", "a[*b]", "x: a['b']", "a['b'] = c[0]", "del a[0]", "(a, b.c)", "[a, 'b', 1]", "(a,)", "[ ]",
    "(a=b)", "[a for a in (b, c)]", "x = (1, -2)", "f(a, g(b), c=h(d), e = i, j=\\\n k)", "f(a \\\n=b(c))", "f(ü=a(b))",
    "from a.b import c, d", "from . import a", "from ..a import (b, c)", "from a import b as c", "from a import *",
    "from a import b; c", "from a  import b", "from .a import b,c", "from ü import a", "from a import ü",
    "from a import",
    "from __future__ import a", "from a. b import c", "import a.b", "a == b", "a < b <= c", "a not  in b",
    "x is not None",
    "if isinstance(a, b): a.c\nelif isinstance(a, (b, d)) and e: a.f", "not a.b", "while a: b[0].c()",
    "f(a, b.c, d=1, e='x', g=None)", "f( a ,\n  b.c\n)", "f(a, b,)", "f()", "f(,)", "f(a b)", "f(a==b)", "f(a = b)",
    "f('a,b', 'a=b', \"it's\", 'a\\'b', '', '12')", "f(b'x', f'{a}', 1.5, 0x1f, 1_000)", "f(*a, **b)",
    "f(None.x, True)", "f(ü, a.ü, 'ü', b)", "ü.a.b(c)", "a.ü(c)", "None.x(1)", "True(1)", "None.a.b", "True = 1",
    "None.x = a.b", "a.b.c()", "a . b . c (d)", "a.b(c).d(e)", "(a).b(c)", "a[0].b.c", "x = y = a.b", "a.b = c",
    "a.b.c = d.e", "x=a", "x: int = a", "x = \\\n    a.b", "x, y = a.b", "super().f(a)", "super(A, self).f",
    "eval('a.b(c)')", "f(yield)", "f(not)", "f(lambda: a)", "f(x for x in a.b)", "f(a # b\n, c)", "f# c\n(a)",
    "[*f(a.b)]", "a.", "a.b.", "f(a.)", "f(a,", "f(a.b c)", "print(a.b)", "def f(self, a, b): return a.b",
    "def f(a,b): pass", "def f(a, b,): pass", "def f(a, *, b): pass", "def f(a\n, b): pass",
    "def f(self, a=b.c): pass", "def  f(a): pass", "async def f(a): pass", "def f[T](a): pass",
    "def f(a) -> b.c: pass", "class A(b.c):\n    x = b.c(1)\n    def __init__(self): self.x = x",
    "@a.b\ndef f(a, b): pass", "return a.b, c", "return", "x: 'a.b'", "def f(a: 'f(b.c)'): pass", "f(''' a ''')",
    "f('''a''')", "'''a'''\n\"\"\"b\"\"\"", "a.b; c.d(e)", "f(a)(b.c)", "f(a\tb)", "f(a,\tb)", "f(\ta)",
    "yield", "x = yield", "x = await a", "x = (yield)", "return yield", "f(a) + g(b)", "x = f(a)(b)", "x = a.b(c, d=1)",
    "return a.b(c)", "return(a)", "return  a.b", "await f(a)", "not(a)", "lambda: a", "x = f()", "type('A', (), {})",
    "x = super()", "x  = f(a)", "x =  f(a)", "x = f(a) # b", "x = f(\na,\n)", "x = None", "return None", "return True",
    "f(a\r\n, b)", f"{'a.' * 80}b", f"f({'a, ' * 80})", "f(async, match, type.x, print)",
]  # fmt: skip


@pytest.mark.parametrize("source", PLAIN)
def test_what_is_plain_says_the_same_as_its_nodes(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    around = [source, "def g():\n    " + source.replace("\n", "\n    ") + "\n", f"ä = 'ö'; {source}"]
    found = [read(text) for text in around]
    for module in (definitions, expressions, statements):
        for name in (
            "count_names",
            "read_arguments",
            "plain_parameters",
            "string_body",
            "read_subscript",
            "imported_names",
        ):
            if hasattr(module, name):
                nothing = {"read_subscript": NONE, "imported_names": ("", [])}.get(name)
                monkeypatch.setattr(module, name, lambda *_, nothing=nothing: nothing)
    assert [read(text) for text in around] == found
