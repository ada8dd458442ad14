"""Find where the program changes a tensor in place, so that guards on it fail.

`weights.requires_grad_(step > 9)` assigns no variable: it changes a tensor that another
line created.  Such a line is a cause if its tensor and the value of the failed guard
come from a common line.
"""

from __future__ import annotations

import ast
from itertools import islice
from typing import TYPE_CHECKING, Collection, Iterator, Sequence

from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import index_of, line_of
from depyf.model.findings.spots import spot_of_node
from depyf.torch_text.access_paths import is_stored
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.causes import Cause
    from depyf.model.findings.origin_trace import Tracer
    from depyf.model.run import Compilation

_LONGEST = 24  # the most lines of one trace
_FEW = 3  # the most lines to return; among more lines, the cause is unclear
_MOVES = {"t_", "transpose_", "swapaxes_", "swapdims_", "as_strided_", "squeeze_"}
_SIZES = {"resize_", "resize_as_", "squeeze_", "unsqueeze_", "set_"}
# For each kind of guard: the methods and the attributes that change the checked value.
_CHANGES: dict[GuardKind, tuple[set[str], set[str]]] = {
    GuardKind.REQUIRES_GRAD: ({"requires_grad_", "detach_"}, {"requires_grad"}),
    GuardKind.SIZE: (_SIZES, {"data"}),
    GuardKind.RANK: (_SIZES, {"data"}),
    GuardKind.CONDITION: (_SIZES, {"data"}),
    GuardKind.STRIDE: (_MOVES | _SIZES, {"data"}),
    GuardKind.DTYPE: (set(), {"data"}),
    GuardKind.DEVICE: (set(), {"data"}),
}


def changes_in_place(
    tracer: Tracer, kind: GuardKind, lines: Collection[SourceLine]
) -> tuple[SourceLine, ...]:
    """Return the lines that change a value in place.

    Args:
        tracer: the tracer of the program.
        kind: the kind of the failed guard.
        lines: the lines that created the value.
    """
    found: dict[SourceLine, None] = {}
    for file, tensor in _changed(tracer.files, kind):
        made = islice(tracer.follow(tensor, spot_of_node(file, tensor)), _LONGEST)
        if not set(made).isdisjoint(lines):
            found[line_of(file, tensor.lineno)] = None
    return tuple(found)


def is_of_parameter(cause: Cause) -> bool:
    """Return whether `requires_grad` of a module's own tensor failed the guard."""
    return cause.kind is GuardKind.REQUIRES_GRAD and is_stored(cause.literal)


def changes_of_parameters(
    files: Sequence[ProgramFile], kind: GuardKind
) -> tuple[SourceLine, ...]:
    """Return the lines that change parameters of modules in place, if they are few.

    It is unknown which parameters a line changes, because it is often in a loop over
    many.
    """
    if kind is not GuardKind.REQUIRES_GRAD:
        return ()
    changed = _changed(files, kind)
    found = dict.fromkeys(line_of(file, one.lineno) for file, one in changed)
    return tuple(found) if len(found) <= _FEW else ()


def changes_without_gradients(
    files: Sequence[ProgramFile], kind: GuardKind, entries: Sequence[Compilation]
) -> tuple[SourceLine, ...]:
    """Return the lines that switch `requires_grad` of a variable, if they are few.

    No operation gives a result that requires gradients while they are switched off, so
    such a line did.

    Args:
        files: the files of the program.
        kind: the kind of the failed guard.
        entries: the entries of the compiled function.
    """
    if kind is not GuardKind.REQUIRES_GRAD or not are_without_gradients(entries):
        return ()
    found = dict.fromkeys(
        line_of(file, tensor.lineno)
        for file, tensor in _changed(files, kind)
        if isinstance(tensor, ast.Name) and not _is_of_loop(file, tensor)
    )
    return tuple(found) if len(found) <= _FEW else ()


def are_without_gradients(entries: Sequence[Compilation]) -> bool:
    """Return whether all entries were compiled with gradients switched off."""
    return bool(entries) and all(map(is_without_gradients, entries))


def is_without_gradients(entry: Compilation) -> bool:
    """Return whether an entry was compiled with gradients switched off."""
    return any("grad_mode=False" in guard.settings for guard in entry.guards)


def _is_of_loop(file: ProgramFile, name: ast.Name) -> bool:
    """Return whether a loop sets a variable, as over the parameters of a module."""
    function = index_of(file).function_at(name.lineno) or index_of(file).tree
    return any(
        isinstance(node, (ast.For, ast.comprehension))
        and name.id in {getattr(one, "id", "") for one in ast.walk(node.target)}
        for node in ast.walk(function)
    )


def _changed(
    files: Sequence[ProgramFile], kind: GuardKind
) -> Iterator[tuple[ProgramFile, ast.expr]]:
    """Yield the tensors that lines of the program change in place."""
    methods, attributes = _CHANGES.get(kind, (set(), set()))
    for file in files:
        index = index_of(file)
        for name in sorted(methods):
            for call in index.calls.get(name, ()):
                if isinstance(call.func, ast.Attribute):
                    yield file, call.func.value
        for name in sorted(attributes):
            for store in index.at(Kind.ATTRIBUTE, name):
                if store.owner is not None:
                    yield file, store.owner
