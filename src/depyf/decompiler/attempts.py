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

#: Texts of the whole that are tried before it is listed.
_ATTEMPTS = 60
# Each rejected part costs a comparison of the whole. After so many, times the number
# of instructions, the nested parts that are rejected become stubs at once.
_PATIENCE, _LEAST_PATIENCE = 200_000, 60

#: Tests set this to see failures that users are only told of in the diagnostics.
RAISE_INTERNAL_ERRORS = False


@dataclass(frozen=True)
class Task:
    """A request: the code to show, and how.

    Args:
        unit: the code.
        originals: by id of the code objects, the unit and those nested in it.
        name: the name to define; the code's own name if None.
        view: leave out what Dynamo adds.
        settings: how the text is printed.
        reference: what the compiled text is to stand for.
        parameter_names: parameters of global functions.
        head: defaults and annotations, if they are known.
        standalone: the text defines the names of its objects.
        objects: what a view may take as known.
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
    """The source of one code object.

    Args:
        source: a bare ``def`` or ``class`` (a module's text for a module).
        globals: names that the text gives to objects that are not literals.
        line_map: lines of the text and offsets of instructions.
        quality: what was checked; the worst of all parts.
        diagnostics: why a better quality was not reached, and other remarks.
        hidden_instructions: number of instructions that a view leaves out.
        total_instructions: number of instructions of the code object.
        name: the name that the text defines.
        parts: by qualified name, the quality of nested functions and classes that
            are not exact. If it is a listing, calling the function raises an error.
        legal_names: maps names in the text to names that Python source cannot have
            (``.0``).
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
    """The graphs of code units, each lifted once.

    Args:
        task: the graph of its unit knows of its objects, and leaves out what Dynamo
            adds.

    Attributes:
        hidden: how many instructions that left out.
    """

    def __init__(self, task: Task | None) -> None:
        self.hidden: int = 0
        self._task = task
        self._known: dict[int, Function] = {}

    def __call__(self, unit: CodeUnit) -> Function:
        """Return a new copy of the graph of a unit, as passes change it."""
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
    """Goes down the tiers until a source is accepted."""

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
        """Return the source with each part on the highest tier that validation accepts.

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
        """Return the head with the annotations that are not evaluated yet."""
        if head.annotate is None:
            return head
        try:
            found = read_annotate(self._assembler.prepared(head.annotate))
        except EXPECTED:  # then none are shown
            found = None
        return replace(head, annotations=found or {}, annotate=None)

    def _finished(self, text: FunctionText, written: Written) -> Written:
        """Return the proved source with the final names of its objects."""
        settings, task = self._task.settings, self._task
        if task.view:
            return self._write(text, replace(settings, dotted=True))
        if task.standalone:
            return self._write(text, replace(settings, standalone=True))
        return written

    def _write(self, text: FunctionText, settings: EmitSettings) -> Written:
        assembler = self._assembler
        return write(text, settings, assembler.child, assembler.current)
