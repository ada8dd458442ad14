"""What is said of numbers that functions and classes keep, and the edit."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from depyf.model.findings import rewriting
from depyf.model.findings.sentences import changed_inside, each_value, finding
from depyf.torch_text.access_paths import paths_of

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group, RuleResult


def counter_of_class(group: Group) -> RuleResult:
    """A number of a class that the function itself changes at each call."""
    return finding(
        group,
        changed_inside(group),
        *_tensor_of_class(group),
    )


def number_of_class(group: Group) -> RuleResult:
    """A number of a class that differs between classes or calls."""
    return finding(
        group,
        each_value(group),
        *_tensor_of_class(group),
    )


def _tensor_of_class(group: Group) -> tuple[str, str]:
    name = group.attribute
    return f"{name} = torch.tensor({name})", f"in the class, behind `{name} = ...`"


def backend_made_anew(group: Group) -> RuleResult:
    """A backend that is another object each time the function is compiled."""
    name = group.first.expected
    return finding(
        group,
        f"is compiled for each backend object: `{name}` is another one each time",
        note=f"make the backend `{name}` once, and call `torch.compile` once for this "
        "function: outside of what is repeated",
    )


def number_default(group: Group) -> RuleResult:
    """A number that is the default of a parameter, of a function made anew."""
    wanted = paths_of(group.first.literal)[0].default
    assert wanted is not None  # else it is of another scope
    found = rewriting.default_as_tensor(_texts(group), wanted)
    what = each_value(group)
    if found is None:
        note = "make that default a tensor, where the function is made"
        return finding(group, what, "", note)
    note = f"in place of `{found.before}`, where the function is made"
    what += f", which is the default of `{found.name}`"
    return finding(group, what, found.after, note)


def _texts(group: Group) -> list[str]:
    """Return what may hold the function: its source, and the line of a lambda."""
    line = group.where
    if line is None:
        return []
    around = [
        one.text
        for one in group.run.sources
        if PurePath(one.file).name == PurePath(line.file).name  # torch cuts paths short
        and one.first_line <= line.line <= one.last_line
    ]
    return [*around, line.text]
