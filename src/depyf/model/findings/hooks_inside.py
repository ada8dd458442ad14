"""The rule for hooks that compiled code registers or removes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Cure, Rule
from depyf.torch_text.break_words import is_of_hooks

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

_ONCE = Cure(
    "",
    "register the hooks before the first call, such as in `__init__`, and keep them; "
    "compiled code may empty what they collect",
)


def _is_of_hooks(one: Break) -> bool:
    inner = one.innermost.file if one.innermost else ""
    return is_of_hooks(one.event.reason, inner)


HOOKS_INSIDE: Rule[Break] = Rule(
    "hooks-inside",
    when=_is_of_hooks,
    cure=lambda _: _ONCE,
    title="{it.state}: registers or removes hooks",
)
