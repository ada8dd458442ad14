"""Find where a varying number must be a Python number, so that no tensor can be it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.followed_values import reads_of
from depyf.model.findings.makers import SIZED
from depyf.model.findings.program_text import file_of, line_of, takes_number
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.spoken_paths import steps_of

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.program_index import Function
    from depyf.model.findings.recompile_groups import Group

SCALE = "scale_factor"
_SIZES = {SCALE, "size", "output_size"}
UNROLLED = (
    "torch unrolls this loop for each value: set a fixed bound, use few values, or "
    "compile what the loop calls (its variable as a tensor)"
)


def number_needed_at(group: Group) -> SourceLine | None:
    """Return the line that needs the number as a Python number; None if there is none.

    It is the line that asks for the number, or a line of a function that gets it and
    passes it on as a size.
    """
    line = group.asked_at
    file = file_of(group.run, line)
    # Of an item, also what needs the whole list, such as ``rows.split(counts)``.
    sources = dict.fromkeys([group.source, _container(group.source)])
    for source in sources:
        if file is not None and line is not None:
            if takes_number(file, line.line, source.rpartition(".")[2]):
                return line
        frame = group.frame
        reads = reads_of(group.run, frame.file, frame.first_line, source)
        for there, function, node in reads:
            if _is_size(function, node):
                return line_of(there, node.lineno)
    return None


def _container(source: str) -> str:
    """Return the path of the list that holds an item; other paths as they are."""
    steps = steps_of(source) or [source]
    while len(steps) > 1 and steps[-1].startswith("["):
        steps.pop()
    return "".join(steps)


def _is_size(function: Function, read: ast.expr) -> bool:
    """Return whether a call takes what code reads as a size."""
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(
        inner is read
        for call in calls
        for given in _sizes(call)
        for inner in ast.walk(given)
    )


def _sizes(call: ast.Call) -> list[ast.expr]:
    """Return the arguments of a call that are sizes, or factors of sizes."""
    every = call.args if last_name(call.func) in SIZED else []
    return [*every, *(one.value for one in call.keywords if one.arg in _SIZES)]
