"""Branches of `torch.cond` that return an input return a copy."""

from __future__ import annotations

import textwrap
from types import SimpleNamespace

import pytest

from depyf.curing.higher_order import copied
from depyf.curing.program_files import ProgramFiles

ALIASING = "Encountered aliasing during higher order op tracing"


def copies(folder, source, reason=ALIASING):
    file = folder / "main.py"
    file.write_text(textwrap.dedent(source).lstrip())
    files = ProgramFiles(str(folder), str(file), {})
    found = copied(SimpleNamespace(texts=(reason,)), files, "finding", (str(file),))
    return [files.edited(one.edits).text(str(file)) for one in found]


def test_a_branch_returns_a_copy_of_its_input(tmp_path):
    source = """
        def keep(h, limit):
            return h
        def shrink(h, limit):
            return h / limit
        def other(h):
            return h
        def f(h):
            return torch.cond(h.sum() > 1, shrink, keep, (h, 2.0))
    """
    [text] = copies(tmp_path, source)
    assert "def keep(h, limit):\n    return h.clone()\n" in text
    assert "def other(h):\n    return h\n" in text


def test_elements_and_lambdas_are_copied(tmp_path):
    source = """
        def step(i, h):
            return (i + 1, h)
        def f(h):
            return torch.while_loop(lambda i, h: i < 3, step, (0, h))
        def g(h):
            return torch.cond(h.sum() > 1, lambda h: h, lambda h: -h, (h,))
    """
    text = copies(tmp_path, source)[-1]
    assert "return (i + 1, h.clone())" in text
    assert "lambda h: h.clone(), lambda h: -h" in text


@pytest.mark.parametrize("reason", ["Data-dependent branching", ""])
def test_other_breaks_have_no_copies(tmp_path, reason):
    source = "def keep(h):\n    return h\ntorch.cond(p, keep, keep, (h,))\n"
    assert copies(tmp_path, source, reason) == []
