"""Compares what two code units say about themselves, their bodies left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.bytecode.flags import CALL_FLAGS
from depyf.decompiler.lift.conventions import lets_stop_iteration_out

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit


def difference(original: CodeUnit, recompiled: CodeUnit, *, nested: bool) -> str | None:
    """What differs, None if nothing does.

    Args:
        original: the code as it is.
        recompiled: the code of the shown text.
        nested: both are made by a function, so that name and closure count, too.
            A text may name the outermost function as it likes.
    """
    compared = [
        ("flags", original.flags & CALL_FLAGS, recompiled.flags & CALL_FLAGS),
        ("parameter counts", _counts(original), _counts(recompiled)),
        ("docstring", original.docstring, recompiled.docstring),
    ]
    names = _parameter_names(original, recompiled)
    compared.append(("parameters", *names))
    leaks = lets_stop_iteration_out(original), lets_stop_iteration_out(recompiled)
    compared.append(("StopIteration", *leaks))
    if nested:
        compared.append(("name", original.name, recompiled.name))
        compared.append(("closure", original.freevars, recompiled.freevars))
    for what, ours, theirs in compared:
        if ours != theirs:
            return f"{what}: {ours!r} and {theirs!r}"
    return None


def renamed_parameters(original: CodeUnit, recompiled: CodeUnit) -> dict[str, str]:
    """Parameters that no source can name (``.0``), to the names the text gives."""
    return {
        ours: theirs
        for ours, theirs in zip(original.parameters, recompiled.parameters)
        if ours != theirs and not ours.isidentifier()
    }


def _counts(code: CodeUnit) -> tuple[int, int, int]:
    return code.argcount, code.posonlyargcount, code.kwonlyargcount


def _parameter_names(
    original: CodeUnit, recompiled: CodeUnit
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    renamed = renamed_parameters(original, recompiled)
    ours = tuple(renamed.get(name, name) for name in original.parameters)
    return ours, recompiled.parameters
