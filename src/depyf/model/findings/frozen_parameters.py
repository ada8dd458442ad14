"""The rule on models of which some parameters do not require gradients.

Torch compiles for `requires_grad` of each parameter, also while gradients are off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.names import joined, place
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Rule
from depyf.model.findings.tensor_changes import (
    are_without_gradients,
    is_of_parameter,
)
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

_FREEZE = "requires_grad"


def freezing(group: Group) -> list[SourceLine]:
    """Return the lines that switch gradients of parameters on or off."""
    return [line for line in group.origin if _FREEZE in line.text]


def _note(group: Group) -> str:
    lines = freezing(group)
    where = f" ({joined([place(one) for one in lines])})" if lines else ""
    return (
        "freeze the same parameters of all models that the function gets, or none"
        f"{where}; for what no optimizer gets, it makes no difference here"
    )


FROZEN_PARAMETERS: Rule[Group] = Rule(
    "frozen-parameters",
    of(GuardKind.REQUIRES_GRAD),
    lambda group: (
        is_of_parameter(group.first) and are_without_gradients(group.frame.entries)
    ),
    "is compiled for `{it.source}` with and without requires_grad, although gradients "
    "are off in all calls",
    note=_note,
    title="recompiles for other frozen parameters",
)
