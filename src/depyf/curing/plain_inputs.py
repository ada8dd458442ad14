"""Pass plain tensors to compiled code that cannot trace the code of a tensor subclass.

The ``__torch_function__`` of a subclass runs at each operation.  If it breaks the
graph, then each operation does.
"""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.curing.call_arguments import argument
from depyf.curing.program_files import are_apart
from depyf.curing.proposal import with_torch
from depyf.curing.syntax import calls_at, replaced, source_of
from depyf.model.findings.names import call_line, passed_names
from depyf.model.findings.program_text import function_at
from depyf.model.findings.subclass_hooks import HOOKS, is_in_hook
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.path_names import readable

if TYPE_CHECKING:
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.curing.proposal import Proposal
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame

_BUILTINS = frozenset(dir(builtins))
_MOST = 3  # arguments that are tried on their own
_PLAIN = {"Tensor", "Parameter"}


def plain_inputs(one: Break, files: ProgramFiles, finding: str) -> Iterator[Proposal]:
    """Yield the edit that passes plain tensors in the calls of a compiled function."""
    if not is_in_hook(one):
        return
    every = [one.run.root_of(frame) for frame in one.frames]
    roots = {id(root): root for root in every if root.co_name not in HOOKS}
    # What the outermost function gets, it passes on.
    for root in sorted(roots.values(), key=_depth):
        for names in _subclasses(root):
            edits = [edit for name in names for edit in _edits(files, root, name)]
            if edits and are_apart(edits):
                what = f"pass plain tensors to `{root.owner}`"
                yield with_torch(files, finding, what, edits)


def _depth(frame: Frame) -> int:
    return min((len(one.stack) for one in frame.compilations), default=0)


def _subclasses(frame: Frame) -> Sequence[Sequence[str]]:
    """Return the arguments that guards require to be of a tensor subclass.

    Without entries there are no guards: then each argument may be, on its own.
    """
    if not frame.entries:
        return [[name] for name in passed_names(frame)[:_MOST]]
    tensors = (
        guard.asks.tensor
        for entry in frame.entries
        for guard in entry.guards
        if guard.asks.tensor is not None
    )
    found = (readable(one.subject) for one in tensors if one.type not in _PLAIN)
    return [[*dict.fromkeys(name for name in found if name.isidentifier())]]


def _edits(files: ProgramFiles, frame: Frame, name: str) -> Iterator[Edit]:
    """Yield the edits of an argument in the lines that call a compiled function."""
    if not files.is_own(frame.file):
        return
    function = function_at(files.tree(frame.file), frame.first_line)
    if function is None:
        return
    for line in dict.fromkeys(map(call_line, frame.compilations)):
        if line is None or not files.is_own(line.file):
            continue
        for call in calls_at(files.tree(line.file), line.line):
            passed = argument(function, call, name)
            if passed is not None and last_name(call.func) not in _BUILTINS:
                source = source_of(files.lines(line.file), passed)
                new = f"({source}).as_subclass(torch.Tensor)"
                yield replaced(files, line.file, passed, new)
                break
