"""The rule on a flag that is set on other ones of many similar objects.

Each layer of a model may have the flag.  One entry fits one combination of all flags.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.causes import Scope
from depyf.model.findings.conditions import NUMBERED
from depyf.model.findings.names import place
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Rule
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

_FEWEST = 3  # objects


def objects_met(group: Group) -> int:
    """Return on how many similar objects the flag differs; 0 if on fewer than three."""
    sources = {one.source for one in group.causes}
    is_similar = len({NUMBERED.sub("[...]", one) for one in sources}) == 1
    return len(sources) if is_similar and len(sources) >= _FEWEST else 0


def _note(group: Group) -> str:
    line = group.asked_at
    where = f" at {place(line)}" if line is not None else ""
    return (
        f"keep `{group.attribute}` a tensor wherever it is set, and choose{where} with "
        "`torch.where` instead of the `if`"
    )


FLAG_OF_EACH: Rule[Group] = Rule(
    "flag-of-each",
    of(GuardKind.FLAG, scope=Scope.ATTRIBUTE),
    objects_met,
    what=lambda group: (
        f"needs an entry for each combination of `{group.attribute}` of "
        f"{objects_met(group)} objects"
    ),
    note=_note,
    title="recompiles for each combination of `{it.attribute}`",
    why=lambda group: (
        f"`{group.shown}` differs for {objects_met(group)} objects. One entry fits one "
        "combination of these flags."
    ),
)
