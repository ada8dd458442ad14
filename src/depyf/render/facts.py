"""Facts about a run that several renderers need."""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING, Callable, Collection, Iterable, Iterator

from depyf.model.events import CacheLookup, CompiledBefore, Note
from depyf.model.file_names import FLOW, flow_stem
from depyf.model.findings.names import function_name, may_hold
from depyf.model.first_graph import first_graph
from depyf.model.python_text import parsed
from depyf.model.source_places import is_of_torch
from depyf.model.stages import (
    AFTER_POST_GRAD,
    BACKWARD,
    BEFORE_PRE_GRAD,
    CAPTURED,
    STAGES,
    stage_title,
)
from depyf.model.wording import counted
from depyf.records import dataclass
from depyf.render.places import place
from depyf.render.read_words import read_sentences
from depyf.torch_text.names import resumed_function
from depyf.torch_text.reasons import printed_break

# Words for a resume function that torch did not report.
_NOT_SEEN = "not compiled (never called, or left as plain Python)"
_NOT_RECORDED = "not in the part that was recorded or read"

if TYPE_CHECKING:
    from depyf.model.events import GraphBreak, SourceLine
    from depyf.model.run import Compilation, Frame, Run
    from depyf.torch_text.reasons import PrintedBreak


@dataclass(frozen=True)
class FileLink:
    """A link to a file of the dump, with its title in the index."""

    title: str
    file: str


def flow_functions(run: Run) -> dict[str, Frame]:
    """Return the function of each chart, by the chart's file name without suffix."""
    drawn = [root for root in run.roots if root.full_code and root.compilations]
    if len(drawn) == 1:
        return {FLOW: drawn[0]}
    return {flow_stem(one.co_name, one.full_code_index or 0): one for one in drawn}


def graph_links(compilation: Compilation) -> list[FileLink]:
    """Return links to the graph files of a compilation, in reading order."""
    counts = Counter((graph.stage, graph.backward) for graph in compilation.graphs)
    links = []
    for graph in compilation.graphs:
        title = stage_title(graph.stage)
        if graph.backward and graph.stage != BACKWARD:
            title += " (backward)"
        if counts[graph.stage, graph.backward] > 1:
            title += f" ({graph.index})"
        links.append(FileLink(title, graph.file))
    return links


def kernel_links(compilation: Compilation) -> list[FileLink]:
    """Return links to the kernel files of a compilation."""
    return [
        FileLink("backward kernel" if kernel.backward else "kernel", kernel.file)
        for kernel in compilation.kernels
    ]


def branches(source: str, names: set[str]) -> dict[str, str]:
    r"""Map each resume function to the outcome of the test that leads to it.

    >>> branches("def f():\n  if t: return r1()\n  return r2()", {"r1", "r2"})
    {'r1': 'true', 'r2': 'false'}
    """
    tree = parsed(source) if len(names) > 1 else None
    if tree is None:
        return {}
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
    if len(tests) != 1:  # only the two branches of one `if` are known
        return {}
    test = tests[0]
    negated = isinstance(test.test, ast.UnaryOp) and isinstance(test.test.op, ast.Not)
    inside = {
        node.id
        for statement in test.body
        for node in ast.walk(statement)
        if isinstance(node, ast.Name)
    }
    return {name: str((name in inside) != negated).lower() for name in sorted(names)}


def absences(run: Run) -> list[str]:
    """Return a sentence for each thing that is not recorded."""
    found = read_sentences(run)
    for before in run.facts.all(CompiledBefore):
        name = before.qualified_name or before.co_name
        entries = counted(before.entries, "cache entry", "cache entries")
        found.append(
            f"`{name}`: compiled before the capture began ({entries}). Torch does not "
            "compile it again, so it has no files. Start prepare_debug before the "
            "first call, or call torch.compiler.reset() first."
        )
    found += _grouped(run, _missing_parts)
    for graph in run.unattributed:
        found.append(
            f"`{graph.file}`: torch reported "
            "this graph outside any compilation, so it belongs to no function."
        )
    for note in run.facts.all(Note):
        found.append(f"{f'`{note.subject}`: ' if note.subject else ''}{note.text}")
    if run.started.missing_features:
        features = ", ".join(run.started.missing_features)
        found.append(f"This torch does not offer: {features}.")
    return found


def uncompiled(run: Run) -> list[str]:
    """Return a sentence for each reason why functions have no entry or no graph."""
    ways = (_without_entry, _without_graph, _never_reached)
    return [text for way in ways for text in _grouped(run, way)]


def without_graph(run: Run) -> list[str]:
    """Return a sentence on the entries that have no graph."""
    return _grouped(run, _without_graph)


def _grouped(run: Run, parts: Callable[[Run, Compilation], Iterable[str]]) -> list[str]:
    """Return a sentence for each missing part, with the compilations that lack it."""
    subjects: dict[str, dict[str, list[str]]] = {}
    for frame in run.frames:
        name = frame.title
        for compilation in frame.compilations:
            for text in parts(run, compilation):
                ids = subjects.setdefault(text, {}).setdefault(name, [])
                ids.append(str(compilation.id))
    return [
        f"{', '.join(f'`{name}`{_ids(ids)}' for name, ids in who.items())}: {text}"
        for text, who in subjects.items()
    ]


def _ids(ids: list[str]) -> str:
    shown = ", ".join(ids[:_MOST_IDS])
    if len(ids) > _MOST_IDS:
        shown += f" and {len(ids) - _MOST_IDS} more"
    return f" ({shown})" if shown else ""


def _stage_words(stage: str) -> str:
    about = next(one.about for one in STAGES if one.name == stage)
    return f"{about} ({stage})"


def _without_entry(_run: Run, compilation: Compilation) -> Iterator[str]:
    if compilation.entry is None and compilation.id.autograd is None:
        words = skip_words(compilation)
        yield f"no cache entry, because it was not compiled: {words}"


def _without_graph(_run: Run, compilation: Compilation) -> Iterator[str]:
    entry = compilation.entry
    if entry is not None and not entry.graph_calls and not compilation.graphs:
        yield (
            "it has no graph: no tensor operation was captured, the "
            "transformed code is plain Python."
        )


def _never_reached(run: Run, compilation: Compilation) -> Iterator[str]:
    if run.has_ended:
        yield from _unreached(run, compilation)


def _unreached(run: Run, compilation: Compilation) -> Iterator[str]:
    """Yield a sentence for each resume function that has no record."""
    names = [resume.co_name for resume in compilation.resumes if not resume.frame]
    yield from (f"`{name}`: {not_seen(run)}." for name in dict.fromkeys(names))


def _missing_parts(run: Run, compilation: Compilation) -> Iterator[str]:
    if compilation.entry is None:
        return
    if not compilation.guards_known and compilation.skipped is None:
        yield (
            "its guards; torch did not report them."
            if run.has_ended
            else "its guards; depyf reads them when a run ends, and this one did not."
        )
    stages = {graph.stage for graph in compilation.graphs}
    yield from _skipped_passes(compilation, stages)
    if compilation.entry.graph_calls and CAPTURED not in stages:
        yield (
            "its captured graph; torch did not report it."
            if run.has_ended
            else "its captured graph; it is not in the part that was recorded."
        )
    if not run.has_ended:
        yield from _unreached(run, compilation)


def _skipped_passes(compilation: Compilation, stages: Collection[str]) -> Iterator[str]:
    """Yield a sentence on stages that are missing because a cache had the result."""
    lookups = compilation.facts.all(CacheLookup)
    hits = [lookup for lookup in lookups if lookup.outcome == "hit"]
    lacking = [s for s in (BEFORE_PRE_GRAD, AFTER_POST_GRAD) if s not in stages]
    if hits and compilation.kernels and lacking:
        caches = " and ".join(
            dict.fromkeys(_CACHES.get(c.cache, c.cache) for c in hits)
        )
        yield (
            f"{' and '.join(map(_stage_words, lacking))}; the {caches} cache had "
            "the result, so these passes did not run. With "
            "`TORCHINDUCTOR_FORCE_DISABLE_CACHES=1` they do."
        )


def not_seen(run: Run) -> str:
    """Return words for a resume function that has no record in the run."""
    return _NOT_SEEN if run.has_ended else _NOT_RECORDED


_MOST_IDS = 8
_CACHES = {"fx_graph": "FX-graph", "aot_autograd": "AOTAutograd"}


def wrapper_call(frame: Frame, compilation: Compilation) -> SourceLine | None:
    """Return the program's innermost line that called a torch function, if known."""
    if not is_of_torch(frame.file):
        return None
    own = [line for line in compilation.stack if not is_of_torch(line.file)]
    return own[-1] if own else None


def skip_reason(compilation: Compilation) -> PrintedBreak:
    """Return the parts of torch's reason for not compiling."""
    reason = compilation.skipped.reason if compilation.skipped else ""
    return printed_break(reason)


def opening_words(text: str) -> str:
    r"""Return the first line of `text`, and the next if the first ends with a colon.

    >>> opening_words("backend='b' raised:\nKeyError: 1\nmore")
    "backend='b' raised: KeyError: 1"
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    number = 2 if lines and lines[0].endswith(":") else 1
    return " ".join(lines[:number])


def calling_line(event: GraphBreak, frame: Frame) -> SourceLine | None:
    """Return the line of `frame` that called the function in which the graph broke."""
    if not event.user_stack:
        return None
    resumed = resumed_function(frame.co_name)
    name = resumed or frame.co_name
    innermost = event.user_stack[-1]
    if innermost.file == frame.file and innermost.function in {name, frame.co_name}:
        return None
    for line in reversed(event.user_stack[:-1]):
        if line.file == frame.file and line.function in {name, frame.co_name}:
            # Another function may have the same name, such as another `forward`.
            return line if resumed or may_hold(frame, line) else None
    return None


def skip_place(compilation: Compilation) -> SourceLine | None:
    """Return the line that could not be compiled; None if a graph break names it."""
    if compilation.skipped is None or compilation.breaks:
        return None
    return compilation.skipped.at


def skip_text(compilation: Compilation) -> str:
    """Return why a compilation has no entry, with the line and torch's explanation."""
    at, text = skip_place(compilation), skip_words(compilation)
    if at is not None:
        text += f", at {place(at.file, at.line)}" + (f": {at.text}" if at.text else "")
    explanation = "" if compilation.breaks else skip_reason(compilation).summary
    return f"{text}. {explanation}" if explanation else text


def _once(words: str) -> str:
    """Leave out the name of an error whose message begins with it.

    >>> _once("Unsupported: Unsupported context manager")
    'Unsupported context manager'
    """
    error, _, message = words.partition(": ")
    return message if message.startswith(f"{error} ") else words


def skip_words(compilation: Compilation) -> str:
    """Return in one line why a compilation has no entry."""
    why = next((event.skipped for event in compilation.breaks if event.skipped), "")
    if why:
        return why
    if compilation.skipped and compilation.skipped.reason:
        return _once(opening_words(compilation.skipped.reason))
    if compilation.breaks:
        return (
            "torch cannot resume after the graph break, so the function runs as plain "
            "Python"
        )
    if compilation.graphs:
        return "torch does not say why"
    if compilation.recompile:  # an earlier call of the function was compiled
        return (
            "torch does not say why: it may have no operation for these values, or the "
            "recompile limit is reached"
        )
    return "torch found no tensor operation to compile in it"


def first_graph_words(run: Run) -> str:
    """Return sentences on the start of the compiler; "" if its time does not show."""
    found = first_graph(run)
    if found is None:
        return ""
    name = function_name(run, found.frame)
    compilers = "AOTAutograd and Inductor" if found.makes_kernels else "the backend"
    return (
        f"`{name}` ({found.compilation.id}) has the first graph of the process: torch "
        f"starts {compilers} for it. That took {found.seconds:.1f} s, and at most "
        f"{found.most:.1f} s for another graph."
    )
