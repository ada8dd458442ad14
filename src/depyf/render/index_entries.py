"""Write the entries of a function for ``index.md``: their inputs, graphs and files."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from depyf.model.detail_events import Annotation
from depyf.model.events import ShapeSymbol
from depyf.model.findings.entry_limits import reached_limit
from depyf.model.wording import counted, lower_first
from depyf.records import dataclass
from depyf.render.check_words import check_sentences
from depyf.render.details import (
    kernel_words,
    plain_calls_words,
    saved_words,
    side_effect_words,
)
from depyf.render.entry_details import DETAILS, SIZES, WORTH_TELLING, detail_sentences
from depyf.render.entry_words import difference_words, guard_words, takes_words
from depyf.render.facts import (
    FileLink,
    branches,
    calling_line,
    graph_links,
    kernel_links,
    not_seen,
    skip_place,
    skip_reason,
    skip_words,
    wrapper_call,
)
from depyf.render.fitting import WIDTH, fitted
from depyf.render.markdown import code, link, page_link, plain, sentence
from depyf.render.places import (
    captured_functions,
    captured_lines,
    captured_place,
    place,
)
from depyf.render.reason_words import reason_line, recompile_words
from depyf.torch_text.reasons import is_specific

if TYPE_CHECKING:
    from depyf.model.events import GraphBreak, SourceLine
    from depyf.model.run import Compilation, Frame, Run

ITEM = "- "  # the beginning of a list item
_MOST_HINTS = 1
_DEEPEST = 80  # spaces of indent: 20 nested resume functions
_PAGE = "torch's page"


@dataclass
class Section:
    """The section of one function: the frames and texts that it contains already."""

    run: Run
    frames: set[str]
    written: set[str] = field(default_factory=set)
    later: list[tuple[Frame, str]] = field(default_factory=list)


@dataclass
class _Earlier:
    """Facts about the earlier compilations of a function."""

    latest: Compilation | None = None
    has_entry: bool = False
    breaks: set[object] = field(default_factory=set)
    forms: set[object] = field(default_factory=set)

    def add(self, compilation: Compilation) -> None:
        self.latest = compilation
        self.breaks.update(map(_same_break, compilation.breaks))
        if compilation.entry is not None:
            self.has_entry = True
            self.forms.add(_form(compilation))


def _form(compilation: Compilation) -> object:
    """Return a key that is equal for entries that differ only in their guards."""
    captured = captured_lines(compilation).items()
    return (
        frozenset((file, frozenset(lines)) for file, lines in captured),
        len(compilation.prefixes),
        side_effect_words(compilation),
    )


def _link(file: FileLink) -> str:
    return link(plain(file.title), file.file)


def frame_lines(section: Section, frame: Frame) -> list[str]:
    """Return list items for the entries of a function and of its resume functions."""
    lines = _frame_lines(section, frame, "")
    while section.later:
        child, head = section.later.pop(0)
        lines += [f"{ITEM}{head}", *_frame_lines(section, child, "  ")]
    return lines


def _frame_lines(section: Section, frame: Frame, indent: str) -> list[str]:
    plain_calls = plain_calls_words(frame)
    lines = [f"{indent}- {sentence(plain_calls)}"] if plain_calls else []
    earlier = _Earlier()
    for compilation in frame.compilations:
        lines += _compilation(section, frame, compilation, earlier, indent)
        earlier.add(compilation)
    checks = check_sentences(section.run, frame.key)
    return [*lines, *(f"{indent}- {sentence(words)}" for words in checks)]


def _compilation(
    section: Section,
    frame: Frame,
    compilation: Compilation,
    earlier: _Earlier,
    indent: str,
) -> list[str]:
    entry = compilation.entry
    if entry is None:
        return _without_entry(section, frame, compilation, indent)
    lines = [f"{indent}- {_title(frame, compilation)}"]
    inner = f"{indent}  "
    if _is_like_before(compilation, earlier):
        return _short(section, frame, compilation, lines[0])
    if compilation.skipped is not None:
        why = sentence(skip_words(compilation))
        lines.append(f"{inner}- thrown away by torch: {why}")
    lines += _caller(frame, compilation, inner)
    latest = earlier.latest
    if latest is not None and latest.id.generation < compilation.id.generation:
        lines.append(f"{inner}- compiled again: torch's caches were reset before")
    if not earlier.has_entry:
        takes = takes_words(frame, compilation)
        lines += [f"{inner}- for {sentence(takes)}"] if takes else []
    lines += _reasons(frame, compilation, inner)
    lines += _graphs(frame, compilation, inner)
    for detail in DETAILS:
        words = detail_sentences(detail, frame, compilation)
        lines += [f"{inner}- {sentence(one)}" for one in words]
    for event in compilation.breaks:
        if _same_break(event) not in earlier.breaks:
            lines += _break(section, frame, event, inner)
    lines += _resumes(section, compilation, inner)
    return lines


def _is_like_before(compilation: Compilation, earlier: _Earlier) -> bool:
    """Return whether an entry differs from an earlier entry only in its guards."""
    if compilation.skipped is not None or not compilation.recompile:
        return False
    return (
        not compilation.facts.all(Annotation)
        and not compilation.kernels
        and all(_same_break(event) in earlier.breaks for event in compilation.breaks)
        and _form(compilation) in earlier.forms
    )


def _short(
    section: Section, frame: Frame, compilation: Compilation, title: str
) -> list[str]:
    """Return the lines of an entry that differs from an earlier one only in guards."""
    difference = difference_words(frame, compilation)
    why = sentence(difference or recompile_words(compilation.recompile[0], frame))
    links = [
        _link(FileLink(f"{prefix}.*", _first_file(compilation, prefix)))
        for prefix in compilation.prefixes
    ]
    made = f" -> {', '.join(links)}" if links else ""
    depth = len(title) - len(title.lstrip(" "))
    inner = f"{' ' * depth}  "
    lines = [f"{title}: {why}{made}"]
    lines += _caller(frame, compilation, inner)
    if compilation.facts.all(ShapeSymbol):
        words = detail_sentences(SIZES, frame, compilation)
        lines += [f"{inner}- {sentence(one)}" for one in words]
    return lines + _resumes(section, compilation, inner, again=False)


def _first_file(compilation: Compilation, prefix: str) -> str:
    files = [link.file for link in graph_links(compilation)]
    return next((name for name in files if name.startswith(f"{prefix}.")), "")


def _title(frame: Frame, compilation: Compilation) -> str:
    entry = compilation.entry
    if entry is None:
        return ""
    facts = [plain(entry.quality)]
    if frame.is_shared and compilation.instance is not None:
        facts.insert(0, f"for {code(compilation.instance.owner)}")
    if compilation.hits is not None:
        facts.append(counted(compilation.hits, "hit"))
    if compilation is next(iter(frame.entries)):
        guards = guard_words(frame)
        facts += [guards] if guards else []
    if compilation.seconds >= WORTH_TELLING:
        facts.append(f"{compilation.seconds:.1f} s")
    title = FileLink(f"entry {entry.index}", entry.file)
    known = f" · {compilation.id}" if str(compilation.id) else ""
    return f"{_link(title)} · {' · '.join(facts)}{known}"


def _without_entry(
    section: Section, frame: Frame, compilation: Compilation, indent: str
) -> list[str]:
    if compilation.id.autograd is not None and compilation.id.frame is None:
        # This is the graph of compiled autograd, which Dynamo compiles next.
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
    if not compilation.breaks and not reached_limit(compilation):
        said = skip_reason(compilation)
        lines += [f"{inner}- {sentence(said.summary)}"] if said.summary else []
        lines += [f"{inner}- Hint: {sentence(hint)}" for hint in said.hints]
    return lines


def _caller(frame: Frame, compilation: Compilation, indent: str) -> list[str]:
    """Return the program's line that called a torch function."""
    called = wrapper_call(frame, compilation)
    return [f"{indent}- called at {_line(called)}"] if called else []


def _reasons(frame: Frame, compilation: Compilation, indent: str) -> list[str]:
    """Return why no earlier entry fits, or the difference from the most similar one."""
    if not compilation.recompile:
        return []
    nearest = compilation.recompile[0]
    made = "recompiled" if compilation.entry else "no entry fits"
    difference = difference_words(frame, compilation) if compilation.entry else ""
    reason = sentence(recompile_words(nearest, frame))
    if difference:
        cause = reason_line(nearest)
        at = f" ({plain(cause)})" if cause else ""
        return [f"{indent}- {made}: {sentence(difference)}{at}"]
    return [f"{indent}- {made}: {reason}"]


def _graphs(frame: Frame, compilation: Compilation, indent: str) -> list[str]:
    lines = []
    for prefix in compilation.prefixes:
        where = captured_functions(compilation, frame, prefix)
        links = [
            link
            for link in (*graph_links(compilation), *kernel_links(compilation))
            if link.file.startswith(f"{prefix}.")
        ]
        arrow = f"{plain(where)} -> " if where else ""
        head = f"{indent}- {arrow}{code(prefix)}"
        if not links:
            lines.append(f"{head}: no files, see *Not recorded*")
        else:
            listed = [_link(link) for link in sorted(links, key=_reading_order)]
            rest = f"{{}} more {_braced(code(f'{prefix}.*'))}"
            if len(head) > WIDTH // 2:
                lines.append(f"{head}:")
                head = f"{indent}  files"
            lines.append(fitted(f"{head}: ", listed, rest))
        facts = kernel_words(compilation, prefix)
        saved = saved_words(compilation, prefix)
        facts += [f"saved for backward: {saved}"] if saved else []
        lines += [f"{indent}  - {sentence(words)}" for words in facts]
    return lines


def _braced(text: str) -> str:
    """Return a text that `str.format` leaves unchanged."""
    return text.replace("{", "{{").replace("}", "}}")


def _reading_order(link: FileLink) -> int:
    """Return a file's position among a graph's files, the most read first."""
    first = ("Captured", "kernel", "backward kernel", "Joint", "Forward", "Backward")
    return first.index(link.title) if link.title in first else len(first)


def _same_break(event: GraphBreak) -> tuple[str, object]:
    return event.reason, event.user_stack[-1:]


def _break(section: Section, frame: Frame, event: GraphBreak, indent: str) -> list[str]:
    where = ""
    if event.user_stack:
        where = f" at {_line(event.user_stack[-1])}"
        called = calling_line(event, frame)
        # Further functions may be between the line and the one that broke the graph.
        how = "called at" if called in event.user_stack[-2:-1] else "from"
        where += f" ({how} {_line(called)})" if called else ""
    reason = sentence(lower_first(event.reason or "torch gave no reason"))
    same = f"{event.reason} {event.user_stack[-1:]}"
    if same in section.written:
        return [f"{indent}- graph break{where}: {reason}, as above"]
    section.written.add(same)
    link = f" ({page_link(_PAGE, event.link)})" if event.link else ""
    lines = [f"{indent}- graph break{where}: {reason}{link}"]
    specific = [hint for hint in event.hints if is_specific(hint)]
    explanation = " ".join(event.explanation.split())
    words = [f"torch's hint: {hint}" for hint in specific]
    words += [] if specific or not explanation else [explanation]
    new = [text for text in words if text not in section.written]
    section.written.update(new)
    for position, text in enumerate(new[:_MOST_HINTS]):
        more = len(event.hints) - _MOST_HINTS
        is_last = position == len(new[:_MOST_HINTS]) - 1
        rest = f" ({more} more in summary.json)" if is_last and more > 0 else ""
        lines.append(f"{indent}  - {sentence(text)}{rest}")
    return lines


def _line(line: SourceLine) -> str:
    where = plain(place(line.file, line.line))
    return f"{where} {code(line.text)}" if line.text else where


def _resumes(
    section: Section, compilation: Compilation, indent: str, *, again: bool = True
) -> list[str]:
    """Return the resume functions; with `again`, also those that were listed before."""
    entry = compilation.entry
    names = {resume.name for resume in compilation.resumes}
    arms = branches(entry.source, names) if entry else {}
    lines = []
    for resume in compilation.resumes:
        arm = f"{arms[resume.name]} -> " if resume.name in arms else ""
        child = section.run.frame(resume.frame)
        if child is None:
            lines.append(f"{indent}- {arm}{code(resume.name)}: {not_seen(section.run)}")
            continue
        starts = (captured_place(c, child) for c in child.entries)
        goes_on = next((f", goes on at {plain(text)}" for text in starts if text), "")
        where = plain(place(child.file, child.first_line))
        text = f"{arm}resume at {where} ({code(resume.name)}{goes_on})"
        head = f"{indent}- {text}"
        if child.key in section.frames:
            lines += [f"{head}: see above"] if again else []
            continue
        section.frames.add(child.key)
        if len(indent) > _DEEPEST:
            section.later.append((child, text))
            lines.append(f"{head}: see below")
            continue
        lines += [head, *_frame_lines(section, child, f"{indent}  ")]
    return lines
