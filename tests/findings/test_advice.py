"""What torch says of a recompile leads to what the user can change."""

from __future__ import annotations

import pytest

from depyf.model.findings.recompile_groups import groups
from depyf.model.findings.recompile_rules import RECOMPILE_RULES, advice_on

from .test_recorded import RECORDED, recorded

KEYS = (
    "tensor 'x' dispatch key set mismatch. expected DispatchKeySet({}), actual "
    "DispatchKeySet({})"
)
# What a rule's edit and the advice on the guard that led to it have in common.
SAME = {
    "changed-attribute": "buffer",
    "torch-setting": "set it once",
    "varying-argument": "torch.tensor",
    "varying-class-attribute": "torch.tensor",
    "varying-closure": "torch.tensor",
    "varying-global": "torch.tensor",
    "varying-keys": "the same keys in all calls",
    "varying-size": "mark_dynamic",
    "varying-strides": ".contiguous()",
}


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
        (KEYS.format("CPU, AutogradCPU", "CUDA, AutogradCUDA"), "each device"),
        (KEYS.format("CPU, AutogradCPU", "SparseCPU, AutogradCPU"), "dense and sparse"),
        (KEYS.format("CPU", "CUDA").replace("'x'", "'make(x)[0]'"), "each device"),
        (KEYS.format("CPU, ADInplaceOrView, AutogradCPU", "CPU"), "inference_mode"),
        (KEYS.format("CPU, AutogradCPU", "CPU, Conjugate, AutogradCPU"), "conjugated"),
        ("m is None", "is None in some calls"),
        ("L['m'] is not None", "is None in some calls"),
        ("not h", "empty in some calls"),
        ('Duplicate tensors found: ["a", "b"]', "same tensor"),
        ("t == torch.float16", "each dtype"),
        ("___check_obj_id(L['f'], 140)", "another object"),
        ("type(L['self']).calls == 3", "torch.tensor"),
        ("L['flag'] is True", "each value"),
        ("utils_device.CURRENT_DEVICE == None", "global setting"),
        ("list(dict.keys(L['d']))[0] == 'a'", "each set of keys"),
        ("something new", ""),
    ],
)
def test_advice(reason, words):
    assert words in advice_on(reason)
    assert bool(advice_on(reason)) == bool(words)


def test_a_loop_cannot_count_by_a_tensor():
    assert "unrolls this loop" in advice_on("L['n'] == 3", "for i in range(n):")
    assert "torch.tensor" in advice_on("L['n'] == 3", "y = x * n")


def test_findings_and_advice_say_the_same():
    met = set()
    for group in (group for name in RECORDED for group in groups(recorded(name))):
        rule = next(one for one in RECOMPILE_RULES if one.applies(group))
        cure = rule.cure_of(group)
        words = SAME.get(rule.name)
        if "unrolls this loop for each value" in cure.note:
            words = "unrolls this loop for each value"
        if "needs a Python number" in cure.note:
            words = "outside of the"
        if words is not None:
            line = group.needed_by.text if group.needed_by is not None else ""
            assert words in f"{cure.edit} {cure.note}"
            assert words in advice_on(group.first.guard.expression, line), rule
            met.add(rule.name)
    assert met == SAME.keys()
