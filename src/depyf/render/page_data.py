"""Collect the page's data: summary, texts and drawings; `contract.ts` describes it.

A text is a number, which is an index into a table of distinct texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

from depyf.model.edit_tried import CureFiles, CureSummary, EditedLines
from depyf.model.findings import findings
from depyf.model.findings.backend_names import backend_of
from depyf.model.findings.compile_sites import site_of, site_text
from depyf.model.findings.own_reasons import own_reasons
from depyf.model.findings.program_text import program_files
from depyf.model.findings.recompile_rules import RECOMPILE_RULES
from depyf.model.findings.savings import saved_seconds
from depyf.model.findings.telling_reasons import telling_reasons
from depyf.model.findings.tried import every_edit
from depyf.model.lowered_modules import nodes_with_callers
from depyf.model.overview import overview
from depyf.model.packed import Table
from depyf.model.serialize import fields_to_json
from depyf.model.stages import STAGES, stage_label
from depyf.render.details import conditions
from depyf.render.entry_calls import entry_calls
from depyf.render.entry_text import shared_guards
from depyf.render.entry_words import stack_names
from depyf.render.facts import branches
from depyf.render.graph_data import graph_data, kernel_data
from depyf.render.guard_data import failing_conditions, guard_groups
from depyf.render.index_findings import edits_json
from depyf.render.json import frame_id
from depyf.render.line_comments import stores_after
from depyf.render.page_source import page_source
from depyf.render.plain_modes import plain_modes
from depyf.render.size_words import size_lines
from depyf.render.source_text import is_function
from depyf.render.spans import spans_data

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings import Expected
    from depyf.model.run import Compilation, Frame, Run
    from depyf.model.serialize import Json
    from depyf.render.run_texts import RunTexts


def page_parts(made: RunTexts) -> dict[str, dict[str, Json]]:
    """Return the page's data in parts; the page unpacks a part before it shows it.

    The page opens with the part ``base``.  Each frame has a part, named by the frame's
    id.  The part ``rest`` holds data of no frame or of several.  Each part but ``base``
    has its own ``texts``, into which its numbers are indices.  ``files`` has a number
    for each file name, ``sources`` for each location, and ``details`` for each frame.
    """
    run, files = made.run, {**made.files, **_named_files(made.run)}
    parts: dict[str, dict[str, Json]] = {}
    for frame in run.frames:
        texts, name = Table(), frame_id(run, frame.key) or ""
        # In a damaged journal, two graphs may have the same file name.
        own = dict.fromkeys(file for file in _files_of(frame) if file in files)
        parts[name] = {
            "files": {file: texts.add(files.pop(file)) for file in own},
            "details": {name: _details(made, frame, texts)},
            "texts": [*texts.values],
        }
    texts = Table()
    parts["rest"] = {
        "files": {file: texts.add(text) for file, text in files.items()},
        "sources": _sources(run, texts),
        "texts": [*texts.values],
    }
    return {"base": _base(made), **parts}


def _base(made: RunTexts) -> dict[str, Json]:
    plain = plain_modes(made.run)
    return {
        **made.summary,
        "stages": {stage.name: stage.about for stage in STAGES},
        "recompile_rules": [*sorted({rule.name for rule in RECOMPILE_RULES})],
        "overview": _overview(made.run),
        "functions": _functions(made.run),
        "compile_calls": _compile_calls(made.run),
        "recompiles": _recompiles(made.run),
        "spans": spans_data(made.run),
        **({"plain_modes": plain} if plain else {}),
        **_cure_files(made.run),
    }


def _cure_files(run: Run) -> dict[str, Json]:
    """Return what `depyf cure` tried, and the files to which the page links."""
    files = [one for one in run.facts.all(CureFiles) if one.results]
    told = [one for one in run.facts.all(CureSummary) if one.lines]
    edits = edits_json(run)
    edited: list[Json] = [
        fields_to_json(one, f"file lines plain{' diff' if one.diff else ''}")
        for one in run.facts.all(EditedLines)
    ]
    is_edited = bool(edited) or any(one.before for one in files)
    links = files[-1] if files else CureFiles(None)
    names = "results after before" if is_edited else "results after"
    is_cures = bool(files) or is_edited
    return {
        **({"edits": edits} if edits else {}),
        **({"edited": edited} if edited else {}),
        **({"cure_files": fields_to_json(links, names)} if is_cures else {}),
        **({"cure_summary": list(told[-1].lines)} if told else {}),
    }


def _overview(run: Run) -> list[Json]:
    """Return the costs of functions and their resume functions, the dearest first."""
    return [
        {
            "frame": frame_id(run, frame.key),
            **fields_to_json(cost, "entries breaks recompiles hits"),
            "seconds": round(cost.seconds, 6),
        }
        for function in overview(run)
        for frame, cost in function.frames
    ]


def _recompiles(run: Run) -> dict[str, Json]:
    """Return the reason of each recompile, and the compilations of each finding."""
    found = findings(run)
    return {
        "reasons": {
            str(one.id): one.recompile.index(reasons[0])
            for frame in run.frames
            for one in frame.compilations
            if one.recompile and (reasons := telling_reasons(frame, one))
        },
        "findings": [[*one.compilations] for one in found.findings],
        "expected": [[*one.compilations] for one in found.expected],
        "behind_others": [_own_reason(one) for one in own_reasons(run)],
        "saved_seconds": round(saved_seconds(run, found.expected), 6),
    }


def _own_reason(one: Expected) -> Json:
    change = fields_to_json(one, "edit note")
    return {
        **fields_to_json(one, "subject what"),
        **{name: words for name, words in change.items() if words},
        "compilations": [*one.compilations],
    }


def _functions(run: Run) -> dict[str, Json]:
    """Return the first and last line of each shown function, by file."""
    shown = [
        (frame.file, frame.first_line, frame.original_source)
        for frame in run.frames
        if run.root_of(frame) is frame
    ]
    shown += [(one.file, one.first_line, one.text) for one in run.sources]
    spans: dict[str, set[tuple[int, int]]] = {}
    for file, first, text in shown:
        if text:
            last = first + text.rstrip().count("\n")
            spans.setdefault(file, set()).add((first, last))
    return {file: [[*one] for one in sorted(spans[file])] for file in sorted(spans)}


def _compile_calls(run: Run) -> dict[str, Json]:
    """Map each frame to the call or decorator that compiles it, if that is clear."""
    found: dict[str, Json] = {}
    for frame in run.frames:
        compilations = run.root_of(frame).compilations
        place = site_of(run, compilations)
        if place is None:
            continue
        backend = backend_of(run, place, [one.stack for one in compilations])
        found[frame_id(run, frame.key) or ""] = {
            "file": place.line.file,
            "line": place.line.line,
            "text": site_text(place),
            **({"backend": backend} if backend else {}),
        }
    return found


def _files_of(frame: Frame) -> Iterator[str]:
    for compilation in frame.compilations:
        yield from (one.file for one in compilation.parts)


def _named_files(run: Run) -> dict[str, str]:
    """Return the texts of the program's files that findings and edits name."""
    found = findings(run)
    lines: list[SourceLine | None] = []
    for one in found.findings:
        lines += [one.where, one.led_here, one.led_from, *one.origin]
    for settled in found.expected:
        lines += [settled.where, *settled.origin]
    named = {line.file for line in lines if line is not None}
    named.update(one.file for one in every_edit(run))
    named.update(one.file for one in run.facts.all(EditedLines))
    return {one.file: one.text for one in program_files(run) if one.file in named}


def _sources(run: Run, texts: Table) -> Json:
    return {
        f"{one.file}:{one.first_line}": {
            "text": texts.add(one.text),
            "changed": one.changed,
        }
        for one in run.sources
    }


def _details(made: RunTexts, frame: Frame, texts: Table) -> Json:
    run = made.run
    user = run.root_of(frame)
    own = frame.original_source if user is not frame else None
    first = {} if own is None or is_function(own) else {"own_line": frame.first_line}
    return {
        "root": frame_id(run, user.key),
        # The user's function; for a resume function, `own_source` is torch's version.
        "source": texts.add(user.original_source),
        "source_line": user.first_line,
        "own_source": None if own is None else texts.add(own),
        **first,
        "full_code": texts.add(made.full_code(frame)) if frame.full_code else None,
        "compilations": [
            _compilation(made, frame, compilation, texts)
            for compilation in frame.compilations
        ],
    }


def _compilation(
    made: RunTexts, frame: Frame, compilation: Compilation, texts: Table
) -> Json:
    entry = compilation.entry
    graphs = nodes_with_callers(compilation, frame)
    drawn: dict[str, Json] = {
        "graph_data": graph_data(compilation, graphs, texts.add, frame),
        "kernel_data": kernel_data(compilation, graphs, frame),
    }
    titles = {graph.stage: stage_label(graph.stage) for graph in compilation.graphs}
    sizes = size_lines(compilation, frame)
    drawn.update({"titles": dict(titles), **({"sizes": [*sizes]} if sizes else {})})
    asked = conditions(compilation)
    drawn.update({"conditions": [*asked]} if asked else {})
    drawn.update(entry_calls(made.run, frame, compilation))
    if entry is None:
        return drawn
    guards, _ = made.entry(compilation, entry, frame)
    failing = failing_conditions(made.run, frame, compilation)
    names = stack_names(frame)
    arms = branches(entry.source, {resume.name for resume in compilation.resumes})
    stores: dict[str, Json] = {
        str(number): {"file": line.file, "line": line.line}
        for number, line in stores_after(compilation, entry).items()
    }
    return {
        **drawn,
        "text": texts.add(page_source(compilation, entry, frame)),
        "guard_text": texts.add(_with_shared(frame, guards)),
        "guard_groups": guard_groups(frame, compilation),
        **({"failing": failing} if failing else {}),
        **({"stack_names": dict(names)} if names else {}),
        "lines": {
            str(link.line): list(link.user_lines)
            for link in entry.lines
            if link.user_lines
        },
        **({"stores": stores} if stores else {}),
        "arms": dict(arms),
    }


def _with_shared(frame: Frame, guards: str) -> str:
    """Return the sources of an entry's predicate and of the shared ones in its code."""
    called = [text for name, text in shared_guards(frame) if f"{name}(" in guards]
    return "\n\n\n".join([guards, *called])
