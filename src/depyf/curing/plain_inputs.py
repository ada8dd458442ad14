"""Pass plain tensors to compiled code that cannot trace the code of a tensor subclass.

The ``__torch_function__`` of a subclass runs at each operation.  If it breaks the
graph, then each operation does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.call_arguments import argument
from depyf.curing.program_files import are_apart
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import calls_at, replaced, source_of
from depyf.model.findings.names import call_line
from depyf.model.findings.program_text import function_at
from depyf.model.findings.subclass_hooks import is_in_hook
from depyf.torch_text.path_names import readable

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame

_PLAIN = {"Tensor", "Parameter"}


def plain_inputs(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that passes plain tensors in the calls of a compiled function."""
    if not is_in_hook(one):
        return
    roots = {id(root): root for root in map(one.run.root_of, one.frames)}
    for root in roots.values():
        edits = [
            edit for name in _subclasses(root) for edit in _edits(files, root, name)
        ]
        if edits and are_apart(edits):
            what = f"pass plain tensors to `{root.owner}`"
            yield with_torch(files, finding, what, edits)


def _depth(frame: Frame) -> int:
    return min((len(one.stack) for one in frame.compilations), default=0)


def _subclasses(frame: Frame) -> Sequence[str]:
    """Return the arguments that guards require to be of a tensor subclass."""
    tensors = (
        guard.asks.tensor
        for entry in frame.entries
        for guard in entry.guards
        if guard.asks.tensor is not None
    )
    found = (readable(one.subject) for one in tensors if one.type not in _PLAIN)
    return [*dict.fromkeys(name for name in found if name.isidentifier())]


def _edits(files: ProgramFiles, frame: Frame, name: str) -> Iterator[Edit]:
    """Yield the edits of an argument in the lines that call a compiled function."""
    if not files.is_own(frame.file):
        return
    function = function_at(files.tree(frame.file), frame.first_line)
    lines = {call_line(one) for one in frame.compilations}
    for line in lines if function is not None else ():
        if line is None or function is None or not files.is_own(line.file):
            continue
        for call in calls_at(files.tree(line.file), line.line):
            passed = argument(function, call, name)
            if passed is not None:
                source = source_of(files.lines(line.file), passed)
                new = f"({source}).as_subclass(torch.Tensor)"
                yield replaced(files, line.file, passed, new)
                break
