"""Recovers ``from m import a as b, c``.

Example::

    def f():
        from m import a, b as c
        return a, c

Before::

    block 0:
        %t0 = import[m](0, ('a', 'b'))
        a = import_from[a](%t0)
        c = import_from[b](%t0)
        return build[tuple](a, c)

After::

    block 0:
        from_import(import[m](0, ('a', 'b')), target[a], target[c])
        return build[tuple](a, c)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import ImportName, Value, Variable
from depyf.decompiler.passes.arms import is_load_of

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(function: Function) -> bool:
    """Rewrites every block; True if anything changed."""
    blocks, usage = Usage.news(function, __name__)
    changed = False
    for block in blocks:
        before = len(block.body)
        block.body = _rewrite(block.body, usage)
        changed |= len(block.body) != before
    return changed


def _rewrite(body: list[Value], usage: Usage) -> list[Value]:
    result: list[Value] = []
    index = 0
    while index < len(body):
        statement = body[index]
        length, replaced = _from_import(body, index, usage)
        result.append(replaced if replaced is not None else statement)
        index += length
    return result


def _from_import(
    body: list[Value], index: int, usage: Usage
) -> tuple[int, Value | None]:
    """The folded statement at ``index`` and how many statements it replaces."""
    first = body[index]
    if not first.stores_temporary:
        return 1, None
    module = first.operands[0]
    if module.op is not MicroOp.IMPORT or not isinstance(module.payload, ImportName):
        return 1, None
    wanted = _names(module.operands[1])
    names: list[tuple[str, Variable]] = []
    origins = first.origins | module.origins
    position = index + 1
    while position < len(body) and len(names) < len(wanted):
        statement = body[position]
        if statement.op is MicroOp.ORIGIN:
            position += 1
            continue
        if statement.op is not MicroOp.STORE:
            break
        value = statement.operands[0]
        if value.op is not MicroOp.IMPORT_FROM or not is_load_of(
            value.operands[0], first.variable
        ):
            break
        names.append((str(value.payload), statement.variable))
        origins |= statement.origins | value.origins
        position += 1
    if tuple(name for name, _ in names) != wanted or usage.reads[first.variable] != len(
        wanted
    ):
        return 1, None
    targets = tuple(Value(MicroOp.TARGET, (), variable) for _, variable in names)
    folded = Value(MicroOp.FROM_IMPORT, (module, *targets), None, origins)
    return position - index, folded


def _names(fromlist: Value) -> tuple[str, ...]:
    content = fromlist.payload.value if isinstance(fromlist.payload, Constant) else ()
    if not isinstance(content, tuple):
        return ("",)  # plain import: matches nothing
    return tuple(str(item) for item in content)
