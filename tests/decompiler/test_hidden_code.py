"""Code that the compiler makes of annotations and type parameters, on its own."""

from __future__ import annotations

import sys
from types import CodeType

import pytest

from depyf.decompiler import Quality, compile_decompiled, decompile_code

GENERIC = """
class A:
    def first[T: A](self, x: T = 3, *, k=1) -> T: return super().first, w
    type X[T] = list[T]
    type Y = dict[A, str]
    class Inner[T](Base): x: T
    async def last[**P, *Q](self, x: P): yield
def second[T: (int, str)](a, b=1): return a
class B[C, D: int](Base[C], metaclass=type): y: C
type Z[U] = U
def outer(w):
    class L[T]:
        x: w
        def z(self, q: T): return w, L
    return L
"""
DEFAULTS = """
class A:
    def f[T = A, *Q = *tuple[int], **P = [int]](x: T): return x
def f[T = int, *Q = *tuple[int], **P = [int]](x: T): return x
"""
LAMBDAS = """
f = lambda x, y=1: [(yield x), (yield y)]
def outer(z):
    return lambda: (yield z, lambda: (yield z))
"""
DISPLAYS = """
a = {f.name: f.type for f in x}, {f.name for f in x}
def f(q):
    return {q(k): {i: q for i in k} for k in x if q for j in k}
"""
ANNOTATIONS = """
class A:
    a: A
    b: "int" = 3
    __c: int
    if a:
        d: str
    for d in a:
        e: "str"
        f: A
    def g(self, x: A, *, y: list[int] = 3, __z: A) -> str: pass
def f(x: int, *y: str, **z: "A") -> None: pass
def outer(w):
    class L:
        x: w
        def z(self, q: w, r: L) -> w: return w
    return L
x: int
if x:
    y: str
"""


def all_code(code):
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from all_code(const)


@pytest.mark.parametrize(
    ("text", "since"),
    [
        (GENERIC, (3, 12)),
        (DEFAULTS, (3, 13)),
        (LAMBDAS, (3, 8)),
        (DISPLAYS, (3, 8)),
        (ANNOTATIONS, (3, 8)),
    ],
    ids=["generic", "defaults", "lambdas", "displays", "annotations"],
)
def test_code_of_every_kind_has_an_exact_text_of_its_own(text, since):
    if sys.version_info < since:
        pytest.skip("syntax of later versions")
    for code in all_code(compile(text, "<m>", "exec", dont_inherit=True)):
        result = decompile_code(code)
        assert (result.quality, result.diagnostics) == (Quality.EXACT, ()), code
        again = compile_decompiled(result, code)
        assert again.co_name == code.co_name or code.co_name.startswith("<")


@pytest.mark.skipif(sys.version_info < (3, 14), reason="annotations are eager")
def test_annotations_of_a_class_are_shown_in_the_class():
    text = "class A:\n    x: A\n    __y: int\n"
    module = compile(text, "<m>", "exec", dont_inherit=True)
    (code,) = [one for one in all_code(module) if one.co_name == "__annotate__"]
    assert decompile_code(code).source == text


COMPREHENSIONS = """
class A:
    a = {1} | {"C%d" % i for i in range(1, 10)}
    b = {i for i in range(3) if i for j in i}
    c = [i for i in range(3) if i]
    d = {i: 1 for i in range(3)}
    e = (i for i in range(3))
def f(x, y):
    return {(y, a) for a in x if y}, {(b, y) for a in x for b in {c for c in a}}
"""


def test_every_comprehension_has_an_exact_text_of_its_own():
    for code in all_code(compile(COMPREHENSIONS, "<m>", "exec", dont_inherit=True)):
        result = decompile_code(code)
        assert (result.quality, result.diagnostics) == (Quality.EXACT, ()), code
        if code.co_name == "<setcomp>":
            assert compile_decompiled(result, code).co_code == code.co_code
