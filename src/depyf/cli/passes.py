"""Implement `--passes`, `--explain` and `--after-pass` of `depyf decompile`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Iterator

from depyf.cli import print_line, print_text
from depyf.decompiler import decompile_code
from depyf.decompiler.pass_manager import (
    Fixpoint,
    Pass,
    Structurer,
    Text,
    TreePass,
    observed,
)
from depyf.decompiler.pass_trace import LIFT, LIFTED, PassTrace, steps
from depyf.decompiler.pipeline import PASSES
from depyf.errors import DecompilationError
from depyf.model.wording import counted

if TYPE_CHECKING:
    from depyf.decompiler import Decompiled
    from depyf.decompiler.pass_manager import AnyPass
    from depyf.decompiler.pass_trace import Attempt, PassRun

_KINDS = {Pass: "graph", Structurer: "graph to tree", TreePass: "tree"}


def print_passes() -> int:
    """Print the table of passes; return the exit code."""
    lines = [f"{LIFT}: {LIFTED}"]
    for row in PASSES:
        if isinstance(row, Fixpoint):
            lines.append(f"{row.name} (until nothing changes; {row.reason}):")
            lines += [f"    {line}" for one in row.passes for line in _row(one)]
        else:
            lines += _row(row)
    print_text("\n".join(lines))
    return 0


def _row(row: AnyPass) -> Iterator[str]:
    kind = _KINDS[type(row)]
    yield f"{row.name} ({kind}; {_texts(row.texts)}): {row.establishes}"
    yield f"    {row.reason}"


def _texts(texts: Text) -> str:
    named = [Text.ALL, Text.TREES, Text.WHOLE, Text.MACHINES, Text.PRETTY]
    named += [one for one in Text if one not in named]
    found = []
    for one in named:
        if texts & one == one:
            found.append(str(one.name or one).lower())
            texts &= ~one
    return ", ".join(found).replace("_", " ")


def print_after(found: object, name: str) -> int:
    """Print the graph or tree of each function after a pass; return the exit code.

    Args:
        found: a code object, or an object that has code.
        name: the name of the pass, or ``lift``.

    Raises:
        DecompilationError: there is no such pass.
    """
    names = [LIFT, *(one.name for one in steps())]
    if name not in names:
        message = f"there is no pass {name!r}; `depyf decompile --passes` lists them"
        raise DecompilationError(message)
    trace = PassTrace()
    with observed(trace):
        decompile_code(found)
    for attempt in trace.last_attempts():
        text = attempt.after(name)
        print_line(f"# {_title(attempt)}, after {name}:")
        print_text("# the pass was not run" if text is None else text.rstrip("\n"))
    return 0


def print_explained(found: object) -> int:
    """Print which passes changed something; return the exit code.

    Args:
        found: a code object, or an object that has code.
    """
    trace = PassTrace()
    with observed(trace):
        result = decompile_code(found)
    attempts: dict[int, int] = {}
    for attempt in trace.attempts:
        attempts[id(attempt.unit)] = number = attempts.get(id(attempt.unit), 0) + 1
        print_line(f"{_title(attempt)}, attempt {number}")
        for line in _changes(attempt):
            print_line(f"    {line}")
    for line in _outcome(result):
        print_line(line)
    return 0


def _title(attempt: Attempt) -> str:
    return f"{attempt.unit.name} (line {attempt.unit.firstlineno})"


def _changes(attempt: Attempt) -> Iterator[str]:
    """Yield a line for each pass with changes, and for each group of passes without."""
    for changed, runs in groupby(attempt.runs, key=lambda run: run.changed):
        if not changed:
            yield f"({counted(len(list(runs)), 'pass', 'passes')} found nothing to do)"
            continue
        for run in runs:
            yield f"{run.name:<24} {_size(run)}: {run.establishes}"


def _size(run: PassRun) -> str:
    return counted(run.text.count("\n"), "line")


def _outcome(result: Decompiled) -> Iterator[str]:
    yield f"{result.name}: {result.quality}"
    for reason in result.diagnostics:
        yield f"    {reason}"
