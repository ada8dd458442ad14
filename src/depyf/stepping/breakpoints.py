"""Find the files that run, and the first line of each, for breakpoints."""

from __future__ import annotations

import ast
from enum import Enum
from typing import TYPE_CHECKING, Iterable, Sequence

from depyf.capture.journal import JOURNAL, read_journal
from depyf.model.events import Kernel, RunnableGraph, RunStarted, TransformedCode
from depyf.model.python_text import is_literal
from depyf.reading.limits import LIMITS
from depyf.reading.regular_files import read_regular
from depyf.records import dataclass
from depyf.torch_text.names import is_resume

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.model.events import Event

# The functions that run first in a file. In a transformed file, the function has the
# file's stem as its name.
_ENTRANCES = {"forward", "call"}
_SHOWN = 3


class Kind(Enum):
    """The content of a file in which a debugger can stop."""

    CODE = "code"
    RESUME = "resume"
    GRAPH = "graph"
    KERNEL = "kernel"


@dataclass(frozen=True)
class Breakpoint:
    """A file whose code runs, and the first line in it at which a debugger can stop."""

    kind: Kind
    file: str
    line: int
    language: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def breakpoints(events: Iterable[Event], directory: Path) -> list[Breakpoint]:
    """Return a breakpoint for each dumped file whose code runs, in order of creation.

    Args:
        events: the events of the dump.
        directory: the directory of the dump.
    """
    found: dict[str, Breakpoint] = {}
    lines_are_ours = True
    for event in events:
        if isinstance(event, RunStarted):
            lines_are_ours = event.options.get("relocate") != str(False)
        kind, name, language = _kind_and_name(event)
        path = directory / name
        if kind is None or not lines_are_ours or not path.is_file():
            continue
        text = read_regular(path, LIMITS.unpacked_bytes).decode("utf-8")
        line = first_line(text, path.stem)
        if line:
            found[name] = Breakpoint(kind, str(path), line, language)
    return list(found.values())


def _kind_and_name(event: Event) -> tuple[Kind | None, str, str]:
    if isinstance(event, TransformedCode) and event.file:
        kind = Kind.RESUME if is_resume(event.co_name) else Kind.CODE
        return kind, event.file, ""
    if isinstance(event, RunnableGraph) and event.file:
        return Kind.GRAPH, event.file, ""
    if isinstance(event, Kernel) and event.number >= 0:
        return Kind.KERNEL, event.file, event.language
    return None, "", ""


def first_line(text: str, stem: str) -> int:
    r"""Return the first line that runs when a dumped file's code is called; 0 if none.

    >>> first_line("def forward(\n    self, x\n):\n    y = x\n", "graph")
    4
    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return 0
    wanted = _ENTRANCES | {stem}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in wanted:
            return _first_statement(node)
    return 0


def _first_statement(function: ast.FunctionDef) -> int:
    """Return the line of the first statement that is not a docstring.

    A function of quality `listing` holds only strings: return the line of the second.
    """
    body = function.body
    return body[is_literal(body[0]) and len(body) > 1].lineno


def where_to_break(
    breakpoints: Sequence[Breakpoint], directory: Path
) -> tuple[str, str]:
    """Return two lines of help for setting breakpoints.

    Args:
        breakpoints: the breakpoints that can be set.
        directory: the directory of the dump.
    """
    code = _of(breakpoints, Kind.CODE) + _of(breakpoints, Kind.RESUME)
    if not code:
        reason = "nothing was compiled, or its lines were left alone (relocate=False)"
        return (
            f"debug(): no file in {directory} runs: {reason}",
            f"debug(): what there is, and why: {directory / 'index.md'}",
        )
    first = f"debug(): set breakpoints, then continue: {_listed(code)}"
    graphs, kernels = _of(breakpoints, Kind.GRAPH), _of(breakpoints, Kind.KERNEL)
    if kernels:
        return first, f"debug(): kernel wrappers: {_listed(kernels)}{_inside(kernels)}"
    if graphs:
        return first, f"debug(): graphs: {_listed(graphs)}"
    return first, f"debug(): graphs: none that runs as Python; see {directory}"


def where_to_break_in(directories: Sequence[Path]) -> tuple[str, str]:
    """Return two lines of help for setting breakpoints in several dumps."""
    found = [
        one
        for directory in directories
        for one in breakpoints(read_journal(directory / JOURNAL), directory)
    ]
    return where_to_break(found, directories[0])


def _of(breakpoints: Sequence[Breakpoint], kind: Kind) -> list[Breakpoint]:
    return [one for one in breakpoints if one.kind is kind]


def _listed(breakpoints: Sequence[Breakpoint]) -> str:
    shown = "  ".join(map(str, breakpoints[:_SHOWN]))
    more = len(breakpoints) - _SHOWN
    return f"{shown}  and {more} more" if more > 0 else shown


def _inside(kernels: Sequence[Breakpoint]) -> str:
    """Return a hint on how to debug kernels in which Python's debuggers cannot stop."""
    languages = {one.language for one in kernels}
    if "triton" in languages or "mixed" in languages:
        return "  (inside a Triton kernel: TRITON_INTERPRET=1, see debugging.md)"
    if "cpp" in languages:
        return "  (inside: AOT_INDUCTOR_DEBUG_COMPILE=1 gdb; break -qualified kernel)"
    return ""
