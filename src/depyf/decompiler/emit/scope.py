"""The context of a printed expression: names, quotes and instructions."""

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
    """Surroundings of an expression.

    Args:
        code: the code unit whose instructions the values' origins count.
        names: the names of its function.
        children: the texts of nested code.
        settings: how text is printed.
        quotes: what the f-strings around the expression allow.
        expand: the text of what stands in a replacement field.
        strict: a string that the quotes forbid is an error; else it gets a name.
    """

    code: object
    names: Names
    children: ChildSource
    settings: EmitSettings
    quotes: QuoteRule
    expand: Callable[[Items], list[Piece]]
    strict: bool = False

    def inside(self, text: FunctionText) -> Scope:
        """The scope of a nested function, its temporaries named."""
        names = self.names.inside(text)
        names.prepare(text, self.children)
        return replace(self, code=text.code, names=names)

    def quoted(self, quote: str) -> Scope:
        """The scope of a field of an f-string that uses ``quote``."""
        return replace(self, quotes=self.quotes.inside(quote))

    def mark(self, value: Value) -> Mark:
        """The instructions of one node."""
        is_leaf = value.op is MicroOp.CONST or (
            value.op is MicroOp.LOAD and value.variable.kind in _PRIVATE
        )
        return Mark(self.code, value.origins, is_leaf)


class Operand(NamedTuple):
    """A value still to be printed, and the weakest level that needs no brackets."""

    scope: Scope
    value: Value
    level: Level = Level.TEST


Item = Union[Piece, Operand]
Items = List[Item]
