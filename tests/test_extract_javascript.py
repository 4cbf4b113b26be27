"""JavaScript and TypeScript as facts: what is read from its text alone says what its nodes say."""

from __future__ import annotations

import pytest

from callmap.languages import by_name
from callmap.languages.javascript import calls, expressions
from callmap.model import Facts
from callmap.read.extract import extract

PLAIN = [
    "f()", "f(a)", "f(a, b.c, 'd', \"e\", 1)", "a.b.c(d)", "this.a.b(this)", "this(a)", "this.a = this.b", "super.a(b)",
    "super(a)", "a.b.c", "$.a($b, _c)", "f(true, false, null, undefined)", "f(null.a, undefined.b)", "true.a.b(c)",
    "arguments.length", "f(arguments)", "function g() { return f(arguments[0], this) }", "import.meta.url",
    "import('a')", "new.target.name", "new a.B(c, d)", "new A", "f(a = 1)", "f('a=b')", "f('a,b')", "f('it\\'s')",
    "f(`a`)",
    "f`a`", "f(a, )", "f( a ,\n b )", "f(/* c */ a)", "f(a // c\n)", "a . b (c)", "a?.b(c)", "a?.(b)", "a.b?.c",
    "a[b].c(d)",
    "f(a)(b)", "f(a).b(c)", "f(...a)", "f(a => b)", "f(function () { this.a() }, this)", "f(1.5, 0x1f, 12)",
    "f(ü, a.ü)",
    "ü.a(b)", "exports.a(b)", "module.exports.a(b)", "f(exports, module.exports)", "exports(a)", "a.exports.b(c)",
    "require('a')", "require('a').b(c)", "const a = require('b'); a.c.d(e)", "eval('f(a.b)')", "eval(a)",
    "Object.assign(exports, a)", "Object.assign(a, b)", "Array.prototype.slice.call(arguments, 1)", "a.call(b, c)",
    "Object.defineProperty(exports, 'a', b)", "_interopRequireDefault(require('a'))", "[a, 'b', 1, c.d]", "[a, , b]",
    "[a,]", "[]", "[[a], b.c]", "x = [a, b]", "f(yield)", "function* g() { f(yield, a); yield(a) }", "f(await, a)",
    "async () => await(a.b(c))", "typeof(a)", "void(0)", "f(new, a)", "f(async, let, of, get.a)", "a.", "f(a.",
    "f(a,,b)",
    "f(a b)", f"{'a.' * 80}b(c)", f"f({'a, ' * 80}b)", "var x = a.b(c), y = x.d", "a.b = c.d(e)", "f('<b>', '#a .b')",
]  # fmt: skip


@pytest.mark.parametrize("language", ["javascript", "typescript"])
@pytest.mark.parametrize("source", PLAIN)
def test_what_is_plain_says_the_same_as_its_nodes(source: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    around = [source, f"class A {{ g() {{ {source} }} }}", f"let ä = 'ö'; const h = () => {{ {source} }}"]
    found = [read(text, language) for text in around]
    for module in (calls, expressions):
        monkeypatch.setattr(module, "plain_path", lambda *_: [])
        monkeypatch.setattr(module, "read_list", lambda *_: False)
    assert [read(text, language) for text in around] == found


def read(source: str, language: str) -> Facts:
    return extract(source.encode(), by_name(language), language)
