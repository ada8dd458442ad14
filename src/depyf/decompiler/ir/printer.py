"""Dump graphs and trees as strings, for tests and debugging."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator, List, Tuple

from depyf.decompiler.ir import function as cfg
from depyf.decompiler.ir import statement as tree
from depyf.decompiler.ir.constant import Constant, constant_text
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import (
    CallShape,
    Comprehension,
    FunctionParts,
    ImportName,
    UnpackShape,
    Value,
    Variable,
    VariableKind,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value

# Locals, stack slots and temporaries print without a word; others with their kind.
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
    """Return a variable as a string, such as ``x``, ``%t3``, ``global:print``."""
    scope = f"@{variable.scope}" if variable.scope else ""
    return _PREFIXES[variable.kind] + variable.name + scope


def _print_unpack(shape: UnpackShape) -> str:
    names = [print_variable(target) for target in shape.targets]
    if shape.star is not None:
        names[shape.star] = "*" + names[shape.star]
    return ", ".join(names)


def _print_call(shape: CallShape) -> str:
    return ",".join(argument or "_" for argument in shape.arguments)


def _print_comprehension(parts: Comprehension) -> str:
    clauses = [
        f"{'async ' * clause.is_async}for {print_value(clause.target)} "
        f"in {print_value(clause.iterable)}"
        + "".join(f" if {print_value(test)}" for test in clause.conditions)
        for clause in parts.clauses
    ]
    item = ": ".join(print_value(part) for part in parts.item)
    return f"{parts.kind}: {' '.join([item, *clauses])}"


def _print_payload(payload: object) -> str:
    if isinstance(payload, Variable):
        return print_variable(payload)
    if isinstance(payload, Constant):
        try:
            return repr(payload.value)
        except (ValueError, RecursionError):  # a huge number, or deep nesting
            return constant_text(payload.value)
    if isinstance(payload, CallShape):
        return _print_call(payload)
    if isinstance(payload, UnpackShape):
        return _print_unpack(payload)
    if isinstance(payload, Comprehension):
        return _print_comprehension(payload)
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
    """Return a value as a string, such as ``call[](f)`` or ``attr[name](x)``."""
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


def print_terminator(terminator: cfg.Terminator) -> str:
    """Return a terminator as a string, such as ``jump 12`` or ``branch x ? 4 : 8``."""
    if isinstance(terminator, cfg.Jump):
        explicit = " (explicit)" if terminator.explicit else ""
        return f"jump {terminator.target}{explicit}"
    if isinstance(terminator, cfg.Branch):
        test = print_value(terminator.test)
        return f"branch {test} ? {terminator.if_true} : {terminator.if_false}"
    if isinstance(terminator, cfg.Next):
        kind = "anext" if terminator.is_async else "next"
        step = f"{print_variable(terminator.item)} = {kind} "
        step += print_value(terminator.iterator)
        return f"{step} ? {terminator.body} : {terminator.exhausted}"
    if isinstance(terminator, cfg.Return):
        explicit = f" ({terminator.explicit})" if terminator.explicit else ""
        return f"return {print_value(terminator.value)}{explicit}"
    if isinstance(terminator, cfg.Reraise):
        flag = " (lasti)" if terminator.restores_lasti else ""
        return f"reraise {print_value(terminator.exception)}{flag}"
    if isinstance(terminator, cfg.EnterTry):
        return f"{terminator.kind} -> {terminator.body} : {terminator.handler}"
    if isinstance(terminator, cfg.EnterWith):
        context = print_value(terminator.context)
        if terminator.target is not None:
            context += f" as {print_variable(terminator.target)}"
        return f"with {context} -> {terminator.body} : {terminator.suppressed}"
    parts = [terminator.exception, terminator.cause]
    text = " from ".join(print_value(part) for part in parts if part)
    return f"raise {text}".rstrip()


def print_block(block: cfg.BasicBlock) -> list[str]:
    """Return the lines of a block: its head, the statements, the terminator."""
    region = "" if block.region is None else f" in region {block.region}"
    depth = f" depth {block.depth}" if block.depth else ""
    head = f"block {block.id}{depth}{region}:"
    body = [f"    {print_value(value)}" for value in block.body]
    return [head, *body, f"    {print_terminator(block.terminator)}"]


def print_function(function: cfg.Function) -> str:
    """Return the whole graph as a string: blocks by id, then the protected regions."""
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


#: Head and inner list of each part of a statement.
_Parts = List[Tuple[str, List[tree.Statement]]]


def print_tree(body: list[tree.Statement]) -> str:
    r"""Return the tree as a Python-like string, with values as in the graph.

    >>> print_tree([tree.Label(8), tree.Goto(4)])
    'label 8\ngoto 4\n'

    Args:
        body: the tree, which may still contain jumps and labels.
    """
    return "".join(f"{line}\n" for line in _lines(body))


def _lines(body: list[tree.Statement]) -> Iterator[str]:
    for statement in body:
        compound = _COMPOUND.get(type(statement))
        if compound is None:
            yield _SIMPLE[type(statement)](statement)
            continue
        for head, inner in compound(statement):
            yield f"{head}:"
            for line in _lines(inner):
                yield f"    {line}"


def _optional(prefix: str, value: Value | None) -> str:
    return "" if value is None else prefix + print_value(value)


def _orelse(name: str, body: list[tree.Statement]) -> _Parts:
    return [(name, body)] if body else []


def _if(statement: tree.If) -> _Parts:
    head = f"if {print_value(statement.test)}"
    return [(head, statement.then), *_orelse("else", statement.orelse)]


def _while(statement: tree.While) -> _Parts:
    head = "while " + (
        "true" if statement.test is None else print_value(statement.test)
    )
    return [(head, statement.body), *_orelse("else", statement.orelse)]


def _for(statement: tree.For) -> _Parts:
    keyword = "async for" if statement.is_async else "for"
    head = f"{keyword} {print_value(statement.target)} in "
    head += print_value(statement.iterable)
    return [(head, statement.body), *_orelse("else", statement.orelse)]


def _try(statement: tree.Try) -> _Parts:
    parts: _Parts = [("try", statement.body)]
    for handler in statement.handlers:
        head = "except*" if statement.star else "except"
        head += _optional(" ", handler.type)
        if handler.name is not None:
            head += f" as {print_variable(handler.name)}"
        parts.append((head, handler.body))
    parts += _orelse("else", statement.orelse)
    return parts + _orelse("finally", statement.finalbody)


def _with(statement: tree.With) -> _Parts:
    items = [
        print_value(item.context) + _optional(" as ", item.target)
        for item in statement.items
    ]
    keyword = "async with" if statement.is_async else "with"
    return [(f"{keyword} {', '.join(items)}", statement.body)]


def _match(statement: tree.Match) -> _Parts:
    cases = [
        (f"case {_pattern(case.pattern)}{_optional(' if ', case.guard)}", case.body)
        for case in statement.cases
    ]
    return [(f"match {print_value(statement.subject)}", []), *cases]


def _pattern(pattern: tree.Pattern) -> str:
    parts = [] if pattern.value is None else [print_value(pattern.value)]
    parts += [f"key {print_value(key)}" for key in pattern.keys]
    parts += [_pattern(inner) for inner in pattern.patterns]
    parts += list(pattern.keywords)
    if pattern.name is not None:
        parts.append(f"as {print_variable(pattern.name)}")
    return f"{pattern.kind}({', '.join(parts)})"


def _raise(statement: tree.RaiseStatement) -> str:
    exception = _optional(" ", statement.exception)
    return f"raise{exception}{_optional(' from ', statement.cause)}"


def _assert(statement: tree.Assert) -> str:
    return f"assert {print_value(statement.test)}{_optional(', ', statement.message)}"


_COMPOUND: dict[type, Callable[..., _Parts]] = {
    tree.If: _if,
    tree.While: _while,
    tree.For: _for,
    tree.Try: _try,
    tree.With: _with,
    tree.Match: _match,
}

_SIMPLE: dict[type, Callable[..., str]] = {
    tree.Simple: lambda statement: print_value(statement.value),
    tree.ReturnStatement: lambda statement: "return" + _optional(" ", statement.value),
    tree.RaiseStatement: _raise,
    tree.Assert: _assert,
    tree.Break: lambda _: "break",
    tree.Continue: lambda _: "continue",
    tree.Pass: lambda _: "pass",
    tree.Comment: lambda statement: f"# {statement.text}",
    tree.Declare: lambda statement: f"{statement.keyword} {', '.join(statement.names)}",
    tree.Goto: lambda statement: f"goto {statement.target}",
    tree.Label: lambda statement: f"label {statement.target}",
}
