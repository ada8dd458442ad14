"""Predecessors and uses of a function, kept up to date while a pass changes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.traversal import flow_graph, predecessors
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.function import (
    BasicBlock,
    Function,
    Terminator,
    successors,
    terminator_values,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Variable


@dataclass
class FlowFacts:
    """A function with what the value passes ask about it, kept up to date."""

    function: Function
    preds: dict[int, list[int]]
    usage: Usage
    handlers: dict[int, int]

    @classmethod
    def of(cls, function: Function) -> FlowFacts:
        """Reads predecessors, uses and handler entries."""
        handlers = {region.handler: key for key, region in function.regions.items()}
        preds = predecessors(flow_graph(function))
        return cls(function, preds, Usage.of(function), handlers)

    def update(self) -> None:
        """Reads it again after other changes than those that it is told of."""
        self.preds = predecessors(flow_graph(self.function))
        self.usage = Usage.of(self.function)

    def only_from(self, block: BasicBlock, source: BasicBlock) -> bool:
        """True if ``block`` is reached from ``source`` alone, in the same region."""
        return (
            self.preds[block.id] == [source.id]
            and block.region == source.region
            and block.id not in self.handlers
            and block.id != self.function.entry
            and block is not source
        )

    def set_terminator(self, block: BasicBlock, terminator: Terminator) -> None:
        """Replaces a terminator and keeps the predecessors right."""
        self._forget(block)
        block.terminator = terminator
        for target in dict.fromkeys(successors(block.terminator)):
            self.preds[target].append(block.id)

    def _forget(self, block: BasicBlock) -> None:
        for target in set(successors(block.terminator)):
            if target in self.preds:
                # Lists may be long, and others may be going through this one. Passes
                # sweep from the last block, so what goes stands near the end.
                sources = self.preds[target] = list(self.preds[target])
                places = range(len(sources) - 1, -1, -1)
                place = next((p for p in places if sources[p] == block.id), None)
                if place is not None:
                    del sources[place]

    def remove(self, block: BasicBlock) -> None:
        """Drops a block that nothing reaches any more."""
        self._forget(block)
        del self.function.blocks[block.id]
        del self.preds[block.id]

    def is_dead_at(self, variable: Variable, start: int) -> bool:
        """True if no path from the start of ``start`` reads ``variable`` first."""
        pending, seen = [start], {start}
        while pending:
            block = self.function.blocks[pending.pop()]
            state = _first_access(block, variable)
            if state == "read":
                return False
            if state == "write":
                continue
            for target in successors(block.terminator):
                if target not in seen:
                    seen.add(target)
                    pending.append(target)
        return True


def _first_access(block: BasicBlock, variable: Variable) -> str | None:
    for statement in block.body:
        if variable in read(statement):
            return "read"
        if variable in written(statement):
            return "write"
    if any(variable in read(value) for value in terminator_values(block.terminator)):
        return "read"
    # What a `Next` stores is no write here: it stores it on one of its two ways.
    return None
