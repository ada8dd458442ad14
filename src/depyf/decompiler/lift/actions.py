"""The registry of actions: what an operation does to the symbolic stack.

The opcode table names them. An action takes the block being lifted, whose current
operation is `block.operation`. `actions_values` moves, loads and stores,
`actions_compute` computes and builds, `actions_calls` calls, `actions_functions` makes
functions, `actions_flow` ends blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, cast

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.lift.errors import MissingTupleError
from depyf.decompiler.lift.stack import BlockLifter

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value

Action = Callable[[BlockLifter], None]
ACTIONS: dict[str, Action] = {}


def action(function: Action) -> Action:
    """Registers an action under its name (a trailing underscore is dropped)."""
    ACTIONS[function.__name__.rstrip("_")] = function
    return function


def name_of(block: BlockLifter) -> str:
    """Returns the name that the operation's argument means."""
    name = block.operation.argval
    if not isinstance(name, str):
        raise block.fail("the argument names nothing")
    return name


def op_of(block: BlockLifter) -> MicroOp:
    """Returns the operation that the table gives the operation."""
    return MicroOp(block.operation.params[0])


def number_of(block: BlockLifter, position: int) -> int:
    """Returns a parameter of the operation that is a number."""
    return cast("int", block.operation.params[position])


def constant_tuple(block: BlockLifter, names: Value) -> tuple[object, ...]:
    """Returns the tuple that a constant leaf holds."""
    found = names.payload.value if isinstance(names.payload, Constant) else None
    if not isinstance(found, tuple):
        reason = f"{block.operation.opname}: a constant tuple is missing"
        raise MissingTupleError(reason, block.operation.origins[0])
    return found
