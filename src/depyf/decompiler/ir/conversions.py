"""What is behind a field's ``!``: an intrinsic until the field is formatted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.micro_op import MicroOp

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value

_PREFIX = "convert_"


def intrinsic(conversion: str) -> str:
    """The name of the intrinsic for ``s``, ``r`` or ``a``."""
    return _PREFIX + conversion


def conversion_of(value: Value) -> str:
    """``s``, ``r`` or ``a`` for such an intrinsic, nothing for any other value."""
    name = str(value.payload)
    if value.op is not MicroOp.INTRINSIC or not name.startswith(_PREFIX):
        return ""
    return name[len(_PREFIX) :]
