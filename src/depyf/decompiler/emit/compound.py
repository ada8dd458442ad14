"""Statements with bodies."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Callable, Sequence

from depyf.decompiler.emit.displays import iterable_operand
from depyf.decompiler.emit.patterns import pattern_items
from depyf.decompiler.emit.pieces import Mark
from depyf.decompiler.emit.precedence import Level
from depyf.decompiler.emit.scope import Item, Items, Operand, Scope
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.emit.simple import breakable
from depyf.decompiler.ir.statement import (
    Assert,
    Break,
    Case,
    Comment,
    Continue,
    Declare,
    For,
    Handler,
    If,
    Match,
    Pass,
    RaiseStatement,
    ReturnStatement,
    Simple,
    Statement,
    Try,
    While,
    With,
)

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value


class BlockWriter(abc.ABC):
    """Writes statements; how lines are kept is left to the subclass."""

    @abc.abstractmethod
    def line(self, depth: int, items: Sequence[Item]) -> None:
        """Writes one statement or header and records what it shows."""

    @abc.abstractmethod
    def blank(self) -> None:
        """Leaves a line empty before the next one."""

    @abc.abstractmethod
    def hold(self, mark: Mark) -> None:
        """Keeps instructions that print nothing for the next line."""

    @abc.abstractmethod
    def simple(self, scope: Scope, depth: int, value: Value) -> bool:
        """Writes a statement value; returns whether it was a definition."""

    @property
    @abc.abstractmethod
    def written(self) -> int:
        """Number of lines so far."""

    def block(self, scope: Scope, depth: int, body: list[Statement]) -> None:
        """Writes the statements of a body, ``pass`` if they print nothing."""
        before = self.written
        for statement in body:
            self.statement(scope, depth, statement)
        if self.written == before:
            self.line(depth, ["pass"])

    def statement(self, scope: Scope, depth: int, statement: Statement) -> None:
        """Writes one statement."""
        writer = _WRITERS.get(type(statement))
        if writer is None:
            message = f"a {type(statement).__name__} is left in the tree"
            raise EmitError(message)
        writer(self, scope, depth, statement)


def _test(scope: Scope, word: str, test: Value) -> Items:
    return [f"{word} ", *breakable(scope, test, Level.NAMED), ":"]


def _simple(out: BlockWriter, scope: Scope, depth: int, node: Simple) -> None:
    out.simple(scope, depth, node.value)


def _if(out: BlockWriter, scope: Scope, depth: int, node: If) -> None:
    word = "if"
    while True:
        out.line(depth, _test(scope, word, node.test))
        out.block(scope, depth + 1, node.then)
        rest = node.orelse
        if len(rest) != 1 or not isinstance(rest[0], If):
            break
        node, word = rest[0], "elif"
    _orelse(out, scope, depth, node.orelse)


def _orelse(out: BlockWriter, scope: Scope, depth: int, body: list[Statement]) -> None:
    if body:
        out.line(depth, ["else:"])
        out.block(scope, depth + 1, body)


def _while(out: BlockWriter, scope: Scope, depth: int, node: While) -> None:
    if node.test is None:
        out.line(depth, ["while True:"])
    else:
        out.line(depth, _test(scope, "while", node.test))
    out.block(scope, depth + 1, node.body)
    _orelse(out, scope, depth, node.orelse)


def _for(out: BlockWriter, scope: Scope, depth: int, node: For) -> None:
    word = "async for " if node.is_async else "for "
    target = Operand(scope, node.target, Level.TUPLE)
    iterable = iterable_operand(scope, node.iterable, Level.TEST)
    out.line(depth, [word, target, " in ", iterable, ":"])
    out.block(scope, depth + 1, node.body)
    _orelse(out, scope, depth, node.orelse)


def _handler(
    out: BlockWriter, scope: Scope, depth: int, handler: Handler, word: str
) -> None:
    items: Items = [word]
    if handler.type is not None:
        items += [" ", Operand(scope, handler.type)]
    if handler.name is not None:
        items.append(f" as {scope.names.variable(handler.name)}")
    out.line(depth, [*items, ":"])
    out.block(scope, depth + 1, handler.body)


def _try(out: BlockWriter, scope: Scope, depth: int, node: Try) -> None:
    out.line(depth, ["try:"])
    out.block(scope, depth + 1, node.body)
    for handler in node.handlers:
        _handler(out, scope, depth, handler, "except*" if node.star else "except")
    if node.handlers:
        _orelse(out, scope, depth, node.orelse)
    elif node.orelse:
        # Without a clause there is no `else`: the same statements end the body.
        out.block(scope, depth + 1, node.orelse)
    if node.finalbody or not node.handlers:
        out.line(depth, ["finally:"])
        out.block(scope, depth + 1, node.finalbody)


def _with(out: BlockWriter, scope: Scope, depth: int, node: With) -> None:
    items: Items = ["async with " if node.is_async else "with "]
    for number, item in enumerate(node.items):
        items += [", "] * bool(number)
        items.append(Operand(scope, item.context))
        if item.target is not None:
            # A bare tuple would be two items.
            items += [" as ", Operand(scope, item.target)]
    out.line(depth, [*items, ":"])
    out.block(scope, depth + 1, node.body)


def _match(out: BlockWriter, scope: Scope, depth: int, node: Match) -> None:
    out.line(depth, ["match ", Operand(scope, node.subject, Level.TUPLE), ":"])
    for case in node.cases:
        out.line(depth + 1, _case(scope, case))
        out.block(scope, depth + 2, case.body)


def _case(scope: Scope, case: Case) -> Items:
    items: Items = ["case ", *pattern_items(scope, case.pattern)]
    if case.guard is not None:
        items += [" if ", *breakable(scope, case.guard, Level.NAMED)]
    return [*items, ":"]


def _return(out: BlockWriter, scope: Scope, depth: int, node: ReturnStatement) -> None:
    if node.value is None:
        out.line(depth, ["return"])
    else:
        out.line(depth, ["return ", *breakable(scope, node.value, Level.TUPLE)])


def _raise(out: BlockWriter, scope: Scope, depth: int, node: RaiseStatement) -> None:
    items: Items = [Mark(scope.code, frozenset(node.origins)), "raise"]
    if node.exception is not None:
        items += [" ", Operand(scope, node.exception)]
    if node.cause is not None:
        items += [" from ", Operand(scope, node.cause)]
    out.line(depth, items)


def _assert(out: BlockWriter, scope: Scope, depth: int, node: Assert) -> None:
    items: Items = ["assert ", *breakable(scope, node.test, Level.TEST)]
    if node.message is not None:
        items += [", ", Operand(scope, node.message)]
    out.line(depth, items)


def _word(word: str) -> _StatementWriter:
    def write(out: BlockWriter, scope: Scope, depth: int, node: Statement) -> None:
        origins: tuple[int, ...] = getattr(node, "origins", ())
        out.line(depth, [Mark(scope.code, frozenset(origins)), word])

    return write


def _declare(out: BlockWriter, scope: Scope, depth: int, node: Declare) -> None:
    names = ", ".join(scope.names.local(name) for name in node.names)
    out.line(depth, [f"{node.keyword} {names}"])


def _comment(out: BlockWriter, scope: Scope, depth: int, node: Comment) -> None:
    out.line(depth, [f"# {node.text}".rstrip()])


_StatementWriter = Callable[..., None]
_WRITERS: dict[type, _StatementWriter] = {
    Simple: _simple,
    If: _if,
    While: _while,
    For: _for,
    Try: _try,
    With: _with,
    Match: _match,
    ReturnStatement: _return,
    RaiseStatement: _raise,
    Assert: _assert,
    Break: _word("break"),
    Continue: _word("continue"),
    Pass: _word("pass"),
    Comment: _comment,
    Declare: _declare,
}
