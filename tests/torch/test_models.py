"""Tiny random models: the same numbers, a clean stderr, and a dump that is true.

All twenty, with more cases each: `nox -s models`; results in `models/results.json`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.torch.models.examine import BY_INDUCTOR, PLAIN, RESULTS, examined

pytestmark = [pytest.mark.torch, pytest.mark.models, pytest.mark.slow]


@pytest.mark.parametrize(
    ("name", "cases"),
    [
        ("bert", ("inductor-train",)),
        ("gpt2", ("inductor-train",)),
        ("whisper", ("eager-infer", "aot_eager-train")),
        ("mixtral", ("aot_eager-infer", "eager-train")),
        ("mamba", ("aot_eager-train",)),
    ],
)
def test_a_tiny_model_computes_the_same_and_its_dump_is_true(name, cases, tmp_path):
    found = examined(name, cases, tmp_path)
    assert found["wrong"] == []
    for case, judged in found["cases"].items():
        assert judged["functions"], case
        assert judged["graphs"], case
        if case.startswith("inductor"):
            assert judged["modules of kernels"] >= 2
            assert judged["kernels with nodes"] >= 2


def test_the_results_of_all_models_were_kept_and_are_good():
    """What `nox -s models` found when it last ran."""
    kept = json.loads(Path(RESULTS).read_text(encoding="utf-8"))
    for environment, models in kept.items():
        assert len(models) >= 20, environment
        for name, found in models.items():
            assert found["wrong"] == [], (environment, name)
            assert set(PLAIN) <= set(found["cases"]), (environment, name)
        kernels = {
            name
            for name, found in models.items()
            for case, judged in found["cases"].items()
            if case.startswith("inductor") and judged["kernels with nodes"]
        }
        assert kernels >= BY_INDUCTOR, environment
