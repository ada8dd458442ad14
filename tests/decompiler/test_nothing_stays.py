"""What was decompiled is let go at once, without the garbage collector's help."""

from __future__ import annotations

import gc
import weakref
from typing import TYPE_CHECKING, Iterator

import pytest

from depyf.decompiler import decompile_code

if TYPE_CHECKING:
    from types import CodeType


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    """Nothing is freed but what no one refers to."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def subject(a, b):
    """Branches, a loop, a handler, a nested function and a comprehension."""
    found = []
    for one in a:
        try:
            if one and b:
                found.append([one + x for x in b if x])
        except (TypeError, ValueError) as error:
            found.append(lambda error=error: (error, a))
    return found


def test_no_cycles_are_made() -> None:
    """A cycle would stay, with all that it holds, until a collection."""
    decompile_code(subject)
    gc.collect()
    decompile_code(subject)
    assert gc.collect() == 0


class Tensor:
    """Stands for an object that Dynamo puts among the constants."""

    def __call__(self) -> None:
        """Does nothing."""


def with_constant(value: object) -> CodeType:
    """A function with some operations and an object among its constants."""
    namespace: dict = {}
    exec("def f(x):\n    return (x + 1 < 'here') is not None\n", namespace)
    code: CodeType = namespace["f"].__code__
    consts = tuple(value if one == "here" else one for one in code.co_consts)
    return code.replace(co_consts=consts)


def test_constants_are_not_kept() -> None:
    """A tensor among the constants is freed with its last user."""
    tensor = Tensor()
    code = with_constant(tensor)
    alive = weakref.ref(tensor)
    decompiled = decompile_code(code)
    assert tensor in decompiled.globals.values()
    del tensor, code, decompiled
    assert alive() is None
