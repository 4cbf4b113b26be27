"""The evaluator: what expressions may be, the evidence in words, and that the graph is a function of the snapshot."""

from __future__ import annotations

import random
import time

import pytest

from callmap.link.bounds import Merging
from callmap.link.evidence import MANY, Found, Value
from callmap.link.names import Names
from callmap.link.receivers import taken_from
from callmap.link.rounds import link
from callmap.link.values import Values
from callmap.link.world import World
from graph import files_and_projects, index_files, lines, parse, render

_SHOP = {
    "main.py": (
        "from shop import Cart, make, current\n"
        "from shop import total as sum_up\n"
        "import shop\n"
        "class Mine(Cart):\n"
        "    def run(self):\n"
        "        self.add()\n"
        "def local():\n"
        "    cart = Cart()\n"
        "    cart.add()\n"
        "def declared(cart: Cart):\n"
        "    cart.add()\n"
        "def called():\n"
        "    make().add()\n"
        "def variable():\n"
        "    current.add()\n"
        "def attribute():\n"
        "    shop.Cart().store.put()\n"
        "def alias():\n"
        "    sum_up()\n"
        "def caught():\n"
        "    try: pass\n"
        "    except shop.Full as full: full.tell()\n"
    ),
    "shop.py": (
        "class Store:\n"
        "    def put(self): pass\n"
        "class Cart:\n"
        "    def __init__(self):\n"
        "        self.store = Store()\n"
        "    def add(self): pass\n"
        "class Full(Exception):\n"
        "    def tell(self): pass\n"
        "def make(): return Cart()\n"
        "def total(): pass\n"
        "current = make()\n"
    ),
}


@pytest.mark.parametrize(
    "expected",
    [
        "main.py::Mine.run -> shop.py::Cart.add  static  self is Mine; inherited from Cart",
        "main.py::local -> shop.py::Cart.add  inferred  imported from shop; assigned at line 8",
        "main.py::declared -> shop.py::Cart.add  static  imported from shop; annotated Cart",
        "main.py::called -> shop.py::Cart.add  inferred  imported from shop; returned by make",
        "main.py::variable -> shop.py::Cart.add  inferred  imported from shop; assigned to current",
        "main.py::attribute -> shop.py::Store.put  inferred  assigned to store",
        "main.py::alias -> shop.py::total  static  imported from shop",
        "main.py::caught -> shop.py::Full.tell  inferred  annotated Full; assigned at line 22",
        "shop.py:: -> shop.py::make  static  defined in this file",
    ],
)
def test_evidence_in_words(expected: str) -> None:
    assert expected in [str(line) for line in lines(index_files(_SHOP))]


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("Thing", ["class Thing"]),
        ("Thing()", ["instance Thing"]),
        ("Thing().itself()", ["instance Thing"]),
        ("make", ["function make"]),
        ("make()", ["instance Thing"]),
        ("choose()", ["function first", "function second"]),
        ("first if x else second", ["function first", "function second"]),
        ("None or first", ["function first"]),
        ("'text'", ["external_instance <builtin>.str"]),
        ("'text'.join", ["external <builtin>.str.join"]),
        ("len", ["external <builtin>.len"]),
        ("os.path", ["external os.path"]),
        ("unknown", []),
        ("unknown.attribute()", []),
        ("1", ["external_instance <builtin>.int"]),
        ("1.5", ["external_instance <builtin>.float"]),
        ("None", []),
        ("endless()", []),
        ("ping()", []),
        ("Thing.missing", []),
    ],
)
def test_values_of_expressions(expression: str, values: list[str]) -> None:
    source = (
        "import os\n"
        "class Thing:\n    def itself(self): return self\n"
        "def first(): pass\ndef second(): pass\n"
        "def make(): return Thing()\n"
        "def choose(): return first if x else second\n"
        "def endless(): return endless()\n"
        "def ping(): return pong()\ndef pong(): return ping()\n"
        f"asked = {expression}\n"
    )
    (file,), projects = files_and_projects({"main.py": source})
    world = World([file], projects)
    evaluator = Values(Names(world), file)
    found = evaluator.evaluate(file.facts.bindings[-1].value)
    assert sorted(f"{f.value.kind} {f.value.name or world.symbol(f.value).name}" for f in found) == values


def test_a_call_of_something_with_very_many_values_is_dynamic() -> None:
    many = "".join(f"def f{n}(): pass\n" for n in range(200))
    choice = " or ".join(f"f{n}" for n in range(200))
    found = render(index_files({"m.py": f"{many}step = {choice}\ndef run(): step()\n"}))
    named = [f"m.py:: -REFERENCES-> m.py::f{n}  static" for n in range(200)]
    assert found == [*named, "m.py::run -> ? step  unresolved dynamic"]


# --- across files ----------------------------------------------------------------------------------------------------


def test_questions_to_other_files_are_recorded_also_when_they_find_nothing() -> None:
    files, projects = files_and_projects(
        {
            "main.py": "from other import make, thing, Box\nasked = make()\nread = thing\nheld = Box().item\n",
            "other.py": "def make(): return 1\nthing = unknown()\nclass Box:\n"
            "    def __init__(self, item): self.item = item\n",
        }
    )
    world = World(files, projects)
    names = Names(world)
    main = world.files["main.py"]
    asked = {}
    for binding in list(main.facts.bindings)[-3:]:
        evaluator = Values(names, main)
        assert evaluator.evaluate(binding.value) == ()
        asked[binding.name] = {(key.kind, key.path, key.name) for key in evaluator.keys}
    assert asked == {
        "asked": {("returns", "other.py", "")},
        "read": {("variable", "other.py", "thing")},
        "held": {("attribute", "other.py", "item")},
    }


def test_values_travel_through_several_files() -> None:
    contents = {"f0.py": "class Thing:\n    def go(self): pass\ndef make(): return Thing()\n"}
    for number in range(1, 5):
        contents[f"f{number}.py"] = (
            f"import f{number - 1}\ndef make():\n    made = f{number - 1}.make()\n    return made\n"
        )
    contents["main.py"] = "import f4\ndef run(): f4.make().go()\n"
    assert "main.py::run -> f0.py::Thing.go  inferred" in render(index_files(contents))


def test_modules_that_import_each_other() -> None:
    contents = {
        "a.py": "import b\nclass A:\n    def go(self): pass\ndef make(): return A()\nmade = b.made\n",
        "b.py": "import a\nmade = a.make()\nother = a.made\n",
        "main.py": "import a, b\ndef run():\n    a.made.go()\ndef again():\n    b.other.go()\n",
    }
    assert {
        "main.py::run -> a.py::A.go  inferred",
        "main.py::again -> a.py::A.go  inferred",
    } <= set(render(index_files(contents)))


def test_names_that_are_only_passed_around_in_a_circle_are_nothing() -> None:
    contents = {
        "a.py": "from b import x, y\nx()\n",
        "b.py": "from c import x\nfrom a import y\ny()\n",
        "c.py": "from a import x\nx = x\nx()\n",
    }
    assert render(index_files(contents)) == [
        "a.py:: -> ? x  unresolved dynamic",
        "b.py:: -> ? y  unresolved dynamic",
        "c.py:: -> ? x  unresolved dynamic",
    ]


def test_mutual_reexports_find_what_one_of_them_defines() -> None:
    contents = {
        "a.py": "from b import *\ndef here(): pass\nthere()\n",
        "b.py": "from a import *\ndef there(): pass\nhere()\n",
        "main.py": "from a import here, there\nhere()\nthere()\n",
    }
    assert render(index_files(contents)) == [
        "a.py:: -> b.py::there  static",
        "b.py:: -> a.py::here  static",
        "main.py:: -> a.py::here  static",
        "main.py:: -> b.py::there  static",
    ]


@pytest.mark.parametrize(
    "source",
    [
        "class A(A):\n    def f(self): self.g()\n",
        "class A(B): pass\nclass B(A):\n    def f(self): self.g()\n",
        "class A: pass\nclass B(A): pass\nclass C(A, B):\n    def f(self): self.g()\n",
        "x = x\nx()\n",
        "x = y\ny = x\nx()\n",
        "def f(): return g()\ndef g(): return f()\nf()()\n",
        "x = x.y.z\nx()\n",
        "x = [x]\nx[0]()\n",
        "def f(a=f): a()\n",
        "class A:\n    def __call__(self): return A()\nA()()()()\n",
        "class A:\n    def __init__(self): self.a = self.a.a\n    def f(self): self.a.f()\n",
        "class A:\n    @property\n    def a(self): return self.a\n    def f(self): self.a.f()\n",
        "@f\ndef f(): f()\n",
        "from main import *\nfrom main import f\nf()\ng()\n",
        "import main\nmain.main.main.f()\n",
        "class A:\n    date: date = None\n    def f(self): self.date.go()\n",
        "type X = X\ndef f(x: X): x.f()\n",
        "super().f()\n",
        "def f(self): super().f(); self.f()\n",
    ],
)
def test_circles_end(source: str) -> None:
    calls = [line for line in render(index_files({"main.py": source})) if " -EXTENDS-> " not in line]
    assert calls


# --- whatever the order ----------------------------------------------------------------------------------------------


def test_units_do_not_depend_on_the_order_of_files() -> None:
    contents = {f"p/m{number}.py": _random_module(number, 12) for number in range(12)}
    contents["p/__init__.py"] = "from .m1 import *\nfrom .m2 import *\n"
    expected = index_files(contents)
    assert any(edge.callee_path for unit in expected for edge in unit.edges)
    assert index_files(dict(reversed(contents.items()))) == expected
    for seed in range(5):
        shuffled = list(contents.items())
        random.Random(seed).shuffle(shuffled)
        assert index_files(dict(shuffled)) == expected


def _random_module(number: int, count: int) -> str:
    """Classes, functions and variables that lean on each other across modules, circles included."""
    draw = random.Random(number)
    other, third, base = (draw.randrange(count) for _ in range(3))
    return (
        f"from p.m{other} import make{other}, thing{other}\n"
        f"from . import m{third}\n"
        f"from p.m{base} import Thing{base} as Base\n"
        + (f"from .m{(number + 1) % count} import *\n" if draw.random() < 0.5 else "")
        + f"class Thing{number}(Base):\n"
        f"    def __init__(self): self.part = m{third}.make{third}()\n"
        f"    def go(self): return self.part.go() or self.step()\n"
        + ("    def step(self): return self\n" if draw.random() < 0.5 else "")
        + f"def make{number}():\n"
        f"    if x: return make{other}()\n"
        f"    return Thing{number}()\n"
        f"thing{number} = thing{other} or make{number}()\n"
        f"def run():\n    thing{other}.go()\n    make{other}().part.go()\n    m{third}.thing{third}.step().go()\n"
    )


def test_files_and_order_of_calls_do_not_change_what_names_mean() -> None:
    body = "def a(): return b() if x else A()\ndef b(): return A()\nclass A:\n    def go(self): pass\n"
    one, two = "def one(): a().go()\n", "def two(): b().go()\n"
    first, second = (set(render(index_files({"m.py": body + calls}))) for calls in (one + two, two + one))
    assert first == second


def test_linking_twice_gives_equal_units() -> None:
    files, projects = files_and_projects(_SHOP)
    assert link(files, projects) == link(files, projects)


# --- large and deep --------------------------------------------------------------------------------------------------


def _timed(contents: dict[str, str], seconds: float) -> list[str]:
    start = time.process_time()
    rendered = render(index_files(contents))
    assert time.process_time() - start < seconds
    return rendered


def test_deep_chains_of_aliases_end() -> None:
    chain = "def c0(): pass\n" + "".join(f"c{n} = c{n - 1}\n" for n in range(1, 1001))
    found = _timed({"m.py": f"{chain}def run():\n    c30()\n    c1000()\n"}, 2)
    assert "m.py::run -> m.py::c0  inferred" in found


def test_deep_chains_of_reexports_end() -> None:
    contents = {f"m{n}.py": f"from m{n - 1} import f\n" for n in range(1, 1001)}
    contents["m0.py"] = "def f(): pass\n"
    contents["main.py"] = "from m1000 import f\nfrom m20 import f as near\ndef run():\n    f()\n    near()\n"
    assert "main.py::run -> m0.py::f  static" in _timed(contents, 2)


def test_deep_inheritance_ends() -> None:
    classes = "class C0:\n    def f(self): pass\n" + "".join(f"class C{n}(C{n - 1}): pass\n" for n in range(1, 201))
    found = _timed({"m.py": f"{classes}def run():\n    C30().f()\n    C200().f()\n"}, 5)
    assert "m.py::run -> m.py::C0.f  static" in found


def test_long_chains_of_calls_end() -> None:
    chain = "class Q:\n    def a(self): return self\ndef run(): Q()" + ".a()" * 1_000 + "\n"
    assert "m.py::run -> m.py::Q.a  inferred" in _timed({"m.py": chain}, 5)


def test_a_clique_of_wildcard_imports_ends_soon() -> None:
    count = 30
    contents = {
        f"s{n}.py": "".join(f"from s{m} import *\n" for m in range(count) if m != n)
        + f"def f{n}():\n    f{(n + 7) % count}()\n    nowhere()\n"
        for n in range(count)
    }
    found = _timed(contents, 2)
    for n in range(count):
        assert f"s{n}.py::f{n} -> s{(n + 7) % count}.py::f{(n + 7) % count}  static" in found
        assert f"s{n}.py::f{n} -> ? nowhere  unresolved dynamic" in found


def test_render_and_parse_agree() -> None:
    units = index_files(_SHOP)
    assert [str(parse(str(line))) for line in lines(units)] == [str(line) for line in lines(units)]


@pytest.mark.parametrize(
    "source",
    ["const o = { ...o };\no.x();\n", "const a = { ...b };\nconst b = { ...a };\na.x();\nclass C extends a.x {}\n"],
)
def test_objects_that_are_spread_into_themselves_end(source: str) -> None:
    (line,) = [line for line in render(index_files({"main.js": source})) if " -> " in line]
    assert "too deeply" not in line and "unresolved dynamic" in line


def test_a_function_that_lost_what_it_was_bound_to_is_still_a_function() -> None:
    """Values inside values are cut where they get too deep: then nothing is left of the first argument."""
    empty = Value("bound", "a.py", 1, "0")
    found = Found(Value("function", "a.py", 1, "", (empty,)), 0, ())
    assert taken_from(Value("instance", "a.py", 2), found) == found


def test_a_name_outside_is_told_once_a_site() -> None:
    code = (
        "import http.client\n"
        "class Connection(http.client.HTTPConnection):\n"
        "    def tunnel(self):\n"
        "        self.send()\n"
        "class Secure(Connection):\n"
        "    pass\n"
        "def both(options: dict):\n"
        "    known = {} if options else options\n"
        "    known.update()\n"
        "Secure().tunnel()\n"
        "both({})\n"
    )
    for unit in index_files({"main.py": code.encode()}):
        told = [(edge.line, edge.column, edge.external) for edge in unit.edges if edge.external]
        assert len(told) == len(set(told)) and (4, 14, "http.client.HTTPConnection.send") in told


def test_what_leaves_a_summary_and_comes_back_stays() -> None:
    key, one, two = Value("parameter", "a.py", 1, "0"), Value("function", "a.py", 2), Value("function", "a.py", 3)
    merging, now = Merging(), frozenset[Value]()
    for said, told in [({one, two}, {one, two}), ({one}, {one}), ({one}, {one}), ({two}, {two}), (set(), {two})]:
        now = merging.after(key, now, frozenset(said))
        assert now == told
    assert merging.after(key, frozenset((MANY,)), frozenset()) == {MANY}
