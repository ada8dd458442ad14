"""Where temporaries (TEMP and STACK variables) are written and read."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, List, Optional, Tuple
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
_MAY_WRITE = _WRITERS | {MicroOp.UNPACK, MicroOp.EXC_GROUP_MATCH}


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
            if node.op in _READERS:
                reads.append(node.variable)
            if node.op in _MAY_WRITE:
                writes.extend(own_writes(node))
        kept = (tuple(writes), tuple(reads))
        statement.__dict__["_accesses"] = kept
    return kept


@dataclass
class Usage:
    """How often each variable is written and read in a function."""

    writes: defaultdict[Variable, int] = field(
        default_factory=partial(defaultdict, int)
    )
    reads: defaultdict[Variable, int] = field(default_factory=partial(defaultdict, int))

    @classmethod
    def of(cls, function: Function) -> Usage:
        """Counts over all blocks; those that did not change are not counted again."""
        counted = function.analyses.get("usage")
        if not isinstance(counted, _Counted):
            counted = function.analyses["usage"] = _Counted(cls())
        counted.update(function)
        return cls(counted.usage.writes.copy(), counted.usage.reads.copy())

    def add(self, content: _Content, sign: int = 1) -> None:
        """Adds (or with ``sign`` -1 removes) the counts of one block."""
        values, item = content
        for value in values:
            self.add_statement(value, sign)
        if item is not None:
            self.writes[item] += sign

    def add_statement(self, statement: Value, sign: int = 1) -> None:
        """Adds the counts of one tree."""
        writes, reads = _accesses(statement)
        for variable in writes:
            self.writes[variable] += sign
        for variable in reads:
            self.reads[variable] += sign

    def is_single(self, variable: Variable) -> bool:
        """True for a temporary written once and read once."""
        return (
            variable.is_temporary
            and self.writes[variable] == 1
            and self.reads[variable] == 1
        )


#: What is counted of a block: its values, and the variable that it is a loop over.
_Content = Tuple[List[Value], Optional[Variable]]


def _content(block: BasicBlock) -> _Content:
    end = block.terminator
    item = end.item if isinstance(end, Next) else None
    return [*block.body, *terminator_values(end)], item


@dataclass
class _Counted:
    """The usage of a function as it was counted last, and what was counted.

    Passes ask for it again and again while most blocks stay as they are; that they
    do is seen from their values, which are the same objects then.
    """

    usage: Usage
    blocks: dict[int, _Content] = field(default_factory=dict)

    def update(self, function: Function) -> None:
        """Counts what changed since."""
        gone = self.blocks.keys() - function.blocks.keys()
        for block_id in gone:
            self.usage.add(self.blocks.pop(block_id), -1)
        for block in function.blocks.values():
            content = _content(block)
            before = self.blocks.get(block.id)
            if content == before:
                continue
            if before is not None:
                self.usage.add(before, -1)
            self.usage.add(content)
            self.blocks[block.id] = content


def count_reads(body: list[Statement]) -> CounterType[Variable]:
    """How often each variable is read in a statement tree."""
    counter: CounterType[Variable] = Counter()
    for statement in walk(body):
        for value in values(statement):
            counter.update(read(value))
    return counter
