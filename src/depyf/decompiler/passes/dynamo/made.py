"""Plain lists and dicts that the code has just made, and what it gets from them.

Calling their methods runs no code of the user. Of a dict whose keys are constants the
keys are known, too, as long as no other code ran: going through ``d.items()`` gives
tuples of a constant and a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.micro_op import MicroOp

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Next
    from depyf.decompiler.ir.value import Value, Variable
    from depyf.decompiler.passes.dynamo.places import Read


class Made:
    """By the variables that hold them."""

    def __init__(self) -> None:
        self._containers: set[Variable] = set()
        self._with_known_keys: set[Variable] = set()
        self._pairs: set[Variable] = set()  # d.items(), its iterator, its tuples
        self._keys: set[Variable] = set()

    def __contains__(self, variable: object) -> bool:
        return variable in self._containers

    def add(self, variable: Variable, value: Value) -> None:
        """Notes what a variable holds: a display, or a collection made of one.

        Args:
            variable: that is written.
            value: a BUILD, or the CALL of a plain class.
        """
        self._containers.add(variable)
        parts = value.operands[1:] if value.op is MicroOp.CALL else (value,)
        if parts and all(map(_has_known_keys, parts)):
            self._with_known_keys.add(variable)

    def result(self, variable: Variable, call: Value, callee: Read) -> None:
        """Notes what the method of such a collection gives."""
        method = callee.origin
        self._containers.add(variable)
        if method.op is not MicroOp.ATTR or method.payload != "items":
            return
        owner = method.operands[0]
        known = owner.op is MicroOp.LOAD and owner.variable in self._with_known_keys
        if known and len(call.operands) == 1:
            self._pairs.add(variable)

    def iterator(self, variable: Variable, value: Value) -> bool:
        """Notes ``iter(d.items())``; returns False if it iterates anything else."""
        source = value.operands[0]
        if source.op is not MicroOp.LOAD or source.variable not in self._pairs:
            return False
        self._pairs.add(variable)
        return True

    def iterates(self, end: Next) -> bool:
        """Notes the item of a loop over pairs; returns False for any other loop."""
        iterator = end.iterator
        if iterator.op is not MicroOp.LOAD or iterator.variable not in self._pairs:
            return False
        self._pairs.add(end.item)
        return True

    def unpacks(self, statement: Value) -> bool:
        """Notes the key of ``key, value = pair``; returns False for anything else."""
        source, shape = statement.operands[0], statement.payload
        if source.op is not MicroOp.LOAD or source.variable not in self._pairs:
            return False
        targets: tuple[Variable, ...] = getattr(shape, "targets", ())
        self._keys.update(targets[:1])
        return True

    def copies(self, variable: Variable, value: Value) -> None:
        """Notes ``a = b``."""
        if value.op is MicroOp.LOAD and value.variable in self._keys:
            self._keys.add(variable)

    def is_key(self, value: Value) -> bool:
        """True for a constant, and for what such a key was stored in."""
        if value.op is MicroOp.LOAD:
            return value.variable in self._keys
        return value.op is MicroOp.CONST

    def forget(self) -> None:
        """Notes that code ran that may have changed what is in them."""
        self._with_known_keys.clear()
        self._pairs.clear()


def _has_known_keys(value: Value) -> bool:
    if value.op is not MicroOp.BUILD or value.payload != "dict":
        return False
    return all(key.op is MicroOp.CONST for key in value.operands[::2])
