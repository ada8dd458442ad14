"""The statement tree that `structure` builds and `emit` prints.

Simple statements are `Value`s inside `Simple`; everything with a body has a class
of its own. Trees are built once and rewritten by the shape passes.
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

    ``asked`` is the test as the code asks it, should ``test`` be turned around.
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
    """``for target in iterable``; the target is a value in store form.

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
    """``except type as name``; ``except*`` if the `Try` says so."""

    type: Value | None
    name: Variable | None
    body: list[Statement]


@dataclass
class Try:
    """``try/except/else/finally``; ``star`` for ``except*``."""

    body: list[Statement]
    handlers: list[Handler] = field(default_factory=list)
    orelse: list[Statement] = field(default_factory=list)
    finalbody: list[Statement] = field(default_factory=list)
    star: bool = False


@dataclass
class WithItem:
    """``context as target``; the target is a value in store form."""

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

    ``kind``: ``value`` (``value``), ``capture`` (``name``; None is the wildcard),
    ``as`` (``patterns[0]``, ``name``), ``or``, ``sequence``, ``star`` (``name`` or
    None), ``mapping`` (``keys`` with ``patterns``, ``name`` for ``**rest``),
    ``class`` (``value`` is the class, ``patterns``; the last ``len(keywords)`` of
    them are keyword patterns).
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
        """True for ``case _``."""
        return self.guard is None and self.pattern == Pattern("capture")


@dataclass
class Match:
    """``match subject``."""

    subject: Value
    cases: list[Case]


@dataclass
class ReturnStatement:
    """``return value``; None prints a bare ``return``.

    ``explicit``: what the source is known to have in its place, so it stays there.
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
    """``continue``; ``explicit`` as for ``return``."""

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
    """``global names`` or ``nonlocal names`` (``keyword``)."""

    keyword: str
    names: tuple[str, ...]


@dataclass
class Goto:
    """A jump to block ``target`` that is not resolved yet; never printed."""

    target: int
    origins: tuple[int, ...] = ()


@dataclass
class Label:
    """The target of ``Goto(target)``; removed once jumps are resolved."""

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


#: The statements that have any; there are many more of the others.
WITH_BODIES = frozenset(_BODIES)


def bodies(statement: Statement) -> Bodies:
    """The statement lists directly inside ``statement``, in source order."""
    found = _BODIES.get(type(statement))
    return [] if found is None else found(statement)


def bodies_in_loop(statement: Statement) -> Bodies:
    """Return the inner lists whose ``break`` leaves the loop around the statement."""
    if isinstance(statement, (For, While)):
        return [statement.orelse]
    return bodies(statement)


def bodies_in_line(statement: Statement) -> Bodies:
    """Return the inner lists, unless the statement is a loop or a ``try``."""
    return [] if isinstance(statement, (For, While, Try)) else bodies(statement)
