"""Instructions with their rows of the opcode table, and errors of lifting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Tuple

from depyf.decompiler.ir.micro_op import MicroOp

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.disassemble import Instruction
    from depyf.decompiler.bytecode.opcodes import OpSpec
    from depyf.decompiler.ir.value import Value


class LiftError(ValueError):
    """No CPython writes these instructions, or the opcode table lacks one.

    Attributes:
        offset: the offset of the instruction in bytes.
    """

    def __init__(self, reason: str, offset: int) -> None:
        """Args: reason: what is wrong. offset: the offset of the instruction."""
        super().__init__(f"{reason} (offset {offset})")
        self.offset = offset


class MissingTupleError(LiftError):
    """The constant tuple that an operation needs comes from an earlier block."""


class Operation(NamedTuple):
    """One instruction, or several that a protocol folded into one.

    Attributes:
        start: the offset that jumps to it have; ids of blocks are such offsets.
        home: the offset whose protected region is that of the operation.
        opname: the opname, or that of the first instruction, for messages and checks.
        arg: the argument of that instruction.
        argval: the resolved argument; a target is the ``start`` of an operation.
        action: the name of the action that lifts it.
        params: the parameters of the action.
        origins: the offsets of all its instructions.
    """

    start: int
    home: int
    opname: str
    arg: int | None
    argval: object
    action: str
    params: tuple[Any, ...]
    origins: tuple[int, ...]

    @property
    def target(self) -> int:
        """The target of a jump.

        Raises:
            LiftError: the operation has no target.
        """
        if not isinstance(self.argval, int):
            raise LiftError(f"{self.opname} has no target", self.origins[0])
        return self.argval

    @property
    def name(self) -> str:
        """The name in the argument.

        Raises:
            LiftError: the argument is not a name.
        """
        if not isinstance(self.argval, str):
            raise self.error("the argument refers to nothing")
        return self.argval

    @property
    def names(self) -> tuple[Any, ...]:
        """The names in the argument; a fused instruction has several."""
        return self.argval if isinstance(self.argval, tuple) else (self.argval,)

    @property
    def number(self) -> int:
        """The argument; 0 if there is none."""
        return self.arg or 0

    @property
    def micro_op(self) -> MicroOp:
        """The operation that the opcode table gives."""
        return MicroOp(self.params[0])

    def tuple_in(self, leaf: Value) -> tuple[Any, ...]:
        """Return the tuple in a constant leaf.

        Raises:
            MissingTupleError: the leaf is not a constant tuple.
        """
        found = leaf.constant
        if not isinstance(found, tuple):
            reason = f"{self.opname}: a constant tuple is missing"
            raise MissingTupleError(reason, self.origins[0])
        return found

    def error(self, reason: str) -> LiftError:
        """Return the error to raise for the operation."""
        return LiftError(f"{self.opname}: {reason}", self.origins[0])


def plain_operation(instruction: Instruction, row: OpSpec) -> Operation:
    """Return the operation of one instruction."""
    return Operation(
        instruction.start,
        instruction.start,
        instruction.opname,
        instruction.arg,
        instruction.argval,
        row.action,
        row.params,
        (instruction.offset,),
    )


class RegionKey(NamedTuple):
    """The key of a protected region.

    Attributes:
        target: the start of its handler.
        depth: the stack depth that the handler finds.
        lasti: whether the instruction index is pushed, too.
        outer: the number of the block stack below it (up to 3.10), from
            `lift.names.Names`. Keys that contain the stacks themselves would be slow to
            hash.
        shape: the shape of the stack below the handler. In 3.8, a ``finally`` body and
            the regions in it are lifted once for each path into it.
    """

    target: int
    depth: int
    lasti: bool
    outer: int = 0
    shape: str = ""


#: Up to 3.10: the regions around an operation, innermost last; None is a running
#: handler.
BlockStack = Tuple[Optional[RegionKey], ...]
HANDLING = None

#: Actions that only move values or control, and so cannot raise.
MOVES = frozenset(
    {
        *("skip", "origin", "push_null", "pop", "drop", "end_for", "copy", "duplicate"),
        *("swap", "rotate", "const", "common_constant", "leaf", "load_fast"),
        *("store_fast", "fast_pair", "load_closure", "jump", "return", "return_const"),
    }
)
#: Actions that end a block: those that jump, those that may go on, and those that
#: leave.
JUMPS = frozenset(
    {"jump", "branch", "branch_or_pop", "branch_none", "branch_exception"}
    | {"next", "async_next", "call_finally", "leave_clause"}
    | {"setup_finally", "setup_with", "setup_async_with"}
)
FALLS = JUMPS - {"jump", "leave_clause"} | {
    "pop_block",
    "end_finally",
    "with_cleanup_finish",
}
EXITS = frozenset({"return", "return_const", "raise", "reraise", "reraise_three"})
TERMINATORS = JUMPS | FALLS | EXITS
