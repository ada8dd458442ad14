"""Find the values that differ between entries in the same way as the one that failed.

Torch names the first guard that failed.  If the lists of several layers grow, or
several parameters are thawed, an edit of the first value alone changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.model.by_identity import once_each
from depyf.model.findings.causes import cause_of_guard, with_path
from depyf.model.findings.names import joined
from depyf.model.findings.user_names import said
from depyf.torch_text.access_paths import bare, without_keys
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group
    from depyf.torch_text.guards import Guard

_KINDS = {GuardKind.LENGTH, GuardKind.NUMBER, GuardKind.REQUIRES_GRAD}
_MOST = 2


@once_each
def companions(group: Group) -> tuple[str, ...]:
    """Return the other values that differ alike, in words with code in backticks."""
    kind = group.first.kind
    if kind not in _KINDS or _are_combined(group):
        return ()
    met: dict[str, set[str]] = {}
    for entry in group.frame.entries:
        for guard in entry.guards:
            for path, value in _required(guard, kind):
                met.setdefault(path, set()).add(value)
    first = bare(group.first.literal or group.source)
    told = {first, *(bare(one.literal) for each in group.others for one in each.causes)}
    found = [
        path
        for path, values in met.items()
        if len(values) > 1 and bare(path) not in told
        if kind is GuardKind.REQUIRES_GRAD
        or without_keys(bare(path)) == without_keys(first)
    ]
    return tuple(dict.fromkeys(_said(group, one) for one in found))


def _without_place(words: str, first: str) -> str:
    """Return the words on a value without where it is, if the first one is there, too.

    >>> _without_place("`n['b']` in the hook", "`n['a']` in the hook")
    "`n['b']`"
    """
    name, found, where = words.partition("` ")
    return f"{name}`" if found and first.endswith(f"` {where}") else words


def _said(group: Group, path: str) -> str:
    cause = with_path(group.first, path, group.frame, group.frame.entries[0])
    return said(group.run, group.frame, cause)


def _are_combined(group: Group) -> bool:
    """Return whether the finding names several numbers already."""
    sources = {one.source for one in group.causes}
    return group.first.kind is GuardKind.NUMBER and len(sources) > 1


def companions_said(group: Group) -> str:
    """Return a sentence on the other values; empty if there is none."""
    found = companions(group)
    if not found:
        return ""
    shown = [_without_place(one, group.said) for one in found[:_MOST]]
    more = len(found) - len(shown)
    names = joined([*shown, *([f"{more} more"] if more > 0 else [])])
    return f"The same holds for {names}: change all of them."


def _required(guard: Guard, kind: GuardKind) -> Iterator[tuple[str, str]]:
    """Yield the path and what a guard of this kind requires of it."""
    tensor = guard.asks.tensor
    if kind is GuardKind.REQUIRES_GRAD:
        if tensor is not None:
            yield tensor.subject, str(tensor.requires_grad)
        return
    cause = cause_of_guard(guard)
    if cause.kind is kind and cause.expected:
        yield cause.literal, cause.expected
