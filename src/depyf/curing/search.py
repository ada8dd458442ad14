"""Try proposals one after the other, and keep those that help."""

from __future__ import annotations

import time
from enum import Enum
from typing import TYPE_CHECKING, Any, Callable, Iterator, Protocol, Sequence

from depyf.curing.program_files import EditError
from depyf.curing.proposals import proposals
from depyf.model.edit_tried import PRINTED_NOW, STEPS, changed_counts
from depyf.model.value_seen import with_seen
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.curing.trial import Measure
    from depyf.model.edit_tried import Aim
    from depyf.model.value_seen import ValueSeen

_LONGEST_CHAIN = 3  # the most edits that are tried together
_NEXT_IN_CHAIN = 3  # the most edits that are tried after one that did not help alone
_DEARER = 1.5  # at this factor of compile time, fewer recompiles are not worth it
_ERRORS = ("Error", "Exception")
_PATIENCE = 3.0  # a run may take this many times as long as the unedited program


_INTERRUPTED = "The search was interrupted. Results so far:"


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
        """Return how lines about compiling differ; empty if others do, too."""


class Verdict(Enum):
    """The effect of an edit."""

    KEPT = "kept"
    NO_EFFECT = "no effect"
    HARMFUL = "harmful"
    NOT_APPLICABLE = "not applicable"
    OUT_OF_BUDGET = "out of budget"


@dataclass(frozen=True)
class State:
    """The program with the edits so far, and the figures of its run.

    Attributes:
        files: the program's files, or a recipe; it has `edited` and `patch`.
        measure: the figures of the run.
    """

    files: Any
    measure: Measure


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
    """

    steps: tuple[Step, ...]
    verdict: Verdict
    before: Measure
    after: Measure | None
    why: str
    patch: str

    @property
    def what(self) -> str:
        """A description of the proposals."""
        return STEPS.join(step.what for step in self.steps)


class Search:
    """A greedy search over proposals.

    Args:
        command: runs the program.
        reference: the expected output.
        exit_code: the expected exit code.
        deadline: the time to stop, by `time.monotonic`.
        tell: is called with each attempt when its result is known.
        only_sure: whether to try only edits that change no results.
        seen: the lines that make the values of the unedited program.
        lost: returns a clause if an edit leaves most compiled lines to Python.
    """

    def __init__(
        self,
        command: Runner,
        reference: Compared,
        exit_code: int | None,
        deadline: float,
        tell: Callable[[Attempt], None],
        *,
        only_sure: bool = False,
        seen: Sequence[ValueSeen] = (),
        lost: Callable[[Measure, State], str] = lambda before, after: "",
    ) -> None:
        self._command = command
        self._reference = reference
        self._exit_code = exit_code
        self._deadline = deadline
        self._tell = tell
        self._only_sure = only_sure
        self._seen = seen
        self._lost = lost
        self._runs = 0
        self._failures = 0  # of the unedited program
        self._tried: set[tuple[object, ...]] = set()
        self.attempts: list[Attempt] = []
        self.state: State | None = None

    def ended(self, start: State) -> tuple[State, tuple[str, ...]]:
        """Search until the end or until Ctrl-C; return the state and remarks."""
        try:
            self.run(start)
        except KeyboardInterrupt:
            return self.state or start, (_INTERRUPTED,)
        return self.state or start, ()

    def run(self, start: State) -> None:
        """Try proposals until none is left or time is up; see `attempts`, `state`."""
        self.state, self._failures = start, start.measure.failures
        while True:
            waiting = self._waiting(self.state)
            if not waiting:
                return
            proposal = waiting[0]
            self._tried.add(proposal.key)
            if self._time_left(start) <= 0:
                self._note(
                    Attempt(
                        (proposal,), Verdict.OUT_OF_BUDGET, self.state.measure, None,
                        "the budget is spent", self._patch(self.state, (proposal,)),
                    )
                )  # fmt: skip
                continue
            after = self._attempt(self.state, self.state, (proposal,))
            if after is not None:
                self.state = after

    def _waiting(self, state: State) -> list[Step]:
        run = state.measure.run
        is_right = state.measure.exit_code == self._exit_code
        if run is None or (state.measure.trouble == 0 and is_right):
            return []
        every = self._proposals(state)
        return [one for one in every if one.key not in self._tried]

    def _proposals(self, state: State) -> Sequence[Step]:
        """Return proposals that may help, the most promising first."""
        run = state.measure.run
        if run is None:
            return []
        errors = "" if state.measure.exit_code == 0 else state.measure.errors
        every = proposals(with_seen(run, self._seen), state.files, errors)
        return [one for one in every if one.is_sure or not self._only_sure]

    def _time_left(self, start: State) -> float:
        """Return the seconds until the deadline, minus the duration of one run."""
        return self._deadline - time.monotonic() - start.measure.seconds

    def _note(self, attempt: Attempt) -> None:
        self.attempts.append(attempt)
        self._tell(attempt)

    def _attempt(
        self, begin: State, state: State, steps: tuple[Step, ...]
    ) -> State | None:
        """Try the last step on top of a state; return the new state if it helps."""
        patch = ""
        try:
            files = state.files.edited(steps[-1].edits)
            patch = files.patch(begin.files)
        except EditError as wrong:
            self._note(
                Attempt(
                    steps, Verdict.NOT_APPLICABLE, begin.measure, None, str(wrong), ""
                )
            )
            return None
        self._runs += 1
        number = self._runs
        allowed = self._deadline - time.monotonic()
        patience = _PATIENCE * max(begin.measure.seconds, 10.0)
        limit = max(1.0, min(allowed, patience))
        measure = self._command.measured(files, f"run_{number}", limit)
        after = State(files, measure)
        verdict, why = self._verdict(begin.measure, measure)
        lost = self._lost(begin.measure, after) if verdict is Verdict.KEPT else ""
        if lost:
            verdict, why = Verdict.NO_EFFECT, f"{why}, but {lost}"
        if verdict is not Verdict.KEPT and not self._is_final(begin, after):
            for following in self._follow(state, after, steps):
                found = self._attempt(begin, after, (*steps, following))
                if found is not None:
                    return found
        if verdict is not Verdict.KEPT:
            self._command.forget(f"run_{number}")
        self._note(Attempt(steps, verdict, begin.measure, measure, why, patch))
        return after if verdict is Verdict.KEPT else None

    def _is_final(self, begin: State, after: State) -> bool:
        """Return whether further edits cannot help: the run ends with other output."""
        measure = after.measure
        is_run = measure.exit_code == self._exit_code
        is_run = is_run and measure.failures <= begin.measure.failures
        return is_run and bool(self._reference.difference(measure.output))

    def _follow(
        self, before: State, after: State, steps: Sequence[Step]
    ) -> Iterator[Step]:
        """Yield proposals for a problem that an edit introduced."""
        run, earlier = after.measure.run, before.measure.run
        if run is None or earlier is None or len(steps) >= _LONGEST_CHAIN:
            return
        every = self._proposals(before)
        # A known edit for another problem may be the one that is missing.
        met = {one.finding for one in every}
        names = {(one.finding, one.what) for one in every}
        known = {one.key for one in every}
        new = [
            one
            for one in self._proposals(after)
            if one.finding not in met or one.key not in known
            if (one.finding, one.what) not in names
        ]
        for one in new[:_NEXT_IN_CHAIN]:
            if self._deadline - time.monotonic() > after.measure.seconds:
                yield one

    def _patch(self, state: State, steps: Sequence[Step]) -> str:
        try:
            edited = state.files.edited(steps[-1].edits)
            return str(edited.patch(state.files))
        except EditError:
            return ""

    def _verdict(self, before: Measure, after: Measure) -> tuple[Verdict, str]:
        if after.exit_code is None:
            return Verdict.HARMFUL, "the program did not end"
        if after.exit_code != self._exit_code:
            why = f"exit code {after.exit_code}: {_last(after)}"
            if (after.exit_code, _last(after)) == (before.exit_code, _last(before)):
                return Verdict.NO_EFFECT, f"the program fails as before: {why}"
            return Verdict.HARMFUL, why
        differs = self._reference.difference(after.output)
        told = self._told(after) if differs else ""
        if differs and not told:
            return Verdict.HARMFUL, differs
        verdict, why = self._verdict_on_figures(before, after)
        return verdict, f"{why}{PRINTED_NOW}{told}" if told else why

    def _told(self, after: Measure) -> str:
        """Return how the output differs because fewer compilations fail.

        A program that catches the error may print a message about it.
        """
        if after.failures >= self._failures:
            return ""
        return self._reference.told(after.output)

    def _verdict_on_figures(
        self, before: Measure, after: Measure
    ) -> tuple[Verdict, str]:
        if before.entries and not after.entries:
            return Verdict.HARMFUL, "nothing is compiled any more"
        if before.exit_code not in {after.exit_code, None}:
            words = f"exit code {before.exit_code} -> {after.exit_code}"
            effect = _effect(before, after)
            return Verdict.KEPT, f"{words}, {effect}" if effect else words
        is_more_of_the_same = (
            after.recompiles > before.recompiles
            and after.breaks_met >= before.breaks_met
            and after.failures >= before.failures
        )
        if is_more_of_the_same and after.refused < before.refused:
            return Verdict.NO_EFFECT, (
                f"torch compiles more entries instead: {_effect(before, after)}"
            )
        if _is_traded(before, after):
            return Verdict.NO_EFFECT, (
                f"torch compiles an entry for each value instead: "
                f"{_effect(before, after)}"
            )
        only_recompiles = before.trouble - after.trouble == (
            before.recompiles - after.recompiles
        )
        if before.recompiles - after.recompiles > 0 and only_recompiles:
            if after.compile_seconds > _DEARER * before.compile_seconds + 1.0:
                return Verdict.NO_EFFECT, (
                    f"{_effect(before, after)}, but compiling takes "
                    f"{after.compile_seconds:.1f} s instead of "
                    f"{before.compile_seconds:.1f} s"
                )
        if after.trouble < before.trouble:
            return Verdict.KEPT, _effect(before, after)
        if after.trouble > before.trouble:
            return Verdict.HARMFUL, _effect(before, after)
        return Verdict.NO_EFFECT, "no relevant figure changed"


def _is_traded(before: Measure, after: Measure) -> bool:
    """Return whether an edit adds more recompiles than it removes other problems."""
    gone = max(0, before.breaks_met - after.breaks_met)
    gone += max(0, before.plain_functions - after.plain_functions)
    is_run = before.exit_code == after.exit_code and after.failures >= before.failures
    return is_run and after.recompiles - before.recompiles > gone


def _last(measure: Measure) -> str:
    """Return the last line with an error; if there is none, the last line."""
    lines = [line for line in measure.errors.splitlines() if line.strip()]
    own = [line for line in lines if not line.startswith("depyf: ")]
    named = [line for line in own if line.partition(":")[0].endswith(_ERRORS)]
    errors = [line for line in named if " " not in line.partition(":")[0]]
    return (errors or own)[-1].strip()[:120] if own else "no message"


def _effect(before: Measure, after: Measure) -> str:
    """Return the changed figures: ``graph breaks 5 -> 0, recompiles 3 -> 1``."""
    return ", ".join(changed_counts(before, after))
