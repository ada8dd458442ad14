"""Try proposals one after the other, and keep those that help."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Callable, Iterator, Sequence

from depyf.curing.attempts import Attempt, Compared, Runner, State, Step
from depyf.curing.compiled_lines import Lost
from depyf.curing.program_files import EditError
from depyf.curing.proposals import proposals
from depyf.curing.verdicts import Verdict, on_exit, on_figures
from depyf.model.edit_tried import PRINTED_NOW
from depyf.model.value_seen import with_seen

if TYPE_CHECKING:
    from depyf.curing.trial import Measure
    from depyf.model.value_seen import ValueSeen

_LONGEST_CHAIN = 3  # the most edits that are tried together
_NEXT_IN_CHAIN = 3  # the most edits that are tried after one that did not help alone
_PATIENCE = 3.0  # a run may take this many times as long as the unedited program
# The seconds that count at least for the unedited program, and for one that fails.
_SHORTEST = 10.0
_SHORTEST_FAILED = 25.0


_QUICK = "(without Inductor)"
_INTERRUPTED = "The search was interrupted. Results so far:"


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
        lost: returns the compiled lines that an edit leaves to Python.
        quick: runs the program without Inductor, as `Runner.measured`; needed if the
            start has figures of such a run.
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
        lost: Callable[[Measure, State], Lost] = lambda before, after: Lost(),
        quick: Callable[[Any, str, float], Measure] | None = None,
    ) -> None:
        self._command = command
        self._reference = reference
        self._exit_code = exit_code
        self._deadline = deadline
        self._tell = tell
        self._only_sure = only_sure
        self._seen = seen
        self._lost = lost
        self._quick = quick
        self._runs = 0
        self._failures = 0  # of the unedited program
        self._tried: set[tuple[object, ...]] = set()
        self.attempts: list[Attempt] = []
        self.kept: list[State] = []  # after each edit that is kept
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
                self.kept.append(after)

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
        run = start.quick or start.measure
        return self._deadline - time.monotonic() - run.seconds

    def _note(self, attempt: Attempt) -> None:
        self.attempts.append(attempt)
        self._tell(attempt)

    def _attempt(
        self,
        begin: State,
        state: State,
        steps: tuple[Step, ...],
        so_far: tuple[str, ...] = (),
    ) -> State | None:
        """Try the last step on top of a state; return the new state if it helps."""
        patch = ""
        try:
            files = state.files.edited(steps[-1].edits)
            patch = files.patch(begin.files)
        except EditError as wrong:
            self._note(
                Attempt(
                    steps, Verdict.NOT_APPLICABLE, begin.measure, None, str(wrong), "",
                    so_far,
                )
            )  # fmt: skip
            return None
        self._runs += 1
        name = f"run_{self._runs}"
        after, verdict, why = self._judged(begin, files, name)
        is_open = verdict in {Verdict.NO_EFFECT, Verdict.HARMFUL, Verdict.FAILS}
        if is_open and not self._is_final(begin, after):
            for following in self._follow(state, after, steps):
                met = (*so_far, why)
                found = self._attempt(begin, after, (*steps, following), met)
                if found is None:
                    continue
                if self.attempts[-1].steps == (following,):  # without these steps
                    self._note(Attempt(steps, verdict, *_figures(begin, after), why,
                                       patch, so_far))  # fmt: skip
                return found
        alone = None
        if verdict is Verdict.KEPT and len(steps) > 1:
            alone = self._alone(begin, state, steps[-1], after)
        if verdict is not Verdict.KEPT or alone is not None:
            self._command.forget(name)
        if alone is not None:
            return alone
        self._note(Attempt(steps, verdict, *_figures(begin, after), why, patch, so_far))
        return after if verdict is Verdict.KEPT else None

    def _alone(
        self, begin: State, state: State, last: Step, after: State
    ) -> State | None:
        """Try the last of several steps without the others, which may be useless.

        Args:
            begin: the program without the steps.
            state: the program with the steps before the last one.
            last: the last step.
            after: the program with all steps, which helps.

        Returns:
            The state with only the last step, if it helps as much; else None.
        """
        try:
            files = begin.files.edited(last.edits)
        except EditError:
            return None
        patch = files.patch(begin.files)
        if patch != after.files.patch(state.files):  # it changes what the others wrote
            return None
        if self._deadline - time.monotonic() < after.measure.seconds:
            return None
        self._runs += 1
        name = f"run_{self._runs}"
        alone, verdict, why = self._judged(begin, files, name)
        if verdict is Verdict.KEPT and alone.measure.trouble <= after.measure.trouble:
            self._note(Attempt((last,), verdict, *_figures(begin, alone), why, patch))
            return alone
        self._command.forget(name)
        return None

    def _judged(
        self,
        begin: State,
        files: Any,  # noqa: ANN401 - as in `State`
        name: str,
    ) -> tuple[State, Verdict, str]:
        """Run the program with edits, and judge it.

        If quick runs tell as much, the first run is a quick one, and the program only
        runs as it is if that helps.
        """
        allowed = self._deadline - time.monotonic()
        # A failing program ends before it has compiled all that an edit lets compile.
        shortest = _SHORTEST_FAILED if begin.measure.exit_code else _SHORTEST
        patience = _PATIENCE * max(begin.measure.seconds, shortest)
        limit = max(1.0, min(allowed, patience))
        quick = None
        if begin.quick is not None and self._quick is not None:
            quick = self._quick(files, f"{name}_quick", limit)
            self._command.forget(f"{name}_quick")
            after = State(files, quick, quick)
            failed = on_exit(begin.quick, quick, self._exit_code)
            verdict, why = failed or on_figures(begin.quick, quick)
            verdict, why = self._with_lost(begin.quick, after, verdict, why)
            if verdict is not Verdict.KEPT:
                return after, verdict, f"{why} {_QUICK}"
            if self._deadline - time.monotonic() < begin.measure.seconds:
                why = f"{why} {_QUICK}; no time is left for a run as it is"
                return after, Verdict.OUT_OF_BUDGET, why
        measure = self._command.measured(files, name, limit)
        after = State(files, measure, quick, name)
        verdict, why = self._verdict(begin.measure, measure)
        return (after, *self._with_lost(begin.measure, after, verdict, why))

    def _with_lost(
        self, before: Measure, after: State, verdict: Verdict, why: str
    ) -> tuple[Verdict, str]:
        """Return the verdict and reason; losing most compiled lines means no effect."""
        lost = self._lost(before, after) if verdict is Verdict.KEPT else Lost()
        if lost.is_most:
            return Verdict.NO_EFFECT, f"{why}, but {lost.words}"
        return verdict, f"{why}; {lost.words}" if lost.words else why

    def _is_final(self, begin: State, after: State) -> bool:
        """Return whether edits cannot help: a full run ended with other output."""
        measure = after.measure
        if after.is_quick:  # its numbers are rounded in another way
            return False
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
        failed = on_exit(before, after, self._exit_code)
        if failed is not None:
            return failed
        differs = self._reference.difference(after.output)
        told = self._told(after) if differs else ""
        if differs and not told:
            return Verdict.HARMFUL, differs
        verdict, why = on_figures(before, after)
        return verdict, f"{why}{PRINTED_NOW}{told}" if told else why

    def _told(self, after: Measure) -> str:
        """Return how the output differs because fewer compilations fail.

        A program that catches the error may print a message about it.
        """
        if after.failures >= self._failures:
            return ""
        return self._reference.told(after.output)


def _figures(begin: State, after: State) -> tuple[Measure, Measure]:
    """Return the figures before and after an attempt, from the same kind of run."""
    before = begin.quick if after.is_quick and begin.quick else begin.measure
    return before, after.measure
