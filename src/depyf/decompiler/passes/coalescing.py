"""Remove copies of temporaries.

In a view, a local also replaces the temporary that it was copied from.

Example of `coalescing` (CPython 3.11)::

    def f(a, b):
        return a < b < 1

Before::

    block 0:
        %t0 = b
        %t1 = compare[<](a, %t0)
        %t2 = %t0
        %t3 = %t1
        branch %t1 ? 1 : 2
    block 1 depth 1:
        %t4 = compare[<](%t2, 1)
        %t5 = %t4
        jump 3

After::

    block 0:
        %t2 = b
        %t3 = compare[<](a, %t2)
        branch %t3 ? 1 : 2
    block 1 depth 1:
        %t5 = compare[<](%t2, 1)
        jump 3

Example of `adopt_locals`::

    def f(a):
        x = y = a()
        x(y)
        return y

Before::

    block 0:
        %t0 = call[](a)
        x = %t0
        y = %t0
        %t1 = call[_](x, y)
        evaluate(%t1)
        return y

After::

    block 0:
        %t0 = call[](a)
        x = %t0
        y = x
        %t1 = call[_](x, y)
        evaluate(%t1)
        return y
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.liveness import Liveness
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, load, rewrite


def run(function: cfg.Function) -> bool:
    """Remove all copies that can be removed; return whether anything changed."""
    blocks, usage = Usage.news(function, __name__)
    changed = False
    for block in blocks:
        changed |= _join_definitions(block, usage)
        changed |= function.habits.jumps_keep_value and _test_definition(block)
    return _share(function) or changed


def _is_move(statement: Value) -> bool:
    """Return whether a statement only stores a variable."""
    return statement.op is MicroOp.STORE and statement.operands[0].op is MicroOp.LOAD


def _copy(statement: Value) -> tuple[Variable, Variable] | None:
    """Return ``(v, u)`` for ``v = u`` between temporaries."""
    if not statement.stores_temporary:
        return None
    source = statement.operands[0]
    if not source.loads_temporary:
        return None
    return statement.variable, source.variable


def _join_definitions(block: cfg.BasicBlock, usage: Usage) -> bool:
    """Turn ``u = e; ...; v = u`` into ``v = e`` if only this block reads ``u``."""
    changed = False
    index = 0
    if not any(map(_is_move, block.body)):
        return False  # most blocks
    while index < len(block.body):
        if block.body[index].op is not MicroOp.STORE:
            index += 1
            continue
        pair = _copy(block.body[index])
        if pair is not None and _join(block, index, pair, usage):
            changed = True
        else:
            index += 1
    return changed


def _join(
    block: cfg.BasicBlock, index: int, pair: tuple[Variable, Variable], usage: Usage
) -> bool:
    new, old = pair
    if usage.writes[old] != 1:
        return False
    start = index - 1
    while start >= 0 and not _defines(block.body[start], old):
        if new in read(block.body[start]) or new in written(block.body[start]):
            return False
        start -= 1
    if start < 0 or new in read(block.body[start]):
        return False
    reads = sum(read(value).count(old) for value in block.values[start + 1 :])
    if reads != usage.reads[old] or _rewritten(block, index, new, old):
        return False
    names = {old: new}
    first = block.body[start]
    block.body[start] = Value(MicroOp.STORE, first.operands, new, first.origins)
    del block.body[index]
    block.change_values(lambda value: renamed(value, names))
    usage.reads[new] += usage.reads[old] - 1
    usage.reads[old] = usage.writes[old] = 0
    return True


def _defines(statement: Value, variable: Variable) -> bool:
    return statement.op is MicroOp.STORE and statement.payload == variable


def _rewritten(block: cfg.BasicBlock, index: int, new: Variable, old: Variable) -> bool:
    """Return whether ``new`` is written again before the last read of ``old``."""
    changed = False
    for statement in block.body[index + 1 :]:
        if changed and old in read(statement):
            return True
        changed = changed or new in written(statement)
    return changed and any(
        old in read(value) for value in cfg.terminator_values(block.terminator)
    )


def renamed(value: Value, names: dict[Variable, Variable], *, since: int = -1) -> Value:
    """Return the tree with reads of variables replaced by reads of others.

    Args:
        value: the tree.
        names: maps old variables to new ones.
        since: the offset that stores the new variables. Origins before it are removed.
    """
    if not any(variable in names for variable in read(value)):
        return value

    def change(node: Value) -> Value:
        if node.loaded in names:
            origins = node.origins
            if min(origins, default=since) < since:
                origins = frozenset(one for one in origins if one > since)
            return Value(node.op, (), names[node.variable], origins, node.raises)
        return node

    return rewrite(value, change)


def _test_definition(block: cfg.BasicBlock) -> bool:
    """Let ``t = x; branch x`` test ``t``, if one load gave both values."""
    end = block.terminator
    if not isinstance(end, cfg.Branch) or end.test.op is not MicroOp.LOAD:
        return False
    if end.test.variable.is_temporary or not block.body:
        return False
    last = block.body[-1]
    if not last.stores_temporary:
        return False
    source = last.operands[0]
    if source.loaded != end.test.payload:
        return False
    if source.origins != end.test.origins:
        return False
    end.test = load(last.variable)
    return True


def _share(function: cfg.Function) -> bool:
    """Replace ``v`` by ``u`` for copies ``v = u``, if both are written only once."""
    found: list[tuple[cfg.BasicBlock, int, Variable, Variable]] = []
    for block in function.blocks.values():
        for index, statement in enumerate(block.body):
            pair = _copy(statement) if _is_move(statement) else None
            if pair is not None:
                found.append((block, index, *pair))
    if not found:
        return False
    writes = Usage.of(function).writes
    copies = [one for one in found if writes[one[2]] == 1 and writes[one[3]] == 1]
    if not copies:
        return False
    where: dict[Variable, tuple[cfg.BasicBlock, int]] = {}
    for block in function.blocks.values():
        for index, statement in enumerate(block.body):
            if statement.stores_temporary:
                where[statement.variable] = (block, index)
    liveness = Liveness(function)
    names: dict[Variable, Variable] = {}
    dropped: dict[int, list[int]] = {}
    for block, index, new, old in copies:
        if old not in where or old in names or new in names.values():
            continue
        owner, position = where[old]
        if new in liveness.before(owner.id)[position]:
            continue
        names[new] = old
        dropped.setdefault(block.id, []).append(index)
    for block in function.blocks.values():
        gone = dropped.get(block.id, [])
        block.body = [one for i, one in enumerate(block.body) if i not in gone]
        block.change_values(lambda value: renamed(value, names))
    return bool(names)


class _Adopted(NamedTuple):
    """The local that replaces a temporary in reads after ``local = temporary``."""

    position: int
    local: Variable
    since: int


def adopt_locals(function: cfg.Function) -> bool:
    """Let locals replace temporaries in every block; return whether any did."""
    usage = Usage.of(function)
    changed = False
    for block in function.blocks.values():
        adopted = _adoptable(block, usage)
        if adopted:
            _adopt(block, adopted)
            changed = True
    return changed


def _adoptable(block: cfg.BasicBlock, usage: Usage) -> dict[Variable, _Adopted]:
    """Return the temporaries of a block that a local can replace in later reads."""
    adopted: dict[Variable, _Adopted] = {}
    places = None
    for index, statement in enumerate(block.body):
        if not _is_copy(statement, usage):
            continue
        temporary, local = statement.operands[0].variable, statement.variable
        if temporary in adopted:
            continue
        places = places or _Places(block)
        if places.all_follow(temporary, local, index, usage.reads[temporary] - 1):
            since = max(statement.origins, default=-1)
            adopted[temporary] = _Adopted(index, local, since)
    return adopted


def _is_copy(statement: Value, usage: Usage) -> bool:
    """Return whether a statement copies a temporary with other reads to a local."""
    if statement.op is not MicroOp.STORE:
        return False
    source = statement.operands[0]
    return (
        statement.variable.kind is VariableKind.LOCAL
        and source.loads_temporary
        and usage.writes[source.variable] == 1
        and usage.reads[source.variable] >= 2
    )


def _adopt(block: cfg.BasicBlock, adopted: dict[Variable, _Adopted]) -> None:
    """Let reads after each copy read the local instead of the temporary."""
    for index, statement in enumerate(block.body):
        block.body[index] = _changed(statement, index, adopted)
    end, values = len(block.body), cfg.terminator_values(block.terminator)
    cfg.set_terminator_values(
        block.terminator, [_changed(value, end, adopted) for value in values]
    )


def _changed(value: Value, index: int, adopted: dict[Variable, _Adopted]) -> Value:
    for variable in {one for one in read(value) if one in adopted}:
        found = adopted[variable]
        if found.position < index:
            value = renamed(value, {variable: found.local}, since=found.since)
    return value


class _Places:
    """The positions of reads and writes in a block.

    The terminator's position is the end of the body.
    """

    def __init__(self, block: cfg.BasicBlock) -> None:
        self._reads: dict[Variable, list[int]] = {}
        self._writes: dict[Variable, list[int]] = {}
        for index, statement in enumerate(block.body):
            for variable in read(statement):
                self._reads.setdefault(variable, []).append(index)
            for variable in written(statement):
                self._writes.setdefault(variable, []).append(index)
        for value in cfg.terminator_values(block.terminator):
            for variable in read(value):
                self._reads.setdefault(variable, []).append(len(block.body))

    def all_follow(
        self, temporary: Variable, local: Variable, index: int, others: int
    ) -> bool:
        """Return whether all other reads follow the copy before the local changes."""
        reads = self._reads[temporary]
        if len(reads) - bisect_right(reads, index) != others:
            return False
        writes = self._writes.get(local, [])
        following = bisect_right(writes, index)
        return following == len(writes) or writes[following] >= reads[-1]
