"""The rule on code inside a checkpoint or `torch.cond` that changes outer objects.

Torch captures the function that is passed to `checkpoint` or `torch.cond` as a part of
one operator.  Such a function must not change objects outside of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Cure, Rule
from depyf.torch_text.break_words import changed_attribute, changes_outside

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

# Torch names this setting only where an attribute gets a value that is not constant.
CHANGES_ALLOWED = (
    "torch._dynamo.config.skip_fwd_side_effects_in_bwd_under_checkpoint = True"
)


def _cure(one: Break) -> Cure:
    instead = "keep the value in a variable, and return it where it is needed"
    is_known = one.said.setting or changed_attribute(one.event.explanation)
    if one.checkpoint is None or not is_known:
        return Cure("", instead)
    note = (
        f"before the first call, if backward need not repeat the change; or {instead}"
    )
    return Cure(CHANGES_ALLOWED, note)


OUTSIDE_CHANGE: Rule[Break] = Rule(
    "outside-change",
    when=lambda one: changes_outside(" ".join(one.texts)),
    cure=_cure,
    title="{it.state}: change of an outside value",
    why="Code in a function that `checkpoint` or `torch.cond` gets must not change "
    "objects outside.",
)
