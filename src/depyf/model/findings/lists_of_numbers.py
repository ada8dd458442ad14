"""The rule on items of a list of numbers that has another length in other calls.

A tensor for one item would not help: the next call has other items.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.extended_containers import length_in
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Rule
from depyf.torch_text.access_paths import paths_of
from depyf.torch_text.path_names import readable
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


def varying_list(group: Group) -> str:
    """Return the list that contains the number, if its length varies; otherwise ""."""
    paths = paths_of(group.first.literal)
    if len(paths) != 1 or not paths[0].steps:
        return ""
    *inner, item = paths[0].steps
    whole = paths[0].owner(len(inner)).literal
    lengths = {length_in(one, whole) for one in group.frame.entries} - {None}
    return readable(whole) if isinstance(item.key, int) and len(lengths) > 1 else ""


LIST_OF_NUMBERS: Rule[Group] = Rule(
    "numbers-in-list",
    of(GuardKind.NUMBER),
    varying_list,
    "needs an entry for each value of `{it.source}`, an item of a list whose length "
    "varies, too",
    note=lambda group: (
        f"use one tensor of fixed size for all of `{varying_list(group)}`"
    ),
    title=lambda group: f"recompiles for each item of `{varying_list(group)}`",
    why=lambda group: (
        f"The items of `{varying_list(group)}` are constants in the compiled code, and "
        "so is its length."
    ),
)
