"""Invariants are looked at after every pass, and the pass that broke one is named."""

from __future__ import annotations

import subprocess
import sys

import pytest

from depyf.decompiler import decompile_code, pipeline
from depyf.decompiler.ir.function import Jump, terminator_values
from depyf.decompiler.ir.invariants import InvariantError
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.pass_manager import (
    Pass,
    Text,
    check_invariants,
    observed,
    selected,
)
from tests.test_cases import ALL_CASES, code_of

CASES = [case for case in ALL_CASES if case.applies]


@pytest.mark.parametrize(
    "part",
    [
        *range(3),
        *(
            pytest.param(part, marks=pytest.mark.slow(reason="every golden case"))
            for part in range(3, 8)
        ),
    ],
)
def test_no_pass_breaks_an_invariant(part):
    seen = []

    def look(row, function, tree):
        seen.append(row.name)
        check_invariants(row, function, tree)

    with observed(look):
        for case in CASES[part::8]:
            decompile_code(code_of(case))
    assert {"inlining", "simplify", "structure"} <= set(seen)


def leads_nowhere(function):
    function.blocks[function.entry].terminator = Jump(-1)


def forgets_a_store(function):
    """Drops the first store of a temporary that is read."""
    for block in function.blocks.values():
        read = {
            node.variable
            for value in [*block.body, *terminator_values(block.terminator)]
            for node in value.walk()
            if node.op is MicroOp.LOAD
        }
        for index, value in enumerate(block.body):
            if value.op is MicroOp.STORE and value.variable.is_temporary:
                if value.variable in read:
                    del block.body[index]
                    return


def with_a_bad_pass(run):
    """The table with one more pass, where webs have their names."""
    bad = Pass(run, "nothing", "none", called="the_bad_one")
    rows = []
    for row in pipeline.PASSES:
        rows.append(row)
        if row.name == "slot_constants":
            rows.append(bad)
    return {text: selected(rows, text) for text in Text}


@pytest.mark.parametrize("run", [leads_nowhere, forgets_a_store])
def test_the_pass_that_breaks_an_invariant_is_named(run, monkeypatch):
    """It is raised, too: an internal error would only make another text."""

    def f(a, b):
        return a.c(b) + 1

    monkeypatch.setattr(pipeline, "SELECTIONS", with_a_bad_pass(run))
    with observed(check_invariants), pytest.raises(InvariantError, match="the_bad_one"):
        decompile_code(f)


@pytest.mark.parametrize(("value", "looks"), [("1", True), ("", False)])
def test_the_environment_variable_has_it_looked_at(value, looks, monkeypatch):
    monkeypatch.setenv("DEPYF_CHECK", value)
    code = "from depyf.decompiler import pass_manager as m; print(bool(m._observers))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(looks)


def test_nothing_is_looked_at_behind_the_block():
    seen = []
    with observed(lambda row, function, tree: seen.append(row)):
        pass
    decompile_code(code_of(CASES[0]))
    assert not seen
