"""Propose edits of the lines that made a value, instead of edits of the call.

Where the program sets the value, it gets the same form each time.  For example, a
number becomes a tensor, or a tensor becomes contiguous, float32 or detached.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Callable, Iterator, Sequence

from depyf.curing import makers
from depyf.curing.functions_made import closed_over, defaults
from depyf.curing.program_files import are_apart, original_text
from depyf.curing.proposal import Proposal, with_torch
from depyf.curing.settings_of import Form, assigned, keyed, passed
from depyf.curing.syntax import replaced, source_of, statement_at
from depyf.model.findings.causes import Scope, root_name
from depyf.model.value_seen import seen_of
from depyf.torch_text.questions import GuardKind, lazy_view

if TYPE_CHECKING:
    from depyf.curing.case import Case
    from depyf.curing.program_files import Edit, ProgramFiles
    from depyf.model.events import SourceLine

TENSOR = Form(
    "torch.tensor({})", "make {} a tensor", "pass a tensor instead of a number"
)
DETACHED = Form(
    "({}).detach()",
    "detach {} (its gradient stops there)",
    "pass a detached tensor, through which no gradient flows back",
    stops_gradients=True,
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
AS_TENSOR = Form(
    "torch.as_tensor({})", "make {} a tensor", "pass a tensor instead of a number"
)
PLAIN = Form(
    "({}).as_subclass(torch.Tensor)", "make {} a plain tensor", "pass a plain tensor"
)
_NUMBERS = {"float", "int"}
_MOST = 2  # the most locations of one kind that are tried separately

_Way = Callable[["ProgramFiles", str, str, Form], Iterator["Edit"]]
_WAYS: tuple[tuple[_Way, str], ...] = (
    (assigned, "where it is set"),
    (passed, "where it is passed by name"),
    (keyed, "in the dict"),
)


def form_of(case: Case) -> Form | None:
    """Return the form that may avoid a case's recompiles; None if none is known."""
    if case.kind is GuardKind.DTYPE:
        met = {one.expected for one in case.group.causes}
        met |= {one.actual for one in case.group.causes}
        return FLOAT if "float32" in met else None
    if case.kind is GuardKind.TYPE:
        return _form_of_types(case)
    if case.kind is GuardKind.DISPATCH_KEYS:
        return _form_of_view(case)
    form = FORMS.get(case.kind)
    return form if form is not None and case.allows(form) else None


def _form_of_types(case: Case) -> Form | None:
    """Return the form of a value that is a plain tensor in some calls."""
    literal = case.group.first.literal
    tensors = {
        guard.asks.tensor.type
        for entry in case.group.frame.entries
        for guard in entry.guards
        if guard.asks.tensor is not None and guard.asks.tensor.subject == literal
    }
    if {one.actual for one in case.group.causes} & _NUMBERS and tensors:
        return AS_TENSOR
    # `as_subclass` keeps gradients; a parameter is a leaf, which is another matter.
    return PLAIN if "Tensor" in tensors and tensors - {"Tensor", "Parameter"} else None


def _form_of_view(case: Case) -> Form | None:
    """Return the form of a tensor that is a lazy view in some calls only."""
    first = case.group.first
    view = lazy_view(first.expected, first.actual)
    if view is None:
        return None
    return Form(
        f"({{}}).{view.resolve}()",
        f"call `{view.resolve}()` on {{}}",
        f"pass a tensor that is not {view.said}",
    )


def of_name(case: Case) -> Iterator[Proposal]:
    """Yield the edits that give a name the same form in each line that sets it."""
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
    """Yield the edits that give a function's default or closure variable one form."""
    form = form_of(case)
    if form is None:
        return
    for way, where in ((defaults, "default"), (closed_over, "closure")):
        found = [*way(case.files, case.known, case.group.source, form)]
        for name, edit in found[:_MOST]:
            what = f"{form.what.format(f'`{name}`')} in the {where}"
            yield with_torch(case.files, case.finding, what, [edit])


def of_argument(case: Case) -> Iterator[Proposal]:
    """Yield the edits that give a passed value one form in the code that made it."""
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
    """Yield one proposal with all edits, if no two begin at the same line."""
    if edits and are_apart(edits):
        yield with_torch(case.files, case.finding, what, edits)


def _is_permuted(form: str) -> bool:
    """Return whether strides are not in descending order.

    >>> _is_permuted("[4, 1]"), _is_permuted("[1, 4]")
    (False, True)
    """
    strides = [int(one) for one in form.strip("[]").split(", ") if one.isdigit()]
    return strides != sorted(strides, reverse=True)


# --- lines that a watched run showed --------------------------------------------------

# These edits reach values that the source alone does not lead to: a variable that a
# loop sets again, an item of a container, a value that a library passes on.
_MOST_SEEN = 6  # the most lines of one proposal
_WITH_GRADIENTS = Form("({}).requires_grad_()", "let {} require gradients")
# The forms to try for a kind of guard, and whether a seen form needs the edit.
_OF_KINDS: dict[GuardKind, tuple[tuple[Form, Callable[[str], bool]], ...]] = {
    GuardKind.STRIDE: (
        (FORMS[GuardKind.STRIDE], _is_permuted),
        (FORMS[GuardKind.STRIDE], lambda _: True),
    ),
    GuardKind.DTYPE: ((FLOAT, lambda form: form != "float32"),),
    # The first form keeps all gradients.
    GuardKind.REQUIRES_GRAD: (
        (_WITH_GRADIENTS, lambda form: form.endswith("False")),
        (DETACHED, lambda form: form.endswith("True")),
    ),
}


def of_seen(case: Case) -> Iterator[Proposal]:
    """Yield the edits that give a tensor one form where a watched run created it."""
    seen = seen_of(case.group.run, case.group.name, case.group.source)
    if seen is None:
        return
    if case.kind is GuardKind.DTYPE and not any(
        one.form == "float32" for one in seen.forms
    ):
        return
    for form, needs_it in _OF_KINDS.get(case.kind, ()):
        if not case.allows(form):
            continue
        lines = dict.fromkeys(
            one.lines[0] for one in seen.forms if one.lines and needs_it(one.form)
        )
        edits = [one for line in lines for one in _edit(case, line, form)]
        if 0 < len(edits) <= _MOST_SEEN and len(edits) == len(lines):
            name = f"`{case.group.source}`"
            what = f"{form.what.format(name)} where it is created"
            yield with_torch(case.files, case.finding, what, edits)


def _edit(case: Case, line: SourceLine, form: Form) -> Iterator[Edit]:
    """Yield the edit of the value that a line makes, if it makes exactly one."""
    files = case.files
    if not files.is_own(line.file) or files.text(line.file) != original_text(line.file):
        return  # an earlier edit may have moved the line
    node = _value(statement_at(files.tree(line.file), line.line))
    if node is None:
        return
    source = source_of(files.lines(line.file), node)
    if form.fits(node, source):
        yield replaced(files, line.file, node, form.of(source, node))


def _value(statement: ast.stmt | None) -> ast.expr | None:
    """Return the value that a statement sets or returns, if it is one value."""
    if isinstance(statement, ast.Assign):
        is_one = not isinstance(statement.targets[0], (ast.Tuple, ast.List))
        return statement.value if is_one else None
    if isinstance(statement, (ast.AnnAssign, ast.Return)):
        is_one = not isinstance(statement.value, (ast.Tuple, ast.Dict, ast.List))
        return statement.value if is_one else None
    return None
