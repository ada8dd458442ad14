"""Write ``summary.json``: the whole run as data, for programs.

`assets/summary.schema.json` describes every field.  Its version is `SUMMARY_SCHEMA`,
which a new field keeps and a changed meaning raises.  The schema is made from
`page.schema.json` by ``python -m tests.docs.architecture_parts``.  Empty and unknown
values are left out.  `depyf.model.packed.expanded` puts the ``shared`` values back
where they belong, which gives the form of schema 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.cached_results import cached_entries
from depyf.model.captured import captured_places
from depyf.model.detail_events import Annotation, ShapeGuard
from depyf.model.events import (
    CacheLookup,
    Failure,
    Metrics,
    OtherProcess,
    RawAttachment,
    ShapeSymbol,
)
from depyf.model.families import runs
from depyf.model.kernel_origins import origins_of
from depyf.model.overview import totals
from depyf.model.phases import phases
from depyf.model.saved_tensors import saved_for_backward
from depyf.model.serialize import fields_to_json, record_to_json
from depyf.model.source_places import by_file, line_ranges
from depyf.render.check_words import checks_json
from depyf.render.details import joined, target_words
from depyf.render.entry_words import difference_words, stack_named
from depyf.render.facts import absences, first_graph_words, skip_text, uncompiled
from depyf.render.index_findings import expected_json, findings_json
from depyf.render.json_text import spread
from depyf.render.places import captured_lines
from depyf.render.reason_words import reason_words

if TYPE_CHECKING:
    from depyf.model.events import Event, Guard, Kernel, RecompileReason, SourceLine
    from depyf.model.kernel_origins import Origin
    from depyf.model.run import Compilation, Frame, Graph, Run
    from depyf.model.serialize import Json

SUMMARY_SCHEMA = 2
# The names of facts in the file, where they differ from the name of their kind.
_NAMES: dict[type[Event], str] = {
    CacheLookup: "caches",
    Metrics: "metrics",
    ShapeSymbol: "symbols",
    ShapeGuard: "shape_guards",
    Annotation: "annotations",
}
_OF_ENTRY = (
    "index file quality diagnostics hidden_instructions total_instructions names"
)
_OF_FRAME = "co_name qualified_name title owners decorator file first_line"
_SPREAD = 6  # levels: each graph or kernel of a compilation is on one line
_SPREAD_SHARED = 2  # levels: each guard is on one line


def summary_json(data: dict[str, Json]) -> str:
    """Return the text of ``summary.json``; `data` is the result of `summary`."""
    return spread(data, _SPREAD, shared=_SPREAD_SHARED) + "\n"


def summary(run: Run) -> dict[str, Json]:
    """Return the run as JSON values."""
    started, total = run.started, totals(run)
    shared = _Shared()
    frames: list[Json] = [_frame(run, frame, shared) for frame in run.frames]
    checks, cached = checks_json(run, None), cached_entries(run)
    plain: list[Json] = [*uncompiled(run)]
    started_by, raised = first_graph_words(run), run.ended_with
    return {
        "schema": SUMMARY_SCHEMA,
        "program": started.command,
        "torch": started.torch_version,
        "python": started.python_version,
        "depyf": started.depyf_version,
        "rank": started.rank,
        "totals": {
            "graphs": total.graphs,
            "graph_breaks": total.breaks,
            "recompiles": total.recompiles,
            "compile_seconds": round(total.seconds, 6),
            **({"cached_entries": cached} if cached else {}),
        },
        "findings": findings_json(run),
        "expected": expected_json(run),
        "frames": frames,
        "shared": {"guards": shared.guards, "lines": shared.lines},
        **({"first_graph": started_by} if started_by else {}),
        **({"ended_with": raised} if raised else {}),
        **({"not_compiled": plain} if plain else {}),
        "not_here": list(absences(run)),
        "failures": _events(run.facts.all(Failure)),
        "annotations": _events(run.facts.all(Annotation)),
        "other_processes": [other.folder for other in run.facts.all(OtherProcess)],
        **({"checks": checks} if checks else {}),
    }


class _Shared:
    """The guards and lines that the entries of a run share, each stored once."""

    def __init__(self) -> None:
        self.guards: list[Json] = []
        self.lines: list[Json] = []
        self._guards: dict[Guard, int] = {}
        self._lines: dict[SourceLine, int] = {}

    def numbers(self, parts: Sequence[Guard]) -> list[Json]:
        """Return the indices of an entry's guards in the shared list, as ranges."""
        return [list(pair) for pair in runs(map(self._number, parts))]

    def _number(self, part: Guard) -> int:
        number = self._guards.setdefault(part, len(self.guards))
        if number == len(self.guards):
            self.guards.append(self._guard(part))
        return number

    def _guard(self, part: Guard) -> Json:
        data = record_to_json(part, but="user_line")
        line = part.user_line
        if line is not None:
            data["user_line"] = self._lines.setdefault(line, len(self.lines))
            if data["user_line"] == len(self.lines):
                self.lines.append(record_to_json(line))
        return data


def frame_id(run: Run, key: str | None) -> str | None:
    """Return a frame's short id, such as ``f0``: keys may hold memory addresses."""
    position = run.positions.get(key)
    return None if position is None else f"f{position}"


def _frame(run: Run, frame: Frame, shared: _Shared) -> dict[str, Json]:
    return _filled(
        {
            "id": frame_id(run, frame.key),
            **fields_to_json(frame, _OF_FRAME),
            "resumes": frame_id(run, frame.parent),
            "full_code": frame.full_code,
            "plain_calls": frame.plain_calls,
            "compilations": [
                _compilation(run, frame, item, shared) for item in frame.compilations
            ],
            "checks": checks_json(run, frame.key),
        }
    )


def _compilation(
    run: Run, frame: Frame, compilation: Compilation, shared: _Shared
) -> dict[str, Json]:
    entry = compilation.entry
    full_names = dict(entry.names) if entry else {}
    lines = captured_lines(compilation)
    return _filled(
        {
            "id": str(compilation.id),
            "generation": compilation.id.generation or None,
            "entry": _entry(compilation),
            "wrapped": _wrapped(frame, compilation),
            "compiled_for": _instance(compilation),
            "hits": compilation.hits,
            "guards_known": compilation.guards_known,
            "guards": shared.numbers(compilation.guards),
            "graphs": [_graph(graph, full_names) for graph in compilation.graphs],
            "kernels": [
                _kernel(compilation, item, full_names) for item in compilation.kernels
            ],
            "graph_breaks": _events(compilation.breaks),
            "recompiled_because": [
                _reason(frame, reason) for reason in compilation.recompile
            ],
            "difference": _difference(frame, compilation),
            "resume_functions": [
                _filled(
                    {
                        **fields_to_json(resume, "name full_name co_name"),
                        "frame": frame_id(run, resume.frame),
                    }
                )
                for resume in compilation.resumes
            ],
            **_facts(compilation),
            "side_effects": _side_effects(compilation),
            "saved_for_backward": _saved(compilation),
            "phases": [
                dict(phases(compilation, one)) for one in compilation.facts.all(Metrics)
            ],
            "captured_lines": {file: [*sorted(ns)] for file, ns in lines.items()},
            "captured_places": _captured(compilation, frame),
            "skipped": (
                skip_text(compilation) if entry is None or compilation.skipped else None
            ),
        }
    )


def _facts(compilation: Compilation) -> dict[str, Json]:
    """Return the facts that go into the file unchanged."""
    facts = compilation.facts
    kinds = dict.fromkeys([*_NAMES, *facts.by_kind])
    return {
        _NAMES.get(kind, kind.kind): _events(facts.all(kind))
        for kind in kinds
        if kind is not RawAttachment
    }


def _captured(compilation: Compilation, frame: Frame) -> list[Json]:
    return [
        _filled(
            {
                "file": place.file,
                "lines": line_ranges(place.lines),
                "function": place.function,
                "first_line": place.first_line or None,
                "modules": list(place.modules),
                "nodes": place.nodes,
            }
        )
        for place in captured_places(compilation, frame.file)
    ]


def _wrapped(frame: Frame, compilation: Compilation) -> str:
    """Return the function that a decorator's code was compiled for, if it has several.

    All these functions share the entries, so no name of the code tells the function.
    """
    made_for = compilation.instance if frame.is_shared else None
    return made_for.owner if made_for is not None else ""


def _instance(compilation: Compilation) -> dict[str, Json] | None:
    found = compilation.instance
    if found is None or not found.instance_class:
        return None
    return _filled(
        {
            "class": found.instance_class,
            "path": found.path,
            "is_root": found.is_root or None,
            "instances": list(found.instances),
        }
    )


def _difference(frame: Frame, compilation: Compilation) -> str:
    """Return an entry's difference from an earlier entry; empty for the first entry."""
    again = compilation.recompile and compilation.entry is not None
    return difference_words(frame, compilation) if again else ""


def _entry(compilation: Compilation) -> dict[str, Json] | None:
    entry = compilation.entry
    if entry is None:
        return None
    return fields_to_json(entry, _OF_ENTRY)


def _graph(graph: Graph, full_names: Mapping[str, str]) -> dict[str, Json]:
    return {
        "prefix": graph.prefix,
        "full_name": full_names.get(graph.prefix, graph.prefix),
        **fields_to_json(graph, "stage file backward"),
    }


def _side_effects(compilation: Compilation) -> list[Json]:
    found: list[Json] = []
    for effect in compilation.side_effects:
        words = target_words(effect).replace("`", "")
        found.append({**record_to_json(effect), "words": words})
    return found


def _saved(compilation: Compilation) -> list[Json]:
    return [
        {
            **fields_to_json(saved, "prefix own_bytes all_bytes"),
            "tensors": [
                _filled(
                    {
                        **fields_to_json(one, "name type bytes"),
                        "file": one.place.file if one.place else None,
                        "line": one.place.line if one.place else None,
                        "argument": one.argument,
                        "copied": one.copied or None,
                        "view_of": one.base if one.base != one.name else None,
                    }
                )
                for one in saved.tensors
            ],
        }
        for saved in saved_for_backward(compilation)
    ]


def _origin(origin: Origin) -> Json:
    lines = by_file(origin.places)
    data: dict[str, Json] = {
        "kernel": origin.kernel,
        "nodes": list(origin.nodes),
        "lines": {file: [*sorted(numbers)] for file, numbers in lines.items()},
        "how": origin.how,
    }
    if origin.nodes_inferred:
        data["nodes_inferred"] = True
    if origin.written is not None:
        data["written"] = {"file": origin.written.file, "line": origin.written.line}
    return data


def _kernel(
    compilation: Compilation, kernel: Kernel, full_names: Mapping[str, str]
) -> dict[str, Json]:
    return {
        "prefix": kernel.prefix,
        "full_name": full_names.get(kernel.prefix, kernel.prefix),
        **fields_to_json(kernel, "file backward language names"),
        "origins": [_origin(one) for one in joined(origins_of(compilation, kernel))],
    }


def _reason(frame: Frame, reason: RecompileReason) -> Json:
    words = stack_named(reason_words(reason, frame), frame)
    failed = str(reason.failed) if reason.failed else None
    detail = reason.text if reason.text != words else None
    return _filled({"text": words, "failed": failed, "detail": detail})


def _events(events: Sequence[Event]) -> list[Json]:
    found: list[Json] = []
    for event in events:
        data = record_to_json(event)
        data.pop("compile_id", None)
        found.append(data)
    return found


def _filled(data: dict[str, Json]) -> dict[str, Json]:
    return {
        key: value
        for key, value in data.items()
        if value is not None and value not in ([], {}, "")
    }
