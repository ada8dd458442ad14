"""Choose for each part of a code object the tier of its source, best first.

A function, class or lambda whose source is not accepted goes one tier down. The parts
around it and inside it keep their tiers. Below the last tier, the part becomes a stub.
"""

from __future__ import annotations

import enum
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Callable, Iterator

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.definition import listing
from depyf.decompiler.pass_manager import Text
from depyf.decompiler.pipeline import to_statements

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.statement import Statement


class Quality(str, enum.Enum):
    """How much is proved about a decompiled source."""

    EXACT = "exact"
    STRUCTURED = "structured"
    DISPATCH = "dispatch"
    LISTING = "listing"

    def __str__(self) -> str:
        return self.value

    @property
    def rank(self) -> int:
        """A number for comparing qualities: the best quality has the highest."""
        return -list(Quality).index(self)


COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
# Code units that the compiler creates for annotations and type parameters. They have no
# source of their own.
_HIDDEN = ("__annotate__", "<generic parameters of ")


#: The tiers, best first: the quality, and the function that returns the statement tree.
TIERS: list[tuple[Quality, Callable[[Function], list[Statement]]]] = [
    (Quality.EXACT, partial(to_statements, text=Text.COLUMNS)),
    (Quality.EXACT, partial(to_statements, text=Text.CODE)),
    (Quality.EXACT, partial(to_statements, text=Text.LOOPS)),
    (Quality.STRUCTURED, partial(to_statements, text=Text.PLAIN)),
    (Quality.DISPATCH, partial(to_statements, text=Text.MACHINE)),
    (Quality.DISPATCH, partial(to_statements, text=Text.FLAT_MACHINE)),
]


class Tiers:
    """The current tier of a code unit and of each unit nested in it.

    Args:
        root: the outermost unit.

    Attributes:
        diagnostics: the reasons why parts do not have the best quality.
    """

    def __init__(self, root: CodeUnit) -> None:
        self.root = root
        self.diagnostics: list[str] = []
        self._levels: dict[int, int] = {}
        self._reasons: dict[int, str] = {}
        self._parents: dict[int, CodeUnit] = {}
        for unit in root.walk():
            self._parents.update((id(child), unit) for child in unit.children)

    def quality(self, unit: CodeUnit) -> Quality:
        """Return the quality of one code unit, without the units nested in it."""
        level = self._levels.get(id(unit), 0)
        return TIERS[level][0] if level < len(TIERS) else Quality.LISTING

    def is_stub(self, unit: CodeUnit) -> bool:
        """Return whether a unit has no tier left, so that it is a stub."""
        return self.quality(unit) is Quality.LISTING

    def stubs(self) -> set[int]:
        """Return the ids of the nested units that are stubs."""
        return {
            id(unit)
            for unit in self.root.walk()
            if unit is not self.root and self.is_stub(unit)
        }

    def worst(self) -> Quality:
        """Return the worst quality of all parts."""
        return min(map(self.quality, self.root.walk()), key=attrgetter("rank"))

    def parts(self) -> dict[str, Quality]:
        """Return the quality of each nested unit that is not exact, by name."""
        return {
            self.qualname(unit): self.quality(unit)
            for unit in self.root.walk()
            if unit is not self.root and self.quality(unit) != TIERS[0][0]
        }

    def lower(
        self, part: object, reason: str, *, to_stub: bool = False
    ) -> list[CodeUnit]:
        """Move the source of a part one tier down.

        Args:
            part: the unit whose source was not accepted. If the unit has no source of
                its own, the unit around it is moved down; for anything else, the root.
            reason: why the source was not accepted.
            to_stub: skip the tiers in between, unless the unit is the root.

        Returns:
            The units that must be written again: the unit moved down, and those around
                it.
        """
        unit = self._printed(part)
        quality = self.quality(unit)
        is_last = to_stub and unit is not self.root
        self._levels[id(unit)] = len(TIERS) if is_last else self._level_below(unit)
        if self.quality(unit) != quality:  # two tiers may have the same quality
            name = "" if unit is self.root else f"{self.qualname(unit)}: "
            self.diagnostics.append(f"{name}not {quality}: {reason}")
        self._reasons[id(unit)] = reason
        return list(self.around(unit))

    def _level_below(self, unit: CodeUnit) -> int:
        """Return the next tier of a unit; a lambda has only exact tiers."""
        below = self._levels.get(id(unit), 0) + 1
        if unit is self.root:
            return below
        if unit.name in COMPREHENSIONS:
            return len(TIERS)
        if unit.name != "<lambda>":
            return below
        is_best = below < len(TIERS) and TIERS[below][0] == TIERS[0][0]
        return below if is_best else len(TIERS)

    def to_statements(self, function: Function) -> list[Statement]:
        """Return the statement tree of a lifted unit, in the form of the unit's tier.

        Raises:
            StructureError: the control flow does not fit that form.
        """
        _, to_tree = TIERS[self._levels.get(id(function.code), 0)]
        return to_tree(function)

    def qualname(self, unit: CodeUnit) -> str:
        """Return a unit's qualified name, such as `f.<locals>.g`."""
        names = [unit.name]
        for outer in list(self.around(unit))[1:]:
            if outer.name == "<module>" or outer.name.startswith(_HIDDEN):
                continue
            names += ["<locals>", outer.name] if outer.is_optimized else [outer.name]
        return ".".join(reversed(names))

    def around(self, unit: object) -> Iterator[CodeUnit]:
        """Yield a unit and the units around it, innermost first."""
        current = unit if isinstance(unit, CodeUnit) else None
        while current is not None:
            yield current
            current = self._parents.get(id(current))

    def stub(self, unit: CodeUnit, *, is_expression: bool) -> list[Statement]:
        """Return the body that is shown for a unit without source."""
        if is_expression:
            return listing.stub_expression(unit, self.qualname(unit))
        lines = [listing.described(one, {}) for one in unit.instructions]
        reason = self._reasons.get(id(unit), "")
        return listing.stub_statements(unit, self.qualname(unit), reason, lines)

    def _printed(self, part: object) -> CodeUnit:
        """Return the innermost unit around ``part`` that can be moved a tier down."""
        for unit in self.root.walk():
            if unit is part:
                for outer in self.around(unit):
                    if not outer.name.startswith(_HIDDEN) and not self.is_stub(outer):
                        return outer
        return self.root
