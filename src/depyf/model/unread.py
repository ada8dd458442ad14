"""Collect torch's texts that no parser knows, which are signs of changes in torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.torch_text.graph import parsed_graph
from depyf.torch_text.questions import Form, GuardKind

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Run


class Unread(NamedTuple):
    """A text of torch's that no parser knows.

    Attributes:
        kind: ``guard``, ``reason``, ``line of a graph`` or ``graph``.
        text: the text as torch wrote it; for a graph, its prefix and stage.
    """

    kind: str
    text: str


def unread(run: Run) -> list[Unread]:
    """Return the distinct texts that no parser knows, in the order of compilations."""
    found = [one for item in run.compilations for one in _of_compilation(item)]
    return list(dict.fromkeys(found))


def _of_compilation(item: Compilation) -> Iterator[Unread]:
    reasons = (one.guard for one in item.recompile)
    for kind, guards in (("guard", item.guards), ("reason", reasons)):
        for guard in guards:
            asks = guard.asks
            if asks.form is Form.WORDS and asks.kind is GuardKind.OTHER:
                yield Unread(kind, guard.text)
    for graph in item.graphs:
        parsed = parsed_graph(graph.text)
        if not parsed.is_read:
            yield Unread("graph", f"{graph.prefix} {graph.stage}")
        yield from (Unread("line of a graph", line) for line in parsed.unknown)
