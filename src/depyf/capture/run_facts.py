"""What a run is: which program, on which Python and torch, with which options."""

from __future__ import annotations

import os
import platform
import sys
import time
from typing import Mapping

from depyf import __version__
from depyf.capture import torch_compat
from depyf.model.events import RunStarted


def run_started(
    options: Mapping[str, object] | None = None, process: int | None = None
) -> RunStarted:
    """Return the event that begins a journal or an explanation.

    Args:
        options: what the user chose.
        process: who writes; this process if None.
    """
    rank, world = torch_compat.rank_and_world()
    missing = [name for name, there in torch_compat.features().items() if not there]
    return RunStarted(
        None,
        program=(sys.argv or [""])[0] or "(interactive)",
        arguments=" ".join(sys.argv[1:]),
        depyf_version=__version__,
        torch_version=torch_compat.torch_version(),
        python_version=platform.python_version(),
        platform=_platform(),
        started_at=time.time(),
        rank=rank,
        world_size=world,
        process=os.getpid() if process is None else process,
        options={name: str(value) for name, value in (options or {}).items()},
        missing_features=tuple(missing),
    )


def _platform() -> str:
    """Return the like of `platform.platform()`, which starts a process to know it.

    Starting one resets which warnings the program has shown: they would come again.
    """
    if not hasattr(os, "uname"):
        return platform.platform()
    system = os.uname()
    libc = "".join(platform.libc_ver())
    parts = [system.sysname, system.release, system.machine]
    return "-".join([*parts, "with", libc] if libc else parts)
