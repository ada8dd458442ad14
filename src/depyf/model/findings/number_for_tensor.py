"""The rule on a value that is a tensor at first and a Python number later.

A scheduler that stores ``group["lr"] = rate`` replaces a tensor that an optimizer made.
For torch, a number of numpy is a tensor, too.
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


_FROM_NUMPY = "torch.from_numpy("


def _of_numpy(group: Group) -> str:
    """Return the name of a value that is a number of numpy in some calls, or ""."""
    inside = group.source[len(_FROM_NUMPY) : -1]
    return inside if group.source == f"{_FROM_NUMPY}{inside})" else ""


def _what(group: Group) -> str:
    name = _of_numpy(group)
    if not name:
        return f"`{group.source}` is a tensor at first and a number later"
    return (
        f"`{name}` is a number of numpy in some calls, which is a tensor for torch, "
        "and a Python number in others"
    )


def _cure(group: Group) -> Cure:
    name = _of_numpy(group)
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
    lambda group: is_number_for_tensor(group.texts),
    lambda group: f"is compiled again because {_what(group)}",
    cure=_cure,
    title=lambda group: (
        "recompiles for numbers of numpy and Python"
        if _of_numpy(group)
        else "recompiles for a number instead of a tensor"
    ),
)
