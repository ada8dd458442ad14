"""From a code object to source that the program itself has checked.

The quality ladder: the pretty text if validation accepts it (``exact``), a plainer
structure (``structured``), a state machine (``dispatch``), and at last a listing of
the instructions (``listing``), which is the only one that nothing has to prove.
"""

from __future__ import annotations

import enum
import gc
import inspect
from contextlib import contextmanager
from dataclasses import field, replace
from types import CodeType
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

from depyf.assembly import EXPECTED, Assembler
from depyf.bytecode.code_unit import CodeUnit
from depyf.checking import Checker, Rejected
from depyf.definition import surroundings
from depyf.definition.listing import listing
from depyf.emit.names import legal_form
from depyf.emit.settings import EmitSettings
from depyf.emit.writer import Written, write
from depyf.errors import DecompilationError
from depyf.ir.function import copied
from depyf.lift import lift
from depyf.passes import adopt_locals
from depyf.passes.dynamo import name_arguments
from depyf.pipeline import apply_view
from depyf.recompile import compile_text
from depyf.records import dataclass
from depyf.rungs import Rungs
from depyf.signals import comes_from_signal

if TYPE_CHECKING:
    from depyf.emit.line_map import LineMap
    from depyf.ir.function import Function

__all__ = [
    "DecompilationError",
    "Decompiled",
    "Quality",
    "compile_decompiled",
    "decompile",
    "decompile_code",
]

#: Texts of the whole that are tried before it is listed.
_ATTEMPTS = 60
#: Bytes of bytecode from which on searches for cycles take much of the time.
_LARGE = 20_000

#: What a text says that was to be a view.
_NO_VIEW = "what Dynamo adds is shown, too: the text without it could not be proved"

#: Tests set this to see failures that users are only told of in the diagnostics.
RAISE_INTERNAL_ERRORS = False


class Quality(str, enum.Enum):
    """How much is known about a decompiled text."""

    EXACT = "exact"
    STRUCTURED = "structured"
    DISPATCH = "dispatch"
    LISTING = "listing"

    def __str__(self) -> str:
        return self.value

    @property
    def rank(self) -> int:
        """How good it is; the best has the highest."""
        return -list(Quality).index(self)


@dataclass(frozen=True)
class Decompiled:
    """The source of one code object.

    Args:
        source: a bare ``def`` or ``class`` (a module's text for a module).
        globals: names that the text gives to constants that are not literals.
        line_map: lines of the text and offsets of instructions.
        quality: what was checked; the worst of all parts.
        diagnostics: why a better quality was not reached, and other remarks.
        hidden_instructions: instructions that a view leaves out.
        total_instructions: instructions of the code object.
        name: the name that the text defines.
        parts: by qualified name, the quality of nested functions and classes that
            are not exact themselves; one that is a listing is a stub that raises.
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


def decompile(target: object) -> str:
    """Returns the source of a code object or callable.

    Args:
        target: a code object, function, method, partial, or callable object.

    Raises:
        DecompilationError: ``target`` has no Python code.
    """
    return decompile_code(target).source


def decompile_code(
    target: object,
    *,
    name: str | None = None,
    view: bool = False,
    rename: Mapping[str, str] | None = None,
    indentation: int = 4,
    temp_prefix: str | None = None,
    base_indent: int = 0,
    parameter_names: Mapping[str, Sequence[str]] | None = None,
) -> Decompiled:
    """Returns the source of a code object or callable with what is known about it.

    Args:
        target: a code object, function, method, partial, or callable object.
        name: the name to define; the code's own name if None.
        view: leave out what Dynamo adds and has no effect for a reader, if there is
            as good a text without it.
        rename: names of globals, long to short.
        indentation: spaces per level.
        temp_prefix: prefix for temporaries; None picks readable names.
        base_indent: spaces before every line.
        parameter_names: parameters of global functions; temporaries that are
            passed to them get these names.

    Raises:
        DecompilationError: ``target`` has no Python code, or damaged code.
    """
    code = code_of(target)
    unit = _unit_of(code)
    settings = EmitSettings(
        version=unit.version,
        indentation=indentation,
        temp_prefix=temp_prefix,
        base_indent=base_indent,
        rename=dict(rename or {}),
        text_annotations=unit.has_text_annotations,
    )
    names = parameter_names or {}
    with _collector_paused(large=len(code.co_code) > _LARGE):
        found = _Attempts(unit, name, view, settings, names).best()
        if not view or found.quality is Quality.EXACT:
            return found
        plain = _Attempts(unit, name, False, settings, names).best()
    if plain.quality.rank <= found.quality.rank:
        return found
    return replace(plain, diagnostics=(_NO_VIEW, *plain.diagnostics))


@contextmanager
def _collector_paused(*, large: bool) -> Iterator[None]:
    """Keeps Python from looking for cycles among graphs that are all still in use.

    For a large function that takes as long again as all the rest. The collector belongs
    to the program in which this runs: for any other function it is left alone.
    """
    pause = large and gc.isenabled()
    if pause:
        gc.disable()
    try:
        yield
    finally:
        if pause:
            gc.enable()


class _Lifted:
    """The graphs of code units, each lifted once.

    Args:
        viewed: the unit of which the graph leaves out what Dynamo adds.

    Attributes:
        hidden: how many instructions that left out.
    """

    def __init__(self, viewed: CodeUnit | None) -> None:
        self.hidden = 0
        self._viewed = viewed
        self._known: dict[int, Function] = {}

    def __call__(self, unit: CodeUnit) -> Function:
        """The graph of a unit; passes change it, so each call gives another one."""
        known = self._known.get(id(unit))
        if known is None:
            known = lift(unit)
            if unit is self._viewed:
                self.hidden = apply_view(known)
            self._known[id(unit)] = known
        return copied(known)


class _Attempts:
    """Climbs down the ladder until a text is accepted."""

    def __init__(
        self,
        unit: CodeUnit,
        name: str | None,
        view: bool,
        settings: EmitSettings,
        parameter_names: Mapping[str, Sequence[str]],
    ) -> None:
        self._parameter_names = parameter_names
        self._unit = unit
        self._name = legal_form(name or unit.name)
        if unit.name == "<module>" or surroundings.needed(unit):
            self._name = unit.name
        self._view = view
        self._settings = settings
        self._rungs = Rungs(unit)
        self._lift = lift = _Lifted(unit if view else None)
        self._checker = Checker(unit, self._rungs, lift, settings, view=view)
        self._assembler = Assembler(lift, self._rungs.to_statements, self._rungs)

    def best(self) -> Decompiled:
        """The text whose parts are on the highest rungs that validation accepts."""
        rungs, assembler = self._rungs, self._assembler
        for _ in range(_ATTEMPTS):
            if rungs.is_stub(self._unit):
                break
            current = assembler.current = [self._unit]
            try:
                written = self._write()
                rejected = self._checker.rejected(written, self._name)
            except EXPECTED as error:
                rejected = [Rejected(current[-1], str(error))]
            except Exception as error:
                if RAISE_INTERNAL_ERRORS or comes_from_signal(error):
                    raise
                reason = f"internal error: {type(error).__name__}: {error}"
                rejected = [Rejected(current[-1], reason)]
            if not rejected:
                return self._result(written, Quality(rungs.worst()), self._lift.hidden)
            for one in rejected:
                assembler.forget(rungs.lower(one.part, one.reason))
        if surroundings.needed(self._unit):
            self._name = legal_form(self._name)
        shown = listing(self._unit, self._name, self._settings.rename)
        return self._result(shown, Quality.LISTING, 0)

    def _result(self, written: Written, quality: Quality, hidden: int) -> Decompiled:
        parts = self._rungs.parts()
        return Decompiled(
            source=written.source,
            globals=written.globals,
            line_map=written.line_map,
            quality=quality,
            diagnostics=tuple(self._rungs.diagnostics),
            hidden_instructions=hidden,
            total_instructions=len(self._unit.instructions),
            name=self._name,
            parts={name: Quality(found) for name, found in parts.items()},
        )

    def _write(self) -> Written:
        function = self._lift(self._unit)
        name_arguments.run(function, self._parameter_names)
        if self._view:
            adopt_locals.run(function)
        assembler = self._assembler
        text = assembler.text(self._unit, function, self._name)
        return write(text, self._settings, assembler.child, assembler.current)


def _unit_of(code: CodeType) -> CodeUnit:
    try:
        return CodeUnit.from_code(code)
    except (LookupError, ValueError, TypeError) as error:
        message = (
            f"the code object of {code.co_name} is damaged: an operand or a table of "
            f"it means nothing ({error})"
        )
        raise DecompilationError(message) from error


def code_of(target: object) -> CodeType:
    """Returns the code object behind a callable.

    Raises:
        DecompilationError: there is none; the message names what was given.
    """
    seen = 0
    while seen < 100:
        seen += 1
        if isinstance(target, CodeType):
            return target
        for attribute in ("__code__", "__func__", "__wrapped__", "func", "gi_code"):
            found = inspect.getattr_static(target, attribute, None)
            if found is not None:
                target = getattr(target, attribute)
                break
        else:
            call = inspect.getattr_static(type(target), "__call__", None)
            if not hasattr(call, "__code__"):
                break
            target = call
    message = (
        f"cannot decompile {type(target).__name__}: expected a code object, a Python "
        "function, or a callable with Python code"
    )
    raise DecompilationError(message)


def compile_decompiled(decompiled: Decompiled, code: CodeType) -> CodeType:
    """Compiles a decompiled text with what its code object cannot show.

    Args:
        decompiled: the result of `decompile_code`.
        code: the code object it was made from: its free variables get an outer
            function, its ``__future__`` flags hold.

    Raises:
        SyntaxError: the text does not compile on this Python.
    """
    return compile_text(
        decompiled.source,
        decompiled.name or code.co_name,
        code.co_freevars,
        code.co_flags,
    )
