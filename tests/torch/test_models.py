"""Small random models: the same numbers, a clean stderr, and a dump that is true.

A sample of the gallery, some of it with a cheaper backend; all: `nox -s gallery`.
"""

from __future__ import annotations

import dataclasses

import pytest
from gallery.examine import Room, examined
from gallery.models import MODELS

pytestmark = [pytest.mark.torch, pytest.mark.models, pytest.mark.slow]


@pytest.mark.parametrize(
    ("name", "backend", "cases"),
    [
        ("bert", "inductor", ("train",)),
        ("gpt2", "inductor", ("train",)),
        ("whisper", "aot_eager", ("infer", "train")),
        ("mixtral", "aot_eager", ("infer", "train")),
        ("mamba", "aot_eager", ("train",)),
    ],
)
def test_a_small_model_computes_the_same_and_its_dump_is_true(
    name, backend, cases, tmp_path
):
    row = dataclasses.replace(MODELS[name], backend=backend)
    found = examined(row, Room(tmp_path), cases)
    assert found["faults"] == []
    assert "fails" not in found
    assert tuple(found["cases"]) == cases
    for case, figures in found["cases"].items():
        assert figures["quality"] == {"exact": figures["entries"]}, case
        assert figures["judged"]["graphs"], case
        if backend == "inductor":
            assert figures["judged"]["modules of kernels"] >= 2
            assert figures["judged"]["kernels with nodes"] >= 2
            assert figures["kernels"]["generated"] >= 2
