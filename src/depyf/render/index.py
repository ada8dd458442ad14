"""Write ``index.md``: what was compiled, in reading order, with links to the files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.cached_results import cached_entries
from depyf.model.detail_events import Annotation
from depyf.model.events import CompiledBefore, Failure, OtherProcess
from depyf.model.file_names import REPORT
from depyf.model.overview import overview, totals
from depyf.model.source_places import one_line, short_file
from depyf.model.wording import counted, shortened
from depyf.render.check_words import check_sentences
from depyf.render.details import annotation_words
from depyf.render.facts import (
    absences,
    first_graph_words,
    flow_functions,
    without_graph,
)
from depyf.render.index_entries import ITEM, Section, frame_lines
from depyf.render.index_findings import expected, opening
from depyf.render.markdown import (
    bounded,
    code,
    file_link,
    lines_of,
    link,
    plain,
    sentence,
)
from depyf.render.places import place
from depyf.render.ranks import BEGIN, END
from depyf.render.read_words import read_sentences

if TYPE_CHECKING:
    from depyf.model.overview import FunctionCost
    from depyf.model.run import Frame, Run

_MOST_ROWS = 20
_LONGEST = 10_000  # characters of a sentence; summary.json has the whole sentence
_LONGEST_NAME = 250  # characters in a heading or a table
_GLOSSARY = "[glossary](https://github.com/thuml/depyf/blob/HEAD/docs/glossary.md)"
_HEAD = (
    "| function | entries | graphs | breaks | recompiles | calls | compiling |",
    "|---|---:|---:|---:|---:|---:|---:|",
)


def index_md(run: Run) -> str:
    """Return the text of ``index.md``."""
    lines = [f"# {_headline(run)}", *_of_reading(run)]
    lines += [*opening(run), "", *expected(run)]
    lines += [_start(run), "", *_others(run), *_overview(run)]
    written: set[str] = set()
    roots = [root for root in run.roots if root.compilations]
    for root in roots:
        if root.entries or len(roots) == 1:
            lines += [*_root(run, root, written), ""]
    without = [root for root in roots if not root.entries]
    if without and len(roots) > 1:
        lines += ["## Not compiled", ""]
        for root in without:
            lines += _without_entries(run, root, written)
        lines.append("")
    checks = check_sentences(run, None)
    if checks:
        lines += ["## Checked functions that are not compiled", ""]
        lines += [*(f"- {sentence(words)}" for words in checks), ""]
    annotations = run.facts.all(Annotation)
    if annotations:
        lines += ["## Annotations outside compilations", ""]
        lines += [f"- {sentence(annotation_words(one))}" for one in annotations]
        lines.append("")
    failures = run.facts.all(Failure)
    if failures:
        lines += ["## Failures inside depyf (your program is not affected)", ""]
        for failure in failures:
            consequence = f" {failure.consequence}" if failure.consequence else ""
            words = f"{failure.where}: {failure.error}.{consequence}"
            lines.append(f"- {plain(shortened(words, _LONGEST))}")
        lines.append("")
    lines += _without_graph(run)
    lines += ["## Not recorded", ""]
    missing = [f"- {sentence(shortened(text, _LONGEST))}" for text in absences(run)]
    for name in (graph.file for graph in run.unattributed):
        missing = [line.replace(code(name), file_link(name)) for line in missing]
    lines += missing or ["- nothing missing"]
    wrapped_lines = (
        part for line in lines for part in lines_of(bounded(line), _indent_of(line))
    )
    return "\n".join(wrapped_lines) + "\n"


def _without_graph(run: Run) -> list[str]:
    """Return the lines on entries without a graph.

    Functions and resume functions without an entry have lines of their own.
    """
    found = [f"- {sentence(shortened(text, _LONGEST))}" for text in without_graph(run)]
    return ["## Without a graph", "", *found, ""] if found else []


def _of_reading(run: Run) -> list[str]:
    """Return lines that say what was not read, and that the run did not end."""
    return [
        line for one in read_sentences(run) for line in (f"**{sentence(one)}**", "")
    ]


def _indent_of(line: str) -> str:
    """Return the indent for the continuation lines of a long line."""
    depth = len(line) - len(line.lstrip(" "))
    return " " * (depth + 2) if line.lstrip(" ").startswith("- ") else " " * depth


def _others(run: Run) -> list[str]:
    """Return links to other processes, with marks for the comparison of ranks."""
    every = run.facts.all(OtherProcess)
    ranks = [other for other in every if other.folder.startswith("rank_")]
    rest = [other for other in every if other not in ranks]
    lines = []
    for title, others, marks in (
        ("Ranks", ranks, (BEGIN, END)),
        ("Other processes of this run", rest, ()),
    ):
        if others:
            links = [f"- {file_link(f'{other.folder}/index.md')}" for other in others]
            lines += [f"## {title}", "", *marks[:1], *links, *marks[1:], ""]
    return lines


def _headline(run: Run) -> str:
    started, total = run.started, totals(run)
    program = short_file(started.program) if started.program else "torch.compile"
    if started.arguments:
        program += f" {one_line(started.arguments)}"
    program = shortened(program, _LONGEST_NAME)
    versions = (
        f"torch {shortened(started.torch_version, _LONGEST_NAME)}, "
        f"Python {shortened(started.python_version, _LONGEST_NAME)}"
    )
    counts = (
        f"{counted(total.graphs, 'graph')}, {counted(total.breaks, 'graph break')}, "
        f"{counted(total.recompiles, 'recompile')}"
    )
    if total.seconds:  # older torch does not tell
        counts += f", {total.seconds:.1f} s compiling{_cached(run)}"
    return f"{plain(program)} on {plain(versions)}: {counts}"


def _cached(run: Run) -> str:
    """Say that a cold start takes longer, if a cache had results."""
    number = cached_entries(run)
    if not number:
        return ""
    used = f"{counted(number, 'entry', 'entries')} used torch's caches"
    return f" ({used}; a cold start takes longer)"


def _start(run: Run) -> str:
    first = next((f for f in run.roots if f.full_code), None)
    if first is None:
        if run.facts.all(CompiledBefore):
            return "Nothing was compiled here; see *Not recorded* for the reason."
        if run.roots:
            return "The reason for each function is below."
        return (
            "Nothing was compiled: torch reported no compilation while depyf captured. "
            "There are three usual reasons. No function under `torch.compile` was "
            "called for the first time. Or Dynamo does not convert the function, such "
            "as a generator (`TORCH_LOGS=+dynamo` lists these: WON'T CONVERT). Or "
            "`.compile()` was called on a module of torch itself, which torch up to "
            "2.13 skips: use `torch.compile(module)`."
        )
    return (
        f"Start with {file_link(first.full_code)}: the function from call to return. "
        f"{file_link(REPORT)} shows the same in a browser{_drawn(run, first)}. "
        f"Terms such as guard, cache entry, resume function and `0/1`: {_GLOSSARY}."
    )


def _drawn(run: Run, root: Frame) -> str:
    """Return a link to the chart of a function's calls."""
    stems = (stem for stem, frame in flow_functions(run).items() if frame is root)
    stem = next(stems, "")
    return f", {file_link(f'{stem}.svg')} draws what a call runs" if stem else ""


def _without_entries(run: Run, root: Frame, written: set[str]) -> list[str]:
    """Return the list items of a function without entries, without a heading.

    There is an item for each compilation, usually only one.
    """
    lines = frame_lines(Section(run, {root.key}, written), root)
    if not lines:
        return []
    return [f"{ITEM}{_name(root)}: {lines[0][len(ITEM) :]}", *lines[1:]]


def _name(root: Frame) -> str:
    """Return a function's name, its decorator, and its location."""
    name = code(root.owner)
    if root.full_code:
        name = link(name, root.full_code)
    inside = f", inside {code(root.decorator)}" if root.decorator else ""
    if root.is_shared:
        inside = f", around {code(root.some_owners)}"
    where = f" ({plain(place(root.file, root.first_line))})" if root.file else ""
    return f"{name}{inside}{where}"


def _root(run: Run, root: Frame, written: set[str]) -> list[str]:
    section = Section(run, {root.key}, written)
    return [f"## {_name(root)}", "", *frame_lines(section, root)]


def _overview(run: Run) -> list[str]:
    """Return the table of several functions, and a remark on the times of all."""
    found = [one for one in overview(run) if one.root.compilations]
    started = first_graph_words(run)
    told = [sentence(started), ""] if started else []
    if len(found) < 2:
        return told
    lines = [*_HEAD, *(_row(one) for one in found[:_MOST_ROWS])]
    if len(found) > _MOST_ROWS:
        rest = len(found) - _MOST_ROWS
        lines.append(f"| {rest} more, each quicker to compile | | | | | | |")
    return [*lines, "", *told]


def _row(function: FunctionCost) -> str:
    frame, whole = function.root, function.whole
    name = code(shortened(frame.title, _LONGEST_NAME))
    if frame.full_code:
        name = link(name, frame.full_code)
    where = shortened(place(frame.file, frame.first_line), _LONGEST_NAME)
    where = f" ({plain(where)})" if frame.file else ""
    calls = "" if function.own.hits is None else str(function.own.hits)
    if frame.plain_calls:
        calls += f" and {frame.plain_calls} as plain Python"
    cells = [
        f"{name}{where}",
        f"{whole.entries}{' and not compiled' if whole.skipped else ''}",
        *map(str, (whole.graphs, whole.breaks, whole.recompiles)),
        calls,
        f"{whole.seconds:.1f} s" if whole.seconds else "",
    ]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
