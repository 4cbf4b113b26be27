"""What JavaScript's own library, browsers, Node and React do with functions and objects that they are given: models, as
`link/models.py` reads them, and the methods behind operators and statements.

A promise is seen as what it holds, so `await` and `then` find it there; only one that is made by `new Promise` is an
object of its own, into which `resolve` puts it."""

from __future__ import annotations

from callmap.model import Op

_ITERATION = {
    "forEach": "call(a0, each(this), none, this)",
    "map": "-> many(call(a0, each(this), none, this))",
    "flatMap": "-> many(flat(call(a0, each(this), none, this)))",
    "filter": "call(a0, each(this), none, this) -> many(each(this))",
    "find": "call(a0, each(this), none, this) -> each(this)",
    "findLast": "call(a0, each(this), none, this) -> each(this)",
    "findIndex": "call(a0, each(this), none, this)",
    "findLastIndex": "call(a0, each(this), none, this)",
    "some": "call(a0, each(this), none, this)",
    "every": "call(a0, each(this), none, this)",
    "reduce": "-> fold(a0, this, a1)",
    "reduceRight": "-> fold(a0, this, a1, 1)",
}
_ARRAY = {
    **_ITERATION,
    "push": "put(this, rest(0))",
    "unshift": "put(this, rest(0))",
    "splice": "put(this, rest(2)) -> many(each(this))",
    "fill": "put(this, a0) -> this",
    "pop": "-> each(this)",
    "shift": "-> each(this)",
    "at": "-> item(this, a0)",
    "with": "-> many(each(this) | a1)",
    "concat": "-> concatenated(this)",
    "slice": "-> part(this, a0, a1)",
    "flat": "-> many(flat(each(this)))",
    "reverse": "-> backwards(this)",
    "toReversed": "-> many(each(this))",
    "toSpliced": "-> many(each(this) | rest(2))",
    "copyWithin": "-> this",
    "sort": "call(a0, each(this), each(this)) -> this",
    "toSorted": "call(a0, each(this), each(this)) -> many(each(this))",
    "values": "-> many(each(this))",
    "entries": "-> many(pair(none, each(this)))",
    "keys": "",
    "@@iterator": "-> many(each(this))",
    "join": "",
    "toString": "",
    "indexOf": "",
    "includes": "",
}
_MAP = {
    "get": "-> item(this, a0)",
    "set": "put(this, a1, a0); put(this, a0, '<key>') -> this",
    "has": "",
    "delete": "",
    "clear": "",
    "forEach": "call(a0, item(this), keys(this), this)",
    "values": "-> many(item(this))",
    "entries": "-> many(pair(keys(this), item(this)))",
    "keys": "-> many(keys(this))",
    "@@iterator": "-> many(pair(keys(this), item(this)))",
    "<each>": "-> pair(keys(this), item(this))",
    "getOrInsert": "put(this, a1, a0) -> item(this, a0) | a1",
    "getOrInsertComputed": "put(this, call(a1, a0), a0) -> item(this, a0) | call(a1, a0)",
}
_SET = {
    "add": "put(this, a0) -> this",
    "has": "",
    "delete": "",
    "clear": "",
    "forEach": "call(a0, each(this), each(this), this)",
    "values": "-> many(each(this))",
    "keys": "-> many(each(this))",
    "entries": "-> many(pair(each(this), each(this)))",
    "@@iterator": "-> many(each(this))",
    "union": "-> many(each(this) | each(a0))",
    "intersection": "-> many(each(this))",
    "difference": "-> many(each(this))",
    "symmetricDifference": "-> many(each(this) | each(a0))",
}
_GENERATOR = {
    **_ITERATION,
    "next": "store(item(this, '<maker>'), '<sent>', a0) -> fields(value, each(this) | item(this, '<return>'))",
    "return": "-> fields(value, a0)",
    "throw": "-> fields(value, each(this) | item(this, '<return>'))",
    "take": "-> many(each(this))",
    "drop": "-> many(each(this))",
    "toArray": "-> many(each(this))",
    "@@iterator": "-> this",
    "@@asyncIterator": "-> this",
}
_PROMISE = {
    "then": "call(a1, item(this, '<reason>')) -> (call(a0, held(this)) or held(this)) | failed(this)",
    "catch": "-> call(a0, item(this, '<reason>')) | held(this)",
    "finally": "call(a0) -> held(this) | failed(this)",
}
LISTENING = frozenset({"on", "once", "addListener", "prependListener", "prependOnceListener"})
_EMITTER = {
    **dict.fromkeys(LISTENING, "listen(this, a1, a0) -> this"),
    "emit": "call(heard(this, a0), *1)",
    "listeners": "-> many(heard(this, a0))",
    "rawListeners": "-> many(heard(this, a0))",
    **dict.fromkeys(("off", "removeListener", "removeAllListeners", "setMaxListeners"), "-> this"),
}
_TARGET = {
    "addEventListener": "call(a1); call(member(a1, 'handleEvent'))",
    "addListener": "call(a0)",
    "matchMedia": "",
}
_TIMERS = dict.fromkeys(("setTimeout", "setInterval"), "call(a0, *2)") | {
    "setImmediate": "call(a0, *1)",
    "queueMicrotask": "call(a0)",
    "requestAnimationFrame": "call(a0)",
    "requestIdleCallback": "call(a0)",
}
_OBJECT = {
    "assign": "mix(a0, rest(1)) -> a0",
    "create": "-> define(create(a0), a1)",
    "defineProperties": "-> define(a0, a1)",
    "setPrototypeOf": "inherit(a0, a1) -> a0",
    "getPrototypeOf": "-> a0",
    "entries": "-> many(correlated(a0) or pair(none, item(a0)))",
    "values": "-> many(item(a0))",
    "keys": "",
    "fromEntries": "iterate(a0) -> new(table(a0), '')",
    "groupBy": "iterate(a0); call(a1, each(a0)) -> new(many(many(each(a0))), '')",
    "defineProperty": "store(a0, a1, member(a2, 'value'))",
    **dict.fromkeys(("freeze", "seal", "preventExtensions", "isFrozen"), "-> a0"),
}
_REFLECT = {
    "apply": "-> call(on(a0, a1), *a2)",
    "construct": "-> call(a0, *a1)",
    "get": "read(a0, a1) -> member(a0, a1)",
    "set": "write(a0, a1, a2); store(a0, a1, a2)",
    "getPrototypeOf": "-> a0",
    "setPrototypeOf": "inherit(a0, a1)",
    "defineProperty": "store(a0, a1, member(a2, 'value'))",
}
_FUNCTION = {
    "call": "-> call(on(this, a0), *1)",
    "apply": "-> call(on(this, a0), *a1)",
    "bind": "-> bind(this, a0)",
}
_REACT = {
    "useState": "-> pair(call(a0) or a0, none)",
    "useReducer": "call(a0, a1) -> pair(call(a2, a1) or a1, none)",
    **dict.fromkeys(("useEffect", "useLayoutEffect", "useInsertionEffect"), "call(call(a0))"),
    "useMemo": "-> call(a0)",
    "useCallback": "-> a0",
    "useEffectEvent": "-> a0",
    "useRef": "-> kept(current, a0)",
    "createRef": "-> kept(current, none)",
    "useImperativeHandle": "call(a1)",
    "useTransition": "-> pair(none, outside('react.startTransition'))",
    "startTransition": "call(a0)",
    "useSyncExternalStore": "call(a0) -> call(a1)",
    "memo": "-> a0",
    "forwardRef": "-> a0",
    "lazy": "-> member(call(a0), 'default')",
    "createElement": "call(a0, a1)",
    "cloneElement": "-> a0",
    "useDeferredValue": "-> a0",
    "createContext": "-> kept(value, a0)",
    "useContext": "-> member(a0, 'value')",
}
# Functions of Node that call the last thing they are given when they are done.
_CALLS_TO_SEE = ("throws", "doesNotThrow", "rejects", "doesNotReject")  # of Node's own assertions
_CALLED_BACK = {
    "fs": "access appendFile chmod chown close copyFile cp exists fstat fsync ftruncate futimes glob lchown link lstat "
    "mkdir mkdtemp open opendir read readFile readdir readlink readv realpath rename rm rmdir stat statfs symlink "
    "truncate unlink utimes watch watchFile write writeFile writev",
    "child_process": "exec execFile fork",
    "crypto": "generateKeyPair hkdf pbkdf2 randomBytes randomFill randomInt scrypt",
    "dns": "lookup resolve resolve4 resolve6 reverse",
    "zlib": "brotliCompress deflate gunzip gzip inflate unzip",
    "http": "get request",
    "https": "get request",
    "stream": "finished pipeline",
}
_TYPED_ARRAYS = (
    "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
    "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array", "Buffer",
)  # fmt: skip
_FUNCTIONS = {
    **{f"<builtin>.{name}.*": "<builtin>.Array" for name in _TYPED_ARRAYS},
    "<builtin>.Array": "-> new(many(rest(0)))",
    "<builtin>.Array.from": "iterate(a0) -> many(call(a1, each(a0)) or each(a0))",
    "<builtin>.Array.fromAsync": "-> many(call(a1, each(a0)) or each(a0))",
    "<builtin>.Array.of": "-> many(rest(0))",
    "<builtin>.Array.isArray": "",
    "<builtin>.Map": "iterate(a0) -> new(table(a0))",
    "<builtin>.WeakMap": "-> new(table(a0))",
    "<builtin>.WeakMap.*": "<builtin>.Map",
    "<builtin>.Map.groupBy": "call(a1, each(a0)) -> new(many(many(each(a0))))",
    "<builtin>.Set": "iterate(a0) -> new(many(each(a0)))",
    "<builtin>.WeakSet": "-> new(many(each(a0)))",
    "<builtin>.WeakSet.*": "<builtin>.Set",
    "<builtin>.WeakRef": "-> new(many(a0))",
    "<builtin>.WeakRef.deref": "-> each(this)",
    "<builtin>.Iterator.from": "-> many(each(a0))",
    "<builtin>.Promise": "-> promise(a0)",
    "<builtin>.Promise.<resolve>": "put(this, held(a0))",
    "<builtin>.Promise.<reject>": "put(this, a0, '<reason>')",
    "<builtin>.Promise.resolve": "-> held(a0)",
    "<builtin>.Promise.reject": "-> rejected(a0)",
    "<builtin>.Promise.try": "-> call(a0, *1)",
    "<builtin>.Promise.all": "iterate(a0) -> a0",
    "<builtin>.Promise.race": "-> each(a0)",
    "<builtin>.Promise.any": "-> each(a0)",
    "<builtin>.Promise.allSettled": "-> many(fields(value, each(a0), reason, item(each(a0), '<reason>')))",
    "<builtin>.Promise.withResolvers": "-> resolvers()",
    "<builtin>.Proxy": "-> proxy(a0, a1)",
    "<builtin>.String": "call(member(a0, 'toString')) -> made()",
    "<builtin>.Number": "call(member(a0, 'valueOf')) -> made()",
    "<builtin>.String.replace": "call(a1)",
    "<builtin>.String.replaceAll": "call(a1)",
    "<builtin>.JSON.stringify": "call(a1); call(member(a0 | item(a0), 'toJSON'))",
    "<builtin>.JSON.parse": "call(a1)",
    "<builtin>.structuredClone": "-> a0",
    "<builtin>.FinalizationRegistry": "call(a0)",
    "<builtin>.MutationObserver": "call(a0) -> made()",
    "<builtin>.IntersectionObserver": "call(a0) -> made()",
    "<builtin>.ResizeObserver": "call(a0) -> made()",
    "<builtin>.PerformanceObserver": "call(a0) -> made()",
    "<builtin>.process.nextTick": "call(a0, *1)",
    "<builtin>.process.on": "call(a1)",
    "<builtin>.process.once": "call(a1)",
    "process.nextTick": "call(a0, *1)",
    "util.inherits": "inherit(member(a0, 'prototype'), member(a1, 'prototype'))",
    "util.promisify": "-> a0",
    "util.callbackify": "-> a0",
    "util.deprecate": "-> a0",
    **{f"{of}.{name}": "call(a0)" for of in ("assert", "assert.strict", "assert/strict") for name in _CALLS_TO_SEE},
    "events": "-> new()",
    "events.EventEmitter": "-> new()",
    "events.*": "events.EventEmitter",
    "timers.setTimeout": "call(a0, *2)",
    "timers.setInterval": "call(a0, *2)",
    "timers.setImmediate": "call(a0, *1)",
    "react-dom.flushSync": "-> call(a0)",
    "<builtin>.require": "-> module(a0)",
    "<builtin>.import": "-> module(a0)",
    "module.createRequire": "-> outside('module.createRequire()')",
    "module.createRequire()": "-> module(a0)",
    "async_hooks.AsyncLocalStorage.run": "-> call(a1, *2)",
    **{f"{module}.{name}": "call(last())" for module, names in _CALLED_BACK.items() for name in names.split()},
    **dict.fromkeys(("http.createServer", "https.createServer", "net.createServer"), "call(last()) -> made()"),
}
_EACH = "call(a1, each(a0) | item(a0), none, a0)"
_LODASH = {
    **dict.fromkeys(
        (
            "forEach",
            "each",
            "forEachRight",
            "eachRight",
            "forOwn",
            "forIn",
            "some",
            "any",
            "every",
            "all",
            "findIndex",
            "findLastIndex",
            "findKey",
            "countBy",
            "sumBy",
            "meanBy",
        ),
        _EACH,
    ),
    **dict.fromkeys(
        ("filter", "reject", "sortBy", "orderBy", "uniqBy", "takeWhile", "dropWhile", "remove", "pickBy", "omitBy"),
        f"{_EACH} -> many(each(a0) | item(a0))",
    ),
    **dict.fromkeys(("find", "findLast", "detect", "minBy", "maxBy"), f"{_EACH} -> each(a0) | item(a0)"),
    **dict.fromkeys(("groupBy", "partition"), f"{_EACH} -> many(many(each(a0)))"),
    "keyBy": f"{_EACH} -> many(each(a0))",
    "map": "-> many(call(a1, each(a0) | item(a0), none, a0))",
    "mapValues": "-> many(call(a1, item(a0), none, a0))",
    "mapKeys": "call(a1, item(a0), none, a0) -> many(item(a0))",
    "flatMap": "-> many(flat(call(a1, each(a0) | item(a0), none, a0)))",
    **dict.fromkeys(
        ("reduce", "reduceRight", "transform"), "-> call(a1, a2 | each(a0), each(a0) | item(a0), none, a0) | a2"
    ),
    "times": "-> many(call(a1))",
    **dict.fromkeys(("defer", "attempt"), "-> call(a0, *1)"),
    "delay": "call(a0, *2)",
    "tap": "call(a1, a0) -> a0",
    **dict.fromkeys(("debounce", "throttle", "memoize", "once", "curry", "ary", "unary", "negate"), "-> a0"),
    **dict.fromkeys(("partial", "partialRight"), "-> bind(a0)"),
    **dict.fromkeys(("assign", "extend", "assignIn", "merge", "defaults", "mixin"), "mix(a0, rest(1)) -> a0"),
    **dict.fromkeys(("values", "toArray", "compact", "uniq"), "-> many(item(a0))"),
    **dict.fromkeys(("first", "head", "last", "sample"), "-> each(a0)"),
    **dict.fromkeys(("clone", "cloneDeep", "identity", "chain"), "-> a0"),
}
# Packages that many projects use to mix objects and to register functions.
_PACKAGES = {
    "merge-descriptors": "describe(a0, rest(1)) -> a0",
    **dict.fromkeys(("object-assign", "extend", "xtend", "defaults"), "mix(a0, rest(1)) -> a0"),
    "inherits": "inherit(member(a0, 'prototype'), member(a1, 'prototype'))",
    **dict.fromkeys(("once", "debounce", "throttle", "p-memoize", "pify", "clone", "clone-deep"), "-> a0"),
    **dict.fromkeys(("@hapi/hoek.clone", "hoek.clone"), "-> a0"),
    **dict.fromkeys(("eventemitter3", "mitt", "nanoevents", "emittery"), "-> new()"),
    **{f"{name}.*": "events.EventEmitter" for name in ("eventemitter3", "mitt", "nanoevents", "emittery")},
    "eventemitter3.EventEmitter": "-> new()",
}
# What only one thing can mean, whatever it is called on.
_ANY = {
    **_PROMISE,
    **{name: _ARRAY[name] for name in _ITERATION if name != "find"},
    "sort": _ARRAY["sort"],
    "addEventListener": _TARGET["addEventListener"],
}


def _of(type: str, models: dict[str, str]) -> dict[str, str]:
    return {f"{type}.{name}": model for name, model in models.items()}


MODELS = {
    **_FUNCTIONS,
    **_of("<builtin>.Array", _ARRAY),
    **_of("<builtin>.Map", _MAP),
    **_of("<builtin>.Set", _SET),
    **_of("<builtin>.Generator", _GENERATOR),
    **_of("<builtin>.Promise", _PROMISE),
    **_of("<builtin>.Object", _OBJECT),
    **_of("<builtin>.Reflect", _REFLECT),
    **_of("<builtin>.Function", _FUNCTION),
    **_of("<builtin>", _TIMERS),
    **_of("<builtin>", _TARGET),
    **_of("<builtin>.window", _TIMERS),
    **_of("<builtin>.window", _TARGET),
    **_of("<builtin>.globalThis", _TIMERS),
    **_of("<builtin>.document", _TARGET),
    **_of("<builtin>.document.body", _TARGET),
    **_of("<builtin>.EventTarget", _TARGET),
    **_of("events.EventEmitter", _EMITTER),
    **_of("react", _REACT),
    **_PACKAGES,
    **_of("lodash", _LODASH),
    **_of("lodash-es", _LODASH),
    **_of("underscore", _LODASH),
    **_of("<any>", _ANY),
}
_FIRST = (
    "Array", "ReadonlyArray", "ArrayLike", "Set", "ReadonlySet", "WeakSet", "WeakRef", "Iterable", "Iterator",
    "IterableIterator", "AsyncIterable", "AsyncIterator", "AsyncIterableIterator", "Generator", "AsyncGenerator",
)  # fmt: skip
ELEMENT_TYPES = {
    **{f"<builtin>.{name}": 0 for name in _FIRST},
    **{f"<builtin>.{name}": 1 for name in ("Map", "ReadonlyMap", "WeakMap", "Record")},
}
ALIASES = {
    "<builtin>.ReadonlyArray": "<builtin>.Array",
    "<builtin>.ArrayLike": "<builtin>.Array",
    "<builtin>.ReadonlySet": "<builtin>.Set",
    "<builtin>.ReadonlyMap": "<builtin>.Map",
    "<builtin>.Record": "",
    **{f"<builtin>.{name}": "<builtin>.Generator" for name in _FIRST if "Iter" in name or "Generator" in name},
}
CHANGES = {
    "push": "push", "pop": "take", "shift": "shift", "unshift": "unshift", "splice": "splice", "reverse": "reverse",
    "sort": "sort", "fill": "fill", "copyWithin": "copyWithin", "set": "set", "add": "push", "delete": "delete",
    "clear": "clear",
}  # fmt: skip
LOOKS = frozenset(
    (_ARRAY.keys() | _MAP.keys() | _SET.keys() | {"length", "size", "lastIndexOf"})
    - (CHANGES.keys() | {"getOrInsert", "getOrInsertComputed"})
)
GIVES_ITSELF = frozenset({"set", "add", "reverse", "sort", "fill", "copyWithin"})
ONLOOKERS = frozenset({"console", "JSON", "Math", "Array", "String", "Number"})
MADE_CONTAINERS = {
    "Map": (Op.DICT, "<builtin>.Map"), "Set": (Op.LIST, "<builtin>.Set"), "WeakMap": (Op.DICT, "<builtin>.WeakMap"),
}  # fmt: skip
SETTERS = frozenset({"Object.defineProperty", "Reflect.set", "Reflect.defineProperty"})
_TO_PRIMITIVE = ("<both>@@toPrimitive|valueOf", "")
OPERATIONS: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("-", "*", "/", "%", "**", "<", ">", "<=", ">="), _TO_PRIMITIVE),
    **dict.fromkeys(("unary +", "unary -", "unary ~"), _TO_PRIMITIVE),
    "+": ("<both>@@toPrimitive|valueOf|toString", ""),
    "instanceof": ("<right>@@hasInstance", ""),
}
IMPLICIT = {
    "attribute": (),
    "await": ("then",),
    "iterate": ("@@iterator", "@@asyncIterator"),
    "format": ("@@toPrimitive", "toString"),
    "handler": (),
}
