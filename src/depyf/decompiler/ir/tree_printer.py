"""Text dump of a statement tree, whatever pass it is between; for debugging."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator, List, Tuple

from depyf.decompiler.ir.printer import print_value, print_variable
from depyf.decompiler.ir.statement import (
    Assert,
    Break,
    Comment,
    Continue,
    Declare,
    For,
    Goto,
    If,
    Label,
    Match,
    Pass,
    Pattern,
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

#: Head and inner list of each part; a part whose head is empty has its list printed.
_Parts = List[Tuple[str, List[Statement]]]


def print_tree(body: list[Statement]) -> str:
    r"""The tree as Python-like text; values as in the graph: ``add(x, y)``.

    >>> print_tree([Label(8), Goto(4)])
    'label 8\ngoto 4\n'

    Args:
        body: finished or not: jumps and labels that are not resolved yet are printed.
    """
    return "".join(f"{line}\n" for line in _lines(body))


def _lines(body: list[Statement]) -> Iterator[str]:
    for statement in body:
        compound = _COMPOUND.get(type(statement))
        if compound is None:
            yield _SIMPLE[type(statement)](statement)
            continue
        for head, inner in compound(statement):
            yield f"{head}:"
            for line in _lines(inner):
                yield f"    {line}"


def _optional(prefix: str, value: Value | None) -> str:
    return "" if value is None else prefix + print_value(value)


def _orelse(name: str, body: list[Statement]) -> _Parts:
    return [(name, body)] if body else []


def _if(statement: If) -> _Parts:
    head = f"if {print_value(statement.test)}"
    return [(head, statement.then), *_orelse("else", statement.orelse)]


def _while(statement: While) -> _Parts:
    head = "while " + (
        "true" if statement.test is None else print_value(statement.test)
    )
    return [(head, statement.body), *_orelse("else", statement.orelse)]


def _for(statement: For) -> _Parts:
    keyword = "async for" if statement.is_async else "for"
    head = f"{keyword} {print_value(statement.target)} in "
    head += print_value(statement.iterable)
    return [(head, statement.body), *_orelse("else", statement.orelse)]


def _try(statement: Try) -> _Parts:
    parts: _Parts = [("try", statement.body)]
    for handler in statement.handlers:
        head = "except*" if statement.star else "except"
        head += _optional(" ", handler.type)
        if handler.name is not None:
            head += f" as {print_variable(handler.name)}"
        parts.append((head, handler.body))
    parts += _orelse("else", statement.orelse)
    return parts + _orelse("finally", statement.finalbody)


def _with(statement: With) -> _Parts:
    items = [
        print_value(item.context) + _optional(" as ", item.target)
        for item in statement.items
    ]
    keyword = "async with" if statement.is_async else "with"
    return [(f"{keyword} {', '.join(items)}", statement.body)]


def _match(statement: Match) -> _Parts:
    cases = [
        (f"case {_pattern(case.pattern)}{_optional(' if ', case.guard)}", case.body)
        for case in statement.cases
    ]
    return [(f"match {print_value(statement.subject)}", []), *cases]


def _pattern(pattern: Pattern) -> str:
    parts = [] if pattern.value is None else [print_value(pattern.value)]
    parts += [f"key {print_value(key)}" for key in pattern.keys]
    parts += [_pattern(inner) for inner in pattern.patterns]
    parts += list(pattern.keywords)
    if pattern.name is not None:
        parts.append(f"as {print_variable(pattern.name)}")
    return f"{pattern.kind}({', '.join(parts)})"


def _raise(statement: RaiseStatement) -> str:
    exception = _optional(" ", statement.exception)
    return f"raise{exception}{_optional(' from ', statement.cause)}"


def _assert(statement: Assert) -> str:
    return f"assert {print_value(statement.test)}{_optional(', ', statement.message)}"


_COMPOUND: dict[type, Callable[..., _Parts]] = {
    If: _if,
    While: _while,
    For: _for,
    Try: _try,
    With: _with,
    Match: _match,
}

_SIMPLE: dict[type, Callable[..., str]] = {
    Simple: lambda statement: print_value(statement.value),
    ReturnStatement: lambda statement: "return" + _optional(" ", statement.value),
    RaiseStatement: _raise,
    Assert: _assert,
    Break: lambda _: "break",
    Continue: lambda _: "continue",
    Pass: lambda _: "pass",
    Comment: lambda statement: f"# {statement.text}",
    Declare: lambda statement: f"{statement.keyword} {', '.join(statement.names)}",
    Goto: lambda statement: f"goto {statement.target}",
    Label: lambda statement: f"label {statement.target}",
}
