"""Code that breaks what every compiler keeps to is refused, not misread."""

from __future__ import annotations

import dis
import sys

import pytest

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.exception_table import (
    parse_exception_table,
)
from depyf.decompiler.lift import LiftError, lift
from tests.decompiler.bytecode.exception_tables import write_exception_table


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
    with pytest.raises(LiftError, match="not code"):
        lift(CodeUnit.from_code(code.replace(co_consts=tuple(consts))))


@pytest.mark.skipif(sys.version_info >= (3, 11), reason="code has its own name")
@pytest.mark.parametrize(
    ("name", "reason"), [(1, "not a string"), ("f.<locals>.g", "name of its code")]
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


def test_only_texts_are_joined():
    code = code_of("def f(a):\n return f'{a} {a}'")
    assert lift(CodeUnit.from_code(code))
    consts = tuple(3 if const == " " else const for const in code.co_consts)
    with pytest.raises(LiftError, match="not a string"):
        lift(CodeUnit.from_code(code.replace(co_consts=consts)))


@pytest.mark.skipif(sys.version_info < (3, 13), reason="it tells nothing")
@pytest.mark.parametrize("source", ["yield a", "yield from a"])
def test_a_yield_tells_what_it_is_for(source):
    code = code_of(f"def f(a):\n {source}")
    assert lift(CodeUnit.from_code(code))
    with pytest.raises(LiftError):
        lift(CodeUnit.from_code(changed(code, "YIELD_VALUE", 2)))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="cells are not copied")
def test_free_variables_are_copied_at_the_start_only():
    code = code_of("def f(a):\n def g():\n  a\n  [a]\n return g")
    inner = next(c for c in code.co_consts if hasattr(c, "co_code"))
    assert lift(CodeUnit.from_code(inner))
    raw = bytearray(inner.co_code)
    (at,) = (i.offset for i in dis.get_instructions(inner) if i.opname == "BUILD_LIST")
    raw[at] = dis.opmap["COPY_FREE_VARS"]
    with pytest.raises(LiftError, match="once"):
        lift(CodeUnit.from_code(inner.replace(co_code=bytes(raw))))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="cells are not copied")
def test_a_start_that_is_jumped_over_is_no_second_start():
    """As in the functions that Dynamo makes for the rest of another (torch 2.11)."""
    code = code_of("def f(a):\n def g():\n  return a\n return g")
    inner = next(c for c in code.co_consts if hasattr(c, "co_code"))
    body = next(i for i in dis.get_instructions(inner) if "LOAD_DEREF" in i.opname)
    start = inner.co_code[: body.offset]
    jump = bytes([dis.opmap["JUMP_FORWARD"], len(start) // 2])
    doubled = inner.replace(co_code=start + jump + inner.co_code, co_linetable=b"")
    names = [i.opname for i in dis.get_instructions(doubled)]
    assert names.count("COPY_FREE_VARS") == 2
    assert lift(CodeUnit.from_code(doubled))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="generators are not wrapped")
def test_what_leaves_a_generator_leaves_nothing_behind():
    code = code_of("def f(a):\n yield a\n a()")
    entries = [
        entry._replace(depth=entry.depth + 1)
        for entry in parse_exception_table(code.co_exceptiontable)
    ]
    table = write_exception_table(entries)
    assert lift(CodeUnit.from_code(code))
    with pytest.raises(LiftError, match="another depth"):
        lift(CodeUnit.from_code(code.replace(co_exceptiontable=table)))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="there is no table")
def test_handlers_find_the_values_that_they_leave():
    source = "try:\n  a()\n except KeyError:\n  a()"
    code = code_of(f"def f(a):\n {source}")
    entries = [
        entry._replace(depth=entry.depth and 9)
        for entry in parse_exception_table(code.co_exceptiontable)
    ]
    table = write_exception_table(entries)
    assert lift(CodeUnit.from_code(code))
    with pytest.raises(LiftError, match="wants more"):
        lift(CodeUnit.from_code(code.replace(co_exceptiontable=table)))


def test_the_place_of_a_shared_variable_is_no_local():
    code = code_of("def f(a):\n b = a()\n [b]\n return a, lambda: b")
    assert lift(CodeUnit.from_code(code))
    raw = bytearray(code.co_code)
    found = dis.get_instructions(code)
    (at,) = (i.offset for i in found if i.opname == "STORE_DEREF")
    raw[at] = dis.opmap["STORE_FAST"]
    names = code.co_varnames
    if sys.version_info < (3, 11):
        raw[at + 1] = len(names)
        names = (*names, "b")
    made = code.replace(co_code=bytes(raw), co_varnames=names, co_nlocals=len(names))
    with pytest.raises(LiftError, match="in a cell"):
        lift(CodeUnit.from_code(made))


@pytest.mark.skipif(sys.version_info < (3, 9), reason="COMPARE_OP does it")
@pytest.mark.parametrize("operator", ["in", "is"])
def test_an_operation_is_negated_or_not(operator):
    code = code_of(f"def f(a, b):\n return a {operator} b")
    name = {"in": "CONTAINS_OP", "is": "IS_OP"}[operator]
    assert lift(CodeUnit.from_code(changed(code, name, 1)))
    with pytest.raises(LiftError, match="0 or 1"):
        lift(CodeUnit.from_code(changed(code, name, 2)))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="calls are prepared")
@pytest.mark.parametrize("leaving", ["return", "raise"])
def test_a_call_takes_all_that_was_put_there_for_it(leaving):
    code = code_of(f"def f(a):\n b = a(1)\n {leaving} b")
    assert lift(CodeUnit.from_code(code))
    with pytest.raises(LiftError):
        lift(CodeUnit.from_code(changed(code, "CALL", 0)))


@pytest.mark.skipif(sys.version_info < (3, 15), reason="iterators take one place")
def test_beside_an_iterator_is_its_position():
    code = code_of("def f(a):\n return list(b for b in a)")
    raw = bytearray(code.co_code)
    found = [i for i in dis.get_instructions(code) if i.opname == "PUSH_NULL"]
    raw[found[0].offset] = dis.opmap["LOAD_BUILD_CLASS"]
    assert lift(CodeUnit.from_code(code))
    with pytest.raises(LiftError, match="not an iterator"):
        lift(CodeUnit.from_code(code.replace(co_code=bytes(raw))))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="LOAD_LOCALS is new")
def test_functions_have_no_namespace():
    code = code_of("def f(a):\n [None]\n assert a")
    raw = bytearray(code.co_code)
    found = dis.get_instructions(code)
    names = ("LOAD_ASSERTION_ERROR", "LOAD_COMMON_CONSTANT")
    at = next(i.offset for i in found if i.opname in names)
    raw[at] = dis.opmap["LOAD_LOCALS"]
    with pytest.raises(LiftError, match="no such names"):
        lift(CodeUnit.from_code(code.replace(co_code=bytes(raw))))


@pytest.mark.skipif(sys.version_info < (3, 12), reason="comprehensions are called")
@pytest.mark.parametrize("opname", ["LOAD_FAST_AND_CLEAR", "COPY"])
def test_where_nothing_may_be_nothing_is_taken(opname):
    """The first finds no value, the second copies what marks a plain call."""
    code = code_of("def f(a):\n a(a, 'x')\n b = a")
    raw = bytearray(code.co_code)
    found = dis.get_instructions(code)
    at = next(i.offset for i in found if i.argval == "x")
    raw[at : at + 2] = bytes([dis.opmap[opname], 3 - (sys.version_info >= (3, 13))])
    if opname != "COPY":
        raw[at + 1] = code.co_varnames.index("b")
    made = code.replace(co_code=bytes(raw))
    with pytest.raises(LiftError, match=r"stored below|no value"):
        lift(CodeUnit.from_code(made))


def test_constants_are_those_of_the_code():
    code = code_of("def f(a):\n return 'x'")
    at = next(i for i in dis.get_instructions(code) if i.argval == "x")
    raw = bytearray(code.co_code)
    raw[at.offset + 1] = len(code.co_consts)
    with pytest.raises(LiftError, match="does not exist"):
        lift(CodeUnit.from_code(code.replace(co_code=bytes(raw))))
