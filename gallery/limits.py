"""Runs a program that may hang or eat memory, and says so if it did.

Memory is watched, not limited by the system: a limit of address space counts what is
mapped and never touched, of which torch has gigabytes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Mapping, Sequence

MEGABYTE = 1_000_000
POLL = 0.25  # seconds
_SESSION, _RESIDENT = 3, 21  # positions in /proc/PID/stat, behind the name
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Limits:
    """What one run of one model may take."""

    seconds: float = 900.0
    megabytes: float = 12_000.0


@dataclass(frozen=True)
class Finished:
    """How a program ended; `stopped` says which limit it passed, if it did."""

    code: int
    stdout: str
    stderr: str
    seconds: float
    megabytes: float
    stopped: str = ""


def limited(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], limits: Limits
) -> Finished:
    """Runs a command in a folder, where its output is kept; it has no input."""
    began, peak, stopped = time.monotonic(), 0.0, ""
    outputs = [folder / "stdout", folder / "stderr"]
    with outputs[0].open("wb") as out, outputs[1].open("wb") as err:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            while process.poll() is None and not stopped:
                peak = max(peak, resident(process.pid) / MEGABYTE)
                stopped = _passed(time.monotonic() - began, peak, limits)
                time.sleep(0 if stopped else POLL)
        finally:  # an interrupt, too, leaves nothing running
            _end(process)
    texts = [path.read_text("utf-8", errors="replace") for path in outputs]
    seconds = time.monotonic() - began
    return Finished(process.returncode, *texts, seconds, peak, stopped)


def resident(session: int) -> int:
    """Returns the bytes of memory that all processes of a session hold."""
    return sum(
        int(fields[_RESIDENT]) * _PAGE
        for _, fields in _processes()
        if int(fields[_SESSION]) == session
    )


def _passed(seconds: float, megabytes: float, limits: Limits) -> str:
    if seconds > limits.seconds:
        return f"took longer than {limits.seconds:g} s"
    if megabytes > limits.megabytes:
        return f"took more than {limits.megabytes:g} MB of memory"
    return ""


def _processes() -> Iterator[tuple[int, list[str]]]:
    """Yields id and fields of all processes; none where there is no /proc."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text("ascii", errors="replace")
        except OSError:  # it has just ended
            continue
        yield int(path.parent.name), text.rpartition(")")[2].split()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program and all that it started."""
    for pid, fields in list(_processes()):
        if int(fields[_SESSION]) == process.pid and pid != process.pid:
            _kill(pid)
    if process.poll() is None:
        process.kill()
    process.wait()


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
