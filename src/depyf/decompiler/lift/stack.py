"""The symbolic value stack of one block, and the statements it emits.

The stack holds leaves: constants, reads of locals, results in TEMP variables, the
STACK variables ``s0``, ``s1``, ... that carry values over from other blocks, NULL.
NULL and the exception that was handled before (`MicroOp.PREVIOUS_EXCEPTION`) are
never stored: where they lie is known at the entry of each block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, NamedTuple

from depyf.decompiler.ir.function import Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, load, store
from depyf.decompiler.lift.names import LocalRead
from depyf.decompiler.lift.shapes import (
    ALIASES,
    DROPPED,
    DROPPED_NULL,
    NULL,
    SELF,
    Shape,
    entry_leaf,
    letter_of,
    stack_variable,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Terminator
    from depyf.decompiler.lift.names import Names
    from depyf.decompiler.lift.operations import BlockStack, LiftError, Operation


class Edge(NamedTuple):
    """Control may go to the operation at ``target`` in this state.

    Attributes:
        target: the start of an operation.
        shape: the stack there.
        blocks: the block stack there (to 3.10).
    """

    target: int
    shape: Shape
    blocks: BlockStack = ()


#: What operations do to a block, by the names that the opcode table has for it: the
#: functions ``lift_...`` of `actions_values` (moves, loads, stores), `actions_compute`
#: (computes, builds), `actions_calls` (calls, makes functions), `actions_flow` (ends
#: blocks) and `actions_blocks` (the block stack). `lifter` puts them here.
ACTIONS: dict[str, Callable[[BlockLifter], None]] = {}


class BlockLifter:
    """Runs the operations of one block on symbolic values.

    Attributes:
        stack: the leaves on the stack, top last.
        body: the statements made so far.
        terminator: how the block ends, once known.
        edges: where control goes, exceptions left out, by the terminator's field.
        blocks: the block stack (to 3.10).
        operation: the operation being lifted.
        following: the operation after it, None at the end of the block.
        names: what is shared with other blocks.
        reads: reads of locals so far.
        keywords: names that KW_NAMES left for the next call.
        methods: results of loads that have their owner's slot beside them.
    """

    def __init__(self, names: Names, state: Edge, protected: int) -> None:
        """Starts a block.

        Args:
            names: shared by all blocks of the function.
            state: the stack at the block's start.
            protected: depth of the stack that a handler of this block will find.
        """
        self.names = names
        self.protected = protected
        self.body: list[Value] = []
        self.reads: list[LocalRead] = []
        self.terminator: Terminator | None = None
        self.edges: dict[str, Edge] = {}
        self.blocks: BlockStack = state.blocks
        self.operation: Operation
        self.following: Operation | None = None
        self.fallthrough = -1
        self.keywords: tuple[str, ...] = ()
        self._pending: tuple[int, ...] = ()
        # By identity; held here, so that no other leaf gets the identity of one.
        self._consumed: dict[int, Value] = {}
        self.methods: set[Variable] = set()
        self._aliases: dict[int, tuple[Value, str]] = {}
        self.stack: list[Value] = []
        for depth, letter in enumerate(state.shape):
            leaf = names.carried_tuple(letter) or entry_leaf(letter, depth)
            if letter in ALIASES:
                self._aliases[id(leaf)] = leaf, letter
            self.stack.append(leaf)

    def act(self, operation: Operation) -> None:
        """Does what an operation does."""
        self.operation = operation
        ACTIONS[operation.action](self)

    # What the actions use.

    def fail(self, reason: str) -> LiftError:
        """Returns the error to raise for the current operation."""
        return self.operation.error(reason)

    def origins(self) -> tuple[int, ...]:
        """Returns the offsets that the next statement stands for."""
        found = self._pending + self.operation.origins
        self._pending = ()
        return found

    def leftover(self) -> tuple[int, ...]:
        """Return the offsets that belong to no statement yet."""
        found, self._pending = self._pending, ()
        return found

    def skip(self) -> None:
        """Give the offset of the current operation to the next statement."""
        self._pending += self.operation.origins

    def push(self, leaf: Value) -> None:
        """Push a leaf that is already on the stack, or needs no origin."""
        self.stack.append(leaf)

    def push_leaf(self, op: MicroOp, payload: object = None) -> None:
        """Pushes a new leaf value, with the current instruction as its origin."""
        self.stack.append(Value(op, (), payload, frozenset(self.operation.origins)))

    def read_local(self, variable: Variable) -> None:
        """Push the value of a local; as a statement of its own if reading may raise."""
        self.reads.append(LocalRead(len(self.body), variable))
        if variable not in self.names.may_be_unbound:
            self.push_leaf(MicroOp.LOAD, variable)
            return
        if self.protected:
            self.settle(self.protected)
        temp = self.names.temp()
        origins = frozenset(self.origins())
        value = Value(MicroOp.LOAD, (), variable, origins, raises=True)
        self.body.append(store(temp, value))
        self.push(Value(MicroOp.LOAD, (), temp, frozenset(self.operation.origins)))

    def pop(self) -> Value:
        """Pops a leaf that some operation uses."""
        if not self.stack:
            raise self.fail("the stack is empty")
        leaf = self.stack.pop()
        self._check_owner(leaf)
        self._consumed[id(leaf)] = leaf
        return leaf

    def _check_owner(self, leaf: Value) -> None:
        """Checks that this is not the place of a method's owner.

        The interpreter keeps the owner there, or NULL, and looks only in a call.
        """
        if leaf.op is MicroOp.NULL and leaf.payload in (SELF, DROPPED):
            raise self.fail("a method is loaded for a call, and not called")

    def pop_callable(self) -> tuple[Value, Value]:
        """Pops the two slots of what is called."""
        if len(self.stack) < len(("below", "above")):
            raise self.fail("the stack is too short")
        below, above = self.stack[-2:]
        del self.stack[-2:]
        self._consumed.update({id(below): below, id(above): above})
        called = above if below.payload == SELF else below
        if SELF in (below.payload, above.payload) and called.op is MicroOp.LOAD:
            is_result = called.variable.kind is VariableKind.TEMP
            if is_result and called.variable not in self.methods:
                raise self.fail("a method is loaded, and another object is called")
        return below, above

    def pop_many(self, count: int) -> tuple[Value, ...]:
        """Pops ``count`` leaves; the lowest comes first."""
        if count > len(self.stack):
            raise self.fail("the stack is too short")
        leaves = tuple(self.stack[len(self.stack) - count :])
        for leaf in leaves:
            self._check_owner(leaf)
        del self.stack[len(self.stack) - count :]
        self._consumed.update((id(leaf), leaf) for leaf in leaves)
        return leaves

    def peek(self, depth: int) -> Value:
        """Returns the leaf ``depth`` slots from the top (1 is the top), as used."""
        if not 0 < depth <= len(self.stack):
            raise self.fail("the stack is too short")
        leaf = self.stack[-depth]
        self._consumed[id(leaf)] = leaf
        return leaf

    def value(
        self, op: MicroOp, operands: tuple[Value, ...] = (), payload: object = None
    ) -> Value:
        """Returns a value that stands for the current operation."""
        return Value(op, operands, payload, frozenset(self.origins()))

    def emit(
        self, op: MicroOp, operands: tuple[Value, ...] = (), payload: object = None
    ) -> None:
        """Appends a statement."""
        self.body.append(self.value(op, operands, payload))

    def define(
        self, op: MicroOp, operands: tuple[Value, ...] = (), payload: object = None
    ) -> Value:
        """Store the result of an operation in a new TEMP; return a read of it."""
        temp = self.names.temp()
        own = origins = frozenset(self.operation.origins)
        if self._pending:
            origins = frozenset(self.origins())
        value = Value(op, operands, payload, origins)
        self.body.append(Value(MicroOp.STORE, (value,), temp, origins))
        return Value(MicroOp.LOAD, (), temp, own)

    def result(
        self, op: MicroOp, operands: tuple[Value, ...] = (), payload: object = None
    ) -> None:
        """Pushes the result of an operation."""
        self.push(self.define(op, operands, payload))

    def discard(self) -> None:
        """Pop a leaf; an operation with an unused result becomes a statement."""
        if not self.stack:
            raise self.fail("the stack is empty")
        leaf = self.stack.pop()
        if not self.names.behaviour.null_below_callable:
            if leaf.payload == SELF:
                self.discard()
                self.stack.append(DROPPED_NULL)
                return
        elif self.stack and self.stack[-1].payload == SELF:
            self.stack[-1] = DROPPED_NULL
        if leaf.payload != DROPPED:
            self._check_owner(leaf)
        unused = id(leaf) not in self._consumed and not any(
            other is leaf for other in self.stack
        )
        if unused and leaf.op is MicroOp.LOAD and _is_result(leaf.variable):
            self.emit(MicroOp.EVALUATE, (leaf,))
        else:
            self.skip()

    def keep(self, leaf: Value) -> Value:
        """Stores a leaf in a new temporary; returns a read that may go unused."""
        temp = self.names.temp()
        self.body.append(store(temp, leaf))
        kept = load(temp)
        self.mark_consumed(kept)
        return kept

    def forget(self, leaf: Value) -> None:
        """Undo an unused load, if it is a statement of this block."""
        if leaf.op is not MicroOp.LOAD or leaf.variable.kind is not VariableKind.TEMP:
            return
        for index in range(len(self.body) - 1, -1, -1):
            statement = self.body[index]
            if statement.op is MicroOp.STORE and statement.payload == leaf.payload:
                if statement.operands[0].op is MicroOp.LOAD:
                    self._pending += tuple(sorted(statement.origins))
                    del self.body[index]
                    self.reads = [
                        read._replace(position=read.position - (read.position > index))
                        for read in self.reads
                    ]
                return

    def mark_consumed(self, leaf: Value) -> None:
        """Let ``leaf`` be dropped without a statement."""
        self._consumed[id(leaf)] = leaf

    def spill_local(self, variable: Variable) -> None:
        """Save the reads on the stack of a local that is about to change.

        Then each may go back to where it was; copies of one read stay one.
        """
        saved: dict[int, Value] = {}
        for leaf in self.stack:
            # A variable is one object; most leaves are of another.
            is_read = leaf.payload is variable and _reads(leaf, variable)
            if is_read and id(leaf) not in saved:
                temp = self.names.temp()
                value = Value(MicroOp.LOAD, (), variable, leaf.origins)
                self.body.append(store(temp, value))
                saved[id(leaf)] = load(temp)
                self.mark_consumed(saved[id(leaf)])
        if saved:
            self.stack = [saved.get(id(leaf), leaf) for leaf in self.stack]

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
        if leaf.op is MicroOp.NULL or leaf.op is MicroOp.PREVIOUS_EXCEPTION:
            return False
        if leaf.loaded is stack_variable(slot):
            return False
        if self.names.tuple_letter(leaf) is not None:
            return False
        return self._alias_letter(slot) is None

    def _alias_letter(self, slot: int) -> str | None:
        """Return the letter of a slot that is still a copy of a slot below it."""
        leaf = self.stack[slot]
        if id(leaf) not in self._aliases:
            return None
        _, letter = self._aliases[id(leaf)]
        below = slot - ALIASES[letter]
        variable = stack_variable(below) if below >= 0 else None
        in_place = leaf.payload is variable and self.stack[below].payload is variable
        return letter if in_place else None

    def handled_slots(self, depth: int) -> list[int]:
        """Return the slots from ``depth`` on with a handled exception, top first."""
        slots = range(len(self.stack) - 1, depth - 1, -1)
        return [s for s in slots if self.stack[s].op is MicroOp.PREVIOUS_EXCEPTION]

    def holds_lasti(self, slot: int) -> bool:
        """True if a handler found the instruction index in that slot.

        Above it lies the exception, or what was handled before that.
        """
        if slot not in self.names.lasti_slots or slot + 1 >= len(self.stack):
            return False
        above = self.stack[slot + 1]
        is_next = slot + 2 == len(self.stack) or above.op is MicroOp.PREVIOUS_EXCEPTION
        return is_next and self.stack[slot].payload is stack_variable(slot)

    def shape(self) -> Shape:
        """Return the stack's shape as the next blocks will see it."""
        return "".join(
            self._alias_letter(slot) or self.names.tuple_letter(leaf) or letter_of(leaf)
            for slot, leaf in enumerate(self.stack)
        )

    def edge(self, target: int, shape: Shape | None = None) -> Edge:
        """Returns an edge with the stack as it is, or of another shape."""
        return Edge(target, self.shape() if shape is None else shape, self.blocks)

    def finish(self, terminator: Terminator, **edges: Edge) -> None:
        """End the block; each edge is named after a field of the terminator."""
        if isinstance(terminator, Return):
            for leaf in self.stack:
                self._check_owner(leaf)
                if leaf.op is MicroOp.NULL and leaf.payload is None:
                    raise self.fail("a return leaves a NULL on the stack")
        self.terminator = terminator
        self.edges = edges


def _reads(leaf: Value, variable: Variable) -> bool:
    return leaf.loaded == variable


def _is_result(variable: Variable) -> bool:
    return variable.kind in (VariableKind.TEMP, VariableKind.LOCAL)
