"""When two evaluations may change places: the rule behind every inlining."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable

from depyf.decompiler.analysis.accesses import accesses
from depyf.decompiler.ir.micro_op import Effect
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.decompiler.ir.value_effects import effects

_WRITES = Effect.WRITES_HEAP | Effect.CALLS
_TOUCHES = _WRITES | Effect.READS_HEAP


@dataclass(frozen=True)
class Footprint:
    """What evaluating something does.

    Args:
        effects: the effects of all its nodes.
        reads: private variables read.
        writes: private variables written.
    """

    effects: int = Effect.NONE
    reads: frozenset[Variable] = frozenset()
    writes: frozenset[Variable] = frozenset()

    def __or__(self, other: Footprint) -> Footprint:
        """The footprint of doing both."""
        return Footprint(
            self.effects | other.effects,
            self.reads | other.reads,
            self.writes | other.writes,
        )


def footprint(value: Value) -> Footprint:
    """The footprint of a whole tree."""
    found = accesses(value)
    return Footprint(
        effects(value),
        frozenset(access.variable for access in found if not access.is_write),
        frozenset(access.variable for access in found if access.is_write),
    )


def combined(values: Iterable[Value]) -> Footprint:
    """The footprint of evaluating all of ``values``."""
    total = Footprint()
    for value in values:
        total |= footprint(value)
    return total


def may_swap(one: Footprint, other: Footprint) -> bool:
    """True if the order of the two evaluations makes no difference.

    Reads of LOCALs count as safe here: a pass that moves a read which may be
    unbound has to know that it is not.
    """
    return (
        _private_order_free(one, other)
        and _heap_order_free(one.effects, other.effects)
        and not _seen_by_handler(one, other)
        and not _seen_by_handler(other, one)
    )


def _private_order_free(one: Footprint, other: Footprint) -> bool:
    return (
        one.writes.isdisjoint(other.reads)
        and one.writes.isdisjoint(other.writes)
        and one.reads.isdisjoint(other.writes)
    )


def _heap_order_free(one: int, other: int) -> bool:
    if one & _WRITES and other & (_TOUCHES | Effect.RAISES):
        return False
    if other & _WRITES and one & (_TOUCHES | Effect.RAISES):
        return False
    # Which of two exceptions comes first can be seen.
    return not (one & Effect.RAISES and other & Effect.RAISES)


def _seen_by_handler(writer: Footprint, raiser: Footprint) -> bool:
    """True if a handler could tell whether the write came before the exception.

    A TEMP is read in its own straight line only, so no handler looks at it.
    """
    return bool(raiser.effects & Effect.RAISES) and any(
        variable.kind is not VariableKind.TEMP for variable in writer.writes
    )
