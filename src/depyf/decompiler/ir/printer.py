"""Text dump of a `Function`: one line a statement, for tests and debugging."""

from __future__ import annotations

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.function import (
    BasicBlock,
    Branch,
    EnterTry,
    EnterWith,
    Function,
    Jump,
    Next,
    Reraise,
    Return,
    Terminator,
)
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    CallShape,
    FunctionParts,
    ImportName,
    UnpackShape,
    Value,
    Variable,
    VariableKind,
)

# Locals, stack slots and temporaries print bare; the others show where they live.
_PREFIXES = {
    VariableKind.LOCAL: "",
    VariableKind.STACK: "$",
    VariableKind.TEMP: "%",
    VariableKind.CELL: "cell:",
    VariableKind.FREE: "free:",
    VariableKind.GLOBAL: "global:",
    VariableKind.NAME: "name:",
}


def print_variable(variable: Variable) -> str:
    """``x``, ``$s0``, ``%t3``, ``global:print``."""
    scope = f"@{variable.scope}" if variable.scope else ""
    return _PREFIXES[variable.kind] + variable.name + scope


def _print_unpack(shape: UnpackShape) -> str:
    names = [print_variable(target) for target in shape.targets]
    if shape.star is not None:
        names[shape.star] = "*" + names[shape.star]
    return ", ".join(names)


def _print_call(shape: CallShape) -> str:
    return ",".join(argument or "_" for argument in shape.arguments)


def _print_payload(payload: object) -> str:
    if isinstance(payload, Variable):
        return print_variable(payload)
    if isinstance(payload, Constant):
        return repr(payload.value)
    if isinstance(payload, CallShape):
        return _print_call(payload)
    if isinstance(payload, UnpackShape):
        return _print_unpack(payload)
    if isinstance(payload, ImportName):
        return payload.name
    if isinstance(payload, FunctionParts):
        parts = [str(getattr(payload.code, "name", "?")), *payload.parts]
        return " ".join(parts)
    if isinstance(payload, MicroOp):
        return payload.value
    if isinstance(payload, tuple):
        return " ".join(_print_payload(part) for part in payload)
    return str(payload)


def print_value(value: Value) -> str:
    """``add(x, y)`` with leaves bare and the payload in brackets."""
    if value.op is MicroOp.LOAD:
        return print_variable(value.variable)
    if value.op is MicroOp.CONST:
        return _print_payload(value.payload)
    if value.op is MicroOp.STORE:
        return f"{print_variable(value.variable)} = {print_value(value.operands[0])}"
    text: str = value.op.value
    if value.payload is not None:
        text += f"[{_print_payload(value.payload)}]"
    if value.operands:
        text += "(" + ", ".join(print_value(item) for item in value.operands) + ")"
    return text


def print_terminator(terminator: Terminator) -> str:
    """``jump 12``, ``branch x ? 4 : 8``, ``return x``."""
    if isinstance(terminator, Jump):
        explicit = " (explicit)" if terminator.explicit else ""
        return f"jump {terminator.target}{explicit}"
    if isinstance(terminator, Branch):
        test = print_value(terminator.test)
        return f"branch {test} ? {terminator.if_true} : {terminator.if_false}"
    if isinstance(terminator, Next):
        kind = "anext" if terminator.is_async else "next"
        step = f"{print_variable(terminator.item)} = {kind} "
        step += print_value(terminator.iterator)
        return f"{step} ? {terminator.body} : {terminator.exhausted}"
    if isinstance(terminator, Return):
        explicit = f" ({terminator.explicit})" if terminator.explicit else ""
        return f"return {print_value(terminator.value)}{explicit}"
    if isinstance(terminator, Reraise):
        flag = " (lasti)" if terminator.restores_lasti else ""
        return f"reraise {print_value(terminator.exception)}{flag}"
    if isinstance(terminator, EnterTry):
        return f"{terminator.kind} -> {terminator.body} : {terminator.handler}"
    if isinstance(terminator, EnterWith):
        context = print_value(terminator.context)
        if terminator.target is not None:
            context += f" as {print_variable(terminator.target)}"
        return f"with {context} -> {terminator.body} : {terminator.suppressed}"
    parts = [terminator.exception, terminator.cause]
    text = " from ".join(print_value(part) for part in parts if part)
    return f"raise {text}".rstrip()


def print_block(block: BasicBlock) -> list[str]:
    """The block's lines: a head, the statements, the terminator."""
    region = "" if block.region is None else f" in region {block.region}"
    depth = f" depth {block.depth}" if block.depth else ""
    head = f"block {block.id}{depth}{region}:"
    body = [f"    {print_value(value)}" for value in block.body]
    return [head, *body, f"    {print_terminator(block.terminator)}"]


def print_function(function: Function) -> str:
    """The whole graph: blocks in order of ids, then the protected regions."""
    lines = [f"entry {function.entry}"]
    for _, block in sorted(function.blocks.items()):
        lines.extend(print_block(block))
    for _, region in sorted(function.regions.items()):
        inside = "" if region.parent is None else f" in region {region.parent}"
        flag = " lasti" if region.saves_lasti else ""
        lines.append(
            f"region {region.id}: handler {region.handler} depth {region.depth}"
            f"{flag}{inside}"
        )
    return "\n".join(lines) + "\n"
