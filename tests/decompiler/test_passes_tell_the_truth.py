"""The fixpoint of the value passes ends when none says that it changed anything."""

from __future__ import annotations

import argparse
import contextlib
import inspect
import textwrap

import pytest

from depyf.decompiler import decompile_code, pipeline
from depyf.decompiler.ir.function import snapshot


def functions_of(module):
    """Functions and methods that a module defines."""
    for thing in vars(module).values():
        members = vars(thing).values() if inspect.isclass(thing) else [thing]
        for member in members:
            if inspect.isfunction(member) and member.__module__ == module.__name__:
                yield member


def watched(run, told):
    def run_and_look(function):
        before = snapshot(function)
        changed = run(function)
        told.append((run.__module__, changed, snapshot(function) != before))
        return changed

    return run_and_look


@pytest.mark.parametrize("module", [argparse, contextlib, textwrap])
def test_a_pass_that_says_no_change_changed_nothing(module, monkeypatch):
    told = []
    passes = [watched(run, told) for run in pipeline.VALUE_PASSES]
    monkeypatch.setattr(pipeline, "VALUE_PASSES", passes)
    for function in functions_of(module):
        decompile_code(function)
    assert told
    assert not [one for one in told if one[2] and not one[1]]
