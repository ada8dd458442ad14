"""The fixpoint of the value passes ends when none says that it changed anything."""

from __future__ import annotations

import argparse
import contextlib
import inspect
import textwrap
from dataclasses import replace

import pytest

from depyf.decompiler import decompile_code, pipeline
from depyf.decompiler.ir.function_state import snapshot
from depyf.decompiler.pass_manager import Fixpoint, Text, observed, selected


def functions_of(module):
    """Functions and methods that a module defines."""
    for thing in vars(module).values():
        members = vars(thing).values() if inspect.isclass(thing) else [thing]
        for member in members:
            if inspect.isfunction(member) and member.__module__ == module.__name__:
                yield member


def watched(row, told):
    """A pass of the table that notes what it says and what it did."""

    def run_and_look(function):
        before = snapshot(function)
        changed = row.run(function)
        told.append((row.name, changed, snapshot(function) != before))
        return changed

    return replace(row, run=run_and_look)


def with_watched_groups(told):
    rows = [
        replace(row, passes=tuple(watched(one, told) for one in row.passes))
        if isinstance(row, Fixpoint)
        else row
        for row in pipeline.PASSES
    ]
    return {text: selected(rows, text) for text in Text}


@pytest.mark.parametrize("module", [argparse, contextlib, textwrap])
def test_a_pass_that_says_no_change_changed_nothing(module, monkeypatch):
    told = []
    monkeypatch.setattr(pipeline, "SELECTIONS", with_watched_groups(told))
    for function in functions_of(module):
        decompile_code(function)
    assert told
    assert not [one for one in told if one[2] and not one[1]]


def operations_asked_for():
    """The operations without which a row of the table is left out."""
    return {
        operation
        for row in pipeline.PASSES
        for one in getattr(row, "passes", [row])
        if "holding" in one.when.__qualname__
        for operation in one.when.__closure__[0].cell_contents
    }


@pytest.mark.parametrize("module", [argparse, contextlib, textwrap])
def test_no_pass_makes_an_operation_that_rows_are_left_out_without(module):
    asked, made = operations_asked_for(), []

    def look(row, function, _tree):
        lifted = function.lifted_operations
        if lifted is not None:
            now = {node.op for node in function.nodes}
            made.extend((row.name, one) for one in asked & now - lifted)

    with observed(look):
        for function in functions_of(module):
            decompile_code(function)
    assert asked
    assert made == []
