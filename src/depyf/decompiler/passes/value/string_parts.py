"""Recovers the parts of f-strings.

Many are joined from a list (3.10+): ``"".join([f"{a}", "b", f"{c}", ...])`` is
``f"{a}b{c}..."``.

A conversion is an instruction of its own (3.13+), and a branch in the format may part
the two.

Example of `convert` (CPython 3.13 to 3.15)::

    def f(a, b):
        return f"{a!r:{b if a else 1}}"

Before::

    format[](intrinsic[convert_r](a), format[](conditional(a, b, 1)))

After::

    format[r](a, format[](conditional(a, b, 1)))
"""

from __future__ import annotations

from typing import Sequence

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.intrinsic_operations import conversion_of
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value

#: The compiler joins from this many parts on; fewer were written as a call.
_FEWEST = 31
_EMPTY = Constant("")


def convert(value: Value) -> Value:
    """A FORMAT with the conversion of what it formats."""
    inner = value.operands[0]
    conversion = conversion_of(inner)
    if not conversion:
        return value
    operands = (*inner.operands, *value.operands[1:])
    origins = value.origins | inner.origins
    return Value(MicroOp.FORMAT, operands, conversion, origins)


def simplify(value: Value) -> Value:
    """The value, as an f-string if that is what it was made from."""
    if value.op is not MicroOp.CALL or len(value.operands) != 2:
        return value
    method, parts = value.operands
    if method.op is not MicroOp.ATTR or method.payload != "join":
        return value
    if method.operands[0].payload != _EMPTY or parts.op is not MicroOp.BUILD:
        return value
    if parts.payload != "list" or not _are_parts(parts.operands):
        return value
    origins = value.origins | method.all_origins() | parts.origins
    return Value(MicroOp.JOIN, parts.operands, None, origins)


def _are_parts(values: Sequence[Value]) -> bool:
    """True for fields and texts, no two texts in a row."""
    if len(values) < _FEWEST:
        return False
    is_text = [isinstance(value.payload, Constant) for value in values]
    if any(first and second for first, second in zip(is_text, is_text[1:])):
        return False
    return all(
        value.op is MicroOp.FORMAT
        or (
            isinstance(value.payload, Constant) and isinstance(value.payload.value, str)
        )
        for value in values
    )
