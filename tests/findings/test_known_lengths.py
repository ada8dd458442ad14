"""Operators of which the program may know the length of the result."""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest

from depyf.model.detail_events import ProgramFile
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.findings.known_lengths import with_known_length

SETTING = "torch._dynamo.config.capture_dynamic_output_shape_ops = True"


def broken(text, message=""):
    setting = SimpleNamespace(statement=SETTING)
    return SimpleNamespace(
        texts=(message,),
        said=SimpleNamespace(setting=setting, hint="", error=""),
        where=SourceLine("a.py", 1, "f", text.split("\n")[0]),
        tree_around=lambda _line: ast.parse(text),
        run=SimpleNamespace(facts=facts_of([ProgramFile(None, "a.py", text + "\n")])),
    )


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("y = torch.repeat_interleave(x, counts)", "`output_size=`"),
        ("n = self.count(x).bincount()", "`torch.zeros(n).index_add(...)`"),
        ("rows = mask.nonzero()", "`torch.nonzero_static(x, size=n)`"),
    ],
)
def test_a_known_length_comes_before_the_setting(text, way):
    cure = with_known_length(broken(text))
    assert cure.edit == ""
    assert way in cure.note
    assert cure.note.endswith(f"or else set `{SETTING}` before the first call")


def test_for_other_operators_the_setting_is_the_change():
    assert with_known_length(broken("y = torch.unique(x)")).edit == SETTING


def test_least_squares_have_a_way_of_their_own():
    message = (
        "Operator `aten.linalg_lstsq.default`'s output shape depends on input data"
    )
    cure = with_known_length(broken("x = self.solver(a, b)[0]", message))
    assert cure.note.startswith("if the matrix has full rank, compute")


def test_positions_that_are_counted_need_another_way():
    cure = with_known_length(broken("at = mask.nonzero()\nif len(at) > 1: pass"))
    assert cure.edit == ""
    assert "`mask.int().argmax()`" in cure.note
