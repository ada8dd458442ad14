"""Try the sources of a code unit, best first, until one is proved."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.decompiler.assembly import EXPECTED, Assembler
from depyf.decompiler.checking import Checker, Rejected
from depyf.decompiler.definition import surroundings
from depyf.decompiler.definition.function_head import (
    FunctionHead,
    read_annotate,
    with_head,
)
from depyf.decompiler.definition.listing import listing
from depyf.decompiler.emit.names import legal_form
from depyf.decompiler.emit.writer import Written, write
from depyf.decompiler.ir.function_state import copied
from depyf.decompiler.ir.invariants import InvariantError
from depyf.decompiler.lift import lift
from depyf.decompiler.passes import coalescing
from depyf.decompiler.passes.dynamo import name_arguments
from depyf.decompiler.passes.dynamo.places import View
from depyf.decompiler.pipeline import apply_view
from depyf.decompiler.tiers import Quality, Tiers
from depyf.errors import comes_from_signal
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.emit.function_text import FunctionText
    from depyf.decompiler.emit.line_map import LineMap
    from depyf.decompiler.emit.settings import EmitSettings
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.known_objects import KnownObjects
    from depyf.decompiler.recompile import Reference

#: After this many rejected sources of a unit, the unit becomes a listing.
_ATTEMPTS = 60
# Each rejected part costs another comparison of the whole unit. After a number of
# these, a rejected nested part becomes a stub at once. The number is _PATIENCE divided
# by the number of instructions, but at least _LEAST_PATIENCE.
_PATIENCE, _LEAST_PATIENCE = 200_000, 60

#: Tests set this to raise internal errors, which users see only as diagnostics.
RAISE_INTERNAL_ERRORS = False


@dataclass(frozen=True)
class Task:
    """A request to decompile one code unit.

    Args:
        unit: the code to decompile.
        originals: maps the id of a code object to its CodeUnit, for the unit and all
            nested in it.
        name: the name to define; the code's own name if None.
        view: leave out what Dynamo adds.
        settings: how the source is printed.
        reference: the code object that the compiled source must be able to replace.
        parameter_names: maps the name of a global function to its parameters.
        head: the function's defaults and annotations, or None if only code is given.
        standalone: define the names of objects in the source.
        objects: what a view may assume about the objects that the code reads.
    """

    unit: CodeUnit
    originals: Mapping[int, CodeUnit]
    name: str | None
    view: bool
    settings: EmitSettings
    reference: Reference
    parameter_names: Mapping[str, Sequence[str]]
    head: FunctionHead | None
    standalone: bool = False
    objects: KnownObjects | None = None


@dataclass(frozen=True)
class Decompiled:
    """The source of one code object, with its quality.

    Args:
        source: a ``def`` or ``class`` statement without its surroundings; for a module,
            the source of the module.
        globals: maps names in the source to the objects that have no literal.
        line_map: relates lines of the source to offsets of instructions.
        quality: the worst quality of all parts of the source.
        diagnostics: why a better quality was not reached, and other remarks.
        hidden_instructions: number of instructions that the view leaves out.
        total_instructions: number of instructions of the code object.
        name: the name that the source defines.
        parts: maps the qualified name of a nested function or class that is not exact
            to its quality. A part that is a listing raises an error when it is called.
        legal_names: maps names in the source to the names that they stand for, such as
            ``.0``. Python source cannot contain these.
    """

    source: str
    globals: Mapping[str, object]
    line_map: LineMap
    quality: Quality
    diagnostics: tuple[str, ...] = ()
    hidden_instructions: int = 0
    total_instructions: int = 0
    name: str = ""
    parts: Mapping[str, Quality] = field(default_factory=dict)
    legal_names: Mapping[str, str] = field(default_factory=dict)


class Lifted:
    """Lifts code units to graphs, each only once.

    Args:
        task: its unit is lifted as the task says, with known objects and as a view.
            With None, every unit is lifted plainly.

    Attributes:
        hidden: number of instructions that the view leaves out.
    """

    def __init__(self, task: Task | None) -> None:
        self.hidden: int = 0
        self._task = task
        self._known: dict[int, Function] = {}

    def __call__(self, unit: CodeUnit) -> Function:
        """Return a copy of a unit's graph, which the caller may change."""
        known = self._known.get(id(unit))
        if known is None:
            known = lift(unit)
            task = self._task
            if task is not None and unit is task.unit:
                known.view = View(task.objects, task.parameter_names)
                self.hidden = apply_view(known) if task.view else 0
            self._known[id(unit)] = known
        return copied(known)


class Attempts:
    """Writes and checks sources of a task, tier by tier, until one is accepted."""

    def __init__(self, task: Task) -> None:
        unit = task.unit
        self._task = task
        self._unit = unit
        self._name = legal_form(task.name or unit.name)
        if unit.name == "<module>" or surroundings.needed(unit):
            self._name = unit.name
        self._tiers = tiers = Tiers(unit)
        self._lift = lift = Lifted(task)
        self._checker = Checker(
            unit,
            tiers,
            lift,
            task.settings,
            task.reference,
            originals=task.originals,
            view=task.view,
        )
        self._assembler = Assembler(lift, tiers.to_statements, tiers)

    def best(self) -> Decompiled:
        """Return the source, with each part on the best tier that is accepted.

        Raises:
            UnwrittenObjectError: a standalone text cannot define one of its names.
        """
        tiers, assembler = self._tiers, self._assembler
        patience = max(
            _LEAST_PATIENCE, _PATIENCE // (len(self._unit.instructions) or 1)
        )
        for _ in range(_ATTEMPTS):
            if tiers.is_stub(self._unit):
                break
            current = assembler.current = [self._unit]
            try:
                text = self._text()
                written = self._write(text, self._task.settings)
                rejected = self._checker.rejected(written, self._name)
            except EXPECTED as error:
                rejected = [Rejected(current[-1], str(error))]
            except Exception as error:
                broken = isinstance(error, InvariantError)
                if RAISE_INTERNAL_ERRORS or broken or comes_from_signal(error):
                    raise
                reason = f"internal error: {type(error).__name__}: {error}"
                rejected = [Rejected(current[-1], reason)]
            if not rejected:
                if written.globals:
                    written = self._finished(text, written)
                return self._outcome(written, tiers.worst(), self._lift.hidden)
            patience -= len(rejected)
            for one in rejected:
                lowered = tiers.lower(one.part, one.reason, to_stub=patience < 0)
                assembler.forget(lowered)
        if surroundings.needed(self._unit):
            self._name = legal_form(self._name)
        shown = listing(self._unit, self._name, self._task.settings.rename)
        return self._outcome(shown, Quality.LISTING, 0)

    def _outcome(self, written: Written, quality: Quality, hidden: int) -> Decompiled:
        return Decompiled(
            source=written.source,
            globals=written.globals,
            line_map=written.line_map,
            quality=quality,
            diagnostics=tuple(self._tiers.diagnostics),
            hidden_instructions=hidden,
            total_instructions=len(self._unit.instructions),
            name=self._name,
            parts=self._tiers.parts(),
            legal_names=written.legal_names,
        )

    def _text(self) -> FunctionText:
        function = self._lift(self._unit)
        name_arguments.run(function)
        if self._task.view:
            coalescing.adopt_locals(function)
        text = self._assembler.text(self._unit, function, self._name)
        head = self._task.head
        return text if head is None else with_head(text, self._evaluated(head))

    def _evaluated(self, head: FunctionHead) -> FunctionHead:
        """Return the head with its annotations decompiled from `__annotate__`."""
        if head.annotate is None:
            return head
        try:
            found = read_annotate(self._assembler.prepared(head.annotate))
        except EXPECTED:  # show no annotations
            found = None
        return replace(head, annotations=found or {}, annotate=None)

    def _finished(self, text: FunctionText, written: Written) -> Written:
        """Return the proved source again, now with the final names of its objects."""
        settings, task = self._task.settings, self._task
        if task.view:
            return self._write(text, replace(settings, dotted=True))
        if task.standalone:
            return self._write(text, replace(settings, standalone=True))
        return written

    def _write(self, text: FunctionText, settings: EmitSettings) -> Written:
        assembler = self._assembler
        return write(text, settings, assembler.child, assembler.current)
