"""The rule on code inside a checkpoint or `torch.cond` that changes outer objects.

Torch captures the function that is passed to `checkpoint` or `torch.cond` as a part of
one operator.  Such a function must not change objects outside of it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.names import place, program_stack
from depyf.model.findings.rule import Cure, Rule
from depyf.model.python_text import parsed_statement
from depyf.torch_text.break_words import changed_attribute, changes_outside

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

# Torch names this setting only where an attribute gets a value that is not constant.
CHANGES_ALLOWED = (
    "torch._dynamo.config.skip_fwd_side_effects_in_bwd_under_checkpoint = True"
)


def is_outside_change(one: Break) -> bool:
    """Return whether code inside of an operator changes an object outside of it."""
    return changes_outside(" ".join(one.texts))


def _noted_call(one: Break) -> str:
    """Return the place and text of the call that makes the change; "" if it gives more.

    Nothing uses the result of the call, so it may be made elsewhere.
    """
    calls = program_stack(one.event.user_stack)[:-1]
    statement = parsed_statement(calls[-1].text) if calls else None
    value = statement.value if isinstance(statement, ast.Expr) else None
    is_call = isinstance(value, ast.Call)
    return f"`{calls[-1].text}` at {place(calls[-1])}" if is_call else ""


def _cure(one: Break) -> Cure:
    instead = "keep the value in a variable, and return it where it is needed"
    call = _noted_call(one)
    if call:
        instead = f"move {call} out of the compiled function"
    is_known = one.said.setting or changed_attribute(one.event.explanation)
    if one.checkpoint is None or not is_known:
        return Cure("", instead)
    note = (
        f"before the first call, if backward need not repeat the change; or {instead}"
    )
    return Cure(CHANGES_ALLOWED, note)


OUTSIDE_CHANGE: Rule[Break] = Rule(
    "outside-change",
    when=is_outside_change,
    cure=_cure,
    title="{it.state}: change of an outside value",
    why="Code in a function that `checkpoint` or `torch.cond` gets must not change "
    "objects outside.",
)
