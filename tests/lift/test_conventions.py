"""Code that breaks what every compiler keeps to is refused, not misread."""

from __future__ import annotations

import dis
import sys

import pytest

from depyf.bytecode.code_unit import CodeUnit
from depyf.lift import LiftError, lift


def code_of(source):
    namespace = {}
    exec(source, namespace)
    return namespace["f"].__code__


def changed(code, opname, argument):
    """The code with another argument for an instruction."""
    raw = bytearray(code.co_code)
    (at,) = (i.offset for i in dis.get_instructions(code) if i.opname == opname)
    raw[at + 1] = argument
    return code.replace(co_code=bytes(raw))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="comprehensions are called")
def test_a_cell_that_is_taken_away_is_not_read():
    code = code_of("def f(b, c):\n g = lambda: c\n return [z for z in b], c")
    assert lift(CodeUnit.from_code(code))
    index = code.co_varnames.index("c")
    with pytest.raises(LiftError, match="cell"):
        lift(CodeUnit.from_code(changed(code, "LOAD_FAST_AND_CLEAR", index)))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="comprehensions are called")
def test_a_comprehension_may_hide_a_shared_variable():
    code = code_of("def f(b, c):\n g = lambda: c\n return [c for c in b], c")
    assert lift(CodeUnit.from_code(code))


def test_a_slice_has_two_or_three_parts():
    code = code_of("def f(a, b):\n a[b:b:b] = b")
    assert lift(CodeUnit.from_code(code))
    with pytest.raises(LiftError):
        lift(CodeUnit.from_code(changed(code, "BUILD_SLICE", 0)))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="END_FOR is new")
def test_a_loop_ends_at_its_end():
    code = code_of("def f(a):\n for b in a: pass\n return a")
    (begin,) = (i for i in dis.get_instructions(code) if i.opname == "FOR_ITER")
    longer = changed(code, "FOR_ITER", code.co_code[begin.offset + 1] + 1)
    with pytest.raises(LiftError, match="the loop"):
        lift(CodeUnit.from_code(longer))


def test_functions_are_made_of_code():
    code = code_of("def f():\n lambda: 0\n return 3")
    consts = [3 if hasattr(c, "co_code") else c for c in code.co_consts]
    with pytest.raises(LiftError, match="no code"):
        lift(CodeUnit.from_code(code.replace(co_consts=tuple(consts))))


@pytest.mark.skipif(sys.version_info >= (3, 11), reason="code has its own name")
@pytest.mark.parametrize(
    ("name", "reason"), [(1, "no string"), ("f.<locals>.g", "name of its code")]
)
def test_a_function_has_the_name_of_its_code(name, reason):
    """CPython 3.10 and older crash on what is no string."""
    code = code_of("def f():\n return lambda: 0")
    consts = [name if c == "f.<locals>.<lambda>" else c for c in code.co_consts]
    with pytest.raises(LiftError, match=reason):
        lift(CodeUnit.from_code(code.replace(co_consts=tuple(consts))))


@pytest.mark.skipif(sys.version_info >= (3, 11), reason="code has its own name")
def test_dynamo_names_functions_itself():
    code = code_of("def f():\n return lambda: 0")
    name = "__resume_at_4_0"
    consts = [name if c == "f.<locals>.<lambda>" else c for c in code.co_consts]
    assert lift(CodeUnit.from_code(code.replace(co_consts=tuple(consts))))
