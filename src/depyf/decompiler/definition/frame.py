"""Removes what the compiler adds to the body of a class, or of a module.

Example (CPython 3.8 to 3.12)::

    class C:
        x = 1

Before::

    block 0:
        %t0 = name:__name__
        name:__module__ = %t0
        name:__qualname__ = 'C'
        name:x = 1
        return None

After::

    block 0:
        name:x = 1
        return None
"""

from __future__ import annotations

from typing import Callable

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import BasicBlock, Function, Jump, Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, const
from depyf.decompiler.passes.cfg import copied_ends


def _is_name(value: Value) -> bool:
    return value.op is MicroOp.LOAD and value.variable.name == "__name__"


def _is_constant(value: Value) -> bool:
    return value.op is MicroOp.CONST


def _is_locals(value: Value) -> bool:
    return value.op is MicroOp.LOCALS


def _is_type_parameters(value: Value) -> bool:
    named = value.op in (MicroOp.LOAD, MicroOp.LOAD_FROM)
    return named and value.variable.name == ".type_params"


def _is_names(value: Value) -> bool:
    payload = value.payload
    return isinstance(payload, Constant) and isinstance(payload.value, tuple)


def _is_cell(value: Value) -> bool:
    return value.op is MicroOp.CELL


_HEADER: dict[str, Callable[[Value], bool]] = {
    "__module__": _is_name,
    "__qualname__": _is_constant,
    "__firstlineno__": _is_constant,
    "__classdict__": _is_locals,
    "__type_params__": _is_type_parameters,
}
_TRAILER: dict[str, Callable[[Value], bool]] = {
    "__static_attributes__": _is_names,
    "__classcell__": _is_cell,
    "__classdictcell__": _is_cell,
}


def run(function: Function, *, is_class: bool) -> None:
    """Drops header and trailers, and gives the body one exit."""
    if is_class:
        entry = function.blocks[function.entry]
        entry.body = _without_header(entry.body)
    returning = [
        block
        for block in function.blocks.values()
        if isinstance(block.terminator, Return)
    ]
    for block in returning:
        assert isinstance(block.terminator, Return)
        if is_class:
            block.body = _without_trailer(block.body)
        block.terminator.value = const(None)
    if len(returning) > 1:
        copied_ends.join_copied_tails(function)
        _join(function)


def _join(function: Function) -> None:
    returning = [
        block
        for block in function.blocks.values()
        if isinstance(block.terminator, Return)
    ]
    end = BasicBlock(max(function.blocks) + 1, [], Return(const(None)))
    for block in returning:
        block.terminator = Jump(end.id, block.terminator.origins)
    function.blocks[end.id] = end


def _without_header(body: list[Value]) -> list[Value]:
    """The statements after the stores that begin every class body."""
    definitions: dict[Variable, Value] = {}
    expected = dict(_HEADER)
    dropped: list[Value] = []
    waiting: list[Value] = []
    for statement in body:
        if statement.op is MicroOp.ORIGIN:
            continue
        if statement.op is not MicroOp.STORE:
            break
        value = _resolved(statement.operands[0], definitions)
        if statement.variable.kind is VariableKind.TEMP:
            definitions[statement.variable] = value
            waiting.append(statement)
            continue
        is_expected = expected.pop(statement.variable.name, None)
        if is_expected is None or not is_expected(value):
            break
        dropped += [statement, *waiting]
        waiting = []
    return [one for one in body if not any(one is other for other in dropped)]


def _without_trailer(body: list[Value]) -> list[Value]:
    """The statements before the stores that end every class body."""
    definitions = {
        statement.variable: statement.operands[0]
        for statement in body
        if statement.op is MicroOp.STORE
        and statement.variable.kind is VariableKind.TEMP
    }
    expected = dict(_TRAILER)
    result = list(body)
    for index in range(len(body) - 1, -1, -1):
        statement = body[index]
        if statement.op is MicroOp.ORIGIN:
            continue
        if statement.op is not MicroOp.STORE:
            break
        value = _resolved(statement.operands[0], definitions)
        if statement.variable.kind is VariableKind.TEMP:
            if not _is_cell(value):
                break
            continue
        is_expected = expected.pop(statement.variable.name, None)
        if is_expected is None or not is_expected(value):
            break
        del result[index]
    return result


def _resolved(value: Value, definitions: dict[Variable, Value]) -> Value:
    found: Value | None = None
    if value.op is MicroOp.LOAD:
        found = definitions.get(value.variable)
    return value if found is None else found
