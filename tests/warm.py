"""Runs Python programs in a process that has torch imported already: forked, not begun.

Importing torch and its compilers takes seconds, and hundreds of tests run a program.
`run_python` takes a fresh interpreter wherever that could matter: for options of the
interpreter, for environment variables that torch reads when it is imported, on systems
that cannot fork, and where the test asks for it (order of imports, exit, signals).
"""

from __future__ import annotations

import atexit
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Mapping, Sequence

SOURCE = Path(__file__).resolve().parents[1] / "src"
ROOT = SOURCE.parent
SECONDS = 300
# Read when they are needed, not when torch is imported.
READ_LATE = {
    "PYTHONPATH", "TORCHINDUCTOR_CACHE_DIR", "RANK", "WORLD_SIZE", "LOCAL_RANK",
    "COLUMNS", "HF_HUB_OFFLINE", "TERM", "NO_COLOR", "PYTEST_CURRENT_TEST",
    "PYTHONIOENCODING",
}  # fmt: skip


def run_python(
    arguments: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    text: str = "",
    timeout: float = SECONDS,
    fresh: bool = False,
    own: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Runs `python ARGUMENTS` to its end; depyf comes from this checkout.

    Args:
        arguments: a program and its arguments, or ``-m``, a module and its arguments.
        cwd: where it runs.
        env: variables beside those of this process.
        text: what it can read from standard input.
        timeout: in seconds.
        fresh: whether a new interpreter is needed.
        own: whether many programs run with these variables, so that a process of
            their own is worth its start.

    Raises:
        subprocess.TimeoutExpired: it took too long; it was killed.
    """
    environment = {**os.environ, **(env or {})}
    paths = [str(SOURCE), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    option = arguments[0].startswith("-") and arguments[0] != "-m"
    early = _read_early(environment)
    if fresh or option or not hasattr(os, "fork") or (early and not own):
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=cwd,
            env=environment,
            input=text,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
    server = _server(early)
    return server.run(list(map(str, arguments)), cwd, environment, text, timeout)


def _read_early(environment: Mapping[str, str]) -> frozenset[tuple[str, str | None]]:
    """The variables that torch may read on import and that differ from ours."""
    return frozenset(
        (name, environment.get(name))
        for name in {*environment, *os.environ} - READ_LATE
        if environment.get(name) != os.environ.get(name)
    )


class _Server:
    """The process that forks.

    Args:
        early: variables that differ from those of this process.
    """

    def __init__(self, early: frozenset[tuple[str, str | None]]) -> None:
        ours, theirs = socket.socketpair()
        own = {"PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8"}
        changed = {**os.environ, **own, **dict(early)}
        environment = {name: text for name, text in changed.items() if text is not None}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm_python", str(theirs.fileno())],
            cwd=ROOT,  # from the folder of tests, `torch` would be our tests of it
            pass_fds=[theirs.fileno()],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        theirs.close()
        self._channel = ours
        self._answers = ours.makefile("rb")
        self.owner = os.getpid()
        atexit.register(self.stop)

    def stop(self) -> None:
        """Ends the process; children of this one leave it alone."""
        if os.getpid() == self.owner:
            self._answers.close()
            self._channel.close()
            self._process.kill()
            self._process.wait()

    def run(
        self,
        arguments: list[str],
        cwd: Path,
        environment: Mapping[str, str],
        text: str,
        timeout: float,
    ) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory(prefix="depyf-warm-") as folder:
            streams = [Path(folder, name) for name in ("stdin", "stdout", "stderr")]
            for path in streams:
                path.write_text(text if path.name == "stdin" else "", encoding="utf-8")
            order = {
                "arguments": arguments,
                "cwd": str(cwd),
                "env": dict(environment),
                "streams": list(map(str, streams)),
            }
            code = self._code_of(order, timeout)
            said = [path.read_text("utf-8", "replace") for path in streams[1:]]
        return subprocess.CompletedProcess(arguments, code, *said)

    def _code_of(self, order: dict[str, object], timeout: float) -> int:
        self._channel.settimeout(None)
        self._channel.sendall(json.dumps(order).encode() + b"\n")
        child = int(self._answers.readline())
        ready, _, _ = select.select([self._channel], [], [], timeout)
        if not ready:
            os.kill(child, 9)
        code = int(self._answers.readline())
        if not ready:
            raise subprocess.TimeoutExpired(str(order["arguments"]), timeout)
        return code


_SERVERS: dict[object, _Server] = {}


def _server(early: frozenset[tuple[str, str | None]]) -> _Server:
    """Returns the server for such variables in this process, started on first use."""
    key = (os.getpid(), early)
    if key not in _SERVERS:
        _SERVERS[key] = _Server(early)
    return _SERVERS[key]
