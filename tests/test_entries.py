"""What is called from outside is marked with the reason, in the flags of its symbol."""

from __future__ import annotations

import pytest

from callmap.model import ENTRY
from graph import CASES, index_files, index_tree

MARKED = {
    "python/entry_flask": {
        "admin.py::admin": "flask route",
        "app.py::index": "flask route",
        "app.py::about": "flask route",
        "app.py::check": "flask hook",
        "app.py::late": "flask route",
    },
    "python/entry_django": {
        "views.py::index": "django route",
        "views.py::secret": "django route",
        "views.py::Listing": "django route",
    },
    "python/entry_fastapi": {
        "main.py::database": "fastapi dependency",
        "main.py::root": "fastapi route",
        "main.py::start": "fastapi hook",
        "users.py::users": "fastapi route",
    },
    "python/entry_click": {
        "main.py::": "script",
        "main.py::cli": "click command",
        "main.py::greet": "click command",
        "main.py::plain": "click command",
        "main.py::hello": "typer command",
        "main.py::single": "typer command",
    },
    "python/entry_pytest": {
        "tests/test_cart.py::cart": "pytest fixture",
        "tests/test_cart.py::store": "pytest fixture",
        "tests/test_cart.py::test_empty": "test",
        "tests/test_cart.py::TestTotal.test_sum": "test",
    },
    "python/entry_celery": {"tasks.py::send": "celery task", "tasks.py::clean": "celery task"},
    "python/entry_program": {"src/shop/cli.py::main": "program shop"},
    "python/wrong_entry": {},
    "javascript/entry_express": {
        "main.js::first": "express handler",
        "main.js::home": "express handler",
        "main.js::item": "express handler",
        "main.js::save": "express handler",
        "users.js::<lambda>": "express handler",
    },
    "javascript/entry_servers": {
        "main.js::log": "koa handler",
        "main.js::hello": "hono handler",
        "main.js::bye": "hono handler",
        "main.js::status": "fastify handler",
    },
    "javascript/entry_component": {"App.jsx::App": "react component", "bin/shop.js::": "program shop"},
    "c/entry": {
        "driver.c::start": "kernel module_init",
        "driver.c::stop": "kernel module_exit",
        "driver.c::main": "main",
    },
    "rust/entry": {"main.rs::main": "main", "main.rs::tests.runs": "test"},
}


@pytest.mark.parametrize("case", MARKED)
def test_entries_are_marked_and_nothing_else_is(case: str) -> None:
    found = {
        f"{unit.path}::{symbol.name}": flag.removeprefix(ENTRY)
        for unit in index_tree(CASES / case)
        for symbol in unit.symbols
        for flag in symbol.flags
        if flag.startswith(ENTRY)
    }
    assert found == MARKED[case]


def test_a_reference_stands_where_the_name_stands() -> None:
    table = "TABLE = {\n    'f': f,\n    'more': [1, g],\n}\n"
    source = f"def f(): pass\ndef g(): pass\n{table}use(\n    1,\n    key=f,\n)\n"
    (unit,) = index_files({"m.py": source})
    places = [(edge.line, edge.column, edge.callee) for edge in unit.edges if edge.kind == "REFERENCES"]
    assert places == [(4, 10, "f"), (5, 17, "g"), (9, 9, "f")]
