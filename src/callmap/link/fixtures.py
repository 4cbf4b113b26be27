"""What test runners pass: takes a parameter of a test, gives what the fixture of its name gives, or what its decorator
lists for it. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, Found, Founds, Value, several, steps, telling
from callmap.link.file import File
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, NONE, Op, Symbol

if TYPE_CHECKING:
    from callmap.link.values import Values

_NAMED: Final = frozenset({"plain", "keyword"})
_DEEPEST: Final = 6  # fixtures that are made of others


def may_supply(file: File) -> bool:
    """Whether a test runner may fill in parameters of functions of the file by their names."""
    language = file.language
    return bool(language.fixtures) and language.is_test(file.path)


def may_get(symbol: Symbol) -> bool:
    """Whether a function looks like a test or a fixture."""
    return bool(symbol.decorators) or symbol.short_name.startswith("test")


def supplied(v: Values, key: Value) -> Founds:
    """What a test runner passes as a parameter of a test or a fixture."""
    file = v.world.files[key.path]
    symbol = v.world.symbol(key)
    if not (may_get(symbol) and may_supply(file)):
        return ()
    parameter = symbol.parameters[int(key.name)]
    if parameter.default != NONE or parameter.form not in _NAMED:
        return ()
    if not (_is_test(v, file, key.symbol) or _is_fixture(v, file, symbol)):
        return ()
    listed = _listed(v, file, symbol, parameter.name)
    if listed is not None:
        return listed
    own, asking = Value("class", key.path, symbol.parent), Value("function", key.path, key.symbol)
    if file.symbols[symbol.parent].kind not in CLASS_KINDS:
        return _given(v, Value("module", key.path), parameter.name, (asking,))
    around = [own, *v.names.classes.all_below(own)]  # those below run its tests, too
    return several([each for cls in around for each in _given(v, cls, parameter.name, (asking,))])


def _is_test(v: Values, file: File, symbol: int) -> bool:
    parent = file.symbols[symbol].parent
    if parent > 0:
        v.world.reading.add(file.cells(parent).own)
    return file.language.entry is not None and file.language.entry(file.path, file.facts, symbol) == "test"


def _is_fixture(v: Values, file: File, symbol: Symbol) -> bool:
    for decorator in symbol.decorators:
        called = file.code.first(decorator) if file.code.op(decorator) == Op.CALL else decorator
        for each in v.names.expression(file, called) or ():
            if each.value.kind == "external" and each.value.name in file.language.fixtures:
                return True
    return False


def _given(v: Values, place: Value, name: str, asking: tuple[Value, ...]) -> Founds:
    """What the fixture of a name gives to a test of that class or module, which decides about all the fixtures that it
    needs itself; one that is a generator gives what it yields. `asking` are those that led here."""
    found: list[Found] = []
    for fixture in _fixtures(v, place, name) if len(asking) < _DEEPEST else ():
        value, function = fixture.value.as_kind("function"), v.world.symbol(fixture.value)
        if value in asking:
            continue
        given = [
            Value("argument", "", NONE, f"={each.name}", _packed(_given(v, place, each.name, (*asking, value))))
            for each in function.parameters if each.form in _NAMED and each.default == NONE
        ]  # fmt: skip
        made = v.concrete(v.calls.result(fixture, tuple(given)))
        if "generator" in function.flags:
            made = v.concrete(several([each for one in made for each in v.contents.elements(one)]))
        found.extend([each.but(level=INFERRED, via=steps((f"fixture {name}",), each.via)) for each in made])
    return several(found)


def _packed(found: Founds) -> tuple[Value, ...]:
    return tuple(dict.fromkeys(each.packed() for each in found if telling(each.value)))


def _fixtures(v: Values, place: Value, name: str) -> Founds:
    """The fixture of that name that is seen there: of the class, of its file, of the directories around it."""
    if place.kind == "class":
        found = _marked(v, v.contents.member(Found(place.as_kind("instance"), INFERRED, ()), name))
        if found:
            return found
    found = _marked(v, v.expand(v.names.modules.member(place.path, name)))
    folder, beside = place.path, v.world.files[place.path].language.fixture_file
    while not found and folder:
        folder = folder.rpartition("/")[0]
        path = f"{folder}/{beside}" if folder else beside
        if path != place.path and v.world.exists(path) and path in v.world.known:
            found = _marked(v, v.expand(v.names.modules.member(path, name)))
    return found


def _marked(v: Values, found: Founds) -> Founds:
    functions = [each for each in found if each.value.kind == "function"]
    return tuple(
        each for each in functions
        if v.world.symbol(each.value).kind in CALLABLE_KINDS
        and _is_fixture(v, v.world.files[each.value.path], v.world.symbol(each.value))
    )  # fmt: skip


def _listed(v: Values, file: File, symbol: Symbol, name: str) -> Founds | None:
    """@pytest.mark.parametrize("a, b", [(1, 2), (3, 4)]): what stands in the list; None if it says nothing of the name.
    Only the file itself can tell what is in it."""
    code = file.code
    for decorator in symbol.decorators:
        if code.op(decorator) != Op.CALL or code.text(code.first(decorator)) != file.language.listing:
            continue
        parts = [part for part in code.parts(decorator)[1:] if code.op(part) != Op.KEYWORD]
        names = _names(file, parts[0]) if len(parts) > 1 else []
        if name not in names:
            continue
        if file.path != v.file.path:
            return ()
        elements = [each for object in v.now(parts[1]) for each in v.contents.elements(object)]
        if len(names) > 1 or code.op(parts[0]) in (Op.LIST, Op.TUPLE):
            place = str(names.index(name))
            elements = [each for one in elements for each in v.contents.items(one, place)]
        return v.concrete(several([each.but(level=INFERRED, via=(f"listed for {name}",)) for each in elements]))
    return None


def _names(file: File, at: int) -> list[str]:
    code = file.code
    if code.op(at) in (Op.LIST, Op.TUPLE):
        return [code.text(part) for part in code.parts(at)]
    return [each.strip() for each in code.text(at).split(",")] if code.op(at) == Op.STRING else []
