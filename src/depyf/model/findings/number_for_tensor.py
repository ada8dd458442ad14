"""The rule on a value that is a tensor at first and a Python number later.

A scheduler that stores ``group["lr"] = rate`` replaces a tensor that an optimizer made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.attribute_cures import as_made_tensor
from depyf.model.findings.names import place
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.told_places import stored_at
from depyf.torch_text.names import is_number_for_tensor
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


def _cure(group: Group) -> Cure:
    line = stored_at(group)
    edit = as_made_tensor(line.text) if line is not None else ""
    if edit:
        return Cure(edit, f"instead of {place(line)}")
    where = f", also where {place(line)} stores it" if line is not None else ""
    return Cure("", f"make `{group.source}` a tensor in all calls{where}")


NUMBER_FOR_TENSOR: Rule[Group] = Rule(
    "number-for-tensor",
    of(GuardKind.TYPE),
    lambda group: is_number_for_tensor(group.texts),
    "is compiled again because `{it.source}` is a tensor at first and a number later",
    cure=_cure,
    title="recompiles for a number instead of a tensor",
)
