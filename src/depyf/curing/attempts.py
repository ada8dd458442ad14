"""What a search tries: proposals, states of the program, and attempts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from depyf.model.edit_tried import STEPS, EditPart
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.curing.trial import Measure
    from depyf.curing.verdicts import Verdict
    from depyf.model.edit_tried import Aim


class Step(Protocol):
    """A proposal: an edit of files, or a change of how a function is compiled."""

    @property
    def finding(self) -> str:
        """The problem to cure."""

    @property
    def what(self) -> str:
        """A description of the change."""

    @property
    def key(self) -> tuple[object, ...]:
        """A key that equal proposals share."""

    @property
    def edits(self) -> tuple[Any, ...]:
        """The argument for `edited`."""

    @property
    def place(self) -> tuple[str, int]:
        """The file and line of the change."""

    @property
    def aims(self) -> tuple[Aim, ...]:
        """The findings that it is meant for."""

    @property
    def at(self) -> int:
        """The line of the main edit in the unedited program; 0 for none."""


class Runner(Protocol):
    """Runs the program or function with edits."""

    def measured(
        self,
        files: Any,  # noqa: ANN401 - the program's files, or a recipe
        name: str,
        limit: float,
    ) -> Measure:
        """Run the program or function, and record what torch compiles."""

    def forget(self, name: str) -> None:
        """Remove a run's files."""


class Compared(Protocol):
    """The expected output."""

    def difference(self, output: str) -> str:
        """Return how an output differs; empty if it does not."""

    def told(self, output: str) -> str:
        """Return how lines about compiling differ; empty if other lines differ, too."""


@dataclass(frozen=True)
class State:
    """The program with the edits so far, and the figures of its run.

    Attributes:
        files: the program's files, or a recipe; it has `edited` and `patch`.
        measure: the figures of the run.
        quick: the figures of a quick run; None if quick runs tell less.
        name: the name of the run's folder.
    """

    files: Any
    measure: Measure
    quick: Measure | None = None
    name: str = ""

    @property
    def is_quick(self) -> bool:
        """Whether there was only a quick run."""
        return self.measure is self.quick


@dataclass(frozen=True)
class Attempt:
    """A proposal that was tried.

    Attributes:
        steps: the proposals; several if they were tried together.
        verdict: the effect of the proposals.
        before: the figures of the program without the proposals.
        after: the figures with the proposals; None if there was no run.
        why: the reason for the verdict, as a clause.
        patch: the changed lines, as a unified diff.
        so_far: for each proposal but the last one, the effect of those up to it.
    """

    steps: tuple[Step, ...]
    verdict: Verdict
    before: Measure
    after: Measure | None
    why: str
    patch: str
    so_far: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[EditPart, ...]:
        """The proposals that were tried together, with their effects; or nothing."""
        whys = (*self.so_far, self.why)
        found = (EditPart(step.what, why) for step, why in zip(self.steps, whys))
        return tuple(found) if len(self.steps) > 1 else ()

    @property
    def place(self) -> tuple[str, int]:
        """The file and the line on disk of the proposal that decided.

        This is the last one: if it helped without the others, they would be left out.
        The line is 0 if earlier edits made it.
        """
        step = next((one for one in reversed(self.steps) if one.at), self.steps[-1])
        return step.place[0], step.at

    @property
    def what(self) -> str:
        """A description of the proposals."""
        return STEPS.join(step.what for step in self.steps)
