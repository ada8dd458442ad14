"""Begin with zeros, if a value is None at first and a tensor later.

If the first call has no state, it needs an entry in which the value is None.  Most
recurrences and sums begin with zeros.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.program_files import original_text
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.syntax import replaced
from depyf.model.findings.origins import origin
from depyf.model.guard_facts import names_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.torch_text.questions import TensorGuard

_KINDS = {GuardKind.NONE, GuardKind.TYPE}
_USUAL = "torch.float32"


def zeros_at_first(case: Case) -> Iterator[Proposal]:
    """Yield the edits that replace None by zeros."""
    tensor = _tensor(case) if case.kind in _KINDS else None
    if tensor is None:
        return
    zeros = zeros_like(tensor)
    for line in origin(case.group).lines:
        files, file = case.files, line.file
        if not files.is_own(file) or files.text(file) != original_text(file):
            continue  # an earlier edit may have moved the line
        for node in _nones(files.tree(file), line.line):
            what = f"begin with `{zeros}` instead of None"
            edit = replaced(files, file, node, zeros)
            yield with_torch(files, case.finding, what, [edit])


def zeros_like(tensor: TensorGuard) -> str:
    """Return the call that creates zeros like a tensor; "" if a size may vary."""
    if "None" in tensor.size:
        return ""
    given = [*tensor.size] or ["()"]
    given += [f"dtype={tensor.dtype}"] if tensor.dtype != _USUAL else []
    given += [f'device="{tensor.device}"'] if tensor.device != "cpu" else []
    return f"torch.zeros({', '.join(given)})"


def _tensor(case: Case) -> TensorGuard | None:
    """Return an entry's tensor guard on the value, if all sizes are constant."""
    for entry in case.group.frame.entries:
        tensors = [one for one in entry.guards if one.asks.tensor and one.paths]
        names = names_of([one.paths[0] for one in tensors], entry.guards)
        for guard in tensors:
            tensor = guard.asks.tensor
            if tensor is not None and names.of(guard.paths[0]) == case.group.source:
                return None if "None" in tensor.size else tensor
    return None


def _nones(tree: ast.AST, line: int) -> Iterator[ast.expr]:
    """Yield the None constants that a line returns, sets or passes."""
    for node in ast.walk(tree):
        values: list[ast.expr] = []
        if isinstance(node, (ast.Return, ast.Assign, ast.AnnAssign)) and node.value:
            value = node.value
            values = value.elts if isinstance(value, ast.Tuple) else [value]
        elif isinstance(node, ast.Call):
            values = [*node.args, *(one.value for one in node.keywords)]
        yield from (
            one
            for one in values
            if isinstance(one, ast.Constant) and one.value is None
            if one.lineno == line
        )
