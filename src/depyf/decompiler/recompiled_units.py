"""Snapshots of recompiled code, one for all texts that compile to the same code.

Of a long text, most functions are the same when a few are written anew; what was
found out about a snapshot of such a function still holds then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.identity import identity

if TYPE_CHECKING:
    from types import CodeType


class RecompiledUnits:
    """Makes snapshots and remembers what validation accepted.

    Args:
        originals: by id, the units of code objects that a text may hold as they are.

    Attributes:
        accepted: ids of units of the original and of snapshots that are equal.
    """

    def __init__(self, originals: Mapping[int, CodeUnit]) -> None:
        self.accepted: set[tuple[int, int]] = set()
        self._originals = originals
        self._units: dict[object, CodeUnit] = {}

    def of(self, code: CodeType) -> CodeUnit:
        """The snapshot of a text's code."""
        return CodeUnit.from_code(code, self._known)

    def _known(self, code: CodeType) -> CodeUnit:
        """The snapshot of a nested code object."""
        original = self._originals.get(id(code))
        if original is not None:
            return original
        found = identity(code)
        if found is None:
            return CodeUnit.from_code(code, self._known)
        key = code.co_name, _qualnames(code), found
        unit = self._units.get(key)
        if unit is None:
            unit = self._units[key] = CodeUnit.from_code(code, self._known)
        return unit


def _qualnames(code: CodeType) -> tuple[str, ...]:
    """Qualified names of a code object and of those nested in it."""
    nested = [one for one in code.co_consts if isinstance(one, type(code))]
    names = [name for one in nested for name in _qualnames(one)]
    return (getattr(code, "co_qualname", ""), *names)
