"""Does work that may hang or eat memory in a process of its own, and says if it did.

The process is a fork: what is imported here is imported there. Memory is watched, not
limited by the system: a limit of address space counts what is mapped and never touched,
of which torch has gigabytes.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Iterator, Optional, Tuple

MEGABYTE = 1_000_000
POLL = 0.1  # seconds
_SESSION, _RESIDENT = 3, 21  # positions in /proc/PID/stat, behind the name
_PAGE = os.sysconf("SC_PAGE_SIZE")
_Ended = Optional[Tuple[int, float]]  # code, and seconds of processor time


@dataclass(frozen=True)
class Limits:
    """What one run of one model may take."""

    seconds: float = 900.0
    megabytes: float = 12_000.0


@dataclass(frozen=True)
class Finished:
    """How work ended; `stopped` says which limit it passed, if it did.

    `processor` are seconds of its process and of those it waited for: of compilers.
    """

    code: int
    stdout: str
    stderr: str
    processor: float
    megabytes: float
    stopped: str = ""


def limited(work: Callable[[], None], folder: Path, limits: Limits) -> Finished:
    """Does work in a folder, where its output is kept; it has no input."""
    began, peak, stopped = time.monotonic(), 0.0, ""
    pid = _forked(work, folder)
    ended: _Ended = None
    try:
        while ended is None:
            ended = _ended(pid, os.WNOHANG)
            peak = max(peak, resident(pid) / MEGABYTE)
            stopped = _passed(time.monotonic() - began, peak, limits)
            if stopped:
                break
            time.sleep(POLL)
    finally:  # an interrupt, too, leaves nothing running
        _end(pid)
        code, processor = ended or _ended(pid, 0) or (-1, 0.0)
    said, complained = (
        (folder / name).read_text("utf-8", errors="replace")
        for name in ("stdout", "stderr")
    )
    return Finished(code, said, complained, processor, peak, stopped)


def _forked(work: Callable[[], None], folder: Path) -> int:
    """Starts a process, the first of a session, and returns its id."""
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        atexit._clear()  # noqa: SLF001 - what the caller cleans up is the caller's
        os.setsid()
        os.chdir(folder)
        for number, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        work()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:  # whatever happens, the caller's code must not go on here as well
        atexit._run_exitfuncs()  # noqa: SLF001 - what is said at the end counts, too
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _ended(pid: int, how: int) -> _Ended:
    """Returns how a process ended, None if it did not."""
    found, status, used = os.wait4(pid, how)
    if not found:
        return None
    killed = os.WIFSIGNALED(status)
    code = -os.WTERMSIG(status) if killed else os.WEXITSTATUS(status)
    return code, used.ru_utime + used.ru_stime


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


def _end(session: int) -> None:
    """Ends all processes of a session."""
    for pid, fields in list(_processes()):
        if int(fields[_SESSION]) == session:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
