"""Complete the ``def`` line with defaults and annotations of a function object.

Example of `with_head`::

    from json.decoder import WHITESPACE

    def decode(s, idx=0, _w=WHITESPACE.match):
        return s

Before::

    def decode(s, idx, _w):
        return s

After::

    def decode(s, idx=0, _w=WHITESPACE.match):
        return s

A value is written as a literal, as a name in the function's globals, or as an attribute
of an object there.
"""

from __future__ import annotations

import builtins
import sys
import types
from dataclasses import replace
from typing import TYPE_CHECKING, Mapping

from depyf.decompiler.definition import annotation
from depyf.decompiler.emit.literals import is_literal
from depyf.decompiler.emit.names import is_legal
from depyf.decompiler.emit.objects import Path, path_of
from depyf.decompiler.exact_types import ByType, is_a
from depyf.decompiler.ir.evidence import CodeKind
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import Value, Variable, VariableKind, const, load
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.bytecode.code_unit import CodeUnit
    from depyf.decompiler.emit.function_text import FunctionText, Parameter
    from depyf.decompiler.ir.function import Function

#: The types that are written as displays; _DEEPEST is how deep they may be nested.
_DISPLAYS: ByType[str] = ByType({list: "list", dict: "dict", set: "set"})
_DEEPEST = 5
_RETURN = "return"


@dataclass(frozen=True)
class FunctionHead:
    """The defaults and annotations of a ``def`` line.

    Args:
        defaults: maps parameter names to defaults.
        annotations: maps parameter names and ``return`` to annotations.
        annotate: the code that evaluates the annotations (3.14 and later), or None.
    """

    defaults: Mapping[str, Value]
    annotations: Mapping[str, Value]
    annotate: CodeUnit | None = None


def head_of(
    function: types.FunctionType, unit: CodeUnit, annotate: CodeUnit | None
) -> FunctionHead:
    """Return the defaults and annotations that a function object has.

    Args:
        function: the function; none of its code is called.
        unit: its code unit.
        annotate: the code unit of its ``__annotate__``, or None.
    """
    names = _Names(function.__globals__, unit)
    positional = unit.varnames[: unit.argcount]
    given = function.__defaults__ or ()
    # The last parameters have the defaults. A tool may give more defaults than
    # parameters.
    defaults = dict(zip(reversed(positional), reversed(given)))
    keyword_only = unit.varnames[unit.argcount : unit.argcount + unit.kwonlyargcount]
    given_by_name = function.__kwdefaults__ or {}
    defaults.update(
        {name: one for name, one in given_by_name.items() if name in keyword_only}
    )
    known = {*unit.parameters, _RETURN}
    annotations = {
        name: names.value(one)
        for name, one in _annotations(function).items()
        if name in known
    }
    values = {name: names.value(one) for name, one in defaults.items()}
    return FunctionHead(values, annotations, annotate)


def read_annotate(graph: Function) -> Mapping[str, Value] | None:
    """Return the expressions that an ``__annotate__`` function evaluates (3.14+).

    Args:
        graph: the graph of the function after `pipeline.prepare`.
    """
    found = annotation.read(graph)
    return None if found is None else {one.name: one.value for one in found}


def _annotations(function: types.FunctionType) -> Mapping[str, object]:
    """Return the annotations, unless a function evaluates them later."""
    if getattr(function, "__annotate__", None) is not None:
        return {}
    return function.__annotations__


def with_head(text: FunctionText, head: FunctionHead) -> FunctionText:
    """Return a function with the defaults and annotations of a head added."""
    if text.kind not in (CodeKind.FUNCTION, CodeKind.LAMBDA):
        return text
    parameters = tuple(_with_values(one, head) for one in text.parameters)
    annotations = dict(text.annotations)
    if _RETURN in head.annotations:
        annotations[_RETURN] = head.annotations[_RETURN]
    return replace(text, parameters=parameters, annotations=annotations)


def _with_values(parameter: Parameter, head: FunctionHead) -> Parameter:
    return replace(
        parameter,
        default=head.defaults.get(parameter.name),
        annotation=head.annotations.get(parameter.name),
    )


class _Names:
    """Finds expressions for values, by names in a function's globals."""

    def __init__(self, namespace: Mapping[str, object], unit: CodeUnit) -> None:
        # A global hides the builtin of the same name, a free variable hides both.
        visible = {**vars(builtins), **namespace}
        self._names: dict[int, str] = {}
        for name, one in visible.items():
            if is_legal(name) and name not in unit.freevars:
                self._names.setdefault(id(one), name)

    def value(self, value: object, depth: int = 0) -> Value:
        """Return an expression for a value; a constant if there is no other."""
        if is_literal(value):
            return const(value)
        name = self._names.get(id(value))
        if name is not None:
            return load(Variable(VariableKind.GLOBAL, name))
        kind = _DISPLAYS.of(value)
        if kind is not None and depth < _DEEPEST:
            return self._display(kind, value, depth)
        if is_a(value, types.MethodType) or is_a(value, types.BuiltinMethodType):
            owner = self._names.get(id(value.__self__))
            if owner is not None and is_legal(value.__name__):
                return _attribute(owner, (value.__name__,))
        path = path_of(value)
        return (path and self._below_module(path)) or const(value)

    def _display(self, kind: str, value: object, depth: int) -> Value:
        """Return the display of a list, dict or set; an empty set has none."""
        items: list[object] = []
        if isinstance(value, dict):
            items = [one for pair in value.items() for one in pair]
        elif isinstance(value, (list, set)):
            items = list(value)
        if kind == "set" and not items:
            return const(value)
        operands = tuple(self.value(one, depth + 1) for one in items)
        return Value(MicroOp.BUILD, operands, kind)

    def _below_module(self, path: Path) -> Value | None:
        """Return an attribute of a module that is among the globals, or None."""
        parts = path.module.split(".")
        for length in range(len(parts), 0, -1):
            module = sys.modules.get(".".join(parts[:length]))
            name = self._names.get(id(module))
            if module is not None and name is not None:
                rest = (*parts[length:], *filter(None, path.qualname.split(".")))
                return _attribute(name, rest)
        return None


def _attribute(name: str, rest: tuple[str, ...]) -> Value:
    value = load(Variable(VariableKind.GLOBAL, name))
    for one in rest:
        value = Value(MicroOp.ATTR, (value,), one)
    return value
