"""Pad batches to the largest size, and cut the results.

The last batch of a dataset is often smaller than the others.  If the items of a batch
do not affect each other, the compiled function can compute a full batch each time.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.blocks import free_name
from depyf.curing.program_files import Edit
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import line_after_imports, replaced, source_of
from depyf.model.findings.causes import Scope, root_name
from depyf.model.findings.expression_parts import passed_at
from depyf.model.findings.names import passed_names
from depyf.torch_text.access_paths import bare
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.proposal import Proposal

_PATH = (ast.Name, ast.Attribute, ast.Subscript)
_FUNCTION = '''

def {name}(x, size):
    """Return a batch with zeros behind its items, up to a size."""
    if len(x) >= size:
        return x
    return torch.cat([x, x.new_zeros(size - len(x), *x.shape[1:])])
'''


def padded_batches(case: Case) -> Iterator[Proposal]:
    """Yield the edit that pads smaller batches to the size of the first one."""
    size = _usual_size(case)
    found = next(case.calls(), None) if size else None
    if found is None:
        return
    file, call = found
    names = _batches(case, size)
    batches = [
        passed_at(call, name, position)
        for position, name in enumerate(passed_names(case.group.frame))
        if name in names
    ]
    helper = free_name(case.files.tree(file), "padded")
    new = _with_padding(
        case.files.lines(file), call, batches, f"{helper}({{}}, {size})"
    )
    if not new:
        return
    after = line_after_imports(case.files.tree(file))
    made = tuple(_FUNCTION.format(name=helper).rstrip("\n").split("\n"))
    what = f"pad batches to {size} items, and cut the results"
    edits = [replaced(case.files, file, call, new), Edit(file, after, after - 1, made)]
    yield with_torch(case.files, case.finding, what, edits)


def _with_padding(
    lines: Sequence[str], call: ast.Call, batches: Sequence[ast.expr | None], form: str
) -> str:
    """Return the source of a call with padded batches; "" if they have no names."""
    source = source_of(lines, call).encode()
    if not batches or b"\n" in source:
        return ""
    first = ""
    # From right to left, so that the columns of the others stay.
    for one in sorted(batches, key=lambda one: -getattr(one, "col_offset", 0)):
        if not isinstance(one, _PATH):
            return ""
        start, end = one.col_offset - call.col_offset, one.end_col_offset or 0
        first = source_of(lines, one)
        new = form.format(first).encode()
        source = source[:start] + new + source[end - call.col_offset :]
    return f"{source.decode()}[:len({first})]"


def _usual_size(case: Case) -> int:
    """Return the size of the first dimension in the first call, if it is the largest.

    0 if another value varies.
    """
    group = case.group
    is_batch = case.kind is GuardKind.SIZE and group.first.scope is Scope.ARGUMENT
    if not is_batch or {one.index for one in group.causes} != {0}:
        return 0
    if group.source != root_name(group.source):
        return 0
    met = {text for one in group.causes for text in (one.expected, one.actual)}
    sizes = [int(one) for one in met if one.isdigit()]
    first = group.causes[0].expected
    return int(first) if first.isdigit() and int(first) == max(sizes) else 0


def _batches(case: Case, size: int) -> set[str]:
    """Return the arguments that have this size in the first entry."""
    entries = case.group.frame.entries
    return {
        bare(guard.asks.tensor.subject)
        for guard in (entries[0].guards if entries else ())
        if guard.asks.tensor is not None
        if guard.asks.tensor.size[:1] == (str(size),)
    }
