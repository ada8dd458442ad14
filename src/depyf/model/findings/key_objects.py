"""The rule on code that reads items of a dict by other key objects in other calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.by_identity import once_each
from depyf.model.findings.one_each import of
from depyf.model.findings.rule import Rule
from depyf.torch_text.path_names import readable
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


@once_each
def key_object(group: Group) -> str:
    """Return the user's name of the object by which entries read other items.

    Torch finds such a key by its identity at one position of the dict.  The positions
    differ between the entries.  The result is empty if no object selects an item.
    """
    positions: dict[str, set[str]] = {}
    for entry in group.frame.entries:
        for guard in entry.guards:
            asks = guard.asks
            if asks.kind is GuardKind.DICT_KEYS and asks.relation == "is":
                if asks.subject == group.first.literal:
                    positions.setdefault(asks.expected, set()).add(asks.value)
    found = (readable(key) for key, places in positions.items() if len(places) > 1)
    return next(found, "")


KEY_OBJECT: Rule[Group] = Rule(
    "key-object",
    of(GuardKind.DICT_KEYS),
    key_object,
    what=lambda group: (
        f"needs an entry for each object `{key_object(group)}` by which it reads an "
        f"item of `{group.source}`"
    ),
    note=lambda group: (
        f"pass the item itself, read before the call; or use as keys of "
        f"`{group.source}` what its items depend on, such as strings and numbers"
    ),
    title="recompiles for each key object of `{it.source}`",
    why=lambda group: (
        f"It reads an item of `{group.source}` by the object `{key_object(group)}`. "
        "Torch compares the key by its identity."
    ),
)
