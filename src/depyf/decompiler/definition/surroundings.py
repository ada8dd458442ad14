"""Show helper functions of the compiler as the syntax that they belong to.

Two kinds of helpers look up names in ways that no ``def`` can, such as first in the
namespace of a class. One is ``__annotate__`` (3.14 and later). The other creates type
parameters (3.12 and later). If such a helper is decompiled alone, it is shown as its
definition, as far as that is known::

    def __annotate__(format):           class C:
        if format > 2: ...         ->       x: int
        return {"x": __classdict__ or global int}

    def <generic parameters of f>():    def f[T](x): ...
        T = TypeVar("T"); ...      ->

    def <setcomp>(iterator): ...   ->   {i for i in iterable}
    def <dictcomp>(iterator): ...  ->   {k: i for i in iterable}

A lambda that is a generator is shown in this way, too. From 3.12 on, StopIteration
leaves such a lambda unchanged, which no ``def`` allows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from depyf.decompiler.definition import annotation, type_parameters
from depyf.decompiler.definition.type_parameters import GENERIC
from depyf.decompiler.emit.function_text import (
    FunctionText,
    Parameter,
    TypeAlias,
    TypeParameter,
)
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.ir.evidence import CodeKind
from depyf.decompiler.ir.function import Function, Return
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import If, Pass, Simple, Statement
from depyf.decompiler.ir.value import (
    CallShape,
    FunctionParts,
    Value,
    Variable,
    VariableKind,
    const,
    load,
    store,
)

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit

_ANNOTATE = "__annotate__"
# No statement can create an empty set without a call, or evaluate a key before its
# value.
_DISPLAYS = ("<setcomp>", "<dictcomp>")
_LAMBDA = "<lambda>"
_NAMESPACE = "__classdict__"


def needed(unit: CodeUnit) -> bool:
    """Return whether code must be shown inside the definition around it."""
    if unit.name in _DISPLAYS:
        return unit.iterates and not unit.is_coroutine
    if unit.name == _LAMBDA:
        return unit.is_bare_generator
    return unit.name.startswith(GENERIC) or _NAMESPACE in unit.freevars


def text_of(
    unit: CodeUnit, prepared: annotation.Prepared
) -> tuple[FunctionText, FunctionText]:
    """Return the outer definition, and the function inside it.

    Raises:
        EmitError: the code is no such helper.
    """
    inner = FunctionText(replace(unit, name="f", freevars=()), "f", body=[Pass()])
    around = unit.qualname[: -len(unit.name)].split(".")[:-1]
    if unit.name in _DISPLAYS:
        body = [_called(unit)]
    elif unit.name == _LAMBDA:
        body = [_stored(unit)]
    elif unit.name.startswith(GENERIC):
        body = [_generic(unit)]
    elif unit.name == _ANNOTATE:
        graph = prepared(unit)
        found = annotation.read(graph)
        if found is None:
            raise EmitError("annotations that are not a plain list")
        if _is_of_function(graph):
            if around and graph.habits.annotate_names_function:
                inner.name = around.pop()
            body = [_annotated(found, inner)]
        else:
            body = [_bare(one) for one in found]
    else:
        body = [_evaluated(unit, prepared, inner)]
    kind = CodeKind.CLASS if _NAMESPACE in unit.freevars else CodeKind.MODULE
    # Private names depend on the name of the class, which may be unknown.
    name = around[-1] if around and around[-1].isidentifier() else "C"
    return FunctionText(unit, name, kind, body=body), inner


def _called(unit: CodeUnit) -> Statement:
    function = Value(MicroOp.FUNCTION, (), FunctionParts(unit, ()))
    iterable = load(Variable(VariableKind.GLOBAL, "iterable"))
    operands = (function, Value(MicroOp.ITER, (iterable,)))
    call = Value(MicroOp.CALL, operands, CallShape((None,)))
    return Simple(Value(MicroOp.EVALUATE, (call,)))


def _stored(unit: CodeUnit) -> Statement:
    function = Value(MicroOp.FUNCTION, (), FunctionParts(unit, ()))
    return Simple(store(Variable(VariableKind.NAME, "lambda_"), function))


def _annotated(found: list[annotation.Annotation], inner: FunctionText) -> Statement:
    """Return a method with its annotations only."""
    names = [one.name for one in found if one.name != "return"]
    inner.parameters = tuple(map(Parameter, names))
    pairs: list[Value] = []
    for one in found:
        pairs += [const(one.name), one.value]
    given = Value(MicroOp.BUILD, tuple(pairs), "dict")
    return _function(inner, {"annotations": given})


def _evaluated(
    unit: CodeUnit, prepared: annotation.Prepared, inner: FunctionText
) -> Statement:
    """Return the alias or type parameter whose value the code evaluates lazily."""
    function = Value(MicroOp.FUNCTION, (), FunctionParts(unit, ()))
    value = type_parameters.evaluated(function, prepared)
    if value is None:
        raise EmitError("a value of neither a type parameter nor an alias")
    if value.op is MicroOp.STAR:
        inner.type_parameters = (TypeParameter(unit.name, "*", None, value),)
        return _function(inner, {})
    target = Value(MicroOp.TARGET, (), Variable(VariableKind.NAME, unit.name))
    return Simple(Value(MicroOp.INTRINSIC, (target, value), TypeAlias()))


def _is_of_function(graph: Function) -> bool:
    """Return whether an ``__annotate__`` is for a function: it returns a display."""
    return any(
        isinstance(block.terminator, Return)
        and block.terminator.value.op is MicroOp.BUILD
        and bool(block.terminator.value.operands)
        for block in graph.blocks.values()
    )


def _bare(found: annotation.Annotation) -> Statement:
    target = Value(MicroOp.TARGET, (), Variable(VariableKind.NAME, found.name))
    bare = Simple(Value(MicroOp.ANNOTATE, (target, found.value)))
    return bare if found.number is None else If(const(True), [bare])


def _function(inner: FunctionText, parts: dict[str, Value]) -> Statement:
    payload = FunctionParts(inner.code, tuple(parts))
    made = Value(MicroOp.FUNCTION, tuple(parts.values()), payload)
    return Simple(store(Variable(VariableKind.NAME, inner.name), made))


def _generic(unit: CodeUnit) -> Statement:
    """Return ``f = <generic parameters of f>(<some defaults>)``."""
    name = unit.name[len(GENERIC) : -1]
    made = [one for one in unit.children if one.name == name]
    keyword = made[-1].varnames[made[-1].argcount :][:1] if made else ()
    some = const(...)
    pairs = (*map(const, keyword), some)
    defaults = {
        ".defaults": Value(MicroOp.BUILD, (some,), "tuple"),
        ".kwdefaults": Value(MicroOp.BUILD, pairs, "dict"),
    }
    arguments = [defaults[one] for one in unit.parameters if one in defaults]
    function = Value(MicroOp.FUNCTION, (), FunctionParts(unit, ()))
    shape = CallShape((None,) * len(arguments))
    call = Value(MicroOp.CALL, (function, *arguments), shape)
    return Simple(store(Variable(VariableKind.NAME, name), call))
