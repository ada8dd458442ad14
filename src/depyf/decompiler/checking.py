"""Compile a source, and prove that it does what the original code does.

Code that is equal byte for byte, or equal in its normal form, is the same program.
Other code is compared by simulation (`depyf.decompiler.validate`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Mapping

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.bytecode.identity import identity
from depyf.decompiler.bytecode.normal_form import is_same
from depyf.decompiler.emit.line_map import part_at
from depyf.decompiler.ir.value import Variable
from depyf.decompiler.lift import lift
from depyf.decompiler.passes import slots
from depyf.decompiler.recompile import Text, compile_text
from depyf.decompiler.validate import Verdict, canonical_forms, validate
from depyf.records import dataclass

if TYPE_CHECKING:
    from types import CodeType

    from depyf.decompiler.emit.settings import EmitSettings
    from depyf.decompiler.emit.writer import Written
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.recompile import Reference
    from depyf.decompiler.tiers import Tiers

#: At most this many rejected parts of one source are collected before a new source is
#: written.
_REJECTED_AT_ONCE = 20


@dataclass(frozen=True)
class Rejected:
    """A part of a source that validation does not accept.

    Attributes:
        part: the code unit that the part shows.
        reason: why it is not accepted.
    """

    part: object
    reason: str


class Checker:
    """Checks the sources of one code unit.

    Args:
        unit: the code unit that the sources show.
        tiers: knows the nested units that are stubs, which need no proof.
        lifted: returns a new graph of the unit as the sources show it, or of a nested
            unit.
        settings: how the sources are written.
        reference: the code object that the compiled sources must be able to replace.
        originals: maps the id of a code object to its CodeUnit, for the unit and all
            nested in it.
        view: the sources leave out what Dynamo adds.
    """

    def __init__(
        self,
        unit: CodeUnit,
        tiers: Tiers,
        lifted: Callable[[CodeUnit], Function],
        settings: EmitSettings,
        reference: Reference,
        *,
        originals: Mapping[int, CodeUnit],
        view: bool,
    ) -> None:
        self._unit = unit
        self._tiers = tiers
        self._lifted = lifted
        self._settings = settings
        self._reference = reference
        self._view = view
        self._originals = {id(one) for one in unit.walk()}
        self._recompiled_units = RecompiledUnits(originals)

    def rejected(self, written: Written, name: str) -> list[Rejected]:
        """Return the parts of a source that validation does not accept.

        Args:
            written: the source.
            name: the name that the source defines.
        """
        indent = self._settings.base_indent
        names = written.globals, written.legal_names
        text = Text(written.source, name, *names, is_indented=bool(indent))
        try:
            code = compile_text(text, self._reference)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None) or 0
            line -= bool(indent)
            part = part_at(written.line_map, line) or self._unit
            return [Rejected(part, f"the text does not compile: {error}")]
        return self.different(code)

    def different(self, code: CodeType) -> list[Rejected]:
        """Return the parts of compiled source that are not proved to do the same."""
        # A source that leaves out or renames something is always simulated.
        says_all = not (self._view or self._settings.rename)
        ours = self._unit.identity
        if says_all and ours is not None and ours == identity(code):
            return []
        recompiled = self._recompiled_units.of(code)
        if says_all and is_same(self._unit, recompiled):
            return []
        return self._simulated(recompiled)

    def _simulated(self, unit: CodeUnit) -> list[Rejected]:
        """Return the parts of compiled source that simulation does not accept."""
        original = self._lifted(self._unit)
        recompiled = lift(unit)
        if self._view:  # the original graph was renamed in the same way
            slots.rename_webs(recompiled)
        known = _named(original, self._unit)
        canonical_forms.run(original, self._unit.cellvars)
        canonical_forms.run(recompiled, unit.cellvars)
        trusted = self._tiers.stubs()
        rejected: list[Rejected] = []
        around: set[int] = set()
        while len(rejected) < _REJECTED_AT_ONCE:
            verdict = validate(
                original,
                recompiled,
                lift=self._lift_nested,
                temporaries=lambda name: name not in known,
                rename=self._settings.rename,
                trusted=trusted,
                accepted=self._recompiled_units.accepted,
            )
            # Units around a rejected part may differ only because that part differs.
            if verdict.equivalent or id(verdict.part) in around:
                break
            rejected.append(Rejected(verdict.part, _explained(verdict)))
            around.update(map(id, self._tiers.around(verdict.part)))
            trusted.add(id(verdict.part))
        return rejected

    def _lift_nested(self, unit: object) -> Function:
        """Return the graph of a nested unit in the form that validation compares."""
        assert isinstance(unit, CodeUnit)
        is_original = id(unit) in self._originals
        graph = self._lifted(unit) if is_original else lift(unit)
        return canonical_forms.run(graph, unit.cellvars)


def _explained(verdict: Verdict) -> str:
    return (
        f"{verdict.reason} (offset {verdict.original_offset}, "
        f"recompiled {verdict.recompiled_offset})"
    )


def _named(original: Function, unit: CodeUnit) -> set[str]:
    """Return the names of all locals that the shown graph and nested code use.

    Names that the view hides are not included, so that temporaries may take them.
    """
    own: set[str] = set()
    for value in original.values:
        for node in value.walk():
            if isinstance(node.payload, Variable):
                own.add(node.payload.name)
    nested = {n for child in unit.children for c in child.walk() for n in c.varnames}
    return own | nested | set(unit.parameters)


class RecompiledUnits:
    """Snapshots of compiled source, and the pairs of units that validation accepted.

    Code objects that are equal share one snapshot: most functions of a long source stay
    the same when a few of them are written again.

    Args:
        originals: maps ids of original code objects that the compiled source may
            contain unchanged to their units.

    Attributes:
        accepted: pairs of ids: a unit of the original, and the snapshot proved equal to
            it.
    """

    def __init__(self, originals: Mapping[int, CodeUnit]) -> None:
        self.accepted: set[tuple[int, int]] = set()
        self._originals = originals
        self._units: dict[object, CodeUnit] = {}

    def of(self, code: CodeType) -> CodeUnit:
        """Return the snapshot of a compiled source's code object."""
        return CodeUnit.from_code(code, self._known)

    def _known(self, code: CodeType) -> CodeUnit:
        """Return the shared snapshot of a nested code object."""
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
    """Return the qualified names of a code object and of all nested in it."""
    nested = [one for one in code.co_consts if isinstance(one, type(code))]
    names = [name for one in nested for name in _qualnames(one)]
    return (getattr(code, "co_qualname", ""), *names)
