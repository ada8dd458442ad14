"""The data that the writer needs about a function, supplied by the decompiler.

The writer sees a nested function as a `FunctionParts` payload. It cannot read the
``code`` in there, and calls a `ChildSource` to get its FunctionText.
"""

from __future__ import annotations

import enum
from dataclasses import field
from typing import TYPE_CHECKING, Callable, Mapping

from depyf.decompiler.ir.evidence import CodeKind
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.statement import Statement
    from depyf.decompiler.ir.value import Value


class ParameterKind(enum.Enum):
    """How a parameter takes its argument, in the order of a signature."""

    POSITIONAL_ONLY = "positional only"
    POSITIONAL = "positional"
    VAR_POSITIONAL = "*"
    KEYWORD_ONLY = "keyword only"
    VAR_KEYWORD = "**"


@dataclass(frozen=True)
class Parameter:
    """One parameter.

    ``default`` and ``annotation`` are only for the outermost function. Nested functions
    have theirs as operands of the FUNCTION value.
    """

    name: str
    kind: ParameterKind = ParameterKind.POSITIONAL
    default: Value | None = None
    annotation: Value | None = None


@dataclass(frozen=True)
class TypeParameter:
    """A parameter of PEP 695; ``stars`` is ``""``, ``"*"`` or ``"**"``."""

    name: str
    stars: str = ""
    bound: Value | None = None
    default: Value | None = None


@dataclass(frozen=True)
class TypeAlias:
    """Payload of INTRINSIC(TARGET, value): the statement ``type X[T] = value``."""

    parameters: tuple[TypeParameter, ...] = ()


@dataclass
class FunctionText:
    """A function, lambda, class body or module, ready to be printed.

    Args:
        code: the code unit, which identifies the function in line maps.
        name: the name to print after ``def`` or ``class``.
        kind: the kind of source, such as a lambda or a class.
        parameters: the parameters, in the order of the signature.
        body: the statement tree, without the docstring.
        is_async: whether it is an ``async def``.
        docstring: the docstring, as the code object contains it.
        annotations: maps parameter names and ``return`` to annotations from
            ``__annotate__`` (3.14 and later). These belong to other code, and so have
            no origins.
        type_parameters: the type parameters of PEP 695.
    """

    code: object
    name: str
    kind: CodeKind = CodeKind.FUNCTION
    parameters: tuple[Parameter, ...] = ()
    body: list[Statement] = field(default_factory=list)
    is_async: bool = False
    docstring: str | None = None
    annotations: Mapping[str, Value] = field(default_factory=dict)
    type_parameters: tuple[TypeParameter, ...] = ()


#: Returns the FunctionText of a nested code unit, always the same object.
ChildSource = Callable[[object], FunctionText]


def signature(
    names: tuple[str, ...],
    positional_only: int,
    positional: int,
    keyword_only: int,
    *,
    has_star: bool,
    has_double_star: bool,
) -> tuple[Parameter, ...]:
    """Return the parameters of a code object in the order of a signature.

    Args:
        names: the names of locals in the order of the code object, parameters first.
        positional_only: the number of positional-only parameters.
        positional: the number of positional parameters, positional-only ones included.
        keyword_only: the number of keyword-only parameters.
        has_star: whether there is ``*args``.
        has_double_star: whether there is ``**kwargs``.
    """
    kinds = [ParameterKind.POSITIONAL_ONLY] * positional_only
    kinds += [ParameterKind.POSITIONAL] * (positional - positional_only)
    kinds += [ParameterKind.KEYWORD_ONLY] * keyword_only
    kinds += [ParameterKind.VAR_POSITIONAL] * has_star
    kinds += [ParameterKind.VAR_KEYWORD] * has_double_star
    order = list(ParameterKind)
    found = [Parameter(name, kind) for name, kind in zip(names, kinds)]
    return tuple(sorted(found, key=lambda one: order.index(one.kind)))
