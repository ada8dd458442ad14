"""Find the string keys of a dict in guards, and whether entries differ in keys."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.model.by_identity import once_each
from depyf.model.findings.names import some_values
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.causes import Cause
    from depyf.model.findings.recompile_groups import Group
    from depyf.model.run import Frame

_SHOWN = 2


def with_keys(frame: Frame, cause: Cause) -> Cause:
    """Turn a cause on a dict's length into one on its keys, if entries differ in keys.

    torch checks the length first.  Entries for different keys may have equal lengths.
    """
    if cause.kind is not GuardKind.LENGTH:
        return cause
    every = [set(keys) for keys in key_sets(frame, cause.literal)]
    is_other = any(not (a <= b or b <= a) for a in every for b in every)
    return replace(cause, kind=GuardKind.DICT_KEYS) if is_other else cause


def has_keys(group: Group) -> bool:
    """Return whether the value is a dict whose items have guards."""
    return bool(key_sets(group.frame, group.first.literal))


def only_order_differs(group: Group) -> bool:
    """Return whether all entries are for the same keys, in another order each."""
    asked = [
        [
            guard.asks.expected
            for guard in entry.guards
            if guard.asks.kind is GuardKind.DICT_KEYS
            and guard.asks.subject == group.first.literal
        ]
        for entry in group.frame.entries
    ]
    is_same = len({frozenset(keys) for keys in asked}) == 1
    return is_same and len(asked) > 1 and bool(asked[0])


def keys_change(group: Group) -> str:
    """Return what to change where the keys of a dict differ.

    A list of the values helps only where all calls have as many, and no key is read.
    """
    same = "the same keys in all calls"
    lengths = {len(keys) for keys in key_sets(group.frame, group.first.literal)}
    line = group.needed_by
    if len(lengths) == 1 and line is not None and ".values()" in line.text:
        return f"pass `list({group.said.strip('`')}.values())` instead, or {same}"
    return f"pass {same}"


def some_keys(group: Group) -> str:
    """Return two of the sets of keys, such as ``[author, paper], [paper]``."""
    every = key_sets(group.frame, group.first.literal)
    texts = [f"[{', '.join(one)}]" for one in every]
    return some_values(texts, _SHOWN) if texts else group.two_values


def key_in(path: str, owner: str) -> tuple[str, str]:
    """Return the text key that a path reads from a dict, and the path after it.

    >>> key_in("L['d']['x'].size", "L['d']"), key_in("L['e']", "L['d']")
    (('x', '.size'), ('', ''))
    """
    start = f"{owner}['"
    key, ended, rest = path[len(start) :].partition("']")
    return (key, rest) if path.startswith(start) and ended else ("", "")


@once_each
def key_sets(frame: Frame, literal: str) -> list[tuple[str, ...]]:
    """Return the distinct sets of keys of a dict in the guards of the entries."""
    found = (
        {
            key
            for guard in entry.guards
            for path in guard.paths
            for key, _ in [key_in(path.literal, literal)]
            if key
        }
        for entry in (frame.entries if literal else ())
    )
    return list(dict.fromkeys(tuple(sorted(one)) for one in found if one))
