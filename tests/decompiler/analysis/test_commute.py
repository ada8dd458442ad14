"""What the rule on the order of evaluation allows to be swapped does the same then."""

from __future__ import annotations

import functools
import itertools
import random
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from depyf.decompiler.analysis.commute import EMPTY, commute, summarize
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.ir.function import terminator_values
from depyf.decompiler.ir.value import (
    UnpackShape,
    Value,
    Variable,
    VariableKind,
    rewrite,
)
from depyf.decompiler.lift import lift

NAMES = ("x", "y", "z")
#: These stand for temporaries: nobody who is called can look at them.
TEMPORARIES = ("t", "u", "v")
#: Statements over the locals; A, B and C are put in for them.
FORMS = (
    "A = B",
    "A = 1",
    "A = B + C",
    "A = -B",
    "A = not B",
    "A = B is C",
    "A = B < C",
    "A = [B, C]",
    "A = (B, C)",
    "A = {1: C}",
    "A = B.a",
    "A.a = B",
    "A = B[C]",
    "A[B] = C",
    "A = f(B)",
    "f(A, B)",
    "A += B",
    "A, B = C",
    "A = len",
    "A = f'{B}'",
)
STATEMENTS = sorted(
    {
        form.replace("A", a).replace("B", b).replace("C", c)
        for form in FORMS
        for a, b, c in itertools.product(NAMES + TEMPORARIES, repeat=3)
    }
)


class Probe:
    """An object that notes what is done with it, and may raise then."""

    def __init__(self, name, log, failing):
        self.__dict__.update(name=name, log=log, failing=failing)

    def _note(self, what, *others):
        shown = [getattr(one, "__dict__", {}).get("name", one) for one in others]
        self.log.append((self.name, what, repr(shown)))
        if self.name in self.failing:
            raise ValueError(f"{self.name}.{what}")

    def _made(self, what, *others):
        self._note(what, *others)
        return Probe(f"{self.name}.{what}", self.log, self.failing)

    def __add__(self, other):
        return self._made("add", other)

    def __radd__(self, other):
        return self._made("radd", other)

    def __iadd__(self, other):
        return self._made("iadd", other)

    def __neg__(self):
        return self._made("neg")

    def __lt__(self, other):
        return self._made("lt", other)

    def __gt__(self, other):
        return self._made("gt", other)

    def __bool__(self):
        self._note("bool")
        return True

    def __hash__(self):
        self._note("hash")
        return 1

    def __getattr__(self, name):
        return self._made(f"get {name}")

    def __setattr__(self, name, value):
        self._note(f"set {name}", value)

    def __getitem__(self, key):
        return self._made("item", key)

    def __setitem__(self, key, value):
        self._note("set item", key, value)

    def __iter__(self):
        self._note("iter")
        return iter((1, 2))

    def __format__(self, specification):
        self._note("format")
        return self.name


def shown(value):
    """A value as a trace tells it: probes by name, the rest by text."""
    if isinstance(value, Probe):
        return value.name
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(shown, value)]
    if isinstance(value, dict):
        return {str(shown(key)): shown(one) for key, one in value.items()}
    return repr(value)


FUNCTION = """
def g(x, y, z, t, u, v):
    try:
        {}
        {}
    except Exception as error:
        return repr(error), x, y, z
    return None, x, y, z, t, u, v
"""


def run(statements, failing):
    """All that can be observed: calls in order, the exception, the variables."""
    log = []
    probes = [Probe(name, log, failing) for name in NAMES + TEMPORARIES]

    def f(*arguments):
        # Who is called may look at the frame.
        frame = sys._getframe(1).f_locals
        seen = {name: shown(frame[name]) for name in NAMES}
        log.append(("f", [shown(one) for one in arguments], seen))
        return Probe("result", log, failing)

    scope = {"f": f}
    exec(FUNCTION.format(*statements), scope)
    return [shown(one) for one in scope["g"](*probes)], log


def as_temporary(variable):
    if isinstance(variable, Variable) and variable.name in TEMPORARIES:
        return Variable(VariableKind.TEMP, variable.name)
    return variable


def with_temporaries(node):
    payload = node.payload
    if isinstance(payload, UnpackShape):
        payload = replace(payload, targets=tuple(map(as_temporary, payload.targets)))
    return Value(node.op, node.operands, as_temporary(payload), node.origins)


@functools.lru_cache(maxsize=None)
def summary_of(statement):
    """What the statement does, over all the operations that it is lifted to."""
    scope = {}
    exec(f"def g(x, y, z, t, u, v):\n    {statement}\n", scope)
    function = lift(CodeUnit.from_code(scope["g"].__code__))
    found = EMPTY
    for block in function.blocks.values():
        for value in [*block.body, *terminator_values(block.terminator)]:
            found = found.union(summarize(rewrite(value, with_temporaries)))
    return found


def allowed_pairs():
    """Some pairs that the rule allows to be swapped, the same in every run."""
    pick = random.Random(0).choice
    pairs = [(pick(STATEMENTS), pick(STATEMENTS)) for _ in range(20000)]
    return [p for p in pairs if commute(summary_of(p[0]), summary_of(p[1]))]


ALLOWED = allowed_pairs()


@settings(max_examples=500, deadline=None)
@given(
    st.sampled_from(ALLOWED),
    st.sets(st.sampled_from([*NAMES, *TEMPORARIES, "result"])),
)
def test_what_may_be_swapped_does_the_same_then(pair, failing):
    first, second = pair
    assert run([first, second], failing) == run([second, first], failing)


def test_many_pairs_may_be_swapped():
    """The property holds of something: the rule is not that nothing may move."""
    assert len(ALLOWED) > 500


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("x = y", "y = 1"),  # one reads what the other writes
        ("x = y", "x = z"),  # both write one variable
        ("x = f(y)", "z.a = y"),  # two effects
        ("x = y.a", "z = x.a"),  # both may raise
        ("f(x, y)", "z = 1"),  # who is called may look at `z`
    ],
)
def test_each_condition_of_the_rule_is_needed(first, second):
    assert not commute(summary_of(first), summary_of(second))
    orders = [first, second], [second, first]
    outcomes = [
        [run(order, failing) for order in orders]
        for failing in (set(), {"y"}, {"x", "z"}, {"y", "z", "x"})
    ]
    assert any(one != other for one, other in outcomes)
