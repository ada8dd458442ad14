"""Implement `depyf.cure`: try settings, options and marks on one function."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence

from depyf.capture.torch_compat import trials
from depyf.curing.attempts import Attempt, State, Step
from depyf.curing.function_changes import Change, Recipe, changes
from depyf.curing.function_trial import FunctionRuns, GivenCall, with_others
from depyf.curing.result_files import changed
from depyf.curing.results import Wanted, wanted
from depyf.curing.search import Search
from depyf.curing.verdicts import Verdict
from depyf.errors import CureError
from depyf.records import dataclass
from depyf.workflow import is_recording

if TYPE_CHECKING:
    from depyf.capture.torch_compat.trials import Compiling
    from depyf.curing.trial import Measure

__all__ = ["FunctionCure", "Given", "cured_function"]


@dataclass(frozen=True)
class FunctionCure:
    """The result of trying changes on a function; `print` shows it as a table.

    Attributes:
        name: the name of the function.
        before: the figures of the function as it is compiled now.
        after: the figures with all kept changes.
        attempts: the changes that were tried, in order.
        code: the kept changes, as lines of Python.
        remarks: sentences about the runs that a reader must know.
    """

    name: str
    before: Measure
    after: Measure
    attempts: tuple[Attempt, ...] = ()
    code: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def kept(self) -> tuple[Attempt, ...]:
        """The changes that help, which are kept."""
        return tuple(one for one in self.attempts if one.verdict is Verdict.KEPT)

    def __str__(self) -> str:
        width = max((len(one.verdict.value) for one in self.attempts), default=0)
        rows = (
            f"{one.verdict.value:{width}}  {one.what}: {one.why}"
            for one in self.attempts
        )
        lines = [*self.remarks, *rows, _summary(self)]
        if self.code:
            lines += ["The kept changes:", *(f"    {one}" for one in self.code)]
        return "\n".join(lines)

    __repr__ = __str__


class Given(NamedTuple):
    """The arguments of `depyf.cure` besides the function."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    also: Sequence[object]
    keep: tuple[float, float]
    budget: float


def cured_function(fn: object, given: Given) -> FunctionCure:
    """Try changes on one function; see `depyf.cure`.

    Raises:
            CureError: no change can be tried.
    """
    keep, budget = given.keep, given.budget
    first_call = GivenCall(given.args, given.kwargs)
    how = _how(fn)
    calls = [first_call, *(_call(how, one, first_call) for one in given.also)]
    name = _name(how)
    runs = FunctionRuns(how, calls)
    entries = trials.entry_counts()
    deadline = time.monotonic() + budget
    expected = _expected(runs, name, keep)
    runs.wanted = expected
    first = runs.measured(Recipe(), "", budget)
    remarks = _remarks(how, name, expected)
    if runs.last is not None:
        runs.wanted = expected.as_far_as(runs.last)
        remarks += _of_compiled(first, runs.wanted, expected)
    search = _FunctionSearch(runs, how.dynamic, deadline)
    state, more = search.ended(State(Recipe(), first))
    remarks += more
    if state.files.changes and deadline - time.monotonic() > first.seconds:
        # The first run also loaded the backend, so its times cannot be compared.
        again = runs.measured(Recipe(), "", budget)
        first = replace(
            first,
            compile_seconds=again.compile_seconds,
            recompile_seconds=again.recompile_seconds,
            seconds=again.seconds,
        )
    remarks += _left(entries)
    code = tuple(line for one in state.files.changes for line in one.code)
    attempts = tuple(search.attempts)
    return FunctionCure(name, first, state.measure, attempts, code, remarks)


class _FunctionSearch(Search):
    """The search of `depyf cure`, for changes of one function."""

    def __init__(
        self, runs: FunctionRuns, dynamic: bool | None, deadline: float
    ) -> None:
        super().__init__(runs, runs, 0, deadline, lambda _attempt: None)
        self._dynamic = dynamic
        self._varying = runs.varying()

    def _proposals(self, state: State) -> Sequence[Step]:
        run = state.measure.run
        if run is None:
            return []
        found: dict[tuple[object, ...], Change] = {}
        for one in changes(run, self._dynamic, self._varying):
            found.setdefault(one.key, one)
        return list(found.values())

    def _verdict(self, before: Measure, after: Measure) -> tuple[Verdict, str]:
        if after.exit_code:
            return Verdict.FAILS, f"raises {after.errors}"
        return super()._verdict(before, after)


def _call(how: Compiling, given: object, first: GivenCall) -> GivenCall:
    """Return the call that an item of `also` describes."""
    if isinstance(given, dict):
        return with_others(how.target, first, given)
    if isinstance(given, tuple):
        return GivenCall(given, first.kwargs)
    raise CureError(
        "`also` has a tuple of positional arguments for each call, or a dict of "
        f"keyword arguments, not {type(given).__name__}: write also=[(x,), (y,)]"
    )


def _how(fn: object) -> Compiling:
    if not callable(fn) or isinstance(fn, type):
        raise CureError(
            f"depyf.cure() was given {fn!r:.80}, which is not a function or a module"
        )
    if is_recording():
        raise CureError("depyf.cure() cannot run inside a prepare_debug block")
    how = trials.compiling_of(fn)
    if how is None:
        raise CureError(f"depyf.cure() cannot read how {fn!r:.80} is compiled")
    return how


def _name(how: Compiling) -> str:
    found = getattr(how.target, "__name__", "") or type(how.target).__name__
    return str(found)


def _expected(runs: FunctionRuns, name: str, keep: tuple[float, float]) -> Wanted:
    """Return the results of two eager runs."""
    try:
        first, second = runs.eager(), runs.eager()
    except Exception as error:
        message = f"`{name}` raises without torch.compile, so nothing can be tried"
        raise CureError(f"{message}: {type(error).__name__}: {error}") from error
    return wanted(first, second, keep)


def _remarks(how: Compiling, name: str, expected: Wanted) -> tuple[str, ...]:
    remarks = []
    if not how.was_compiled:
        remarks.append(
            f"`{name}` is not compiled: it was measured with `torch.compile` as is."
        )
    if expected.left_out:
        remarks.append(
            f"{expected.left_out} results change from one eager run to the next and "
            "were not compared."
        )
    if expected.keep != (0.0, 0.0):
        relative, absolute = expected.keep
        remarks.append(
            f"Results may be off by {absolute:g} plus {relative:g} of the largest "
            "value."
        )
    return tuple(remarks)


def _of_compiled(first: Measure, allowed: Wanted, expected: Wanted) -> tuple[str, ...]:
    """Return remarks on the results of the function as it is compiled now."""
    if first.output and allowed.allowed != expected.allowed:
        return (
            f"As compiled now, {first.output} from eager; changes may differ four "
            "times as much.",
        )
    if first.output:
        return (f"As compiled now, {first.output}.",)
    return ()


def _left(before: dict[int, tuple[str, int]]) -> tuple[str, ...]:
    """Return a remark if trials left entries that cannot be removed one by one."""
    now = trials.entry_counts()
    more = [
        f"{count - before[key][1]} at `{name}`"
        for key, (name, count) in now.items()
        if key in before and count > before[key][1]
    ]
    if not more:
        return ()
    return (f"Functions compiled before keep entries of trials: {', '.join(more)}.",)


def _summary(cured: FunctionCure) -> str:
    kept, tried = len(cured.kept), len(cured.attempts)
    before, after = cured.before, cured.after
    if kept:
        figures = changed(before, after, "all calls")
        return f"{kept} of {tried} changes kept: {figures}"
    if cured.attempts:
        return f"None of {tried} changes helps; compile `{cured.name}` as it is."
    if before.exit_code:
        return (
            f"`{cured.name}` raises {before.errors}. "
            "No setting, option or mark is known for it."
        )
    if before.trouble == 0:
        return "No graph breaks, recompiles or failures: there is nothing to cure."
    return (
        "No setting, option or mark is known for these problems; see "
        "depyf.explain_compiled."
    )
