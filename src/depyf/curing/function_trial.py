"""Run one function eagerly and with changes, so that results can be compared."""

from __future__ import annotations

import contextlib
import inspect
import time
from typing import TYPE_CHECKING, Any, Callable, Iterator, Sequence

from depyf.capture.torch_compat import copies, trials
from depyf.capture.trial_capture import recorded
from depyf.curing.function_changes import Change, Recipe, Varying
from depyf.curing.kept_state import KeptState
from depyf.curing.results import Results, Wanted
from depyf.curing.trial import Measure, figures_of
from depyf.model.build import fold
from depyf.model.wording import shortened
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.capture.torch_compat.trials import Compiling

_LONGEST = 160  # characters of an error
_STATIC = (0, 1)  # sizes that torch never makes dynamic


@dataclass(frozen=True)
class GivenCall:
    """The arguments of one call of the function."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class FunctionRuns:
    """Runs a function for a search: each trial makes all calls once, in order.

    Args:
        how: the function and its options of `torch.compile`.
        calls: the arguments of each call.
    """

    def __init__(self, how: Compiling, calls: Sequence[GivenCall]) -> None:
        self._how = how
        self._calls = calls
        self._signature = _signature(how.target)
        leaves = copies.all_leaves([(one.args, one.kwargs) for one in calls])
        objects = [leaf for leaf in leaves if not copies.is_tensor(leaf)]
        self._state = KeptState([how.target, *objects])
        self.wanted: Wanted | None = None
        self.last: Results | None = None

    def eager(self) -> Results:
        """Return the results of the calls without torch.compile.

        Raises:
            Exception: any exception that the function raises.
        """
        try:
            with trials.uncompiled():
                return self._results(self._how.target, ())
        finally:
            self._state.restore()

    def measured(self, files: Recipe, name: str, limit: float) -> Measure:
        """Compile the function with changes, make all calls, and measure.

        Args:
            files: the changes.
            name: unused, because nothing is written.
            limit: unused, because a call cannot be stopped.

        Returns:
            The figures. `output` says how the results differ from eager results,
            and `errors` names the exception that the function raised.
        """
        del name, limit
        changes, error = files.changes, ""
        started = time.monotonic()
        with trials.apart(), _settings(changes), recorded() as events:
            started = time.monotonic()
            try:
                function = trials.compiled_afresh(self._how, self._dynamic(changes))
                self.last = self._results(function, changes)
            except Exception as raised:  # the user's function may raise anything
                self.last, error = None, _words(raised)
            finally:
                seconds = time.monotonic() - started
                self._state.restore()
        differs = ""
        if self.last is not None and self.wanted is not None:
            differs = self.wanted.difference(self.last)
        figures = figures_of(fold(events))
        return Measure(
            int(bool(error)), output=differs, errors=error, seconds=seconds, **figures
        )

    def forget(self, name: str) -> None:
        """Do nothing, because trials leave no files."""

    def difference(self, output: str) -> str:
        """Return the difference that `measured` found: `output` itself."""
        return output

    def told(self, output: str) -> str:
        """Return an empty string: results of calls have no lines about compiling."""
        del output
        return ""

    def varying(self) -> list[Varying]:
        """Return the tensor dimensions whose sizes differ between the calls."""
        sizes: dict[str, list[Sequence[int]]] = {}
        for call in self._calls:
            for path, tensor in self._tensors(call.args, call.kwargs):
                sizes.setdefault(path, []).append(tuple(tensor.shape))
        return [
            Varying(path, _readable(path), dimension)
            for path, met in sizes.items()
            if len({len(one) for one in met}) == 1
            for dimension in range(len(met[0]))
            if len({one[dimension] for one in met}) > 1
        ]

    def _dynamic(self, changes: Sequence[Change]) -> bool | None:
        chosen = [value for one in changes for value in one.dynamic]
        return chosen[-1] if chosen else self._how.dynamic

    def _results(
        self, function: Callable[..., Any], changes: Sequence[Change]
    ) -> Results:
        """Make all calls with copies of the arguments; return their results."""
        marks = [one.mark for one in changes if one.mark]
        varying = self.varying() if marks else []
        copier = copies.Copier()
        found = []
        for call in self._calls:
            args, kwargs = copier.of_tree((call.args, call.kwargs))
            for mark in marks:
                self._mark(mark, varying, args, kwargs)
            result = function(*args, **kwargs)
            found.append(copies.outputs((result, args, kwargs)))
        leaves = [leaf for each, _ in found for leaf in each]
        return Results(leaves, "\n".join(structure for _, structure in found))

    def _mark(
        self,
        mark: str,
        varying: Sequence[Varying],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        tensors = dict(self._tensors(args, kwargs))
        for one in varying:
            tensor = tensors.get(one.path)
            if tensor is not None and tensor.shape[one.dimension] not in _STATIC:
                copies.mark(tensor, one.dimension, mark)

    def _tensors(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> list[tuple[str, Any]]:
        """Return the path and tensor of each tensor in the arguments.

        A path begins with the name of a parameter.
        """
        named: dict[str, Any] = {"args": args, **kwargs}
        if self._signature is not None:
            with contextlib.suppress(TypeError):  # a wrapper may take other arguments
                named = dict(self._signature.bind(*args, **kwargs).arguments)
        return copies.tensors_of(named)


def with_others(
    target: Callable[..., Any], call: GivenCall, others: dict[str, Any]
) -> GivenCall:
    """Return a call in which `others` replaces arguments by name."""
    signature = _signature(target)
    if signature is not None:
        with contextlib.suppress(TypeError):
            bound = signature.bind(*call.args, **call.kwargs)
            known = {k: v for k, v in others.items() if k in signature.parameters}
            bound.arguments.update(known)
            rest = {k: v for k, v in others.items() if k not in known}
            return GivenCall(bound.args, {**bound.kwargs, **rest})
    return GivenCall(call.args, {**call.kwargs, **others})


def _signature(target: Callable[..., Any]) -> inspect.Signature | None:
    try:
        return inspect.signature(getattr(target, "forward", target))
    except (TypeError, ValueError):
        return None


def _readable(path: str) -> str:
    """Return a path as a Python expression.

    >>> _readable("['batch']['ids'][0]")
    "batch['ids'][0]"
    """
    name, _, rest = path[2:].partition("']")
    return f"{name}{rest}"


@contextlib.contextmanager
def _settings(changes: Sequence[Change]) -> Iterator[None]:
    with contextlib.ExitStack() as kept:
        for one in changes:
            if one.setting is not None:
                kept.enter_context(trials.setting(*one.setting))
        yield


def _words(error: Exception) -> str:
    """Return the type and first line of an error, and the line after a colon."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    name = type(error).__qualname__
    if not lines:
        return name
    whole = " ".join(lines[:2]) if lines[0].endswith(":") else lines[0]
    return shortened(f"{name}: {whole}", _LONGEST)
