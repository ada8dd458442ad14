"""Compile a gradient that is differentiated again, or run its call eagerly.

Compiled code does not support double backward.  The program ends with an error in the
backward, although no compilation failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.blocks import is_alone, shifted
from depyf.curing.compiled_gradients import compiled_gradients
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import indent_of, source_of, statement_at
from depyf.model.findings.double_gradients import double_gradients
from depyf.model.findings.program_index import last_line
from depyf.torch_text.operators import is_double_backward

if TYPE_CHECKING:
    import ast

    from depyf.curing.program_files import ProgramFiles

_FINDING = "double backward through compiled code"
_EAGER = 'with torch.compiler.set_stance("force_eager"):'


def of_double_backward(
    errors: str, files: ProgramFiles, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edits for a program that ends because of a double backward.

    Args:
        errors: the program's stderr.
        files: the program's files.
        known: the paths of these files.
    """
    if is_double_backward(errors):
        yield from compiled_gradients(files, known, _FINDING)
        yield from _run_eagerly(files, known)


def _run_eagerly(files: ProgramFiles, known: Sequence[str]) -> Iterator[Proposal]:
    """Yield the edits that run the differentiated call eagerly."""
    for file in known:
        for statement in _statements(files, file):
            lines = files.lines(file)
            head = indent_of(lines[statement.lineno - 1]) + _EAGER
            inner = shifted(files, file, [statement], 1)
            edit = Edit(file, statement.lineno, last_line(statement), (head, *inner))
            source = source_of(lines, statement)
            what = f"run `{source}` without compilation (`force_eager`)"
            yield with_torch(files, _FINDING, what, [edit])


def _statements(files: ProgramFiles, file: str) -> Iterator[ast.stmt]:
    """Yield the assignments of values differentiated with ``create_graph=True``."""
    for one in double_gradients(files.text(file)):
        statement = statement_at(files.tree(file), one.made)
        if statement is not None and is_alone(files, file, [statement]):
            yield statement
