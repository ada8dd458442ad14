"""Decide whether two evaluations may be exchanged: the condition for moving code.

Theorem. Let two evaluations follow each other directly. Assume that the variables they
read are bound. Assume that no key of a set or dict that they create has a hash method
written in Python. If

1. neither writes a variable that the other reads or writes,
2. at most one of them is *ordered*: it may raise, call code, or read or write an
object,
3. and if one is ordered, the other writes no variable that the source names (called
code and handlers may look at the frame),

then both orders do the same. They give the same values and the same exception, and make
the same calls in the same order, with the same arguments. At each of these, the
variables are the same. By 1, both compute the same from the same variables. By 2, only
one of them does anything that can be observed from outside the frame. By 3, nothing of
the other can be seen at that moment.

The conditions are those of Bernstein (A. J. Bernstein, "Analysis of Programs for
Parallel Processing", IEEE Transactions on Electronic Computers EC-15, 1966). The frame
and the order of exceptions count as further variables. A caller that moves a read of a
local must know that the local is bound.
"""

from __future__ import annotations

from functools import lru_cache
from typing import AbstractSet, Iterable

from depyf.decompiler.analysis.accesses import own_reads, own_writes
from depyf.decompiler.ir.micro_op import ANY_EFFECT, Effect, MicroOp
from depyf.decompiler.ir.value import (
    Comprehension,
    UnpackShape,
    Value,
    Variable,
    comprehension_values,
    unvisited,
)
from depyf.decompiler.ir.value_effects import own_effects

_ORDERED = Effect.RAISES | Effect.CALLS | Effect.READS_HEAP | Effect.WRITES_HEAP


class Summary:
    """The reads, writes and possible effects of evaluating a tree.

    Attributes:
        effects: bits of `Effect`.
        reads: the variables that it reads.
        writes: the variables that it writes.
        is_ordered: its order relative to other ordered evaluations can be observed.
        acts: it is ordered or writes a variable. If not, it can be evaluated anywhere
            its variables have the same values.
        names: it writes a variable that the source names.
    """

    __slots__ = ("acts", "effects", "is_ordered", "names", "reads", "writes")

    def __init__(
        self,
        effects: int,
        reads: frozenset[Variable],
        writes: frozenset[Variable],
        names: bool | None = None,
    ) -> None:
        self.effects: int = effects
        self.reads: frozenset[Variable] = reads
        self.writes: frozenset[Variable] = writes
        self.is_ordered: bool = bool(effects & _ORDERED)
        self.acts: bool = self.is_ordered or bool(writes)
        if names is None:
            names = bool(writes) and not all(one.is_temporary for one in writes)
        self.names: bool = names

    def with_effects(self, effects: int) -> Summary:
        """Return this summary with other effects."""
        return Summary(effects, self.reads, self.writes, self.names)

    def without_reads(
        self, variables: AbstractSet[Variable], values: Iterable[Summary]
    ) -> Summary:
        """Return the summary of the tree with values instead of variable reads."""
        effects, writes, names = self.effects, self.writes, self.names
        reads = {*self.reads}
        reads -= variables
        for value in values:
            effects |= value.effects
            reads |= value.reads
            if value.writes:
                writes |= value.writes
                names = names or value.names
        return Summary(effects, frozenset(reads), writes, names)

    def union(self, other: Summary) -> Summary:
        """Return the summary of this evaluation followed by another."""
        return Summary(
            self.effects | other.effects,
            self.reads | other.reads,
            self.writes | other.writes,
        )


EMPTY = Summary(Effect.NONE, frozenset(), frozenset())
_WITHOUT_VARIABLES = [
    Summary(effects, frozenset(), frozenset()) for effects in range(ANY_EFFECT + 1)
]


def summarize(value: Value) -> Summary:
    """Return the summary of a whole tree; every node stores its own summary."""
    kept: Summary | None = value.__dict__.get("_summary")
    if kept is None:
        for operand in value.operands:
            if "_summary" not in operand.__dict__:
                for node in unvisited(operand, "_summary"):
                    node.__dict__["_summary"] = _summary_of(node)
        kept = value.__dict__["_summary"] = _summary_of(value)
    return kept


def _summary_of(node: Value) -> Summary:
    """Return the summary of a node from the summaries of its operands."""
    op, payload = node.op, node.payload
    if op is MicroOp.LOAD:
        return _summary_of_load(node.variable, own_effects(node))
    found = own_effects(node)
    operands = node.operands
    if isinstance(payload, (Variable, UnpackShape, Comprehension)):
        parts: list[Summary] = [one.__dict__["_summary"] for one in operands]
        if isinstance(payload, Comprehension):
            parts += map(summarize, comprehension_values(payload))
        own = Summary(found, frozenset(own_reads(node)), frozenset(own_writes(node)))
        parts.append(own)
    elif not operands:
        return _WITHOUT_VARIABLES[found]
    elif len(operands) == 1:
        part: Summary = operands[0].__dict__["_summary"]
        found |= part.effects
        return part if found == part.effects else part.with_effects(found)
    else:
        parts = [one.__dict__["_summary"] for one in operands]
    read: set[Variable] = set()
    written: set[Variable] = set()
    for part in parts:
        found |= part.effects
        if part.reads:
            read |= part.reads
        if part.writes:
            written |= part.writes
    return Summary(found, frozenset(read), frozenset(written))


@lru_cache(maxsize=1 << 12)
def _summary_of_load(variable: Variable, found: int) -> Summary:
    return Summary(found, frozenset((variable,)), frozenset())


def keep_summary(value: Value, summary: Summary) -> None:
    """Store a summary that was computed without visiting all operands."""
    value.__dict__["_summary"] = summary


def commute(first: Summary, second: Summary) -> bool:
    """Return whether two evaluations may be exchanged; see the theorem above."""
    if first.writes & (second.reads | second.writes) or second.writes & first.reads:
        return False
    if first.is_ordered and second.is_ordered:
        return False
    # Called code may look at the named locals of this frame.
    return not (
        (first.is_ordered and second.names) or (second.is_ordered and first.names)
    )
