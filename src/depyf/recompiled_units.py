"""Snapshots of recompiled code, one for all texts that compile to the same code.

Of a long text, most functions are the same when a few are written anew; what was
found out about a snapshot of such a function still holds then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping

from depyf.bytecode.code_unit import CodeUnit
from depyf.bytecode.line_table import without_places

if TYPE_CHECKING:
    from types import CodeType


class RecompiledUnits:
    """Makes snapshots and remembers what validation accepted.

    Attributes:
        accepted: ids of units of the original and of snapshots that are equal.
    """

    def __init__(self) -> None:
        self.accepted: set[tuple[int, int]] = set()
        self._units: dict[object, CodeUnit] = {}
        self._constants: Mapping[str, object] = {}

    def of(self, code: CodeType, constants: Mapping[str, object]) -> CodeUnit:
        """The snapshot of a text's code.

        Args:
            code: what the text compiles to.
            constants: global names of the text that stand for constants.
        """
        before = self._constants
        if before.keys() != constants.keys() or any(
            before[name] is not constants[name] for name in before
        ):
            self.accepted.clear()
        self._constants = constants
        return CodeUnit.from_code(code, self._known)

    def _known(self, code: CodeType) -> CodeUnit:
        """The snapshot of a nested code object."""
        key = without_places(code)
        unit = self._units.get(key)
        if unit is None:
            unit = self._units[key] = CodeUnit.from_code(code, self._known)
        return unit
