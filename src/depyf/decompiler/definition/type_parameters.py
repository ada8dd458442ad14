"""Turn the helper functions that PEP 695 syntax compiles to into type parameters.

Example (CPython 3.12 to 3.15)::

    def f[T](a): ...

Before::

    call[](function[<generic parameters of f>])

After::

    function[f]
"""

from __future__ import annotations

from dataclasses import replace
from typing import Callable

from depyf.decompiler.definition.annotation import Prepared, after_format, outside
from depyf.decompiler.emit.function_text import FunctionText, TypeAlias, TypeParameter
from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import BasicBlock, Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import CallShape, FunctionParts, Value, rewrite

GENERIC = "<generic parameters of "
_STARS = {
    "typevar": "",
    "typevar_with_bound": "",
    "typevar_with_constraints": "",
    "typevartuple": "*",
    "paramspec": "**",
}
_WRAPPER = "set_typeparam_default"

#: Returns the FunctionText of a nested code unit, which is changed here.
Child = Callable[[object], FunctionText]


def run(value: Value, prepared: Prepared, child: Child) -> Value:
    """Return the generic definition or ``type`` statement that a value belongs to."""
    if value.op is MicroOp.CALL:
        return _generic(value, prepared, child)
    if value.op is MicroOp.STORE:
        return _alias(value, prepared)
    return value


def unknown(freevars: tuple[str, ...]) -> tuple[TypeParameter, ...]:
    """Return the type parameters of a generic class, given only the class body.

    They are the type parameters that the body uses, or one ``T`` if it uses none.
    """
    if ".type_params" not in freevars:
        return ()
    names = [one for one in freevars if one.isidentifier() and one[:2] != "__"]
    return tuple(TypeParameter(name) for name in names or ["T"])


def _code_of(value: Value) -> object | None:
    return value.payload.code if isinstance(value.payload, FunctionParts) else None


def _generic(value: Value, prepared: Prepared, child: Child) -> Value:
    code = _code_of(value.operands[0])
    if code is None or not getattr(code, "name", "").startswith(GENERIC):
        return value
    graph = prepared(code)
    end = graph.blocks[graph.entry].terminator
    names = getattr(code, "varnames", ())
    given = dict(zip(names, value.operands[1:]))
    if not isinstance(end, Return):
        return value
    result = outside(_with_arguments(end.value, given))
    parameters = _parameters(graph.blocks[graph.entry], prepared)
    if result.op is MicroOp.CALL:
        result = _without_generic_base(result)
        made = _code_of(result.operands[1])
    elif result.payload == "set_function_type_params":
        result = result.operands[0]
        made = _code_of(result)
    else:
        return replace(result, origins=value.all_origins())
    if made is None:
        return value
    child(made).type_parameters = parameters
    return replace(result, origins=value.all_origins())


def _with_arguments(value: Value, given: dict[str, Value]) -> Value:
    def change(node: Value) -> Value:
        if node.op is MicroOp.LOAD:
            return given.get(node.variable.name, node)
        return node

    return rewrite(value, change)


def _without_generic_base(call: Value) -> Value:
    """Return the call of ``__build_class__`` without the base ``Generic[...]``."""
    shape = call.payload
    if not isinstance(shape, CallShape):
        return call
    kept = [
        (how, operand)
        for how, operand in zip(shape.arguments, call.operands[1:])
        if not (operand.op is MicroOp.LOAD and operand.variable.name == ".generic_base")
    ]
    operands = (call.operands[0], *(operand for _, operand in kept))
    return replace(
        call, operands=operands, payload=CallShape(tuple(how for how, _ in kept))
    )


def _alias(value: Value, prepared: Prepared) -> Value:
    """Turn ``X = typealias(("X", parameters, value))`` into ``type X[...] = ...``."""
    made = value.operands[0]
    if made.op is not MicroOp.INTRINSIC or made.payload != "typealias":
        return value
    if made.operands[0].op is not MicroOp.BUILD or len(made.operands[0].operands) != 3:
        return value
    _, parameters, function = made.operands[0].operands
    source = evaluated(function, prepared)
    if source is None:
        return value
    found = tuple(_collect(parameters, prepared))
    target = Value(MicroOp.TARGET, (), value.payload)
    origins = value.all_origins()
    return Value(MicroOp.INTRINSIC, (target, source), TypeAlias(found), origins)


def _parameters(block: BasicBlock, prepared: Prepared) -> tuple[TypeParameter, ...]:
    found: list[TypeParameter] = []
    for value in block.values:
        found += _collect(value, prepared)
    return tuple(found)


def _collect(value: Value, prepared: Prepared) -> list[TypeParameter]:
    """Return the type parameters that an expression creates and stores, in order."""
    found = []
    for node in value.walk():
        if node.op in (MicroOp.STORE, MicroOp.WALRUS):
            parameter = _parameter(node.variable.name, node.operands[0], prepared)
            if parameter is not None:
                found.append(parameter)
    return found


def _parameter(name: str, made: Value, prepared: Prepared) -> TypeParameter | None:
    default: Value | None = None
    if made.op is MicroOp.INTRINSIC and made.payload == _WRAPPER:
        made, function = made.operands
        default = evaluated(function, prepared)
    if made.op is not MicroOp.INTRINSIC or made.payload not in _STARS:
        return None
    bound = evaluated(made.operands[1], prepared) if len(made.operands) > 1 else None
    said = made.operands[0].payload
    if isinstance(said, Constant) and type(said.value) is str:
        name = said.value  # the source's name; the variable's is mangled
    return TypeParameter(name, _STARS[str(made.payload)], bound, default)


def evaluated(function: Value, prepared: Prepared) -> Value | None:
    """Return the value that a function returns, if it has no other statement."""
    code = _code_of(function)
    if code is None:
        return None
    graph = prepared(code)
    entry = graph.blocks[graph.entry]
    block = after_format(graph, entry) or entry
    end = block.terminator
    if not isinstance(end, Return):
        return None
    body = block.statements
    if len(body) == 1 and body[0].op is MicroOp.UNPACK:
        # The default of a TypeVarTuple, such as `*tuple[int, str]`.
        return outside(Value(MicroOp.STAR, body[0].operands))
    return None if body else outside(end.value)
