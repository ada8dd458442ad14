"""Drop nodes that a launch cannot compute, by the buffers that it reads.

Torch's record of a kernel also has nodes that only contributed to its arguments, and
views of them.  A name is even less exact.  But a launch does not compute a value that
it gets, and it computes nothing from values that it does not get.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection, Iterable, Mapping, Sequence

from depyf.model.call_nodes import NO_COPY, packet_of
from depyf.model.graph_values import kind_of

if TYPE_CHECKING:
    from depyf.model.buffer_nodes import Computed, GraphValues
    from depyf.torch_text.graph_lines import NodeLine

_IN_PARTS = "cat"  # each kernel may write its result into a part of such a value
_INTO = ("index_put", "scatter", "index_copy")  # parts of names; see `_needed`


class Evidence:
    """Tells which nodes the launches of a module can compute."""

    def __init__(
        self,
        lines: Sequence[NodeLine],
        values: GraphValues,
        launches: Mapping[int, Computed],
    ) -> None:
        """Read a graph.

        Args:
            lines: the nodes of the lowered graph.
            values: its values.
            launches: what the buffers of each launch tell, by line.
        """
        self._launches = launches
        self._values = values
        self._order = {one.name: at for at, one in enumerate(lines)}
        self._given = values.inputs | values.elsewhere
        self._changing = {
            one.name for one in lines if packet_of(one.operator).endswith("_")
        }
        self._first = {
            one.name: one.takes[0]
            for one in lines
            if one.takes and (one.item is not None or kind_of(one) in NO_COPY)
        }

    def possible(
        self, nodes: Iterable[str], line: int | None, *, is_guess: bool = False
    ) -> list[str]:
        """Return the nodes without those that a launch cannot compute.

        Args:
            nodes: the nodes that it may compute, and views that it may read.
            line: the line of the launch in the module, if it is known.
            is_guess: whether the nodes are inferred: then no node counts that reads an
                input of the graph that the launch does not get, not even a copy of it.
        """
        launch = self._launches.get(line or 0)
        if launch is None:
            return [*nodes]
        left = [one for one in nodes if not self._is_read(one, launch)]
        read = self._wholes((*launch.reads, *launch.perhaps))
        if not launch.is_whole:
            unread = self._values.inputs - read if is_guess else ()
            return [one for one in left if not self._takes_some(one, unread)]
        has = self._reached(left, read)
        return [one for one in left if one in self._given or self._whole(one) in has]

    def _is_read(self, node: str, launch: Computed) -> bool:
        """Return whether a launch gets the value of a node that it would compute."""
        is_own = node in self._given or node in self._first
        return not is_own and node in launch.reads

    def _takes_some(self, node: str, of: Collection[str]) -> bool:
        return any(self._whole(one) in of for one in self._needed(node))

    def _needed(self, node: str) -> Sequence[str]:
        """Return the values that a kernel of a node reads.

        It may write into the memory of the first one and not read it.
        """
        takes = self._values.takes.get(node, ())
        kind = self._values.kinds.get(node, "")
        is_into = node in self._changing or any(one in kind for one in _INTO)
        return takes[1:] if is_into else takes

    def _reached(self, nodes: Iterable[str], read: Collection[str]) -> Collection[str]:
        """Return the values that a launch reads or can compute from them."""
        above = self._above(nodes, read)
        has = {*read}
        for one in sorted(above, key=lambda name: self._order.get(name, -1)):
            needs = [each in has for each in above[one]]
            is_part = self._values.kinds.get(one) == _IN_PARTS and any(needs)
            if one not in self._given and (is_part or all(needs)):
                has.add(one)
        return has

    def _above(
        self, nodes: Iterable[str], read: Collection[str]
    ) -> dict[str, list[str]]:
        """Return what nodes take, and what these values take, up to those it reads."""
        found: dict[str, list[str]] = {}
        left = [*self._wholes(nodes)]
        while left:
            one = left.pop()
            if one in found or one in read:
                continue
            own = () if one in self._given else self._needed(one)
            found[one] = [*map(self._whole, own)]
            left += found[one]
        return found

    def _wholes(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset(map(self._whole, names))

    def _whole(self, name: str) -> str:
        """Return the value that a view or an item of several results is of."""
        while name in self._first:
            name = self._first[name]
        return name
