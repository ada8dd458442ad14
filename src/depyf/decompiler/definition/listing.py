"""Lists instructions: the text of code that has no better one.

Example of `listing` (CPython 3.11 to 3.13)::

    def f(a):
        return a

After::

    def f(a):
        '0 RESUME 0'
        "2 LOAD_FAST 'a'"
        '4 RETURN_VALUE'
        raise NotImplementedError("depyf could not decompile 'f': this lists its instructions")
"""  # noqa: E501

from __future__ import annotations

from typing import Mapping

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.flags import CO_VARARGS, CO_VARKEYWORDS
from depyf.decompiler.emit.line_map import LineMap, LineSpan
from depyf.decompiler.emit.writer import Written
from depyf.decompiler.ir.constant import constant_text

_LONGEST = 60


def listing(unit: CodeUnit, name: str, rename: Mapping[str, str]) -> Written:
    """One statement for each instruction: text that debuggers can stop in."""
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
    # Nobody shall take this for the function.
    message = f"depyf could not decompile {name!r}: this lists its instructions"
    lines.append(f"{indent}raise NotImplementedError({message!r})")
    line_map = LineMap(header, tuple(spans))
    return Written("\n".join(lines) + "\n", {}, line_map)


def _parameters(unit: CodeUnit) -> str:
    """The signature of a code object, without defaults."""
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
    names = [part.lstrip("*") for part in parts]
    legal = all(name.isidentifier() or name in {"", "/"} for name in names)
    # Comprehensions take ".0"; what tools made may take anything.
    return ", ".join(parts) if legal else "*args, **kwargs"


def described(instruction: object, rename: Mapping[str, str]) -> str:
    """One instruction as text: offset, name, argument."""
    offset = getattr(instruction, "offset", 0)
    opname = getattr(instruction, "opname", "")
    argval = getattr(instruction, "argval", None)
    if isinstance(argval, str):
        argval = rename.get(argval, argval)
    shown = "" if argval is None else f" {_shown(argval)}"
    return f"{offset} {opname}{shown}"


def _shown(value: object) -> str:
    """A short text without addresses; objects are named by their type."""
    if isinstance(value, CodeUnit):
        return f"<code {value.name}>"
    text = constant_text(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
