"""A program under pdb in a pseudo-terminal, as a user runs it."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time

PROMPT = "(Pdb) "
SECONDS = 240
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """Talks to a program that stops in pdb."""

    def __init__(self, command, cwd, env, prompt=PROMPT):
        self.prompt = prompt
        self.parent, child = pty.openpty()
        self.process = subprocess.Popen(
            command, cwd=cwd, env=env, stdin=child, stdout=child, stderr=child
        )
        os.close(child)
        self.log = ""

    def read_until(self):
        """Returns what comes up to the prompt, or up to the end of the program."""
        wanted, text = self.prompt, ""
        deadline = time.monotonic() + SECONDS
        while wanted not in text:
            ready, _, _ = select.select([self.parent], [], [], 1.0)
            if ready:
                try:
                    data = os.read(self.parent, 65536)
                except OSError:  # the program ended
                    data = b""
                if not data:
                    break
                text += data.decode("utf-8", "replace")
            elif time.monotonic() > deadline:
                raise AssertionError(f"no {wanted!r} in time:\n{self.log}{text}")
        text = _COLOURS.sub("", text)
        self.log += text
        return text

    def say(self, line):
        """Sends a command and returns the answer."""
        os.write(self.parent, line.encode() + b"\n")
        return self.read_until()

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.parent)


def python_in_terminal(path, *args, env):
    return Terminal([sys.executable, str(path), *args], str(path.parent), env)
