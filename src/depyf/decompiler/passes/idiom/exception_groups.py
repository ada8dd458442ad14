"""Turn the code of ``except*`` into the form of ``except``.

CPython keeps a list of the exceptions that clauses raised. It splits the group at each
clause, and raises the remaining exceptions at the end. The statement implies all of
this. Only the chain of type tests remains, each marked as one of ``except*``.

Example (CPython 3.11 to 3.12)::

    def f(a):
        try:
            a()
        except* KeyError as e:
            e()

Before::

    block 3:
        %t1 = exception
        exc_push(%t1)
        %t2 = build[list]
        %t3 = global:KeyError
        exc_group_match[%t4, %t5](%t1, %t3)
        %t6 = %t1
        %t7 = %t2
        %t8 = %t4
        %t9 = %t5
        branch is[False](%t5, None) ? 4 : 5
    block 5 depth 5:
        e = %t9
        jump 6
    block 6 depth 4 in region 1:
        %t10 = call[](e)
        evaluate(%t10)
        jump 7
    block 7 depth 4:
        e = None
        delete[e]
        jump 8
    block 9 depth 4:
        %t11 = lasti
        %t12 = exception
        e = None
        delete[e]
        add[list](%t7, %t12)
        jump 10
    block 10 depth 4:
        add[list](%t7, %t8)
        %t13 = intrinsic[prep_reraise_star](%t6, %t7)
        %t14 = %t13
        branch is[False](%t13, None) ? 11 : 12
    block 12 depth 2:
        exc_pop
        reraise %t14
    region 1: handler 9 depth 4 lasti

After::

    block 3:
        %t1 = exception
        exc_push(%t1)
        %t3 = global:KeyError
        %t15 = exc_match[*](%t1, %t3)
        branch %t15 ? 5 : 10
    block 5 depth 5:
        e = %t1
        jump 6
    block 13 depth 2:
        exc_pop
        return None
    block 6 depth 4:
        %t10 = call[](e)
        evaluate(%t10)
        jump 13
    block 7 depth 4:
        jump 8
    block 9 depth 4:
        %t11 = lasti
        %t12 = exception
        e = None
        delete[e]
        jump 10
    block 10 depth 4:
        branch exc_match[behind](%t1, %t1) ? 14 : 15
    block 15 depth 4:
        reraise %t1
    block 14 depth 2:
        exc_pop
        return None
    block 12 depth 2:
        exc_pop
        reraise %t13
"""

from __future__ import annotations

from dataclasses import replace

from depyf.decompiler.analysis.blocks import dissolve, exits, free_id
from depyf.decompiler.analysis.handlers import caught_exception
from depyf.decompiler.analysis.jump_threading import path, through_empty
from depyf.decompiler.analysis.traversal import blocks_from, flow_graph, reachable
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import UnpackShape, Value, Variable, load, store
from depyf.decompiler.passes import copy_propagation
from depyf.decompiler.passes.coalescing import renamed

#: Payload of an EXC_MATCH that is a clause of ``except*``.
STAR = "*"
#: Payload of an EXC_MATCH that leads to the code after a statement whose clauses all
#: raise.
BEHIND = "behind"


def run(function: cfg.Function) -> bool:
    """Rewrite all handlers of exception groups; return whether anything changed."""
    entries = [
        block
        for block in function.blocks.values()
        if _group_match(block) is not None and caught_exception(block) is not None
    ]
    if entries:
        copy_propagation.run(function)
    changed = [_Handler(function, block).run() for block in entries]
    return any(changed)


def _group_match(block: cfg.BasicBlock) -> Value | None:
    for statement in block.body:
        if statement.op is MicroOp.EXC_GROUP_MATCH:
            return statement
    return None


class _Handler:
    """Rewrites one handler of exception groups."""

    def __init__(self, function: cfg.Function, entry: cfg.BasicBlock) -> None:
        exception = caught_exception(entry)
        assert exception is not None
        self._function = function
        self._entry = entry
        self._exception = exception
        self._groups = {exception}
        self._tests: list[cfg.BasicBlock] = []

    def run(self) -> bool:
        """Rewrite the handler; return whether that was possible."""
        raised = self._list()
        if raised is None or not self._find_tests():
            return False
        final = self._final()
        if final is None:
            return False
        end = final.terminator
        assert isinstance(end, cfg.Branch)
        self._dissolve_clauses(raised)
        self._forget(raised)
        done = end.if_true
        final.body, final.terminator = [], cfg.Reraise(load(self._exception))
        for block in self._tests:
            self._rewrite_test(block, done)
        self._rename()
        self._keep_end(final, done)
        return True

    def _keep_end(self, final: cfg.BasicBlock, done: int) -> None:
        """Keep the code after the statement reachable, even if all clauses raise.

        The compiler does not know that this code is unreachable, and keeps it.
        """
        end = self._function.blocks[done].terminator
        after = set(cfg.successors(end))
        reached = reachable(flow_graph(self._function), self._function.entry)
        copies = {
            block.id
            for block in self._function.blocks.values()
            if block.id != done and block.terminator == end and block.id in reached
        }
        if copies or after & reached:
            return
        exception = load(self._exception)
        behind = Value(MicroOp.EXC_MATCH, (exception, exception), BEHIND)
        raising = replace(final, id=free_id(self._function, final.id, 1))
        self._function.blocks[raising.id] = raising
        final.terminator = cfg.Branch(
            behind, self._copy(final.id, done), raising.id, jumps_if=False
        )

    def _list(self) -> Variable | None:
        """Return the variable with the list of exceptions raised in clauses."""
        for statement in self._entry.body:
            if statement.op is MicroOp.STORE:
                value = statement.operands[0]
                if value.op is MicroOp.BUILD and value.payload == "list":
                    return statement.variable if not value.operands else None
        return None

    def _find_tests(self) -> bool:
        for block in blocks_from(self._function, self._entry.id):
            match = _group_match(block)
            if match is not None and self._is_group(match.operands[0]):
                shape = match.payload
                if not isinstance(shape, UnpackShape) or not _splits(block):
                    return False
                self._groups |= set(shape.targets)
                self._tests.append(block)
        return bool(self._tests)

    def _is_group(self, value: Value) -> bool:
        return value.loaded in self._groups

    def _final(self) -> cfg.BasicBlock | None:
        """Return the block that raises the exceptions that no ``except*`` handled."""
        for block in self._function.blocks.values():
            for statement in block.body:
                value = statement.operands[0] if statement.operands else statement
                if (
                    value.op is MicroOp.INTRINSIC
                    and value.payload == "prep_reraise_star"
                    and self._is_group(value.operands[0])
                    and isinstance(block.terminator, cfg.Branch)
                ):
                    return block
        return None

    def _dissolve_clauses(self, raised: Variable) -> None:
        """Remove the regions that catch exceptions raised in a clause."""
        for key, region in list(self._function.regions.items()):
            handler = self._function.blocks[region.handler]
            if not any(self._adds(s, raised) for s in handler.body):
                continue
            name = next(
                (s.variable for s in handler.body if s.op is MicroOp.DELETE), None
            )
            if name is not None:
                for block in exits(self._function, set(self._function.blocks_in(key))):
                    _without_clean_up(self._function.blocks[block], name)
            dissolve(self._function, key)

    def _adds(self, statement: Value, raised: Variable) -> bool:
        return statement.op is MicroOp.ADD and statement.operands[0].loaded == raised

    def _forget(self, raised: Variable) -> None:
        """Remove the list of raised exceptions."""
        for block in self._function.blocks.values():
            block.body = [
                statement
                for statement in block.body
                if not self._adds(statement, raised)
                and not (statement.op is MicroOp.STORE and statement.variable == raised)
            ]

    def _rewrite_test(self, block: cfg.BasicBlock, done: int) -> None:
        end = block.terminator
        assert isinstance(end, cfg.Branch)
        clause, following = end.if_false, self._threaded(end.if_true)
        for index, statement in enumerate(block.body):
            if statement.op is MicroOp.EXC_GROUP_MATCH:
                kind = statement.operands[1]
                value = Value(
                    MicroOp.EXC_MATCH,
                    (load(self._exception), kind),
                    STAR,
                    statement.origins,
                )
                test = self._function.fresh()
                block.body[index] = store(test, value)
                block.terminator = cfg.Branch(
                    load(test), clause, following, False, end.origins
                )
        self._leave(clause, following, done)

    def _leave(self, clause: int, following: int, done: int) -> None:
        """Let a clause end after all clauses, instead of at the next one."""
        done = self._copy(clause, done)
        if self._threaded(clause) == following:
            empty = self._function.blocks[clause]
            empty.terminator = cfg.Jump(done)
            return
        around = set(self._function.region_chain(self._entry.region))
        pending, seen = [clause], {clause}
        while pending:
            block = self._function.blocks[pending.pop()]
            for target in cfg.successors(block.terminator):
                if self._threaded(target) == following:
                    cfg.retarget(block.terminator, target, done)
                elif target not in seen:
                    seen.add(target)
                    pending.append(target)
            for region in self._function.region_chain(block.region):
                handler = self._function.regions[region].handler
                if region not in around and handler not in seen:
                    seen.add(handler)
                    pending.append(handler)

    def _copy(self, clause: int, done: int) -> int:
        """Return a copy of the block that clears the exception, for one clause."""
        block = self._function.blocks[done]
        own = replace(
            block,
            id=free_id(self._function, clause, 1),
            body=list(block.body),
            terminator=replace(block.terminator),
        )
        self._function.blocks[own.id] = own
        return own.id

    def _threaded(self, target: int) -> int:
        return path(target, through_empty(self._function.blocks))[-1]

    def _rename(self) -> None:
        """Use one variable for the group in all its states."""
        names = dict.fromkeys(self._groups, self._exception)
        for block in self._function.blocks.values():
            block.body = [
                statement
                for statement in block.body
                if not (
                    statement.op is MicroOp.STORE
                    and statement.variable in names
                    and statement.variable != self._exception
                )
            ]
            block.change_values(lambda value: renamed(value, names))


def _splits(block: cfg.BasicBlock) -> bool:
    """Return whether the block ends by testing whether any exception matched."""
    end = block.terminator
    return (
        isinstance(end, cfg.Branch)
        and end.test.op is MicroOp.IS
        and end.test.payload is False
        and end.test.operands[1].payload == Constant(None)
    )


def _without_clean_up(block: cfg.BasicBlock, name: Variable) -> None:
    """Remove ``name = None; del name`` from the start of a block."""
    mine = [
        statement
        for statement in block.statements[:2]
        if statement.op in (MicroOp.STORE, MicroOp.DELETE) and statement.payload == name
    ]
    if {s.op for s in mine} == {MicroOp.STORE, MicroOp.DELETE}:
        block.body = [s for s in block.body if not any(s is m for m in mine)]
