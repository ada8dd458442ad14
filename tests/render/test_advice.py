"""What torch says of a recompile leads to what the user can change."""

from __future__ import annotations

import pytest

from depyf.render.advice import recompile_advice


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("tensor 'x' size mismatch at index 0. expected 3, actual 4", "mark_dynamic"),
        ("tensor 'x' size mismatch at index 0. expected 1, actual 7", "sizes 0 and 1"),
        ("tensor 'x' size mismatch at index 1. expected 9, actual 0", "sizes 0 and 1"),
        ("tensor 'x' size mismatch at index 0. expected 10, actual 4", "mark_dynamic"),
        ("tensor 'x' stride mismatch at index 0. expected 1, actual 6", "contiguous"),
        (
            "tensor 'fn._parameters['weight']' size mismatch at index 0. expected 3, "
            "actual 4",
            "force_parameter_static_shapes",
        ),
        ("m is None", "is None in some calls"),
        ("L['m'] is not None", "is None in some calls"),
        ("not h", "empty in some calls"),
        ('Duplicate tensors found: ["a", "b"]', "same tensor"),
        ("t == torch.float16", "each dtype"),
        ("___check_obj_id(L['f'], 140)", "another object"),
        ("something new", ""),
    ],
)
def test_advice(reason, words):
    assert words in recompile_advice(reason)
    assert bool(recompile_advice(reason)) == bool(words)
