"""Makes what the writer prints from code units: bodies, signatures, docstrings."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable, List

from depyf.bytecode.code_unit import (
    CO_OPTIMIZED,
    CO_VARARGS,
    CO_VARKEYWORDS,
    CodeUnit,
)
from depyf.definition import annotation, frame, type_parameters
from depyf.definition.declarations import Declarations
from depyf.emit.function_text import CodeKind, FunctionText, Parameter, signature
from depyf.ir.function import Function, set_terminator_values, terminator_values
from depyf.ir.micro_op import MicroOp
from depyf.ir.statement import (
    ReturnStatement,
    Simple,
    Statement,
)
from depyf.ir.statement_tree import map_values
from depyf.ir.value import (
    CallShape,
    Comprehension,
    ComprehensionFor,
    Constant,
    FunctionParts,
    Value,
)
from depyf.passes.deep import map_comprehension, rewrite_deep
from depyf.passes.idiom import comprehension
from depyf.passes.shape import bare_returns, negations
from depyf.pipeline import prepare

Lift = Callable[[CodeUnit], Function]
ToStatements = Callable[[Function, bool, bool], List[Statement]]

_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


class Assembler:
    """Builds the `FunctionText` of a code unit and of all that is nested in it.

    Args:
        lift: code unit to control-flow graph.
        to_statements: graph to tree; the flags tell whether it is a function, and
            whether it is a lambda.
    """

    def __init__(self, lift: Lift, to_statements: ToStatements) -> None:
        self._lift = lift
        self._to_statements = to_statements
        self._texts: dict[int, FunctionText] = {}
        self._declarations: Declarations | None = None

    def child(self, code: object) -> FunctionText:
        """The text of a nested code unit."""
        unit = _unit(code)
        known = self._texts.get(id(unit))
        if known is None:
            known = self._texts[id(unit)] = self.text(unit, self._lift(unit))
        return known

    def text(
        self, unit: CodeUnit, function: Function, name: str | None = None
    ) -> FunctionText:
        """The text of a unit whose graph is given (and consumed)."""
        kind = kind_of(unit)
        if self._declarations is None:
            self._declarations = Declarations(unit, self._lift)
        declared = self._declarations.of(unit, function)
        is_lambda = kind is CodeKind.LAMBDA
        is_function = is_lambda or kind is CodeKind.FUNCTION
        if not is_function:
            frame.run(function, is_class=kind is CodeKind.CLASS)
        body = self._to_statements(function, is_function, is_lambda)
        if unit.is_async_generator:
            body = bare_returns.run(body)
        map_values(body, lambda value: rewrite_deep(value, self._nested))
        docstring: str | None = None
        if not is_function:
            body, docstring = _without_frame(body)
            body = annotation.of_body(body, self._prepared)
        elif kind is CodeKind.FUNCTION:
            found = unit.docstring
            docstring = found if isinstance(found, str) else None
        return FunctionText(
            code=unit,
            name=name or unit.name,
            kind=kind,
            parameters=parameters_of(unit) if kind is not CodeKind.CLASS else (),
            body=[*declared, *body],
            is_async=unit.is_coroutine or unit.is_async_generator,
            docstring=docstring,
            type_parameters=type_parameters.unknown(unit.freevars),
        )

    def _prepared(self, code: object) -> Function:
        """The graph of a little function that the compiler made."""
        graph = self._lift(_unit(code))
        prepare(graph)
        for block in graph.blocks.values():
            block.body = [rewrite_deep(one, self._nested) for one in block.body]
            values = terminator_values(block.terminator)
            changed = tuple(rewrite_deep(one, self._nested) for one in values)
            set_terminator_values(block.terminator, changed)
        return graph

    def _nested(self, value: Value) -> Value:
        """A value with what belongs to it from nested code."""
        if value.op is MicroOp.FUNCTION:
            return annotation.of_function(value, self._prepared)
        value = type_parameters.run(value, self._prepared, self.child)
        return self._comprehension(value)

    def _comprehension(self, value: Value) -> Value:
        """A called comprehension as a value of its own."""
        call = value.operands[0] if value.op is MicroOp.AWAIT else value
        if call.op is not MicroOp.CALL or len(call.operands) != 2:
            return value
        function, argument = call.operands
        parts = function.payload
        if not isinstance(parts, FunctionParts) or call.payload != CallShape((None,)):
            return value
        unit = parts.code
        if not isinstance(unit, CodeUnit) or unit.name not in _COMPREHENSIONS:
            return value
        is_generator = unit.name == "<genexpr>"
        if value.op is MicroOp.AWAIT and (is_generator or not unit.is_coroutine):
            return value
        if value is call and unit.is_coroutine:
            return value
        iterable = argument
        if argument.op in (MicroOp.ITER, MicroOp.AITER):
            iterable = argument.operands[0]
        graph = self._lift(unit)
        prepare(graph)
        found = comprehension.called(graph)
        if found is None:
            return value
        kind, nest = found
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
            none_is_free=unit.behaviour.none_tests_fused,
        )
        assert isinstance(display.payload, Comprehension)
        payload = map_comprehension(
            display.payload,
            lambda part: rewrite_deep(part, self._without_origins),
            first=False,
        )
        return Value(MicroOp.COMPREHENSION, (), payload, value.all_origins())

    def _without_origins(self, value: Value) -> Value:
        return self._nested(replace(value, origins=frozenset()))


def kind_of(unit: CodeUnit) -> CodeKind:
    """What a code unit is printed as."""
    if unit.name == "<module>":
        return CodeKind.MODULE
    if unit.name == "<lambda>":
        return CodeKind.LAMBDA
    return CodeKind.FUNCTION if unit.flags & CO_OPTIMIZED else CodeKind.CLASS


def parameters_of(unit: CodeUnit) -> tuple[Parameter, ...]:
    """The parameters of a unit in the order of its signature."""
    return signature(
        unit.varnames,
        unit.posonlyargcount,
        unit.argcount,
        unit.kwonlyargcount,
        has_star=bool(unit.flags & CO_VARARGS),
        has_double_star=bool(unit.flags & CO_VARKEYWORDS),
    )


def _without_frame(
    body: list[Statement],
) -> tuple[list[Statement], str | None]:
    """A class or module body without its return, and its docstring."""
    result: list[Statement] = [
        one for one in body if not isinstance(one, ReturnStatement)
    ]
    first = 0
    while first < len(result) and _sets_up_annotations(result[first]):
        first += 1
    if len(result) == first or _stored_name(result[first]) != "__doc__":
        return result, None
    docstring = _constant_text(result[first])
    if docstring is not None:
        del result[first]
    return result, docstring


def _sets_up_annotations(statement: Statement) -> bool:
    return _stored_name(statement) == "__conditional_annotations__" or (
        isinstance(statement, Simple)
        and statement.value.op is MicroOp.SETUP_ANNOTATIONS
    )


def _unit(code: object) -> CodeUnit:
    if not isinstance(code, CodeUnit):
        message = f"not a code unit: {type(code).__name__}"
        raise TypeError(message)
    return code


def _stored_name(statement: Statement) -> str:
    if isinstance(statement, Simple) and statement.value.op is MicroOp.STORE:
        return statement.value.variable.name
    return ""


def _constant_text(statement: Statement) -> str | None:
    assert isinstance(statement, Simple)
    payload = statement.value.operands[0].payload
    if isinstance(payload, Constant) and isinstance(payload.value, str):
        return payload.value
    return None
