"""The symbolic value stack of one block, and what is emitted while it runs.

The stack holds leaves: constants, reads of locals, results in TEMP variables, the
STACK variables ``s0``, ``s1``, ... that carry values over from other blocks, NULL.
NULL and the exception that was handled before (`MicroOp.PREVIOUS_EXCEPTION`) are
never stored: where they lie is known at the entry of each block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Sequence

from depyf.ir.micro_op import MicroOp
from depyf.ir.value import Value, Variable, VariableKind, load, store
from depyf.lift.errors import LiftError

if TYPE_CHECKING:
    from depyf.bytecode.behaviour import Behaviour
    from depyf.ir.function import Terminator
    from depyf.lift.steps import Step

#: One letter per stack slot: a value, NULL, the previously handled exception, or (to
#: 3.10) the exception's type, which stands for the exception in the slot below it.
Shape = str
VALUE, IS_NULL, PREVIOUS, TYPE = "vnpt"

NULL = Value(MicroOp.NULL)
PREVIOUS_EXCEPTION = Value(MicroOp.PREVIOUS_EXCEPTION)

_STACK: list[Variable] = []


def stack_variable(depth: int) -> Variable:
    """Returns the variable of a stack slot; the same object each time."""
    while len(_STACK) <= depth:
        _STACK.append(Variable(VariableKind.STACK, f"s{len(_STACK)}"))
    return _STACK[depth]


class Edge(NamedTuple):
    """Control may go to the step at ``target`` with a stack of this shape."""

    target: int
    shape: Shape


class Names:
    """What blocks of one function share: temporaries and kinds of variables."""

    def __init__(
        self, behaviour: Behaviour, cells: Sequence[str], frees: Sequence[str]
    ) -> None:
        """Starts counting.

        Args:
            behaviour: facts of the code's CPython.
            cells: names of the code's cell variables.
            frees: names of its free variables.
        """
        self.behaviour = behaviour
        self.next_temp = 0
        self._cells = frozenset(cells)
        self._frees = frozenset(frees)
        self._variables: dict[tuple[VariableKind, str], Variable] = {}

    def temp(self) -> Variable:
        """Returns a new temporary."""
        self.next_temp += 1
        return Variable(VariableKind.TEMP, f"t{self.next_temp - 1}")

    def variable(self, kind: VariableKind, name: str) -> Variable:
        """Returns a variable; equal ones are the same object."""
        key = (kind, name)
        found = self._variables.get(key)
        if found is None:
            found = self._variables[key] = Variable(kind, name)
        return found

    def cell(self, name: str) -> Variable:
        """Returns the cell or free variable of that name."""
        free = name in self._frees and name not in self._cells
        return self.variable(VariableKind.FREE if free else VariableKind.CELL, name)

    def is_cell(self, name: str) -> bool:
        """True for the name of a cell or free variable."""
        return name in self._cells or name in self._frees


class BlockLifter:
    """Runs the steps of one block on symbolic values.

    Attributes:
        stack: the leaves on the stack, top last.
        body: the statements made so far.
        terminator: how the block ends, once known.
        edges: where control goes, exceptions left out.
        step: the step being lifted.
        following: the step after it, None at the end of the block.
        names: what is shared with other blocks.
        keywords: names that KW_NAMES left for the next call.
    """

    def __init__(self, names: Names, shape: Shape, protected: int) -> None:
        """Starts a block.

        Args:
            names: shared by all blocks of the function.
            shape: the stack at the block's start.
            protected: depth of the stack that a handler of this block will find.
        """
        self.names = names
        self.protected = protected
        self.body: list[Value] = []
        self.terminator: Terminator | None = None
        self.edges: list[Edge] = []
        self.step: Step
        self.following: Step | None = None
        self.fallthrough = -1
        self.keywords: tuple[str, ...] = ()
        self._pending: tuple[int, ...] = ()
        self._consumed: set[int] = set()
        self.stack: list[Value] = []
        for depth, letter in enumerate(shape):
            self.stack.append(_entry_leaf(letter, depth))

    # What the actions use.

    def fail(self, reason: str) -> LiftError:
        """Returns the error to raise for the current step."""
        return LiftError(f"{self.step.opname}: {reason}", self.step.origins[0])

    def origins(self) -> tuple[int, ...]:
        """Returns the offsets that the next statement stands for."""
        found = self._pending + self.step.origins
        self._pending = ()
        return found

    def leftover(self) -> tuple[int, ...]:
        """Returns the offsets that no statement stands for yet."""
        found, self._pending = self._pending, ()
        return found

    def skip(self) -> None:
        """Lets the next statement stand for the current step, too."""
        self._pending += self.step.origins

    def push(self, leaf: Value) -> None:
        """Pushes a leaf that is on the stack already, or needs no origin."""
        self.stack.append(leaf)

    def push_leaf(self, op: MicroOp, payload: object = None) -> None:
        """Pushes a new leaf that comes from the current step."""
        self.stack.append(Value(op, (), payload, frozenset(self.step.origins)))

    def pop(self) -> Value:
        """Pops a leaf that some operation uses."""
        if not self.stack:
            raise self.fail("the stack is empty")
        leaf = self.stack.pop()
        self._consumed.add(id(leaf))
        return leaf

    def pop_many(self, count: int) -> tuple[Value, ...]:
        """Pops ``count`` leaves; the lowest comes first."""
        if count > len(self.stack):
            raise self.fail("the stack is too short")
        leaves = tuple(self.stack[len(self.stack) - count :])
        del self.stack[len(self.stack) - count :]
        self._consumed.update(map(id, leaves))
        return leaves

    def peek(self, depth: int) -> Value:
        """Returns the leaf ``depth`` slots from the top (1 is the top), as used."""
        if not 0 < depth <= len(self.stack):
            raise self.fail("the stack is too short")
        leaf = self.stack[-depth]
        self._consumed.add(id(leaf))
        return leaf

    def value(
        self, op: MicroOp, operands: tuple[Value, ...] = (), payload: object = None
    ) -> Value:
        """Returns a value that stands for the current step."""
        return Value(op, operands, payload, frozenset(self.origins()))

    def emit(
        self, op: MicroOp, operands: tuple[Value, ...] = (), payload: object = None
    ) -> None:
        """Appends a statement."""
        self.body.append(self.value(op, operands, payload))

    def define(
        self, op: MicroOp, operands: tuple[Value, ...] = (), payload: object = None
    ) -> Value:
        """Stores the result of an operation in a new TEMP; returns its read."""
        temp = self.names.temp()
        value = self.value(op, operands, payload)
        self.body.append(store(temp, value))
        return Value(MicroOp.LOAD, (), temp, frozenset(self.step.origins))

    def result(
        self, op: MicroOp, operands: tuple[Value, ...] = (), payload: object = None
    ) -> None:
        """Pushes the result of an operation."""
        self.push(self.define(op, operands, payload))

    def discard(self) -> None:
        """Pops a leaf; the result of an operation that nobody used is kept."""
        if not self.stack:
            raise self.fail("the stack is empty")
        leaf = self.stack.pop()
        unused = id(leaf) not in self._consumed and not any(
            other is leaf for other in self.stack
        )
        if unused and leaf.op is MicroOp.LOAD and _is_result(leaf.variable):
            self.emit(MicroOp.EVALUATE, (leaf,))
        else:
            self.skip()

    def keep(self, leaf: Value) -> Value:
        """Stores a leaf in a new TEMP; returns its read, which may be dropped."""
        temp = self.names.temp()
        self.body.append(store(temp, leaf))
        kept = load(temp)
        self.mark_consumed(kept)
        return kept

    def mark_consumed(self, leaf: Value) -> None:
        """Makes dropping ``leaf`` silent."""
        self._consumed.add(id(leaf))

    def spill_local(self, variable: Variable) -> None:
        """Saves stacked reads of a local that is about to change."""
        if not any(_reads(leaf, variable) for leaf in self.stack):
            return
        temp = self.names.temp()
        self.body.append(store(temp, load(variable)))
        saved = load(temp)
        self.mark_consumed(saved)
        self.stack = [saved if _reads(leaf, variable) else leaf for leaf in self.stack]

    def settle(self, depth: int | None = None, test: Value = NULL) -> Value:
        """Stores stack slots below ``depth`` (all if None) in their variables.

        Args:
            depth: how many slots.
            test: a leaf that is used after the stores.

        Returns:
            ``test``, saved first if a store changes what it reads.
        """
        count = len(self.stack) if depth is None else min(depth, len(self.stack))
        moved = [slot for slot in range(count) if self._is_displaced(slot)]
        if not moved:
            return test
        changed = {stack_variable(slot) for slot in moved}
        for variable in changed:
            if any(_reads(leaf, variable) for leaf in (*self.stack, test)):
                saved = self._save(variable)
                self.stack = [
                    saved if _reads(leaf, variable) else leaf for leaf in self.stack
                ]
                test = saved if _reads(test, variable) else test
        for slot in moved:
            variable = stack_variable(slot)
            self.body.append(store(variable, self.stack[slot]))
            self.stack[slot] = load(variable)
        return test

    def _save(self, variable: Variable) -> Value:
        temp = self.names.temp()
        self.body.append(store(temp, load(variable)))
        return load(temp)

    def _is_displaced(self, slot: int) -> bool:
        leaf = self.stack[slot]
        if leaf.op in (MicroOp.NULL, MicroOp.PREVIOUS_EXCEPTION):
            return False
        return leaf.op is not MicroOp.LOAD or leaf.payload is not stack_variable(slot)

    def shape(self) -> Shape:
        """Returns the shape of the stack as other blocks will find it."""
        return "".join(_letter(leaf) for leaf in self.stack)

    def finish(self, terminator: Terminator, *edges: Edge) -> None:
        """Ends the block."""
        self.terminator = terminator
        self.edges = list(edges)


def _entry_leaf(letter: str, depth: int) -> Value:
    if letter == IS_NULL:
        return NULL
    if letter == PREVIOUS:
        return PREVIOUS_EXCEPTION
    if letter == TYPE:
        return load(stack_variable(depth - 1))
    return load(stack_variable(depth))


def _letter(leaf: Value) -> str:
    if leaf.op is MicroOp.NULL:
        return IS_NULL
    return PREVIOUS if leaf.op is MicroOp.PREVIOUS_EXCEPTION else VALUE


def _reads(leaf: Value, variable: Variable) -> bool:
    return leaf.op is MicroOp.LOAD and leaf.payload == variable


def _is_result(variable: Variable) -> bool:
    return variable.kind in (VariableKind.TEMP, VariableKind.LOCAL)
