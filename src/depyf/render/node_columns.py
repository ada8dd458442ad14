"""The nodes of a graph column by column, as the page is given them.

A model has layers that are alike, and a node differs from the one before it in little:
column by column, with distances in place of positions, the same thousands of nodes are
packed to a quarter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

from depyf.render.place_data import places_data

if TYPE_CHECKING:
    from depyf.model.graph_nodes import GraphNode
    from depyf.model.serialize import Json
    from depyf.model.source_places import SourcePlace


def node_columns(nodes: Sequence[GraphNode]) -> Json:
    """Return the nodes as the contract's `NodeColumns`."""
    lists: dict[tuple[SourcePlace, ...], int] = {}
    columns: dict[str, Json] = {
        "name": [one.name for one in nodes],
        "kind": [one.kind for one in nodes],
        "label": [one.label for one in nodes],
        "type": [one.type for one in nodes],
        "module": [one.module for one in nodes],
        "parameters": [[*one.parameters] for one in nodes],
        "takes": [[at - taken for taken in one.takes] for at, one in enumerate(nodes)],
        "shown": _steps([one.shown for one in nodes]),
        "places": [lists.setdefault(one.places, len(lists)) for one in nodes],
        "place_lists": [places_data(places) for places in lists],
        "bytes": [one.bytes for one in nodes],
        "until": [
            None if one.until is None else one.until - at
            for at, one in enumerate(nodes)
        ],
    }
    bodies: dict[str, Json] = {
        str(at): [one.home, one.body] for at, one in enumerate(nodes) if one.home
    }
    return {**columns, "bodies": bodies} if bodies else columns


def _steps(numbers: Sequence[int]) -> list[Json]:
    """Return each number's distance from the one before it.

    >>> _steps([5, 6, 9])
    [5, 1, 3]
    """
    return [one - before for before, one in zip([0, *numbers], numbers)]
