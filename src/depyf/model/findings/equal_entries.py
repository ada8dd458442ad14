"""Find recompiles that make the same code again.

If all entries of a function have the same graph and the same code around it, nothing
that torch compiled depends on the values that differ between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Tuple

from depyf.model.by_identity import once_each
from depyf.model.findings.growth import filled_at
from depyf.model.findings.names import place
from depyf.model.findings.one_each import difference
from depyf.model.findings.own_methods import one_object
from depyf.model.findings.rule import Cure, Rule
from depyf.model.stages import CAPTURED
from depyf.torch_text.graph import graph_inputs
from depyf.torch_text.names import classes_in
from depyf.torch_text.path_names import input_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Compilation

#: Guards on Python values.  Properties of tensors decide what a backend makes of a
#: graph, even of an equal one.
_OF_VALUES = {
    GuardKind.NUMBER,
    GuardKind.TEXT,
    GuardKind.FLAG,
    GuardKind.NONE,
    GuardKind.OBJECT,
    GuardKind.TYPE,
    GuardKind.LENGTH,
    GuardKind.KEY,
    GuardKind.DICT_KEYS,
}
_OF_TENSORS = {
    GuardKind.SIZE, GuardKind.STRIDE, GuardKind.RANK, GuardKind.DTYPE,
    GuardKind.REQUIRES_GRAD,
}  # fmt: skip
_TENSORS = {"Tensor", "Parameter"}
_CONSTANT = "_constant"  # a tensor in a graph whose numbers the text does not show

_Code = Tuple[str, Tuple[str, ...]]


def are_equal(group: Group) -> bool:
    """Return whether guards on a Python value caused recompiles to equal code."""
    entries, kind = group.frame.entries, group.first.kind
    if not group.source or len(entries) < 2:
        return False
    if kind not in _OF_VALUES and not _is_in_no_graph(group):
        return False
    if kind is GuardKind.TYPE and _TENSORS & {*classes_in(group.texts)}:
        return False
    codes = {_code(one) for one in entries}
    return len(codes) == 1 and None not in codes


def _is_in_no_graph(group: Group) -> bool:
    """Return whether the value is a tensor that no graph gets."""
    if group.first.kind not in _OF_TENSORS:
        return False
    name = input_name(group.first.literal)
    inputs = [
        graph_inputs(graph.text)
        for one in group.frame.entries
        for graph in one.graphs
        if graph.stage == CAPTURED
    ]
    return all(inputs) and not any(name in each for each in inputs)


def _entries(group: Group) -> str:
    number = len(group.frame.entries)
    return "both entries" if number == 2 else f"all {number} entries"


def _what(group: Group) -> str:
    return f"{difference(group)}, but {_entries(group)} are equal"


def _why(group: Group) -> str:
    what = _what(group)
    return f"{what[0].upper()}{what[1:]}."


def _cure(group: Group) -> Cure:
    if group.first.kind is GuardKind.OBJECT:
        return one_object(group)
    return Cure("", _note(group))


def _note(group: Group) -> str:
    if group.first.kind is GuardKind.TYPE:
        return f"give `{group.source}` the same type in all calls"
    stored = filled_at(group)
    if stored:
        return (
            f"keep the store at {place(stored[0])} out of the compiled code: hand the "
            "value out, and store it after the call"
        )
    return (
        f"compute what needs `{group.source}` before the call, so that the compiled "
        "function does not read it"
    )


EQUAL_ENTRIES: Rule[Group] = Rule(
    "equal-entries",
    when=are_equal,
    title="recompiles the same graph for `{it.source}`",
    what=_what,
    why=_why,
    cure=_cure,
)


UNUSED_TENSOR: Rule[Group] = Rule(
    "unused-tensor",
    when=lambda group: _is_in_no_graph(group) and are_equal(group),
    title="recompiles for `{it.source}`, which no graph uses",
    what=lambda group: f"only hands `{group.source}` on: {_entries(group)} are equal",
    why=lambda group: (
        f"Its code only hands `{group.source}` on, and {_entries(group)} are equal."
    ),
    note="keep `{it.source}` out of the compiled function: read it before or after "
    "the call",
)


@once_each
def _code(compilation: Compilation) -> _Code | None:
    """Return an entry's code and first graphs without numbered names.

    None if a graph is not recorded, or if it holds constants without numbers.
    """
    entry = compilation.entry
    if entry is None or not entry.graph_calls:
        return None
    source = entry.source.replace(entry.stem, "entry")
    graphs = []
    for number, name in enumerate(entry.graph_calls):
        # With its parenthesis: one name may begin another.
        source = source.replace(f"{name}(", f"graph {number}(")
        first = next((one for one in compilation.graphs if one.prefix == name), None)
        if first is None or _CONSTANT in first.text:
            return None
        graphs.append(first.text)
    return source, tuple(graphs)
