"""Code with other instructions in the place of some does what it did."""

from __future__ import annotations

import dis
import types

import pytest

from depyf.decompiler.bytecode.behaviour import RUNNING
from depyf.decompiler.bytecode.held_objects import UnheldNameError, with_objects
from depyf.decompiler.bytecode.rewriting import (
    NoRoomError,
    Operation,
    with_operations,
    with_variable_names,
    with_variable_order,
)

pytestmark = pytest.mark.every_python


def function(source, name="f", **names):
    namespace = dict(names)
    exec(source, namespace)
    return namespace[name]


def run(code, *arguments, closure=None):
    made = types.FunctionType(code, {"__builtins__": __builtins__}, "f", None, closure)
    return made(*arguments)


class Silent:
    """Cannot be hashed or compared."""

    __hash__ = None

    def __eq__(self, other):
        raise AssertionError


LOOP = """
def f(x, n):
    for i in range(n):
        if i % 2:
            continue
        def g(y):
            return [OBJECT, CALLED(y), x, i]
        x.append(g(i))
    return CALLED(n), CALLED.real, OBJECT
"""


class Called:
    real = "attribute"

    def __call__(self, x):
        return ("called", x)


def test_objects_take_the_place_of_globals_in_nested_code_too():
    one, other = Silent(), Called()
    code = function(LOOP).__code__
    made = with_objects(code, {"OBJECT": one, "CALLED": other})
    got = []
    result = run(made, got, 3)
    assert result[:2] == (("called", 3), "attribute")
    assert result[2] is one
    assert [(part[1], part[3]) for part in got] == [
        (("called", 0), 0),
        (("called", 2), 2),
    ]
    assert all(part[0] is one and part[2] is got for part in got)
    assert not {"OBJECT", "CALLED"} & set(made.co_names)


def test_an_attribute_of_the_same_name_stays_one():
    code = function("def f(x):\n    return x.OBJECT, OBJECT, x.b\n").__code__
    made = with_objects(code, {"OBJECT": 1.5})
    assert run(made, types.SimpleNamespace(OBJECT=2, b=3)) == (2, 1.5, 3)


@pytest.mark.parametrize("use", ["OBJECT = 1", "del OBJECT"])
def test_a_name_that_is_no_plain_global_is_refused(use):
    code = compile(use, "<m>", "exec")
    with pytest.raises(UnheldNameError, match="OBJECT"):
        with_objects(code, {"OBJECT": 1})


def many(last):
    constants = ", ".join(f"{number}.5" for number in range(300))
    return (
        f"def f(x):\n    k = [{constants}]\n    for a in x:\n"
        "        if a in (1.5, 2.25):\n            OBJECT(a)\n            continue\n"
        "        try:\n            k.append(OBJECT(a))\n        finally:\n"
        "            k.append(a)\n    else:\n        k.append(99)\n"
        f"    return k, {last}\n"
    )


def test_beyond_the_255th_constant_jumps_and_lines_follow():
    """Up to 3.10 there is no room for the longer instruction."""
    source = many("OBJECT")
    other = Called()
    code = function(source).__code__
    made = with_objects(code, {"OBJECT": other})
    expected = function(source, OBJECT=other)([1.5, 3, 4])
    assert run(made, [1.5, 3, 4]) == expected
    lines = [line for _, line in dis.findlinestarts(code)]
    assert [line for _, line in dis.findlinestarts(made)] == lines


def test_no_room_is_an_error_and_no_broken_code():
    code = function("def f(x):\n    return x\n").__code__
    (at,) = (
        one.offset for one in dis.get_instructions(code) if one.opname[:5] == "LOAD_"
    )
    long = {at: [Operation("LOAD_CONST", 0x10000)]}
    if RUNNING >= (3, 11):
        with pytest.raises(NoRoomError):
            with_operations(code, long)
    else:
        made = with_operations(code, {at: [Operation("LOAD_CONST", 0)]})
        assert run(made, 1) is None


CLOSURE = """
def outer(p, q):
    def f(b, a):
        z = 1
        y = 2
        def g():
            nonlocal z
            z += 1
            return a, z, y, p, q
        return g(), z, y, a, b, p, q
    return f
"""


def test_cells_and_free_variables_change_places():
    made = function(CLOSURE, "outer")(10, 20)
    code = made.__code__
    assert code.co_freevars == ("p", "q")
    # From 3.11 on a parameter keeps its place.
    cells = ("a", "z", "y") if RUNNING >= (3, 11) else ("z", "a", "y")
    changed = with_variable_order(code, cells, ("q", "p"))
    assert (changed.co_cellvars, changed.co_freevars) == (cells, ("q", "p"))
    assert run(changed, 1, 2, closure=made.__closure__[::-1]) == made(1, 2)


def test_variables_get_names_that_no_text_holds():
    code = function("def f(_0):\n    return [lambda: _0][0]() + _0\n").__code__
    changed = with_variable_names(code, {"_0": ".0"})
    assert changed.co_varnames[:1] == (".0",)
    assert changed.co_cellvars == (".0",)
    assert run(changed, 2) == 4
