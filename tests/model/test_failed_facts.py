"""Torch's words for a guard that fails lead to the fact that it is among."""

from __future__ import annotations

import pytest

from depyf.model.guard_facts import failed_facts, is_failed
from depyf.torch_text.guards import read_guard

from .test_guard_facts import facts_of, tensor

FACTS = facts_of(
    tensor("L['x']", "[4, 8]", "[8, 1]"),
    tensor("L['x'].grad", "[4, 8]", "[8, 1]"),
    "L['n'] == 3",
    "L['n'] == 33",
    "___check_type_id(L['m'], 9480829), type=<class 'a.Net'>",
    "check_no_aliasing(L['x'], L['y'])",
    '___check_global_state() against {"grad_mode":true}',
).facts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tensor 'L['x']' size mismatch at index 0. expected 4, actual 5",
            ["is_tensor(x, torch.float32, [4, 8])"],
        ),
        (
            "expected type of 'L['x'].grad' to be a tensor type, ' but found None",
            ["is_tensor(x.grad, torch.float32, [4, 8])"],
        ),
        ("L['n'] == 3", ["n == 3"]),
        ("L['k'] is None; L['n'] == 33", ["n == 33"]),
        (
            "___check_type_id(L['m'], 9480829) type=<class 'a.Net'>",
            ["type(m) is Net"],
        ),
        ("Duplicate tensor found where not expected!", ["no_aliasing(x, y)"]),
        ("GLOBAL_STATE changed: grad_mode ", ["global_state_is(grad_mode=True)"]),
        ("L['z'] == 1", []),
        ("", []),
    ],
)
def test_words_lead_to_the_facts_they_are_about(text, expected):
    assert [fact.text for fact in failed_facts(FACTS, text)] == expected


def test_what_is_no_python_is_known_by_its_words():
    part = read_guard("saved tensors hooks ids == [] against {}")
    assert is_failed(part, f"{part.expression} {part.remark}".strip())
    assert not is_failed(part, "L['n'] == 3")
