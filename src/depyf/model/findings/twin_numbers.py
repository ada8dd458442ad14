"""The rule on a size that a number of the program equals in every entry.

The program keeps the size in an attribute, and later combines both, such as in
``torch.cat``.  The number is a constant in the compiled code, and fixes the size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.model.by_identity import once_each
from depyf.model.findings import conditions
from depyf.model.findings.entry_values import size_in, sizes_in
from depyf.model.findings.names import joined, place
from depyf.model.findings.one_each import of
from depyf.model.findings.program_index import Kind
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.findings.recompile_cures import INTEGERS_VARY
from depyf.model.findings.rule import Cure, Rule
from depyf.torch_text.path_names import readable
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Compilation

_FEWEST = 3  # entries with another value each; fewer may be equal by chance


@once_each
def twin_numbers(group: Group) -> list[str]:
    """Return the user's names of the attributes that sizes of the tensor equal.

    They are in the order of dimensions.  The list is empty if no number equals the size
    that varies first.
    """
    first = _twin(group, group.first.index)
    if not first or conditions.fixed_by(group) is None:
        return []
    every = [_twin(group, index) for index in range(_rank(group))]
    return list(dict.fromkeys(filter(None, every)))


def _twin(group: Group, index: int) -> str:
    """Return the attribute that the size of one dimension equals in each entry."""
    entries = [one for one in group.frame.entries if one.guards_known]
    sizes = [size_in(one, group.first.literal, index) for one in entries]
    if len(set(sizes)) < _FEWEST or None in sizes:
        return ""
    alike = [
        {path for path, value in _numbers(one) if value == str(size)}
        for one, size in zip(entries, sizes)
    ]
    names = [readable(path) for path in sorted(set.intersection(*alike))]
    return next((name for name in names if "." in name), "")


def _rank(group: Group) -> int:
    literal = group.first.literal
    return max(len(sizes_in(one, literal)) for one in group.frame.entries)


def _numbers(entry: Compilation) -> Iterator[tuple[str, str]]:
    for guard in entry.guards:
        asks = guard.asks
        if asks.kind is GuardKind.NUMBER and asks.relation == "==":
            yield asks.value, asks.expected


def _stored_at(group: Group) -> list[SourceLine]:
    """Return the lines outside of `__init__` that set the attributes."""
    names = [one.rpartition(".")[2] for one in twin_numbers(group)]
    lines = (
        line_of(file, store.line)
        for name in names
        for file in program_files(group.run)
        for store in index_of(file).at(Kind.ATTRIBUTE, name)
        if store.function is None or store.function.name != "__init__"
    )
    return list(dict.fromkeys(lines))


def _said(group: Group) -> str:
    return joined(f"`{name}`" for name in twin_numbers(group))


def _cure(group: Group) -> Cure:
    lines = [*map(place, _stored_at(group))]
    where = f" (set at {joined(lines)})" if lines else ""
    return Cure(
        "",
        f"use the sizes of `{group.source}` itself instead of {_said(group)}{where} in "
        f"the compiled code; or set `{INTEGERS_VARY}` before the first call",
    )


TWIN_NUMBER: Rule[Group] = Rule(
    "twin-number",
    of(GuardKind.SIZE),
    twin_numbers,
    what=lambda group: (
        f"needs an entry for each size of `{group.source}`, because "
        f"`{twin_numbers(group)[0]}` equals it"
    ),
    cure=_cure,
    where=lambda group: next(iter(_stored_at(group)), None),
    title="recompiles for each size of `{it.source}`",
    why=lambda group: (
        f"`{twin_numbers(group)[0]}` equals a size in each entry ({group.some_sizes}). "
        "It is a constant in the compiled code, so torch cannot leave the size open."
    ),
)
