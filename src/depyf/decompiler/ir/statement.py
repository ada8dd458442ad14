"""The statement tree that `structure` builds and `emit` prints.

A simple statement is a `Value` in a `Simple`. Each statement that has a body is a
class. Trees are built once, and then changed by the tree passes.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Callable, List, Union

from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.value import Value, Variable


@dataclass
class Simple:
    """A statement without control flow."""

    value: Value


@dataclass
class If:
    """``if test: then else: orelse``.

    ``asked`` is the test as the code evaluates it, in case ``test`` gets inverted.
    """

    test: Value
    then: list[Statement]
    orelse: list[Statement] = field(default_factory=list)
    asked: Value | None = None


@dataclass
class While:
    """``while test``; if ``test`` is None, ``while True``.

    ``header`` is the block that ``continue`` jumps to.
    """

    test: Value | None
    body: list[Statement]
    orelse: list[Statement] = field(default_factory=list)
    header: int = -1


@dataclass
class For:
    """``for target in iterable``; the target is a TARGET or another value to store to.

    ``header`` is the block that ``continue`` jumps to.
    """

    target: Value
    iterable: Value
    body: list[Statement]
    orelse: list[Statement] = field(default_factory=list)
    is_async: bool = False
    header: int = -1


@dataclass
class Handler:
    """``except type as name``, or ``except*`` if the `Try` has ``star``."""

    type: Value | None
    name: Variable | None
    body: list[Statement]


@dataclass
class Try:
    """``try/except/else/finally``; ``star`` is set for ``except*``."""

    body: list[Statement]
    handlers: list[Handler] = field(default_factory=list)
    orelse: list[Statement] = field(default_factory=list)
    finalbody: list[Statement] = field(default_factory=list)
    star: bool = False


@dataclass
class WithItem:
    """``context as target``; the target is a TARGET or another value to store to."""

    context: Value
    target: Value | None = None


@dataclass
class With:
    """``with items: body``."""

    items: list[WithItem]
    body: list[Statement]
    is_async: bool = False


@dataclass(frozen=True)
class Pattern:
    """A pattern of ``match``.

    The fields in use depend on ``kind``. ``value`` has ``value``. ``capture`` and
    ``star`` have ``name``, where None is ``_``. ``as`` has one pattern and ``name``.
    ``or`` and ``sequence`` have ``patterns``. ``mapping`` has ``keys`` with
    ``patterns``, and ``name`` for ``**rest``. ``class`` has the class as ``value``, and
    ``patterns``; the last ``len(keywords)`` of them are keyword patterns.
    """

    kind: str
    value: Value | None = None
    name: Variable | None = None
    patterns: tuple[Pattern, ...] = ()
    keys: tuple[Value, ...] = ()
    keywords: tuple[str, ...] = ()


@dataclass
class Case:
    """``case pattern if guard: body``."""

    pattern: Pattern
    guard: Value | None
    body: list[Statement]

    @property
    def is_default(self) -> bool:
        """Whether it is ``case _``."""
        return self.guard is None and self.pattern == Pattern("capture")


@dataclass
class Match:
    """``match subject``."""

    subject: Value
    cases: list[Case]


@dataclass
class ReturnStatement:
    """``return value``; with None it is a bare ``return``.

    ``explicit`` is the statement that the source is known to have here, so it stays.
    """

    value: Value | None
    explicit: str = ""


@dataclass
class RaiseStatement:
    """``raise exception from cause``."""

    exception: Value | None = None
    cause: Value | None = None
    origins: tuple[int, ...] = ()


@dataclass
class Assert:
    """``assert test, message``."""

    test: Value
    message: Value | None = None


@dataclass
class Break:
    """``break``."""

    origins: tuple[int, ...] = ()


@dataclass
class Continue:
    """``continue``; ``explicit`` as in `ReturnStatement`."""

    origins: tuple[int, ...] = ()
    explicit: str = ""


@dataclass
class Pass:
    """``pass``."""

    origins: tuple[int, ...] = ()


@dataclass
class Comment:
    """A comment line."""

    text: str


@dataclass
class Declare:
    """``global names`` or ``nonlocal names``; ``keyword`` says which."""

    keyword: str
    names: tuple[str, ...]


@dataclass
class Goto:
    """A jump to block ``target`` that is not resolved yet; never printed."""

    target: int
    origins: tuple[int, ...] = ()


@dataclass
class Label:
    """The target of ``Goto(target)``; removed when jumps are resolved."""

    target: int


Statement = Union[
    Simple,
    If,
    While,
    For,
    Try,
    With,
    Match,
    ReturnStatement,
    RaiseStatement,
    Assert,
    Break,
    Continue,
    Pass,
    Comment,
    Declare,
    Goto,
    Label,
]


Bodies = List[List[Statement]]


def _bodies_of_try(statement: Try) -> Bodies:
    handlers = [handler.body for handler in statement.handlers]
    return [statement.body, *handlers, statement.orelse, statement.finalbody]


_BODIES: dict[type, Callable[..., Bodies]] = {
    If: lambda statement: [statement.then, statement.orelse],
    While: lambda statement: [statement.body, statement.orelse],
    For: lambda statement: [statement.body, statement.orelse],
    Try: _bodies_of_try,
    With: lambda statement: [statement.body],
    Match: lambda statement: [case.body for case in statement.cases],
}


#: The types of statements that have bodies; most statements have none.
WITH_BODIES = frozenset(_BODIES)


def bodies(statement: Statement) -> Bodies:
    """Return the statement lists directly inside ``statement``, in source order."""
    found = _BODIES.get(type(statement))
    return [] if found is None else found(statement)


def bodies_in_loop(statement: Statement) -> Bodies:
    """Return the inner lists whose ``break`` leaves the loop around the statement."""
    if isinstance(statement, (For, While)):
        return [statement.orelse]
    return bodies(statement)


def bodies_in_line(statement: Statement) -> Bodies:
    """Return the inner lists; none if the statement is a loop or a ``try``."""
    return [] if isinstance(statement, (For, While, Try)) else bodies(statement)
