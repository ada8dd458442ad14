"""What all tests share: one Inductor cache per run, and no test that needs torch
where there is none.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import tempfile

import hypothesis
import pytest

# A machine that does something else, too, is no failure.
hypothesis.settings.register_profile("depyf", deadline=None)
hypothesis.settings.load_profile("depyf")

HAS_TORCH = importlib.util.find_spec("torch") is not None
INDUCTOR_CACHE = "TORCHINDUCTOR_CACHE_DIR"


def pytest_configure(config):
    """Gives all workers of this run the same, fresh Inductor cache.

    Kernels are compiled once per run, and a run never sees another run's cache.
    The environment also reaches the programs that tests start.
    """
    if hasattr(config, "workerinput"):
        return
    if INDUCTOR_CACHE not in os.environ:
        config.inductor_cache = tempfile.mkdtemp(prefix="depyf-tests-inductor-")
        os.environ[INDUCTOR_CACHE] = config.inductor_cache
    # Two workers on two cores: no pool of compiler processes beside each of them.
    os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    # Or each fresh cache begins with compiling a test of the processor, for seconds.
    os.environ.setdefault("TORCHINDUCTOR_VEC_ISA_OK", "1")


def pytest_unconfigure(config):
    """Removes the cache that `pytest_configure` made."""
    cache = getattr(config, "inductor_cache", None)
    if cache is not None:
        os.environ.pop(INDUCTOR_CACHE, None)
        shutil.rmtree(cache, ignore_errors=True)


def pytest_collection_modifyitems(items):
    """Skips tests marked `torch` or `models` where the package is not installed.

    A slow test says why it is slow: `make test` leaves it out. So does a rare one.
    """
    silent = [
        f"{name}, and no reason is given: {item.nodeid}"
        for item in items
        for name in ("slow", "rare")
        for mark in item.iter_markers(name)
        if set(mark.kwargs) != {"reason"}
    ]
    if silent:
        raise pytest.UsageError(silent[0])
    needs = {"torch": "torch", "models": "transformers"}
    for mark, package in needs.items():
        if importlib.util.find_spec(package) is not None:
            continue
        skip = pytest.mark.skip(reason=f"{package} is not installed")
        for item in items:
            # Keywords hold the names of folders, too: a checkout may be called "torch".
            if item.get_closest_marker(mark) is not None:
                item.add_marker(skip)


@pytest.fixture
def fresh_inductor_cache(tmp_path, monkeypatch):
    """An empty Inductor cache for one test, for those that need cache misses."""
    cache = tmp_path / "inductor"
    monkeypatch.setenv(INDUCTOR_CACHE, str(cache))
    return cache
