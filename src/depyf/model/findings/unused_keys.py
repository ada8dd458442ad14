"""The rule on keys that schedulers add to a parameter group of an optimizer.

A compiled update that gets the whole group is compiled again for each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.causes import Scope
from depyf.model.findings.container_keys import key_sets
from depyf.model.findings.names import joined, place
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Cure, Rule
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


_OF_GROUPS = {"params", "lr"}  # keys of each parameter group


class KeysMet(NamedTuple):
    """The keys of a dict: those of all entries, and the others."""

    common: tuple[str, ...]
    others: tuple[str, ...]

    def picked_from(self, name: str) -> str:
        """Return the expression of a dict with the common keys only."""
        keys = ", ".join(f'"{key}"' for key in self.common)
        return f"{{key: {name}[key] for key in ({keys})}}"


def keys_met(group: Group) -> KeysMet | None:
    """Return the keys of a parameter group that gets more keys later, or None."""
    if group.first.kind is not GuardKind.LENGTH:
        return None
    if group.first.scope is not Scope.ARGUMENT:
        return None
    every = key_sets(group.frame, group.first.literal)
    if len(every) < 2 or len({len(one) for one in every}) < len(every):
        return None
    common = [key for key in every[0] if all(key in one for one in every)]
    others = dict.fromkeys(key for one in every for key in one if key not in common)
    is_group = set(common) >= _OF_GROUPS
    return KeysMet(tuple(common), tuple(others)) if is_group else None


def _found(group: Group) -> KeysMet:
    found = keys_met(group)
    if found is None:
        raise ValueError(f"`{group.source}` has no keys that only some calls have")
    return found


def _cure(group: Group) -> Cure:
    line = group.called_at
    where = f" in the call at {place(line)}" if line is not None else ""
    return Cure(
        _found(group).picked_from(group.source),
        f"instead of `{group.source}`{where}, if it does not need the other keys",
    )


def _others(group: Group) -> str:
    return joined([f"`{key}`" for key in _found(group).others])


UNUSED_KEYS: Rule[Group] = Rule(
    "unused-keys",
    of(GuardKind.LENGTH),
    keys_met,
    lambda group: f"is compiled again as `{group.source}` gets {_others(group)}",
    cure=_cure,
    title="recompiles for new keys of `{it.source}`",
    why=lambda group: (
        f"`{group.source}` has more keys in later calls, as schedulers add them: "
        f"{_others(group)}. The set of keys is a constant in the compiled code."
    ),
)
