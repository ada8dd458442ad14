"""Tell which nodes the name of a fused kernel contradicts.

The name lists operations as torch had them before it decomposed them: ``gelu``, but
also ``div``.  An operation that has no node of its name was decomposed.  Nodes of other
names may come from it, but only on a line that calls it.  A node that has the name of
an operation of its line was not decomposed: a kernel that computes it has its name.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Iterable, Mapping, Sequence

from depyf.torch_text.operation_kinds import operation_kind

if TYPE_CHECKING:
    from depyf.torch_text.operators import Operator
    from depyf.torch_text.source_lines import SourceLine


class NameEvidence:
    """The captured operations of each line, and the nodes that they were lowered to."""

    def __init__(
        self,
        captured: Sequence[Operator],
        operations: Mapping[str, str],
        places: Mapping[str, SourceLine],
    ) -> None:
        """Compare two graphs.

        Args:
            captured: the nodes of the captured graph; none if it is unknown.
            operations: the operation of each lowered node.
            places: the user's line of each lowered node.
        """
        self._places = {name: _line(one) for name, one in places.items()}
        own = Counter(
            (_line(one.at.place), operation_kind(one.label).strip("_"))
            for one in captured
            if one.kind == "operator" and one.at.place is not None
        )
        each = {
            name: (self._places[name], kind)
            for name, kind in operations.items()
            if name in self._places
        }
        times = Counter(each.values())
        self._kept = {name for name, key in each.items() if times[key] == own[key]}
        self._kinds: dict[tuple[str, int], set[str]] = {}
        for line, kind in own:
            self._kinds.setdefault(line, set()).add(kind)

    def decomposed(self, nodes: Iterable[str], rest: str) -> list[str]:
        """Return the nodes that may come from the operations without a node.

        Args:
            nodes: nodes whose operations are not in the name.
            rest: what the name has beside the operations of nodes: ``_gelu_``.
        """
        called = {kind for own in self._kinds.values() for kind in own if kind in rest}
        unknown = rest
        for kind in sorted(called, key=len, reverse=True):
            unknown = unknown.replace(kind, "")
        is_known = bool(called) and not unknown.strip("_")
        return [
            one
            for one in nodes
            if one not in self._kept
            and not (is_known and called.isdisjoint(self._kinds_of(one)))
        ]

    def _kinds_of(self, node: str) -> set[str]:
        line = self._places.get(node)
        return self._kinds.get(line, set()) if line is not None else set()


def _line(place: SourceLine) -> tuple[str, int]:
    return place.file, place.line
