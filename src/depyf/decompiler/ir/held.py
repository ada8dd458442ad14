"""Find out whether a tree contains an operation, without walking it again.

Most values contain nothing that a pass searches for. Trees are immutable, so each node
stores the set of its operations, as bits.
"""

from __future__ import annotations

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, unvisited

_BITS: dict[MicroOp, int] = {
    found: 1 << number
    for number, found in enumerate(
        one for one in vars(MicroOp).values() if isinstance(one, MicroOp)
    )
}


def bits(*operations: MicroOp) -> int:
    """Return the bit set of some operations, for `holds`."""
    found = 0
    for one in operations:
        found |= _BITS[one]
    return found


def holds(value: Value, wanted: int) -> bool:
    """Return whether a tree contains one of the wanted operations.

    The values in the payload of a comprehension do not count.

    Args:
        value: the tree.
        wanted: the bit set from `bits`.
    """
    kept: int | None = value.__dict__.get("_held")
    if kept is None:
        kept = _BITS[value.op]
        for operand in value.operands:
            below: int | None = operand.__dict__.get("_held")
            kept |= _held(operand) if below is None else below
        value.__dict__["_held"] = kept
    return bool(kept & wanted)


def _held(value: Value) -> int:
    if not value.operands:
        return _BITS[value.op]
    for node in unvisited(value, "_held"):
        found = _BITS[node.op]
        for operand in node.operands:
            found |= operand.__dict__["_held"]
        node.__dict__["_held"] = found
    kept: int = value.__dict__["_held"]
    return kept
