"""`depyf doctor`: what this Python and this torch offer to depyf."""

from __future__ import annotations

import platform
from importlib.util import find_spec
from typing import Iterator

from depyf import __version__


def print_report() -> int:
    """Prints what is there and what is not; returns the exit code."""
    for line in report_lines():
        print(line)
    return 0


def report_lines() -> Iterator[str]:
    """Yields the versions, then one line for each feature of torch."""
    yield f"depyf  {__version__}"
    yield f"Python {platform.python_version()} ({platform.python_implementation()})"
    if find_spec("torch") is None:
        yield "torch  not installed: decompiling works, capturing does not"
        return
    from depyf.capture import torch_compat

    yield f"torch  {torch_compat.torch_version()}"
    for name, present in torch_compat.features().items():
        yield f"  {'yes' if present else 'no ':3}  {name}"
