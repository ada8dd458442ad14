"""Relate operations without Python syntax to functions of `depyf.intrinsics`.

A source calls the function by a name. When sources are compared, the call counts as the
operation itself (`validate.intrinsic_calls`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, cast

from depyf import intrinsics
from depyf.decompiler.ir.micro_op import MicroOp

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value

#: Returns a tuple whose second item is the handled exception.
HANDLED = intrinsics.exc_info

#: Maps a function to the operation and payload that its call stands for. For operations
#: in `WITH_PAYLOAD`, the payload is the last argument.
OPERATIONS: Mapping[object, tuple[MicroOp, str | None]] = cast(
    "Mapping[object, tuple[MicroOp, str | None]]",
    {
        intrinsics.get_iter: (MicroOp.ITER, None),
        intrinsics.get_len: (MicroOp.LENGTH, None),
        intrinsics.match_sequence: (MicroOp.MATCH_SEQUENCE, None),
        intrinsics.match_mapping: (MicroOp.MATCH_MAPPING, None),
        intrinsics.match_keys: (MicroOp.MATCH_KEYS, None),
        intrinsics.match_class: (MicroOp.MATCH_CLASS, None),
        intrinsics.special_method: (MicroOp.SPECIAL, None),
        intrinsics.leave_context: (MicroOp.WITH_EXCEPTION, None),
        intrinsics.exception_matches: (MicroOp.EXC_MATCH, None),
        intrinsics.yield_from_iter: (MicroOp.YIELD_ITER, None),
        intrinsics.async_iter: (MicroOp.AITER, None),
        intrinsics.joined: (MicroOp.JOIN, None),
        intrinsics.copy_dict_without_keys: (
            MicroOp.INTRINSIC,
            "copy_dict_without_keys",
        ),
        intrinsics.list_to_tuple: (MicroOp.INTRINSIC, "list_to_tuple"),
        intrinsics.iadd: (MicroOp.INPLACE, "+"),
        intrinsics.isub: (MicroOp.INPLACE, "-"),
        intrinsics.imul: (MicroOp.INPLACE, "*"),
        intrinsics.imatmul: (MicroOp.INPLACE, "@"),
        intrinsics.itruediv: (MicroOp.INPLACE, "/"),
        intrinsics.ifloordiv: (MicroOp.INPLACE, "//"),
        intrinsics.imod: (MicroOp.INPLACE, "%"),
        intrinsics.ipow: (MicroOp.INPLACE, "**"),
        intrinsics.ilshift: (MicroOp.INPLACE, "<<"),
        intrinsics.irshift: (MicroOp.INPLACE, ">>"),
        intrinsics.iand: (MicroOp.INPLACE, "&"),
        intrinsics.ior: (MicroOp.INPLACE, "|"),
        intrinsics.ixor: (MicroOp.INPLACE, "^"),
    },
)
WITH_PAYLOAD = frozenset({MicroOp.SPECIAL, MicroOp.MATCH_CLASS})
_FUNCTIONS = {found: function for function, found in OPERATIONS.items()}


def function_for(op: MicroOp, payload: object) -> object | None:
    """Return the function that stands for an operation, or None."""
    named = op in (MicroOp.INTRINSIC, MicroOp.INPLACE)
    said = payload if named and isinstance(payload, str) else None
    return _FUNCTIONS.get((op, said))


#: By function around the operand of AWAIT, the payload of AWAIT.
AWAITED: Mapping[object, int] = cast(
    "Mapping[object, int]", {intrinsics.entering: 1, intrinsics.leaving: 2}
)

_BY_NAME = {name: getattr(intrinsics, name) for name in intrinsics.__all__}
_BY_ID = {id(one): one for one in _BY_NAME.values()}
_NAMES = {id(one): name for name, one in _BY_NAME.items()}


def known(value: object) -> object | None:
    """Return the constant if it is a function of `depyf.intrinsics`, else None.

    Constants may be of any type, so they are neither compared nor hashed.
    """
    return _BY_ID.get(id(value))


def name_of(value: object) -> str:
    """Return the name of an object in `depyf.intrinsics`, or an empty string."""
    return _NAMES.get(id(value), "")


_CONVERSION = "convert_"


def conversion_intrinsic(conversion: str) -> str:
    """Return the INTRINSIC payload for a conversion ``s``, ``r`` or ``a``."""
    return _CONVERSION + conversion


def conversion_of(value: Value) -> str:
    """Return ``s``, ``r`` or ``a`` for a conversion; empty for other values."""
    name = str(value.payload)
    if value.op is not MicroOp.INTRINSIC or not name.startswith(_CONVERSION):
        return ""
    return name[len(_CONVERSION) :]
