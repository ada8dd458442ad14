"""What a watched run showed of a value leads to edits of the lines that made it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.curing.case import Case
from depyf.curing.origin_edits import of_seen
from depyf.curing.state_edits import from_start
from depyf.model.events import SourceLine
from depyf.model.facts import facts_of
from depyf.model.value_seen import SeenForm, ValueSeen
from depyf.torch_text.questions import GuardKind

from .test_origin_edits import added, program

SOURCE = """
def run(tokens, blocks):
    h = embed(tokens)
    for block in blocks:
        h = block(h)
    return h


def rows(n):
    if n:
        return make(n).t(), n
    return make(n)
"""


WITHOUT_GRADIENTS = SimpleNamespace(
    guards=[SimpleNamespace(settings="grad_mode=False")]
)
WITH_GRADIENTS = SimpleNamespace(guards=[SimpleNamespace(settings="grad_mode=True")])


def case(files, kind, *forms, entry=WITHOUT_GRADIENTS):
    """Return recompiles of ``Block.forward`` for ``h``, seen in forms at lines."""
    seen = ValueSeen(
        None,
        function="Block.forward",
        value="h",
        forms=tuple(
            SeenForm(form, 1, (SourceLine(files.main, line),)) for form, line in forms
        ),
    )
    group = SimpleNamespace(
        run=SimpleNamespace(facts=facts_of([seen])),
        name="Block.forward",
        source="h",
        first=SimpleNamespace(kind=kind),
        frame=SimpleNamespace(entries=[entry]),
    )
    return Case(files, group, "finding", (files.main,))


@pytest.mark.parametrize(
    ("kind", "forms", "wanted"),
    [
        (
            GuardKind.REQUIRES_GRAD,
            [("requires_grad=False", 2), ("requires_grad=True", 4)],
            ["h = embed(tokens).requires_grad_()", "h = block(h).detach()"],
        ),
        (
            GuardKind.STRIDE,
            [("[4, 1]", 2), ("[1, 3]", 4)],
            [
                "h = block(h).contiguous()",  # the only one that is permuted
                "h = embed(tokens).contiguous()",
                "h = block(h).contiguous()",
            ],
        ),
        (
            GuardKind.DTYPE,
            [("float32", 2), ("float64", 4)],
            ["h = block(h).float()"],
        ),
        (GuardKind.DTYPE, [("float16", 2), ("float64", 4)], []),
        (GuardKind.STRIDE, [("[4, 1]", 12), ("[1, 3]", 10)], []),
        (GuardKind.NUMBER, [("1", 2)], []),
    ],
)
def test_a_tensor_has_one_form_in_the_lines_that_made_it(tmp_path, kind, forms, wanted):
    files = program(tmp_path, SOURCE)
    found = [*of_seen(case(files, kind, *forms))]
    assert [line for one in found for line in added(files, one.edits)] == wanted


def test_nothing_is_detached_where_gradients_are_on(tmp_path):
    """A program that trains would go on without some of them, and print the same."""
    files = program(tmp_path, SOURCE)
    forms = [("requires_grad=False", 2), ("requires_grad=True", 4)]
    given = case(files, GuardKind.REQUIRES_GRAD, *forms, entry=WITH_GRADIENTS)
    lines = [line for one in of_seen(given) for line in added(files, one.edits)]
    assert lines == ["h = embed(tokens).requires_grad_()"]


def test_a_line_that_an_earlier_edit_moved_is_left_alone(tmp_path):
    files = program(tmp_path, SOURCE)
    files = type(files)(files.root, files.main, {files.main: "# moved\n" + SOURCE})
    assert not [*of_seen(case(files, GuardKind.STRIDE, ("[4, 1]", 2)))]


SETTERS = """
import torch


def check(before):
    torch.use_deterministic_algorithms(True)
    try:
        return net()
    finally:
        torch.use_deterministic_algorithms(before)
        torch.manual_seed(0)
"""


def test_a_setting_of_a_part_holds_from_the_start(tmp_path):
    files = program(tmp_path, SETTERS)
    (one,) = from_start(case(files, GuardKind.SETTING))
    (edit,) = one.edits
    assert edit.lines[-1] == "torch.use_deterministic_algorithms(True)"
    assert not one.is_sure
