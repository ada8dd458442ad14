"""A choice between arrays is made by numpy, between tensors by torch."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings.numpy_branches import of_its_kind

RULES = """\
import numpy as np

def slots(row):
    return np.count_nonzero(row)

def total(row):
    return row.sum()
"""


@pytest.mark.parametrize(
    ("test", "module"),
    [("slots(row) == 1", "np"), ("np.any(row)", "np"), ("total(row) == 1", "torch")],
)
def test_what_the_test_computes_decides(test, module):
    branch = ast.parse(f"if {test}:\n    row = other(row)").body[0]
    run = SimpleNamespace(facts=facts_of([ProgramFile(None, "/home/me/a.py", RULES)]))
    edit = "row = torch.where(c, other(row), row)"
    assert of_its_kind(run, edit, branch) == f"row = {module}.where(c, other(row), row)"
