"""Check conventions of compilers that the graph does not represent.

Code that breaks such a convention has no meaning that a source could have. Two graphs
could be equal although one of the codes crashes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.decompiler.bytecode.identity import SUSPENDED
from depyf.decompiler.bytecode.opcodes import INTRINSICS_1
from depyf.decompiler.lift.operations import MOVES, LiftError
from depyf.decompiler.lift.protocols import fold_protocols
from depyf.decompiler.lift.regions import RegionTable

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.lift.operations import Operation

#: Actions that cannot raise, and others that CPython leaves out of its ranges.
_QUIET = MOVES | {"branch", "branch_none", "intrinsic", "reraise"}
_PARTS_OF_SLICES = (2, 3)
_THROUGH_CELLS = frozenset(
    {
        *("LOAD_DEREF", "STORE_DEREF", "DELETE_DEREF", "LOAD_CLOSURE"),
        *("LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"),
    }
)
_TO_CELLS = _THROUGH_CELLS | {"MAKE_CELL"}
_CONSTANTS = frozenset({"LOAD_CONST", "RETURN_CONST", "KW_NAMES"})
_PUT_AWAY = ("LOAD_FAST_AND_CLEAR", "MAKE_CELL", "SWAP")
#: The instructions that drop the iterator (3.13 and later).
_AFTER_LOOP = ("POP_TOP", "POP_ITER")
_WRAPPING = frozenset(
    {
        ("ASYNC_GEN_WRAP", None),
        ("CALL_INTRINSIC_1", INTRINSICS_1.index("async_gen_wrap")),
    }
)


_WRAPPING_NAMES = frozenset(name for name, _ in _WRAPPING)


def check_conventions(unit: CodeUnit, operations: Sequence[Operation]) -> None:
    """Check the code's calls, loops, cells and ``yield`` operations.

    Raises:
        LiftError: the code breaks a convention that every compiler keeps.
    """
    if unit.behaviour.calls_are_prepared:
        _check_calls(operations)
    for operation in operations:
        if (
            operation.opname == "BUILD_SLICE"
            and operation.number not in _PARTS_OF_SLICES
        ):
            raise operation.error("a slice has two or three parts")
        if operation.opname == "LOAD_LOCALS" and unit.is_optimized:
            raise operation.error("a function has no such names")
    for instruction in unit.instructions:
        if instruction.opname in _CONSTANTS:
            if (instruction.arg or 0) >= len(unit.consts):
                raise LiftError("the constant does not exist", instruction.offset)
    _check_stored(operations, {*unit.cellvars, *unit.freevars})
    if unit.behaviour.unified_locals:
        there = {operation.opname for operation in operations}
        if "FOR_ITER" in there:
            _check_loops(operations)
        if "LOAD_FAST_AND_CLEAR" in there:
            # In a class, a local may have the name of a free variable, in another slot.
            free = set(unit.freevars) - set(unit.varnames)
            _check_cleared(operations, free.union(unit.cellvars))
            _check_saved(operations)
        if unit.is_async_generator or not there.isdisjoint(_WRAPPING_NAMES):
            _check_wrapping(operations, unit.is_async_generator)
    if unit.behaviour.yield_tells_delegation:
        for operation in operations:
            if operation.opname == "YIELD_VALUE" and operation.number:
                raise operation.error("the instruction is not a plain yield")


def check_start(unit: CodeUnit, operations: Sequence[Operation]) -> None:
    """Check the first operations of a function; unreachable ones are left out.

    The function must create a cell exactly once for each shared variable. A resume
    function of Dynamo jumps over the code that has run already. The original start is
    still in the code, but unreachable.

    Raises:
        LiftError: the code does not begin as it must.
    """
    if not unit.behaviour.unified_locals:
        return
    made = []
    copied = 0
    for operation in operations:
        if operation.opname == "MAKE_CELL":
            made.append(operation.argval)
        elif operation.opname == "COPY_FREE_VARS":
            if operation.number != len(unit.freevars):
                raise operation.error("the number of free variables is wrong")
            copied += 1
        elif operation.opname == "RESUME":
            break
    if sorted(map(str, made)) != sorted(unit.cellvars):
        reason = "the cells made are not those of the shared variables"
        raise operations[0].error(reason)
    names = [operation.opname for operation in operations]
    if names.count("COPY_FREE_VARS") != copied or copied != bool(unit.freevars):
        raise operations[0].error("the free variables are not copied exactly once")
    starts = [at for at, name in enumerate(names) if name == "RETURN_GENERATOR"]
    is_started = all(names[at + 1 : at + 3] == ["POP_TOP", "RESUME"] for at in starts)
    if len(starts) != bool(unit.flags & SUSPENDED) or not is_started:
        raise operations[0].error("the start of the code does not match its flags")


def _check_loops(operations: Sequence[Operation]) -> None:
    """Check that FOR_ITER jumps to an END_FOR when the iterator is exhausted.

    This is so from 3.12 on. Python 3.13 also skips the POP_TOP after it, without
    checking that it is one.
    """
    ends = {
        operation.start
        for operation, after in zip(operations, [*operations[1:], None])
        if operation.opname == "END_FOR"
        and (operation.action == "drop" or (after and after.opname in _AFTER_LOOP))
    }
    for operation in operations:
        if (
            operation.opname == "FOR_ITER"
            and operation.params[1]
            and operation.target not in ends
        ):
            raise operation.error("the loop does not jump to its end")


def _check_stored(operations: Sequence[Operation], shared: set[str]) -> None:
    """Check that nothing stores to a cell's slot, unless a comprehension hides it.

    Up to 3.10, the local slot of a shared parameter stays empty.
    """
    hidden = {s.argval for s in operations if s.opname == "LOAD_FAST_AND_CLEAR"}
    shared = shared - hidden
    for operation in operations if shared else ():
        if operation.opname.startswith(("STORE_FAST", "DELETE_FAST")):
            names = operation.names
            stored = names[:1] if operation.opname.endswith("LOAD_FAST") else names
            if not shared.isdisjoint(stored):
                raise operation.error("the variable is in a cell")


def _check_cleared(operations: Sequence[Operation], shared: set[str]) -> None:
    """Check that no instruction uses a cell that was removed.

    An inlined comprehension saves the contents of its variable's slot. That is a cell,
    if a variable of that name is shared. Then the slot is stored to, or gets a new
    cell.
    """
    cleared: dict[str, Operation] = {}
    for operation in operations:
        is_access = "_FAST" in operation.opname or operation.opname in _TO_CELLS
        for name in operation.names if is_access else ():
            if name in cleared and operation.opname in _THROUGH_CELLS:
                raise operation.error("the cell no longer exists")
            cleared.pop(name, None)
            if operation.opname == "LOAD_FAST_AND_CLEAR" and name in shared:
                cleared[str(name)] = operation
    for operation in cleared.values():
        raise operation.error("the cell is not restored")


def _check_saved(operations: Sequence[Operation]) -> None:
    """Check that SWAP, MAKE_CELL or another save follows LOAD_FAST_AND_CLEAR."""
    for before, operation in zip(operations, operations[1:]):
        if before.opname == "LOAD_FAST_AND_CLEAR" and operation.opname not in _PUT_AWAY:
            raise before.error("the saved value is not stored below others")


def _check_calls(operations: Sequence[Operation]) -> None:
    """Check that in 3.11 a PRECALL with the same argument precedes each CALL."""
    for before, operation in zip(operations, operations[1:]):
        if before.opname == "PRECALL":
            if operation.opname != "CALL" or operation.arg != before.arg:
                raise before.error("the PRECALL does not match its CALL")
        elif operation.opname == "CALL":
            raise operation.error("the call has no PRECALL")


def _check_wrapping(operations: Sequence[Operation], is_async: bool) -> None:
    """Check that an asynchronous generator wraps each yielded value, and only these."""
    for before, operation in zip(operations, operations[1:]):
        wraps = (before.opname, before.arg) in _WRAPPING
        if wraps != (is_async and operation.opname == "YIELD_VALUE"):
            raise operation.error("the yielded value must be wrapped")


def lets_stop_iteration_out(unit: CodeUnit) -> bool:
    """Return whether StopIteration may leave a generator unchanged.

    From 3.12 on, a handler around the whole code turns it into a RuntimeError. Earlier
    versions do that outside the code. CPython omits the handler for a few lambdas.
    """
    return any(operation.action not in _QUIET for operation in _unwrapped(unit, None))


def threaded_tests(unit: CodeUnit, operations: Sequence[Operation]) -> frozenset[int]:
    """Return offsets of a generator's jumps outside every exception range (3.14+).

    See `passes.cfg.threaded_tests`. Here it is the range around the whole code.
    """
    if unit.is_bare_generator:
        return frozenset()
    found = _unwrapped(unit, operations)
    return frozenset(
        operation.home for operation in found if operation.action == "branch"
    )


def _unwrapped(
    unit: CodeUnit, operations: Sequence[Operation] | None
) -> Iterator[Operation]:
    """Yield the operations outside the handler that converts StopIteration."""
    if not unit.flags & SUSPENDED or not unit.behaviour.stop_iteration_handled:
        return
    table = RegionTable(unit)
    is_running = False
    for operation in fold_protocols(unit) if operations is None else operations:
        is_running = is_running or operation.opname == "RETURN_GENERATOR"
        if is_running and not table.is_wrapped(operation.home):
            yield operation
