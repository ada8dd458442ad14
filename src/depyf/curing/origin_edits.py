"""Edits of the lines that made a value, if the call itself needs no change.

The value is brought to one form where the program sets it: a number becomes a tensor, a
tensor gets one layout or type, or is detached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator, Sequence

from depyf.curing import makers
from depyf.curing.functions_made import closed_over, defaults
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.settings_of import Form, assigned, keyed, passed
from depyf.model.findings.causes import Scope, root_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit, ProgramFiles

TENSOR = Form(
    "torch.tensor({})", "make {} a tensor", "pass a tensor instead of a number"
)
DETACHED = Form(
    "({}).detach()",
    "detach {} (its gradient stops there)",
    "pass a detached tensor, through which no gradient flows back",
)
FORMS = {
    GuardKind.NUMBER: TENSOR,
    GuardKind.STRIDE: Form(
        "({}).contiguous()", "make {} contiguous", "pass a contiguous tensor"
    ),
    GuardKind.REQUIRES_GRAD: DETACHED,
    GuardKind.LAYOUT: Form("({}).to_dense()", "make {} dense", "pass a dense tensor"),
}
FLOAT = Form("({}).float()", "make {} float32", "pass a float32 tensor")
_MOST = 2  # places of one kind that are tried alone

_Way = Callable[["ProgramFiles", str, str, Form], Iterator["Edit"]]
_WAYS: tuple[tuple[_Way, str], ...] = (
    (assigned, "where it is set"),
    (passed, "where it is passed by name"),
    (keyed, "in the dict"),
)


def form_of(case: Case) -> Form | None:
    """Return the form that saves the recompiles of a case, None if none is known."""
    if case.kind is GuardKind.DTYPE:
        met = {one.expected for one in case.group.causes}
        met |= {one.actual for one in case.group.causes}
        return FLOAT if "float32" in met else None
    if case.kind is GuardKind.REQUIRES_GRAD and not case.is_without_gradients:
        return None  # training would silently go without them
    return FORMS.get(case.kind)


def of_name(case: Case) -> Iterator[Proposal]:
    """An attribute, global or item has one form in each line that sets it."""
    form, name = form_of(case), case.group.attribute
    is_argument = case.group.first.scope is Scope.ARGUMENT
    is_part = case.group.source != name
    if form is None or not name.isidentifier() or (is_argument and not is_part):
        return
    every: list[Edit] = []
    for way, where in _WAYS:
        edits = [
            one for file in case.known for one in way(case.files, file, name, form)
        ]
        every += edits
        what = f"{form.what.format(f'`{name}`')} {where}"
        yield from _together(case, what, edits)
    ways = {(one.file, one.first) for one in every}
    if len(ways) > 1:
        what = f"{form.what.format(f'`{name}`')} everywhere"
        yield from _together(case, what, every)


def of_function(case: Case) -> Iterator[Proposal]:
    """A number that a function holds, as a default or in its closure, is a tensor."""
    form = form_of(case)
    if form is None:
        return
    for way, where in ((defaults, "default"), (closed_over, "closure")):
        found = [*way(case.files, case.known, case.group.source, form)]
        for name, edit in found[:_MOST]:
            what = f"{form.what.format(f'`{name}`')} in the {where}"
            yield with_torch(case.files, case.finding, what, [edit])


def of_argument(case: Case) -> Iterator[Proposal]:
    """What is passed has one form where a helper made it."""
    form, source = form_of(case), case.group.source
    is_argument = case.group.first.scope is Scope.ARGUMENT
    if form is None or not is_argument or source != root_name(source):
        return
    passed = [makers.Value(*one) for one in case.arguments()]
    passed += [makers.Value(*one) for one in case.spread()]
    for given in passed:
        for values in makers.of_value(case.files, case.known, given):
            for name, edits in makers.formed(case.files, values, form):
                what = f"{form.what.format(f'`{name}`')} where it is created"
                yield from _together(case, what, edits)


def _together(case: Case, what: str, edits: Sequence[Edit]) -> Iterator[Proposal]:
    """Yield one proposal of several edits, if no two share a line."""
    lines = {(one.file, one.first) for one in edits}
    if edits and len(lines) == len(edits):
        yield with_torch(case.files, case.finding, what, edits)
