"""Recovers ``a < b < c``: an ``and`` whose shared middle value has two uses.

Before::

    t = b
    a < t and t < c

After::

    t = b
    CHAIN(a, t, c; <, <)
"""

from __future__ import annotations

from typing import Optional, Tuple

from depyf.ir.micro_op import MicroOp
from depyf.ir.value import Value, Variable
from depyf.passes.arms import Shape

_LINKS = (MicroOp.COMPARE, MicroOp.IS, MicroOp.CONTAINS)


def chain(left: Value, right: Value, shape: Shape) -> Optional[Value]:
    """``left and right`` as one chain, None if they share no middle value."""
    if left.op is MicroOp.AND:
        last = chain(left.operands[-1], right, shape)
        if last is None:
            return None
        rest = left.operands[:-1]
        return Value(MicroOp.AND, (*rest, last), None, left.origins | last.origins)
    ends = _links(left)
    following = _links(right)
    if ends is None or following is None:
        return None
    middle = _shared(ends[0][-1], following[0][0], shape)
    if middle is None:
        return None
    shape.usage.reads[middle] -= 1
    operands = (*ends[0], *following[0][1:])
    links = (*ends[1], *following[1])
    return Value(MicroOp.CHAIN, operands, links, left.origins | right.origins)


def _links(value: Value) -> Optional[Tuple[Tuple[Value, ...], Tuple[object, ...]]]:
    if value.op is MicroOp.CHAIN and isinstance(value.payload, tuple):
        return value.operands, value.payload
    if value.op in _LINKS:
        return value.operands, ((value.op, value.payload),)
    return None


def _shared(one: Value, other: Value, shape: Shape) -> Optional[Variable]:
    """The temporary that both read, if nothing else does."""
    if one.op is not MicroOp.LOAD or other.op is not MicroOp.LOAD:
        return None
    variable = one.variable
    if variable != other.variable or not variable.is_temporary:
        return None
    return variable if shape.usage.reads[variable] == 2 else None
