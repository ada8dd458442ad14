"""Give each web of a stack slot its own variable, or replace it by its constant.

Code that a tool wrote may leave a constant on the stack for other blocks.

Example of `rename_webs` (CPython 3.8 to 3.11)::

    def f(a, b, c):
        return a or b or c

Before::

    block 0:
        $s0 = a
        branch a ? 1 : 2
    block 2:
        $s0 = b
        branch b ? 1 : 3
    block 3:
        $s0 = c
        jump 1
    block 1 depth 1:
        return $s0

After::

    block 0:
        %t0 = a
        branch a ? 1 : 2
    block 2:
        %t0 = b
        branch b ? 1 : 3
    block 3:
        %t0 = c
        jump 1
    block 1 depth 1:
        return %t0

Example of `slot_constants` (CPython 3.11)::

    def f(a, b):
        with a(
            "x",
            b or 1,
        ):
            b()

Before::

    block 1 depth 4:
        %t3 = call[_,_](%t0, %t1, %t2)
        %t4 = special[__exit__](%t3)
        %t5 = special[__enter__](%t3)
        %t6 = call[](%t5)
        %t7 = %t4
        %t8 = %t6
        jump 3

After::

    block 1 depth 4:
        %t3 = call[_,_](%t0, 'x', %t2)
        %t4 = special[__exit__](%t3)
        %t5 = special[__enter__](%t3)
        %t6 = call[](%t5)
        %t7 = %t4
        %t8 = %t6
        jump 3

A slice of constants counts as a constant. For ``x[:] = y``, Dynamo may leave it on the
stack during other operations, and only a subscription can express it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Dict, Tuple

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.liveness import Point, split_webs
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import (
    Function,
    Next,
    set_terminator_values,
    terminator_values,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    Value,
    Variable,
    VariableKind,
    rewrite,
    with_variables,
)

_Names = Dict[Tuple[Variable, Point], Variable]


def rename_webs(function: Function) -> None:
    """Rename each web of a STACK variable to a new TEMP."""
    reads: _Names = {}
    writes: _Names = {}
    for web in split_webs(function, (VariableKind.STACK,)):
        fresh = function.fresh()
        for point in web.definitions:
            writes[web.variable, point] = fresh
        for point in web.uses:
            reads[web.variable, point] = fresh
    if not reads and not writes:
        return
    touched: defaultdict[int, set[int]] = defaultdict(set)
    for _, point in (*reads, *writes):
        touched[point.block].add(point.position)
    for block in function.blocks.values():
        here = touched[block.id]
        block.body = [
            _rename(statement, Point(block.id, index), reads, writes)
            if index in here
            else statement
            for index, statement in enumerate(block.body)
        ]
        end = Point(block.id, len(block.body))
        values = terminator_values(block.terminator)
        set_terminator_values(
            block.terminator, [_rename(value, end, reads, writes) for value in values]
        )
        if isinstance(block.terminator, Next):
            item = block.terminator.item
            block.terminator.item = writes.get((item, end), item)


def _rename(statement: Value, point: Point, reads: _Names, writes: _Names) -> Value:
    def change(node: Value) -> Value:
        names = reads if node.op is MicroOp.LOAD else writes
        return with_variables(node, lambda one: names.get((one, point), one))

    return rewrite(statement, change)


_MADE_OF_CONSTANTS = (MicroOp.CONST, MicroOp.SLICE)
_NO_CONSTANT = Constant(object())


def slot_constants(function: Function) -> None:
    """Replace reads of constant slots by the constant; the stores stay.

    A slot is left to other passes if it is read only in its own block, or is copied to
    a named variable (``y := 1``).
    """
    constants = _constants(function) if _stores_constants(function) else {}
    if constants:
        for variable in _left_alone(function):
            constants.pop(variable, None)
    if not constants:
        return

    def change(node: Value) -> Value:
        if node.loaded in constants:
            return Value(MicroOp.CONST, (), constants[node.variable], node.origins)
        return node

    for block in function.blocks.values():
        block.change_nodes(change)


def _stores_constants(function: Function) -> bool:
    """Return whether a slot stores a constant; most functions have no such slot."""
    return any(
        statement.op is MicroOp.STORE
        and statement.operands[0].op in _MADE_OF_CONSTANTS
        and statement.variable.is_temporary
        for statement in function.statements
    )


def _left_alone(function: Function) -> set[Variable]:
    """Return temporaries copied to named variables, or read only in their block."""
    named: set[Variable] = set()
    across: set[Variable] = set()
    stored: set[Variable] = set()
    for block in function.blocks.values():
        own = {variable for value in block.body for variable in written(value)}
        stored |= own
        for value in block.values:
            found = read(value)
            across.update(variable for variable in found if variable not in own)
            if value.op is MicroOp.STORE and not value.variable.is_temporary:
                if value.operands[0].op is MicroOp.LOAD:
                    named.update(found)
    return named | (stored - across)


def _constants(function: Function) -> dict[Variable, Constant]:
    """Return temporaries whose definitions all store the same constant.

    Temporaries that are also read in the defining block are left out, as in
    ``a = b = None``.
    """
    found: dict[Variable, Constant] = {}
    others: set[Variable] = set()
    for block in function.blocks.values():
        if isinstance(block.terminator, Next):
            others.add(block.terminator.item)
        made: set[Variable] = set()
        slices: dict[Variable, Constant] = {}
        for statement in block.body:
            others |= made.intersection(read(statement))
            made.update(written(statement))
            content = _stored_constant(statement, slices)
            for variable in written(statement):
                slices.pop(variable, None)
                if content is not None and type(content.value) is slice:
                    slices[variable] = content
            for variable in written(statement):
                known = found.setdefault(variable, content or _NO_CONSTANT)
                if known != content or not variable.is_temporary:
                    others.add(variable)
        for value in terminator_values(block.terminator):
            others |= made.intersection(read(value))
    return {v: content for v, content in found.items() if v not in others}


def _stored_constant(
    statement: Value, slices: dict[Variable, Constant]
) -> Constant | None:
    if statement.op is not MicroOp.STORE:
        return None
    value = statement.operands[0]
    if value.op is MicroOp.SLICE:
        return _constant_slice(value)
    if value.loaded in slices:
        return slices[value.variable]
    if value.op is not MicroOp.CONST or not isinstance(value.payload, Constant):
        return None
    # A tuple may be taken apart later, as the keys of a `case {...}` (3.14+).
    return None if type(value.payload.value) is tuple else value.payload


def _constant_slice(value: Value) -> Constant | None:
    """Return the slice of a ``SLICE`` whose parts are all constants.

    Creating a slice has no other effect. The compiler decides whether two subscriptions
    share one slice object: from 3.14 on, slices of constants are constants.
    """
    parts: list[object] = []
    for part in value.operands:
        if not isinstance(part.payload, Constant):
            return None
        parts.append(part.payload.value)
    return Constant(slice(*parts))
