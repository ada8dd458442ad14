"""Where temporaries (TEMP and STACK variables) are written and read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Counter as CounterType
from typing import Iterator

from depyf.ir.function import (
    BasicBlock,
    Branch,
    Function,
    Next,
    Raise,
    Reraise,
    Return,
    Terminator,
)
from depyf.ir.micro_op import MicroOp
from depyf.ir.value import (
    Comprehension,
    UnpackShape,
    Value,
    Variable,
)


def nodes(value: Value) -> Iterator[Value]:
    """Yields every node of the tree, inside of comprehensions, too."""
    for node in value.walk():
        yield node
        if isinstance(node.payload, Comprehension):
            for part in comprehension_values(node.payload):
                yield from nodes(part)


def comprehension_values(comprehension: Comprehension) -> Iterator[Value]:
    """Yields the values a comprehension is made of."""
    for clause in comprehension.clauses:
        yield clause.iterable
        yield clause.target
        yield from clause.conditions
    yield from comprehension.item


def written(statement: Value) -> list[Variable]:
    """Variables that the root of ``statement`` and targets inside it write."""
    found = []
    for node in nodes(statement):
        if (
            node.op in (MicroOp.STORE, MicroOp.DELETE, MicroOp.TARGET, MicroOp.WALRUS)
            or node.op is MicroOp.SAVE_LOCAL
            or node.op is MicroOp.DEFINE
        ):
            found.append(node.variable)
        elif isinstance(node.payload, UnpackShape):
            found.extend(node.payload.targets)
    return found


def read(statement: Value) -> list[Variable]:
    """Variables that the tree reads."""
    return [
        node.variable
        for node in nodes(statement)
        if node.op in (MicroOp.LOAD, MicroOp.SAVE_LOCAL)
    ]


def terminator_values(terminator: Terminator) -> list[Value]:
    """The values a terminator evaluates, in order."""
    if isinstance(terminator, Branch):
        return [terminator.test]
    if isinstance(terminator, Next):
        return [terminator.iterator]
    if isinstance(terminator, Return):
        return [terminator.value]
    if isinstance(terminator, Reraise):
        return [terminator.exception]
    if isinstance(terminator, Raise):
        both = (terminator.exception, terminator.cause)
        return [value for value in both if value is not None]
    return []


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
