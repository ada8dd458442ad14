"""May two evaluations change places? The one rule that makes inlining right."""

from __future__ import annotations

from dataclasses import dataclass

from depyf.ir.micro_op import Effect
from depyf.ir.value import Value, Variable, own_effects
from depyf.passes.usage import nodes, read, written

_ORDERED = Effect.RAISES | Effect.CALLS | Effect.READS_HEAP | Effect.WRITES_HEAP


@dataclass(frozen=True)
class Summary:
    """What evaluating a tree reads, writes and may do."""

    effects: Effect
    reads: frozenset[Variable]
    writes: frozenset[Variable]

    @property
    def is_ordered(self) -> bool:
        """True if its place among other ordered evaluations can be observed."""
        return bool(self.effects & _ORDERED)

    @property
    def names(self) -> bool:
        """True if it writes a variable that the source names."""
        return any(not variable.is_temporary for variable in self.writes)

    def union(self, other: Summary) -> Summary:
        """The summary of both, one after the other."""
        return Summary(
            self.effects | other.effects,
            self.reads | other.reads,
            self.writes | other.writes,
        )


EMPTY = Summary(Effect.NONE, frozenset(), frozenset())


def summarize(value: Value) -> Summary:
    """The summary of a whole tree (kept on the tree, which is immutable)."""
    kept = value.__dict__.get("_summary")
    if isinstance(kept, Summary):
        return kept
    found = Effect.NONE
    for node in nodes(value):
        found |= own_effects(node)
    result = Summary(found, frozenset(read(value)), frozenset(written(value)))
    object.__setattr__(value, "_summary", result)
    return result


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
