"""Whatever a manifest lists, a run ends soon and keeps each file of the user's.

A sample; `nox -s hostile` runs with 5,000 of them.
"""

from __future__ import annotations

import os

import pytest

from .mutate_manifests import in_child

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@pytest.mark.parametrize("seed", range(25))
def test_a_run_over_a_mutated_manifest_keeps_files_of_the_users(seed):
    found = in_child(seed)
    assert "failed" not in found, found
    assert found["seconds"] < 10
