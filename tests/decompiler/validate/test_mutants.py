"""No program that behaves differently is accepted.

The judge of "differently" is execution on traced values (`trace`), which shares
nothing with the validator: whoever it can tell apart must be rejected.
"""

from __future__ import annotations

import ast

import pytest

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.lift import lift
from depyf.decompiler.validate import validate

from .judge import UNDEFINED, Judge
from .mutations import code_mutants, source_mutants
from .subjects import SUBJECTS

TREE = ast.parse(SUBJECTS)
NAMES = [node.name for node in TREE.body]


@pytest.fixture(scope="module")
def judge():
    judge = Judge()
    yield judge
    judge.close()


def module_of(name):
    body = [node for node in TREE.body if node.name == name]
    return ast.Module(body, [])


def equivalent(original, mutant):
    """The verdict on two modules."""
    ours, theirs = (lift(CodeUnit.from_code(code)) for code in (original, mutant))
    return validate(ours, theirs, lift=lift).equivalent


def passes(original, mutant):
    """The verdict; code that no compiler writes and no lifter reads is rejected."""
    try:
        return equivalent(original, mutant)
    except (ValueError, TypeError, LookupError):
        return False


def wrongly_accepted(judge, original, mutants):
    """Mutants that behave differently and pass, and how many behave differently."""
    judge.close()
    expected = judge.behaviour(original)
    assert expected is not None
    assert expected == judge.behaviour(original)
    wrong, different = [], 0
    for what, mutant in mutants:
        accepted = passes(original, mutant)
        behaviour = judge.behaviour(mutant)
        if accepted and behaviour != expected:
            # An earlier mutant may have spoiled the process it ran in.
            judge.close()
            behaviour = judge.behaviour(mutant)
        if behaviour is None or UNDEFINED in behaviour or behaviour == expected:
            continue
        different += 1
        if accepted:
            wrong.append(what)
    return wrong, different


@pytest.mark.parametrize("name", NAMES)
def test_no_changed_source_is_accepted(judge, name):
    tree = module_of(name)
    original = compile(tree, "<subject>", "exec")
    assert equivalent(original, compile(tree, "<again>", "exec"))
    wrong, different = wrongly_accepted(judge, original, source_mutants(tree))
    assert not wrong
    assert different >= 5


@pytest.mark.slow(reason="runs every changed program")
@pytest.mark.parametrize("name", NAMES)
def test_no_changed_code_is_accepted(judge, name):
    original = compile(module_of(name), "<subject>", "exec")
    wrong, different = wrongly_accepted(judge, original, code_mutants(original))
    assert not wrong
    assert different >= 5
