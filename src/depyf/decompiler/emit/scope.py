"""The context in which an expression is printed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Callable, List, NamedTuple, Union

from depyf.decompiler.emit.pieces import Level, Mark, Piece
from depyf.decompiler.ir.micro_op import MicroOp
from depyf.decompiler.ir.value import VariableKind
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.emit.function_text import ChildSource, FunctionText
    from depyf.decompiler.emit.literals import QuoteRule
    from depyf.decompiler.emit.names import Names
    from depyf.decompiler.emit.settings import EmitSettings
    from depyf.decompiler.ir.value import Value

_PRIVATE = (VariableKind.LOCAL, VariableKind.STACK, VariableKind.TEMP)


@dataclass(frozen=True)
class Scope:
    """The context in which an expression is printed.

    Args:
        code: the code unit whose instructions the origins of values refer to.
        names: the names of its function.
        children: returns the FunctionText of nested code.
        settings: how the source is printed.
        quotes: the quotes that the f-strings around the expression use.
        expand: prints the expression in a replacement field.
        strict: raise an error for a string that the quotes forbid, instead of giving it
            a global name.
    """

    code: object
    names: Names
    children: ChildSource
    settings: EmitSettings
    quotes: QuoteRule
    expand: Callable[[Items], list[Piece]]
    strict: bool = False

    def inside(self, text: FunctionText) -> Scope:
        """Return the scope of a nested function, with its temporaries named."""
        names = self.names.inside(text)
        names.prepare(text, self.children)
        return replace(self, code=text.code, names=names)

    def quoted(self, quote: str) -> Scope:
        """Return the scope of a field in an f-string that uses ``quote``."""
        return replace(self, quotes=self.quotes.inside(quote))

    def mark(self, value: Value) -> Mark:
        """Return a Mark with the instructions of one node."""
        is_leaf = value.op is MicroOp.CONST or (
            value.op is MicroOp.LOAD and value.variable.kind in _PRIVATE
        )
        return Mark(self.code, value.origins, is_leaf)


class Operand(NamedTuple):
    """A value to print, and the weakest level that needs no brackets."""

    scope: Scope
    value: Value
    level: Level = Level.TEST


Item = Union[Piece, Operand]
Items = List[Item]
