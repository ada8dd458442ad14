"""The rule on iterators that compiled code advances, such as `itertools.count()`.

Torch compiles in the position of the iterator.  Each call moves it, so each call needs
an entry of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Rule
from depyf.torch_text.path_names import of_iterator

if TYPE_CHECKING:
    from depyf.model.findings.recompile_groups import Group


def _iterator(group: Group) -> str:
    """Return the user's name of the iterator; "" if the value is none."""
    return of_iterator(group.source)


ADVANCED_ITERATOR: Rule[Group] = Rule(
    "advanced-iterator",
    when=_iterator,
    what=lambda group: (
        f"needs an entry for each position of the iterator `{_iterator(group)}`, which "
        "it advances itself"
    ),
    note="draw from it outside of compiled code: pass the item as a tensor, or add it "
    "to the result after the call",
    title="recompiles as it advances an iterator",
    why=lambda group: (
        f"It draws from the iterator `{_iterator(group)}`. Its position is a constant "
        "in the compiled code, so each call recompiles."
    ),
)
