"""The methods behind operators and statements of Python, and models of the functions that stand for operators, as
`link/models.py` reads them."""

from __future__ import annotations

_ARITHMETIC = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
}  # fmt: skip
OPERATIONS = {
    **{sign: (f"__{name}__", f"__r{name}__") for sign, name in _ARITHMETIC.items()},
    **{f"{sign}=": (f"__i{name}__|__{name}__", f"__r{name}__") for sign, name in _ARITHMETIC.items()},
    "==": ("__eq__", "__eq__"),
    "!=": ("__ne__|__eq__", "__ne__"),
    "<": ("__lt__", "__gt__"),
    ">": ("__gt__", "__lt__"),
    "<=": ("__le__", "__ge__"),
    ">=": ("__ge__", "__le__"),
    "in": ("<right>__contains__|__iter__", ""),
    "not in": ("<right>__contains__|__iter__", ""),
    "unary -": ("__neg__", ""),
    "unary +": ("__pos__", ""),
    "unary ~": ("__invert__", ""),
}
IMPLICIT = {
    "attribute": ("__getattr__",),
    "item": ("__getitem__", "__missing__"),
    "item class": ("__class_getitem__",),
    "item store": ("__setitem__",),
    "iterate": ("__iter__", "__next__", "__aiter__", "__anext__", "__getitem__"),
    "with": ("__enter__", "__exit__"),
    "with async": ("__aenter__", "__aexit__"),
    "await": ("__await__",),
    "delete": ("__delitem__",),
    "delete name": ("__del__",),
    "format": ("__format__", "__str__", "__repr__"),
    "repr": ("__repr__",),
    "test": ("__bool__", "__len__"),
    "key": ("__hash__", "__eq__"),
}

# The functions of `operator`: what they call, and what is in what they are given.
_UNARY = {"neg": "neg", "pos": "pos", "inv": "invert", "invert": "invert", "abs": "abs", "index": "index"}
MODELS = {
    **{
        f"operator.{name}{'_' if name in ('and', 'or') else ''}": f"-> call(member(a0, '__{name}__'), a1)"
        f" or call(member(a1, '__r{name}__'), a0)"
        for name in _ARITHMETIC.values()
    },
    **{
        f"operator.i{name}": f"-> call(member(a0, '__i{name}__') or member(a0, '__{name}__'), a1)"
        for name in _ARITHMETIC.values()
    },
    **{
        f"operator.{name}": f"-> call(member(a0, '__{name}__'), a1)"
        for name in ("eq", "ne", "lt", "gt", "le", "ge", "contains")
    },
    **{f"operator.{name}": f"-> call(member(a0, '__{method}__'))" for name, method in _UNARY.items()},
    **dict.fromkeys(("operator.truth", "operator.not_"), "call(member(a0, '__bool__') or member(a0, '__len__'))"),
    "operator.call": "-> call(a0, *1)",
    "operator.getitem": "call(member(a0, '__getitem__'), a1) -> item(a0, a1)",
    "operator.setitem": "call(member(a0, '__setitem__'), a1, a2); put(a0, a2, a1)",
    "operator.delitem": "call(member(a0, '__delitem__'), a1)",
    "operator.attrgetter": "-> keep(a0)",
    "operator.attrgetter()": "read(a0, this) -> member(a0, this)",
    "operator.itemgetter": "-> keep(a0) or identity()",
    "operator.itemgetter()": "call(member(a0, '__getitem__'), this) -> item(a0, this)",
    "operator.methodcaller": "-> keep(pair(a0, a1, a2, a3))",
    "operator.methodcaller()": "-> call(member(a0, item(this, '0')), item(this, '1'), item(this, '2'),"
    " item(this, '3'))",
}
