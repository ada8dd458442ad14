"""Text that was accepted does what the code does: told by running both."""

from __future__ import annotations

import types
import warnings

import pytest

from depyf.decompiler import decompile_code

from .judge import UNDEFINED
from .mutations import code_mutants, source_mutants
from .test_mutants import NAMES, judge, module_of

__all__ = ["judge"]


def differences(judge, programs):
    """Programs whose accepted text behaves otherwise, and how many were accepted."""
    wrong, accepted = [], 0
    for what, module in programs:
        (function,) = (c for c in module.co_consts if isinstance(c, types.CodeType))
        shown = decompile_code(function)
        if shown.quality.value == "listing" or shown.globals:
            continue
        accepted += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # changed code may say `1 is x`
            text = compile(shown.source, "<shown>", "exec")
        if judge.behaviour(module) == judge.behaviour(text):
            continue
        judge.close()
        expected = judge.behaviour(module)
        if expected is None or UNDEFINED in expected:
            continue
        judge.close()
        if judge.behaviour(text) != expected:
            wrong.append(what)
    return wrong, accepted


@pytest.mark.parametrize("name", NAMES)
def test_accepted_text_behaves_like_the_source(judge, name):
    tree = module_of(name)
    programs = [("itself", compile(tree, "<subject>", "exec"))]
    programs += list(source_mutants(tree))[::4]
    wrong, accepted = differences(judge, programs)
    assert not wrong
    assert accepted


@pytest.mark.slow(reason="runs every changed program")
@pytest.mark.parametrize("name", NAMES)
def test_accepted_text_behaves_like_changed_code(judge, name):
    original = compile(module_of(name), "<subject>", "exec")
    programs = list(code_mutants(original))[::3]
    wrong, accepted = differences(judge, programs)
    assert not wrong
    assert accepted
