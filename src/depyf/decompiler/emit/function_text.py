"""The data that the writer needs about a function; the decompiler fills it in.

The writer meets a nested function as a `FunctionParts` payload, whose ``code`` is
opaque to it; it asks a `ChildSource` for the text of that code.
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
    """One parameter, in the order in which a signature shows them.

    ``default`` and ``annotation`` are for roots only: nested functions have theirs
    as operands of the FUNCTION value.
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
        code: the code unit, by which line maps are found again.
        name: the name to print after ``def`` or ``class``.
        kind: what it is printed as.
        parameters: in the order of the signature.
        body: the statement tree, without the docstring.
        is_async: ``async def``.
        docstring: as the code object holds it.
        annotations: from ``__annotate__`` (3.14 and later), by name; values there
            belong to other code and carry no origins. ``return`` is the result's.
        type_parameters: PEP 695.
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


#: Gives the text of a nested code unit, each time the same.
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
    """Returns the parameters of a code object in the order of a signature.

    Args:
        names: the local names, parameters first, as a code object orders them.
        positional_only: how many of the positional ones are positional-only.
        positional: how many positional parameters there are in all.
        keyword_only: how many keyword-only parameters there are.
        has_star: there is ``*args``.
        has_double_star: there is ``**kwargs``.
    """
    kinds = [ParameterKind.POSITIONAL_ONLY] * positional_only
    kinds += [ParameterKind.POSITIONAL] * (positional - positional_only)
    kinds += [ParameterKind.KEYWORD_ONLY] * keyword_only
    kinds += [ParameterKind.VAR_POSITIONAL] * has_star
    kinds += [ParameterKind.VAR_KEYWORD] * has_double_star
    order = list(ParameterKind)
    found = [Parameter(name, kind) for name, kind in zip(names, kinds)]
    return tuple(sorted(found, key=lambda one: order.index(one.kind)))
