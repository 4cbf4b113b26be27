"""Methods that a language runs by itself: takes classes that are defined or constructed, attributes that are used and
functions that are called, gives the functions that run behind them, with evidence.

    class Field:  def __get__(self, instance, owner): …      a descriptor: reading `model.size` calls it
    class Model(metaclass=Meta):  size = Field()             calls Meta.__new__ and Field.__set_name__
    @singledispatch def show(x): …  @show.register …         a call of `show` may run what is registered
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from callmap.link import fields, instances
from callmap.link.evidence import INFERRED, POSSIBLE, STATIC, Found, Founds, Value, several, steps, unpacked
from callmap.link.receivers import given_to_class
from callmap.link.spaces import SPACE
from callmap.model import NONE, REGISTERED, Kind, Op, Symbol

if TYPE_CHECKING:
    from callmap.languages import Language
    from callmap.link.calls import Arguments
    from callmap.link.contents import Contents
    from callmap.link.file import File
    from callmap.link.happening import Happening
    from callmap.link.sites import Sites
    from callmap.link.values import Values

ANSWERED: Final = ("found by its class",)  # by a method that answers for any name
_MADE: Final = frozenset({Op.CALL, Op.DECORATED})  # what a class's field must be to hold an object with such methods
_OWNERS: Final = frozenset({"instance", "class", "super"})


# --- a class is defined, or constructed ---


def defined(sites: Sites, to: Happening, symbol: int) -> None:
    """class C(Base, metaclass=Meta): … — hooks of its bases, its metaclass and its fields run."""
    cls = Found(Value("class", sites.file.path, symbol), STATIC, ())
    language, classes = sites.language, sites.names.classes
    for name in language.class_hooks:
        for member in classes.member(cls.value.as_kind("super"), name):
            if member.value.kind == "function":
                to.called.append(("CALLS", member.but(receiver=cls.value), _keywords(sites, symbol)))
    for meta in classes.metaclass(cls.value):
        for name in language.metaclass_hooks if meta.value.kind == "class" else ():
            for member in classes.member(meta.value.as_kind("class"), name):
                if member.value.kind == "function":
                    via = steps((f"{sites.values.class_name(meta.value)} is its metaclass",), member.via)
                    receiver = cls.value if language.metaclass_hooks[-1] == name else meta.value
                    given = (*_made_of(sites, cls.value), *_keywords(sites, symbol))
                    to.called.append(("CALLS", member.but(level=INFERRED, via=via, receiver=receiver), given))
    if language.naming_hook in sites.world.special_methods(language):
        for field in _fields(sites, symbol):
            for found in sites.values.concrete(sites.values.binding(field)):
                for member in _methods(sites.values, found, language.naming_hook):
                    to.called.append(("CALLS", member, ()))


def _made_of(sites: Sites, cls: Value) -> Arguments:
    """What a metaclass is given: the name of the class, its bases, its mapping of names."""
    literals = sites.language.literals
    text = Value("text", "", NONE, sites.world.symbol(cls).short_name)
    name = Value("external_instance", "", NONE, literals.get(Op.STRING, ""), (text,))
    names = Value(SPACE, "", NONE, literals.get(Op.DICT, ""), (cls,))
    return tuple([Value("argument", "", NONE, "", held) for held in ((name,), (), (names,))])


def _keywords(sites: Sites, symbol: int) -> Arguments:
    """class C(Base, key="c"): what a hook of its bases is given"""
    code = sites.file.code
    given: list[Value] = []
    for base in sites.file.symbols[symbol].bases:
        if code.op(base) == Op.KEYWORD and code.text(base) != sites.language.metaclass:
            held = tuple(each.packed() for each in sites.values.evaluate(code.first(base)))
            given.append(Value("argument", "", NONE, f"={code.text(base)}", held))
    return tuple(given)


def _fields(sites: Sites, symbol: int) -> list[int]:
    """The bindings of a class that may hold objects."""
    file = sites.file
    named = file.names.get(file.symbols[symbol].scope, {})
    bindings = file.bindings
    return [
        index for places in named.values() for index in places
        if bindings.value(index) != NONE and file.code.op(bindings.value(index)) in _MADE
    ]  # fmt: skip


def constructed(sites: Sites, to: Happening, found: Found, given: Arguments | None) -> bool:
    """Model(): the metaclass decides what calling its classes does; whether it does. (`super().__call__()` in a method
    of it does not ask it again.)"""
    name = sites.language.call_method
    hooked = False
    last = found.via[-1] if found.indirect and found.via else ""
    asked = name and not (last.startswith("called by ") and last.endswith(f".{name}"))
    for meta in sites.names.classes.metaclass(found.value) if asked else ():
        if meta.value.kind != "class":
            continue
        for member in sites.names.classes.member(meta.value.as_kind("instance"), name):
            if member.value.kind == "function":
                step = f"{sites.values.class_name(meta.value)} is its metaclass"
                via = steps(found.via, (step,))
                to.called.append(("CALLS", Found(member.value, INFERRED, via, False, found.value), given))
                hooked = True
    return hooked


def constructed_above(sites: Sites, to: Happening, found: Found, given: Arguments | None) -> None:
    """super(…) where no base has a constructor of its own: the next base is what it constructs, here or outside."""
    for base in sites.names.classes.mro(found.value.as_kind("class"))[1:2]:
        if base.kind == "class":
            to.called.append(("CONSTRUCTS", Found(base, found.level, found.via), given))
        elif base.kind == "external":
            reason = "builtin" if base.name.startswith("<builtin>") else "external"
            to.unresolved.append((reason, base.name, found.via))


def of_root(contents: Contents, cls: Value, name: str) -> Founds:
    """super().name, in a class none of whose bases has that: a method of the type that all others inherit from."""
    language, classes, world = contents.file.language, contents.names.classes, contents.world
    method = f"{language.root_type}.{name}"
    has = language.known_members.get(language.root_type, ())
    if not language.root_type:
        return ()
    if contents.values.models.find(method) is None and (name not in has or classes.in_diamond(cls)):
        return ()  # a class below may have another one after it
    for each in classes.mro(cls):
        if each.kind != "class":
            return ()  # it may have it
        file = world.files[each.path]
        bases = [base for base in file.symbols[each.symbol].bases if file.code.op(base) != Op.KEYWORD]
        if len(bases) > len(classes.bases(each)):
            return ()  # one that is not known
    return (Found(Value("external", "", NONE, method), STATIC, ()),)


def made(values: Values, cls: Found, given: Arguments | None, at: int) -> Founds:
    """What constructing a class gives: an instance of it, unless a method of it gives back something else."""
    instance = cls.value.as_kind("instance")
    plain = (Found(instances.made(values, cls.value, given, at), cls.level, cls.via),)
    name = values.file.language.making_hook
    if name not in values.world.special_methods(values.file.language):
        return plain
    found: list[Found] = []
    for member in values.names.classes.member(cls.value, name):
        if member.value.kind == "function":
            given_back = values.calls.result(member.but(receiver=cls.value), given, Op.CALL, at)
            found.extend([each for each in given_back if not _is_sibling(values, each.value, cls.value, member.value)])
    others = tuple(each for each in found if each.value.kind == "instance" and each.value != instance)
    return others if len(others) == len(found) > 0 else several((*plain, *others))


def _is_sibling(values: Values, object: Value, cls: Value, method: Value) -> bool:
    """Whether an object is what a method that makes objects gives for other classes: super().__new__(cls)"""
    if object.kind != "instance" or object.symbol == NONE:
        return False
    line = values.names.classes.mro(object.as_kind("class"))
    return cls not in line and Value("class", method.path, values.world.symbol(method).parent) in line


def factories(sites: Sites, to: Happening, found: Found, passed: Sequence[str]) -> None:
    """Fields whose default value is made by a function, when nothing is passed: field(default_factory=make)"""
    if not sites.language.factory_keywords:
        return
    for factory in fields.factories(sites.names, found.value):
        if factory.name not in passed:
            for each in sites.names.alone(factory.file, factory.made_by):
                if each.value.kind in ("function", "class"):
                    via = steps(each.via, ("makes a default value",))
                    sites.callee(to, each.but(level=INFERRED, via=via, indirect=True), ())


# --- descriptors ---


def describes(file: File, value: Value) -> bool:
    """Whether what a class holds may decide itself what reading it gives."""
    return value.kind == "instance" or (value.kind == "external" and value.name == file.language.accessor)


def got(contents: Contents, object: Found, member: Found, name: str) -> Founds | None:
    """What reading a class's field gives whose value is an object that decides; None if it does not."""
    names = contents.file.language.descriptor_methods
    if not names or not contents.values.asked.is_described(name) or object.value.kind not in _OWNERS:
        return None
    accessors = _accessors(contents.values, object, member, 0)
    if accessors:
        return several([each for accessor in accessors for each in contents.values.calls.result(accessor, ())])
    methods = _methods(contents.values, member, names[0])
    if not methods or not contents.names.classes.declares(object.value, name):
        return None
    plain = contents.names.classes.decorated(object.value, name)
    inner = _callable(contents, methods, object.value, plain) if plain is not None else ()
    if inner:
        return inner
    if plain is not None:  # made by a decorator: as if it were a property
        return contents.values.calls.result(Found(plain, INFERRED, object.via, receiver=object.value), ())
    given = _given(object.value)
    return several([each for method in methods for each in contents.values.calls.result(method, given)])


def _callable(contents: Contents, methods: list[Found], object: Value, plain: Value) -> Founds:
    """What a descriptor's method gives to be called, in place of what it was made of: a function that it defines, the
    descriptor itself where it can be called, or just that function, for the object."""
    values, call = contents.values, contents.file.language.call_method
    found: list[Found] = []
    for method in methods:
        for each in values.calls.result(method, _given(object)):
            value = each.value
            if value.kind == "function" and value.symbol == plain.symbol and value.path == plain.path:
                found.append(each.but(receiver=object))
            elif value.kind == "function" and value.path == method.value.path:
                if values.world.symbol(value).parent == method.value.symbol:
                    found.append(each)
            elif value.kind == "instance" and method.receiver is not None:
                itself = value.as_kind("class") == method.receiver.as_kind("class")
                found.extend([each.but(value=method.receiver)] if itself and contents.member(each, call) else ())
    return several(found)


def used(sites: Sites, to: Happening, object: Found, name: str, place: int, value: tuple[Value, ...] = ()) -> None:
    """object.name, object.name = value, del object.name: the descriptor's method for it, known by its place, runs."""
    contents, methods = sites.values.contents, sites.language.descriptor_methods
    if not methods or not sites.values.asked.is_described(name) or object.value.kind not in _OWNERS:
        return
    if not sites.names.classes.declares(object.value, name):
        return
    for member in sites.values.concrete(contents.read(object, name)):
        to.called.extend(("CALLS", each, value) for each in _accessors(sites.values, object, member, place))
        found = _methods(sites.values, member, methods[place])
        given = _given(object.value) if place == 0 else (_given(object.value)[0], *value)
        to.called.extend(("CALLS", each, given) for each in found)
        plain = sites.names.classes.decorated(object.value, name) if found and place == 0 else None
        if plain is not None:
            via = steps(object.via, (f"read through {sites.values.class_name(member.value)}",))
            to.called.append(("CALLS", Found(plain, POSSIBLE, via, True, object.value), ()))


def assigned(sites: Sites, to: Happening, object: Found, name: str) -> None:
    """object.name = value, where the object's class decides what that does. The value is not followed there: what is
    done with it depends on the name, and all attributes would become one."""
    text = Value("external_instance", "", NONE, sites.language.literals.get(Op.STRING, ""),
                 (Value("text", "", NONE, name),))  # fmt: skip
    given = (Value("argument", "", NONE, "", (text,)),)
    to.called.extend(("CALLS", each, given) for each in _methods(sites.values, object, sites.language.store_hook))


def answered(contents: Contents, object: Found, name: str) -> Founds:
    """__getattr__, of an object's class or of a module; __getattribute__"""
    language, world = contents.file.language, contents.world
    defined = world.special_methods(language)
    methods = [each for each in (language.fallback_method, language.read_hook) if each in defined]
    if not methods or world.is_special(language, name) or name in (language.space_attribute, language.class_attribute):
        return ()  # what the language itself calls is never looked for there, nor what all objects have
    if object.value.kind == "instance" and _sets(contents, object.value, name):
        return ()
    text = Value("external_instance", "", NONE, language.literals.get(Op.STRING, ""),
                 (Value("text", "", NONE, name),))  # fmt: skip
    given = (Value("argument", "", NONE, "", (text,)),)
    found: list[Found] = []
    for each in [each for method in methods for each in contents.answering(object.value, method)]:
        found.extend(contents.values.calls.result(each.after(object), given))
    return several([each.but(via=steps(each.via, ANSWERED)) for each in found])


def _sets(contents: Contents, object: Value, name: str) -> bool:
    """Whether methods of an object's class set the attribute, to whatever."""
    world = contents.world
    for owner in contents.names.classes.mro(object.as_kind("class")):
        if owner.kind == "class":
            file = world.files[owner.path]
            world.reading.add(file.cells(owner.symbol).of(name))
            if name in file.attributes(owner.symbol):
                return True
    return False


def heard(sites: Sites, to: Happening, object: Found) -> None:
    """object.name, where the class hears of every attribute that is read"""
    if object.value.kind == "instance":
        to.called.extend([("CALLS", each, ()) for each in _methods(sites.values, object, sites.language.read_hook)])


def part(language: Language, accessor: Found, name: str) -> Founds:
    """size.fget: one of the functions that an accessor was made of"""
    if name not in language.accessor_parts or accessor.receiver is None:
        return ()
    place = str(language.accessor_parts.index(name))
    held = [value for slot in accessor.receiver.of if slot.name == place for value in slot.of]
    return tuple([unpacked(value, max(accessor.level, INFERRED), accessor.via) for value in held])


def _accessors(values: Values, object: Found, member: Found, place: int) -> list[Found]:
    """size = property(get, set): the function for reading, assigning or deleting"""
    language = values.file.language
    if member.value.name != language.accessor or object.value.kind == "class":
        return []
    level, held = max(object.level, INFERRED), part(language, member, language.accessor_parts[place])
    found = [Found(each.value, level, object.via, True) for each in held if each.value.kind == "function"]
    given = [given_to_class(values.world, object.value, each) for each in found]  # property(lambda self: …)
    return [each.but(receiver=object.value) if each is one else each for one, each in zip(found, given, strict=True)]


def _given(object: Value) -> tuple[Value, ...]:
    owner = object.as_kind("class")
    held = (object,) if object.kind == "instance" else ()
    return Value("argument", "", NONE, "", held), Value("argument", "", NONE, "", (owner,))


def _methods(values: Values, object: Found, name: str) -> list[Found]:
    """The methods of that name of an instance of a class of the project."""
    value = object.value
    if value.kind != "instance" or value.symbol == NONE:
        return []
    return [
        Found(member.value, max(object.level, INFERRED), steps(object.via, member.via), False, value)
        for member in values.names.classes.member(value, name) if member.value.kind == "function"
    ]  # fmt: skip


# --- functions that others are registered with ---


def _stands_for_others(contents: Contents, cls: Value) -> bool:
    """Whether a class is never made itself, but others inherit from it: what is declared so is of one of them."""
    if cls.kind != "class" or not contents.names.classes.inherited(cls):
        return False
    return not contents.values.ask(Value("made", cls.path, cls.symbol))


def of_definition(contents: Contents, object: Found, name: str) -> Founds:
    """show.register, size.setter: a member of what a decorator outside has made of a function; show.__name__"""
    symbol, language = contents.world.symbol(object.value), contents.file.language
    if name == language.name_attribute:
        texts = () if _stands_for_others(contents, object.value) else (Value("text", "", NONE, symbol.short_name),)
        type = language.literals.get(Op.STRING, "")
        return (Found(Value("external_instance", "", NONE, type, texts), object.level, object.via),)
    if object.value.kind == "class":
        outside = Value("external", "", NONE, f"{language.class_type}.{name}")
        find = contents.values.models.find
        of_all = find(f"{language.root_type}.{name}") is not None  # C.__new__ is what all have, not what its type has
        known = language.class_type and not of_all and find(outside.name) is not None
        return (Found(outside, object.level, object.via, receiver=object.value),) if known else ()
    if name in language.method_parts:
        if language.method_parts[name] == "function":
            return (object.but(receiver=None),)
        return () if object.receiver is None else (unpacked(object.receiver, object.level, object.via),)
    flags = symbol.flags
    for flag, type in language.decorated_types.items():
        if flag in flags and name in language.known_members.get(type, (name,)):
            outside = Value("external", "", NONE, f"{type}.{name}")
            return (Found(outside, object.level, object.via, receiver=object.packed()),)
    type = _decorated_type(contents, object.value) if symbol.decorators else ""
    return (Found(Value("external", "", NONE, f"{type}.{name}"), INFERRED, object.via),) if type else ()


def _decorated_type(contents: Contents, function: Value, depth: int = 3) -> str:
    """The type of what a decorator outside makes of a function, by its name: @click.group(), @cli.group(); "" if it is
    not known."""
    file, types = contents.world.files[function.path], contents.file.language.decorated_types
    for decorator in contents.world.symbol(function).decorators:
        applied = file.code.first(decorator) if file.code.op(decorator) == Op.CALL else decorator
        known = contents.names.expression(file, applied) or ()
        names = [each.value.name for each in known if each.value.kind == "external"]
        if not names and depth and file.code.op(applied) == Op.ATTRIBUTE:
            owners = contents.names.expression(file, file.code.first(applied)) or ()
            made = [_decorated_type(contents, f.value, depth - 1) for f in owners if f.value.kind == "function"]
            names = [f"{type}.{file.code.text(applied)}" for type in made if type]
        for name in names:
            if name in types:
                return types[name]
    return ""


def registered(values: Values, found: Found) -> Founds:
    """What a call of the function may run beside itself."""
    function = found.value
    key = Value("attribute", function.path, function.symbol, REGISTERED)
    via = steps(found.via, (f"registered with {values.world.symbol(function).name}",))
    known = [unpacked(value, INFERRED, via) for value in values.ask(key) if value.kind == "function"]
    return tuple(each.but(receiver=found.receiver) for each in known if each.value != function)


def behind_macro(sites: Sites, found: Found, symbol: Symbol, names: int = 3) -> list[Found]:
    """What a macro that is just another name stands for: `#define alloc zmalloc`, maybe through other such names."""
    if "object_like" not in symbol.flags or not names:
        return []
    step = (f"macro {symbol.name}",)
    behind: list[Found] = []
    for each in sites.values.calls.result(found, ()):
        if each.value.kind == "function":
            each = each.but(via=steps(each.via, step), indirect=False)
            own = sites.world.symbol(each.value)
            further = behind_macro(sites, each, own, names - 1) if own.kind == Kind.MACRO else []
            behind.extend(further or [each])
    return behind
