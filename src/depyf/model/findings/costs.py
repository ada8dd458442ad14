"""Rules on costs other than recompiles and graph breaks: guards, memory, caches."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Iterator

from depyf.model.events import CacheLookup, Metrics, SourceLine
from depyf.model.findings.names import call_line, place
from depyf.model.findings.rule import Finding, Rule, Subject
from depyf.model.saved_tensors import saved_for_backward
from depyf.model.stages import CAPTURED
from depyf.records import dataclass
from depyf.torch_text.graph_lines import node_places

if TYPE_CHECKING:
    from depyf.model.findings.rule import Cure
    from depyf.model.run import Compilation, Frame, Run
    from depyf.model.saved_tensors import Saved
    from depyf.torch_text.access_paths import AccessPath

_MANY_GUARDS = 500  # guards on globals of the program in one entry
_MUCH_SAVED = 1 << 20  # bytes; less is not reported
_TIMES_GIVEN = 8  # the least ratio of saved tensors to saved inputs of the graph
_GLOBALS, _SAVED = "guards-on-globals", "saved-for-backward"
_BYPASS = "cache-bypassed"
_CUSTOM_FUNCTION = "autograd_function_apply"
_LATENCY = "guard_latency_us"  # torch's name for the time of one check, caches flushed
_MODULE_STORES = ("_modules", "_parameters", "_buffers")


@dataclass(frozen=True, eq=False)
class Cost(Subject):
    """A cost of one entry of a function.

    Attributes:
        kind: the name of the rule.
        line: the line with the largest part of the cost.
        weight: the severity.
        amount: the number of guards, or of megabytes.
        of_line: the part of the amount that the line causes.
        of_global: the global that has the most guards.
        checking: seconds that one check of the guards takes, with cold caches; 0 if
            torch did not measure it.
    """

    kind: str
    line: SourceLine | None
    weight: float
    amount: float = 1
    of_line: float = 0
    of_global: str = ""
    checking: float = 0

    @property
    def place(self) -> str:
        """The location of the line, as `file.py:line`."""
        return place(self.line)

    @property
    def measured(self) -> str:
        """What torch measured for one check of the guards, as a sentence; or empty."""
        if not self.checking:
            return ""
        return f" Torch measured {self.checking * 1e3:.1f} ms for one check."

    def finding(self, _cure: Cure) -> Finding:
        """Return the finding about this cost."""
        times = int(self.amount) if self.kind == _GLOBALS else 1
        return Finding(where=self.line, times=times, weight=self.weight)


def costs(run: Run) -> Iterator[Cost]:
    """Yield each kind of cost of each function, for the first entry that has it."""
    for frame in run.frames:
        for cost in (_global_guards, _saved, _bypass):
            found = (cost(run, frame, entry) for entry in frame.entries)
            yield from [one for one in found if one is not None][:1]


def _global_guards(run: Run, frame: Frame, compilation: Compilation) -> Cost | None:
    lines: Counter[SourceLine] = Counter()
    names: Counter[str] = Counter()
    for part in compilation.guards:
        if part.paths and all(map(_is_data, part.paths)):
            lines[part.user_line or SourceLine("", 0)] += 1
            names[part.paths[0].name] += 1
    number = sum(lines.values())
    if number < _MANY_GUARDS or number * 2 < len(compilation.guards):
        return None
    line = lines.most_common(1)[0][0]
    where = line if line.file else None
    return Cost(
        run,
        (frame,),
        _GLOBALS,
        where,
        0.2,
        number,
        of_global=names.most_common(1)[0][0],
        checking=_seconds_of_check(compilation),
    )


def _is_data(path: AccessPath) -> bool:
    """Return whether a path leads to data of a global: not into a module of torch.nn.

    What a module holds can change when it trains; its guards are not to be dropped.
    """
    is_of_program = path.scope == "G" and not path.name.startswith("__")
    return is_of_program and not any(step.key in _MODULE_STORES for step in path.steps)


def _seconds_of_check(compilation: Compilation) -> float:
    """Return what one check of the entry's guards took, as torch measured it; or 0."""
    measured = (one.counts.get(_LATENCY, 0) for one in compilation.facts.all(Metrics))
    return max(measured, default=0) / 1e6


def _saved(run: Run, frame: Frame, compilation: Compilation) -> Cost | None:
    for saved in saved_for_backward(compilation):
        given = sum(one.bytes or 0 for one in saved.tensors if one.argument)
        if saved.own_bytes < max(_MUCH_SAVED, _TIMES_GIVEN * given):
            continue
        where, share = _dearest_line(saved)
        if where is None or share * 2 < saved.own_bytes:
            continue
        amounts = saved.own_bytes / 1e6, share / 1e6
        return Cost(run, (frame,), _SAVED, where, 0.15, *amounts)
    return None


def _dearest_line(saved: Saved) -> tuple[SourceLine | None, int]:
    """Return the line that saves the most bytes for the backward, and how many."""
    amounts: Counter[SourceLine] = Counter()
    for one in saved.own:
        if one.place is not None:
            amounts[one.place] += one.bytes or 0
    return next(iter(amounts.most_common(1)), (None, 0))


def _bypass(run: Run, frame: Frame, compilation: Compilation) -> Cost | None:
    lookups = compilation.facts.all(CacheLookup)
    refused = [one for one in lookups if one.outcome == "bypass"]
    if not any(_CUSTOM_FUNCTION in one.reason for one in refused):
        return None
    line = _custom_function(compilation) or call_line(compilation)
    weight = 0.2 + compilation.seconds / 10
    return Cost(run, (frame,), _BYPASS, line, weight)


def _custom_function(compilation: Compilation) -> SourceLine | None:
    for graph in compilation.graphs:
        if graph.stage == CAPTURED:
            for name, where in node_places(graph.text).items():
                if name.startswith(_CUSTOM_FUNCTION):
                    return where
    return None


COST_RULES: tuple[Rule[Cost], ...] = (
    Rule(
        _GLOBALS,
        when=lambda one: one.kind == _GLOBALS,
        what="checks {it.amount} values of globals, most of `{it.of_global}`, before "
        "each call",
        edit='options={{"guard_filter_fn": '
        "torch.compiler.skip_guard_on_globals_unsafe}}",
        note="in the call of `torch.compile`, if these globals never change",
        title="checks {it.amount} global values each call",
        why="It checks {it.amount} values, most of `{it.of_global}`, before each call."
        "{it.measured}",
    ),
    Rule(
        _SAVED,
        when=lambda one: one.kind == _SAVED,
        what="keeps {it.amount:.1f} MB for its backward, {it.of_line:.1f} of it "
        "from one line",
        edit="torch.utils.checkpoint.checkpoint(function, *inputs, "
        "use_reentrant=False)",
        note="around a function that contains {it.place}, if no call in it changes "
        "state, such as a hook: torch then computes it again in the backward",
        title="keeps {it.amount:.1f} MB for its backward",
    ),
    Rule(
        _BYPASS,
        when=lambda one: one.kind == _BYPASS,
        what="goes through AOTAutograd again at each start of the program: its cache "
        "does not store a `torch.autograd.Function`",
        edit="torch._functorch.config.autograd_cache_allow_custom_autograd_functions"
        " = True",
        note="before the first call (`import torch._functorch.config`)",
        title="bypasses the AOTAutograd cache",
        why="Torch runs AOTAutograd again at each start of the program. Its cache "
        "does not store a `torch.autograd.Function`.",
    ),
)
