"""A small tree in five languages, and all that its index answers: what tests of the indexer share."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from callmap import config
from callmap.ask.project import Project
from callmap.index import Report, index
from callmap.relinking import unpack_whole
from callmap.show.text import as_json, edge_object, symbol_object

LONG_AGO = 1_600_000_000
FIVE_LANGUAGES = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": "from shop.cart import Cart\n",
    "shop/cart.py": "from shop.price import total\n\n\nclass Cart:\n    def sum(self):\n        return total(self)\n",
    "shop/price.py": "def total(cart):\n    return rounded(1)\n\n\ndef rounded(x):\n    return round(x)\n",
    "main.py": "from shop import Cart\n\n\ndef main():\n    Cart().sum()\n\n\nmain()\n",
    "web/package.json": '{"name": "web", "main": "app.js"}\n',
    "web/app.js": "import { send } from './send.js';\nexport function run() { send(); }\n",
    "web/send.js": "export { post as send } from './post';\n",
    "web/post.ts": "import { Line } from './line';\nexport function post(): void { new Line().open(); }\n",
    "web/line.ts": "export class Line {\n  open(): void { this.dial(); }\n  dial(): void {}\n}\n",
    "core/run.c": '#include "run.h"\nint main(void) { return run(); }\n',
    "core/run.h": "int run(void);\n",
    "core/more.c": '#include "run.h"\nstatic int one(void) { return 1; }\nint run(void) { return one(); }\n',
    "engine/Cargo.toml": '[package]\nname = "engine"\nversion = "0.1.0"\n',
    "engine/src/lib.rs": "mod gear;\npub use gear::turn;\npub fn start() { turn(); }\n",
    "engine/src/gear.rs": "pub fn turn() { tooth(); }\nfn tooth() {}\n",
}


def write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")


def plant(root: Path, files: dict[str, str]) -> Path:
    """Writes files that look as if they had been there for long."""
    for path, content in files.items():
        write(root / path, content)
        os.utime(root / path, (LONG_AGO, LONG_AGO))
    return root


def run(root: Path, **more: object) -> Report:
    return index(str(root), workers=1, **more)  # type: ignore[arg-type]


def dump(root: Path) -> list[str]:
    """All that an index answers about a tree: edges, symbols, and which files it left out; and the names that are kept
    for later edits."""
    with Project.open(str(root)) as project:
        return dump_of(project)


def dump_of(project: Project) -> list[str]:
    store, snapshot = project.store, project.snapshot.id
    lines = [as_json(edge_object(edge)) for edge in store.edges(snapshot)]
    lines += [as_json(symbol_object(row)) for row in store.symbols_like(snapshot)]
    lines += [f"{file.path} {file.blob} {file.reason} {file.detail}" for file in store.files(snapshot)]
    names = unpack_whole(store.linking(snapshot)).names.hex()
    return [*lines, as_json(project.snapshot.counters), names]


def clean_dump(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What a first index of the tree, elsewhere, answers."""
    with monkeypatch.context() as patched:
        place = tmp_path / "elsewhere"
        shutil.rmtree(place, ignore_errors=True)
        patched.setenv("CALLMAP_DATA", str(place))
        run(root)
        return dump(root)


def database(root: Path) -> Path:
    return Path(config.database_path(str(root)))
