"""Findings on what compiled code costs where nothing broke: guards, memory, caches."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Callable, Iterator, NamedTuple

from depyf.model.events import CacheLookup, SourceLine
from depyf.model.findings.finding import Finding
from depyf.model.findings.names import call_line, function_name, place
from depyf.model.saved_tensors import saved_for_backward
from depyf.model.stages import CAPTURED
from depyf.torch_text.access_paths import paths_of
from depyf.torch_text.graph_lines import node_places

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame, Run
    from depyf.model.saved_tensors import Saved
    from depyf.model.source_places import SourcePlace

_MANY_GUARDS = 500  # on globals of the program, in one entry
_MUCH_SAVED = 1 << 20  # bytes; less is not worth a line
_TIMES_GIVEN = 8  # what is saved, over what the graph was given and saves as well
_CUSTOM_FUNCTION = "autograd_function_apply"


class Rule(NamedTuple):
    """A row: what it says of one entry of a function, which gets the row's name."""

    name: str
    result: Callable[[Run, Frame, Compilation], Finding | None]


def cost_findings(run: Run) -> Iterator[Finding]:
    """Yield what there is to say of each function."""
    for frame in run.frames:
        for rule in RULES:
            results = (rule.result(run, frame, entry) for entry in frame.entries)
            found = next((one for one in results if one is not None), None)
            if found is not None:
                yield replace(found, rule=rule.name)


def _guards_on_globals(
    run: Run, frame: Frame, compilation: Compilation
) -> Finding | None:
    """Many values of a global that never changes, each looked at before each call."""
    lines: Counter[SourceLine] = Counter()
    for part in compilation.guards:
        paths = paths_of(part.expression)
        if paths and all(
            path.scope == "G" and not path.name.startswith("__") for path in paths
        ):
            lines[part.user_line or SourceLine("", 0)] += 1
    number = sum(lines.values())
    if number < _MANY_GUARDS or number * 2 < len(compilation.guards):
        return None
    line = lines.most_common(1)[0][0]
    return Finding(
        rule="",
        subject=function_name(run, frame),
        what=f"looks at {number} values of globals before each call, as guards",
        where=line if line.file else None,
        edit='options={"guard_filter_fn": torch.compiler.skip_guard_on_globals_unsafe}',
        note="in the call of `torch.compile`, where these globals never change",
        times=number,
        weight=0.2,
        frames=(frame.key,),
    )


def _saved(run: Run, frame: Frame, compilation: Compilation) -> Finding | None:
    """Much that lives from the forward to the backward, most of it from one line."""
    for saved in saved_for_backward(compilation):
        given = sum(one.bytes or 0 for one in saved.tensors if one.argument)
        if saved.own_bytes < max(_MUCH_SAVED, _TIMES_GIVEN * given):
            continue
        where, share = _dearest_line(saved)
        if where is None or share * 2 < saved.own_bytes:
            continue
        amount = f"{saved.own_bytes / 1e6:.1f} MB"
        return Finding(
            rule="",
            subject=function_name(run, frame),
            what=f"keeps {amount} for its backward, {share / 1e6:.1f} of it from one "
            "line",
            where=SourceLine(where.file, where.line, text=where.code),
            edit="torch.utils.checkpoint.checkpoint(function, *inputs, "
            "use_reentrant=False)",
            note=f"around a function that holds {place(_line(where))}: it is then "
            "computed again in the backward",
            weight=0.15,
            frames=(frame.key,),
        )
    return None


def _line(where: SourcePlace) -> SourceLine:
    return SourceLine(where.file, where.line)


def _dearest_line(saved: Saved) -> tuple[SourcePlace | None, int]:
    """Return the line whose results take most of what is saved, and how much."""
    amounts: dict[tuple[str, int], int] = {}
    places: dict[tuple[str, int], SourcePlace] = {}
    for one in saved.own:
        if one.place is not None:
            key = one.place.file, one.place.line
            places.setdefault(key, one.place)
            amounts[key] = amounts.get(key, 0) + (one.bytes or 0)
    if not amounts:
        return None, 0
    dearest = max(amounts, key=lambda key: amounts[key])
    return places[dearest], amounts[dearest]


def _cache(run: Run, frame: Frame, compilation: Compilation) -> Finding | None:
    """A compile cache that is passed over at each start of the program."""
    lookups = compilation.facts.all(CacheLookup)
    refused = [one for one in lookups if one.outcome == "bypass"]
    if not any(_CUSTOM_FUNCTION in one.reason for one in refused):
        return None
    return Finding(
        rule="",
        subject=function_name(run, frame),
        what="goes through AOTAutograd anew at each start of the program: its cache "
        "takes no `torch.autograd.Function`",
        where=_custom_function(compilation) or call_line(compilation),
        edit="torch._functorch.config.autograd_cache_allow_custom_autograd_functions"
        " = True",
        note="before the first call (`import torch._functorch.config`)",
        weight=0.2 + compilation.seconds / 10,
        frames=(frame.key,),
    )


def _custom_function(compilation: Compilation) -> SourceLine | None:
    for graph in compilation.graphs:
        if graph.stage == CAPTURED:
            for name, where in node_places(graph.text).items():
                if name.startswith(_CUSTOM_FUNCTION):
                    return SourceLine(where.file, where.line, text=where.code)
    return None


RULES: tuple[Rule, ...] = (
    Rule("guards-on-globals", _guards_on_globals),
    Rule("saved-for-backward", _saved),
    Rule("cache-bypassed", _cache),
)
