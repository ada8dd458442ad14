"""Actions that move values on the stack, load them and store them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from depyf.decompiler.bytecode.opcodes import CommonConstant
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.decompiler.lift.actions import action, name_of, number_of, op_of
from depyf.decompiler.lift.shapes import NULL

if TYPE_CHECKING:
    from depyf.decompiler.lift.stack import BlockLifter

# Moving values.


@action
def skip(block: BlockLifter) -> None:
    """Does nothing: the next statement stands for the operation, too."""
    block.skip()


@action
def origin(block: BlockLifter) -> None:
    """Keeps a place that has a line and no effect."""
    block.emit(MicroOp.ORIGIN)


@action
def push_null(block: BlockLifter) -> None:
    """Pushes NULL."""
    block.push(NULL)
    block.skip()


@action
def pop(block: BlockLifter) -> None:
    """Drops the top."""
    block.discard()


@action
def drop(block: BlockLifter) -> None:
    """Drops slots that hold nothing of interest."""
    block.pop_many(number_of(block, 0))
    block.skip()


@action
def end_for(block: BlockLifter) -> None:
    """Drops what an exhausted iterator left above itself."""
    block.pop()
    block.skip()


@action
def copy(block: BlockLifter) -> None:
    """Pushes a slot again."""
    _copy(block, block.operation.number)


def _copy(block: BlockLifter, depth: int) -> None:
    if not 0 < depth <= len(block.stack):
        raise block.fail("the stack is too short")
    leaf = block.stack[-depth]
    if leaf.op is MicroOp.NULL and block.names.behaviour.unified_locals:
        raise block.fail("there is no value")
    if not _is_temporary(leaf):
        # Both slots hold one evaluation of the source; two equal leaves would not
        # tell that, and a chained comparison is one only because of it.
        leaf = block.stack[-depth] = block.keep(leaf)
    block.push(leaf)
    block.skip()


def _is_temporary(leaf: Value) -> bool:
    if leaf.op is not MicroOp.LOAD:
        return leaf.op is MicroOp.NULL or leaf.op is MicroOp.PREVIOUS_EXCEPTION
    return leaf.variable.is_temporary


@action
def duplicate(block: BlockLifter) -> None:
    """Pushes the top slots again."""
    count = number_of(block, 0)
    for _ in range(count):
        _copy(block, count)


@action
def swap(block: BlockLifter) -> None:
    """Exchanges the top with another slot."""
    depth, stack = block.operation.number, block.stack
    if not 0 < depth <= len(stack):
        raise block.fail("the stack is too short")
    stack[-1], stack[-depth] = stack[-depth], stack[-1]
    block.skip()


@action
def rotate(block: BlockLifter) -> None:
    """Moves the top below other slots."""
    depth = number_of(block, 0) if block.operation.params else block.operation.number
    if not 0 < depth <= len(block.stack):
        raise block.fail("the stack is too short")
    block.stack.insert(len(block.stack) - depth, block.stack.pop())
    block.skip()


# Loading.


@action
def const_(block: BlockLifter) -> None:
    """Pushes a constant."""
    block.push_leaf(MicroOp.CONST, Constant(block.operation.argval))


@action
def common_constant(block: BlockLifter) -> None:
    """Pushes a builtin or a constant that CPython keeps at hand."""
    entry = block.operation.argval
    if not isinstance(entry, CommonConstant):
        raise block.fail("unknown common constant")
    if entry.builtin is None:
        block.push_leaf(MicroOp.CONST, Constant(entry.value))
    else:
        block.push_leaf(MicroOp.COMMON_CONSTANT, entry.builtin)


@action
def leaf(block: BlockLifter) -> None:
    """Pushes a leaf that the table describes."""
    payload = block.operation.params[1] if len(block.operation.params) > 1 else None
    block.push_leaf(op_of(block), payload)


def _load_fast(block: BlockLifter, name: str, index: int) -> None:
    if block.names.is_cell(name, index):
        if not block.names.behaviour.unified_locals:
            # The argument was moved to the cell: its own slot is empty for ever.
            raise block.fail(f"{name} is in a cell")
        # CPython 3.13: LOAD_CLOSURE is written LOAD_FAST.
        block.push_leaf(MicroOp.CELL, block.names.capture(name, index))
    else:
        block.read_local(block.names.variable(VariableKind.LOCAL, name))


def _store_fast(block: BlockLifter, name: str, _: int) -> None:
    _store(block, block.names.variable(VariableKind.LOCAL, name))


def _store(block: BlockLifter, variable: Variable) -> None:
    value = block.pop()
    block.spill_local(variable)
    block.emit(MicroOp.STORE, (value,), variable)


def _delete(block: BlockLifter, variable: Variable) -> None:
    block.spill_local(variable)
    block.names.unbound.add(variable)
    block.emit(MicroOp.DELETE, (), variable)


#: Locals that an argument of two indexes can name.
_PAIRED = 16
_FAST = {"load_fast": _load_fast, "store_fast": _store_fast}


@action
def load_fast(block: BlockLifter) -> None:
    """Pushes a local variable."""
    _load_fast(block, name_of(block), block.operation.number)


@action
def store_fast(block: BlockLifter) -> None:
    """Stores in a local variable."""
    _store_fast(block, name_of(block), block.operation.number)


@action
def fast_pair(block: BlockLifter) -> None:
    """Does the two halves of a fused instruction."""
    names = block.operation.argval
    if not isinstance(names, tuple):
        raise block.fail("the argument names nothing")
    indexes = divmod(block.operation.number, _PAIRED)
    for part, name, index in zip(block.operation.params, names, indexes):
        _FAST[cast("str", part)](block, name, index)


@action
def delete_fast(block: BlockLifter) -> None:
    """Unbinds a local variable."""
    _delete(block, block.names.variable(VariableKind.LOCAL, name_of(block)))


@action
def save_local(block: BlockLifter) -> None:
    """Pushes a local's value, or NULL, and unbinds it."""
    variable = block.names.variable(VariableKind.LOCAL, name_of(block))
    block.spill_local(variable)
    block.names.unbound.add(variable)
    block.result(MicroOp.SAVE_LOCAL, (), variable)


@action
def make_cell(block: BlockLifter) -> None:
    """Makes a fresh cell (inlined comprehensions)."""
    block.emit(
        MicroOp.MAKE_CELL,
        (),
        block.names.capture(name_of(block), block.operation.number),
    )


@action
def load_cell(block: BlockLifter) -> None:
    """Pushes what a cell holds."""
    variable = block.names.place(name_of(block), block.operation.number)
    if variable.kind is VariableKind.LOCAL:
        block.read_local(variable)
    else:
        block.result(MicroOp.LOAD, (), variable)


@action
def load_closure(block: BlockLifter) -> None:
    """Pushes a cell itself."""
    block.push_leaf(
        MicroOp.CELL, block.names.capture(name_of(block), block.operation.number)
    )


@action
def store_cell(block: BlockLifter) -> None:
    """Stores in a cell."""
    _store(block, block.names.place(name_of(block), block.operation.number))


@action
def delete_cell(block: BlockLifter) -> None:
    """Empties a cell."""
    _delete(block, block.names.place(name_of(block), block.operation.number))


@action
def load_from(block: BlockLifter) -> None:
    """A free name of a class body: from the namespace first.

    To 3.11 one instruction reads the namespace itself; later it is on the stack.
    """
    name = name_of(block)
    if block.operation.params[0] == "cell":
        variable = block.names.capture(name, block.operation.number)
    else:
        variable = block.names.variable(VariableKind.GLOBAL, name)
    if "namespace" in block.operation.params:
        block.push_leaf(MicroOp.LOCALS)
    block.result(MicroOp.LOAD_FROM, (block.pop(),), variable)


def _named(block: BlockLifter) -> object:
    kind = VariableKind(block.operation.params[0])
    return block.names.variable(kind, name_of(block))


@action
def load_name(block: BlockLifter) -> None:
    """Loads by name."""
    block.result(MicroOp.LOAD, (), _named(block))


@action
def store_name(block: BlockLifter) -> None:
    """Stores by name."""
    block.emit(MicroOp.STORE, (block.pop(),), _named(block))


@action
def delete_name(block: BlockLifter) -> None:
    """Deletes by name."""
    block.emit(MicroOp.DELETE, (), _named(block))
