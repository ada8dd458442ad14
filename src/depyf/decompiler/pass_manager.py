"""Define the rows of the pass table, and run them.

The table itself is `pipeline.PASSES`.
"""

from __future__ import annotations

import enum
import os
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle
from typing import Callable, Generic, Iterator, List, Optional, Sequence, TypeVar, Union

from depyf.decompiler.analysis.liveness import undefined_reads
from depyf.decompiler.analysis.usage import watched
from depyf.decompiler.ir import invariants
from depyf.decompiler.ir.function import Function
from depyf.decompiler.ir.function_state import snapshot
from depyf.decompiler.ir.statement import Statement
from depyf.records import dataclass

#: Changes a graph in place. In a fixpoint, it returns whether it changed anything.
OnGraph = Callable[[Function], object]
#: Returns a changed tree. The function is passed for facts about the code.
OnTree = Callable[[List[Statement], Function], List[Statement]]
ToTree = Callable[[Function], List[Statement]]


class Text(enum.Flag):
    """The kinds of source that a pass may run for.

    PRETTY are the forms that people write. COLUMNS uses the columns of the source, CODE
    only the code, and LOOPS also loops that run once, for jumps without another form.
    PLAIN leaves out passes that only make the source prettier. MACHINES are state
    machines: MACHINE has whole expressions, FLAT_MACHINE one operation for each
    statement. VIEW passes run before them on Dynamo's code.
    """

    VIEW = enum.auto()
    COLUMNS = enum.auto()
    CODE = enum.auto()
    LOOPS = enum.auto()
    PLAIN = enum.auto()
    MACHINE = enum.auto()
    FLAT_MACHINE = enum.auto()

    PRETTY = COLUMNS | CODE | LOOPS
    TREES = PRETTY | PLAIN
    MACHINES = MACHINE | FLAT_MACHINE
    WHOLE = PRETTY | MACHINE
    ALL = TREES | MACHINES


def always(_function: Function) -> bool:
    """Select every function."""
    return True


Run = TypeVar("Run")


@dataclass(frozen=True)
class _Row(Generic[Run]):
    """One row of the pass table.

    Args:
        run: the pass itself.
        establishes: what is true after the pass.
        reason: why the row stands at this position in the table.
        texts: the kinds of source that the row is for.
        when: returns whether the pass runs on a function. A fixpoint calls it only
            once, before its first pass.
        called: the name of the row, if the name of ``run`` does not fit.
    """

    run: Run
    establishes: str
    reason: str
    texts: Text = Text.PRETTY
    when: Callable[[Function], bool] = always
    called: str = ""

    @property
    def name(self) -> str:
        """The name of the row in messages: that of its function or its module."""
        name = self.called or str(getattr(self.run, "__name__", ""))
        return self.run.__module__.rpartition(".")[2] if name == "run" else name


class Pass(_Row[OnGraph]):
    """A pass that changes the graph."""


class TreePass(_Row[OnTree]):
    """A pass that changes the statement tree."""


class Structurer(_Row[ToTree]):
    """The row that turns the graph into a tree.

    Its ``run`` raises `StructureError` if the control flow does not fit its form of
    source.
    """


@dataclass(frozen=True)
class Fixpoint:
    """A group of passes that run repeatedly until none of them changes the graph.

    The group is done when each pass has run once in a row without a change. It does not
    run at all if the graph has not changed since the group's last run.

    Args:
        name: the name of the group.
        passes: the passes, in order.
        patient: runs when no pass changes the graph any more. If it returns True, the
            passes run again.
        finish: runs once at the end.
        reason: why the group stands at this position in the table.
        texts: the kinds of source that the group is for; a pass may be for fewer of
            them.
    """

    name: str
    passes: tuple[Pass, ...]
    patient: Callable[[Function], bool]
    finish: OnGraph
    reason: str
    texts: Text = Text.PRETTY


#: A row that is a single pass.
AnyPass = Union[Pass, Structurer, TreePass]
Row = Union[AnyPass, Fixpoint]

#: Called after each pass, with its row and its result. The tree is None until a
#: Structurer has run.
Observer = Callable[[AnyPass, Function, Optional[List[Statement]]], None]

_observers: list[Observer] = []


@contextmanager
def observed(observer: Observer) -> Iterator[None]:
    """Call an observer after every pass, in all threads, inside a `with` block."""
    _observers.append(observer)
    try:
        yield
    finally:
        _observers.remove(observer)


def check_invariants(
    row: AnyPass, function: Function, _tree: list[Statement] | None
) -> None:
    """Check, as an observer, that a pass kept the invariants of the graph.

    Raises:
        InvariantError: the pass broke an invariant.
    """
    if isinstance(row, Pass):
        invariants.check(function, row.name)
        unsound = undefined_reads(function)
        if unsound:
            read = ", ".join(f"{one.name} at {point}" for one, point in unsound)
            raise invariants.InvariantError(f"after {row.name}: not bound: {read}")


if os.environ.get("DEPYF_CHECK") == "1":
    _observers.append(check_invariants)


def _done(
    row: AnyPass, function: Function, tree: list[Statement] | None = None
) -> None:
    for observer in _observers:
        observer(row, function, tree)


def selected(rows: Sequence[Row], text: Text) -> tuple[Row, ...]:
    """Return the rows for one kind of source; groups keep only their passes for it."""
    return tuple(
        replace(row, passes=tuple(one for one in row.passes if one.texts & text))
        if isinstance(row, Fixpoint)
        else row
        for row in rows
        if row.texts & text
    )


def run_graph(rows: Sequence[Row], function: Function) -> None:
    """Run the rows that change the graph, up to the first row that makes a tree.

    Args:
        rows: the result of `selected`.
        function: the graph, changed in place.

    Raises:
        StructureError: a protected region has two entries.
    """
    for row in rows:
        if isinstance(row, Pass):
            if row.when(function):
                row.run(function)
                _done(row, function)
        elif isinstance(row, Fixpoint):
            settle(function, row)
        else:
            return


def run_all(rows: Sequence[Row], function: Function) -> list[Statement]:
    """Run all rows, and return the statement tree.

    Args:
        rows: the result of `selected`.
        function: the graph.

    Raises:
        StructureError: the control flow does not fit this kind of source.
    """
    run_graph(rows, function)
    body: list[Statement] = []
    for row in rows:
        if isinstance(row, (Pass, Fixpoint)) or not row.when(function):
            continue
        if isinstance(row, TreePass):
            body = row.run(body, function)
        else:
            body = row.run(function)
        _done(row, function, body)
    return body


def settle(function: Function, group: Fixpoint) -> None:
    """Run the passes of a group until none changes the graph."""
    if function.settled == snapshot(function):
        return
    passes = [one for one in group.passes if one.when(function)]
    unchanged = 0
    with watched(function) as tell_change:
        for one in cycle(passes):
            if one.run(function):
                unchanged = 0
                tell_change()
            else:
                unchanged += 1
            _done(one, function)
            if unchanged == len(passes):
                if not group.patient(function):
                    break
                unchanged = 0
                tell_change()
    function.settled = snapshot(function)
    group.finish(function)
