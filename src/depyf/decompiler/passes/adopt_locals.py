"""Lets a local stand for the temporary that it was copied from.

Example (CPython 3.12 to 3.13)::

    def f[*Ts](a, *args: *Ts):
        return args

Before::

    block 0:
        %t0 = intrinsic[typevartuple]('Ts')
        Ts = %t0
        return intrinsic[set_function_type_params](function[f annotations](build[tuple]('args', star(Ts))), build[tuple](%t0))

After::

    block 0:
        %t0 = intrinsic[typevartuple]('Ts')
        Ts = %t0
        return intrinsic[set_function_type_params](function[f annotations](build[tuple]('args', star(Ts))), build[tuple](Ts))
"""  # noqa: E501

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from depyf.decompiler.analysis.accesses import read, written
from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.function import set_terminator_values, terminator_values
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Variable, VariableKind
from depyf.decompiler.passes.coalescing import renamed

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import BasicBlock, Function
    from depyf.decompiler.ir.value import Value


class _Adopted(NamedTuple):
    """The local that stands for a temporary behind the copy at a position."""

    position: int
    local: Variable
    since: int


def run(function: Function) -> bool:
    """Rewrites every block; True if anything changed."""
    usage = Usage.of(function)
    changed = False
    for block in function.blocks.values():
        adopted = _find(block, usage)
        if adopted:
            _rename(block, adopted)
            changed = True
    return changed


def _find(block: BasicBlock, usage: Usage) -> dict[Variable, _Adopted]:
    """The temporaries of a block whose later reads become reads of a local."""
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
    """True for ``x = t`` of a local and a temporary that is read elsewhere, too."""
    if statement.op is not MicroOp.STORE:
        return False
    source = statement.operands[0]
    return (
        statement.variable.kind is VariableKind.LOCAL
        and source.loads_temporary
        and usage.writes[source.variable] == 1
        and usage.reads[source.variable] >= 2
    )


def _rename(block: BasicBlock, adopted: dict[Variable, _Adopted]) -> None:
    """Changes the reads behind each copy."""
    for index, statement in enumerate(block.body):
        block.body[index] = _changed(statement, index, adopted)
    values = terminator_values(block.terminator)
    if values:
        end = len(block.body)
        changed = tuple(_changed(value, end, adopted) for value in values)
        set_terminator_values(block.terminator, changed)


def _changed(value: Value, index: int, adopted: dict[Variable, _Adopted]) -> Value:
    for variable in {one for one in read(value) if one in adopted}:
        found = adopted[variable]
        if found.position < index:
            value = renamed(value, {variable: found.local}, since=found.since)
    return value


class _Places:
    """Where the variables of a block are read and written.

    The terminator counts as the end of the body.
    """

    def __init__(self, block: BasicBlock) -> None:
        self._reads: dict[Variable, list[int]] = {}
        self._writes: dict[Variable, list[int]] = {}
        for index, statement in enumerate(block.body):
            for variable in read(statement):
                self._reads.setdefault(variable, []).append(index)
            for variable in written(statement):
                self._writes.setdefault(variable, []).append(index)
        for value in terminator_values(block.terminator):
            for variable in read(value):
                self._reads.setdefault(variable, []).append(len(block.body))

    def all_follow(
        self, temporary: Variable, local: Variable, index: int, others: int
    ) -> bool:
        """True if t is read only behind the copy, here, and x stays what it is."""
        reads = self._reads[temporary]
        if len(reads) - bisect_right(reads, index) != others:
            return False
        writes = self._writes.get(local, [])
        following = bisect_right(writes, index)
        return following == len(writes) or writes[following] >= reads[-1]
