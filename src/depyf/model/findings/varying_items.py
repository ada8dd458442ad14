"""Name all items of a list that vary like the one whose guard failed.

Torch reports the first guard that failed: on ``keep[0]``, or on an attribute of
``layers[0]``.  The guards of the entries show whether other items vary, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.by_identity import once_each
from depyf.model.entry_guards import frame_guards
from depyf.model.families import fold
from depyf.model.findings.conditions import NUMBERED
from depyf.model.findings.names import joined

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


@once_each
def varying_items(group: Group) -> str:
    """Return the paths that vary, as ``keep[0..2]``; empty if only one does."""
    form = NUMBERED.sub("[]", group.source)
    met: dict[str, set[str]] = {}
    for entry in frame_guards(group.frame).entries:
        for fact in entry.own:
            if NUMBERED.sub("[]", fact.subject) == form:
                met.setdefault(fact.subject, set()).add(fact.text)
    several = [subject for subject, texts in met.items() if len(texts) > 1]
    if len(several) < 2 or group.source not in several:
        return ""
    return joined(f"`{family.ranges}`" for family in fold(several))


def vary_as(group: Group, words: str) -> str:
    """Return ``NAME is WORDS``, or ``each of NAMES is WORDS`` for several items."""
    several = varying_items(group)
    return (
        f"each of {several} is {words}" if several else f"`{group.source}` is {words}"
    )
