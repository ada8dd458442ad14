"""A session with debugpy's adapter, over the protocol that VS Code speaks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Iterator, Mapping

from tests.torch.adapter import Adapter

if TYPE_CHECKING:
    from pathlib import Path

_STEPS = {
    "continue": "continue",
    "step over": "next",
    "step into": "stepIn",
    "step out": "stepOut",
}
_FRAMES = 4


def answers_of_adapter(
    command: list[str], lines: list[str], folder: Path, environment: Mapping[str, str]
) -> str:
    """Return what the adapter answers, each answer below what was asked.

    Args:
        command: a file with a configuration, as VS Code reads it, and the program that
            is open.
        lines: what the user does: `breakpoint FILE:LINE`, `continue`, `step over`,
            `step into`, `step out`, `variables NAME ...`, `evaluate EXPRESSION`.
        folder: the workspace.
        environment: variables of the program.
    """
    configuration = launched(*command, folder=folder, environment=environment)
    adapter = Adapter(str(folder), dict(environment))
    try:
        session = _Session(adapter, folder)
        said = session.started(configuration)
        return "".join([said, *map(session.answered, lines)])
    finally:
        adapter.close()


def launched(
    configuration: str, program: str, *, folder: Path, environment: Mapping[str, str]
) -> dict[str, Any]:
    """Return the arguments of the request with which VS Code starts a program."""
    text = (folder / configuration).read_text(encoding="utf-8")
    text = text.replace("${file}", str(folder / program))
    (one,) = json.loads(text.replace("${workspaceFolder}", str(folder)))[
        "configurations"
    ]
    # There is no terminal in which the adapter could ask for a start.
    return {**one, "console": "internalConsole", "env": dict(environment)}


class _Session:
    """What VS Code does at a click, and what it would show then."""

    def __init__(self, adapter: Adapter, folder: Path) -> None:
        self.adapter = adapter
        self.folder = folder
        self.thread: int | None = None
        self.printed = 0

    def started(self, configuration: dict[str, Any]) -> str:
        """Start the program, and wait until it stops."""
        self.adapter.launch(configuration)
        return "\n".join(self._stopped(self.adapter.stopped())) + "\n"

    def answered(self, line: str) -> str:
        """Do what a line says, and return it with the answer."""
        if line in _STEPS:
            answer = self._stopped(self.adapter.step(_STEPS[line], self.thread))
        else:
            verb, _, rest = line.partition(" ")
            answer = getattr(self, f"_{verb}")(rest)
        return "\n".join([f"\n> {line}", *answer]) + "\n"

    def _breakpoint(self, place: str) -> Iterator[str]:
        name, _, number = place.rpartition(":")
        made = self.adapter.set_breakpoints(self.folder / name, [int(number)])
        for one in made:
            yield f"verified: {one['verified']}, line {one['line']}"

    def _stopped(self, thread: int | None) -> Iterator[str]:
        self.thread = thread
        yield from self._output()
        if thread is None:
            yield "the program has ended"
            return
        yield "stopped in"
        for frame in self.adapter.frames(thread)[:_FRAMES]:
            yield f"    {frame['name']}  {frame['source']['path']}:{frame['line']}"

    def _output(self) -> Iterator[str]:
        text = self.adapter.output[self.printed :]
        self.printed += len(text)
        yield from text.splitlines()

    def _variables(self, names: str) -> Iterator[str]:
        frame = self.adapter.frames(self.thread)[0]
        scopes = self.adapter.ask("scopes", frameId=frame["id"])["scopes"]
        number = scopes[0]["variablesReference"]
        found = self.adapter.ask("variables", variablesReference=number)["variables"]
        for one in found:
            if one["name"] in names.split():
                yield f"    {one['name']}  {one['type']}  {one['value']}"

    def _evaluate(self, expression: str) -> Iterator[str]:
        frame = self.adapter.frames(self.thread)[0]
        yield f"    {self.adapter.evaluate(frame, expression)}"
