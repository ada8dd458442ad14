"""Define a row of the pass table, and run rows.

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

#: Changes a graph in place; in a fixpoint it tells whether it did.
OnGraph = Callable[[Function], object]
#: From tree to tree; the function is asked for facts.
OnTree = Callable[[List[Statement], Function], List[Statement]]
ToTree = Callable[[Function], List[Statement]]


class Text(enum.Flag):
    """The kinds of source for which a pass may run.

    PRETTY is the good form: as the columns of the source tell, by the code alone, or
    with loops that run once for jumps that have no other form. PLAIN leaves out what
    only makes it prettier; MACHINES are state machines, with whole values or with one
    operation after the other. A VIEW is made of Dynamo's code first.
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
    """One row of the table.

    Args:
        run: what it does.
        establishes: what holds behind it.
        reason: why it stands where it stands.
        texts: those it takes part in.
        when: the functions that it is for; of a pass of a fixpoint, asked once.
        called: its name, if that of ``run`` does not say it.
    """

    run: Run
    establishes: str
    reason: str
    texts: Text = Text.PRETTY
    when: Callable[[Function], bool] = always
    called: str = ""

    @property
    def name(self) -> str:
        """The name for messages and observers: the function's, or its module's."""
        name = self.called or str(getattr(self.run, "__name__", ""))
        return self.run.__module__.rpartition(".")[2] if name == "run" else name


class Pass(_Row[OnGraph]):
    """A pass over the graph."""


class TreePass(_Row[OnTree]):
    """A pass over the tree."""


class Structurer(_Row[ToTree]):
    """The row that turns the graph into a tree.

    Its ``run`` raises `StructureError` where the control flow has no such form.
    """


@dataclass(frozen=True)
class Fixpoint:
    """A group of passes that run repeatedly until none changes anything.

    It is reached when as many runs in a row as there are passes changed nothing, or
    when nothing changed since it was reached the last time.

    Args:
        name: of the group.
        passes: in order.
        patient: what a pass of the group does once all others have nothing left to do.
        finish: runs once, at the end.
        reason: why the group stands where it stands.
        texts: those it takes part in; each of its passes has its own beside.
    """

    name: str
    passes: tuple[Pass, ...]
    patient: Callable[[Function], bool]
    finish: OnGraph
    reason: str
    texts: Text = Text.PRETTY


#: What runs on its own.
AnyPass = Union[Pass, Structurer, TreePass]
Row = Union[AnyPass, Fixpoint]

#: Tells of a pass that has just run; the tree is None before there is one.
Observer = Callable[[AnyPass, Function, Optional[List[Statement]]], None]

_observers: list[Observer] = []


@contextmanager
def observed(observer: Observer) -> Iterator[None]:
    """Report every pass to an observer while the block runs, in any thread."""
    _observers.append(observer)
    try:
        yield
    finally:
        _observers.remove(observer)


def check_invariants(
    row: AnyPass, function: Function, _tree: list[Statement] | None
) -> None:
    """Check, as an observer, that a pass broke no invariant.

    Raises:
        InvariantError: it did.
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
    """Run the graph passes up to the row that makes a tree; they change the graph.

    Args:
        rows: see `selected`.
        function: the graph.

    Raises:
        StructureError: a region has two entries.
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
    """Runs all passes; returns the tree.

    Args:
        rows: see `selected`.
        function: the graph.

    Raises:
        StructureError: the control flow has no such form.
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
    """Runs the passes of a group to their fixpoint."""
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
