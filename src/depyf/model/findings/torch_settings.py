"""The rule on settings of torch that change between calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.names import place
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Rule
from depyf.model.findings.setting_calls import setting_name
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

_SET_ONCE = "set it once, before the first call"
_DEFAULT_DTYPE = "default_dtype"


def _note(group: Group) -> str:
    """Return where to set it: tensors that exist do not follow a default dtype."""
    if setting_name(group) != _DEFAULT_DTYPE:
        return _SET_ONCE
    where = f" after {place(group.origin[0])}" if len(group.origin) == 1 else ""
    return f"set it back{where}; or pass `dtype=` there, and do not set it"


TORCH_SETTING: Rule[Group] = Rule(
    "torch-setting",
    of(GuardKind.SETTING),
    lambda group: "autocast" not in group.first.guard.expression,
    lambda group: (
        f"needs an entry for each value of torch's setting `{setting_name(group)}`"
    ),
    note=_note,
    advice=f"a global setting of torch changed between the calls; {_SET_ONCE}",
    title="recompiles when a torch setting changes",
)
