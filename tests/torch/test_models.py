"""Small random models: the same numbers, a clean stderr, and a dump that is true.

A sample of the gallery, some of it with a cheaper backend; all: `nox -s gallery`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from gallery import results

pytestmark = [
    pytest.mark.torch,
    pytest.mark.models,
]

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 1800
SLOW = pytest.mark.slow(reason="a model of transformers, with and without depyf")
RARE = pytest.mark.rare(reason="more models of transformers")


@pytest.mark.parametrize(
    ("backend", "cases", "names"),
    [
        pytest.param("inductor", ["train"], ["gpt2"], marks=RARE),
        pytest.param(
            "aot_eager", ["infer", "train"], ["whisper", "mixtral"], marks=RARE
        ),
        pytest.param("aot_eager", ["train"], ["mamba"], marks=SLOW),
    ],
)
def test_small_models_compute_the_same_and_their_dumps_are_true(
    backend, cases, names, tmp_path
):
    paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "gallery.run", *names, "--backend", backend),
            *("--results", str(tmp_path), "--cases", *cases),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = results.releases(tmp_path).values()
    assert set(found) == set(names)
    for name, model in found.items():
        assert model["faults"] == [], name
        assert "fails" not in model, name
        assert sorted(model["cases"]) == sorted(cases), name
        for figures in model["cases"].values():
            assert figures["quality"] == {"exact": figures["entries"]}, name
            assert figures["judged"]["functions"], name
            assert figures["judged"]["graphs"], name
            if backend == "inductor":
                assert figures["judged"]["modules of kernels"] >= 2, name
                assert figures["judged"]["kernels with nodes"] >= 2, name
                assert figures["kernels"]["generated"] >= 2, name


def test_the_results_of_all_models_were_kept():
    """What `nox -s gallery` found; faults among them are on the gallery's page."""
    for release, models in results.releases().items():
        for name, model in models.items():
            assert model["made_of"]["versions"]["torch"].startswith(release), name
            assert model["cases"] or model["fails"] or model["faults"], name
