"""What makes sizes and numbers dynamic: the edit, and where it belongs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.findings import rewriting
from depyf.model.findings.conditions import (
    became_dynamic,
    of_any_size,
    varying_sizes,
)
from depyf.model.findings.names import is_compiled, parameters, place
from depyf.model.findings.sentences import before_call
from depyf.torch_text.guard_kinds import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group

_MOST_MARKS = 4  # of sizes, in one edit
_NAME = re.compile(r"[^\W\d][\w.]*$")
_COMPILED_IN = re.compile(r"\b(?:inf|nan)\b")


def as_dynamic(group: Group) -> tuple[str, str]:
    """Return what makes sizes dynamic that torch never made so."""
    sizes = _marked(group)
    if not sizes:
        return (
            "torch._dynamo.config.assume_static_by_default = False",
            "before the first call",
        )
    # One alone is an error where another has to be of the same size.
    return _marks("mark_dynamic", group, sizes, _names_there(group, sizes))


def dynamic_at_first(group: Group) -> tuple[str, str]:
    """Return what makes the first entry take what torch made a later one take.

    Nothing does where calls differ in more, or where torch compiles the first value in.
    """
    made = of_any_size(group)
    alone = len(made) == len(group.causes) and all(map(became_dynamic, group.others))
    if not alone or _COMPILED_IN.search(group.first_value):
        return "", ""
    kinds = {one.first.kind for one in (group, *group.others)}
    is_size = kinds == {GuardKind.SIZE} and group.frame.parent is None
    sizes = _marked(group) if is_size else []
    there = _names_there(group, sizes)
    if there:
        # Guards may allow a part of all sizes, which would be an error if asked for.
        return _marks("maybe_mark_dynamic", group, sizes, there)
    return "torch.compile(..., dynamic=True)", "for all its sizes and numbers"


def _marked(group: Group) -> list[tuple[str, int]]:
    """Return the sizes to mark, none where that cannot be: compiled code cannot."""
    called_at, cause = group.called_at, group.first
    sizes = [*dict.fromkeys([(cause.source, cause.index), *varying_sizes(group)])]
    is_inside = called_at is not None and is_compiled(group.run, called_at)
    return [] if is_inside or len(sizes) > _MOST_MARKS else sizes


def _marks(
    mark: str, group: Group, sizes: Sequence[tuple[str, int]], there: Mapping[str, str]
) -> tuple[str, str]:
    """Return the marks, and where they belong; by the names that are known there."""
    line = group.called_at
    edit = "; ".join(
        f"torch._dynamo.{mark}({there.get(name, name)}, {index})"
        for name, index in sizes
    )
    if not there or line is None:
        return edit, before_call(group, "first ")
    return edit, f"before the first call at {place(line)}"


def _names_there(group: Group, sizes: Sequence[tuple[str, int]]) -> dict[str, str]:
    """Return what the line that calls has for parameters; empty if one has no name."""
    if group.called_at is None:
        return {}
    passed = [one for one in parameters(group.frame) if one != "self"]
    there: dict[str, str] = {}
    for name, _ in sizes:
        found = (
            rewriting.argument(group.called_at.text, name, passed.index(name))
            if name in passed
            else None
        )
        if found is None or not _NAME.match(found):
            return {}
        there[name] = found
    return there
