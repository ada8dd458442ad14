"""The rule on `squeeze()`, which leaves tensors with varying numbers of dimensions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.names import place
from depyf.model.findings.one_each import of
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.rule import Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.reading.numbers import is_number
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group


class Squeezed(NamedTuple):
    """A call of `squeeze` that names no dimension.

    Attributes:
        line: the line of the call.
        call: the call.
        tensor: the tensor that it is called on, or that it gets.
        ranks: the numbers of dimensions that compiled code was called with.
    """

    line: SourceLine
    call: ast.Call
    tensor: ast.expr
    ranks: tuple[int, ...]


def squeezed(group: Group) -> Squeezed | None:
    """Return the call that gave a group's tensor its number of dimensions, or None."""
    if group.first.kind is not GuardKind.RANK:
        return None
    met = {form for one in group.causes for form in (one.expected, one.actual)}
    ranks = tuple(sorted(int(one) for one in met if is_number(one)))
    for line in reversed(group.origin):
        file = file_of(group.run, line)
        for call in index_of(file).calls_at(line.line) if file is not None else ():
            tensor = _tensor(call)
            if tensor is not None and ranks:
                return Squeezed(line, call, tensor, ranks)
    return None


def _tensor(call: ast.Call) -> ast.expr | None:
    """Return the tensor from which a call removes all dimensions of size 1."""
    if last_name(call.func) != "squeeze" or call.keywords:
        return None
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    if last_name(owner or call.func) == "torch":
        return call.args[0] if len(call.args) == 1 else None
    return owner if not call.args else None


def _note(group: Group) -> str:
    found = squeezed(group)
    at = f" at {place(found.line)}" if found is not None else ""
    return (
        f"merge the leading dimensions with `flatten` instead of `squeeze()`{at}, or "
        "keep all dimensions"
    )


SQUEEZED: Rule[Group] = Rule(
    "squeezed-sizes",
    of(GuardKind.RANK),
    squeezed,
    lambda group: (
        f"is compiled for `{group.source}` with each number of dimensions, which "
        "`squeeze()` varies"
    ),
    note=_note,
    title="recompiles for each rank of `{it.source}`",
    why=lambda group: (
        "`squeeze()` removes all dimensions of size 1, and each number of dimensions "
        "that is left needs an entry."
    ),
)
