"""The part of PyCharm in a debugging session: it listens, and its debugger calls.

PyCharm's debugger is the package pydevd-pycharm. It connects to the IDE and exchanges
lines of command, number and text with it (`_pydevd_bundle/pydevd_comm.py` lists them).
"""

from __future__ import annotations

import importlib.util
import re
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from urllib.parse import unquote_plus

SECONDS = 240
RUN, RESUME, EVALUATE, VERSION = 101, 106, 113, 501
SET_BREAK, REMOVE_BREAK = 111, 112
STEPS = {"into": 107, "over": 108, "out": 109, "into my code": 144}
SUSPENDED, ERROR = 105, 901

_THREAD = re.compile(r'<thread id="(.*?)"')
_FRAME = re.compile(r'<frame id="(.*?)" name="(.*?)" file="(.*?)" line="(\d+)"')
_VALUE = re.compile(r'<var .*?value="(.*?)"')


@dataclass(frozen=True)
class Frame:
    """A frame of the stopped program."""

    thread: str
    id: str
    name: str
    file: str
    line: int


class PyCharm:
    """One run of a program that *Run | Debug* starts."""

    def __init__(self, arguments, cwd, env):
        listening = socket.create_server(("127.0.0.1", 0))
        listening.settimeout(SECONDS)
        port = str(listening.getsockname()[1])
        debugger = importlib.util.find_spec("pydevd").origin
        where = ["--client", "127.0.0.1", "--port", port]
        self._output = Path(cwd, "output.txt")
        with self._output.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, debugger, *where, "--file", *map(str, arguments)],
                cwd=cwd,
                env=env,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self._connection, _ = listening.accept()
        listening.close()
        self._connection.settimeout(1.0)
        self._rest = b""
        self._number = 1
        self._send(VERSION, "1.1\tUNIX\tID")

    @property
    def output(self):
        """What the program has printed so far."""
        return self._output.read_text()

    def _send(self, command, text):
        self._number += 2
        line = f"{command}\t{self._number}\t{text}\n"
        self._connection.sendall(line.encode())
        return self._number

    def _lines(self):
        """Yields what arrives, as (command, number, text), up to the program's end."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            line, found, rest = self._rest.partition(b"\n")
            if found:
                self._rest = rest
                command, number, text = line.decode().split("\t", 2)
                yield int(command), int(number), unquote_plus(unquote_plus(text))
                continue
            try:
                data = self._connection.recv(65536)
            except socket.timeout:
                continue
            except ConnectionResetError:
                data = b""
            if not data:
                return
            self._rest += data
        raise AssertionError(f"no answer in time:\n{self.output}")

    # -- what a user does ----------------------------------------------------------

    def set_breakpoint(self, path, line):
        """Clicks into the gutter."""
        text = f"{line}\tpython-line\t{path}\t{line}\tNone\tNone\tNone"
        self._send(SET_BREAK, text)

    def remove_breakpoint(self, path, line):
        """Clicks there again."""
        self._send(REMOVE_BREAK, f"python-line\t{path}\t{line}")

    def run(self):
        """Lets the program begin; returns the frames of the first stop."""
        self._send(RUN, "")
        return self.stopped()

    def stopped(self):
        """Waits for a stop; returns its frames, innermost first, none at the end."""
        for command, _, text in self._lines():
            if command == SUSPENDED:
                thread = _THREAD.search(text).group(1)
                return [
                    Frame(thread, number, unescape(name), file, int(line))
                    for number, name, file, line in _FRAME.findall(text)
                ]
        return []

    def resume(self, frame):
        """Presses *Resume*; returns the frames of the next stop."""
        self._send(RESUME, frame.thread)
        return self.stopped()

    def step(self, how, frame):
        """Steps `into`, `over`, `out` or `into my code`; returns the next stop."""
        self._send(STEPS[how], frame.thread)
        return self.stopped()

    def evaluate(self, frame, expression):
        """Returns the text of an expression's value in a frame."""
        text = f"{frame.thread}\t{frame.id}\tLOCAL\t{expression}\t1"
        number = self._send(EVALUATE, text)
        for command, answered, answer in self._lines():
            if answered == number:
                assert command != ERROR, answer
                return _VALUE.search(answer).group(1)
        raise AssertionError(f"the program ended:\n{self.output}")

    def close(self):
        self.process.kill()
        self.process.wait()
        self._connection.close()
