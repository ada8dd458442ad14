"""The figures of one case of one model, taken from what depyf captured."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Dict, Iterable

from depyf.capture.journal import JOURNAL, read_journal
from depyf.model.build import fold
from depyf.model.events import Metrics
from depyf.model.kernel_origins import origins_of
from depyf.model.phases import phases
from depyf.model.saved_tensors import saved_for_backward
from depyf.model.stages import BACKWARD, FORWARD
from depyf.render.reason_words import reason_words
from depyf.torch_text.graph_lines import node_lines
from gallery.scrub import relative, scrubbed

if TYPE_CHECKING:
    from pathlib import Path

    from depyf.model.events import GraphBreak, SourceLine
    from depyf.model.run import Compilation, Frame, Run

Figures = Dict[str, Any]

_MOST_OPERATORS = 8
_IN_LIST = re.compile(r"[.\[]\d+\]?$")


def figures(folder: Path) -> Figures:
    """Returns the figures of a dump."""
    run = fold(read_journal(folder / JOURNAL))
    compilations = run.compilations
    entries = [item.entry for item in compilations if item.entry is not None]
    kinds = Counter(g.kind or "other" for item in compilations for g in item.guards)
    about = Counter(_about(g.source) for item in compilations for g in item.guards)
    return {
        "entries": len(entries),
        "quality": dict(sorted(Counter(entry.quality for entry in entries).items())),
        "breaks": _breaks(run),
        "recompiles": _recompiles(run),
        "skipped": _skipped(run),
        "guards": sum(kinds.values()),
        "guard_kinds": _most_first(kinds),
        "guards_about": _most_first(about),
        "graphs": len({name for item in compilations for name in item.prefixes}),
        **_operators(compilations),
        "kernels": _kernels(compilations),
        "saved_bytes": sum(
            saved.own_bytes
            for item in compilations
            for saved in saved_for_backward(item)
        ),
        "equal_modules": _equal_modules(compilations),
        "seconds": _seconds(compilations),
        "dump": _size(folder),
    }


def _most_first(counter: Counter[str]) -> dict[str, int]:
    return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))


def _about(source: str) -> str:
    """Returns what a guard looks at."""
    if not source:
        return "the state of torch"
    if "._modules[" in source or "._parameters[" in source or "._buffers[" in source:
        return "modules"
    return "globals" if source.startswith("G[") else "arguments"


def _breaks(run: Run) -> list[Figures]:
    found: Counter[tuple[str, str, str, int, str, str]] = Counter()
    for frame in run.frames:
        for compilation in frame.compilations:
            for event in compilation.breaks:
                found[_place_of(event, frame)] += 1
    names = ("reason", "file", "function", "line", "text", "skipped", "times")
    return [
        {
            name: value
            for name, value in zip(names, (*key, times if times > 1 else 0))
            if value
        }
        for key, times in sorted(found.items())
    ]


def _place_of(event: GraphBreak, frame: Frame) -> tuple[str, str, str, int, str, str]:
    at: SourceLine | None = event.user_stack[-1] if event.user_stack else None
    skipped = scrubbed(event.skipped)
    reason = scrubbed(event.reason)
    if at is None:
        return reason, relative(frame.file), frame.co_name, 0, "", skipped
    text = at.text.strip()
    return reason, relative(at.file), at.function, at.line, text, skipped


def _recompiles(run: Run) -> list[Figures]:
    return [
        {
            "of": frame.title,
            "because": [scrubbed(reason_words(one, frame)) for one in item.recompile],
        }
        for frame in run.frames
        for item in frame.compilations
        if item.recompile
    ]


def _skipped(run: Run) -> list[Figures]:
    """Returns the functions that Dynamo left as they are, and why."""
    return [
        {"of": frame.title, "file": relative(frame.file), "why": scrubbed(reason)}
        for frame in run.frames
        for item in frame.compilations
        if item.skipped is not None
        for reason in [item.skipped.reason]
    ]


def _operators(compilations: Iterable[Compilation]) -> Figures:
    """Returns how many operators the graphs hold: as captured, and as ATen ones."""
    captured = 0
    aten: Counter[str] = Counter()
    for compilation in compilations:
        for metrics in compilation.facts.all(Metrics):
            captured += metrics.counts.get("graph_op_count", 0)
        for graph in compilation.graphs:
            if graph.stage in (FORWARD, BACKWARD):
                aten += calls_in(graph.text)
    return {
        "captured_operators": captured,
        "operators": sum(aten.values()),
        "most_used": dict(list(_most_first(aten).items())[:_MOST_OPERATORS]),
    }


def calls_in(graph: str) -> Counter[str]:
    """Returns which operators the nodes of a printed graph call, and how often.

    Names are those of torch, without the overload.
    """
    names = (one.operator.split(".")[:2] for one in node_lines(graph) if one.operator)
    return Counter(map(".".join, names))


def _kernels(compilations: Iterable[Compilation]) -> Figures:
    """Returns how many kernels were generated, and how many calls go elsewhere."""
    generated = external = most = 0
    elsewhere: Counter[str] = Counter()
    for compilation in compilations:
        for module in compilation.kernels:
            generated += len(module.names)
            for origin in origins_of(compilation, module):
                if origin.kernel in module.names:
                    most = max(most, len(origin.nodes))
                else:
                    external += 1
                    elsewhere[origin.kernel] += 1
    return {
        "generated": generated,
        "external": external,
        "most_fused": most,
        "called": _most_first(elsewhere),
    }


def _equal_modules(compilations: Iterable[Compilation]) -> dict[str, int]:
    """Returns the class of which a list of modules has most, and how many those are."""
    found: dict[str, set[str]] = {}
    for compilation in compilations:
        for path, classes in compilation.module_classes.items():
            if _IN_LIST.search(path):
                found.setdefault(classes.split()[0], set()).add(path)
    counts = sorted(((len(paths), name) for name, paths in found.items()), reverse=True)
    return {name: count for count, name in counts[:1] if count > 1}


def _seconds(compilations: Iterable[Compilation]) -> dict[str, float]:
    spent: dict[str, float] = {}
    total = 0.0
    for compilation in compilations:
        total += compilation.seconds
        for metrics in compilation.facts.all(Metrics):
            for phase, seconds in phases(compilation, metrics).items():
                spent[phase] = spent.get(phase, 0.0) + seconds
    return {"all": round(total, 2), **{k: round(v, 2) for k, v in spent.items()}}


def _size(folder: Path) -> dict[str, int]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {"files": len(files), "bytes": sum(path.stat().st_size for path in files)}
