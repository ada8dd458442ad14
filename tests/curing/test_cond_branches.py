"""The functions of `torch.cond` return one dtype: the advice, and the edits."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.curing.cond_branches import cond_branches, copied_result
from depyf.curing.program_files import ProgramFiles
from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.findings.cond_branches import (
    ALIASING_BRANCH,
    COND_BRANCHES,
    branch_names,
)

PROGRAM = """import torch
class Step:
    def back(self, x):
        return x.double() * 2
    def keep(self, x):
        return x.clone()
    def run(self, x):
        return torch.cond(x.sum() > 0, self.back, self.keep, (x,))
"""
TEXT = (
    "got RuntimeError(\"When merging two branches' output in torch.cond,  expected "
    'same {} but got {} and {}.")'
)


def failure(file, what="dtype", first="torch.float64", second="torch.float32"):
    return SimpleNamespace(
        metrics=SimpleNamespace(fail_reason=TEXT.format(what, first, second)),
        line=SourceLine(str(file), 8, "run", ""),
        run=SimpleNamespace(facts=SimpleNamespace(all=lambda _: ())),
    )


def test_one_of_both_converts_its_result(tmp_path):
    file = tmp_path / "main.py"
    file.write_text(PROGRAM)
    files = ProgramFiles(str(tmp_path), str(file), {})
    texts = [
        files.edited(found.edits).text(str(file))
        for found in cond_branches(failure(file), files, "finding", (str(file),))
    ]
    assert [text.splitlines()[3].strip() for text in texts] == [
        "return (x.double() * 2).to(torch.float32)",
        "return x.double() * 2",
    ]
    assert texts[1].splitlines()[5].strip() == "return (x.clone()).to(torch.float64)"


def test_other_properties_are_only_told(tmp_path):
    file = tmp_path / "main.py"
    file.write_text(PROGRAM)
    files = ProgramFiles(str(tmp_path), str(file), {})
    one = failure(file, "device", "cpu", "cuda")
    assert not list(cond_branches(one, files, "finding", (str(file),)))
    assert COND_BRANCHES.when(one)
    assert COND_BRANCHES.note(one) == "let both branches return the same device"


@pytest.mark.parametrize(
    ("call", "names"),
    [
        ("torch.cond(p, f, self.g, (x,))", ["f", "self.g"]),
        ("torch.cond(p, lambda x: x, g, (x,))", []),
        ("f(p, g)", []),
    ],
)
def test_the_names_of_the_functions(call, names):
    assert branch_names(ast.parse(call), 1) == names


ALIASING = "BackendCompilerFailed: RuntimeError: cond_false might be aliasing the input"


def test_a_branch_of_unknown_source_returns_a_copy(tmp_path):
    """The function is looked up by a name, so its own line is not known (565)."""
    file = tmp_path / "main.py"
    file.write_text(PROGRAM)
    files = ProgramFiles(str(tmp_path), str(file), {})
    one = failure(file)
    recorded = (ProgramFile(None, str(file), PROGRAM),)
    one.run.facts = SimpleNamespace(all=lambda _: recorded)
    one.metrics.fail_reason = ALIASING
    [found] = copied_result(one, files, "finding")
    text = files.edited(found.edits).text(str(file))
    assert "self.back, lambda *inputs: self.keep(*inputs).clone(), (x,)" in text
    assert "let `self.keep` return a copy" in ALIASING_BRANCH.note(one)
