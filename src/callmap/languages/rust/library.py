"""What Rust's own library does with what it is given: models, as `link/models.py` reads them, of the types that hold
others (Option, Result, Vec, iterators, maps, cells, locks).

A pointer (Box, Rc, Arc, a guard) stands for what it points to, so what makes one gives back what it was given.
"""

from __future__ import annotations

from collections.abc import Iterable

_OPTION = "<builtin>.Option"
_RESULT = "<builtin>.Result"
_VEC = "<builtin>.Vec"
_ARRAY = "<builtin>.array"
_ITERATOR = "<builtin>.Iterator"
_MAP = "std::collections::HashMap"
_ENTRY = "std::collections::hash_map::Entry"
_CELL = "std::cell::RefCell"
_LOCK = "std::sync::Mutex"
_OWN_LOCK = "parking_lot::Mutex"
ANY = "<builtin>.any"

_IN = "item(this)"
_FAILED = "item(this, '<reason>')"


def _some(inner: str = _IN) -> str:
    return f"many({inner}, '{_OPTION}')"


def _outcome(inner: str = _IN, reason: str = _FAILED) -> str:
    return f"outcome({inner}, {reason}, '{_RESULT}')"


def _loop(inner: str = "each(this)") -> str:
    return f"many({inner}, '{_ITERATOR}')"


def _each(names: str, model: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), model)


_HOLDING_ONE = {  # Option and Result alike
    **_each("unwrap expect unwrap_or_default unwrap_unchecked ?", f"-> {_IN}"),
    **_each("as_ref as_mut as_deref as_deref_mut clone cloned copied take by_ref replace", "-> this"),
    **_each("unwrap_or get_or_insert insert", f"-> {_IN} | a0"),
    **_each("is_some_and is_ok_and is_none_or", f"call(a0, {_IN})"),
    **_each("iter iter_mut into_iter", f"-> {_loop(_IN)}"),
    "inspect": f"call(a0, {_IN}) -> this",
    "map_or": f"-> call(a1, {_IN}) | a0",
    "or": "-> this | a0",
    "and": "-> a0",
    "flatten": f"-> {_IN}",
}
_OPTIONS = {
    **_HOLDING_ONE,
    "unwrap_or_else": f"-> {_IN} | call(a0)",
    "get_or_insert_with": f"-> {_IN} | call(a0)",
    "map": f"-> {_some(f'call(a0, {_IN})')}",
    "map_or_else": f"-> call(a1, {_IN}) | call(a0)",
    "and_then": f"-> call(a0, {_IN})",
    "or_else": "-> this | call(a0)",
    "filter": f"call(a0, {_IN}) -> this",
    "zip": f"-> {_some(f'pair({_IN}, item(a0))')}",
    "ok_or": f"-> {_outcome(_IN, 'a0')}",
    "ok_or_else": f"-> {_outcome(_IN, 'call(a0)')}",
    "context": f"-> {_outcome(_IN, 'none')}",
    "with_context": f"call(a0) -> {_outcome(_IN, 'none')}",
    "transpose": f"-> {_outcome(_some(f'item({_IN})'), 'none')}",
}
_RESULTS = {
    **_HOLDING_ONE,
    **_each("unwrap_err expect_err", f"-> {_FAILED}"),
    "unwrap_or_else": f"-> {_IN} | call(a0, {_FAILED})",
    "ok": f"-> {_some()}",
    "err": f"-> {_some(_FAILED)}",
    "map": f"-> {_outcome(f'call(a0, {_IN})')}",
    "map_err": f"-> {_outcome(_IN, f'call(a0, {_FAILED})')}",
    "map_or_else": f"-> call(a1, {_IN}) | call(a0, {_FAILED})",
    "and_then": f"-> call(a0, {_IN})",
    "or_else": f"-> this | call(a0, {_FAILED})",
    "is_err_and": f"call(a0, {_FAILED})",
    "inspect_err": f"call(a0, {_FAILED}) -> this",
    "with_context": f"call(a0) -> {_outcome(_IN, 'none')}",
    "context": f"-> {_outcome(_IN, 'none')}",
    "transpose": f"-> {_some(_outcome(f'item({_IN})', _FAILED))}",
}
_ITERATORS = {
    **_each("iter into_iter by_ref rev skip take step_by peekable fuse cycle cloned copied", "-> this"),
    **_each("filter take_while skip_while inspect", "call(a0, each(this)) -> this"),
    **_each("next next_back last nth min max peek peek_mut", f"-> {_some('each(this)')}"),
    **_each("find max_by_key min_by_key next_if rfind", f"call(a0, each(this)) -> {_some('each(this)')}"),
    **_each("max_by min_by reduce", f"call(a0, each(this), each(this)) -> {_some('each(this)')}"),
    **_each("any all position rposition for_each try_for_each", "call(a0, each(this))"),
    **_each("filter_map flat_map", f"-> {_loop('each(call(a0, each(this)))')}"),
    "map": f"-> {_loop('call(a0, each(this))')}",
    "map_while": f"-> {_loop('each(call(a0, each(this)))')}",
    "find_map": "-> call(a0, each(this))",
    "flatten": f"-> {_loop('each(each(this))')}",
    "enumerate": f"-> {_loop('pair(none, each(this))')}",
    "zip": f"-> {_loop('pair(each(this), each(a0))')}",
    "chain": f"-> {_loop('each(this) | each(a0)')}",
    "fold": "-> call(a1, a0, each(this)) | a0",
    "collect": f"-> many(each(this), '{_VEC}')",
    "partition": f"call(a0, each(this)) -> pair(many(each(this), '{_VEC}'), many(each(this), '{_VEC}'))",
}
_SEQUENCES = {
    **_each("iter iter_mut into_iter drain", f"-> {_loop()}"),
    **_each("as_slice as_mut_slice as_ref as_mut clone to_vec to_owned into_boxed_slice by_ref", "-> this"),
    **_each("first first_mut last last_mut get get_mut pop pop_front pop_back front front_mut back back_mut peek",
            f"-> {_some()}"),
    **_each("remove swap_remove get_unchecked", f"-> {_IN}"),
    **_each("push push_back push_front", "put(this, a0)"),
    "insert": "put(this, a1 | a0)",
    **_each("extend append", "put(this, each(a0))"),
    **_each("sort_by sort_unstable_by", f"call(a0, {_IN}, {_IN})"),
    **_each("sort_by_key sort_unstable_by_key sort_by_cached_key retain retain_mut dedup_by_key partition_point",
            f"call(a0, {_IN})"),
    **_each("chunks windows chunks_exact rchunks", f"-> {_loop('this')}"),
    **_each("split_first split_last", f"-> {_some(f'pair({_IN}, this)')}"),
    **_each("split_at split_at_mut", "-> pair(this, this)"),
    "split_off": "-> this",
}  # fmt: skip
_MAPS = {
    **_each("get get_mut remove", f"-> {_some()}"),
    "insert": f"put(this, a1) -> {_some()}",
    "entry": f"-> many({_IN}, '{_ENTRY}')",
    **_each("values values_mut into_values", f"-> {_loop(_IN)}"),
    **_each("iter iter_mut into_iter drain range", f"-> {_loop(f'pair(none, {_IN})')}"),
    **_each("clone as_ref as_mut", "-> this"),
    **_each("retain", f"call(a0, none, {_IN})"),
    **_each("first_key_value last_key_value pop_first pop_last get_key_value remove_entry",
            f"-> {_some(f'pair(none, {_IN})')}"),
}  # fmt: skip
_ENTRIES = {
    "or_insert": f"-> {_IN} | a0",
    "or_insert_with": f"-> {_IN} | call(a0)",
    "or_insert_with_key": f"-> {_IN} | call(a0)",
    "or_default": f"-> {_IN}",
    "and_modify": f"call(a0, {_IN}) -> this",
}
_CELLS = _each("borrow borrow_mut get get_mut into_inner take replace", f"-> {_IN}") | {
    **_each("try_borrow try_borrow_mut", f"-> {_outcome(_IN, 'none')}"),
    "set": f"-> {_some()}",
    "get_or_init": f"-> {_IN} | call(a0)",
}
_LOCKS = _each("lock read write try_lock try_read try_write get_mut into_inner", f"-> {_outcome(_IN, 'none')}")
_OWN_LOCKS = {
    **_each("lock read write get_mut into_inner blocking_lock blocking_read blocking_write", f"-> {_IN}"),
    **_each("try_lock try_read try_write", f"-> {_some()}"),
}
_SAME = {  # other names of a type …
    _OPTION: "std::option::Option core::option::Option",
    _RESULT: "std::result::Result core::result::Result std::io::Result anyhow::Result pyo3::PyResult eyre::Result"
    " color_eyre::Result std::sync::LockResult",
    _VEC: "std::vec::Vec alloc::vec::Vec",
    _ITERATOR: "std::iter::Iterator core::iter::Iterator",
    _MAP: "std::collections::hash_map::HashMap",
    _CELL: "core::cell::RefCell",
}
_LIKE = {  # … and types that do the same with what they hold
    _VEC: "std::collections::VecDeque std::collections::HashSet std::collections::BTreeSet indexmap::IndexSet"
    " std::collections::BinaryHeap std::collections::LinkedList smallvec::SmallVec hashbrown::HashSet"
    " rustc_hash::FxHashSet ahash::AHashSet alloc::collections::VecDeque arrayvec::ArrayVec",
    _ITERATOR: "<builtin>.IntoIterator <builtin>.DoubleEndedIterator <builtin>.ExactSizeIterator std::iter::Peekable"
    " std::slice::Iter std::slice::IterMut std::vec::IntoIter std::iter::IntoIterator core::iter::Peekable"
    " core::slice::Iter std::iter::Rev std::iter::FusedIterator",
    _MAP: "std::collections::BTreeMap alloc::collections::BTreeMap hashbrown::HashMap indexmap::IndexMap"
    " rustc_hash::FxHashMap ahash::AHashMap std::collections::btree_map::BTreeMap",
    _CELL: "std::cell::Cell core::cell::Cell std::cell::OnceCell std::sync::OnceLock once_cell::sync::OnceCell"
    " once_cell::unsync::OnceCell",
    _LOCK: "std::sync::RwLock",
    _OWN_LOCK: "parking_lot::RwLock tokio::sync::Mutex tokio::sync::RwLock",
}
ALIASES = {name: type for type, names in _SAME.items() for name in names.split()}
_ALIKE = {name: type for type, names in _LIKE.items() for name in names.split()}
_PLACES = {_OPTION: 0, _RESULT: 0, _VEC: 0, _ITERATOR: 0, _MAP: 1, _CELL: 0, _LOCK: 0, _OWN_LOCK: 0}
ELEMENT_TYPES = _PLACES | {name: _PLACES[type] for name, type in (ALIASES | _ALIKE).items()}
REASON_TYPES = dict.fromkeys((_RESULT, *_SAME[_RESULT].split()), 1)
KNOWN_TYPES = frozenset({
    *(ELEMENT_TYPES.keys() - {_ITERATOR, *_SAME[_ITERATOR].split(), *_LIKE[_ITERATOR].split()}), _ARRAY,
    "<builtin>.String", "<builtin>.str",
    *[f"<builtin>.{name}" for name in ("bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32",
                                       "i64", "i128", "isize", "f32", "f64")],
    "std::io::Error", "std::fmt::Error", "std::str::Utf8Error", "std::string::FromUtf8Error", "std::path::PathBuf",
    "std::path::Path", "std::num::ParseIntError", "std::num::ParseFloatError", "std::num::TryFromIntError",
})  # fmt: skip


def _methods(type: str, models: dict[str, str]) -> dict[str, str]:
    return {f"{type}::{name}": model for name, model in models.items()}


def _functions(types: Iterable[str], names: str, model: str) -> dict[str, str]:
    return {f"{type}::{name}": model for type in types for name in names.split()}


def _makers(type: str) -> dict[str, str]:
    """What makes containers of a type, of all its names, and of types like it."""
    names = "new from" if type in (_CELL, _LOCK, _OWN_LOCK) else "new with_capacity default"
    found = _functions((type, *_SAME.get(type, "").split()), names, _maker(type))
    for like in _LIKE[type].split():
        found.update(_functions((like,), names, _maker(like)))
    return found


def _maker(type: str) -> str:
    cell = _ALIKE.get(type, type) in (_CELL, _LOCK, _OWN_LOCK)
    return f"-> many(a0, '{type}')" if cell else f"-> new(none, '{type}')"


_POINTERS = ("<builtin>.Box", "std::boxed::Box", "std::rc::Rc", "std::sync::Arc", "alloc::rc::Rc", "alloc::sync::Arc",
             "alloc::boxed::Box", "std::pin::Pin", "std::mem::ManuallyDrop", "std::borrow::Cow")  # fmt: skip
MODELS = {
    **_methods(_OPTION, _OPTIONS),
    **_methods(_RESULT, _RESULTS),
    **_methods(_ITERATOR, _ITERATORS),
    **_methods(_VEC, _SEQUENCES),
    **_methods(_ARRAY, _SEQUENCES),
    **_methods(_MAP, _MAPS),
    **_methods(_ENTRY, _ENTRIES),
    **_methods(_CELL, _CELLS),
    **_methods(_LOCK, _LOCKS),
    **_methods(_OWN_LOCK, _OWN_LOCKS),
    **_methods(ANY, _each("clone to_owned as_ref as_mut borrow borrow_mut deref deref_mut as_deref", "-> this")),
    **{f"{name}.*": type for name, type in _ALIKE.items()},
    **{f"{name}.<each>": f"-> pair(none, {_IN})" for name in (_MAP, *_LIKE[_MAP].split())},
    "<builtin>.Some": f"-> {_some('a0')}",
    "<builtin>.Ok": f"-> {_outcome('a0', 'none')}",
    "<builtin>.Err": f"-> {_outcome('none', 'a0')}",
    **_functions(_POINTERS, "new clone pin from new_unchecked Borrowed Owned as_ref make_mut", "-> a0"),
    **_makers(_VEC),
    **_makers(_MAP),
    **_makers(_CELL),
    **_makers(_LOCK),
    **_makers(_OWN_LOCK),
    **_functions(("std::mem", "core::mem"), "take replace", "-> a0"),
}

_ARITHMETIC = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "&": "bitand", "|": "bitor", "^": "bitxor",
    "<<": "shl", ">>": "shr",
}  # fmt: skip
OPERATIONS = {
    **{sign: (name, "") for sign, name in _ARITHMETIC.items()},
    **{f"{sign}=": (f"{name}_assign", "") for sign, name in _ARITHMETIC.items()},
    "==": ("eq", ""),
    "!=": ("ne|eq", ""),
    "<": ("lt|partial_cmp", ""),
    ">": ("gt|partial_cmp", ""),
    "<=": ("le|partial_cmp", ""),
    ">=": ("ge|partial_cmp", ""),
    "unary -": ("neg", ""),
    "unary !": ("not", ""),
}
IMPLICIT: dict[str, tuple[str, ...]] = {
    "item": ("index",),
    "item mut": ("index_mut",),
    "item store": ("index_mut",),
    "iterate": ("into_iter", "next"),
}
