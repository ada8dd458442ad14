"""Facts for the value passes: the ends of blocks, and predecessors and uses."""

from __future__ import annotations

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.commute import summarize
from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable
from depyf.records import dataclass


def assigned_value(block: cfg.BasicBlock) -> tuple[Variable, Value] | None:
    """Return ``(t, e)`` if the block is only ``t = e`` for a temporary and a jump."""
    body = block.statements
    if len(body) != 1 or body[0].op is not MicroOp.STORE:
        return None
    if not isinstance(block.terminator, cfg.Jump) or not body[0].variable.is_temporary:
        return None
    return body[0].variable, body[0].operands[0]


def last_definition(
    block: cfg.BasicBlock, tested: Variable | None = None
) -> tuple[Variable, Value] | None:
    """Return ``(t, e)`` if the body ends with ``t = e`` for a temporary.

    With ``tested``, find the definition of that variable, and move it to the end of the
    body. Code after it must not be affected by the move.
    """
    for index in range(len(block.body) - 1, -1, -1):
        statement = block.body[index]
        if statement.op is MicroOp.ORIGIN:
            continue
        if not statement.stores_temporary:
            return None
        if tested is None or statement.variable == tested:
            block.body.append(block.body.pop(index))
            return statement.variable, statement.operands[0]
        summary = summarize(statement)
        if summary.is_ordered or tested in summary.reads:
            return None
    return None


def replace_last_definition(block: cfg.BasicBlock, value: Value) -> None:
    """Replace the value of the definition that `last_definition` found."""
    for index in range(len(block.body) - 1, -1, -1):
        if block.body[index].op is MicroOp.STORE:
            old = block.body[index]
            block.body[index] = Value(
                old.op, (value,), old.payload, old.origins | value.origins
            )
            return


def branch_of(block: cfg.BasicBlock) -> cfg.Branch | None:
    """Return the branch at the end of a block; None if it has no branch."""
    return block.terminator if isinstance(block.terminator, cfg.Branch) else None


#: The operations of an arm that is part of an expression; a value may be dropped.
_OF_EXPRESSION = (MicroOp.STORE, MicroOp.EVALUATE)


def may_be_expression(function: cfg.Function, block: cfg.BasicBlock) -> bool:
    """Return whether a block's branch may be part of an expression (quick test)."""
    end = branch_of(block)
    if end is None or end.test.op in (MicroOp.LOAD, MicroOp.CONST):
        return end is not None
    for target in (end.if_true, end.if_false):
        arm = function.blocks[target]
        if branch_of(arm):
            return True
        body = arm.statements if isinstance(arm.terminator, cfg.Jump) else []
        if len(body) == 1 and body[0].op in _OF_EXPRESSION:
            return True
    return False


def has_pattern(test: Value) -> bool:
    """Return whether a test contains a ``case`` pattern, which only a guard may follow.

    The type test of an ``except`` clause is not part of an expression either.
    """
    return test.op in (MicroOp.MATCHES, MicroOp.EXC_MATCH) or (
        test.op in (MicroOp.AND, MicroOp.OR, MicroOp.UNARY)
        and any(map(has_pattern, test.operands))
    )


def is_guard(
    inner: int, first: cfg.Branch, test: Value, function: cfg.Function
) -> bool:
    """Return whether a test after a pattern is the guard of the pattern."""
    pattern = first.test
    found = _first_part(pattern)
    if found.op is not MicroOp.MATCHES or inner != first.if_true:
        return False
    other = branch_of(function.blocks[first.if_false])
    following = None if other is None else _first_part(other.test)
    if following is not None and following.op is MicroOp.MATCHES:
        if following.operands[0].payload == found.operands[0].payload:
            return True
    return not function.evidence.stood_below(test.all_origins(), pattern.all_origins())


def _first_part(test: Value) -> Value:
    return test.operands[0] if test.op is MicroOp.AND else test


@dataclass
class FlowFacts:
    """A function, with facts that the value passes need, kept up to date."""

    function: cfg.Function
    preds: dict[int, list[int]]
    usage: Usage
    handlers: dict[int, int]

    @classmethod
    def of(cls, function: cfg.Function) -> FlowFacts:
        """Compute predecessors, uses and handler entries."""
        handlers = {region.handler: key for key, region in function.regions.items()}
        preds = preceding_blocks(function)
        return cls(function, preds, Usage.of(function), handlers)

    def update(self) -> None:
        """Compute the facts again, after changes that were not reported."""
        self.preds = preceding_blocks(self.function)
        self.usage = Usage.of(self.function)

    def only_from(self, block: cfg.BasicBlock, source: cfg.BasicBlock) -> bool:
        """Return whether only ``source`` leads to ``block``, in the same region."""
        return (
            self.preds[block.id] == [source.id]
            and block.region == source.region
            and block.id not in self.handlers
            and block.id != self.function.entry
            and block is not source
        )

    def set_terminator(self, block: cfg.BasicBlock, terminator: cfg.Terminator) -> None:
        """Replace a terminator, and update the predecessors."""
        self._forget(block)
        block.terminator = terminator
        for target in dict.fromkeys(cfg.successors(block.terminator)):
            self.preds[target].append(block.id)

    def _forget(self, block: cfg.BasicBlock) -> None:
        for target in set(cfg.successors(block.terminator)):
            if target in self.preds:
                # Copied, because a caller may be iterating over the list. Searched from
                # its end, because passes visit the last block first.
                sources = self.preds[target] = list(self.preds[target])
                places = range(len(sources) - 1, -1, -1)
                place = next((p for p in places if sources[p] == block.id), None)
                if place is not None:
                    del sources[place]

    def remove(self, block: cfg.BasicBlock) -> None:
        """Remove an unreachable block."""
        self._forget(block)
        del self.function.blocks[block.id]
        del self.preds[block.id]

    def is_dead_at(self, variable: Variable, start: int) -> bool:
        """Return whether ``variable`` is written before every read after ``start``."""
        pending, seen = [start], {start}
        while pending:
            block = self.function.blocks[pending.pop()]
            state = _first_access(block, variable)
            if state == "read":
                return False
            if state == "write":
                continue
            for target in cfg.successors(block.terminator):
                if target not in seen:
                    seen.add(target)
                    pending.append(target)
        return True


def _first_access(block: cfg.BasicBlock, variable: Variable) -> str | None:
    for statement in block.body:
        if variable in read(statement):
            return "read"
        if variable in written(statement):
            return "write"
    if any(
        variable in read(value) for value in cfg.terminator_values(block.terminator)
    ):
        return "read"
    # The store of a `Next` does not count, because it happens on only one edge.
    return None
