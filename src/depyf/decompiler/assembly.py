"""Build what the writer prints from code units: bodies, parameters, docstrings."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from inspect import CO_VARARGS, CO_VARKEYWORDS
from typing import TYPE_CHECKING, Callable, Iterable, List

from depyf.decompiler.analysis.handlers import StructureError
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.definition import (
    annotation,
    bodies,
    surroundings,
    type_parameters,
)
from depyf.decompiler.definition.declarations import (
    Declarations,
    bound,
    lost,
    unused_free,
)
from depyf.decompiler.emit.function_text import FunctionText, Parameter, signature
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.ir import intrinsic_operations
from depyf.decompiler.ir.evidence import CodeKind
from depyf.decompiler.ir.function import (
    BasicBlock,
    Function,
    Return,
)
from depyf.decompiler.ir.held import bits, holds
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import ReturnStatement, Simple, Statement
from depyf.decompiler.ir.statement_tree import imports_future, map_values, value_of
from depyf.decompiler.ir.value import (
    CallShape,
    Comprehension,
    ComprehensionFor,
    FunctionParts,
    Value,
    const,
)
from depyf.decompiler.lift import LiftError
from depyf.decompiler.lift.evidence import kind_of
from depyf.decompiler.passes.deep import map_comprehension, rewrite_deep
from depyf.decompiler.passes.idiom import comprehension
from depyf.decompiler.passes.tree import negations
from depyf.decompiler.pipeline import prepare
from depyf.decompiler.tiers import COMPREHENSIONS, Tiers

if TYPE_CHECKING:
    from depyf.decompiler.passes.idiom.comprehension_clauses import Found

Lift = Callable[[CodeUnit], Function]
ToStatements = Callable[[Function], List[Statement]]


#: The errors of a tier that has no source for a unit.
EXPECTED = (StructureError, EmitError, LiftError)


#: Only values with one of these operations contain nested code.
_WITH_CODE = bits(MicroOp.FUNCTION, MicroOp.COMPREHENSION, MicroOp.INTRINSIC)


class Assembler:
    """Builds the `FunctionText` of a code unit and of all units nested in it.

    Args:
        lift: returns the control-flow graph of a code unit.
        to_statements: returns the statement tree of a graph.
        tiers: the tier of each unit. If a nested unit has no source on its tier, it is
            moved one tier down. Without ``tiers``, the error is raised.

    Attributes:
        current: the units that are being written, outermost first. After an error, the
            last one is the unit that the error comes from.
    """

    def __init__(
        self, lift: Lift, to_statements: ToStatements, tiers: Tiers | None = None
    ) -> None:
        self._lift = lift
        self._to_statements = to_statements
        self._tiers = tiers
        self.current: list[object] = []
        self._texts: dict[int, FunctionText] = {}
        self._declarations: Declarations | None = None

    def child(self, code: object) -> FunctionText:
        """Return the FunctionText of a nested code unit; it is built once."""
        unit = _unit(code)
        known = self._texts.get(id(unit))
        if known is None:
            self.current.append(unit)
            known = self._texts[id(unit)] = self._child(unit)
            self.current.pop()
        return known

    def _child(self, unit: CodeUnit) -> FunctionText:
        """Return a nested unit's FunctionText on the best working tier, or a stub."""
        tiers = self._tiers
        while tiers is None or not tiers.is_stub(unit):
            try:
                return _expression_if_lambda(unit, self.text(unit, self._lift(unit)))
            except EXPECTED as error:
                if tiers is None:
                    raise
                tiers.lower(unit, str(error))
        return self._stub(unit, kind_of(unit), None)

    def forget(self, units: Iterable[CodeUnit]) -> None:
        """Forget the sources of these units, so that they are written again."""
        for unit in units:
            self._texts.pop(id(unit), None)

    def text(
        self, unit: CodeUnit, function: Function, name: str | None = None
    ) -> FunctionText:
        """Return the FunctionText of a unit and its graph; passes change the graph."""
        kind = kind_of(unit)
        is_root = name is not None
        if surroundings.needed(unit) and (is_root or kind is not CodeKind.LAMBDA):
            return self._by_surroundings(unit)
        if self._declarations is None:
            self._declarations = Declarations(unit, partial(_or_empty, self._lift))
        declared = self._declarations.of(unit, function)
        is_lambda = kind is CodeKind.LAMBDA
        shared = unused_free(unit, function) if is_lambda else set()
        if not function.is_function:
            bodies.drop_frame(function, is_class=kind is CodeKind.CLASS)
        stored = bound(function)
        body = self._to_statements(function)
        if not stored <= bound(function):
            declared += lost(unit, stored, body)
        if unit.is_async_generator:
            bodies.take_values_off_returns(body)
        if unit.is_generator or unit.is_async_generator:
            body = bodies.with_yield(body)
        if shared:
            body = bodies.naming(body, shared)
        map_values(body, self._with_nested)
        docstring: str | None = None
        if not function.is_function:
            body, docstring = _without_frame(body)
            body = annotation.of_body(body, self.prepared)
            if bodies.had_target_annotation(unit):
                body = bodies.with_target_annotation(body)
        elif kind is CodeKind.FUNCTION:
            found = unit.docstring
            docstring = found if isinstance(found, str) else None
        first = 0  # `from __future__` imports come directly after the docstring
        while first < len(body) and imports_future(body[first]):
            first += 1
        body[first:first] = declared
        return _text_of(unit, kind, name, body, docstring)

    def _by_surroundings(self, unit: CodeUnit) -> FunctionText:
        """Return the definition that a compiler-made unit belongs to."""
        text, inner = surroundings.text_of(unit, self.prepared)
        self._texts[id(inner.code)] = inner
        map_values(text.body, self._with_nested)
        return text

    def _stub(self, unit: CodeUnit, kind: CodeKind, name: str | None) -> FunctionText:
        """Return a function whose body says that the unit has no source."""
        assert self._tiers is not None
        if unit.name in COMPREHENSIONS:
            kind = CodeKind.LAMBDA
        is_function = kind in (CodeKind.FUNCTION, CodeKind.LAMBDA)
        body = self._tiers.stub(unit, is_expression=kind is CodeKind.LAMBDA)
        docstring = unit.docstring if is_function else None
        shown = docstring if isinstance(docstring, str) else None
        return _text_of(unit, kind, name, body, shown)

    def prepared(self, code: object) -> Function:
        """Return the graph of a small function that the compiler created."""
        graph = self._lift(_unit(code))
        prepare(graph)
        for block in graph.blocks.values():
            block.change_values(self._with_nested)
        return graph

    def _with_nested(self, value: Value) -> Value:
        """Replace nested code everywhere inside a value by its decompiled form."""
        if holds(value, _WITH_CODE):
            return rewrite_deep(value, self._nested)
        return value

    def _nested(self, value: Value) -> Value:
        """Replace the nested code of one node by its decompiled form."""
        if value.op is MicroOp.FUNCTION:
            return annotation.of_function(value, self.prepared)
        value = type_parameters.run(value, self.prepared, self.child)
        return self._comprehension(value)

    def _comprehension(self, value: Value) -> Value:
        """Return the comprehension that a value calls; other values stay unchanged."""
        call = value.operands[0] if value.op is MicroOp.AWAIT else value
        if call.op is not MicroOp.CALL or len(call.operands) != 2:
            return value
        function, argument = call.operands
        parts = function.payload
        if not isinstance(parts, FunctionParts) or call.payload != CallShape((None,)):
            return value
        unit = parts.code
        if not isinstance(unit, CodeUnit) or unit.name not in COMPREHENSIONS:
            return value
        if self._tiers is not None and self._tiers.is_stub(unit):
            return _with_called_iter(value, call)
        is_generator = unit.name == "<genexpr>"
        if value.op is MicroOp.AWAIT and (is_generator or not unit.is_coroutine):
            return value
        if value is call and unit.is_coroutine:
            return value
        iterable = argument
        if argument.op in (MicroOp.ITER, MicroOp.AITER):
            iterable = argument.operands[0]
        found = self._found_comprehension(unit)
        if found is None:
            return _with_called_iter(value, call)
        graph, kind, nest = found
        clauses = (
            ComprehensionFor(
                nest.clauses[0].target,
                iterable,
                nest.clauses[0].conditions,
                nest.clauses[0].is_async,
            ),
            *nest.clauses[1:],
        )
        display = negations.in_comprehension(
            Value(MicroOp.COMPREHENSION, (), Comprehension(kind, nest.item, clauses)),
            graph,
        )
        assert isinstance(display.payload, Comprehension)
        payload = map_comprehension(
            display.payload,
            lambda part: rewrite_deep(part, self._without_origins),
            first=False,
        )
        return Value(MicroOp.COMPREHENSION, (), payload, value.all_origins())

    def _found_comprehension(
        self, unit: CodeUnit
    ) -> tuple[Function, str, Found] | None:
        """Return the graph, kind and clauses of a comprehension's code, or None."""
        reason = "no comprehension is recognised"
        try:
            graph = self._lift(unit)
            prepare(graph)
            found = comprehension.of_code_object(graph)
            if found is not None:
                return (graph, *found)
        except EXPECTED as error:
            reason = str(error)
        if self._tiers is not None:
            self._tiers.lower(unit, reason)
        return None

    def _without_origins(self, value: Value) -> Value:
        return self._nested(replace(value, origins=frozenset()))


def _or_empty(lift: Lift, unit: CodeUnit) -> Function:
    """Return a unit's graph, or an empty graph if the unit cannot be lifted."""
    try:
        return lift(unit)
    except LiftError:
        return Function(unit, 0, {0: BasicBlock(0, [], Return(const(None)))})


def parameters_of(unit: CodeUnit) -> tuple[Parameter, ...]:
    """Return the parameters of a unit in the order of its signature."""
    return signature(
        unit.varnames,
        unit.posonlyargcount,
        unit.argcount,
        unit.kwonlyargcount,
        has_star=bool(unit.flags & CO_VARARGS),
        has_double_star=bool(unit.flags & CO_VARKEYWORDS),
    )


def _text_of(
    unit: CodeUnit,
    kind: CodeKind,
    name: str | None,
    body: list[Statement],
    docstring: str | None,
) -> FunctionText:
    return FunctionText(
        code=unit,
        name=name or unit.name,
        kind=kind,
        parameters=parameters_of(unit) if kind is not CodeKind.CLASS else (),
        body=body,
        is_async=unit.is_coroutine or unit.is_async_generator,
        docstring=docstring,
        type_parameters=type_parameters.unknown(unit.freevars),
    )


def _with_called_iter(value: Value, call: Value) -> Value:
    """Write out `iter(x)` in the call of a comprehension printed as a function."""
    function, argument = call.operands
    name = intrinsic_operations.function_for(argument.op, argument.payload)
    if name is None:
        return value
    shape = CallShape((None,))
    made = Value(MicroOp.CALL, (const(name), *argument.operands), shape)
    changed = call.with_operands((function, made))
    return changed if value is call else value.with_operands((changed,))


def _expression_if_lambda(unit: CodeUnit, text: FunctionText) -> FunctionText:
    """Return the source of a nested unit; a lambda must be a single expression.

    Raises:
        EmitError: the unit is a lambda, and its body is not one expression.
    """
    if kind_of(unit) is CodeKind.LAMBDA and not bodies.is_expression(text.body):
        raise EmitError("a lambda that is not an expression")
    return text


def _without_frame(
    body: list[Statement],
) -> tuple[list[Statement], str | None]:
    """Split a class or module body into statements and docstring; drop returns."""
    result: list[Statement] = [
        one for one in body if not isinstance(one, ReturnStatement)
    ]
    first = 0
    while first < len(result) and _sets_up_annotations(result[first]):
        first += 1
    if len(result) == first or annotation.stored_name(result[first]) != "__doc__":
        return result, None
    docstring = _constant_text(result[first])
    if docstring is not None:
        del result[first]
    return result, docstring


def _sets_up_annotations(statement: Statement) -> bool:
    names = ("__annotate__", "__conditional_annotations__")
    return annotation.stored_name(statement) in names or (
        value_of(statement, MicroOp.SETUP_ANNOTATIONS) is not None
    )


def _unit(code: object) -> CodeUnit:
    if not isinstance(code, CodeUnit):
        raise TypeError(f"not a code unit: {type(code).__name__}")
    return code


def _constant_text(statement: Statement) -> str | None:
    assert isinstance(statement, Simple)
    found = statement.value.operands[0].constant
    return found if isinstance(found, str) else None
