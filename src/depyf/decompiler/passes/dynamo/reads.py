"""Find the results of Dynamo's reads, from known objects and pending reads."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, AbstractSet, Iterable

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, Value, VariableKind, rewrite
from depyf.decompiler.passes.dynamo import helper_calls, places, variables
from depyf.decompiler.passes.dynamo.places import (
    ANYTHING,
    CALL,
    Facts,
    Knowledge,
    Read,
    without_origins,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Variable


class Waiting:
    """Pending reads, each kept until the last use of the variable that stores it.

    Args:
        statements: all statements that use the variables.
    """

    def __init__(self, statements: Iterable[Value]) -> None:
        self._left: dict[Variable, int] = {}
        for statement in statements:
            for variable in read(statement):
                self._left[variable] = self._left.get(variable, 0) + 1
        self._reads: dict[Variable, Read] = {}
        self._numbers: dict[Variable, int] = {}
        self._by_mark: dict[object, dict[Variable, None]] = {}
        self._loose: list[Variable] = []  # their origins are on no statement yet

    def uses_left(self, variable: Variable) -> int:
        """Return how many reads of a variable are left."""
        return self._left.get(variable, 0)

    def get(self, variable: Variable) -> Read | None:
        """Return the pending read in a variable, or None."""
        return self._reads.get(variable)

    def are_in(self, value: Value) -> bool:
        """Return whether the tree reads a variable with a pending read."""
        return not self._reads.keys().isdisjoint(read(value))

    def add(self, variable: Variable, found: Read) -> None:
        """Add a pending read."""
        self._reads[variable] = found
        self._numbers[variable] = len(self._numbers)
        self._loose.append(variable)
        for mark in found.marks:
            self._by_mark.setdefault(mark, {})[variable] = None

    def use(self, variable: Variable) -> Read:
        """Return the read for one use of a variable; the first use gets the origins."""
        found = self._reads[variable]
        self._left[variable] -= 1
        if self._left[variable]:
            value = rewrite(found.value, without_origins)
            self._reads[variable] = replace(found, value=value)
        else:
            self.remove(variable)
        return found

    def remove(self, variable: Variable) -> Read:
        """Remove a pending read, and return it."""
        found = self._reads.pop(variable)
        for mark in found.marks:
            del self._by_mark[mark][variable]
        return found

    def touched(self, marks: AbstractSet[object]) -> list[Variable]:
        """Return the variables whose reads an effect may change, in order."""
        return self.ordered(
            {variable for mark in marks for variable in self._by_mark.get(mark, ())}
        )

    def ordered(self, variables: Iterable[Variable]) -> list[Variable]:
        """Return the given variables that have a pending read, oldest read first."""
        waiting = {one for one in variables if one in self._reads}
        return sorted(waiting, key=self._numbers.__getitem__)

    def all(self) -> list[Variable]:
        """Return all variables with pending reads, in order."""
        return self.ordered(self._reads)

    def loose_origins(self) -> frozenset[int]:
        """Take the origins of the reads added since the last call.

        They are added to the next statement. The running code still has the original
        order, and so a debugger does not jump back.
        """
        origins: set[int] = set()
        for variable in self._loose:
            found = self._reads.get(variable)
            if found is not None:
                origins |= found.value.all_origins()
                value = rewrite(found.value, without_origins)
                self._reads[variable] = replace(found, value=value)
        self._loose.clear()
        return frozenset(origins)


_NEW = (MicroOp.BUILD, MicroOp.SLICE)
_STARS = (MicroOp.STAR, MicroOp.DOUBLE_STAR)


class Reader:
    """Describes values as reads, if evaluating them has no effect.

    Args:
        waiting: the pending reads, which are taken when their variables are used.
        made: the plain containers that the code has created.
        known: the known objects.
        facts: the facts about all blocks.
        is_past_graph: whether a graph has been called already.
    """

    def __init__(
        self,
        waiting: Waiting,
        made: helper_calls.Made,
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
        """Return a value as a read; None if evaluating it has an effect."""
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
            if owner.loaded in self._facts.outputs:
                return Read(value)
            key = value.operands[1].constant
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
        """Return the read; None if its object is unknown and a graph was called.

        After a graph, reading an attribute may run code.
        """
        return None if found.place is None and self.is_past_graph else found

    def operand(self, operand: Value) -> Read:
        """Return the read of an operand, and take it from the pending ones."""
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
        """Return a tree in which pending reads replace their variables."""
        if not self._waiting.are_in(value):
            return value

        def change(node: Value) -> Value:
            if node.op is MicroOp.LOAD and self._waiting.get(node.variable):
                return self.operand(node).value
            return node

        return rewrite(value, change)
