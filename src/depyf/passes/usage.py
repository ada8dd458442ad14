"""Where temporaries (TEMP and STACK variables) are written and read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Tuple
from typing import Counter as CounterType

from depyf.ir.function import (
    BasicBlock,
    Function,
    Next,
    terminator_values,
)
from depyf.ir.micro_op import MicroOp
from depyf.ir.statement_tree import values, walk
from depyf.ir.value import (
    UnpackShape,
    Value,
    Variable,
    nodes,
)

if TYPE_CHECKING:
    from depyf.ir.statement import Statement

_WRITERS = frozenset(
    {
        MicroOp.STORE,
        MicroOp.DELETE,
        MicroOp.TARGET,
        MicroOp.WALRUS,
        MicroOp.SAVE_LOCAL,
        MicroOp.DEFINE,
    }
)
_READERS = frozenset({MicroOp.LOAD, MicroOp.SAVE_LOCAL})


def own_writes(node: Value) -> tuple[Variable, ...]:
    """Variables that the operation itself writes, without its operands."""
    if node.op in _WRITERS:
        return (node.variable,)
    if isinstance(node.payload, UnpackShape):
        return node.payload.targets
    return ()


def own_reads(node: Value) -> tuple[Variable, ...]:
    """Variables that the operation itself reads, without its operands."""
    return (node.variable,) if node.op in _READERS else ()


def written(statement: Value) -> tuple[Variable, ...]:
    """Variables that the root of ``statement`` and targets inside it write."""
    return _accesses(statement)[0]


def read(statement: Value) -> tuple[Variable, ...]:
    """Variables that the tree reads, once for each read."""
    return _accesses(statement)[1]


_Accesses = Tuple[Tuple[Variable, ...], Tuple[Variable, ...]]


def _accesses(statement: Value) -> _Accesses:
    """Writes and reads of the tree, kept on its root, as trees are immutable."""
    kept: _Accesses | None = statement.__dict__.get("_accesses")
    if kept is None:
        writes: list[Variable] = []
        reads: list[Variable] = []
        for node in nodes(statement):
            writes.extend(own_writes(node))
            reads.extend(own_reads(node))
        kept = (tuple(writes), tuple(reads))
        object.__setattr__(statement, "_accesses", kept)
    return kept


@dataclass
class Usage:
    """How often each variable is written and read in a function."""

    writes: CounterType[Variable] = field(default_factory=Counter)
    reads: CounterType[Variable] = field(default_factory=Counter)

    @classmethod
    def of(cls, function: Function) -> Usage:
        """Counts over all blocks."""
        usage = cls()
        for block in function.blocks.values():
            usage.add_block(block)
        return usage

    def add_block(self, block: BasicBlock, sign: int = 1) -> None:
        """Adds (or with ``sign`` -1 removes) the counts of one block."""
        for statement in block.body:
            self.add_statement(statement, sign)
        if isinstance(block.terminator, Next):
            self.writes[block.terminator.item] += sign
        for value in terminator_values(block.terminator):
            self.add_statement(value, sign)

    def add_statement(self, statement: Value, sign: int = 1) -> None:
        """Adds the counts of one tree."""
        for variable in written(statement):
            self.writes[variable] += sign
        for variable in read(statement):
            self.reads[variable] += sign

    def is_single(self, variable: Variable) -> bool:
        """True for a temporary written once and read once."""
        return (
            variable.is_temporary
            and self.writes[variable] == 1
            and self.reads[variable] == 1
        )


def count_reads(body: list[Statement]) -> CounterType[Variable]:
    """How often each variable is read in a statement tree."""
    counter: CounterType[Variable] = Counter()
    for statement in walk(body):
        for value in values(statement):
            counter.update(read(value))
    return counter
