"""Skip the statements with which both sides begin.

A transformed function may be straight-line code with thousands of reads. The compiled
source then has the same code with other temporaries. To simulate it event by event
takes much of the time of a validation. To find out that both are the same is fast. The
simulation starts after the common part. There, each location that is still read has a
value that both sides know by the same number.

An operation is skipped only if both sides do it in the same order, on the same values,
outside every protected region and every loop. Locals that are read must be bound. So
both sides do the same, whatever the values are. Less is known about the values than
after simulating the operations. If that is too little, nothing is skipped.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Callable, Hashable, Mapping, NamedTuple, Union

from depyf.decompiler.analysis.accesses import read
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import Function, successors
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.decompiler.validate.value_numbers import constant_number
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.validate.steps import Operand

#: A named local, which both sides have, or a variable of one side.
_Location = Union[str, Variable]
#: A constant, or the number of a value about which nothing else is known.
_Held = Union[int, Constant]

#: Operations that are equal if their payloads and operands are.
_PLAIN = frozenset(
    {
        MicroOp.ATTR,
        MicroOp.ITEM,
        MicroOp.SLICE,
        MicroOp.UNARY,
        MicroOp.BINARY,
        MicroOp.COMPARE,
        MicroOp.IS,
        MicroOp.CONTAINS,
        MicroOp.BUILD,
        MicroOp.CALL,
        MicroOp.SET_ATTR,
        MicroOp.SET_ITEM,
    }
)
_OUTSIDE = (VariableKind.GLOBAL, VariableKind.CELL, VariableKind.FREE)


@dataclass(frozen=True)
class SideOfLine:
    """The graph and the options of one side.

    Args:
        function: the graph.
        location: returns the location of a LOCAL, STACK or TEMP variable.
        raw_label: returns a label that must also be equal; None compares nothing.
    """

    function: Function
    location: Callable[[Variable], _Location]
    raw_label: Callable[[frozenset[int]], Hashable]


class Rest(NamedTuple):
    """A function without its beginning, and the values of its variables there."""

    function: Function
    held: dict[Variable, Operand]


def without_same_beginning(
    original: SideOfLine,
    recompiled: SideOfLine,
    parameters: list[str],
    rename: Mapping[str, str],
    spend: Callable[[], None],
) -> tuple[Rest, Rest] | None:
    """Return both sides without their common beginning; None if they have none.

    Args:
        original: the side of the original code.
        recompiled: the side of the compiled source.
        parameters: the locations that are bound on entry.
        rename: maps names of globals to their names in the source.
        spend: called for each operation that is skipped.
    """
    if not (_begins_once(original.function) and _begins_once(recompiled.function)):
        return None
    held: dict[_Location, _Held] = {name: -n for n, name in enumerate(parameters, 1)}
    first, second = _Line(original, dict(held)), _Line(recompiled, held)
    number = 0
    while True:
        here, there = first.next(), second.next()
        if here is None or there is None or not _same_locals(first, second):
            break
        if here.op is not there.op:
            break
        if here.op is MicroOp.STORE:
            ours, theirs = here.operands[0], there.operands[0]
        else:
            ours, theirs = here, there
        if not _is_same(ours, theirs, rename):
            break
        operands = first.operands(ours)
        if operands is None or operands != second.operands(theirs):
            break
        one = original.raw_label(ours.origins)
        other = recompiled.raw_label(theirs.origins)
        if one != other and one is not None and other is not None:
            break
        spend()
        number += 1
        first.done(here, number)
        second.done(there, number)
    return (first.rest(), second.rest()) if number else None


def _begins_once(function: Function) -> bool:
    """Return whether the first block is outside of loops and protected regions."""
    entry = function.entry
    again = {region.handler for region in function.regions.values()}
    for block in function.blocks.values():
        again.update(successors(block.terminator))
    return function.blocks[entry].region is None and entry not in again


def _same_locals(first: _Line, second: _Line) -> bool:
    """Return whether newly written named locals have the same values on both sides."""
    for name in first.news | second.news:
        if first.held.get(name) != second.held.get(name):
            return False
    first.news.clear()
    second.news.clear()
    return True


def _is_same(ours: Value, theirs: Value, rename: Mapping[str, str]) -> bool:
    """Return whether two operations are the same, apart from their operands."""
    if ours.op is not theirs.op:
        return False
    if ours.op is not MicroOp.LOAD:
        return ours.payload == theirs.payload
    name, kind = ours.variable.name, ours.variable.kind
    if kind is VariableKind.GLOBAL:
        name = rename.get(name, name)
    return kind is theirs.variable.kind and name == theirs.variable.name


class _Line:
    """The first block of one side, while it is compared.

    Attributes:
        held: the values of the locations.
        news: the named locals that were written since the last operation.
    """

    def __init__(self, side: SideOfLine, held: dict[_Location, _Held]) -> None:
        self.held = held
        self.news: set[_Location] = set()
        self._side = side
        self._body = side.function.blocks[side.function.entry].body
        self._position = 0
        self._variables: dict[Variable, _Location] = {}

    def next(self) -> Value | None:
        """Return the next operation after copies; None if it cannot be skipped."""
        while self._position < len(self._body):
            statement = self._body[self._position]
            value = statement.operands[0] if statement.operands else statement
            if statement.op is MicroOp.STORE:
                if not self._is_location(statement.variable):
                    return None
                if not value.operands:
                    found = self._leaf(value)
                    if found is None:
                        is_read = value.op is MicroOp.LOAD
                        is_outside = is_read and value.variable.kind in _OUTSIDE
                        return statement if is_outside else None
                    self._store(statement.variable, found)
                    self._position += 1
                    continue
                return statement if value.op in _PLAIN else None
            is_dropped = statement.op is MicroOp.EVALUATE and not value.operands
            if statement.op is MicroOp.ORIGIN or (is_dropped and self._leaf(value)):
                self._position += 1
                continue
            return statement if statement.op in _PLAIN else None
        return None

    def operands(self, value: Value) -> list[_Held] | None:
        """Return the operands of an operation; None if one is unknown."""
        found: list[_Held] = []
        for leaf in value.operands:
            held = self._leaf(leaf)
            if held is None:
                return None
            found.append(held)
        return found

    def done(self, statement: Value, number: int) -> None:
        """Continue after an operation, and give ``number`` to its result."""
        if statement.op is MicroOp.STORE:
            self._store(statement.variable, number)
        self._position += 1

    def rest(self) -> Rest:
        """Return the function from the current statement on."""
        function = copy(self._side.function)
        entry = function.blocks[function.entry]
        entry = replace(entry, body=self._body[self._position :])
        function.blocks = {**function.blocks, entry.id: entry}
        used = {one for value in function.values for one in read(value)}
        held: dict[Variable, Operand] = {}
        for variable, location in self._variables.items():
            if variable in used or isinstance(location, str):
                found = self.held[location]
                held[variable] = (
                    constant_number(found.value)
                    if isinstance(found, Constant)
                    else ("common", found)
                )
        return Rest(function, held)

    def _leaf(self, leaf: Value) -> _Held | None:
        """Return the value of a constant or of a bound variable; None for others."""
        payload = leaf.payload
        if leaf.op is MicroOp.LOAD and isinstance(payload, Variable):
            if payload.is_temporary:
                return self.held.get(payload)
            if payload.kind is VariableKind.LOCAL:
                return self.held.get(self._side.location(payload))
        elif leaf.op is MicroOp.CONST and isinstance(payload, Constant):
            return payload
        return None

    def _is_location(self, variable: Variable) -> bool:
        return variable.is_temporary or variable.kind is VariableKind.LOCAL

    def _store(self, variable: Variable, held: _Held) -> None:
        location = self._side.location(variable)
        self._variables[variable] = location
        self.held[location] = held
        if isinstance(location, str):
            self.news.add(location)
