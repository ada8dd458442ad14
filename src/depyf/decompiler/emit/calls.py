"""Print calls, lambdas, and the parameters and annotations of functions."""

from __future__ import annotations

import ast
from typing import Iterator, Tuple

from depyf.decompiler.emit.displays import (
    comprehension_items,
    comprehension_of,
    constant_of,
)
from depyf.decompiler.emit.function_text import FunctionText, Parameter, ParameterKind
from depyf.decompiler.emit.names import is_legal
from depyf.decompiler.emit.pieces import Break, Close, Level, Open
from depyf.decompiler.emit.scope import Items, Operand, Scope
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.ir.evidence import CodeKind
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.statement import Pass, ReturnStatement
from depyf.decompiler.ir.value import CallShape, FunctionParts, Value, const

Expansion = Tuple[Level, Items]


def separated(parts: list[Items]) -> Items:
    """Return the parts with commas between them."""
    items: Items = []
    for number, part in enumerate(parts):
        if number:
            items += [",", Break()]
        items += part
    return items


def call_shape(value: Value) -> CallShape:
    """Return how a CALL value passes its arguments."""
    if isinstance(value.payload, CallShape):
        return value.payload
    raise EmitError("a call without a shape")


def argument_items(scope: Scope, how: str | None, value: Value) -> Items:
    """Print one argument of a call or one base of a class."""
    if how is None:
        return [Operand(scope, value)]
    if how in ("*", "**"):
        return [how, Operand(scope, value, Level.BIT_OR)]
    if not is_legal(how):
        # Only `f(**{"x y": 1})` can pass a keyword that is no identifier.
        return ["**{", Operand(scope, const(how)), ": ", Operand(scope, value), "}"]
    return [f"{how}=", Operand(scope, value)]


def expand_call(scope: Scope, value: Value, _level: Level) -> Expansion:
    """Print a call."""
    shape = call_shape(value)
    function, *arguments = value.operands
    head = Operand(scope, function, Level.ATOM)
    if len(arguments) == 1 and shape.arguments[0] is None:
        payload = comprehension_of(arguments[0])
        if payload is not None and payload.kind == "generator":
            inside = comprehension_items(scope, payload)
            mark = scope.mark(arguments[0])
            return Level.ATOM, [head, Open("("), mark, *inside, Close(")")]
    parts = [
        argument_items(scope, how, argument)
        for how, argument in zip(shape.arguments, arguments)
    ]
    return Level.ATOM, [head, Open("("), *separated(parts), Close(")", comma=True)]


def expand_super(scope: Scope, value: Value, _level: Level) -> Expansion:
    """Print ``super()``, with arguments if the source had some."""
    function, *arguments = value.operands
    head = Operand(scope, function, Level.ATOM)
    if not value.payload:
        marks: Items = [scope.mark(argument) for argument in arguments]
        return Level.ATOM, [head, *marks, "()"]
    parts: list[Items] = [[Operand(scope, argument)] for argument in arguments]
    return Level.ATOM, [head, Open("("), *separated(parts), Close(")", comma=True)]


# -- functions -------------------------------------------------------------------


def function_parts(value: Value) -> dict[str, Value]:
    """Return the operands of a FUNCTION value by name."""
    if not isinstance(value.payload, FunctionParts):
        raise EmitError("a function without parts")
    return dict(zip(value.payload.parts, value.operands))


def function_text(scope: Scope, value: Value) -> FunctionText:
    """Return the FunctionText of the code in a FUNCTION value."""
    if not isinstance(value.payload, FunctionParts):
        raise EmitError("a function without code")
    return scope.children(value.payload.code)


def _tuple_parts(value: Value | None) -> list[Value]:
    if value is None:
        return []
    if value.op is MicroOp.BUILD and value.payload == "tuple":
        return list(value.operands)
    constant = constant_of(value)
    if type(constant) is not tuple:
        raise EmitError("defaults that are not a tuple")
    return [const(item) for item in constant]


def _pairs(value: Value | None) -> dict[str, Value]:
    """Return the names and values of keyword defaults or annotations."""
    if value is None:
        return {}
    is_dict = value.op is MicroOp.BUILD and value.payload == "dict"
    parts = list(value.operands) if is_dict else _tuple_parts(value)
    names = [str(constant_of(name)) for name in parts[::2]]
    return dict(zip(names, parts[1::2]))


def _defaults(
    parameters: tuple[Parameter, ...], parts: dict[str, Value]
) -> dict[str, Value]:
    positional = [
        one.name
        for one in parameters
        if one.kind in (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL)
    ]
    values = _tuple_parts(parts.get("defaults"))
    if len(values) > len(positional):
        raise EmitError("more defaults than parameters")
    found = dict(zip(positional[len(positional) - len(values) :], values))
    found.update(_pairs(parts.get("kwdefaults")))
    own = {one.name: one.default for one in parameters if one.default is not None}
    return {**own, **found}


def annotation_values(text: FunctionText, function: Value | None) -> dict[str, Value]:
    """Return the annotations of a function by parameter name and ``return``."""
    found = {
        one.name: one.annotation
        for one in text.parameters
        if one.annotation is not None
    }
    found.update(text.annotations)
    if function is not None:
        found.update(_pairs(function_parts(function).get("annotations")))
    return found


def annotation_items(scope: Scope, value: Value) -> Items:
    """Print an annotation; a postponed one is a constant that contains its source."""
    if scope.settings.text_annotations and value.op is MicroOp.CONST:
        source = constant_of(value)
        if isinstance(source, str):
            folds = scope.settings.folds_text_annotations
            return [scope.mark(value), unfolded(source) if folds else source]
    if value.op is MicroOp.STAR:
        return [scope.mark(value), "*", Operand(scope, value.operands[0], Level.BIT_OR)]
    return [Operand(scope, value)]


_STARS = {ParameterKind.VAR_POSITIONAL: "*", ParameterKind.VAR_KEYWORD: "**"}


def _plain_keys(scope: Scope, values: dict[str, Value]) -> dict[str, Value]:
    # The code has the names of annotations and keyword defaults mangled or plain.
    return {scope.names.unmangled(name): value for name, value in values.items()}


def parameter_parts(
    scope: Scope,
    text: FunctionText,
    function: Value | None,
    annotated: bool = True,
) -> list[Items]:
    """Print the parameters of a function, each as one part, with ``/`` and ``*``.

    Args:
        scope: the scope around the function, in which its defaults are evaluated.
        text: the function.
        function: its FUNCTION value, or None for the outermost function.
        annotated: whether to print annotations; a lambda cannot have any.
    """
    parts = function_parts(function) if function is not None else {}
    defaults = _plain_keys(scope, _defaults(text.parameters, parts))
    annotations: dict[str, Value] = {}
    if annotated:
        annotations = _plain_keys(scope, annotation_values(text, function))
    result: list[Items] = []
    previous: ParameterKind | None = None
    for parameter in text.parameters:
        kind = parameter.kind
        if previous is ParameterKind.POSITIONAL_ONLY and kind is not previous:
            result.append(["/"])
        if kind is ParameterKind.KEYWORD_ONLY and previous not in (
            ParameterKind.VAR_POSITIONAL,
            ParameterKind.KEYWORD_ONLY,
        ):
            result.append(["*"])
        previous = kind
        result.append(_parameter(scope, parameter, defaults, annotations))
    if previous is ParameterKind.POSITIONAL_ONLY:
        result.append(["/"])
    return result


def _parameter(
    scope: Scope,
    parameter: Parameter,
    defaults: dict[str, Value],
    annotations: dict[str, Value],
) -> Items:
    key = scope.names.unmangled(parameter.name)
    items: Items = [_STARS.get(parameter.kind, "") + scope.names.local(parameter.name)]
    annotation, default = annotations.get(key), defaults.get(key)
    if annotation is not None:
        items += [": ", *annotation_items(scope, annotation)]
    if default is not None:
        items += [" = " if annotation is not None else "=", Operand(scope, default)]
    return items


def _returned(text: FunctionText) -> Value:
    """Return the expression of a lambda; an empty body returns ``None``."""
    if not text.body or isinstance(text.body[0], Pass):
        return const(None)
    statement = text.body[0]
    if len(text.body) != 1 or not isinstance(statement, ReturnStatement):
        raise EmitError("a lambda with statements")
    return const(None) if statement.value is None else statement.value


def expand_lambda(scope: Scope, value: Value, _level: Level) -> Expansion:
    """Print a lambda; any other function must be a statement."""
    text = function_text(scope, value)
    if text.kind is not CodeKind.LAMBDA:
        raise EmitError(f"function {text.name} stands in an expression")
    result = _returned(text)
    parameters: Items = []
    for number, part in enumerate(parameter_parts(scope, text, value, False)):
        parameters += [", " if number else " ", *part]
    inner = Operand(scope.inside(text), result)
    return Level.TEST, ["lambda", *parameters, ": ", inner]


_NAME = "Ellipsis"


def unfolded(text: str) -> str:
    """Undo the constant folding in the source of a postponed annotation.

    Python 3.8 stores the annotation ``C[..., None]`` as ``C[(Ellipsis, None)]``.

    Args:
        text: the annotation, as the code contains it.
    """
    if "(" not in text:
        return text
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        return text
    raw = text.encode()
    for start, end, new in sorted(_edits(tree, raw), reverse=True):
        raw = raw[:start] + new + raw[end:]
    return raw.decode()


def _edits(tree: ast.AST, raw: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield the start, end and replacement of each change to the folded source."""
    indices = {
        id(getattr(node.slice, "value", node.slice))
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Tuple) or not _is_folded(node, raw):
            continue
        for item in node.elts:
            if isinstance(item, ast.Name):
                yield item.col_offset, item.col_offset + len(_NAME), b"..."
        start, end = node.col_offset, node.end_col_offset or 0
        if id(node) in indices and len(node.elts) > 1:
            yield start, start + 1, b""
            yield end - 1, end, b""


def _is_folded(node: ast.AST, raw: bytes) -> bool:
    """Return whether a node is a constant, the ellipsis, or a tuple of these."""
    if isinstance(node, ast.Tuple):
        is_closed = raw[node.col_offset : node.col_offset + 1] == b"("
        return is_closed and all(_is_folded(item, raw) for item in node.elts)
    is_name = isinstance(node, ast.Name) and node.id == _NAME
    return is_name or isinstance(node, (ast.Constant, ast.UnaryOp))
