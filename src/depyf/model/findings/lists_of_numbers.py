"""The rules on lists of numbers whose items vary: one tensor of all items is better.

The list has another length in other calls, or compiled code only indexes with it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.extended_containers import length_in
from depyf.model.findings.followed_values import reads_of
from depyf.model.findings.names import place
from depyf.model.findings.one_each import of
from depyf.model.findings.passed_values import passed_by_call
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import index_of_item, last_name
from depyf.model.findings.user_names import reached
from depyf.model.python_text import text_of
from depyf.torch_text.access_paths import paths_of
from depyf.torch_text.path_names import readable
from depyf.torch_text.path_steps import ITEM
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

_INDEX, _PASSED = "an index", "passed on"


def varying_list(group: Group) -> str:
    """Return the list that contains the number, if its length varies; otherwise ""."""
    paths = paths_of(group.first.literal)
    if len(paths) != 1 or not paths[0].steps:
        return ""
    *inner, item = paths[0].steps
    whole = paths[0].owner(len(inner)).literal
    lengths = {length_in(one, whole) for one in group.frame.entries} - {None}
    return readable(whole) if isinstance(item.key, int) and len(lengths) > 1 else ""


LIST_OF_NUMBERS: Rule[Group] = Rule(
    "numbers-in-list",
    of(GuardKind.NUMBER),
    varying_list,
    "needs an entry for each value of `{it.source}`, an item of a list whose length "
    "varies, too",
    note=lambda group: (
        f"use one tensor of fixed size for all of `{varying_list(group)}`"
    ),
    title=lambda group: f"recompiles for each item of `{varying_list(group)}`",
    why=lambda group: (
        f"The items of `{varying_list(group)}` are constants in the compiled code, and "
        "so is its length."
    ),
)


class IndexList(NamedTuple):
    """A list of numbers that the program passes, and that only indexes tensors.

    Attributes:
        file: the path of the file of the call.
        node: the expression of the list in the call.
        source: its source.
    """

    file: str
    node: ast.expr
    source: str

    @property
    def tensor(self) -> str:
        """The source of a tensor of these numbers."""
        return f"torch.tensor({self.source})"


@once_each
def index_list(group: Group) -> IndexList | None:
    """Return the argument whose items vary, if compiled code only indexes with it."""
    paths, frame = paths_of(group.first.literal), group.frame
    if len(paths) != 1 or not paths[0].is_local or len(paths[0].steps) != 1:
        return None
    value = reached(group.run, frame, group.first)
    passed = passed_by_call(group, value) if value is not None else None
    if passed is None or [kind for kind, _ in passed[2]] != [ITEM]:
        return None
    reads = [*reads_of(group.run, frame.file, frame.first_line, paths[0].name)]
    called = {function.name for _, function, _ in reads}
    roles = {_role(function, node, called) for _, function, node in reads}
    if _INDEX not in roles or None in roles:
        return None
    spot, node, _ = passed
    return IndexList(spot.file.file, node, text_of(node, spot.file.text))


def _role(function: ast.AST, node: ast.expr, called: set[str]) -> str | None:
    """Return whether an expression is an index, or passed on; None for other code."""
    for one in ast.walk(function):
        if isinstance(one, ast.Subscript) and index_of_item(one) is node:
            return _INDEX
        if isinstance(one, ast.Call) and last_name(one.func) in called:
            if node in [*one.args, *(each.value for each in one.keywords)]:
                return _PASSED
    return None


def _as_tensor(group: Group) -> Cure:
    found, line = index_list(group), group.called_at
    if found is None:
        raise ValueError(f"no list of indices at {place(line)}")
    note = f"instead of `{found.source}`, in the call at {place(line)}"
    return Cure(found.tensor, note)


INDEX_LIST: Rule[Group] = Rule(
    "numbers-in-list",
    of(GuardKind.NUMBER),
    index_list,
    "needs an entry for each value of `{it.shown}`, which it indexes with",
    cure=_as_tensor,
    title="recompiles for each value of `{it.shown}`",
    why="The items of the list are constants in the compiled code. A tensor indexes "
    "the same, and its numbers may vary.",
)
