"""A tensor that others use must not become one that requires gradients."""

from __future__ import annotations

import pytest

from depyf.curing.own_leaves import own_leaves
from depyf.torch_text.questions import GuardKind
from tests.curing.test_frozen_parts import edited

SOURCE = """
    def saliency(model, window, x):
        # here
        return model(past)
"""


def changed(folder, line, more="", kind=GuardKind.REQUIRES_GRAD):
    source = SOURCE.replace("# here", f"{line}\n        {more}")
    return edited(folder, source, own_leaves, kind)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "past = window.past.requires_grad_(True)",
            "past = window.past.clone().requires",
        ),
        ("past = x.requires_grad_()", "past = x.clone().requires_grad_()"),
        ("past = x[0].requires_grad_(requires_grad=True)", "past = x[0].clone().req"),
        ("x.requires_grad_()", "x = x.clone().requires_grad_()"),
    ],
)
def test_gradients_are_asked_of_a_copy(tmp_path, line, expected):
    [text] = changed(tmp_path, line)
    assert expected in text


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("past = torch.rand(3).requires_grad_()", ""),
        ("window.past.requires_grad_()", ""),
        ("window.now = window.past.requires_grad_()", ""),
        ("past = x.requires_grad_(False)", ""),
        ("past = x.requires_grad_(flag)", ""),
        ("past = window.past.requires_grad_()", "print(window.past.grad)"),
    ],
)
def test_what_is_new_turned_off_or_read_by_others_stays(tmp_path, line, more):
    assert not changed(tmp_path, line, more)


def test_other_guards_do_not_speak_of_gradients(tmp_path):
    assert not changed(tmp_path, "x.requires_grad_()", kind=GuardKind.SIZE)
