"""Sessions with a debugger: the lines that are typed stand in a file, the answers come
from the real thing.

`NAME.pdb` is typed at pdb's prompt in a pseudo-terminal. `NAME.dap` is sent to the
adapter of debugpy, over the protocol that VS Code speaks.
"""

from __future__ import annotations

import fcntl
import re
import shlex
import struct
import sys
import termios
from typing import TYPE_CHECKING, Callable, Mapping

from tests.docs.shown.adapter_session import answers_of_adapter
from tests.torch.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

_WIDTH = 400  # a terminal so wide breaks no line


def transcript(typed: Path, folder: Path, environment: Mapping[str, str]) -> str:
    """Return what sessions show, the lines that were typed included.

    Args:
        typed: the file: a line that begins with `$` is a command, which starts a
            session; the lines below are typed in it.
        folder: where the sessions take place; the programs lie in it.
        environment: variables of the processes.
    """
    answers = _ANSWERS[typed.suffix]
    text = typed.read_text(encoding="utf-8")
    _, *parts = re.split(r"(?m)^\$ ", text)
    said = []
    for part in parts:
        opening, *lines = part.splitlines()
        answer = answers(shlex.split(opening), lines, folder, environment)
        said.append(f"$ {opening}\n{answer}")
    return "".join(said)


def _answers_of_pdb(
    command: list[str], lines: list[str], folder: Path, environment: Mapping[str, str]
) -> str:
    called = [sys.executable, "-m", *command] if command[0] == "depyf" else command
    terminal = Terminal(called, str(folder), {**environment, "TERM": "dumb"})
    size = struct.pack("HHHH", 50, _WIDTH, 0, 0)
    fcntl.ioctl(terminal.parent, termios.TIOCSWINSZ, size)
    try:
        terminal.read_until()
        for line in lines:
            terminal.say(line)
    finally:
        terminal.close()
    log = terminal.log.replace("\r", "")
    return log[: -len(terminal.prompt)] if log.endswith(terminal.prompt) else log


_ANSWERS: dict[str, Callable[..., str]] = {
    ".pdb": _answers_of_pdb,
    ".dap": answers_of_adapter,
}
