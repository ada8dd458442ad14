"""May two evaluations change places? The one rule that makes inlining right."""

from __future__ import annotations

from depyf.ir.micro_op import Effect
from depyf.ir.value import (
    Comprehension,
    Value,
    Variable,
    comprehension_values,
    unvisited,
)
from depyf.ir.value_effects import own_effects
from depyf.passes.usage import own_reads, own_writes

_ORDERED = Effect.RAISES | Effect.CALLS | Effect.READS_HEAP | Effect.WRITES_HEAP


class Summary:
    """What evaluating a tree reads, writes and may do.

    Attributes:
        effects: bits of `Effect`.
        reads: variables that it reads.
        writes: variables that it writes.
        is_ordered: its place among other ordered evaluations can be observed.
        names: it writes a variable that the source names.
    """

    __slots__ = ("effects", "is_ordered", "names", "reads", "writes")

    def __init__(
        self, effects: int, reads: frozenset[Variable], writes: frozenset[Variable]
    ) -> None:
        self.effects = effects
        self.reads = reads
        self.writes = writes
        self.is_ordered = bool(effects & _ORDERED)
        self.names = any(not variable.is_temporary for variable in writes)

    def union(self, other: Summary) -> Summary:
        """The summary of both, one after the other."""
        return Summary(
            self.effects | other.effects,
            self.reads | other.reads,
            self.writes | other.writes,
        )


EMPTY = Summary(Effect.NONE, frozenset(), frozenset())


def summarize(value: Value) -> Summary:
    """The summary of a whole tree, kept on every node, as trees are immutable."""
    for node in unvisited(value, "_summary"):
        object.__setattr__(node, "_summary", _summary_of(node))
    kept: Summary = value.__dict__["_summary"]
    return kept


def _summary_of(node: Value) -> Summary:
    parts = [summarize(child) for child in node.operands]
    if isinstance(node.payload, Comprehension):
        parts += map(summarize, comprehension_values(node.payload))
    found = own_effects(node)
    reads, writes = frozenset(own_reads(node)), frozenset(own_writes(node))
    for part in parts:
        found |= part.effects
    if parts:
        reads = reads.union(*[part.reads for part in parts])
        writes = writes.union(*[part.writes for part in parts])
    return Summary(found, reads, writes)


def commute(first: Summary, second: Summary) -> bool:
    """True if swapping the two evaluations cannot be observed."""
    if first.writes & (second.reads | second.writes) or second.writes & first.reads:
        return False
    if first.is_ordered and second.is_ordered:
        return False
    # Who calls out may look at the named locals of this frame.
    return not (
        (first.is_ordered and second.names) or (second.is_ordered and first.names)
    )
