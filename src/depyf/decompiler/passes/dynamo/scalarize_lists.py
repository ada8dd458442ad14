"""Evaluate the lists in which Dynamo carries frame values over a graph break.

This is scalar replacement of aggregates. If a list leaves the function only as unpacked
arguments, its operations are executed here instead of shown.

Example (CPython 3.9 to 3.15)::

    def f(x, b):
        return __resume_at_12_3(*[[], [], *[x, b]])

Before::

    block 0:
        %t0 = global:__resume_at_12_3
        %t1 = build[list]
        %t2 = build[list]
        %t3 = build[list](%t1, %t2)
        %t4 = build[list](x, b)
        extend[list](%t3, %t4)
        %t5 = call[*](%t0, %t3)
        return %t5

After::

    block 0:
        %t0 = global:__resume_at_12_3
        %t6 = build[list]
        %t7 = build[list]
        %t5 = call[_,_,_,_](%t0, %t6, %t7, x, b)
        return %t5

If a list is used in any other way, nothing is changed.
"""

from __future__ import annotations

from dataclasses import field
from typing import Union

from depyf.decompiler.analysis.traversal import (
    flow_graph,
    predecessors,
    reverse_postorder,
)
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, Value, Variable, load
from depyf.records import dataclass


class _EscapeError(Exception):
    """A list is used in a way that the evaluation does not follow."""


@dataclass(frozen=True)
class _Reference:
    """A tracked list, identified by its number."""

    number: int


_Element = Union[Value, _Reference]


@dataclass
class _State:
    """The contents of the tracked lists, and the variables that contain them.

    `kept` has the variables with a store that stays.  A place of the stack holds a list
    in one block, and the caught exception in a handler.
    """

    lists: dict[int, list[_Element]] = field(default_factory=dict)
    kinds: dict[int, str] = field(default_factory=dict)
    meaning: dict[Variable, _Element] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    kept: set[Variable] = field(default_factory=set)

    def copy(self) -> _State:
        return _State(
            {number: list(items) for number, items in self.lists.items()},
            dict(self.kinds),
            dict(self.meaning),
            set(self.gone),
            set(self.kept),
        )


def run(function: cfg.Function) -> bool:
    """Replace lists by their elements; return whether the function changed."""
    if not _has_packing(function):
        return False
    try:
        bodies, ends = _Evaluator(function).run()
    except _EscapeError:
        return False
    for block in function.blocks.values():
        if block.id in bodies:
            block.body = bodies[block.id]
            if ends[block.id]:
                cfg.set_terminator_values(block.terminator, ends[block.id])
    return True


def _has_packing(function: cfg.Function) -> bool:
    """Return whether the function builds a list, which it may later unpack."""
    return any(
        statement.op is MicroOp.STORE
        and statement.operands[0].op is MicroOp.BUILD
        and statement.operands[0].payload == "list"
        for statement in function.statements
    )


class _Evaluator:
    def __init__(self, function: cfg.Function) -> None:
        self._function = function
        self._count = 0
        self._removed: set[Variable] = set()
        self._state = _State()
        self._out: list[Value] = []

    def run(self) -> tuple[dict[int, list[Value]], dict[int, tuple[Value, ...]]]:
        graph = flow_graph(self._function, exceptions=True)
        preds = predecessors(graph)
        after: dict[int, _State] = {}
        bodies: dict[int, list[Value]] = {}
        ends: dict[int, tuple[Value, ...]] = {}
        handlers = {region.handler for region in self._function.regions.values()}
        for block_id in reverse_postorder(graph, self._function.entry):
            block = self._function.blocks[block_id]
            # Lists are not followed over a join of paths.
            sources = [after.get(source) for source in preds[block_id]]
            only = sources[0] if len(sources) == 1 else None
            if only is None or block_id in handlers:
                only = _State()
            self._state = only.copy()
            self._out = []
            for statement in block.body:
                self._statement(statement)
            ends[block_id] = self._terminator(block)
            bodies[block_id] = self._out
            after[block_id] = self._state
        return bodies, ends

    def _terminator(self, block: cfg.BasicBlock) -> tuple[Value, ...]:
        values = tuple(
            self._leaf(value, last=True)
            for value in cfg.terminator_values(block.terminator)
        )
        if isinstance(block.terminator, cfg.Next):
            self._state.meaning.pop(block.terminator.item, None)
        return values

    # One statement.

    def _statement(self, statement: Value) -> None:
        if statement.op is MicroOp.STORE:
            self._store(statement)
        elif statement.op is MicroOp.EXTEND and self._tracked(statement.operands[0]):
            self._extend(statement)
        elif statement.op is MicroOp.SET_ITEM and self._tracked(statement.operands[1]):
            self._set_item(statement)
        elif statement.op is MicroOp.DEL_ITEM and self._tracked(statement.operands[0]):
            items = self._items(statement.operands[0])
            del items[self._position(statement.operands[1], items)]
        elif statement.op is MicroOp.EVALUATE and self._tracked(statement.operands[0]):
            return
        else:
            if statement.op is MicroOp.DELETE:
                self._forget_local(statement.variable)
            operands = tuple(self._leaf(o) for o in statement.operands)
            self._out.append(statement.with_operands(operands))

    def _store(self, statement: Value) -> None:
        variable, value = statement.variable, statement.operands[0]
        self._forget_local(variable)
        result = self._evaluate(value)
        if result is not None and variable.is_temporary:
            self._state.meaning[variable] = result
            self._state.kept.discard(variable)
            self._removed.add(variable)
            return
        self._state.meaning.pop(variable, None)
        self._state.kept.add(variable)
        self._out.append(statement.with_operands((self._value(value),)))

    def _forget_local(self, variable: Variable) -> None:
        """Raise an error if a list contains the old value of a local."""
        for items in self._state.lists.values():
            for item in items:
                if isinstance(item, Value) and item.payload == variable:
                    raise _EscapeError
        for meaning in self._state.meaning.values():
            if isinstance(meaning, Value) and meaning.payload == variable:
                raise _EscapeError

    def _evaluate(self, value: Value) -> _Element | None:
        """Evaluate a value that involves a tracked list; return None for others."""
        if value.op is MicroOp.BUILD and value.payload in ("list", "tuple"):
            if value.payload == "tuple" and value.operands:
                return None
            return self._new(
                str(value.payload), [self._element(o) for o in value.operands]
            )
        if value.op is MicroOp.LOAD:
            return self._state.meaning.get(value.variable)
        if value.op is MicroOp.ITEM and self._tracked(value.operands[0]):
            items = self._items(value.operands[0])
            position = self._position(value.operands[1], items)
            if isinstance(position, slice):
                return self._new("list", items[position])
            return items[position]
        if value.op is MicroOp.SLICE:
            if all(o.op is MicroOp.CONST for o in value.operands):
                return value
        return None

    def _new(self, kind: str, items: list[_Element]) -> _Reference:
        self._count += 1
        self._state.lists[self._count] = list(items)
        self._state.kinds[self._count] = kind
        return _Reference(self._count)

    def _element(self, operand: Value) -> _Element:
        if operand.op is MicroOp.LOAD:
            return self._state.meaning.get(operand.variable, self._checked(operand))
        return operand

    def _checked(self, operand: Value) -> Value:
        known = (self._state.meaning, self._state.kept)
        if operand.loaded in self._removed:
            if not any(operand.variable in one for one in known):
                raise _EscapeError
        return operand

    def _tracked(self, operand: Value) -> bool:
        return isinstance(self._element(operand), _Reference)

    def _items(self, operand: Value) -> list[_Element]:
        element = self._element(operand)
        if not isinstance(element, _Reference) or element.number in self._state.gone:
            raise _EscapeError
        return self._state.lists[element.number]

    def _position(self, index: Value, items: list[_Element]) -> int | slice:
        element = self._element(index)
        if isinstance(element, Value) and element.op is MicroOp.SLICE:
            parts = [_constant(o) for o in element.operands]
            return slice(*parts)
        if isinstance(element, Value) and element.op is MicroOp.CONST:
            position = _constant(element)
            if isinstance(position, slice):
                return position
            if isinstance(position, int) and -len(items) <= position < len(items):
                return position
        raise _EscapeError

    def _extend(self, statement: Value) -> None:
        items = self._items(statement.operands[0])
        source = self._element(statement.operands[1])
        if isinstance(source, _Reference):
            items.extend(list(self._items(statement.operands[1])))
            return
        content = _constant(source) if source.op is MicroOp.CONST else None
        if isinstance(content, tuple):
            items.extend(Value(MicroOp.CONST, (), Constant(c)) for c in content)
            return
        # It is unpacked when the call is made, which may be later, so it is not
        # followed.
        raise _EscapeError

    def _set_item(self, statement: Value) -> None:
        value, owner, index = statement.operands
        items = self._items(owner)
        position = self._position(index, items)
        if isinstance(position, slice):
            items[position] = list(self._items(value))
        else:
            items[position] = self._element(value)

    # Values that stay.

    def _value(self, value: Value) -> Value:
        if value.op is MicroOp.CALL and isinstance(value.payload, CallShape):
            return self._call(value, value.payload)
        if not value.operands:
            return self._leaf(value)
        operands = tuple(self._leaf(operand) for operand in value.operands)
        return value.with_operands(operands)

    def _call(self, value: Value, shape: CallShape) -> Value:
        operands = [self._leaf(value.operands[0])]
        arguments: list[str | None] = []
        for name, operand in zip(shape.arguments, value.operands[1:]):
            if name == "*" and self._tracked(operand):
                for item in list(self._items(operand)):
                    operands.append(self._shown(item))
                    arguments.append(None)
            else:
                operands.append(self._leaf(operand))
                arguments.append(name)
        call = CallShape(tuple(arguments))
        return Value(value.op, tuple(operands), call, value.origins)

    def _leaf(self, operand: Value, *, last: bool = False) -> Value:
        return self._shown(self._element(operand)) if not operand.operands else operand

    def _shown(self, element: _Element) -> Value:
        """Return an element as a value; build a list that leaves the function here."""
        if isinstance(element, Value):
            return element
        if element.number in self._state.gone:
            raise _EscapeError
        self._state.gone.add(element.number)
        items = tuple(self._shown(i) for i in self._state.lists[element.number])
        kind = self._state.kinds[element.number]
        built = Value(MicroOp.BUILD, items, kind)
        temp = self._function.fresh()
        self._out.append(Value(MicroOp.STORE, (built,), temp))
        return load(temp)


def _constant(value: Value) -> object:
    if isinstance(value.payload, Constant):
        return value.payload.value
    raise _EscapeError
