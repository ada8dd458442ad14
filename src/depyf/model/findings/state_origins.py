"""Find the lines behind guards on state: a setting, gradients, a missing attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.model.findings.causes import is_of_inference
from depyf.model.findings.cleared_gradients import cleared_at
from depyf.model.findings.environment_stores import environment_stores
from depyf.model.findings.grown_dicts import added_at, adds_keys
from depyf.model.findings.missing_attributes import missing_attribute
from depyf.model.findings.program_text import program_files
from depyf.model.findings.setting_calls import setters
from depyf.torch_text.environment import variable_of
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group

SETTINGS = {GuardKind.GRAD_MODE, GuardKind.SETTING}


def of_state(group: Group) -> Iterator[tuple[SourceLine, ...]]:
    """Yield the lines for guards that have other causes than how a value was made."""
    first = group.first
    if first.kind in SETTINGS:
        yield setters(group, first.guard.expression + group.source)
        return
    if is_of_inference(first):
        yield setters(group, "inference")
    yield cleared_at(group)
    variable = variable_of(first.guard.expression)
    if variable:
        yield environment_stores(program_files(group.run), variable)
    if adds_keys(group):
        yield added_at(group)
    missing = missing_attribute(group)
    if missing is not None:
        yield missing.lines
