"""Pass a dict without the keys that only later calls have."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.proposal import Proposal
from depyf.curing.syntax import replaced, source_of
from depyf.model.findings.unused_keys import keys_met

if TYPE_CHECKING:
    from depyf.curing.case import Case

_PATH = (ast.Name, ast.Attribute, ast.Subscript)


def picked_keys(case: Case) -> Iterator[Proposal]:
    """Yield the edit that passes only the keys that all entries have."""
    found = keys_met(case.group)
    if found is None or not case.group.source.isidentifier():
        return
    for file, node in case.arguments():
        if isinstance(node, _PATH) and case.files.is_own(file):
            name = source_of(case.files.lines(file), node)
            edit = replaced(case.files, file, node, found.picked_from(name))
            what = f"pass `{name}` without {', '.join(found.others)}"
            yield Proposal(case.finding, what, (edit,))
