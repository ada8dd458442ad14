"""The rule on compiled code that adds keys to a dict which the caller passes again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.causes import Scope
from depyf.model.findings.names import place
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.user_names import reached
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

_KINDS = (GuardKind.LENGTH, GuardKind.DICT_KEYS, GuardKind.KEY)


def adds_keys(group: Group) -> bool:
    """Return whether the compiled code changes the dict argument with other keys."""
    value = reached(group.run, group.frame, group.first)
    if value is None or value.parts or group.first.scope is not Scope.ARGUMENT:
        return False
    return any(
        effect.target == group.first.literal and effect.type_name == "dict"
        for effect in group.effects
    )


def _cure(group: Group) -> Cure:
    line, name = group.called_at, group.source
    where = f" in the call at {place(line)}" if line is not None else ""
    return Cure(
        f"dict({name})",
        f"instead of `{name}`{where}, if the caller does not need the new keys",
    )


GROWN_DICT: Rule[Group] = Rule(
    "grown-dict",
    of(*_KINDS),
    adds_keys,
    "is compiled again because it adds keys to `{it.source}`",
    cure=_cure,
    title="recompiles because it adds keys",
    why="It adds keys to `{it.source}`, which the caller passes again: the dict then "
    "has other keys than in the first call.",
)
