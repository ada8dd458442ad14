"""A read of a local that may raise keeps its place; every other one is a leaf."""

from __future__ import annotations

import pytest

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.ir.function import terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import VariableKind
from depyf.decompiler.lift import lift

BOUND = {
    "parameter": "def f(x): return g(x)",
    "assigned": "def f():\n x = g()\n return x",
    "both arms": "def f(a):\n if a: x = 1\n else: x = 2\n return g(x)",
    "read before": "def f(x):\n g(x)\n x = 1\n return x",
    "loop": "def f(a):\n for x in a: g(x)",
    "while true": "def f(a):\n while True:\n  x = a()\n  if x: break\n return x",
    "handler": "def f(a):\n x = 1\n try: a()\n except KeyError: g(x)\n return x",
    "bound in try": "def f(a):\n try:\n  x = 1\n  a()\n finally: g(x)",
    "comprehension": "def f(x): \n y = [x for x in x if x]\n return x, y",
    "with": "def f(m):\n with m as x: g(x)\n return x",
}
UNBOUND = {
    "one arm": "def f(a):\n if a: x = 1\n return g(x)",
    "loop": "def f(a):\n for x in a: pass\n return x",
    "deleted": "def f(x):\n del x\n return x",
    "deleted in an arm": "def f(x, a):\n if a: del x\n return x",
    "deleted in a loop": "def f(x):\n while 1:\n  g(x)\n  del x",
    "handler": "def f(a):\n try: x = a()\n except KeyError: g(x)",
    "end of a clause": "def f(a):\n try: a()\n except KeyError as x: pass\n return x",
    "finally": "def f(a):\n try: x = a()\n finally: g(x)",
    "suppressed": "def f(a):\n with a: x = a()\n return x",
    "comprehension": "def f(a):\n y = [x for x in a]\n return x, y\n x = 1",
}


def reads(source):
    """Names of locals that are read as leaves, and as statements of their own."""
    code = compile(source, "<source>", "exec").co_consts[0]
    leaves, statements = set(), set()
    for block in lift(CodeUnit.from_code(code)).blocks.values():
        for statement in (*block.body, *terminator_values(block.terminator)):
            is_own = statement.op is MicroOp.STORE
            is_own = is_own and statement.variable.kind is VariableKind.TEMP
            for leaf in statement.walk():
                if leaf.op is MicroOp.LOAD and not leaf.variable.is_temporary:
                    own = is_own and leaf is statement.operands[0]
                    (statements if own else leaves).add(leaf.variable.name)
    return leaves, statements


@pytest.mark.parametrize("name", BOUND)
def test_a_bound_local_is_a_leaf(name):
    leaves, _ = reads(BOUND[name])
    assert "x" in leaves


@pytest.mark.parametrize("name", UNBOUND)
def test_what_may_be_unbound_is_read_in_its_place(name):
    leaves, statements = reads(UNBOUND[name])
    assert "x" in statements
    assert "x" not in leaves


def test_the_read_comes_before_what_happens_after_it():
    source = "def f(a):\n if a: x = 1\n return g(x, a.one, h())"
    code = compile(source, "<source>", "exec").co_consts[0]
    order = [
        value.payload if value.op is MicroOp.ATTR else value.variable.name
        for block in lift(CodeUnit.from_code(code)).blocks.values()
        for statement in block.body
        for value in statement.operands
        if value.op is MicroOp.ATTR
        or (
            (value.op is MicroOp.LOAD and not value.variable.is_temporary)
            and value.variable.name in "xh"
        )
    ]
    assert order == ["x", "one", "h"]
