"""Actions that move values on the stack, load them and store them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.bytecode.opcodes import CommonConstant
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.decompiler.lift.shapes import NULL

if TYPE_CHECKING:
    from depyf.decompiler.lift.stack import BlockLifter

# Moves.


def lift_skip(block: BlockLifter) -> None:
    """Do nothing; the next statement takes over the operation's offset."""
    block.skip()


def lift_origin(block: BlockLifter) -> None:
    """Keep the line of an instruction that has no effect."""
    block.emit(MicroOp.ORIGIN)


def lift_push_null(block: BlockLifter) -> None:
    """Push NULL."""
    block.push(NULL)
    block.skip()


def lift_pop(block: BlockLifter) -> None:
    """Drop the top of the stack."""
    block.discard()


def lift_drop(block: BlockLifter) -> None:
    """Drop slots whose contents no later operation uses."""
    block.pop_many(block.operation.params[0])
    block.skip()


def lift_end_for(block: BlockLifter) -> None:
    """Drop the slot that an exhausted iterator left on the stack."""
    block.pop()
    block.skip()


def lift_copy(block: BlockLifter) -> None:
    """Push a copy of a slot."""
    _copy(block, block.operation.number)


def _copy(block: BlockLifter, depth: int) -> None:
    if not 0 < depth <= len(block.stack):
        raise block.fail("the stack is too short")
    leaf = block.stack[-depth]
    if leaf.op is MicroOp.NULL and block.names.behaviour.unified_locals:
        raise block.fail("there is no value")
    if not _is_temporary(leaf):
        # Both slots must be one evaluation of the source, as in a chained comparison.
        # Two equal leaves would not show that.
        leaf = block.stack[-depth] = block.keep(leaf)
    block.push(leaf)
    block.skip()


def _is_temporary(leaf: Value) -> bool:
    if leaf.op is not MicroOp.LOAD:
        return leaf.op is MicroOp.NULL or leaf.op is MicroOp.PREVIOUS_EXCEPTION
    return leaf.variable.is_temporary


def lift_duplicate(block: BlockLifter) -> None:
    """Push copies of the top slots."""
    count = block.operation.params[0]
    for _ in range(count):
        _copy(block, count)


def lift_swap(block: BlockLifter) -> None:
    """Exchange the top with another slot."""
    depth, stack = block.operation.number, block.stack
    if not 0 < depth <= len(stack):
        raise block.fail("the stack is too short")
    stack[-1], stack[-depth] = stack[-depth], stack[-1]
    block.skip()


def lift_rotate(block: BlockLifter) -> None:
    """Move the top below other slots."""
    depth = (
        block.operation.params[0] if block.operation.params else block.operation.number
    )
    if not 0 < depth <= len(block.stack):
        raise block.fail("the stack is too short")
    block.stack.insert(len(block.stack) - depth, block.stack.pop())
    block.skip()


# Loads.


def lift_const(block: BlockLifter) -> None:
    """Push a constant."""
    block.push_leaf(MicroOp.CONST, Constant(block.operation.argval))


def lift_common_constant(block: BlockLifter) -> None:
    """Push an entry of LOAD_COMMON_CONSTANT, a builtin or a constant."""
    entry = block.operation.argval
    if not isinstance(entry, CommonConstant):
        raise block.fail("unknown common constant")
    if entry.builtin is None:
        block.push_leaf(MicroOp.CONST, Constant(entry.value))
    else:
        block.push_leaf(MicroOp.COMMON_CONSTANT, entry.builtin)


def lift_leaf(block: BlockLifter) -> None:
    """Push a leaf given by the opcode table."""
    payload = block.operation.params[1] if len(block.operation.params) > 1 else None
    block.push_leaf(block.operation.micro_op, payload)


def _load_fast(block: BlockLifter, name: str, index: int) -> None:
    if block.names.is_cell(name, index):
        if not block.names.behaviour.unified_locals:
            # The argument was moved to the cell, so its slot stays empty.
            raise block.fail(f"{name} is in a cell")
        # Python 3.13 uses LOAD_FAST instead of LOAD_CLOSURE.
        block.push_leaf(MicroOp.CELL, block.names.capture(name, index))
    else:
        block.read_local(Variable(VariableKind.LOCAL, name))


def _store_fast(block: BlockLifter, name: str, _: int) -> None:
    _store(block, Variable(VariableKind.LOCAL, name))


def _store(block: BlockLifter, variable: Variable) -> None:
    value = block.pop()
    block.spill_local(variable)
    block.emit(MicroOp.STORE, (value,), variable)


def _delete(block: BlockLifter, variable: Variable) -> None:
    block.spill_local(variable)
    block.names.unbound.add(variable)
    block.emit(MicroOp.DELETE, (), variable)


#: The number of locals that each half of a fused argument can index.
_PAIRED = 16
_FAST = {"load_fast": _load_fast, "store_fast": _store_fast}


def lift_load_fast(block: BlockLifter) -> None:
    """Push a local variable."""
    _load_fast(block, block.operation.name, block.operation.number)


def lift_store_fast(block: BlockLifter) -> None:
    """Store the top in a local variable."""
    _store_fast(block, block.operation.name, block.operation.number)


def lift_fast_pair(block: BlockLifter) -> None:
    """Run the two halves of a fused instruction."""
    names = block.operation.argval
    if not isinstance(names, tuple):
        raise block.fail("the argument refers to nothing")
    indexes = divmod(block.operation.number, _PAIRED)
    for part, name, index in zip(block.operation.params, names, indexes):
        _FAST[part](block, name, index)


def lift_delete_fast(block: BlockLifter) -> None:
    """Unbind a local variable."""
    _delete(block, Variable(VariableKind.LOCAL, block.operation.name))


def lift_save_local(block: BlockLifter) -> None:
    """Push a local's value, or NULL, and unbind the local."""
    variable = Variable(VariableKind.LOCAL, block.operation.name)
    block.spill_local(variable)
    block.names.unbound.add(variable)
    block.result(MicroOp.SAVE_LOCAL, (), variable)


def lift_make_cell(block: BlockLifter) -> None:
    """Create a cell, for an inlined comprehension."""
    block.emit(
        MicroOp.MAKE_CELL,
        (),
        block.names.capture(block.operation.name, block.operation.number),
    )


def lift_load_cell(block: BlockLifter) -> None:
    """Push the contents of a cell."""
    variable = block.names.place(block.operation.name, block.operation.number)
    if variable.kind is VariableKind.LOCAL:
        block.read_local(variable)
    else:
        block.result(MicroOp.LOAD, (), variable)


def lift_load_closure(block: BlockLifter) -> None:
    """Push a cell itself."""
    block.push_leaf(
        MicroOp.CELL, block.names.capture(block.operation.name, block.operation.number)
    )


def lift_store_cell(block: BlockLifter) -> None:
    """Store the top in a cell."""
    _store(block, block.names.place(block.operation.name, block.operation.number))


def lift_delete_cell(block: BlockLifter) -> None:
    """Empty a cell."""
    _delete(block, block.names.place(block.operation.name, block.operation.number))


def lift_load_from(block: BlockLifter) -> None:
    """Load a free name of a class body, first from the namespace.

    Up to 3.11, one instruction also reads the namespace. Later it is on the stack.
    """
    name = block.operation.name
    if block.operation.params[0] == "cell":
        variable = block.names.capture(name, block.operation.number)
    else:
        variable = Variable(VariableKind.GLOBAL, name)
    if "namespace" in block.operation.params:
        block.push_leaf(MicroOp.LOCALS)
    block.result(MicroOp.LOAD_FROM, (block.pop(),), variable)


def _named(block: BlockLifter) -> object:
    kind = VariableKind(block.operation.params[0])
    return Variable(kind, block.operation.name)


def lift_load_name(block: BlockLifter) -> None:
    """Load a variable by its name."""
    block.result(MicroOp.LOAD, (), _named(block))


def lift_store_name(block: BlockLifter) -> None:
    """Store the top in a variable by its name."""
    block.emit(MicroOp.STORE, (block.pop(),), _named(block))


def lift_delete_name(block: BlockLifter) -> None:
    """Delete a variable by its name."""
    block.emit(MicroOp.DELETE, (), _named(block))
