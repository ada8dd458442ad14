"""Solve least squares by the pseudo-inverse, which torch can compile.

The results of `torch.linalg.lstsq` have shapes that depend on data.  For a matrix of
full rank, the solution is the same.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.program_files import are_apart
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.syntax_parts import constant, index_of_item
from depyf.model.python_text import dotted
from depyf.torch_text.break_words import is_least_squares

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.breaks import Break

_LSTSQ = "linalg.lstsq"
_PINV = "(lambda a, b, **_: (torch.linalg.pinv(a) @ b,))"


def by_pseudo_inverse(
    one: Break, files: ProgramFiles, finding: str, known: Sequence[str]
) -> Iterator[Proposal]:
    """Yield the edit of all uses of `torch.linalg.lstsq`."""
    if not any(map(is_least_squares, one.texts)):
        return
    edits = [edit for file in known for edit in _edits(files, file)]
    if edits and are_apart(edits):
        what = "solve by `torch.linalg.pinv`, which is the same for full rank"
        yield with_torch(files, finding, what, edits)


def _edits(files: ProgramFiles, file: str) -> Iterator[Edit]:
    """Yield the edits of a file: of calls of which only the solution is read, first."""
    lines, seen = files.lines(file), set()
    nodes = list(ast.walk(files.tree(file)))
    for node in nodes:
        call = _solved(node)
        if call is not None:
            seen.add(call.func)
            first, second = (source_of(lines, one) for one in call.args)
            new = f"(torch.linalg.pinv({first}) @ {second})"
            yield replaced(files, file, node, new)
    for node in nodes:
        if dotted(node).endswith(_LSTSQ) and node not in seen:
            yield replaced(files, file, node, _PINV)


def _solved(node: ast.AST) -> ast.Call | None:
    """Return the call in `lstsq(a, b).solution` or `lstsq(a, b)[0]`, or None."""
    if isinstance(node, ast.Subscript):
        is_solution = constant(index_of_item(node)) == 0
    else:
        is_solution = isinstance(node, ast.Attribute) and node.attr == "solution"
    call = getattr(node, "value", None) if is_solution else None
    if isinstance(call, ast.Call) and dotted(call.func).endswith(_LSTSQ):
        return call if len(call.args) == 2 and not call.keywords else None
    return None
