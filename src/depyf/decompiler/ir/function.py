"""Control-flow graph of one code object.

What the lifter promises about a `Function` (checked by `ir.invariants`):

- A block is a straight line. It is split at jump targets, after jumps and at every
  border of a protected region, so a block lies in one innermost region.
- At the start of a block the value stack of depth ``n`` is the variables
  ``s0 .. s(n-1)`` (STACK); at its end they hold the values again (parallel copy
  through TEMPs where slots are permuted). A slot that keeps its value is not
  stored again.
- Inside a block operands are leaves. A LOCAL that is bound wherever it is read stays
  a leaf ``LOAD local`` until it is consumed; the lifter stores it in a TEMP first if
  it is written (or deleted) while the value is still on the stack. A LOCAL that may
  be unbound at one of its reads is stored in a TEMP at each of them, as it may raise.
- Inside a region of depth ``d``, stack slots below ``d`` are stored to their STACK
  variables before the next operation that can raise.
- The entry block of a handler begins with ``s(d) = EXCEPTION`` (``s(d) = LASTI``,
  ``s(d+1) = EXCEPTION`` with ``saves_lasti``).
- Branch tests are leaves or ``TRUTH``-free values: ``TRUTH`` and ``not`` are
  folded into the branch. ``is None`` jumps test ``IS`` values.
"""

from __future__ import annotations

from dataclasses import field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Callable, Iterator, Sequence, Union

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.evidence import NO_EVIDENCE, CodeKind, Habits, SourceEvidence
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import nodes, rewrite, temporary, with_variables
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value, Variable


@dataclass
class Jump:
    """Goes to block ``target``; ``explicit`` if the source has the jump."""

    target: int
    origins: tuple[int, ...] = ()
    explicit: bool = False


@dataclass
class Branch:
    """Goes to ``if_true`` when ``test`` is true, else to ``if_false``.

    ``jumps_if`` is the sense of the original jump: the taken arm was ``if_true``
    when it is True. The other arm is the one that follows in source order.
    """

    test: Value
    if_true: int
    if_false: int
    jumps_if: bool = False
    origins: tuple[int, ...] = ()


@dataclass
class Next:
    """Asks ``iterator`` for an item: stores it in ``item`` and goes to ``body``.

    Goes to ``exhausted`` at the end. The iterator stays in its slot in ``body``;
    what pops it (END_FOR, POP_ITER) is no operation. ``is_async``: the folded
    protocol of ``async for`` (``__anext__`` awaited, StopAsyncIteration ends).
    """

    iterator: Value
    item: Variable
    body: int
    exhausted: int
    is_async: bool = False
    origins: tuple[int, ...] = ()


@dataclass
class Return:
    """Returns ``value``; ``explicit`` holds the source's form of ``return None``."""

    value: Value
    origins: tuple[int, ...] = ()
    explicit: str = ""

    @property
    def is_plain(self) -> bool:
        """True for ``return None``."""
        return self.value.op is MicroOp.CONST and self.value.payload == Constant(None)


@dataclass
class Raise:
    """``raise``, ``raise exception``, ``raise exception from cause``."""

    exception: Value | None = None
    cause: Value | None = None
    origins: tuple[int, ...] = ()


@dataclass
class Reraise:
    """Raises ``exception`` again; ``restores_lasti`` is RERAISE's argument."""

    exception: Value
    restores_lasti: bool = False
    origins: tuple[int, ...] = ()


@dataclass
class EnterTry:
    """Enters protected ``region``: its exceptions go to ``handler``.

    Made by the region passes. ``kind``: ``except`` (the handler is a chain of
    `EXC_MATCH` branches, or catches all), ``except*`` or ``finally`` (the handler
    is the one copy of the finally body, all normal exits had a copy removed).
    """

    body: int
    handler: int
    region: int
    kind: str = "except"
    origins: tuple[int, ...] = ()


@dataclass
class EnterWith:
    """Enters protected ``region`` with ``context``; ``target`` gets its result.

    ``suppressed`` is where a swallowed exception goes on.
    """

    body: int
    suppressed: int
    region: int
    context: Value
    target: Variable | None = None
    is_async: bool = False
    origins: tuple[int, ...] = ()


Terminator = Union[Jump, Branch, Next, Return, Raise, Reraise, EnterTry, EnterWith]


#: The fields that hold ids of blocks, in the order of `successors`.
_TARGET_FIELDS: dict[type, tuple[str, ...]] = {
    Jump: ("target",),
    Branch: ("if_true", "if_false"),
    Next: ("body", "exhausted"),
    EnterTry: ("body", "handler"),
    EnterWith: ("body", "suppressed"),
}
#: The fields that hold values, in order of evaluation.
_VALUE_FIELDS: dict[type, tuple[str, ...]] = {
    Branch: ("test",),
    Next: ("iterator",),
    Return: ("value",),
    Raise: ("exception", "cause"),
    Reraise: ("exception",),
    EnterWith: ("context",),
}


def successors(terminator: Terminator) -> tuple[int, ...]:
    """Return the ids of the next blocks, without handlers; the true arm comes first."""
    return _SUCCESSORS[type(terminator)](terminator)


# Nothing is asked more often of a graph than these two.
_SUCCESSORS: dict[type, Callable[[Any], tuple[int, ...]]] = {
    **dict.fromkeys((Return, Raise, Reraise), lambda _: ()),
    **{
        kind: attrgetter(*names)
        for kind, names in _TARGET_FIELDS.items()
        if kind is not Jump
    },
    Jump: lambda end: (end.target,),
}
_VALUES: dict[type, Callable[[Any], tuple[Value, ...]]] = {
    **dict.fromkeys((Jump, EnterTry), lambda _: ()),
    Branch: lambda end: (end.test,),
    Return: lambda end: (end.value,),
    Next: lambda end: (end.iterator,),
    Reraise: lambda end: (end.exception,),
    EnterWith: lambda end: (end.context,),
    # The only one that may lack some.
    Raise: lambda end: tuple(
        value for value in (end.exception, end.cause) if value is not None
    ),
}


def retarget(terminator: Terminator, old: int, new: int) -> None:
    """Replaces ``old`` by ``new`` among the successors, in place."""
    for name in _TARGET_FIELDS.get(type(terminator), ()):
        if getattr(terminator, name) == old:
            setattr(terminator, name, new)


def terminator_values(terminator: Terminator) -> tuple[Value, ...]:
    """Return the values that a terminator consumes, in order of evaluation."""
    return _VALUES[type(terminator)](terminator)


def set_terminator_values(terminator: Terminator, values: Sequence[Value]) -> None:
    """Set the values that `terminator_values` returns, in the same order.

    Raises:
        ValueError: there are more or fewer values than the terminator consumes.
    """
    names = [
        name
        for name in _VALUE_FIELDS.get(type(terminator), ())
        if getattr(terminator, name) is not None
    ]
    if len(names) != len(values):
        raise ValueError(f"{len(values)} values for the {len(names)} of {terminator}")
    for name, value in zip(names, values):
        setattr(terminator, name, value)


@dataclass
class BasicBlock:
    """A straight line of simple statements and a terminator.

    Args:
        id: unique in its function; the offset of its first instruction where it
            has one (order of ids is source order).
        body: statement values (`ir.micro_op.STATEMENTS`).
        terminator: how it ends.
        region: id of the innermost protected region, None outside of all.
        depth: depth of the value stack at its start.
    """

    id: int
    body: list[Value]
    terminator: Terminator
    region: int | None = None
    depth: int = 0

    @property
    def statements(self) -> list[Value]:
        """The body without statements that exist only to record an offset."""
        return [value for value in self.body if value.op is not MicroOp.ORIGIN]

    @property
    def values(self) -> list[Value]:
        """The statements, and the values that the terminator consumes."""
        return [*self.body, *terminator_values(self.terminator)]

    def change_values(self, change: Callable[[Value], Value]) -> None:
        """Replace the statements, and the values that the terminator consumes."""
        self.body = [change(value) for value in self.body]
        ends = terminator_values(self.terminator)
        if ends:
            set_terminator_values(self.terminator, [*map(change, ends)])

    def change_nodes(self, change: Callable[[Value], Value]) -> None:
        """Replace every node in the block, operands first."""
        self.change_values(lambda value: rewrite(value, change))

    def rename(self, name: Callable[[Variable], Variable]) -> None:
        """Rename variables, also the variable that receives a loop's items."""
        self.change_nodes(lambda node: with_variables(node, name))
        if isinstance(self.terminator, Next):
            self.terminator.item = name(self.terminator.item)


@dataclass
class ProtectedRegion:
    """Blocks whose exceptions go to ``handler``.

    Args:
        id: unique in its function.
        handler: id of the handler's entry block.
        depth: stack depth kept when an exception arrives.
        saves_lasti: the instruction index is pushed below the exception.
        parent: the region that encloses this one: it covers the handler's entry.
    """

    id: int
    handler: int
    depth: int
    saves_lasti: bool = False
    parent: int | None = None


@dataclass
class Function:
    """The control-flow graph of a code object; passes change it in place.

    Args:
        code: the `bytecode.code_unit.CodeUnit`, opaque to this layer.
        entry: id of the entry block.
        blocks: by id.
        regions: protected regions by id.
        next_temp: number of the next fresh TEMP.
        evidence: what the code object tells of its text.
        tests_threaded: jumps that were led past a test of the same value.
        tests_of_parts: jumps that test the last operand of an `and` or `or` only.
        kind: what the code was compiled from.
        habits: those of the compiler that wrote it.
        tests_copied: headers of loops whose test had a copy.
        view: what is known beside the code, for the passes of a view.
        analyses: what passes keep of it, by name; each sees itself what changed since.
        lifted_operations: those that were there at first; None if that is not known.
        settled: the `function_state.snapshot` when value passes had nothing left to do.
    """

    code: object
    entry: int
    blocks: dict[int, BasicBlock]
    regions: dict[int, ProtectedRegion] = field(default_factory=dict)
    next_temp: int = 0
    evidence: SourceEvidence = NO_EVIDENCE
    tests_threaded: frozenset[int] = frozenset()
    tests_of_parts: set[int] = field(default_factory=set)
    kind: CodeKind = CodeKind.FUNCTION
    habits: Habits = Habits()  # frozen
    tests_copied: set[int] = field(default_factory=set)
    view: object = None
    analyses: dict[str, object] = field(default_factory=dict, repr=False, compare=False)
    lifted_operations: frozenset[MicroOp] | None = field(
        default=None, repr=False, compare=False
    )
    settled: object = field(default=None, repr=False, compare=False)

    @property
    def is_lambda(self) -> bool:
        """True if the source must be a single expression."""
        return self.kind is CodeKind.LAMBDA

    @property
    def is_function(self) -> bool:
        """False for class and module bodies."""
        return self.kind in (CodeKind.FUNCTION, CodeKind.LAMBDA)

    @property
    def statements(self) -> Iterator[Value]:
        """The statements of all blocks."""
        return (value for block in self.blocks.values() for value in block.body)

    @property
    def values(self) -> Iterator[Value]:
        """The statements of all blocks, and the values that terminators consume."""
        return (value for block in self.blocks.values() for value in block.values)

    @property
    def nodes(self) -> Iterator[Value]:
        """Yield every node, also inside comprehensions."""
        return (node for value in self.values for node in nodes(value))

    def may_hold(self, *operations: MicroOp) -> bool:
        """False if lifted code had none of these operations; no pass adds them."""
        known = self.lifted_operations
        return known is None or not known.isdisjoint(operations)

    def fresh(self) -> Variable:
        """A temporary that is not used yet."""
        self.next_temp += 1
        return temporary(self.next_temp - 1)

    def region_chain(self, region: int | None) -> Iterator[int]:
        """Yields ``region`` and its parents, innermost first."""
        while region is not None:
            yield region
            region = self.regions[region].parent

    def blocks_in(self, region: int) -> list[int]:
        """Ids of all blocks protected by ``region``, nested regions included."""
        inside: set[int] = set()
        found = {region}
        while found:
            inside |= found
            found = {key for key, one in self.regions.items() if one.parent in found}
        return [block.id for block in self.blocks.values() if block.region in inside]
