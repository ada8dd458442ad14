"""The symbolic value stack of one block, and the statements that the block emits.

The stack contains leaves: constants, reads of locals, results in TEMP variables, NULL,
and the STACK variables ``s0``, ``s1``, ... with values from other blocks. NULL and the
exception handled before (`MicroOp.PREVIOUS_EXCEPTION`) are never stored. Their slots
are known at the entry of each block.
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
    """A target of control, and the state in which control arrives there.

    Attributes:
        target: the start of an operation.
        shape: the shape of the stack there.
        blocks: the block stack there (up to 3.10).
    """

    target: int
    shape: Shape
    blocks: BlockStack = ()


#: Maps the name of an action in the opcode table to the function that changes a block.
#: These are the functions ``lift_...`` of `actions_values` (move, load, store),
#: `actions_compute` (compute, build), `actions_calls` (call, create functions),
#: `actions_flow` (end blocks) and `actions_blocks` (block stack). `lifter` fills the
#: table.
ACTIONS: dict[str, Callable[[BlockLifter], None]] = {}


class BlockLifter:
    """Runs the operations of one block on symbolic values.

    Attributes:
        stack: the leaves on the stack, top last.
        body: the statements emitted so far.
        terminator: how the block ends, once known.
        edges: maps fields of the terminator to the normal edges to other blocks.
        blocks: the block stack (up to 3.10).
        operation: the operation that is being lifted.
        following: the operation after it; None at the end of the block.
        names: the state shared with other blocks.
        reads: the reads of locals so far.
        keywords: the names that KW_NAMES set for the next call.
        methods: results of loads that have a slot for the method's owner beside them.
    """

    def __init__(self, names: Names, state: Edge, protected: int) -> None:
        """Start a block.

        Args:
            names: the state shared by all blocks of the function.
            state: the state at the block's start.
            protected: the depth of the stack that a handler of this block will find.
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
        # By id; the leaves are kept alive, so that no other leaf gets the same id.
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
        """Run the action of an operation."""
        self.operation = operation
        ACTIONS[operation.action](self)

    # Methods for the actions.

    def fail(self, reason: str) -> LiftError:
        """Return the error to raise for the current operation."""
        return self.operation.error(reason)

    def origins(self) -> tuple[int, ...]:
        """Return, and forget, the offsets for the statement that is being created."""
        found = self._pending + self.operation.origins
        self._pending = ()
        return found

    def leftover(self) -> tuple[int, ...]:
        """Return the offsets that belong to no statement yet."""
        found, self._pending = self._pending, ()
        return found

    def skip(self) -> None:
        """Leave the offset of the current operation to the next statement."""
        self._pending += self.operation.origins

    def push(self, leaf: Value) -> None:
        """Push a leaf that is already on the stack, or that needs no origin."""
        self.stack.append(leaf)

    def push_leaf(self, op: MicroOp, payload: object = None) -> None:
        """Push a new leaf, with the current operation as its origin."""
        self.stack.append(Value(op, (), payload, frozenset(self.operation.origins)))

    def read_local(self, variable: Variable) -> None:
        """Push the value of a local; a read that may raise becomes a statement."""
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
        """Pop a leaf that an operation uses."""
        if not self.stack:
            raise self.fail("the stack is empty")
        leaf = self.stack.pop()
        self._check_owner(leaf)
        self._consumed[id(leaf)] = leaf
        return leaf

    def _check_owner(self, leaf: Value) -> None:
        """Check that a leaf is not the slot of a method's owner.

        In CPython the slot holds the owner or NULL, and only a call looks at it.
        """
        if leaf.op is MicroOp.NULL and leaf.payload in (SELF, DROPPED):
            raise self.fail("a method is loaded for a call, and not called")

    def pop_callable(self) -> tuple[Value, Value]:
        """Pop the two slots of a callable."""
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
        """Pop ``count`` leaves; the lowest comes first."""
        if count > len(self.stack):
            raise self.fail("the stack is too short")
        leaves = tuple(self.stack[len(self.stack) - count :])
        for leaf in leaves:
            self._check_owner(leaf)
        del self.stack[len(self.stack) - count :]
        self._consumed.update((id(leaf), leaf) for leaf in leaves)
        return leaves

    def peek(self, depth: int) -> Value:
        """Return the leaf at ``depth`` (1 is the top) and mark it as consumed."""
        if not 0 < depth <= len(self.stack):
            raise self.fail("the stack is too short")
        leaf = self.stack[-depth]
        self._consumed[id(leaf)] = leaf
        return leaf

    def value(
        self, op: MicroOp, operands: tuple[Value, ...] = (), payload: object = None
    ) -> Value:
        """Return a value with the offsets of the current operation."""
        return Value(op, operands, payload, frozenset(self.origins()))

    def emit(
        self, op: MicroOp, operands: tuple[Value, ...] = (), payload: object = None
    ) -> None:
        """Append a statement."""
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
        """Push the result of an operation."""
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
        """Store a leaf in a new temporary; return a read, which may stay unused."""
        temp = self.names.temp()
        self.body.append(store(temp, leaf))
        kept = load(temp)
        self.mark_consumed(kept)
        return kept

    def forget(self, leaf: Value) -> None:
        """Remove an unused load, if it is a statement of this block."""
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
        """Store reads of a local that are on the stack, before the local changes.

        So each read happens before the change. Copies of one read stay one read.
        """
        saved: dict[int, Value] = {}
        for leaf in self.stack:
            # A variable is one object, so comparing identities first is fast.
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
        """Store stack slots below ``depth`` (all if None) in their variables.

        Args:
            depth: the number of slots.
            test: a leaf that is used after the stores.

        Returns:
            ``test``, stored first if one of the stores changes its value.
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
        """Return the shape's character for a copy of a lower slot; None for others."""
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
        """Return whether a handler found the instruction index in that slot.

        The slot above it has the exception, or the exception handled before.
        """
        if slot not in self.names.lasti_slots or slot + 1 >= len(self.stack):
            return False
        above = self.stack[slot + 1]
        is_next = slot + 2 == len(self.stack) or above.op is MicroOp.PREVIOUS_EXCEPTION
        return is_next and self.stack[slot].payload is stack_variable(slot)

    def shape(self) -> Shape:
        """Return the stack's shape, as the next blocks will find it."""
        return "".join(
            self._alias_letter(slot) or self.names.tuple_letter(leaf) or letter_of(leaf)
            for slot, leaf in enumerate(self.stack)
        )

    def edge(self, target: int, shape: Shape | None = None) -> Edge:
        """Return an edge with the current stack, or with another shape."""
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
