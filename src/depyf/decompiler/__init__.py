"""Turn a code object into source, and prove that the source does the same.

Each source has a quality. `exact` is source as people write it, `structured` a plainer
form, and `dispatch` a state machine; all three are proved. `listing` is a list of the
instructions. It needs no proof, because it raises an error if it is called.
"""

from __future__ import annotations

import gc
import inspect
from contextlib import contextmanager
from dataclasses import replace
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Iterator, Mapping, Sequence

from depyf.decompiler.attempts import Attempts, Decompiled, Lifted, Task
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.checking import Checker
from depyf.decompiler.definition import function_head
from depyf.decompiler.emit.preface import UnwrittenObjectError
from depyf.decompiler.emit.settings import EmitSettings
from depyf.decompiler.recompile import Reference, Text, compile_text
from depyf.decompiler.tiers import Quality, Tiers
from depyf.errors import DecompilationError

if TYPE_CHECKING:
    from depyf.decompiler.known_objects import KnownObjects

__all__ = [
    "DecompilationError",
    "Decompiled",
    "Quality",
    "compile_decompiled",
    "decompile",
    "decompile_code",
]

#: From this many bytes of bytecode on, the search for garbage cycles takes much of the
#: time.
_LARGE = 20_000

#: The number of wrappers around a function that `code_of` unwraps at most.
_MOST_WRAPPERS = 100

#: The diagnostic of a source that was requested as a view, but shows everything.
_NO_VIEW = "what Dynamo adds is shown, too: the text without it could not be proved"


def decompile(target: object, *, standalone: bool = False) -> str:
    """Return the source of a code object or callable as a string.

    Args:
        target: a code object, function, method, partial, or callable object. For a
            function, the ``def`` line has its defaults and annotations.
        standalone: see `decompile_code`.

    Raises:
        DecompilationError: ``target`` has no Python code.
    """
    return decompile_code(target, standalone=standalone).source


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
    standalone: bool = False,
    reference: CodeType | None = None,
    known_objects: KnownObjects | None = None,
) -> Decompiled:
    """Return the source of a code object or callable, with its quality and diagnostics.

    Args:
        target: a code object, function, method, partial, or callable object.
        name: the name to define; the code's own name if None.
        view: leave out what Dynamo adds if a reader does not need it, and if the
            shorter source has as good a quality. Objects are written as their dotted
            names. A view is for reading: `compile_decompiled` refuses it if it leaves
            something out.
        rename: names of globals, long to short.
        indentation: spaces per level.
        temp_prefix: prefix for temporaries; None picks readable names.
        base_indent: spaces before every line.
        parameter_names: maps the name of a global function to its parameters. A
            temporary that is passed for a parameter gets the parameter's name.
        standalone: also define the names of objects. The source then runs with the
            globals of the original function.
        reference: prove that the source can replace this code object. The compiled code
            gets the arguments, free variables and cell variables of ``reference``.
        known_objects: what a view may assume about the objects that the code reads. It
            says how people write the path to an object, and which reads run no code.

    Raises:
        DecompilationError: ``target`` has no Python code, or its code is damaged. Or a
            standalone source cannot define an object in the code.
    """
    code, function = _code_and_function(target)
    unit = _unit_of(code)
    pairs = list(_nested(code, unit))
    objects = {id(unit): code for code, unit in pairs}
    avoid: frozenset[str] = frozenset()
    if function is not None:
        avoid = frozenset(function.__globals__)
    task = Task(
        unit=unit,
        originals={id(code): unit for code, unit in pairs},
        name=name,
        view=view,
        settings=EmitSettings(
            version=unit.version,
            indentation=indentation,
            temp_prefix=temp_prefix,
            base_indent=base_indent,
            rename=dict(rename or {}),
            text_annotations=unit.has_text_annotations,
            avoid=avoid,
            object_of=lambda constant: objects.get(id(constant), constant),
        ),
        reference=_reference(unit, reference),
        parameter_names=parameter_names or {},
        head=None if function is None else _head(function, unit),
        standalone=standalone,
        objects=known_objects,
    )
    with _collector_paused(large=len(code.co_code) > _LARGE):
        found = _decompiled(task)
        if not view or found.quality is Quality.EXACT:
            return found
        plain = _decompiled(replace(task, view=False))
    if plain.quality.rank <= found.quality.rank:
        return found
    return replace(plain, diagnostics=(_NO_VIEW, *plain.diagnostics))


def _decompiled(task: Task) -> Decompiled:
    try:
        return Attempts(task).best()
    except UnwrittenObjectError as error:
        message = (
            f"{task.unit.name} holds an object that no text can find: {error}; compile "
            "it with depyf.compile_decompiled, whose code holds the object itself, or "
            "decompile it without standalone and supply the name"
        )
        raise DecompilationError(message) from error


@contextmanager
def _collector_paused(*, large: bool) -> Iterator[None]:
    """Pause the garbage collector while a large function is decompiled.

    For a large function the collector would take as long as all other work. For other
    functions it stays on, because it belongs to the program that depyf runs in.
    """
    pause = large and gc.isenabled()
    if pause:
        gc.disable()
    try:
        yield
    finally:
        if pause:
            gc.enable()


def _unit_of(code: CodeType) -> CodeUnit:
    try:
        return CodeUnit.from_code(code)
    except (LookupError, ValueError, TypeError) as error:
        message = (
            f"the code object of {code.co_name} is damaged: an operand or a table of "
            f"it means nothing ({error})"
        )
        raise DecompilationError(message) from error


def _nested(code: CodeType, unit: CodeUnit) -> Iterator[tuple[CodeType, CodeUnit]]:
    """Yield a code object and all code objects nested in it, each with its CodeUnit."""
    yield code, unit
    for const, one in zip(code.co_consts, unit.consts):
        if isinstance(one, CodeUnit):
            yield from _nested(const, one)


def _reference(unit: CodeUnit, code: CodeType | None) -> Reference:
    """Return the Reference that the compiled source is compared with.

    Raises:
        DecompilationError: ``code`` takes other arguments than ``unit``.
    """
    own = Reference.of_unit(unit)
    if code is None:
        return own
    wanted = Reference.of_code(code)
    if own.signature != wanted.signature:
        raise DecompilationError(
            f"{unit.name} cannot replace {code.co_name}: it takes "
            f"{own.signature_text}, not {wanted.signature_text}"
        )
    return replace(own, freevars=wanted.freevars, cellvars=wanted.cellvars)


def code_of(target: object) -> CodeType:
    """Return the code object of a callable, such as a function or a partial.

    Raises:
        DecompilationError: the callable has no Python code. The message names its type.
    """
    return _code_and_function(target)[0]


def _code_and_function(target: object) -> tuple[CodeType, FunctionType | None]:
    """Return a callable's code object, and its function or None.

    Raises:
        DecompilationError: the callable has no Python code. The message names its type.
    """
    function: FunctionType | None = None
    for _ in range(_MOST_WRAPPERS):
        if isinstance(target, CodeType):
            return target, function
        if isinstance(target, FunctionType):
            function = target
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


def _head(function: FunctionType, unit: CodeUnit) -> function_head.FunctionHead:
    """Return a function's defaults and annotations, which its code object lacks."""
    annotate = getattr(function, "__annotate__", None)
    evaluating = None
    if isinstance(annotate, FunctionType):
        evaluating = _unit_of(annotate.__code__)
    return function_head.head_of(function, unit, evaluating)


def compile_decompiled(
    decompiled: Decompiled, code: CodeType, *, reference: CodeType | None = None
) -> CodeType:
    """Compile decompiled source to code that is proved to do what the original does.

    The compiled code contains every object that the source names, and needs no globals
    for them. It has the arguments, free variables and cell variables of the code that
    it replaces.

    Args:
        decompiled: the result of `decompile_code`.
        code: the code object that was decompiled.
        reference: the code object that the result replaces, if not ``code``.

    Returns:
        The compiled code object.

    Raises:
        DecompilationError: the source is only a listing, it does not compile on this
            Python, or it is not proved to do the same as ``code``.
    """
    if decompiled.quality is Quality.LISTING:
        reason = next(iter(decompiled.diagnostics), "it has no validated text")
        raise _refused(code, f"its source is only a listing of instructions ({reason})")
    unit = _unit_of(code)
    wanted = _reference(unit, reference)
    names = decompiled.globals, decompiled.legal_names
    text = Text(decompiled.source, decompiled.name or code.co_name, *names)
    try:
        compiled = compile_text(text, wanted)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _refused(code, f"its source does not compile: {error}") from error
    made = Reference.of_code(compiled)
    for kind in ("parameters", "freevars", "cellvars"):
        ours, theirs = getattr(wanted, kind), getattr(made, kind)
        if ours != theirs:
            reason = f"its text compiles to {kind} {theirs}, where {ours} are needed"
            raise _refused(code, reason)
    originals = {id(one): nested for one, nested in _nested(code, unit)}
    settings = EmitSettings(unit.version)
    tiers, lifted = Tiers(unit), Lifted(None)
    checker = Checker(
        unit, tiers, lifted, settings, wanted, originals=originals, view=False
    )
    different = checker.different(compiled)
    if different:
        raise _refused(code, f"its source is not proved equal: {different[0].reason}")
    return compiled


def _refused(code: CodeType, reason: str) -> DecompilationError:
    return DecompilationError(
        f"no code is handed out for {code.co_name} ({code.co_filename}:"
        f"{code.co_firstlineno}): {reason}. Run the original code object instead"
    )
