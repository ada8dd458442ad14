"""An `if` on an unknown size has a fallback; one on an unknown number has none."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.failure_rules import FAILURE_RULES

[RULE] = [one for one in FAILURE_RULES if one.name == "undecided-test"]
READ = SourceLine("/p/chain.py", 46)


def cure(test, read=(READ,)):
    branch = ast.parse(f"if {test}: pass").body[0]
    line = SourceLine("/p/chain.py", 47)
    run = SimpleNamespace(facts=facts_of([]))
    met = SimpleNamespace(
        run=run, compilations=(), frames=(), event=SimpleNamespace(user_stack=())
    )
    one = SimpleNamespace(
        undecided=(branch, test), line=line, read_at=read, as_break=lambda: met
    )
    return RULE.cure(one)


@pytest.mark.parametrize("test", ["x.numel() == 1", "x.shape[0] > 2", "len(x) > 1"])
def test_a_size_gets_a_fallback(test):
    assert cure(test).edit.endswith(f"guard_or_false({test}):")


def test_a_number_is_to_be_kept_as_one():
    note = "keep the number that chain.py:46 reads as a Python number, or "
    assert cure("kind == 1") == ("", f"{note}decide it before the call")
    assert cure("kind == 1", ()).note.startswith("keep the number as a Python")
