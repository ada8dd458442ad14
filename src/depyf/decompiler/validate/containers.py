"""Treat every way to add to a list, set or dict as the same event.

A comprehension adds to its result by a separate operation. If the source has a loop
instead, it calls ``append`` or ``add``, or stores an item. That does the same if the
object is known to be exactly a list, set or dict.
"""

from __future__ import annotations

from typing import Hashable, Tuple

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape
from depyf.decompiler.validate import value_numbers as vn

_ADDING_METHODS = {"append": vn.LIST, "add": vn.SET}
_KINDS = {vn.LIST: "list", vn.SET: "set"}
_ONE_ARGUMENT = (MicroOp.CALL, CallShape((None,)))
_SET_ITEM = (MicroOp.SET_ITEM, None)

Event = Tuple[Hashable, Tuple[vn.ValueNumber, ...]]


def adding_method(name: Hashable, owner: vn.ValueNumber) -> vn.ValueNumber | None:
    """Return the value number of ``owner.append`` or ``.add``; None if uncertain."""
    wanted = _ADDING_METHODS.get(str(name), 0)
    if vn.flags_of(owner) & wanted:
        return ("method", str(name), owner)
    return None


def merged(
    target: vn.ValueNumber, source: vn.ValueNumber, serial: int
) -> vn.ValueNumber | None:
    """Return the result of merging a new dict into an empty new dict, or None.

    ``f(*a, **{"k": v})`` merges a dict into an empty one, ``f(*a, k=v)`` does not. The
    result is None if either may be another object, or if a key is not known to be a
    string.
    """
    if isinstance(target, int) or isinstance(source, int):
        return None
    if target[0] != "new" or target[2:] != ("dict",) or source[:1] != ("new",):
        return None
    keys = source[3::2]
    if source[2] != "dict" or not all(map(_is_text, keys)):
        return None
    return ("new", serial, "dict", *source[3:])


def _is_text(key: Hashable) -> bool:
    return (
        isinstance(key, tuple)
        and key[0] == "const"
        and type(vn.constant_of(key)) is str
    )


def normalized(label: Hashable, operands: tuple[vn.ValueNumber, ...]) -> Event:
    """Return an event in the form that comprehensions have, if it adds an item."""
    if label == _SET_ITEM:
        value, owner, index = operands
        if vn.flags_of(owner) & vn.DICT:
            return (MicroOp.ADD, "dict"), (owner, index, value)
    elif label == _ONE_ARGUMENT:
        function = operands[0]
        if isinstance(function, tuple) and function[0] == "method":
            _, name, bound = function
            assert isinstance(bound, (int, tuple))
            kind = _KINDS[_ADDING_METHODS[str(name)]]
            return (MicroOp.ADD, kind), (bound, operands[1])
    return label, operands
