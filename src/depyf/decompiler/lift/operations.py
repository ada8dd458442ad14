"""Instructions with their table row: the input of everything in `lift`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional, Tuple

from depyf.decompiler.lift.errors import LiftError

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.disassemble import Instruction
    from depyf.decompiler.bytecode.opcodes import OpSpec


class Operation(NamedTuple):
    """One instruction, or several that a protocol folded into one.

    Attributes:
        start: offset that jumps to it use; ids of blocks are such offsets.
        home: offset whose protected region the operation lies in.
        opname: the first instruction's if several; for messages and `conventions`.
        arg: its argument.
        argval: what the argument means; a target is the ``start`` of an operation.
        action: the name of the action that lifts it.
        params: parameters of the action.
        origins: offsets of all its instructions.
    """

    start: int
    home: int
    opname: str
    arg: int | None
    argval: object
    action: str
    params: tuple[object, ...]
    origins: tuple[int, ...]

    @property
    def target(self) -> int:
        """Where a jump goes.

        Raises:
            LiftError: the operation has no target.
        """
        if not isinstance(self.argval, int):
            reason = f"{self.opname} has no target"
            raise LiftError(reason, self.origins[0])
        return self.argval

    @property
    def number(self) -> int:
        """The argument, 0 if there is none."""
        return self.arg or 0


def plain_operation(instruction: Instruction, row: OpSpec) -> Operation:
    """Returns the operation of one instruction."""
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
    """What tells one protected region from another.

    Attributes:
        target: the start of its handler.
        depth: stack depth that the handler finds.
        lasti: the instruction index is pushed, too.
        outer: the block stack below it (to 3.10), as `lift.names.Names` numbers
            them; a number, since a stack of keys that hold stacks is slow to hash.
        shape: what lies on the stack below the handler (3.8: a ``finally`` body is
            lifted once for each way into it, and regions in it as often).
    """

    target: int
    depth: int
    lasti: bool
    outer: int = 0
    shape: str = ""


#: To 3.10: what surrounds an operation, innermost last; None is a running handler.
BlockStack = Tuple[Optional[RegionKey], ...]
HANDLING = None

#: Actions that end a block: by where control goes, and where it may fall through.
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
