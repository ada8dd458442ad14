"""The rule on a value that is a tensor at first and a Python number later.

A scheduler that stores ``group["lr"] = rate`` replaces a tensor that an optimizer made.
For torch, a number of numpy is a tensor, too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.model.findings.attribute_cures import as_made_tensor
from depyf.model.findings.names import place
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.told_places import stored_at
from depyf.torch_text.names import is_number_for_tensor
from depyf.torch_text.path_names import of_array
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


def as_number(group: Group) -> Group:
    """Return recompiles for numbers of numpy as recompiles for plain numbers.

    For other recompiles, this is the group itself.
    """
    if not of_array(group.source):
        return group
    causes = [
        replace(
            one,
            kind=GuardKind.NUMBER,
            source=of_array(one.source),
            literal=of_array(one.literal),
        )
        for one in group.causes
    ]
    return replace(group, causes=causes)


def _what(group: Group) -> str:
    name = of_array(group.source)
    if not name:
        return f"`{group.source}` is a tensor at first and a number later"
    return (
        f"`{name}` is a number of numpy in some calls, which is a tensor for torch, "
        "and a Python number in others"
    )


def _cure(group: Group) -> Cure:
    name = of_array(group.source)
    if name:
        return Cure("", f"pass `torch.tensor({name})` with one `dtype=` in all calls")
    line = stored_at(group)
    edit = as_made_tensor(line.text) if line is not None else ""
    if edit:
        return Cure(edit, f"instead of {place(line)}")
    where = f", also where {place(line)} stores it" if line is not None else ""
    return Cure("", f"make `{group.source}` a tensor in all calls{where}")


NUMBER_FOR_TENSOR: Rule[Group] = Rule(
    "number-for-tensor",
    of(GuardKind.TYPE),
    lambda group: bool(of_array(group.source)) or is_number_for_tensor(group.texts),
    lambda group: f"is compiled again because {_what(group)}",
    cure=_cure,
    title=lambda group: (
        "recompiles for numbers of numpy and Python"
        if of_array(group.source)
        else "recompiles for a number instead of a tensor"
    ),
)
