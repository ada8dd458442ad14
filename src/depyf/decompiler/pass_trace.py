"""Record, as strings, the graph or tree after each pass."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Iterator

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.ir.printer import print_function, print_tree
from depyf.decompiler.lift import lift
from depyf.decompiler.pass_manager import AnyPass, Fixpoint
from depyf.decompiler.pipeline import PASSES
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function
    from depyf.decompiler.ir.statement import Statement

#: The name of the first entry of a trace, the lifted graph, and what it establishes.
LIFT = "lift"
LIFTED = "blocks of lifted instructions, one statement for each effect"


@dataclass(frozen=True)
class PassRun:
    """One run of a pass.

    Args:
        name: the name of its row in `PASSES`, or `LIFT`.
        establishes: what is true after the pass.
        text: the graph or tree after the pass, printed.
        changed: whether the pass changed ``text``.
    """

    name: str
    establishes: str
    text: str
    changed: bool


@dataclass
class Attempt:
    """One run of the pass table on a function; decompiling may take several.

    Args:
        unit: the code unit of the function.
        runs: the runs of passes, in order.
    """

    unit: CodeUnit
    runs: list[PassRun] = field(default_factory=list)

    def after(self, name: str) -> str | None:
        """Return the printed result of a pass's last run; None if it did not run."""
        found = [run.text for run in self.runs if run.name == name]
        return found[-1] if found else None


class PassTrace:
    """An observer that records the result of each pass.

    Attributes:
        attempts: all attempts, in the order in which they began.
    """

    def __init__(self) -> None:
        self.attempts: list[Attempt] = []
        self._graphs: list[Function] = []  # one for each attempt, kept alive

    def last_attempts(self) -> Iterator[Attempt]:
        """Yield the last attempt for each function, which gave its source."""
        last = {id(attempt.unit): attempt for attempt in self.attempts}
        yield from last.values()

    def __call__(
        self, row: AnyPass, function: Function, tree: list[Statement] | None
    ) -> None:
        """Record the graph or tree after a pass."""
        attempt = self._attempt_with(function)
        text = print_function(function) if tree is None else print_tree(tree)
        changed = text != attempt.runs[-1].text
        attempt.runs.append(PassRun(row.name, row.establishes, text, changed))

    def _attempt_with(self, function: Function) -> Attempt:
        for attempt, known in zip(self.attempts, self._graphs):
            if known is function:
                return attempt
        assert isinstance(function.code, CodeUnit)
        graph = print_function(lift(function.code))
        lifted = PassRun(LIFT, LIFTED, graph, changed=True)
        attempt = Attempt(function.code, [lifted])
        self.attempts.append(attempt)
        self._graphs.append(function)
        return attempt


def steps() -> list[AnyPass]:
    """Return all passes of the table, also those in fixpoint groups."""
    found: list[AnyPass] = []
    for row in PASSES:
        found += row.passes if isinstance(row, Fixpoint) else [row]
    return found
