"""A debugging session: calls run dumped code, or depyf logs why they cannot."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import PurePath
from typing import TYPE_CHECKING, Iterator, Mapping

from depyf.capture import torch_compat
from depyf.model.python_text import parsed_expression
from depyf.torch_text.guards import read_guard
from depyf.torch_text.questions import Form

if TYPE_CHECKING:
    import logging

    from depyf.capture.boundary import FailureBoundary
    from depyf.capture.torch_compat import Missed
    from depyf.model.events import Guard

_MOST_LINES = 10  # about one function: a loop over sizes would bury everything else


class SteppingSession:
    """Keeps `torch.compile` from compiling anything new until it is closed.

    A call that fits no cache entry runs as plain Python, and one line says which guard
    failed. Without this line, the user would wait for breakpoints in code that never
    runs.

    Args:
        boundary: catches failures inside depyf.
        logger: gets the lines.
    """

    def __init__(self, boundary: FailureBoundary, logger: logging.Logger) -> None:
        self._boundary = boundary
        self._logger = logger
        self._told: set[str] = set()
        self._lines: Counter[str] = Counter()
        self._restore = ExitStack()

    def open(self, *, compiling: bool) -> None:
        """Change torch's settings for the session, as far as this torch supports it.

        Args:
            compiling: whether torch still compiles calls that fit no entry.
        """
        restores = [
            torch_compat.leave_tools_alone(),
            torch_compat.run_interpreted_graphs_as_code(),
        ]
        if not compiling:
            restores.append(torch_compat.run_misses_eagerly(self._missed))
        for restore in restores:
            if restore is not None:
                self._restore.callback(restore)

    def close(self) -> None:
        """Restore torch's settings."""
        self._restore.close()

    def _missed(self, missed: Missed) -> None:
        code = missed.code
        place = f"{PurePath(code.co_filename).name}:{code.co_firstlineno}"
        reasons = self._boundary.call(
            "finding out why a call does not fit",
            "the reason is not known",
            lambda: (
                "; ".join(misfits(missed))
                or "it was not compiled before; "
                + described_arguments(missed.arguments)
            ),
        )
        line = f"{code.co_name} ({place}) runs as plain Python: {reasons or '?'}"
        if line in self._told or self._lines[place] >= _MOST_LINES:
            return
        self._told.add(line)
        self._lines[place] += 1
        if self._lines[place] == _MOST_LINES:
            line += " (further calls of it are not told)"
        self._logger.warning("%s", line)


def misfits(missed: Missed) -> Iterator[str]:
    """Yield, for each cache entry of a function, why a call cannot use it."""
    for entry, check in torch_compat.failed_checks(missed.code, missed.arguments):
        name = PurePath(entry.code.co_filename).stem
        yield f"{name}: {_failed(check.reason, missed)}"


def _failed(reason: str, missed: Missed) -> str:
    """Return a failed guard, the user's line that caused it, and the checked value."""
    part = read_guard(reason)
    words = [f"guard failed: {torch_compat.cut(part.expression or reason)}"]
    if part.user_line is not None:
        file = PurePath(part.user_line.file).name
        words.append(f"({file}:{part.user_line.line})")
    value = _value(part, missed)
    if value:
        words.append(f"-- {value}")
    return " ".join(words)


def _value(part: Guard, missed: Missed) -> str:
    """Return ``L['n'] is 4`` for the value that the guard checks; empty if unknown."""
    is_tensor = part.asks.form == Form.MISMATCH
    source = part.asks.subject if is_tensor else part.source
    if source in missed.arguments:
        return f"{source} is {torch_compat.described(missed.arguments[source])}"
    tree = parsed_expression(source)
    if tree is None or not source.startswith(("L[", "G[")):
        return ""
    try:
        value = torch_compat.value_of(tree, missed.arguments, missed.namespace)
    except torch_compat.MissingError:
        return f"{source} is missing"
    except torch_compat.UnreadableError:  # reading it would run the program's code
        return ""
    return f"{source} is {torch_compat.described(value)}"


def described_arguments(arguments: Mapping[str, object]) -> str:
    """Return the arguments of a call as text, such as ``x: 4, y: 'a'``."""
    shown = {k: v for k, v in arguments.items() if not k.startswith("__nested_")}
    return torch_compat.cut(
        ", ".join(f"{name}: {torch_compat.described(v)}" for name, v in shown.items())
    )
