"""Tell why a function recompiles if only the finding of a graph break names it.

Without the break, torch would not compile the function separately.  With the break, its
recompiles have causes of their own, such as a size that varies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.model.findings import findings
from depyf.model.findings.recompile_groups import groups
from depyf.model.findings.recompile_rules import RECOMPILE_RULES
from depyf.model.findings.rule import Consequence, Expected, first_result

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Run

_OF_RECOMPILES = {rule.name for rule in RECOMPILE_RULES}


def own_reasons(run: Run) -> Iterator[Expected]:
    """Yield the causes of recompiles that no finding or expected event is about."""
    found = findings(run)
    of_recompiles = [one for one in found.findings if one.rule in _OF_RECOMPILES]
    told = {each for one in of_recompiles for each in one.compilations}
    told |= {each for one in found.expected for each in one.compilations}
    of_others = {each for one in found.findings for each in one.compilations} - told
    for group in groups(run):
        ids = [str(one.id) for one in group.compilations]
        if of_others.issuperset(ids):
            yield from _reason(group, tuple(ids))


def _reason(group: Group, ids: tuple[str, ...]) -> Iterator[Expected]:
    found = first_result(RECOMPILE_RULES, group)
    if isinstance(found, Consequence):
        return  # the finding of the break says the same
    what = found.what if isinstance(found, Expected) else found.why
    yield Expected(group.name, what, edit=found.edit, note=found.note, compilations=ids)
