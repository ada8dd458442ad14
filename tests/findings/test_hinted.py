"""Torch's hint to avoid a method of a plain object is no advice."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.findings.hinted import as_hinted, hinted_title
from depyf.model.findings.rule import Cure

CALL = SimpleNamespace(file="/home/user/main.py", line=7, text="loss = step(x, when)")
NEXT_TO = "out of the compiled code, next to main.py:7 `loss = step(x, when)`"


def met(hint, reason="Unsupported method call"):
    said = SimpleNamespace(setting=None, hint=hint)
    return SimpleNamespace(
        said=said, event=SimpleNamespace(reason=reason), called_at=CALL,
        state="breaks the graph",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hint", "reason", "note"),
    [
        (
            "Avoid calling `datetime.replace` in your code.",
            "Unsupported method call",
            f"move the call of `datetime.replace` {NEXT_TO}",
        ),
        (
            "",
            "vectorcall_maybe on C method descriptor",
            f"move this call {NEXT_TO}",
        ),
        ("see https://docs.google.com/document/d/1 for how to fix", "other", ""),
        ("Call `.wait()` first.", "other", "Call `.wait()` first."),
    ],
)
def test_what_to_do_instead(hint, reason, note):
    assert as_hinted(met(hint, reason)) == Cure("", note)


def test_the_title_names_the_method():
    hint = "Avoid calling `bytes.replace` in your code."
    assert hinted_title(met(hint)) == "breaks the graph: call of `bytes.replace`"
    assert hinted_title(met("")) == "breaks the graph: code torch cannot capture"


def test_a_deep_copy_is_replaced_by_copies():
    hint = "Avoid calling copy.deepcopy() on tensors inside compiled regions."
    assert as_hinted(met(hint)).note.startswith("copy the containers with `list(...)`")
    assert hinted_title(met(hint)) == "breaks the graph: `copy.deepcopy` of a tensor"
