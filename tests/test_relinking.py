"""After an edit only those files are linked again that it reaches, and what comes out is what a first index gives."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from callmap import index as pipeline
from callmap.link import rounds
from callmap.link.evidence import MANY_FILES
from callmap.link.file import File
from callmap.link.names import Names
from callmap.link.notes import BITS, number_of
from callmap.link.reads import Behind, Marks
from callmap.link.rounds import Share, settle
from callmap.link.world import World
from callmap.relinking import relink
from graph import CASES, files_and_projects, read_tree
from trees import clean_dump, dump, plant, run, write

SHOP = {
    "shop/__init__.py": "from shop.cart import Cart\n",
    "shop/base.py": "class Base:\n    def log(self):\n        self.name()\n\n    def name(self):\n        pass\n",
    "shop/cart.py": (
        "from shop.base import Base\nfrom shop.price import total\n\n\nclass Cart(Base):\n"
        "    def sum(self, rule):\n        return total(self, rule)\n\n    def name(self):\n        return 'cart'\n"
    ),
    "shop/price.py": "def total(cart, rule):\n    return rule(cart)\n\n\ndef rounded(x):\n    return round(x)\n",
    "shop/rules.py": "def half(cart):\n    return 1\n\n\ndef whole(cart):\n    return 2\n",
    "shop/lazy.py": (
        "class Lazy:\n    def __init__(self, f):\n        self.f = f\n\n"
        "    def __get__(self, o, t):\n        return self.f(o)\n\n\nclass Lazier(Lazy):\n    pass\n\n\n"
        "class Other:\n    def __get__(self, o, cls):\n        return 1\n"
    ),
    "shop/view.py": (
        "from shop.lazy import Lazier\n\n\nclass View:\n    @Lazier\n    def title(self):\n        return 1\n\n\n"
        "def show(view: View):\n    return view.title\n"
    ),
    "shop/shelf.py": (
        "def small():\n    pass\n\n\ndef large():\n    pass\n\n\n"
        "class Shelf:\n    def __init__(self):\n        self.first = small\n"
    ),
    "shop/tidy.py": (
        "from shop.shelf import Shelf\n\n\ndef tidy():\n    for name, go in vars(Shelf()).items():\n        go()\n"
    ),
    "shop/strangers.py": "def rounded(x):\n    return x\n\n\nrounded(1)\n",
    "main.py": "from shop import Cart\nfrom shop.rules import half\n\ndef main():\n    Cart().sum(half)\n\nmain()\n",
    "web/app.js": "import { send } from './send.js';\nexport function run() { return send(); }\n",
    "web/send.js": "export { post as send } from './post.js';\n",
    "web/old.js": "var made = Object.create(base);\nmodule.exports = made;\nmade.go = function go() {};\n",
    "web/use.js": "var old = require('./old');\nfunction use() { return old.go(); }\nold.stop = use;\nold.stop();\n",
    "web/post.js": "export function post() { return line(); }\nfunction line() {}\n",
    "core/run.h": "int run(int n);\nint stop(void);\n",
    "core/main.c": '#include "run.h"\n\nint main(void) { return run(1); }\n',
    "core/run.c": '#include "run.h"\n\nstatic int one(int n) { return n; }\nint run(int n) { return one(n); }\n',
    "core/stop.c": "int stop(void) { return 0; }\n",
    "core/end.c": '#include "run.h"\n\nint end(void) { return stop(); }\n',
    "engine/Cargo.toml": '[package]\nname = "engine"\nversion = "0.1.0"\n',
    "engine/src/lib.rs": "mod gear;\nmod drive;\nmod oil;\npub fn start() { gear::Gear::new().turn(); }\n",
    "engine/src/gear.rs": "pub struct Gear;\nimpl Gear {\n    pub fn new() -> Gear { Gear }\n}\n",
    "engine/src/drive.rs": (
        "use crate::gear::Gear;\nuse crate::oil::Oil;\n"
        "impl Gear {\n    pub fn turn(&self) { self.slip(); }\n    fn slip(&self) {}\n}\n"
    ),
    "engine/src/oil.rs": "pub struct Oil;\nimpl Oil {\n    fn drip(&self) {}\n}\npub fn pour(o: Oil) { o.drip(); }\n",
}


class Change(NamedTuple):
    """An edit, and the files that it reaches."""

    path: str
    old: str
    new: str
    linked: str


EDITS = {
    "a comment at the top": Change("shop/rules.py", "def half", "# rules\ndef half", "shop/rules.py"),
    "a line in a body": Change("shop/price.py", "return round(x)", "x = len(x)\n    return round(x)", "shop/price.py"),
    "a function that nobody knows": Change("shop/base.py", "class", "def new():\n    pass\n\n\nclass", "shop/base.py"),
    "a function that nobody passes anything": Change(
        "shop/price.py", "def rounded", "def new(x):\n    return str(x)\n\n\ndef rounded", "shop/price.py"
    ),
    "a renamed function": Change(
        "shop/rules.py", "def half", "def third", "main.py shop/cart.py shop/price.py shop/rules.py"
    ),
    "another callback": Change("main.py", "half", "whole", "main.py shop/cart.py shop/price.py"),
    "a base that is no base any more": Change(
        "shop/cart.py", "class Cart(Base)", "class Cart(object)", "main.py shop/base.py shop/cart.py"
    ),
    "a new method that overrides": Change(
        "shop/cart.py", "    def name", "    def log(self): ...\n    def name", "main.py shop/base.py shop/cart.py"
    ),
    "a function beside a class whose attributes are gone through": Change(
        "shop/shelf.py", "def large", "def new():\n    pass\n\n\ndef large", "shop/shelf.py"
    ),
    "another attribute of a class whose attributes are gone through": Change(
        "shop/shelf.py", "= small\n", "= small\n        self.second = large\n", "shop/shelf.py shop/tidy.py"
    ),
    "a descriptor that is none any more": Change(
        "shop/lazy.py", "__get__(self, o, t)", "get(self)", "shop/lazy.py shop/view.py"
    ),
    "a renamed descriptor": Change("shop/lazy.py", "class Lazier", "class Lazy2", "shop/lazy.py shop/view.py"),
    "another base of a descriptor": Change("shop/lazy.py", "(Lazy)", "(list)", "shop/lazy.py shop/view.py"),
    "a line in a function that others link to": Change(
        "core/run.c", "return one(n)", "one(2); return one(n)", "core/run.c"
    ),
    "a function that others link to by another name": Change(
        "core/run.c", "int run", "int ran", "core/main.c core/run.c core/run.h"
    ),
    "a function that is linked to no more": Change(
        "core/stop.c", "int stop", "static int stop", "core/end.c core/run.h core/stop.c"
    ),
    "a prototype that nobody calls": Change("core/run.h", "int stop", "int go(void);\nint stop", "core/run.h"),
    "a line in a method of a block elsewhere": Change(
        "engine/src/drive.rs", "self.slip();", "self.slip(); self.slip();", "engine/src/drive.rs"
    ),
    "a renamed method of a block elsewhere": Change(
        "engine/src/drive.rs", "fn turn", "fn spin", "engine/src/drive.rs engine/src/lib.rs"
    ),
    "a block of another type": Change(
        "engine/src/drive.rs",
        "impl Gear",
        "impl Oil",
        "engine/src/drive.rs engine/src/gear.rs engine/src/lib.rs engine/src/oil.rs",
    ),
    "a new version of a project": Change("engine/Cargo.toml", "0.1.0", "0.2.0", ""),
    "a function beside a module": Change("engine/src/lib.rs", "pub fn", "fn more() {}\npub fn", "engine/src/lib.rs"),
    "another name in a barrel": Change("web/send.js", "post as send", "post as sent", "web/app.js web/send.js"),
}


@pytest.fixture
def linked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that were linked by themselves; a run that links everything fails."""
    found: list[str] = []

    def relinked(*given: Any) -> Any:
        what = relink(*given)
        if what is not None:
            found[:] = sorted(what.linked.kept)
        return what

    monkeypatch.setattr(pipeline, "relink", relinked)
    return found


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_reaches_those_who_read_what_differs(
    edit: str, linked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    root, change = plant(tmp_path / "tree", SHOP), EDITS[edit]
    run(root)
    before = dump(root)
    assert change.old in SHOP[change.path]
    write(root / change.path, SHOP[change.path].replace(change.old, change.new))
    with monkeypatch.context() as patched:
        patched.setattr(pipeline, "link_world", None)
        run(root)
    assert set(linked) <= set(change.linked.split()), "it linked what did not read that"
    after = dump(root)
    assert after == clean_dump(root, monkeypatch, tmp_path)
    assert after != before
    write(root / change.path, SHOP[change.path])
    run(root)
    assert dump(root) == before


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("shop/rules.py", None),
        ("web/old.js", None),
        ("shop/rules.py", "def whole(cart):\n    return 2\n\n\ndef half(cart):\n    return 1\n"),
        ("shop/cart/__init__.py", "def total():\n    pass\n"),
        ("shop/more.py", "from shop.base import Base\n\n\nclass More(Base):\n    def name(self):\n        pass\n"),
        ("pyproject.toml", '[project]\nname = "x"\n[project.scripts]\nshop = "main:main"\n'),
    ],
    ids=["gone", "an object gone", "another order", "a package beside a module", "a class below", "a project file"],
)
def test_larger_changes_give_what_a_first_index_gives(
    path: str, content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    root = plant(tmp_path / "tree", SHOP)
    run(root)
    if content is None:
        (root / path).unlink()
    else:
        write(root / path, content)
    run(root)
    assert dump(root) == clean_dump(root, monkeypatch, tmp_path)


def test_a_new_test_gets_what_fixtures_of_files_give_that_did_not_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    fixture = "import pytest\n\nfrom shop.price import total\n\n\n@pytest.fixture\ndef pay():\n    return total\n"
    root = plant(tmp_path / "tree", {**SHOP, "tests/conftest.py": fixture})
    run(root)
    write(root / "tests/test_pay.py", "def test_pay(pay):\n    pay(1, 2)\n")
    run(root)
    after = dump(root)
    assert any("fixture pay" in line for line in after)
    assert after == clean_dump(root, monkeypatch, tmp_path)


def test_files_that_join_in_together_hear_each_other(
    linked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is passed to both reaches them in a later round; one of them passes on what it has from the other. (With as
    many rounds as they like, they would find out in the end.)"""
    monkeypatch.setattr(rounds, "MOST_ROUNDS", 4)
    take = "def take(f):\n    f()\n"
    files = {
        "main.py": "import carry\n\n\ndef one(): ...\ndef two(): ...\n\n\ncarry.give(one)\n",
        "carry.py": "import first, second\n\n\ndef give(f):\n    first.take(f)\n    second.take(f)\n",
        "first.py": f"import second\n\n\n{take}    use(second.made[0])\n\n\ndef use(g):\n    g()\n",
        "second.py": f"def run(): ...\n\n\nmade = [run]\n\n\n{take}",
        **{f"quiet{number}.py": "def alone(): ...\n" for number in range(20)},
    }
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    root = plant(tmp_path / "tree", files)
    run(root)
    write(root / "main.py", files["main.py"].replace("give(one)", "give(two)"))
    run(root)
    assert linked == ["carry.py", "first.py", "main.py", "second.py"]
    assert any('"name": "g", ' in line and '"name": "run"' in line for line in dump(root))
    assert dump(root) == clean_dump(root, monkeypatch, tmp_path)


def test_in_a_large_project_what_decorators_give_settles_before_calls_are_evaluated_again(
    linked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three steps from file to file: what keep() returns, what that returns, what the name means."""
    keep = (
        "def keep(*kinds):\n    def decorator(f):\n        def wrapper(*given):\n            return f(*given)\n\n"
        "        return wrapper\n\n    return decorator\n"
    )
    files = {
        "lib/keep.py": keep,
        "lib/marks.py": "from lib.keep import keep\n\n\n@keep(str)\ndef mark(text):\n    return text\n",
        "lib/use.py": "from lib.marks import mark\n\n\ndef use():\n    return mark('a')\n",
        **{f"quiet/m{number}.py": "def alone(): ...\n" for number in range(MANY_FILES)},
    }

    def called() -> list[str]:
        edges = [json.loads(line) for line in dump(root) if line.startswith('{"kind"')]
        return [edge["callee"]["name"] for edge in edges if edge["caller"]["name"] == "use" and edge["callee"]]

    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    root = plant(tmp_path / "tree", files)
    run(root)
    assert called() == ["keep.decorator.wrapper"]
    write(root / "lib/keep.py", keep.replace("wrapper", "other"))
    run(root)
    assert called() == ["keep.decorator.other"]
    assert linked == ["lib/keep.py", "lib/marks.py", "lib/use.py"]
    assert dump(root) == clean_dump(root, monkeypatch, tmp_path)


def test_a_member_that_one_of_many_classes_gets_is_heard_of(
    linked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of so many it is not noted one by one whether they have it."""
    many = "".join([f"class Kind{number}(Base):\n    pass\n\n\n" for number in range(40)])
    files = {
        "base.py": "class Base:\n    def show(self): ...\n\n    def hide(self): ...\n",
        "kinds.py": f"from base import Base\n\n\n{many}",
        "special.py": "from base import Base\n\n\nclass Special(Base):\n    pass\n",
        "use.py": "from base import Base\n\n\ndef use(it: Base):\n    it.show()\n",
        "other.py": "from base import Base\n\n\ndef other(it: Base):\n    it.hide()\n",
        **{f"quiet{number}.py": "def alone(): ...\n" for number in range(20)},
    }
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    root = plant(tmp_path / "tree", files)
    run(root)
    write(root / "special.py", files["special.py"].replace("pass", "def show(self): ..."))
    run(root)
    assert linked == ["special.py", "use.py"]
    assert any('"name": "use"' in line and "Special.show" in line for line in dump(root))
    assert dump(root) == clean_dump(root, monkeypatch, tmp_path)


def test_what_a_file_passes_on_is_found_again_where_its_definition_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when nobody looked into the file that defines it while the one that passes it on was linked."""
    files = {
        "made.py": "class Wanted:\n    def __init__(self, x): ...\n",
        "give.py": "from functools import partial\nfrom made import Wanted\nfrom take import take\n\n"
        "give = partial(take, kind=Wanted)\n",
        "take.py": "def take(x, kind=None):\n    kind(x)\n",
        "carry.py": "from give import give\n\n\ndef carry():\n    give(1)\n",
        **{f"quiet{number}.py": "def alone(): ...\n" for number in range(20)},
    }
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    root = plant(tmp_path / "tree", files)
    run(root)
    write(root / "carry.py", files["carry.py"] + "\n\ndef more(): ...\n")
    run(root)
    write(root / "made.py", "def other(): ...\n\n\n" + files["made.py"])
    write(root / "take.py", files["take.py"] + "    kind(x)\n")
    run(root)
    assert dump(root) == clean_dump(root, monkeypatch, tmp_path)


IN_FORKS = """
import sys
from callmap import index as pipeline, relinking
from callmap.read import fork

root, edited = sys.argv[1:]
pipeline.index(root, workers=2)
with open(edited, "r+") as file:
    text = file.read().replace("Base", "Basis").replace("def step", "def stride")
    file.seek(0)
    file.write(text)
    file.truncate()
made, real = [], fork.Forks
fork.Forks = lambda makers: made.append(len(makers)) or real(makers)
pipeline.link_world = None
pipeline.index(root, workers=2)
print(made)
"""


def test_an_edit_that_reaches_many_files_is_followed_in_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"base.py": "class Base:\n    def step(self, f):\n        return f(self)\n\n\ndef same(x):\n    return x\n"}
    for number in range(60):
        other = f"part{number - 1}" if number else "base"
        files[f"part{number}.py"] = (
            f"import {other}\nfrom base import Base, same\n\n\nclass Part(Base):\n    def go(self):\n"
            f"        return self.step(same)(other)\n\n\ndef other(x):\n    return {other}.same(x)\n"
        )
    files |= {f"quiet{number}.py": "def alone():\n    return len(())\n" for number in range(140)}
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    root = plant(tmp_path / "tree", files)
    done = subprocess.run(
        [sys.executable, "-c", IN_FORKS, str(root), str(root / "base.py")], capture_output=True, text=True, check=True
    )
    assert done.stdout == ("[1]\n" if sys.platform == "linux" else "[]\n")
    assert dump(root) == clean_dump(root, monkeypatch, tmp_path)


# --- notes -----------------------------------------------------------------------------------------------------------


class Watched(dict[str, File]):
    """Files that remember who looked at them: what is being computed is known by the set in which it takes notes."""

    def __init__(self, world: World) -> None:
        super().__init__(world.files)
        self._world = world
        self.seen: dict[int, set[str]] = {}
        self._kept: list[set[Any]] = []  # so that no number is used twice

    def __getitem__(self, path: str) -> File:
        notes = self._world.reading
        self._kept.append(notes)
        self.seen.setdefault(id(notes), set()).add(path)
        return super().__getitem__(path)


@pytest.mark.parametrize("language", ["c", "javascript", "python", "rust", "typescript"])
def test_linking_notes_every_file_that_it_looks_into(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried, missed = 0, set()
    monkeypatch.setattr(Marks, "end", lambda marks, behind: None)  # so that the sets of notes stay apart
    for case in sorted((CASES / language).iterdir()):
        world = World(*files_and_projects(read_tree(case)))
        if len(world.files) < 2:
            continue
        tried += 1
        every = [world.files[path] for path in sorted(world.files)]
        files = world.files = Watched(world)
        monkeypatch.setattr(world, "all_files", lambda every=every: every)  # who asks about all of them notes that
        share = Share(Names(world), sorted(world.known))
        files.seen.clear()
        settle(1, len(files), lambda method, given, share=share: [getattr(share, method)(*given[0])])
        paths = {number_of(path): path for path in world.known}
        for path, linker in share._linkers.items():
            linker.unit()
            questions = share._names.marks.questions
            noted, todo, looked = set(linker.reads), list(linker.reads), set(files.seen.get(id(linker.reads), ()))
            while todo:
                note = todo.pop()
                behind = note if isinstance(note, Behind) else questions.get(note)
                answer = behind.notes if behind is not None else set()
                looked |= files.seen.get(id(answer), set())
                new = answer - noted
                noted |= new
                todo += new
            cells = {paths.get(note >> BITS) for note in noted if isinstance(note, int)}
            missed |= {f"{case.name}: {path} looked into {other}" for other in looked - cells - {path}}
    assert tried >= 20
    assert missed == set()
