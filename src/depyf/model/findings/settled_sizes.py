"""The rules on sizes and numbers for which torch compiles once more, and not again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.events import ShapeSymbol
from depyf.model.findings import conditions, user_names
from depyf.model.findings import recompile_cures as cures
from depyf.model.findings.causes import Scope
from depyf.model.findings.names import is_called_by_library, is_library, joined
from depyf.model.findings.one_each import SMALL_SIZES, of
from depyf.model.findings.rule import Outcome, Rule
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.causes import Cause
    from depyf.model.findings.recompile_groups import Group

_MOST_NAMED = 3


def _now_dynamic(group: Group) -> str:
    names = varying(group)
    met = [one.entry.index for _, one in conditions.of_any_size(group) if one.entry]
    # Each number became dynamic in an entry of its own; sizes did in the last one.
    is_each = group.first.kind is not GuardKind.SIZE and len(_sources(group)) > 1
    numbers = sorted(set(met)) if is_each else [*_first_open(group), *met[-1:]][:1]
    verb, them = ("varies", "it") if len(names) == 1 else ("vary", "them")
    entries = "entry" if len(numbers) == 1 else "entries"
    words = f"{joined(names)} {verb}; torch made {them} dynamic in {entries} "
    words += joined([str(one) for one in numbers])
    # The sentence names the user's function, and the entry may belong to its rest.
    resumed = group.frame.parent is not None
    return words + (f" of the code after line {group.frame.first_line}" * resumed)


def _first_open(group: Group) -> list[int]:
    """Return the first entry in which all values are symbols; none if there is none.

    Another cause may have led to this entry.
    """
    wanted = set(map(conditions.measured, group.causes))
    return [
        one.entry.index
        for one in group.frame.entries
        if one.entry is not None
        and wanted <= {symbol.source for symbol in one.facts.all(ShapeSymbol)}
    ][:1]


def varying(group: Group) -> list[str]:
    """Return the sizes or the numbers that vary, such as `x.shape[0]`."""
    if group.first.kind is GuardKind.SIZE:
        return _sizes(group)
    named = _sources(group)
    if not 1 < len(named) <= _MOST_NAMED:
        return [group.said]
    return [user_names.said(group.run, group.frame, one) for one in named.values()]


def _sources(group: Group) -> dict[str, Cause]:
    """Return a cause for each value; several are items of one list or dict."""
    return {one.source: one for one in group.causes}


def _sizes(group: Group) -> list[str]:
    """Return the sizes that vary, such as `x.shape[0]`."""
    is_name = group.said.count("`") == 2
    name = group.said.strip("`") if is_name else group.source
    return [f"`{name}.shape[{one}]`" for one in sorted({x.index for x in group.causes})]


def _small_sizes(group: Group) -> str:
    met = {size for one in group.causes for size in (one.expected, one.actual)}
    sizes = " or ".join(sorted(met & {"0", "1"}))
    verb = "is" if len(_sizes(group)) == 1 else "are"
    return (
        f"{joined(_sizes(group))} {verb} {sizes} in some calls: torch compiles the "
        "sizes 0 and 1 separately"
    )


def _padded(group: Group) -> str:
    """Return how to avoid a small batch; "" for other sizes.

    A tensor in an attribute of an argument is probably no batch of items.  The user
    cannot pad what a library passes to its own function.
    """
    is_batch = {one.index for one in group.causes} == {0} and "." not in group.source
    if not is_batch or group.first.scope is not Scope.ARGUMENT or _is_inner(group):
        return ""
    return (
        "pad such a batch to the usual size and cut the results, if its items do not "
        "affect each other"
    )


def _is_inner(group: Group) -> bool:
    """Return whether a library calls its own function, and not for the whole model."""
    return is_library(group.frame.file) and all(
        is_called_by_library(one) and not (one.instance and one.instance.is_root)
        for one in group.compilations
    )


NOW_DYNAMIC: Rule[Group] = Rule(
    "now-dynamic",
    when=conditions.became_dynamic,
    what=_now_dynamic,
    cure=cures.dynamic_at_first,
    outcome=Outcome.EXPECTED,
)
SMALL_SIZE: Rule[Group] = Rule(
    "small-sizes",
    of(GuardKind.SIZE, also=conditions.is_small),
    lambda group: all(map(conditions.is_small, group.causes)),
    _small_sizes,
    note=_padded,
    outcome=Outcome.EXPECTED,
    advice=SMALL_SIZES,
)
