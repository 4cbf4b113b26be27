"""Implicit operations: what runs behind operators, loops, `with` and reads of attributes. Takes a site of a file,
gives what happens there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from callmap.link import containers, hooks, impls, promises, proxies
from callmap.link.calls import Arguments
from callmap.link.evidence import FACTORY, INFERRED, POSSIBLE, Found, Founds, Value, steps
from callmap.link.given import ASKS_BOTH, ASKS_RIGHT
from callmap.link.happening import Happening
from callmap.link.iteration import is_object
from callmap.link.shown import behind
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.languages import Language
    from callmap.link.sites import Sites

DELETES_NAME: Final = "delete name"
_CONSTANTS: Final = frozenset({Op.STRING, Op.NUMBER, Op.LITERAL})
_HOLD_OBJECTS: Final = frozenset({Op.ITEM, Op.SLICE, Op.ENTER, Op.AWAIT, Op.CALL})  # `del x` asks no object
_ALWAYS: Final = frozenset({"handler", "copy"})
_HEARD: Final = frozenset({"item", "delete"})  # by handlers of proxies
_KINDS_OF_USE: Final = frozenset({"async", "mut"})  # texts of expressions that are used in a way of their own
_WITH_CONSTANTS: Final = frozenset({"==", "!=", "%", "is", "is not"})  # then hardly ever a project's class


def uses(sites: Sites) -> list[int]:
    """The implicit operations that may run code of the project."""
    language, methods = sites.language, sites.world.special_methods(sites.language)
    if not language.implicit:
        return []
    always, signs = sites.world.remember(f"uses {language.name}", lambda: _running(language, methods))
    running = set(always)
    if language.making_type and language.making_type.rpartition(".")[2] in sites.file.facts.strings:
        running.add("item")
    if sites.proxying:
        running |= _HEARD
    found = []
    deleted = sites.file.deleted()
    uses = sites.values.uses
    for index in range(len(uses)):
        kind, expression = uses.kind(index), uses.expression(index)
        if kind == "attribute":
            if expression not in deleted and may_compute(sites, sites.file.code.text(expression)):
                found.append(index)
        elif kind == "operator":
            text = sites.file.code.text(expression)
            if sites.proxying and text == proxies.ASKS:
                found.append(index)
            if text in _WITH_CONSTANTS and _has_constant(sites, expression):
                continue
            if text in signs or f"unary {text}" in signs or (" " in text and not signs.isdisjoint(text.split())):
                found.append(index)
        elif kind == "item" and expression in deleted:
            continue
        elif kind in running or kind in _ALWAYS or (kind == "delete" and _deletes(sites, expression)):
            found.append(index)
    return found


def _running(language: Language, methods: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds of uses, and the operators, behind which there may be one of the methods."""
    kinds = {kind.partition(" ")[0] for kind, names in language.implicit.items() if not methods.isdisjoint(names)}
    signs = {
        sign for sign, names in language.operations.items()
        if not methods.isdisjoint((names[1], *names[0].removeprefix(ASKS_RIGHT).removeprefix(ASKS_BOTH).split("|")))
    }  # fmt: skip
    keys = language.implicit.get("key", ())
    if keys and keys[0] not in methods:
        kinds.discard("key")
    elif keys:
        kinds.add("item")  # it asks what is looked up
    if not methods.isdisjoint(keys):
        signs.update([sign for sign, names in language.operations.items() if names[0].startswith(ASKS_RIGHT)])
    return frozenset(kinds), frozenset(signs)


def _has_constant(sites: Sites, at: int) -> bool:
    code = sites.file.code
    parts = code.parts(at)[:1] if code.text(at) == "%" else code.parts(at)  # text % values
    return any(code.op(part) in _CONSTANTS for part in parts)


def use(sites: Sites, index: int) -> Happening:
    happening = Happening()
    kind, expression = sites.values.uses.kind(index), sites.values.uses.expression(index)
    parts = sites.file.code.parts(expression)
    if kind == "attribute":
        read(sites, happening, expression)
    elif kind == "operator":
        sign = sites.file.code.text(expression)
        _operator(sites, happening, sign, parts)
        if sites.proxying and sign == proxies.ASKS:
            proxies.asked(sites, happening, expression)
    elif kind == "key":
        containers.written(sites, happening, expression)
    elif kind == "copy":
        _copy(sites, happening, expression)
    elif kind == "delete" and sites.proxying:
        proxies.deleted(sites, happening, expression)
    elif kind == "item" and sites.proxying:
        for object in _objects(sites, parts[0]):
            proxies.item(sites, happening, object, parts[1])
    elif kind == "iterate":
        _iterate(sites, happening, _objects(sites, parts[0]), sites.file.code.text(expression))
    elif kind == "handler":
        _handlers(sites, happening, expression)
    elif kind == "delete" and sites.file.code.op(expression) == Op.NAME:
        for object in _objects(sites, expression):
            for method in sites.language.implicit.get(DELETES_NAME, ()) if object.value.kind == "instance" else ():
                sites.methods(happening, object, method, ())
    elif kind == "delete" and _deletes(sites, expression):
        for object in _objects(sites, parts[0]):
            if object.value.kind == "instance":
                sites.methods(happening, object, sites.language.delete_hook, ())
                hooks.used(sites, happening, object, sites.file.code.text(expression), 2)
                for deleter in sites.names.classes.setters(object.value, sites.file.code.text(expression), True):
                    happening.called.append(("CALLS", deleter.after(object).but(receiver=object.value), ()))
    elif kind in ("format", "repr", "test"):
        for part in parts:
            for object in _objects(sites, part):
                if is_object(object.value):
                    any(sites.methods(happening, object, method, ()) for method in _implicit(sites, kind, expression))
                elif kind != "test":
                    happening.called.extend([("CALLS", each, ()) for each in behind(sites.values, object, ())])
    elif parts and sites.file.code.op(expression) in _HOLD_OBJECTS:
        awaits = kind == "await"
        given = promises.settling(sites.values, expression)[1] if awaits else sites.given(*parts[1:])
        methods = _implicit(sites, kind, expression)
        if kind == "item":
            containers.ask(sites, parts[1:])
        for object in _objects(sites, parts[0]):
            of_class = sites.language.implicit.get(f"{kind} class", ()) if object.value.kind == "class" else ()
            asked = object.value.kind == "instance" or (awaits and is_object(object.value))
            hooked = [not asked and containers.asked(sites, happening, object, name, given) for name in methods]
            if any(hooked):
                continue
            for method in methods if asked else of_class:
                if _methods(sites, happening, object, method, given) and kind == "item":
                    break  # it decides itself what is missing
            if object.value.name == sites.language.making_type and object.value.kind == "object":
                _supplied(sites, happening, object)
    return happening


def _supplied(sites: Sites, to: Happening, object: Found) -> None:
    """counts[key], where a function makes what is not there: defaultdict(make)"""
    for each in sites.values.concrete(sites.values.contents.contents(object.value, FACTORY)):
        if each.value.kind in ("function", "class"):
            via = steps(each.via, ("makes what is missing",))
            sites.callee(to, each.but(level=max(each.level, INFERRED), via=via, indirect=True), ())


def _deletes(sites: Sites, at: int) -> bool:
    """del object.name, where that is a property, or where the class hears of it; del name, where an object does"""
    code = sites.file.code
    if at != NONE and code.op(at) == Op.NAME:
        methods = sites.language.implicit.get(DELETES_NAME, ())
        return not sites.world.special_methods(sites.language).isdisjoint(methods)
    if at == NONE or code.op(at) != Op.ATTRIBUTE:
        return False
    heard = sites.language.delete_hook in sites.world.special_methods(sites.language)
    return heard or sites.world.is_computed(code.text(at))


def _implicit(sites: Sites, kind: str, at: int) -> tuple[str, ...]:
    text = sites.file.code.text(at)
    return sites.language.implicit.get(f"{kind} {text}" if text in _KINDS_OF_USE else kind, ())


def _objects(sites: Sites, at: int) -> Founds:
    return sites.values.concrete(sites.values.evaluate(at))


def may_compute(sites: Sites, name: str) -> bool:
    """Whether reading an attribute of that name may run code."""
    known = sites.computing.get(name)
    if known is None:
        hears = sites.falls_back or sites.hears_reads
        rare = not sites.world.large or not sites.world.has_member(name)  # in large projects, looked at by few
        known = sites.proxying or sites.world.is_computed(name) or (hears and rare)
        sites.computing[name] = known
    return known


def reads_code(sites: Sites, name: str, at: int) -> bool:
    """Whether taking a method of that name from an object, to call it, may run code."""
    if not may_compute(sites, name):
        return False
    if sites.proxying or sites.world.is_computed(name):
        return True
    return any(object.value.kind == "instance" for object in _objects(sites, sites.file.code.first(at)))


def read(sites: Sites, to: Happening, at: int) -> None:
    """object.name, where that is a property, or where the class answers for any name."""
    name = sites.file.code.text(at)
    for object in _objects(sites, sites.file.code.first(at)):
        if object.value.kind == "module" and sites.falls_back:
            fallback(sites, to, object, name)
        if object.value.kind not in ("instance", "super", "object", "class"):
            continue
        hooks.used(sites, to, object, name, 0)
        if sites.proxying:
            proxies.read(sites, to, object, name)
        if sites.hears_reads:
            hooks.heard(sites, to, object)
        for getter in sites.values.contents.prototypes.getters(object, name):
            to.called.append(("CALLS", getter, ()))
        members = sites.values.contents.read(object, name)
        for member in members:
            if member.value.kind == "function" and sites.values.contents.runs(object.value, member.value):
                declared = member.declared or object.declared
                receiver = sites.receiver(object) if object.value.kind == "super" else object.value
                member = member.but(receiver=receiver, indirect=False, declared=declared)
                to.called.append(("CALLS", member, ()))
        if not members and object.value.kind == "instance" and name != sites.language.space_attribute:
            for method in sites.language.implicit.get("attribute", ()):
                _fall_back(sites, to, object, method, at)


def assign(sites: Sites, to: Happening, object: Found, attribute: str, value: int) -> bool:
    """object.attribute = value: what that runs; whether that takes the value, so that it does not stand there."""
    if sites.proxying:
        proxies.assigned(sites, to, object, attribute, value)
    if not sites.world.is_computed(attribute) or sites.file.stores_computed(value):
        return False
    prototypes = sites.values.contents.prototypes
    if object.value.kind == "object" and not object.value.name:
        setters = prototypes.setters(object, attribute)
        to.called.extend([("CALLS", setter, sites.given(value)) for setter in setters])
        return bool(setters)
    if object.value.kind not in ("instance", "class", "super"):
        return False
    hooks.used(sites, to, object, attribute, 1, sites.given(value))
    receiver = sites.receiver(object) if object.value.kind == "super" else object.value
    setters = sites.names.classes.setters(object.value, attribute) or prototypes.setters(object, attribute)
    for setter in setters:
        to.called.append(("CALLS", setter.after(object).but(receiver=receiver), sites.given(value)))
    return bool(setters) and object.value.kind == "instance"


def _fall_back(sites: Sites, to: Happening, object: Found, method: str, at: int) -> None:
    """object.name, where the class answers for any name. One that keeps its answers is asked but once, most likely by
    code that runs when modules are imported."""
    inner, code = Happening(), sites.file.code
    sites.methods(inner, object, method, ())
    if inner.called and sites.world.has_member(name := code.text(at)):
        owners = [each for each in sites.names.classes.mro(object.value.as_kind("class")) if each.kind == "class"]
        if _sets_by_name(sites, code.first(at)) or any(_is_set(sites, each, name) for each in owners):
            return
    while code.op(at) == Op.ATTRIBUTE:
        at = code.first(at)
    at_import = code.op(at) == Op.NAME and sites.file.scopes.symbol(code.first(at)) == 0
    for kind, callee, given in inner.called:
        keeps = callee.value.kind == "function" and "keeps" in sites.world.symbol(callee.value).flags
        if keeps and not at_import:
            callee = callee.but(level=POSSIBLE, via=steps(callee.via, ("asked for it once",)))
        to.called.append((kind, callee, given))


def _is_set(sites: Sites, cls: Value, name: str) -> bool:
    """Whether a class itself has a member of that name, known or not, and does not only declare it."""
    for path, symbol in sites.names.classes.parts_of(cls):
        file = sites.world.files[path]
        sites.world.reading.add(file.cells(symbol).of(name))
        places = file.names.get(file.symbols[symbol].scope, {}).get(name, ())
        if name in file.attributes(symbol) or any(file.bound[each] != NONE for each in places):
            return True
    return False


def _sets_by_name(sites: Sites, at: int) -> bool:
    """Whether an object is the receiver of code around, which may have attributes that nobody is seen to assign:
    self.__dict__[name] = value"""
    file = sites.file
    if sites.language.space_attribute not in file.facts.strings or file.code.op(at) != Op.NAME:
        return False
    scope, mark, _ = file.code.parts(at)
    values = [file.bound[each] for each in file.lookup(scope, file.code.text(at), mark)[1]]
    return any(value != NONE and file.code.op(value) == Op.THIS for value in values)


def fallback(sites: Sites, to: Happening, module: Found, name: str) -> None:
    """module.name, where the module has no such name and a function that answers for any"""
    if not sites.names.modules.member(module.value.path, name):
        methods = sites.values.contents.answering(module.value, sites.language.fallback_method)
        to.called.extend([("CALLS", each.after(module), ()) for each in methods])


def _operator(sites: Sites, to: Happening, signs: str, parts: Iterable[int]) -> None:
    operands = list(parts)
    if len(operands) == 1:
        signs = f"unary {signs}"
    known_sign = signs in sites.language.operations or len(operands) == 1
    chained = [signs] if known_sign else signs.split(" ")
    for place, sign in enumerate(chained):
        names = sites.language.operations.get(sign)
        if names is None or len(operands) <= place:
            continue
        left, right = operands[place], operands[place + 1] if len(operands) > place + 1 else NONE
        if names[0].startswith(ASKS_RIGHT):  # x in y
            left, right, names = right, left, (names[0].removeprefix(ASKS_RIGHT), names[1])
            containers.ask(sites, [right])
        if names[0].startswith(ASKS_BOTH):
            for object in (*_objects(sites, left), *(_objects(sites, right) if right != NONE else ())):
                if is_object(object.value):
                    any(sites.methods(to, object, name, ()) for name in names[0].removeprefix(ASKS_BOTH).split("|"))
            continue
        known = False
        given: Arguments | None = None
        for object in _objects(sites, left):
            if object.value.kind == "class" and _of_class(sites, object, names[0]):  # x instanceof Class
                known = sites.methods(to, object, names[0], sites.given(right)) or known
            elif object.value.kind == "instance":
                if given is None:
                    given = sites.given(*([right] if right != NONE else []))
                known = any(_methods(sites, to, object, name, given) for name in names[0].split("|")) or known
            elif sites.language.metaclass:
                if given is None:
                    given = sites.given(*([right] if right != NONE else []))
                known = any(containers.asked(sites, to, object, name, given) for name in names[0].split("|")) or known
        if not known and names[1] and right != NONE:
            for object in _objects(sites, right):
                if object.value.kind == "instance":
                    sites.methods(to, object, names[1], sites.given(left))


def _methods(sites: Sites, to: Happening, object: Found, name: str, given: Arguments) -> bool:
    """Calls of an operator's method. An impl block without a trait gives none, and of several that do, the one that
    takes what is given."""
    if not sites.world.has_blocks(sites.language.family):
        return sites.methods(to, object, name, given)
    inner = Happening()
    sites.methods(inner, object, name, given)
    found = [(callee, given) for _, callee, _ in inner.called if impls.of_trait(sites.names, callee)]
    to.called.extend([("CALLS", callee, given) for callee, _ in impls.among(sites.values, found)])
    return bool(found)


def _of_class(sites: Sites, cls: Found, name: str) -> bool:
    """Whether a class has a method of that name that is called on the class itself."""
    members = sites.names.classes.member(cls.value, name)
    return any(each.value.kind == "function" and "static" in sites.world.symbol(each.value).flags for each in members)


def _handlers(sites: Sites, to: Happening, at: int) -> None:
    """What is given to something outside to be called when something happens there."""
    inner = Happening()
    for each in _objects(sites, at):
        if each.value.kind == "function":
            via = steps(each.via, ("an event handler",))
            sites.callee(inner, each.but(level=max(each.level, INFERRED), via=via, indirect=True), ())
    to.called.extend(inner.called)


def _copy(sites: Sites, to: Happening, at: int) -> None:
    """{...object}: runs the getters that are written in it"""
    contents = sites.values.contents
    for object in _objects(sites, at):
        if object.value.kind == "object" and not object.value.name:
            for each in contents.contents(object.value, "", alone=True):
                if each.value.kind == "function" and contents.computed(each.value):
                    to.called.append(("CALLS", each.after(object).but(receiver=object.value, indirect=False), ()))


def _iterate(sites: Sites, to: Happening, objects: Founds, text: str) -> None:
    for object in objects:
        ran = sites.values.contents.iteration.run(object, text)
        to.called.extend(("CALLS", each, ()) for each in ran)
        if not ran and sites.language.item_method and object.value.kind == "instance":  # taken out one by one
            sites.methods(to, object, sites.language.item_method, ())
        elif object.value.kind in ("object", "structure") and object.value.name:
            _loop_outside(sites, to, object)
        elif not sites.language.iterate_methods and object.value.kind == "instance":
            any(_methods(sites, to, object, method, ()) for method in sites.language.implicit.get("iterate", ()))


def _loop_outside(sites: Sites, to: Happening, object: Found) -> None:
    """A loop over a container of a package, which asks what it was made of for its elements."""
    model = f"{object.value.name}.<each>"
    if sites.values.models.find(model) is not None:
        each = Value("external", "", NONE, model)
        sites.modelled(to, Found(each, object.level, object.via, receiver=object.value), (), NONE)
