"""Tells what a value of Dynamo's code reads, from what is known and what waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, Value, VariableKind, rewrite
from depyf.decompiler.passes.dynamo import helper_calls, places, variables
from depyf.decompiler.passes.dynamo.places import ANYTHING, CALL, Facts, Knowledge, Read

if TYPE_CHECKING:
    from depyf.decompiler.passes.dynamo.made import Made
    from depyf.decompiler.passes.dynamo.waiting import Waiting

_NEW = (MicroOp.BUILD, MicroOp.SLICE)
_STARS = (MicroOp.STAR, MicroOp.DOUBLE_STAR)


class Reader:
    """Makes reads of values.

    Args:
        waiting: reads that are taken where their variable is used.
        made: plain containers that the code has made.
        known: objects.
        facts: of all blocks.
        is_past_graph: a graph was called already.
    """

    def __init__(
        self,
        waiting: Waiting,
        made: Made,
        known: Knowledge,
        facts: Facts,
        *,
        is_past_graph: bool,
    ) -> None:
        self.is_past_graph = is_past_graph
        self._waiting = waiting
        self._made = made
        self._known = known
        self._facts = facts

    def read(self, value: Value, operands: tuple[Read, ...]) -> Read | None:
        """What a value on these operands reads; None if it does more."""
        marks = frozenset().union(*(one.marks for one in operands))
        if value.op is MicroOp.ATTR:
            if value.operands[0].op is MicroOp.LOAD:
                if value.operands[0].variable in self._made:
                    return Read(value, marks, is_new=True)
            return self._settled(
                places.attribute(operands[0], str(value.payload), value, self._known)
            )
        if variables.is_item(value):
            owner = value.operands[0]
            if owner.op is MicroOp.LOAD and owner.variable in self._facts.outputs:
                return Read(value)
            key = places.constant_of(value.operands[1])
            return self._settled(places.item(operands[0], key, value, self._known))
        if value.op in _NEW and not any(o.op in _STARS for o in value.operands):
            return Read(value, marks, is_new=True)
        if value.op is MicroOp.CALL and isinstance(value.payload, CallShape):
            place = helper_calls.result(value, operands)
            if place is not None and place.kind != "new instance":
                return Read(value, marks, place)
            return helper_calls.measured(value, operands, marks)
        return None

    def _settled(self, found: Read) -> Read | None:
        """Behind the first graph there may be attributes that run code."""
        return None if found.place is None and self.is_past_graph else found

    def operand(self, operand: Value) -> Read:
        """What an operand reads; what waits for it is taken."""
        if operand.op is MicroOp.CONST:
            return Read(operand)
        if operand.op is MicroOp.BUILD and not operand.operands:
            return Read(operand, is_new=True)
        if operand.op is not MicroOp.LOAD:
            return Read(self.placed(operand), frozenset({ANYTHING}))
        variable = operand.variable
        if self._waiting.get(variable) is not None:
            return self._waiting.use(variable)
        marks: set[object] = {variable}
        if not variable.is_temporary and variable.kind is not VariableKind.LOCAL:
            marks |= {variable.name, CALL}
        if operand.raises:
            marks.add(ANYTHING)
        held = self._facts.held.get(variable)
        return Read(operand, frozenset(marks), self._known.root(variable), held=held)

    def placed(self, value: Value) -> Value:
        """A tree with what waits for it."""
        if not self._waiting.are_in(value):
            return value

        def change(node: Value) -> Value:
            if node.op is MicroOp.LOAD and self._waiting.get(node.variable):
                return self.operand(node).value
            return node

        return rewrite(value, change)
