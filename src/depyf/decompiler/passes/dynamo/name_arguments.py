"""Name temporaries after the parameters of the resume function they are passed to.

Example::

    def f(a, b):
        graph_out_0 = __compiled_fn_1(a)
        return __resume_at_12_3(b, graph_out_0[0])

    def __resume_at_12_3(b, x):
        return b + x

Before::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = call[_](%t0, a)
        graph_out_0 = %t1
        %t2 = item(graph_out_0, 0)
        %t3 = global:__resume_at_12_3
        %t4 = call[_,_](%t3, b, %t2)
        return %t4

After::

    block 0:
        %t0 = global:__compiled_fn_1
        %t1 = call[_](%t0, a)
        graph_out_0 = %t1
        x = item(graph_out_0, 0)
        %t3 = global:__resume_at_12_3
        %t4 = call[_,_](%t3, b, x)
        return %t4

A parameter for a value on the stack has no name in the user's program. Its temporary is
then named after the call that it comes from, such as ``nonzero_result`` for the result
of ``x.nonzero()``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.decompiler.analysis.usage import Usage
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind
from depyf.decompiler.passes.dynamo.places import view_of

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


_ON_STACK = "___stack"
_RESULT = "_result"


def run(function: Function) -> None:
    """Rename temporaries to the names of parameters.

    A name that the function uses already is not given again.
    """
    names = chosen(function, view_of(function).parameter_names)
    for block in function.blocks.values() if names else ():
        block.rename(lambda variable: names.get(variable, variable))


def chosen(
    function: Function, parameters: Mapping[str, Sequence[str]]
) -> dict[Variable, Variable]:
    """Return the temporaries that get a name, with the locals that they become."""
    if not parameters:
        return {}
    usage = Usage.of(function)
    taken: set[str] = {variable.name for variable in [*usage.reads, *usage.writes]}
    taken.update(getattr(function.code, "parameters", ()))
    names: dict[Variable, Variable] = {}
    for block in function.blocks.values():
        called: dict[Variable, str] = {}
        made: dict[Variable, Value] = {}
        for value in block.values:
            _note_global(value, called)
            if value.stores_temporary:
                made[value.variable] = value.operands[0]
            for call in value.walk():
                for variable, name in _arguments(call, called, parameters):
                    if variable in names or usage.writes[variable] != 1:
                        continue
                    result = _of_result(made.get(variable), made, called)
                    wanted = "" if name.startswith(_ON_STACK) else name
                    free = [one for one in (wanted, result) if one and one not in taken]
                    if free:
                        taken.add(free[0])
                        names[variable] = Variable(VariableKind.LOCAL, free[0])
    return names


def _of_result(
    value: Value | None, made: Mapping[Variable, Value], called: Mapping[Variable, str]
) -> str:
    """Return a name for the result of a call, after the callee; empty for others."""
    while value is not None and value.op is MicroOp.LOAD:
        value = made.get(value.variable)  # a copy
    if value is None or value.op is not MicroOp.CALL:
        return ""
    callee = value.operands[0]
    if callee.op is MicroOp.LOAD:
        if callee.variable in called:
            return called[callee.variable] + _RESULT
        callee = made.get(callee.variable, callee)
    if callee.op is not MicroOp.ATTR:
        return ""
    return f"{callee.payload}{_RESULT}"


def _note_global(statement: Value, called: dict[Variable, str]) -> None:
    """Record which temporary contains which global."""
    if statement.op is MicroOp.STORE and statement.operands[0].op is MicroOp.LOAD:
        source = statement.operands[0].variable
        if source.kind is VariableKind.GLOBAL:
            called[statement.variable] = source.name


def _arguments(
    call: Value, called: Mapping[Variable, str], parameters: Mapping[str, Sequence[str]]
) -> list[tuple[Variable, str]]:
    """Return temporaries passed to a known function, with the parameters' names."""
    if call.op is not MicroOp.CALL or call.operands[0].op is not MicroOp.LOAD:
        return []
    function = call.operands[0].variable
    names = parameters.get(called.get(function, function.name))
    arguments = call.operands[1:]
    if names is None or len(names) < len(arguments):
        return []
    return [
        (argument.variable, name)
        for argument, name in zip(arguments, names[len(names) - len(arguments) :])
        if argument.loads_temporary and name.isidentifier()
    ]
