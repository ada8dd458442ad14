"""Asks `trace` in a process of its own what code objects do."""

from __future__ import annotations

import contextlib
import marshal
import queue
import struct
import subprocess
import sys
import threading
from pathlib import Path

TRACE = Path(__file__).with_name("trace.py")
HARD = 20
#: The answer for code that ends its process.
KILLED = "killed"
#: The answer for code that breaks the interpreter's own rules.
UNDEFINED = "undefined"


class Judge:
    """A process that runs code objects, each in a child of its own."""

    def __init__(self, limit=5):
        """Args: limit: seconds that one code object may take."""
        self._limit = limit
        self._process = None
        self._answers = None

    def behaviour(self, code, like=()):
        """Digests of what the code does for each seed; None if it cannot be told.

        Args:
            code: a module's code.
            like: digests of the first seeds; asks for no more, nor for those after
                the first that is another.
        """
        if self._process is None:
            self._start()
        data = marshal.dumps((code, tuple(like)))
        try:
            self._process.stdin.write(struct.pack("<I", len(data)) + data)
            self._process.stdin.flush()
            line = self._answers.get(timeout=HARD)
        except (OSError, queue.Empty):
            line = ""
        if not line:
            self.close()
            return None
        if line.strip() == KILLED:
            return None
        return line.strip().split(",")

    def close(self):
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
            self._process.wait()
            self._process.stdout.close()
            self._process = None

    def _start(self):
        self._process = subprocess.Popen(
            [sys.executable, str(TRACE), str(self._limit)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._answers = queue.Queue()
        threading.Thread(
            target=self._read, args=(self._process.stdout, self._answers), daemon=True
        ).start()

    @staticmethod
    def _read(stream, answers):
        with_end = iter(stream.readline, b"")
        try:
            for line in with_end:
                answers.put(line.decode())
        except ValueError:
            pass
        answers.put("")
