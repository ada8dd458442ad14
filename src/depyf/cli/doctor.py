"""`depyf doctor`: what this Python and this torch offer to depyf."""

from __future__ import annotations

import os
import platform
import re
from importlib import metadata
from importlib.util import find_spec
from typing import Iterator, Mapping

from depyf import __version__

# What changes how torch compiles, or how depyf is used, beside torch itself.
_PACKAGES = ("triton", "numpy", "transformers", "vllm", "dill")
# These hold paths, log switches and numbers, so their values may be shown.
_SHOWN = frozenset(
    {
        "CC",
        "CUDA_HOME",
        "CUDA_VISIBLE_DEVICES",
        "CXX",
        "LOCAL_RANK",
        "OMP_NUM_THREADS",
        "PYTHONHASHSEED",
        "PYTHONPATH",
        "PYTHONWARNINGS",
        "PYTORCH_CUDA_ALLOC_CONF",
        "RANK",
        "TORCHINDUCTOR_CACHE_DIR",
        "TORCHINDUCTOR_COMPILE_THREADS",
        "TORCH_COMPILE_BACKEND",
        "TORCH_LOGS",
        "TORCH_TRACE",
        "TRITON_CACHE_DIR",
        "WORLD_SIZE",
    }
)
_RELEVANT = re.compile(r"_?(DEPYF|PYTHON|PYTORCH|TORCH|TRITON)", re.IGNORECASE)
_SWITCH = re.compile(r"|\d{1,6}|true|false|yes|no|on|off", re.IGNORECASE)


def print_report() -> int:
    """Prints what is there and what is not; returns the exit code."""
    for line in report_lines():
        print(line)
    return 0


def report_lines() -> Iterator[str]:
    """Yields the versions, what torch offers, other packages and the environment."""
    yield f"depyf  {__version__}"
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    yield f"system {platform.platform()}"
    yield from _torch_lines()
    for name in _PACKAGES:
        try:
            yield f"{name:6} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            continue
    yield from (f"env    {line}" for line in environment_lines(os.environ))


def _torch_lines() -> Iterator[str]:
    if find_spec("torch") is None:
        yield "torch  not installed: decompiling works, capturing does not"
        return
    try:
        from depyf.capture import torch_compat
    except Exception as error:  # a broken torch is what a report has to tell
        yield f"torch  cannot be imported: {type(error).__name__}: {error}"
        return
    yield f"torch  {torch_compat.torch_version()}"
    for name, present in torch_compat.features().items():
        yield f"  {'yes' if present else 'no ':3}  {name}"


def environment_lines(environment: Mapping[str, str]) -> Iterator[str]:
    """Yields ``NAME=value`` for the variables that change what torch and depyf do.

    A value is shown where the variable is known to hold no secret, or where it is a
    switch or a number; of every other it is only said that it is set.

    Args:
        environment: names and values.
    """
    for name, value in sorted(environment.items()):
        if name in _SHOWN or (_RELEVANT.match(name) and _SWITCH.fullmatch(value)):
            yield f"{name}={value}"
        elif _RELEVANT.match(name):
            yield f"{name} is set"
