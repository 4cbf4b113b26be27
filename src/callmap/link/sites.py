"""Where code runs code: takes a site of one file (a call, an operator, a store), gives what happens there.

`Sites` evaluates each site once a round: the functions it calls, with what it passes to them, and what it puts into
objects and containers. Edges are made from the first (`link`), summaries of parameters and contents from both.
"""

from __future__ import annotations

from callmap.link import arity, containers, hooks, impls, outside, proxies, registrations
from callmap.link.bounds import gave_up
from callmap.link.calls import Arguments
from callmap.link.evidence import (
    INFERRED,
    KEYS,
    POSSIBLE,
    STATIC,
    TOO_MANY_VALUES,
    Found,
    Founds,
    Value,
    bound_of,
    steps,
    unpacked,
)
from callmap.link.fields import by_place
from callmap.link.happening import CALL, IMPORT, RAISED, STORE, USE, Happening
from callmap.link.hooks import ANSWERED
from callmap.link.lineage import closed_member
from callmap.link.operations import assign, fallback, read, reads_code, use
from callmap.link.pairs import paired
from callmap.link.places import constant
from callmap.link.prototypes import LINKS, OTHERS
from callmap.link.receivers import FIRST, first_parameter, given_to_class, stored
from callmap.link.spaces import SPACE
from callmap.link.terms import LATE, NEVER
from callmap.link.values import NO_KEYS, Values
from callmap.model import DESCRIBED, GETTER, MIXED, NONE, PROTOTYPE, Kind, Op


class Sites:
    """The sites of one file."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.names = values.names
        self.world = values.world
        self.file = values.file
        self.language = values.file.language
        self._of_object = f".{self.language.call_method}()"  # how what an object has wrapped is named
        self.proxying = proxies.makes_proxies(values.file)
        self.final = False  # whether the rounds are over
        self.computing: dict[str, bool] = {}  # name of an attribute → whether reading it may run code
        self.late: set[int] = set()  # calls that are to be looked at again then
        self.asked: set[Value] = set()  # summaries that they will need, and nothing else that is found before then
        self._index = NONE  # the call that is being looked at
        self.hears_stores = self.language.store_hook in self.world.special_methods(self.language)
        self.hears_reads = self.language.read_hook in self.world.special_methods(self.language)
        self.falls_back = self.language.fallback_method in self.world.special_methods(self.language)

    def happening(self, sort: int, index: int) -> Happening:
        """What happens at a site."""
        if sort == CALL:
            happening = self.call(index)
        elif sort == STORE:
            happening = self.store(index)
        elif sort == USE:
            happening = use(self, index)
        elif sort == IMPORT:
            happening = self.imported(index)
        else:
            happening = self.raised(index) if sort == RAISED else self.definition(index)
        for kind, callee, given in happening.called:
            if kind == "CALLS":
                at = self.file.calls[index].expression if sort == CALL else NONE
                registrations.register(self, happening, callee, given, at)
        return happening

    # --- calls ---

    def call(self, index: int) -> Happening:
        happening = Happening()
        self._index = index
        call = self.file.calls[index]
        expression = call.expression
        callee = self.file.code.part(expression, 0)
        found = arity.taking(self.values, self.values.concrete(self.values.evaluate(callee)), expression)
        if call.form == "method":
            name = self.file.code.text(callee)
            if reads_code(self, name, callee) or (self.falls_back and any(ANSWERED[0] in each.via for each in found)):
                read(self, happening, callee)
            elif self.hears_reads:
                for object in self.values.concrete(self.values.evaluate(self.file.code.first(callee))):
                    hooks.heard(self, happening, object)
        if call.text.startswith("(") and any(self._is_type(each.value) for each in found):
            return happening  # (type)(value): a cast that looks like a call
        for each in found:
            self.callee(happening, each, None, expression)
        if not happening.called and not happening.unresolved:
            happening.unresolved.append(("dynamic", None, gave_up(self.values, callee)))
        return happening

    def _is_type(self, value: Value) -> bool:
        return value.kind == "class" and self.world.symbol(value).kind in (Kind.TYPE, Kind.STRUCT, Kind.UNION)

    def callee(self, to: Happening, found: Found, given: Arguments | None, at: int = NONE) -> None:
        """Notes that what was found is called."""
        value = found.value
        if value.kind == "function":
            if at != NONE and self.file.code.op(at) == Op.CONSTRUCT:
                found = found.but(receiver=value.as_kind("instance"))  # of a constructor function
                to.made.append(value)
            symbol = self.world.symbol(value)
            behind = hooks.behind_macro(self, found, symbol) if symbol.kind == Kind.MACRO else ()
            to.called.extend([("CALLS", each, given) for each in behind or (found,)])
            if "dispatcher" in symbol.flags:
                to.called.extend([("CALLS", each, given) for each in hooks.registered(self.values, found)])
            return
        self.names.depth.enter()  # a thing may call another, and an object be its own method
        self._called(to, found, given, at)
        self.names.depth.level -= 1

    def _called(self, to: Happening, found: Found, given: Arguments | None, at: int) -> None:
        """Of what is called and is no function: what runs."""
        value = found.value
        kind = value.kind
        reason = "builtin" if value.name.startswith("<builtin>") else "external"
        if kind == "class":
            self._construction(to, found, given, at)
        elif kind == "super":  # super(…): the constructor of a base
            if not self._constructors(to, found, given):
                hooks.constructed_above(self, to, found, given)
        elif kind == "instance":
            if self.language.call_method and value.symbol != NONE:
                self._called_object(to, found, given, at)
        elif kind == "module":
            for each in self.values.calls.called_module(found):
                self.callee(to, each, given, at)
        elif kind == "external":
            if value.name.startswith("<any>"):
                to.unresolved.append(("dynamic", None, found.via))
            else:
                nameless = ".<" in value.name or value.name.endswith("()")  # a function that another one has made
                if not value.name.endswith(self._of_object):  # else one that an object has wrapped
                    to.unresolved.append((reason, None if nameless else value.name, found.via))
            self.modelled(to, found, given, at)
        elif kind == "object" and self.proxying:
            proxies.called(self, to, found, given, at)
        elif kind == "many":
            via = found.via if bound_of(found.via) else steps(found.via, (TOO_MANY_VALUES,))
            to.unresolved.append(("dynamic", None, via))
        elif kind == "object" and (method := outside.called(self.language, found)) is not None:
            self._called(to, method, given, at)
        elif kind in ("external_instance", "external_result"):
            if kind == "external_result" and reason == "builtin" and not self._is_member(at):
                return  # what `table.get(key)` gave is called: it may be anything
            if (method := outside.called(self.language, found)) is not None:
                self._called(to, method, given, at)
            else:
                to.unresolved.append((reason, None, steps(found.via, (f"a value of {value.name}",))))

    def _is_member(self, at: int) -> bool:
        return at != NONE and self.file.code.op(self.file.code.part(at, 0)) == Op.ATTRIBUTE

    def methods(self, to: Happening, object: Found, name: str, given: Arguments | None) -> bool:
        """Calls of a method of an object; whether it has one."""
        known = False
        for member in self.values.concrete(self.values.contents.member(object, name)):
            if member.value.kind == "function":
                to.called.append(("CALLS", member.but(receiver=member.receiver or object.value, indirect=False), given))
                known = True
            elif member.value.kind in ("class", "instance"):
                self.callee(to, member, given)
                known = True
        return known

    def _called_object(self, to: Happening, object: Found, given: Arguments | None, at: int) -> None:
        """object(…): its method for that, or one that a base outside has"""
        if not self.methods(to, object, self.language.call_method, given):
            for member in self.values.contents.member(object, self.language.call_method):
                of_classes = self.names.classes.is_metaclass(object.value.as_kind("class"))  # a class is constructed
                if member.value.kind == "external" and not of_classes:
                    self.callee(to, member, given, at)

    def modelled(self, to: Happening, found: Found, given: Arguments | None, at: int) -> None:
        """What a function outside does with what it is given."""
        model = self.values.models.find(found.value.name)
        when = self.values.models.when(model) if model else NEVER
        if model is None or when == NEVER or (when == LATE and not self.final):
            if when == LATE and self._index not in self.late:
                self.late.add(self._index)
                self._ask(given, at)
            return
        arguments = given if given is not None else self.values.calls.modelled_arguments(model, at)
        outcome = self.values.models.run(found, arguments, at)
        if outcome is None:
            return
        step = (f"called by {found.value.name.removeprefix('<any>.')}",)
        for callee, passed in impls.among(self.values, outcome.calls):
            for each in closed_member(self.values, callee):
                if not each.value.kind.startswith("external"):
                    reached = each.but(level=max(each.level, INFERRED), via=steps(each.via, step), indirect=True)
                    self.callee(to, reached, passed)
                elif each.value.kind == "external" and each.value.name != found.value.name:
                    self.modelled(to, each, passed, NONE)
        for container, key, values in outcome.puts:
            for each in self.values.concrete((unpacked(container, STATIC, ()),)):
                if key not in LINKS:
                    each = self.values.contents.iteration.container(each)
                if each.value.kind == "object":
                    to.put.append((Value("content", each.value.path, each.value.symbol, key), values))
                elif each.value.kind == SPACE:
                    self.put(to, each, [key] if key else [], values)
                elif each.value.kind == "function" and key == FIRST:
                    to.put.append((first_parameter(self.world, each.value), values))
                elif each.value.kind in ("instance", "class", "function") and key in LINKS:
                    to.put.append((Value("attribute", each.value.path, each.value.symbol, key), values))
        for object, attribute, values in outcome.stores:
            self.set(to, unpacked(object, STATIC, ()), attribute, values)

    def _ask(self, given: Arguments | None, at: int) -> None:
        """Asks for what will be needed when the rounds are over: no reason to look at the call again before."""
        values = self.values
        outer, values.keys = values.keys, NO_KEYS
        try:
            for argument in given if given is not None else values.calls.arguments(at):
                values.concrete(tuple([unpacked(each, STATIC, ()) for each in argument.of]))
        except Exception:
            values.keys |= outer
            raise
        self.asked |= values.keys
        values.keys = outer

    def _construction(self, to: Happening, found: Found, given: Arguments | None, at: int) -> None:
        symbol = self.world.symbol(found.value)
        if symbol.kind == Kind.NAMESPACE:
            return
        if symbol.kind == Kind.TYPE:
            file = self.world.files[found.value.path]
            for aliased in self.names.types.instances(file, symbol.type):
                if aliased.value.kind == "instance":
                    self._construction(to, Found(aliased.value.as_kind("class"), aliased.level, aliased.via), given, at)
            return
        to.called.append(("CONSTRUCTS", found, given))
        if not found.declared and found.level != POSSIBLE:  # else it is made where the receiver is of that class
            to.made.append(found.value)
        if self.language.metaclass and hooks.constructed(self, to, found, given):
            return
        if not self._constructors(to, found, given, at):
            self._fields(to, found, given if given is not None else self.values.calls.arguments(at))

    def _constructors(self, to: Happening, found: Found, given: Arguments | None, at: int = NONE) -> bool:
        known = False
        for name in self.language.constructors:
            above = found.value.kind == "super"
            members = (
                self.values.contents.member(found, name) if above else self.names.classes.member(found.value, name)
            )
            for member in members:
                if member.value.kind == "function":
                    made = self.receiver(found) if above else found.value.as_kind("instance")
                    to.called.append(("CALLS", member.after(found).but(receiver=made), given))
                    known = known or name != self.language.fields_hook
                elif member.value.kind == "external" and not above and not known:
                    self.modelled(to, member.but(receiver=found.value.as_kind("instance")), given, at)
        return known

    def receiver(self, found: Found) -> Value:
        return found.value.of[0] if found.value.of else found.value.as_kind("instance")

    def _fields(self, to: Happening, found: Found, given: Arguments) -> None:
        """A class whose constructor is made from its fields: each holds what is passed in its place."""
        if not self.language.call_method:
            return
        fields = by_place(self.names, found.value) if given else ()
        passed: list[str] = []
        for place, argument in enumerate(given):
            name = fields[place] if argument.name == "" and place < len(fields) else argument.name[1:]
            if name in fields:
                passed.append(name)
                key = Value("attribute", found.value.path, found.value.symbol, name)
                to.put.append((key, tuple(unpacked(each, INFERRED, ()) for each in argument.of)))
        hooks.factories(self, to, found, passed)

    # --- definitions, exceptions ---

    def definition(self, symbol: int) -> Happening:
        """class C(Base): methods that run by themselves"""
        happening = Happening()
        hooks.defined(self, happening, symbol)
        return happening

    def raised(self, index: int) -> Happening:
        """raise Failure: an instance of it is made"""
        happening = Happening()
        for each in self.values.concrete(self.values.evaluate(self.file.facts.returns[index].value)):
            if each.value.kind == "class":
                self._construction(happening, each, (), NONE)
        return happening

    def imported(self, index: int) -> Happening:
        """from module import name, where a function of the module answers for names that it does not have"""
        happening = Happening()
        at = self.file.bound[index]
        for module in self.names.expression(self.file, self.file.code.first(at)) or ():
            if module.value.kind == "module":
                fallback(self, happening, module, self.file.code.text(at))
        return happening

    # --- stores ---

    def store(self, index: int) -> Happening:
        """object.attribute = value, object[key] = value"""
        happening = Happening()
        store = self.file.stores[index]
        objects = self.values.concrete(self.values.evaluate(store.object))
        if not objects:
            return happening
        registration = store.key != NONE and registrations.is_registration(self.file, index)
        told = registration and registrations.is_told_by_calls(self, index)
        if store.attribute.startswith(GETTER) and not told:
            names = registrations.names_put(self, store)
            for object in objects:
                registrations.put_getters(self, happening, object, names, self.values.evaluate(store.value))
            return happening
        if store.attribute == MIXED and store.key != NONE and registrations.put_copies(self, happening, store, objects):
            return happening
        if store.attribute:
            for object in objects if not told else ():
                taken = assign(self, happening, object, store.attribute, store.value)
                if self.hears_stores:
                    hooks.assigned(self, happening, object, store.attribute)
                if not taken:
                    self.set(happening, object, store.attribute, stored(self.values, store.value))
            return happening
        name = constant(self.values, store.key)
        keys = () if name else self.values.concrete(self.values.evaluate(store.key))
        texts = [name] if name else [text for found in keys for text in self.values.contents.texts(found.value)]
        pairs = paired(self.values, store.key, store.value) if not name else None
        for object in objects:
            hooked = False
            if self.proxying:
                proxies.assigned(self, happening, object, name, store.value)
            if object.value.kind == "object" and keys and object.value.name:
                happening.put.append((Value("content", object.value.path, object.value.symbol, KEYS), keys))
                containers.stored(self, happening, keys)
            elif object.value.kind == "instance":
                for method in self.language.implicit.get("item store", ()):
                    hooked = self.methods(happening, object, method, self.given(store.key, store.value))
            if not told and not hooked:
                names = [] if registration and not object.value.name else texts
                for one, values in pairs or [("", self.values.evaluate(store.value))]:
                    self.put(happening, object, [one] if one else names, values)
        return happening

    def put(self, to: Happening, object: Found, keys: list[str], values: Founds) -> None:
        """object[key] = value"""
        object = self.values.contents.iteration.container(object)
        value = object.value
        if value.kind == "object":
            unknown = "" if value.name else OTHERS
            to.put.extend((Value("content", value.path, value.symbol, key), values) for key in keys or [unknown])
        elif value.kind == SPACE:
            for key in keys:
                self.set(to, unpacked(value.of[0], STATIC, ()), key, values)
        elif value.kind in ("module", "class", "function") or (
            value.kind == "instance" and not self.language.item_method
        ):
            registrations.put_members(self, to, object, keys, values)

    def set(self, to: Happening, object: Found, attribute: str, values: Founds) -> None:
        """object.attribute = value"""
        value = object.value
        if attribute == DESCRIBED:
            attribute = PROTOTYPE if value.kind == "object" else MIXED
        if self.language.is_test(self.file.path) and value.path and not self.language.is_test(value.path):
            return  # a test's mock is no part of the program
        if value.kind in ("instance", "class", "function"):
            if attribute == self.language.prototype:  # A.prototype = Object.create(B.prototype), = { … }
                above = bool(values) and all(each.value.kind == "instance" for each in values)
                attribute = PROTOTYPE if above else MIXED
            if value.kind == "class" and self.language.binds_functions:
                values = tuple(given_to_class(self.world, value, each) for each in values)
            to.put.append((Value("attribute", value.path, value.symbol, attribute), values))
        elif value.kind == "object":
            to.put.append((Value("content", value.path, value.symbol, attribute), values))
        elif value.kind == "module":
            to.put.append((Value("variable", value.path, NONE, attribute), values))

    def given(self, *places: int) -> Arguments:
        each = [tuple([found.packed() for found in self.values.evaluate(at)]) for at in places]
        return tuple([Value("argument", "", NONE, "", values) for values in each])
