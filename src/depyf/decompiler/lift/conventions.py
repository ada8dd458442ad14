"""Conventions of compilers that no graph shows: checked in the code, then forgotten.

A code object that breaks one of these has a meaning that no source has, if any at all;
two graphs could be equal although one of the codes crashes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Sequence

from depyf.decompiler.bytecode.flags import CO_ASYNC_GENERATOR, SUSPENDED
from depyf.decompiler.lift.errors import LiftError
from depyf.decompiler.lift.protocols import fold_protocols
from depyf.decompiler.lift.regions import RegionTable

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.lift.operations import Operation

#: Steps that no exception leaves, and what CPython leaves out of its ranges.
_QUIET = frozenset(
    {
        *("skip", "origin", "push_null", "pop", "drop", "end_for", "copy", "duplicate"),
        *("swap", "rotate", "const", "common_constant", "leaf", "load_fast"),
        *("store_fast", "fast_pair", "load_closure", "jump", "return", "return_const"),
        *("branch", "branch_none", "intrinsic", "reraise"),
    }
)
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
#: Drops the iterator (3.13+).
_AFTER_LOOP = ("POP_TOP", "POP_ITER")
_WRAPPING = frozenset({("ASYNC_GEN_WRAP", None), ("CALL_INTRINSIC_1", 4)})


def check_conventions(unit: CodeUnit, steps: Sequence[Operation]) -> None:
    """Checks calls, loops, cells and ``yield`` operations.

    Raises:
        LiftError: the code breaks what every compiler keeps to.
    """
    if unit.behaviour.calls_are_prepared:
        _check_calls(steps)
    for step in steps:
        if step.opname == "BUILD_SLICE" and step.number not in _PARTS_OF_SLICES:
            raise _error(step, "a slice has two or three parts")
        if step.opname == "LOAD_LOCALS" and unit.is_optimized:
            raise _error(step, "a function has no such names")
    for instruction in unit.instructions:
        if instruction.opname in _CONSTANTS:
            if (instruction.arg or 0) >= len(unit.consts):
                reason = "there is no such constant"
                raise LiftError(reason, instruction.offset)
    _check_stored(steps, {*unit.cellvars, *unit.freevars})
    if unit.behaviour.unified_locals:
        _check_loops(steps)
        # Of a class, a local may have the name of a free variable and its own place.
        free = set(unit.freevars) - set(unit.varnames)
        _check_cleared(steps, free.union(unit.cellvars))
        _check_saved(steps)
        _check_wrapping(steps, bool(unit.flags & CO_ASYNC_GENERATOR))
    if unit.behaviour.yield_tells_delegation:
        for step in steps:
            if step.opname == "YIELD_VALUE" and step.number:
                raise _error(step, "this is no plain yield")


def _error(step: Operation, reason: str) -> LiftError:
    return LiftError(f"{step.opname}: {reason}", step.origins[0])


def check_start(unit: CodeUnit, steps: Sequence[Operation]) -> None:
    """Checks how a function starts; `steps` are those that are ever reached.

    Cells are made once each, for just the variables that are shared.  A function that
    Dynamo makes for the rest of another jumps over all that went before: the start of
    the other is still there, and never reached.

    Raises:
        LiftError: the code does not begin as code has to.
    """
    if not unit.behaviour.unified_locals:
        return
    made = []
    copied = 0
    for step in steps:
        if step.opname == "MAKE_CELL":
            made.append(step.argval)
        elif step.opname == "COPY_FREE_VARS":
            if step.number != len(unit.freevars):
                raise _error(step, "there are more or fewer free variables")
            copied += 1
        elif step.opname == "RESUME":
            break
    if sorted(map(str, made)) != sorted(unit.cellvars):
        reason = "the cells made are not those of the shared variables"
        raise _error(steps[0], reason)
    names = [step.opname for step in steps]
    if names.count("COPY_FREE_VARS") != copied or copied != bool(unit.freevars):
        raise _error(steps[0], "the free variables are not there once")
    starts = [at for at, name in enumerate(names) if name == "RETURN_GENERATOR"]
    is_started = all(names[at + 1 : at + 3] == ["POP_TOP", "RESUME"] for at in starts)
    if len(starts) != bool(unit.flags & SUSPENDED) or not is_started:
        raise _error(steps[0], "it does not start as its flags say")


def _check_loops(steps: Sequence[Operation]) -> None:
    """An iterator that is exhausted goes on behind the END_FOR that it jumps to.

    From 3.12 on; 3.13 steps over the POP_TOP behind it, too, which looks at nothing.
    """
    ends = {
        step.start
        for step, after in zip(steps, [*steps[1:], None])
        if step.opname == "END_FOR"
        and (step.action == "drop" or (after and after.opname in _AFTER_LOOP))
    }
    for step in steps:
        if step.opname == "FOR_ITER" and step.params[1] and step.target not in ends:
            raise _error(step, "the loop does not end where it jumps to")


def _check_stored(steps: Sequence[Operation], shared: set[str]) -> None:
    """The place of a cell is no local's, unless a comprehension hides the variable.

    To 3.10 a parameter that is shared has a place that is empty for ever.
    """
    hidden = {s.argval for s in steps if s.opname == "LOAD_FAST_AND_CLEAR"}
    shared = shared - hidden
    for step in steps if shared else ():
        if step.opname.startswith(("STORE_FAST", "DELETE_FAST")):
            names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            stored = names[:1] if step.opname.endswith("LOAD_FAST") else names
            if not shared.isdisjoint(stored):
                raise _error(step, "the variable is in a cell")


def _check_cleared(steps: Sequence[Operation], shared: set[str]) -> None:
    """Where the cell of a variable was taken away nothing goes through it.

    An inlined comprehension saves what its variable's place holds; that is a cell, if
    a variable of that name is shared. Then the place is stored to, or gets a new cell.
    """
    cleared: dict[str, Operation] = {}
    for step in steps:
        is_access = "_FAST" in step.opname or step.opname in _TO_CELLS
        names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
        for name in names if is_access else ():
            if name in cleared and step.opname in _THROUGH_CELLS:
                raise _error(step, "there is no cell any more")
            cleared.pop(name, None)
            if step.opname == "LOAD_FAST_AND_CLEAR" and name in shared:
                cleared[str(name)] = step
    for step in cleared.values():
        raise _error(step, "the cell is not put back")


def _check_saved(steps: Sequence[Operation]) -> None:
    """What a comprehension saves may be nothing: it is only put away, below others."""
    for before, step in _neighbours(steps):
        if before.opname == "LOAD_FAST_AND_CLEAR" and step.opname not in _PUT_AWAY:
            raise _error(before, "what is saved is not put away")


def _check_calls(steps: Sequence[Operation]) -> None:
    """3.11 prepares each call: for as many arguments as it has."""
    for before, step in _neighbours(steps):
        if before.opname == "PRECALL":
            if step.opname != "CALL" or step.arg != before.arg:
                raise _error(before, "it does not belong to the call")
        elif step.opname == "CALL":
            raise _error(step, "it is not prepared")


def _check_wrapping(steps: Sequence[Operation], is_async: bool) -> None:
    """In an asynchronous generator what is yielded is wrapped, and nothing else."""
    for before, step in _neighbours(steps):
        wraps = (before.opname, before.arg) in _WRAPPING
        if wraps != (is_async and step.opname == "YIELD_VALUE"):
            raise _error(step, "what is yielded has to be wrapped")


def _neighbours(steps: Sequence[Operation]) -> Iterator[tuple[Operation, Operation]]:
    return zip(steps, steps[1:])


def lets_stop_iteration_out(unit: CodeUnit) -> bool:
    """True if StopIteration may leave a generator as it is, somewhere.

    From 3.12 on a handler around everything makes a RuntimeError of it; earlier ones
    do that outside of the code. CPython leaves the handler out for a few lambdas.
    """
    return any(step.action not in _QUIET for step in _unwrapped(unit, None))


def threaded_tests(unit: CodeUnit, steps: Sequence[Operation]) -> frozenset[int]:
    """The offsets of the jumps of a generator that no exception range holds (3.14+).

    See `passes.cfg.threaded_tests`; here the range is that around everything.
    """
    if unit.is_bare_generator:
        return frozenset()
    found = _unwrapped(unit, steps)
    return frozenset(step.home for step in found if step.action == "branch")


def _unwrapped(
    unit: CodeUnit, steps: Sequence[Operation] | None
) -> Iterator[Operation]:
    """What may run without the handler that makes errors of StopIteration."""
    if not unit.flags & SUSPENDED or not unit.behaviour.stop_iteration_handled:
        return
    table = RegionTable(unit)
    is_running = False
    for step in fold_protocols(unit) if steps is None else steps:
        is_running = is_running or step.opname == "RETURN_GENERATOR"
        if is_running and not table.is_wrapped(step.home):
            yield step
