"""The control-flow graph of one code object.

The lifter guarantees the following about a `Function`, and `ir.invariants` checks it:

- A block is straight-line code. Blocks begin at jump targets, after jumps and at every
  border of a protected region, so each block has one innermost region.
- At the start of a block, the ``n`` values on the stack are the STACK variables
  ``s0 .. s(n-1)``. At its end, the values are in these variables again. Where slots are
  permuted, they are copied through TEMPs. A slot that keeps its value is not stored
  again.
- Inside a block, operands are leaves. A LOCAL that is bound wherever it is read stays a
  leaf ``LOAD local`` until it is consumed. If it is stored or deleted while its value
  is still on the stack, the lifter stores the value in a TEMP before. A LOCAL that may
  be unbound at one of its reads is stored in a TEMP at each read, because the read may
  raise.
- Inside a region of depth ``d``, stack slots below ``d`` are stored to their STACK
  variables before the next operation that can raise.
- The entry block of a handler begins with ``s(d) = EXCEPTION``. With ``saves_lasti`` it
  begins with ``s(d) = LASTI`` and ``s(d+1) = EXCEPTION``.
- Tests of branches are leaves or values without ``TRUTH``: ``TRUTH`` and ``not`` are
  folded into the branch. A jump for ``is None`` tests an ``IS`` value.
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
    """Goes to block ``target``; ``explicit`` if the source contains the jump."""

    target: int
    origins: tuple[int, ...] = ()
    explicit: bool = False


@dataclass
class Branch:
    """Goes to ``if_true`` if ``test`` is true, else to ``if_false``.

    ``jumps_if`` is the result of the test for which the original instruction jumps. The
    other arm follows directly in the code.
    """

    test: Value
    if_true: int
    if_false: int
    jumps_if: bool = False
    origins: tuple[int, ...] = ()


@dataclass
class Next:
    """Gets an item from ``iterator``, stores it in ``item``, and goes to ``body``.

    Without an item, it goes to ``exhausted``. The iterator stays in its slot in
    ``body``. The instructions that pop it (END_FOR, POP_ITER) are no operations.
    ``is_async`` is set for ``async for``: the result of ``__anext__`` is awaited, and
    StopAsyncIteration ends the loop.
    """

    iterator: Value
    item: Variable
    body: int
    exhausted: int
    is_async: bool = False
    origins: tuple[int, ...] = ()


@dataclass
class Return:
    """Returns ``value``; ``explicit`` is the form of ``return None`` in the source."""

    value: Value
    origins: tuple[int, ...] = ()
    explicit: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it is ``return None``."""
        return self.value.op is MicroOp.CONST and self.value.payload == Constant(None)


@dataclass
class Raise:
    """Raises an exception: ``raise``, ``raise exception [from cause]``."""

    exception: Value | None = None
    cause: Value | None = None
    origins: tuple[int, ...] = ()


@dataclass
class Reraise:
    """Raises ``exception`` again; ``restores_lasti`` is the argument of RERAISE."""

    exception: Value
    restores_lasti: bool = False
    origins: tuple[int, ...] = ()


@dataclass
class EnterTry:
    """Enters protected region ``region``, whose exceptions go to ``handler``.

    Passes for regions create it. ``kind`` is ``except`` (the handler is a chain of
    `EXC_MATCH` branches, or catches all exceptions), ``except*``, or ``finally``. For
    ``finally``, the handler is the only copy of the body: its copies at normal exits
    are removed.
    """

    body: int
    handler: int
    region: int
    kind: str = "except"
    origins: tuple[int, ...] = ()


@dataclass
class EnterWith:
    """Enters region ``region`` with ``context``; ``target`` gets the result.

    After a suppressed exception, it goes to ``suppressed``.
    """

    body: int
    suppressed: int
    region: int
    context: Value
    target: Variable | None = None
    is_async: bool = False
    origins: tuple[int, ...] = ()


Terminator = Union[Jump, Branch, Next, Return, Raise, Reraise, EnterTry, EnterWith]


#: The fields that contain ids of blocks, in the order of `successors`.
_TARGET_FIELDS: dict[type, tuple[str, ...]] = {
    Jump: ("target",),
    Branch: ("if_true", "if_false"),
    Next: ("body", "exhausted"),
    EnterTry: ("body", "handler"),
    EnterWith: ("body", "suppressed"),
}
#: The fields that contain values, in order of evaluation.
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


# These two tables are used more often than anything else of a graph.
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
    # The only terminator whose values may be None.
    Raise: lambda end: tuple(
        value for value in (end.exception, end.cause) if value is not None
    ),
}


def retarget(terminator: Terminator, old: int, new: int) -> None:
    """Replace ``old`` by ``new`` among the successors, in place."""
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
    """Straight-line code: simple statements and a terminator.

    Args:
        id: unique in its function. It is the offset of the block's first instruction,
            if there is one, so that the order of ids is source order.
        body: statement values (`ir.micro_op.STATEMENTS`).
        terminator: how the block ends.
        region: the id of the innermost protected region, or None.
        depth: the depth of the value stack at the start of the block.
    """

    id: int
    body: list[Value]
    terminator: Terminator
    region: int | None = None
    depth: int = 0

    @property
    def statements(self) -> list[Value]:
        """The body without statements that only record an offset."""
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
        """Rename variables, and the variable that receives a loop's items."""
        self.change_nodes(lambda node: with_variables(node, name))
        if isinstance(self.terminator, Next):
            self.terminator.item = name(self.terminator.item)


@dataclass
class ProtectedRegion:
    """Blocks whose exceptions go to ``handler``.

    Args:
        id: unique in its function.
        handler: the id of the handler's entry block.
        depth: the stack depth that remains when an exception arrives.
        saves_lasti: whether the instruction index is pushed below the exception.
        parent: the region around this one, which also protects the handler's entry.
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
        code: the `bytecode.code_unit.CodeUnit`; this layer does not read it.
        entry: the id of the entry block.
        blocks: the blocks by id.
        regions: the protected regions by id.
        next_temp: the number of the next new TEMP.
        evidence: what the code object shows about its source.
        tests_threaded: jumps that now go past a test of the value that they tested.
        tests_of_parts: jumps that test only the last operand of an `and` or `or`.
        kind: the kind of source that the code was compiled from.
        habits: the behaviours of the compiler that wrote the code.
        tests_copied: headers of loops whose test had a copy.
        view: for the passes of a view, what is known about the objects that the code
            reads.
        analyses: maps names to results that passes keep for later runs. Each pass finds
            out itself what has changed since.
        lifted_operations: the operations that the lifted graph had; None if unknown.
        settled: the `function_state.snapshot` when the value passes had nothing left to
            change.
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
    habits: Habits = Habits()  # immutable
    tests_copied: set[int] = field(default_factory=set)
    view: object = None
    analyses: dict[str, object] = field(default_factory=dict, repr=False, compare=False)
    lifted_operations: frozenset[MicroOp] | None = field(
        default=None, repr=False, compare=False
    )
    settled: object = field(default=None, repr=False, compare=False)

    @property
    def is_lambda(self) -> bool:
        """Whether the source must be a single expression."""
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
        """All nodes of all values, also inside comprehensions."""
        return (node for value in self.values for node in nodes(value))

    def may_hold(self, *operations: MicroOp) -> bool:
        """Return False if the lifted graph had none of these operations."""
        known = self.lifted_operations
        return known is None or not known.isdisjoint(operations)

    def fresh(self) -> Variable:
        """Return a temporary that is not used yet."""
        self.next_temp += 1
        return temporary(self.next_temp - 1)

    def region_chain(self, region: int | None) -> Iterator[int]:
        """Yield ``region`` and the regions around it, innermost first."""
        while region is not None:
            yield region
            region = self.regions[region].parent

    def blocks_in(self, region: int) -> list[int]:
        """Return the ids of the blocks in ``region`` and in regions nested in it."""
        inside: set[int] = set()
        found = {region}
        while found:
            inside |= found
            found = {key for key, one in self.regions.items() if one.parent in found}
        return [block.id for block in self.blocks.values() if block.region in inside]
