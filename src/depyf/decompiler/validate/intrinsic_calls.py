"""Replace calls of intrinsics in recompiled source by the operations themselves.

Example (CPython 3.12 to 3.15)::

    def f(a):
        try:
            a()
        except KeyError:
            a.b()

Before::

    block 6:
        $s0 = exception
        exc_push($s0)
        origin
        origin
        origin
        %t2 = call[](<built-in function exc_info>)
        %t3 = item(%t2, 1)
        tmp_0 = %t3
        origin
        origin
        origin
        %t4 = global:KeyError
        %t5 = call[_,_](<function exception_matches>, tmp_0, %t4)
        branch %t5 ? 7 : 8
    block 8 depth 1:
        raise

After::

    block 6:
        $s0 = exception
        exc_push($s0)
        origin
        origin
        origin
        %t3 = $s0
        tmp_0 = %t3
        origin
        origin
        origin
        %t4 = global:KeyError
        %t5 = exc_match(tmp_0, %t4)
        branch %t5 ? 7 : 8
    block 8 depth 1:
        reraise $s0

A ``raise`` without exception, and ``exc_info()[1]``, use the exception being handled.
If a variable is known to contain it, they become RERAISE and a copy.
"""

from __future__ import annotations

from typing import Mapping, Optional, Tuple

from depyf import intrinsics
from depyf.decompiler.analysis.accesses import written
from depyf.decompiler.analysis.handlers import is_clean_up
from depyf.decompiler.analysis.traversal import preceding_blocks
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir import intrinsic_operations
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, Value, Variable, VariableKind, load

#: The variables with the exceptions being handled, innermost last, each with the stack
#: depth of its handler. None if paths meet that have different ones.
_Handled = Optional[Tuple[Tuple[Variable, int], ...]]


def run(function: cfg.Function) -> None:
    """Rewrite newly lifted code in place."""
    depths = {one.handler: one.depth for one in function.regions.values()}
    handled = _handled_at(function, depths)
    if _holds_intrinsics(function):
        loaded = _LoadedIntrinsics(function)
        usage = Usage.of(function)
        called = {block.id: loaded.calls(block) for block in function.blocks.values()}
        for block in function.blocks.values():
            state = handled.get(block.id), depths.get(block.id)
            _Calls(block, called[block.id], usage, *state).run()
    for block in function.blocks.values():
        _reraise(block, handled.get(block.id), depths.get(block.id))
        if block.id in depths:
            _forget_useless_push(block)


def _holds_intrinsics(function: cfg.Function) -> bool:
    constants = getattr(function.code, "consts", None)
    if constants is not None:  # all constants of the code
        return any(intrinsic_operations.known(one) is not None for one in constants)
    return any(
        isinstance(node.payload, Constant)
        and intrinsic_operations.known(node.payload.value) is not None
        for statement in function.statements
        for node in statement.walk()
    )


class _LoadedIntrinsics:
    """Finds called intrinsics, which earlier blocks may have loaded."""

    def __init__(self, function: cfg.Function) -> None:
        self._function = function
        self._before = preceding_blocks(function)
        self._starts = {region.handler for region in function.regions.values()}
        self._starts.add(function.entry)

    def calls(self, block: cfg.BasicBlock) -> dict[int, object]:
        """Map the index of each statement that calls an intrinsic to the intrinsic."""
        found: dict[int, object] = {}
        for index, statement in enumerate(block.body):
            if statement.op is not MicroOp.STORE:
                continue
            value = statement.operands[0]
            shape = value.payload
            if not isinstance(shape, CallShape) or any(shape.arguments):
                continue
            called = value.operands[0]
            if called.op is MicroOp.LOAD:
                intrinsic = self._at(block, index, called.variable)
            else:
                intrinsic = _intrinsic(called)
            if intrinsic is not None:
                found[index] = intrinsic
        return found

    def _at(
        self, block: cfg.BasicBlock, index: int, variable: Variable
    ) -> object | None:
        """Return the intrinsic that a variable surely contains before a statement."""
        found: object | None = None
        pending = [(block.id, index, variable)]
        seen = set(pending)
        while pending:
            block_id, end, name = pending.pop()
            body = self._function.blocks[block_id].body
            writers = [i for i in range(end) if name in written(body[i])]
            if writers:
                constant = self._stored(body[writers[-1]])
                if isinstance(constant, Variable):
                    after = (block_id, writers[-1], constant)
                    if after not in seen:
                        seen.add(after)
                        pending.append(after)
                    continue
                if constant is None or (found is not None and constant is not found):
                    return None
                found = constant
                continue
            if block_id in self._starts:
                return None
            for source in self._before[block_id]:
                length = len(self._function.blocks[source].body)
                if (source, length, name) not in seen:
                    seen.add((source, length, name))
                    pending.append((source, length, name))
        return found

    def _stored(self, statement: Value) -> object | None:
        """Return the intrinsic that a statement stores, or the variable it copies."""
        if statement.op is not MicroOp.STORE:
            return None
        value = statement.operands[0]
        if value.op is not MicroOp.LOAD:
            return _intrinsic(value)
        return value.variable if value.variable.is_temporary else None


def _intrinsic(value: Value) -> object | None:
    """Return the intrinsic that a value is, or None."""
    constant = value.payload
    if value.op is not MicroOp.CONST or not isinstance(constant, Constant):
        return None
    return intrinsic_operations.known(constant.value)


class _Calls:
    """Rewrites the calls of intrinsics in one block."""

    def __init__(
        self,
        block: cfg.BasicBlock,
        called: Mapping[int, object],
        usage: Usage,
        handled: _Handled,
        depth: int | None,
    ) -> None:
        self._block = block
        self._called = called
        self._usage = usage
        self._handled = handled
        self._depth = depth
        self._marked: dict[Variable, object] = {}
        self._merged: list[Value] = []
        self._infos: dict[Variable, tuple[Variable, int]] = {}

    def run(self) -> None:
        """Rewrite the block."""
        kept: list[Value] = []
        for index, statement in enumerate(self._block.body):
            changed = self._changed(statement, self._called.get(index))
            if changed is not None:
                kept.append(changed)
            self._handled = _after(statement, self._handled, self._depth)
        self._block.body = kept

    def _changed(self, statement: Value, function: object | None) -> Value | None:
        """Return the statement in the form to compare; None to remove it.

        The variable of a removed statement has no value. If the source uses it in
        another way than expected, validation rejects the source.
        """
        if statement.op is MicroOp.EVALUATE and statement.operands[0] in self._merged:
            return None
        if statement.op is not MicroOp.STORE:
            return statement
        value, target = statement.operands[0], statement.variable
        if function is None:
            return self._consumer(statement, value)
        arguments = value.operands[1:]
        if function is intrinsic_operations.HANDLED and self._handled and not arguments:
            self._infos[target] = self._handled[-1]
            return None
        if function is intrinsics.merge_keywords and self._usage.is_single(target):
            self._merged.append(load(target))
            return Value(MicroOp.EXTEND, arguments, "call", statement.origins)
        is_mark = function in intrinsic_operations.AWAITED or (
            function is intrinsics.ongoing and self._usage.is_single(target)
        )
        if is_mark and len(arguments) == 1:
            self._marked[target] = function
            return _stored(statement, arguments[0])
        operation = _operation(function, value)
        return statement if operation is None else _stored(statement, operation)

    def _consumer(self, statement: Value, value: Value) -> Value:
        """Rewrite a statement that uses a marked value or a result of ``exc_info``."""
        first = value.operands[0] if value.operands else value
        if first.op is not MicroOp.LOAD:
            return statement
        info = self._infos.get(first.variable)
        if info is not None and value.op is MicroOp.ITEM and self._handled:
            is_second = value.operands[1].payload == Constant(1)
            if is_second and info in self._handled:
                return _stored(statement, load(info[0]))
        mark = self._marked.get(first.variable)
        if mark is intrinsics.ongoing and value.op in (MicroOp.ITER, MicroOp.AITER):
            return _stored(statement, first)
        payload = intrinsic_operations.AWAITED.get(mark)
        if value.op is MicroOp.AWAIT and payload is not None:
            return _stored(statement, Value(value.op, (first,), payload))
        return statement


def _operation(function: object, call: Value) -> Value | None:
    found = intrinsic_operations.OPERATIONS.get(function)
    if found is None:
        return None
    arguments: tuple[Value, ...] = call.operands[1:]
    op = found[0]
    payload: object = found[1]
    if op in intrinsic_operations.WITH_PAYLOAD:
        last = arguments[-1]
        if not isinstance(last.payload, Constant):
            return None
        arguments, payload = arguments[:-1], last.payload.value
    return Value(op, arguments, payload)


def _stored(statement: Value, value: Value) -> Value:
    return Value(MicroOp.STORE, (value,), statement.payload, statement.origins)


# -- the handled exception -----------------------------------------------------------


def _handled_at(
    function: cfg.Function, depths: Mapping[int, int]
) -> dict[int, _Handled]:
    """Return the exceptions being handled at the start of each reachable block."""
    found: dict[int, _Handled] = {function.entry: ()}
    if not function.regions:
        return found
    pending = [function.entry]
    while pending:
        block = function.blocks[pending.pop()]
        current = found[block.id]
        arrivals: list[tuple[int, _Handled]] = []
        for statement in block.body:
            if block.region is not None:
                arrivals.append(_thrown(function, block.region, current))
            current = _after(statement, current, depths.get(block.id))
        if block.region is not None:
            arrivals.append(_thrown(function, block.region, current))
        arrivals += [(target, current) for target in cfg.successors(block.terminator)]
        for target, state in arrivals:
            if target not in found:
                found[target] = state
                pending.append(target)
            elif found[target] != state and found[target] is not None:
                found[target] = None
                pending.append(target)
    return found


def _thrown(
    function: cfg.Function, region: int, handled: _Handled
) -> tuple[int, _Handled]:
    """Return the handler of a region, and the exceptions being handled there."""
    data = function.regions[region]
    if handled is not None:
        handled = tuple(one for one in handled if one[1] < data.depth)
    return data.handler, handled


def _after(statement: Value, handled: _Handled, depth: int | None) -> _Handled:
    """Return the exceptions being handled after a statement.

    Args:
        statement: the statement.
        handled: the exceptions being handled before it.
        depth: the stack depth of the handler, if the block is a handler's first one.
    """
    if handled is None:
        return None
    if statement.op is MicroOp.EXC_PUSH:
        leaf = statement.operands[0]
        if leaf.op is not MicroOp.LOAD:
            return None
        if leaf.variable.kind is VariableKind.STACK:
            # This is the first slot of the handler, or the slot above the first one.
            depth = int(leaf.variable.name[1:])
        if depth is None or not leaf.variable.is_temporary:
            return None
        return (*handled, (leaf.variable, depth))
    if statement.op is MicroOp.EXC_POP:
        return handled[:-1] if handled else None
    changed = written(statement)
    if changed and any(variable in changed for variable, _ in handled):
        return None
    return handled


def _reraise(block: cfg.BasicBlock, handled: _Handled, depth: int | None) -> None:
    """Turn ``raise`` into a reraise of the handled exception, if it is known."""
    end = block.terminator
    if not isinstance(end, cfg.Raise) or end.exception is not None:
        return
    for statement in block.body:
        handled = _after(statement, handled, depth)
    if handled:
        block.terminator = cfg.Reraise(load(handled[-1][0]), False, end.origins)


def _forget_useless_push(block: cfg.BasicBlock) -> None:
    """Drop the EXC_PUSH of a handler that only unbinds names and reraises."""
    end = block.terminator
    if not isinstance(end, cfg.Reraise):
        return
    rest = [v for v in block.body if v.op is not MicroOp.EXC_PUSH]
    pushes = len(block.body) - len(rest)
    if pushes == 1 and all(map(is_clean_up, rest)):
        block.body = rest
