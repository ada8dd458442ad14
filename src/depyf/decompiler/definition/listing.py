"""List instructions: the last resort for code that has no better source.

Example of `listing` (CPython 3.11 to 3.13)::

    def f(a):
        return a

After::

    def f(a):
        '0 RESUME 0'
        "2 LOAD_FAST 'a'"
        '4 RETURN_VALUE'
        raise NotImplementedError("depyf could not decompile 'f': this lists its instructions")

A nested function, class or lambda without a proved source is replaced by a stub. The
stub has the name, the parameters and the closure of the original. It gives the reason,
lists the instructions as comments, and raises an error when it is called::

    def f(a, *, b=None):
        # depyf could not decompile this: two entries of one region
        # 0 RESUME 0
        # ...
        raise NotImplementedError("depyf could not decompile 'C.f'")
"""  # noqa: E501

from __future__ import annotations

from inspect import CO_VARARGS, CO_VARKEYWORDS
from typing import Mapping, Sequence

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.emit.line_map import LineMap, LineSpan
from depyf.decompiler.emit.names import is_legal
from depyf.decompiler.emit.writer import Written
from depyf.decompiler.ir.constant import constant_text
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import (
    Comment,
    RaiseStatement,
    ReturnStatement,
    Simple,
    Statement,
)
from depyf.decompiler.ir.value import (
    CallShape,
    Comprehension,
    ComprehensionFor,
    Value,
    Variable,
    VariableKind,
    const,
    load,
)

_LONGEST = 60


def listing(unit: CodeUnit, name: str, rename: Mapping[str, str]) -> Written:
    """Write one statement for each instruction, so that debuggers can stop there."""
    indent = "    "
    if name == "<module>":
        lines, indent = [], ""
    else:
        lines = [f"def {name}({_parameters(unit)}):"]
    header = max(len(lines), 1)
    spans = []
    for instruction in unit.instructions:
        lines.append(f"{indent}{described(instruction, rename)!r}")
        offset = frozenset({instruction.offset})
        spans.append(LineSpan(len(lines), len(lines), offset))
    # The function raises, so that it is not mistaken for the original.
    message = f"depyf could not decompile {name!r}: this lists its instructions"
    lines.append(f"{indent}raise NotImplementedError({message!r})")
    line_map = LineMap(header, tuple(spans))
    return Written("\n".join(lines) + "\n", {}, line_map)


def _parameters(unit: CodeUnit) -> str:
    """Return the parameters of a code object as source, without defaults."""
    positional = list(unit.varnames[: unit.argcount])
    after = unit.argcount + unit.kwonlyargcount
    keyword_only = list(unit.varnames[unit.argcount : after])
    rest = list(unit.varnames[after:])
    parts = list(positional)
    if unit.posonlyargcount:
        parts.insert(unit.posonlyargcount, "/")
    if unit.flags & CO_VARARGS:
        parts.append(f"*{rest.pop(0)}")
    elif keyword_only:
        parts.append("*")
    parts += keyword_only
    if unit.flags & CO_VARKEYWORDS:
        parts.append(f"**{rest.pop(0)}")
    count = after + sum(part.startswith("*") and part != "*" for part in parts)
    names = unit.varnames[:count]
    legal = all(map(is_legal, names)) and len(set(names)) == count
    # Comprehensions have a parameter ".0"; code that tools write may have any names.
    return ", ".join(parts) if legal else "*args, **kwargs"


def described(instruction: object, rename: Mapping[str, str]) -> str:
    """Return an instruction as a line: offset, opname and argument."""
    offset = getattr(instruction, "offset", 0)
    opname = getattr(instruction, "opname", "")
    argval = getattr(instruction, "argval", None)
    if isinstance(argval, str):
        argval = rename.get(argval, argval)
    shown = "" if argval is None else f" {_shown(argval)}"
    return f"{offset} {opname}{shown}"


def _shown(value: object) -> str:
    """Return a constant as a short string without addresses; objects appear by type."""
    if isinstance(value, CodeUnit):
        return f"<code {value.name}>"
    text = constant_text(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def stub_statements(
    unit: CodeUnit, qualname: str, reason: str, lines: Sequence[str]
) -> list[Statement]:
    """Return the body of a function or class that has no source.

    Args:
        unit: the code that could not be decompiled.
        qualname: its qualified name.
        reason: why it could not be decompiled.
        lines: the listing of its instructions.
    """
    body: list[Statement] = [
        Comment(f"depyf could not decompile this: {' '.join(reason.split())}"),
        *map(Comment, lines),
        RaiseStatement(_error(qualname, ())),
    ]
    kept = _free_loads(unit)
    if kept:
        # This is never reached. It keeps the closure unchanged.
        shown = Value(MicroOp.BUILD, kept, "tuple")
        body.append(Simple(Value(MicroOp.EVALUATE, (shown,))))
    return body


def stub_expression(unit: CodeUnit, qualname: str) -> list[Statement]:
    """Return a lambda's body ``(_ for _ in ()).throw(NotImplementedError(...))``."""
    item = Variable(VariableKind.LOCAL, "_")
    clause = ComprehensionFor(
        Value(MicroOp.TARGET, (), item), Value(MicroOp.BUILD, (), "tuple")
    )
    payload = Comprehension("generator", (load(item),), (clause,))
    throw = Value(MicroOp.ATTR, (Value(MicroOp.COMPREHENSION, (), payload),), "throw")
    error = _error(qualname, _free_loads(unit))
    return [ReturnStatement(Value(MicroOp.CALL, (throw, error), CallShape((None,))))]


def _error(qualname: str, kept: tuple[Value, ...]) -> Value:
    name = load(Variable(VariableKind.GLOBAL, "NotImplementedError"))
    message = const(f"depyf could not decompile {qualname!r}")
    operands = (name, message, *kept)
    return Value(MicroOp.CALL, operands, CallShape((None,) * (len(kept) + 1)))


def _free_loads(unit: CodeUnit) -> tuple[Value, ...]:
    return tuple(
        load(Variable(VariableKind.FREE, name))
        for name in unit.freevars
        if name.isidentifier() and name != "__classdict__"
    )
