"""``index.md``: what was compiled, in reading order, with links to the files."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING
from urllib.parse import quote

from depyf.model.file_names import REPORT, full_code_file
from depyf.model.source_places import short_file
from depyf.records import dataclass
from depyf.render.details import (
    annotation_words,
    condition_words,
    guard_time,
    kernel_words,
    plain_calls_words,
    saved_words,
    side_effect_words,
    size_words,
    time_words,
)
from depyf.render.facts import (
    FileLink,
    absences,
    branches,
    calling_line,
    counted,
    file_of_graph,
    graph_links,
    is_specific,
    kernel_links,
    reason_advice,
    recompile_words,
    skip_explanation,
    skip_hints,
    skip_place,
    skip_words,
    totals,
    wrapper_call,
)
from depyf.render.markdown import code, file_link, plain, sentence
from depyf.render.overview import overview
from depyf.render.places import captured_place, lower_first, place, shortened
from depyf.render.ranks import BEGIN, END

if TYPE_CHECKING:
    from depyf.model.events import GraphBreak, SourceLine
    from depyf.model.run import Compilation, Frame, Run

_LONGEST_EXPLANATION = 300


@dataclass
class _Section:
    """What the section of one function has told so far."""

    run: Run
    frames: set[str]
    hints: set[tuple[str, ...]] = field(default_factory=set)


def index_md(run: Run) -> str:
    """Return the text of ``index.md``."""
    lines = [f"# {_headline(run)}", "", _start(run), ""]
    lines += [*_others(run), *overview(run)]
    for root in run.roots:
        if root.compilations:
            lines += [*_root(run, root), ""]
    if run.annotations:
        lines += ["## Annotations outside of any compilation", ""]
        lines += [f"- {sentence(annotation_words(one))}" for one in run.annotations]
        lines.append("")
    if run.failures:
        lines += ["## Failed inside depyf (your program was not touched)", ""]
        for failure in run.failures:
            consequence = f" {failure.consequence}" if failure.consequence else ""
            lines.append(
                f"- {plain(f'{failure.where}: {failure.error}.{consequence}')}"
            )
        lines.append("")
    lines += ["## Not here", ""]
    missing = [f"- {sentence(text)}" for text in absences(run)]
    for name in map(file_of_graph, run.unattributed):
        missing = [line.replace(code(name), file_link(name)) for line in missing]
    lines += missing or ["- nothing missing"]
    return "\n".join(lines) + "\n"


def _others(run: Run) -> list[str]:
    """Return links to other processes; those of ranks are compared by the last one."""
    ranks = [other for other in run.others if other.folder.startswith("rank_")]
    rest = [other for other in run.others if other not in ranks]
    lines = []
    for title, others, marks in (
        ("Ranks", ranks, (BEGIN, END)),
        ("Other processes of this run", rest, ()),
    ):
        if others:
            links = [f"- {file_link(f'{other.folder}/index.md')}" for other in others]
            lines += [f"## {title}", "", *marks[:1], *links, *marks[1:], ""]
    return lines


def _link(link: FileLink) -> str:
    return f"[{plain(link.title)}]({quote(link.file)})"


def _headline(run: Run) -> str:
    started, total = run.started, totals(run)
    program = short_file(started.program) if started.program else "torch.compile"
    versions = f"torch {started.torch_version}, Python {started.python_version}"
    counts = (
        f"{counted(total.graphs, 'graph')}, {counted(total.breaks, 'graph break')}, "
        f"{counted(total.recompiles, 'recompile')}"
    )
    if total.seconds:  # older torch does not tell
        counts += f", {total.seconds:.1f} s compiling"
    return f"{plain(program)} on {plain(versions)}: {counts}"


def _start(run: Run) -> str:
    first = next((f for f in run.roots if f.full_code_index is not None), None)
    if first is None:
        if run.compiled_before:
            return "Nothing was compiled here; see *Not here* for the reason."
        if run.roots:
            return "Nothing was compiled; below is why, function by function."
        return (
            "Nothing was compiled: torch reported no compilation while depyf looked. "
            "Either no function under torch.compile was called for the first time, or "
            "Dynamo refused it beforehand, as it does generators "
            "(`TORCH_LOGS=+dynamo` names these: WON'T CONVERT)."
        )
    name = _full_code(first)
    return (
        f"Start with {file_link(name)}: the function from call to return. "
        f"{file_link(REPORT)} shows the same in a browser."
    )


def _full_code(frame: Frame) -> str:
    return full_code_file(frame.co_name, frame.full_code_index or 0)


def _root(run: Run, root: Frame) -> list[str]:
    name = code(root.title)
    where = f" ({plain(place(root.file, root.first_line))})" if root.file else ""
    lines = [f"## {name}{where}", ""]
    if root.full_code_index is not None:
        lines += [f"All of it: {file_link(_full_code(root))}", ""]
    return lines + _frame(_Section(run, {root.key}), root, "")


def _frame(section: _Section, frame: Frame, indent: str) -> list[str]:
    plain_calls = plain_calls_words(frame)
    lines = [f"{indent}- {sentence(plain_calls)}"] if plain_calls else []
    for compilation in frame.compilations:
        lines += _compilation(section, frame, compilation, indent)
    return lines


def _compilation(
    section: _Section, frame: Frame, compilation: Compilation, indent: str
) -> list[str]:
    entry = compilation.entry
    before = frame.compilations[: frame.compilations.index(compilation)]
    earlier = [_same_break(event) for other in before for event in other.breaks]
    if entry is None:
        return _without_entry(section, frame, compilation, indent)
    facts = [entry.quality]
    if compilation.hits is not None:
        facts.append(counted(compilation.hits, "hit"))
    if compilation.guards_known:
        took = guard_time(compilation)
        guards = counted(len(compilation.guards), "guard")
        facts.append(f"{guards} ({took})" if took else guards)
    if compilation.seconds:
        facts.append(f"{compilation.seconds:.1f} s")
    title = FileLink(f"entry {entry.index}", entry.file)
    lines = [f"{indent}- {_link(title)} · {' · '.join(facts)} · {compilation.id}"]
    inner = f"{indent}  "
    if compilation.skipped is not None:
        why = sentence(skip_words(compilation))
        lines.append(f"{inner}- thrown away by torch: {why}")
    lines += _caller(frame, compilation, inner)
    if before and before[-1].id.generation < compilation.id.generation:
        lines.append(f"{inner}- compiled again: torch's caches were reset before")
    lines += _reasons(frame, compilation, inner)
    lines += _graphs(frame, compilation, inner)
    lines += _details(compilation, inner)
    for event in compilation.breaks:
        known = _same_break(event) in earlier
        lines += _break(section, frame, event, inner, known=known)
    lines += _resumes(section, compilation, inner)
    return lines


def _without_entry(
    section: _Section, frame: Frame, compilation: Compilation, indent: str
) -> list[str]:
    if compilation.id.autograd is not None and compilation.id.frame is None:
        # Compiled autograd: Dynamo takes it from here.
        return _graphs(frame, compilation, indent)
    words = sentence(skip_words(compilation))
    named = f" ({compilation.id})" if str(compilation.id) else ""
    at = skip_place(compilation)
    where = f", at {_line(at)}" if at else ""
    lines = [f"{indent}- not compiled{named}: {words}{where}"]
    inner = f"{indent}  "
    lines += _caller(frame, compilation, inner)
    lines += _reasons(frame, compilation, inner)
    lines += _graphs(frame, compilation, inner)
    for event in compilation.breaks:
        lines += _break(section, frame, event, inner)
    if not compilation.breaks:
        explanation = skip_explanation(compilation)
        lines += [f"{inner}- {sentence(explanation)}"] if explanation else []
        lines += [f"{inner}- Hint: {sentence(h)}" for h in skip_hints(compilation)]
    return lines


def _caller(frame: Frame, compilation: Compilation, indent: str) -> list[str]:
    """Return which line of the program called a function of torch's own."""
    called = wrapper_call(frame, compilation)
    return [f"{indent}- called at {_line(called)}"] if called else []


def _reasons(frame: Frame, compilation: Compilation, indent: str) -> list[str]:
    """Return why earlier entries did not fit, each advice once."""
    made = "recompiled" if compilation.entry else "no entry fits"
    lines: list[str] = []
    given: set[str] = set()
    for reason in compilation.recompile:
        lines.append(f"{indent}- {made}: {sentence(recompile_words(reason))}")
        advice = reason_advice(reason, frame)
        if advice and advice not in given:
            given.add(advice)
            lines.append(f"{indent}  - Advice: {sentence(advice)}.")
    return lines


def _graphs(frame: Frame, compilation: Compilation, indent: str) -> list[str]:
    lines = []
    for prefix in compilation.prefixes:
        where = captured_place(compilation, frame, prefix)
        links = [
            _link(link)
            for link in (*graph_links(compilation), *kernel_links(compilation))
            if link.file.startswith(f"{prefix}.")
        ]
        arrow = f"{plain(where)} -> " if where else ""
        files = f": {', '.join(links)}" if links else ": no files, see *Not here*"
        lines.append(f"{indent}- {arrow}{code(prefix)}{files}")
        told = kernel_words(compilation, prefix)
        saved = saved_words(compilation, prefix)
        told += [f"saved for backward: {saved}"] if saved else []
        lines += [f"{indent}  - {sentence(words)}" for words in told]
    return lines


def _details(compilation: Compilation, indent: str) -> list[str]:
    """Return what compiled code does beside its graphs, and what compiling cost."""
    effects = side_effect_words(compilation)
    told = [f"changes after the graph: {effects}"] if effects else []
    sizes = size_words(compilation)
    told += [f"dynamic size: {words}" for words in sizes]
    lines = [f"{indent}- {sentence(words)}" for words in told]
    deeper = f"{indent}  " if sizes else indent
    lines += [f"{deeper}- {sentence(w)}" for w in condition_words(compilation)]
    notes = [annotation_words(annotation) for annotation in compilation.annotations]
    lines += [f"{indent}- annotated: {sentence(words)}" for words in notes]
    took = time_words(compilation)
    return [*lines, f"{indent}- {sentence(took)}"] if took else lines


def _same_break(event: GraphBreak) -> tuple[str, object]:
    return event.reason, event.user_stack[-1:]


def _break(
    section: _Section,
    frame: Frame,
    event: GraphBreak,
    indent: str,
    *,
    known: bool = False,
) -> list[str]:
    where = ""
    if event.user_stack:
        where = f" at {_line(event.user_stack[-1])}"
        called = calling_line(event, frame)
        where += f" (called at {_line(called)})" if called else ""
    reason = sentence(lower_first(event.reason or "torch gave no reason"))
    if known:
        return [f"{indent}- graph break{where}: {reason}, as before"]
    safe = event.link.startswith("https://")
    link = f" ([torch's page]({quote(event.link, safe=':/')}))" if safe else ""
    lines = [f"{indent}- graph break{where}: {reason}{link}"]
    if event.explanation and not any(map(is_specific, event.hints)):
        explanation = " ".join(event.explanation.split())
        lines.append(
            f"{indent}  - {sentence(shortened(explanation, _LONGEST_EXPLANATION))}"
        )
    if event.hints and event.hints in section.hints:
        return [f"{lines[0]}; hints as above", *lines[1:]]
    section.hints.add(event.hints)
    lines += [f"{indent}  - Hint: {sentence(hint)}" for hint in event.hints]
    return lines


def _line(line: SourceLine) -> str:
    where = plain(place(line.file, line.line))
    return f"{where} {code(line.text)}" if line.text else where


def _resumes(section: _Section, compilation: Compilation, indent: str) -> list[str]:
    entry = compilation.entry
    names = {resume.name for resume in compilation.resumes}
    arms = branches(entry.source, names) if entry else {}
    lines = []
    for resume in compilation.resumes:
        arm = f"{arms[resume.name]} -> " if resume.name in arms else ""
        child = section.run.frame(resume.frame)
        if child is None:
            lines.append(f"{indent}- {arm}{code(resume.name)}: never reached")
            continue
        starts = (captured_place(c, child) for c in child.entries)
        goes_on = next((f", goes on at {plain(text)}" for text in starts if text), "")
        where = plain(place(child.file, child.first_line))
        head = f"{indent}- {arm}resume at {where} ({code(resume.name)}{goes_on})"
        if child.key in section.frames:
            lines.append(f"{head}: see above")
            continue
        section.frames.add(child.key)
        lines += [head, *_frame(section, child, f"{indent}  ")]
    return lines
