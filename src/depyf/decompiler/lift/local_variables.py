"""Find cells that are really locals, and reads that may find a local unbound.

CPython checks every read up to 3.11. Later it checks a read only if the compiler could
not prove that the local is bound (LOAD_FAST_CHECK). If a tool wrote the code, the
opcodes prove nothing. So this module decides it for all code, by a forward analysis of
definite assignment over all edges, those of exceptions included.

The answer is for a local as a whole. If a compiler copies code, only one copy may know
that a local is bound. The copies must still be lifted to the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection, Iterator, NamedTuple

from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import Effect, MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.decompiler.ir.value_effects import own_effects

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.lift.names import LocalRead, Names


class _Event(NamedTuple):
    """A change of one bit of the state.

    Attributes:
        bit: the bit of a variable that may be unbound; 0 marks a point at which the
            handler may see the state.
        source: the bit that is copied, for a STORE of a saved value, or one of `_BOUND`
            and `_UNBOUND`.
        read: the local that must be bound, or None.
    """

    bit: int
    source: int
    read: Variable | None = None


_BOUND, _UNBOUND = 0, -1
_MAY_RAISE = _Event(0, _BOUND)


class _Reads:
    """The reads of one block, in the order in which they happen."""

    def __init__(self, reads: list[LocalRead], moved: int) -> None:
        self._reads = reads
        self._moved = moved
        self._next = 0

    def before(self, position: int) -> Iterator[LocalRead]:
        """Yield the reads between the previous statement and this one."""
        while self._next < len(self._reads):
            read = self._reads[self._next]
            if read.position + self._moved > position:
                return
            self._next += 1
            yield read


class _Events:
    """Finds the events of blocks, for the variables that may be unbound."""

    def __init__(self, tracked: set[Variable], *, saves: bool) -> None:
        self._bits: dict[Variable, int] = {}
        self._tracked = tracked
        # Only a value saved by an inlined comprehension can be unbound and on the
        # stack.
        self._kinds = (VariableKind.TEMP, VariableKind.STACK) if saves else ()

    def bit(self, variable: Variable) -> int:
        """Return the bit of a variable; 0 if it is always bound."""
        if variable not in self._tracked and variable.kind not in self._kinds:
            return 0
        return self._bits.setdefault(variable, 1 << len(self._bits))

    def of(self, block: cfg.BasicBlock, reads: _Reads) -> list[_Event]:
        """Return the events of a block in order."""
        found: list[_Event] = []
        is_protected = block.region is not None
        for position, statement in enumerate(block.body):
            found.extend(self._read(reads, position))
            if is_protected and _may_raise(statement) and _MAY_RAISE not in found[-1:]:
                found.append(_MAY_RAISE)
            found.extend(self._written(statement))
        found.extend(self._read(reads, len(block.body)))
        if not isinstance(block.terminator, (cfg.Jump, cfg.Return)):
            found.append(_MAY_RAISE)
        if isinstance(block.terminator, cfg.Next):
            bit = self.bit(block.terminator.item)
            if bit:
                found.append(_Event(bit, _BOUND))
        return found

    def _read(self, reads: _Reads, position: int) -> Iterator[_Event]:
        for read in reads.before(position):
            bit = self.bit(read.variable)
            if bit:
                # If control goes on after the read, the variable is bound.
                yield _Event(bit, _BOUND, read.variable)

    def _written(self, statement: Value) -> Iterator[_Event]:
        if statement.op is MicroOp.DELETE:
            bit = self.bit(statement.variable)
            if bit:
                yield _Event(bit, _UNBOUND)
        elif statement.op is MicroOp.STORE:
            value, variable = statement.operands[0], statement.variable
            source = self._source(value)
            # A TEMP is stored once. It needs a bit only if it copies a variable that
            # has one.
            is_plain = not source and variable.kind is VariableKind.TEMP
            bit = 0 if is_plain else self.bit(variable)
            if bit:
                yield _Event(bit, source)
            if value.op is MicroOp.SAVE_LOCAL:
                saved = self.bit(value.variable)
                if saved:
                    yield _Event(saved, _UNBOUND)

    def _source(self, value: Value) -> int:
        """Return `_Event.source` for a stored value: a bit, `_BOUND` or `_UNBOUND`."""
        if value.op is MicroOp.NULL:
            return _UNBOUND
        is_slot = value.op is MicroOp.LOAD and value.variable.is_temporary
        if is_slot or value.op is MicroOp.SAVE_LOCAL:
            return self.bit(value.variable)
        return 0


def _may_raise(statement: Value) -> bool:
    outside = (VariableKind.GLOBAL, VariableKind.NAME)
    if statement.op is MicroOp.STORE and statement.variable.kind in outside:
        return True
    return any(
        own_effects(value) & Effect.RAISES for value in (statement, *statement.operands)
    )


def maybe_unbound(
    function: cfg.Function,
    reads: dict[int, tuple[int, list[LocalRead]]],
    parameters: Collection[str],
    unbound: Collection[Variable],
) -> frozenset[Variable]:
    """Return the locals that some read may find unbound.

    Args:
        function: the lifted function.
        reads: for each block, the length of its body when it was lifted, and its reads.
            The values that a handler receives are inserted later.
        parameters: the names of locals that are bound on entry.
        unbound: the locals that some instruction unbinds.
    """
    tracked = {
        read.variable
        for _, found in reads.values()
        for read in found
        if read.variable.name not in parameters or read.variable in unbound
    }
    if not tracked:
        return frozenset()
    events = _Events(tracked, saves=bool(unbound))
    start = sum(
        events.bit(variable) for variable in tracked if variable.name not in parameters
    )
    of_block = {}
    for number, block in function.blocks.items():
        length, found = reads.get(number, (len(block.body), []))
        of_block[number] = events.of(block, _Reads(found, len(block.body) - length))
    return _solve(function, of_block, start)


def _solve(
    function: cfg.Function, events: dict[int, list[_Event]], start: int
) -> frozenset[Variable]:
    states: dict[int, int] = {function.entry: start}
    pending = [function.entry]
    found: set[Variable] = set()
    while pending:
        block = function.blocks[pending.pop()]
        state, raised = states[block.id], 0
        for event in events[block.id]:
            if event.read is not None and state & event.bit:
                found.add(event.read)
                raised |= state
            if event is _MAY_RAISE:
                raised |= state
            unbound = event.source == _UNBOUND or bool(state & event.source)
            state = state | event.bit if unbound else state & ~event.bit
        arrivals = [(target, state) for target in cfg.successors(block.terminator)]
        if block.region is not None:
            arrivals.append((function.regions[block.region].handler, raised))
        for target, arriving in arrivals:
            known = states.get(target)
            if known is None or arriving & ~known:
                states[target] = arriving | (known or 0)
                pending.append(target)
    return frozenset(found)


def loose_cells(unit: CodeUnit, function: cfg.Function, names: Names) -> frozenset[str]:
    """Return cells of this function that no reachable code captures."""
    if not unit.is_optimized:
        return frozenset()
    loose = frozenset(unit.cellvars).difference(names.captured)
    if len(loose) == len(unit.cellvars) or not function.regions:
        return loose
    hidden = _hidden(function)
    taken = {
        node.variable.name
        for block in _certain_blocks(function)
        for value in block.values
        for node in value.walk()
        if node.op is MicroOp.CELL
        and not (
            node.variable.name in hidden
            and _is_restored(function, block, node.variable.name)
        )
    }
    return frozenset(unit.cellvars) - taken


def _hidden(function: cfg.Function) -> set[str]:
    """Return the names that comprehensions hide without creating a cell for them."""
    saved: set[str] = set()
    made: set[str] = set()
    for value in function.statements:
        if value.op is MicroOp.MAKE_CELL:
            made.add(value.variable.name)
        for node in value.walk():
            if node.op is MicroOp.SAVE_LOCAL:
                saved.add(node.variable.name)
    return saved - made


def _is_restored(function: cfg.Function, block: cfg.BasicBlock, name: str) -> bool:
    """Return whether a block is in a comprehension that hides the name.

    There, a read of the slot that contains the cell outside reads a plain local.
    """
    for region in function.region_chain(block.region):
        handler = function.blocks[function.regions[region].handler]
        for value in handler.body:
            if value.op is MicroOp.STORE and value.variable.name == name:
                if value.variable.kind is VariableKind.LOCAL:
                    return True
    return False


def _certain_blocks(function: cfg.Function) -> Iterator[cfg.BasicBlock]:
    """Yield reachable blocks; only a block that may raise reaches its handler."""
    seen = {function.entry}
    pending = [function.entry]
    while pending:
        block = function.blocks[pending.pop()]
        yield block
        after = list(cfg.successors(block.terminator))
        raises = block.body or not isinstance(block.terminator, (cfg.Jump, cfg.Return))
        if block.region is not None and raises:
            after.append(function.regions[block.region].handler)
        pending += [target for target in after if target not in seen]
        seen.update(after)
