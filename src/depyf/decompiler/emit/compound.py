"""Print statements that have bodies, and the patterns of ``match``."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Callable, Sequence

from depyf.decompiler.emit.calls import separated
from depyf.decompiler.emit.displays import iterable_operand
from depyf.decompiler.emit.pieces import WORD, Break, Close, Level, Mark, Open
from depyf.decompiler.emit.scope import Item, Items, Operand, Scope
from depyf.decompiler.emit.settings import EmitError
from depyf.decompiler.emit.simple import breakable
from depyf.decompiler.ir import statement as tree

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value, Variable


def _name(scope: Scope, name: Variable | None) -> str:
    return "_" if name is None else scope.names.variable(name)


def _value(pattern: tree.Pattern) -> Value:
    if pattern.value is None:
        raise EmitError("a pattern without its value")
    return pattern.value


def _nested(scope: Scope, pattern: tree.Pattern) -> Items:
    """Print a pattern, with brackets around ``as`` and ``|``."""
    items = pattern_items(scope, pattern)
    if pattern.kind in ("as", "or"):
        return [Open("("), *items, Close(")")]
    return items


def _alternatives(scope: Scope, pattern: tree.Pattern) -> Items:
    items: Items = []
    for part in pattern.patterns:
        if items:
            items += [Break(WORD), "| "]
        items += _nested(scope, part)
    return items


def _as(scope: Scope, pattern: tree.Pattern) -> Items:
    inner = pattern.patterns[0]
    items = pattern_items(scope, inner)
    if inner.kind == "as":
        items = [Open("("), *items, Close(")")]
    return [*items, f" as {_name(scope, pattern.name)}"]


def _sequence(scope: Scope, pattern: tree.Pattern) -> Items:
    parts = [pattern_items(scope, part) for part in pattern.patterns]
    return [Open("["), *separated(parts), Close("]", comma=True)]


def _mapping(scope: Scope, pattern: tree.Pattern) -> Items:
    parts: list[Items] = [
        [Operand(scope, key), ": ", *pattern_items(scope, part)]
        for key, part in zip(pattern.keys, pattern.patterns)
    ]
    if pattern.name is not None:
        parts.append([f"**{_name(scope, pattern.name)}"])
    return [Open("{"), *separated(parts), Close("}", comma=True)]


def _class(scope: Scope, pattern: tree.Pattern) -> Items:
    positional = len(pattern.patterns) - len(pattern.keywords)
    names = ["" for _ in range(positional)]
    names += [f"{scope.names.unmangled(keyword)}=" for keyword in pattern.keywords]
    parts: list[Items] = [
        [name, *pattern_items(scope, part)]
        for name, part in zip(names, pattern.patterns)
    ]
    head = Operand(scope, _value(pattern), Level.ATOM)
    return [head, Open("("), *separated(parts), Close(")", comma=True)]


_KINDS: dict[str, Callable[[Scope, tree.Pattern], Items]] = {
    "value": lambda scope, pattern: [Operand(scope, _value(pattern), Level.SUM)],
    "capture": lambda scope, pattern: [_name(scope, pattern.name)],
    "star": lambda scope, pattern: [f"*{_name(scope, pattern.name)}"],
    "as": _as,
    "or": _alternatives,
    "sequence": _sequence,
    "mapping": _mapping,
    "class": _class,
}


def pattern_items(scope: Scope, pattern: tree.Pattern) -> Items:
    """Print a pattern of ``match``."""
    return _KINDS[pattern.kind](scope, pattern)


class BlockWriter(abc.ABC):
    """Writes statements; the subclass decides how lines are stored."""

    @abc.abstractmethod
    def line(self, depth: int, items: Sequence[Item]) -> None:
        """Write one statement or header, and record the instructions that it shows."""

    @abc.abstractmethod
    def simple(self, scope: Scope, depth: int, value: Value) -> bool:
        """Write a statement value; return whether it was a definition."""

    @property
    @abc.abstractmethod
    def written(self) -> int:
        """The number of lines written so far."""

    def block(self, scope: Scope, depth: int, body: list[tree.Statement]) -> None:
        """Write the statements of a body, or ``pass`` if they print nothing."""
        before = self.written
        for statement in body:
            self.statement(scope, depth, statement)
        if self.written == before:
            self.line(depth, ["pass"])

    def statement(self, scope: Scope, depth: int, statement: tree.Statement) -> None:
        """Write one statement."""
        writer = _WRITERS.get(type(statement))
        if writer is None:
            raise EmitError(f"a {type(statement).__name__} is left in the tree")
        writer(self, scope, depth, statement)


def _test(scope: Scope, word: str, test: Value) -> Items:
    return [f"{word} ", *breakable(scope, test, Level.NAMED), ":"]


def _simple(out: BlockWriter, scope: Scope, depth: int, node: tree.Simple) -> None:
    out.simple(scope, depth, node.value)


def _if(out: BlockWriter, scope: Scope, depth: int, node: tree.If) -> None:
    word = "if"
    while True:
        out.line(depth, _test(scope, word, node.test))
        out.block(scope, depth + 1, node.then)
        rest = node.orelse
        if len(rest) != 1 or not isinstance(rest[0], tree.If):
            break
        node, word = rest[0], "elif"
    _orelse(out, scope, depth, node.orelse)


def _orelse(
    out: BlockWriter, scope: Scope, depth: int, body: list[tree.Statement]
) -> None:
    if body:
        out.line(depth, ["else:"])
        out.block(scope, depth + 1, body)


def _while(out: BlockWriter, scope: Scope, depth: int, node: tree.While) -> None:
    if node.test is None:
        out.line(depth, ["while True:"])
    else:
        out.line(depth, _test(scope, "while", node.test))
    out.block(scope, depth + 1, node.body)
    _orelse(out, scope, depth, node.orelse)


def _for(out: BlockWriter, scope: Scope, depth: int, node: tree.For) -> None:
    word = "async for " if node.is_async else "for "
    target = Operand(scope, node.target, Level.TUPLE)
    iterable = iterable_operand(scope, node.iterable, Level.TEST)
    out.line(depth, [word, target, " in ", iterable, ":"])
    out.block(scope, depth + 1, node.body)
    _orelse(out, scope, depth, node.orelse)


def _handler(
    out: BlockWriter, scope: Scope, depth: int, handler: tree.Handler, word: str
) -> None:
    items: Items = [word]
    if handler.type is not None:
        items += [" ", Operand(scope, handler.type)]
    if handler.name is not None:
        items.append(f" as {scope.names.variable(handler.name)}")
    out.line(depth, [*items, ":"])
    out.block(scope, depth + 1, handler.body)


def _try(out: BlockWriter, scope: Scope, depth: int, node: tree.Try) -> None:
    out.line(depth, ["try:"])
    out.block(scope, depth + 1, node.body)
    for handler in node.handlers:
        _handler(out, scope, depth, handler, "except*" if node.star else "except")
    if node.handlers:
        _orelse(out, scope, depth, node.orelse)
    elif node.orelse:
        # Without an except clause there is no `else`, so the body ends with these
        # statements.
        out.block(scope, depth + 1, node.orelse)
    if node.finalbody or not node.handlers:
        out.line(depth, ["finally:"])
        out.block(scope, depth + 1, node.finalbody)


def _with(out: BlockWriter, scope: Scope, depth: int, node: tree.With) -> None:
    items: Items = ["async with " if node.is_async else "with "]
    for number, item in enumerate(node.items):
        items += [", "] * bool(number)
        items.append(Operand(scope, item.context))
        if item.target is not None:
            # A tuple needs its brackets here; without them it would be two items.
            items += [" as ", Operand(scope, item.target)]
    out.line(depth, [*items, ":"])
    out.block(scope, depth + 1, node.body)


def _match(out: BlockWriter, scope: Scope, depth: int, node: tree.Match) -> None:
    out.line(depth, ["match ", Operand(scope, node.subject, Level.TUPLE), ":"])
    for case in node.cases:
        out.line(depth + 1, _case(scope, case))
        out.block(scope, depth + 2, case.body)


def _case(scope: Scope, case: tree.Case) -> Items:
    items: Items = ["case ", *pattern_items(scope, case.pattern)]
    if case.guard is not None:
        items += [" if ", *breakable(scope, case.guard, Level.NAMED)]
    return [*items, ":"]


def _return(
    out: BlockWriter, scope: Scope, depth: int, node: tree.ReturnStatement
) -> None:
    if node.value is None:
        out.line(depth, ["return"])
    else:
        out.line(depth, ["return ", *breakable(scope, node.value, Level.TUPLE)])


def _raise(
    out: BlockWriter, scope: Scope, depth: int, node: tree.RaiseStatement
) -> None:
    items: Items = [Mark(scope.code, frozenset(node.origins)), "raise"]
    if node.exception is not None:
        items += [" ", Operand(scope, node.exception)]
    if node.cause is not None:
        items += [" from ", Operand(scope, node.cause)]
    out.line(depth, items)


def _assert(out: BlockWriter, scope: Scope, depth: int, node: tree.Assert) -> None:
    items: Items = ["assert ", *breakable(scope, node.test, Level.TEST)]
    if node.message is not None:
        items += [", ", Operand(scope, node.message)]
    out.line(depth, items)


def _word(word: str) -> _StatementWriter:
    def write(out: BlockWriter, scope: Scope, depth: int, node: tree.Statement) -> None:
        origins: tuple[int, ...] = getattr(node, "origins", ())
        out.line(depth, [Mark(scope.code, frozenset(origins)), word])

    return write


def _declare(out: BlockWriter, scope: Scope, depth: int, node: tree.Declare) -> None:
    names = ", ".join(scope.names.local(name) for name in node.names)
    out.line(depth, [f"{node.keyword} {names}"])


def _comment(out: BlockWriter, scope: Scope, depth: int, node: tree.Comment) -> None:
    out.line(depth, [f"# {node.text}".rstrip()])


_StatementWriter = Callable[..., None]
_WRITERS: dict[type, _StatementWriter] = {
    tree.Simple: _simple,
    tree.If: _if,
    tree.While: _while,
    tree.For: _for,
    tree.Try: _try,
    tree.With: _with,
    tree.Match: _match,
    tree.ReturnStatement: _return,
    tree.RaiseStatement: _raise,
    tree.Assert: _assert,
    tree.Break: _word("break"),
    tree.Continue: _word("continue"),
    tree.Pass: _word("pass"),
    tree.Comment: _comment,
    tree.Declare: _declare,
}
