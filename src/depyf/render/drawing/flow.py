"""Build the flow chart of a call: the entry that fits, its graphs, its graph break.

From the top, the chart shows the call, then the guards of each entry in turn.  Below an
entry are the graphs that it calls, and the graph break that ends it.  The resume
function follows, with entries of its own.
"""

from __future__ import annotations

import io
import tokenize
from dataclasses import field
from typing import TYPE_CHECKING, Sequence

from depyf.model.file_names import INDEX
from depyf.model.findings.entry_limits import reached_limit
from depyf.model.source_places import is_of_torch, one_line
from depyf.model.wording import counted, lower_first
from depyf.records import dataclass
from depyf.render.drawing.picture import (
    CODE,
    DOWN,
    RIGHT,
    SOFT,
    Chart,
    Edge,
    Line,
    Node,
)
from depyf.render.entry_words import difference_words, takes_words
from depyf.render.facts import (
    branches,
    calling_line,
    kernel_links,
    skip_words,
)
from depyf.render.places import captured_briefly, captured_place, place

if TYPE_CHECKING:
    from depyf.model.events import GraphBreak, SourceLine, TransformedCode
    from depyf.model.run import Compilation, Frame, Run

_MOST_ENTRIES = 8
_LAST = 1  # entries at the end that are drawn, too, if there are more
_MOST_FUNCTIONS = 12  # functions of the user
_MOST_FRAMES = 60  # functions and their resume functions
_MOST_WORDS = 60  # characters that name the captured lines


def flow_chart(run: Run, roots: Sequence[Frame] | None = None) -> Chart:
    """Return a chart of calls of the functions in `roots`, by default of all functions.

    Each function is drawn once.  Where it is called again, a node says so.
    """
    wanted = [one for one in run.roots if one.compilations] if roots is None else roots
    shown = _dearest(wanted)
    builder = _Builder(run)
    for root in shown:
        builder.function(root, "", "")
    if len(shown) < len(wanted):
        left = counted(len(wanted) - len(shown), "function")
        words = Line("quicker to compile; in the index", SOFT)
        builder.add("more", Line(f"{left} more"), words, href=INDEX)
    names = ", ".join(root.title for root in shown)
    return Chart(
        f"What a call of {names or 'nothing'} runs",
        builder.about(),
        tuple(builder.nodes),
        tuple(builder.edges),
    )


def _dearest(frames: Sequence[Frame]) -> list[Frame]:
    """Return the `_MOST_FUNCTIONS` functions with the longest compile times."""
    taken = sorted(frames, key=lambda one: -sum(c.seconds for c in one.compilations))
    kept = {one.key for one in taken[:_MOST_FUNCTIONS]}
    return [one for one in frames if one.key in kept]


@dataclass
class _Builder:
    run: Run
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    drawn: set[str] = field(default_factory=set)
    entries: int = 0
    breaks: int = 0

    def about(self) -> str:
        return (
            "A flow chart from the call down: for each compiled entry whether its "
            "guards hold, then what it runs. "
            f"{counted(len(self.drawn), 'function')} with "
            f"{counted(self.entries, 'entry', 'entries')} and "
            f"{counted(self.breaks, 'graph break')}."
        )

    def add(
        self, kind: str, *lines: Line, href: str = "", tip: str = "", group: str = ""
    ) -> str:
        key = f"n{len(self.nodes)}"
        said = tuple(one for one in lines if one.text)
        self.nodes.append(Node(key, kind, said, href, tip, group))
        return key

    def join(self, source: str, target: str, label: str = "", side: str = DOWN) -> str:
        if source:
            self.edges.append(Edge(source, target, label, side))
        return target

    def function(self, frame: Frame, source: str, label: str) -> None:
        """Add a function and its resume functions: calls, entries and misses."""
        waiting = [(frame, source, label)]
        while waiting:  # no recursion: a function may have hundreds of graph breaks
            one, before, word = waiting.pop()
            waiting += reversed(self.one_function(one, before, word))

    def one_function(
        self, frame: Frame, source: str, label: str
    ) -> list[tuple[Frame, str, str]]:
        """Add one function; return its resume functions, which are added after it."""
        again = frame.key in self.drawn
        left_out = not again and len(self.drawn) >= _MOST_FRAMES
        note = "drawn already" if again else _note(frame)
        call = self.add(
            "more" if left_out else "call",
            Line(_name(frame)),
            Line("no more is drawn" if left_out else note, SOFT),
            href=_file_of(frame),
        )
        self.join(source, call, label)
        if again or left_out:
            return []
        self.drawn.add(frame.key)
        later: list[tuple[Frame, str, str]] = []
        above, side, word = call, DOWN, ""
        for shown in _folded(frame.entries):
            guard = self.guard(frame, shown)
            self.join(above, guard, word, side)
            above, side, word = guard, RIGHT, "no"
            if len(shown) == 1:
                later += self.entry(frame, shown[0], guard)
        self.join(above, self.miss(frame), word, side)
        return later

    def guard(self, frame: Frame, entries: Sequence[Compilation]) -> str:
        self.entries += len(entries)
        first = entries[0].entry
        if first is None:
            return ""
        if len(entries) > 1:
            last = entries[-1].entry
            numbers = f"{first.index} to {last.index if last else '?'}"
            return self.add(
                "more",
                Line(f"entries {numbers}"),
                Line(f"{len(entries)} more, asked in turn{_hits(entries)}", SOFT),
                href=_file_of(frame),
                group=frame.key,
            )
        only = entries[0]
        number = counted(len(only.guards), "guard") if only.guards_known else ""
        differs = difference_words(frame, only)
        takes = "" if differs else takes_words(frame, only)
        words = differs or (f"for {takes}" if takes else "")
        return self.add(
            "guard",
            Line(f"entry {first.index}: guards hold?"),
            Line(_plain(words), SOFT),
            Line(number, SOFT),
            href=first.file,
            group=frame.key,
        )

    def entry(
        self, frame: Frame, compilation: Compilation, guard: str
    ) -> list[tuple[Frame, str, str]]:
        """Add the code of an entry; return the resume functions that it calls."""
        entry = compilation.entry
        if entry is None:
            return []
        thrown = ", thrown away by torch" if compilation.skipped else ""
        last = self.add(
            "code",
            Line("transformed code"),
            Line(f"{entry.quality}{_hits([compilation])}{thrown}", SOFT),
            href=entry.file,
        )
        self.join(guard, last, "yes")
        for prefix in compilation.prefixes:
            last = self.join(last, self.graph(frame, compilation, prefix))
        if compilation.breaks or compilation.resumes:
            last = self.join(last, self.graph_break(frame, compilation.breaks))
        return self.behind(compilation, entry, last)

    def behind(
        self, compilation: Compilation, entry: TransformedCode, last: str
    ) -> list[tuple[Frame, str, str]]:
        if not compilation.resumes:
            self.join(last, self.add("out", Line("return")))
        arms = branches(entry.source, {one.name for one in compilation.resumes})
        later = []
        for resume in compilation.resumes:
            label = arms.get(resume.name, "")
            target = self.run.frame(resume.frame)
            if target is not None:
                later.append((target, last, label))
                continue
            missing = self.add(
                "miss",
                Line(resume.name, CODE),
                Line("not compiled: plain Python", SOFT),
            )
            self.join(last, missing, label)
        return later

    def graph(self, frame: Frame, compilation: Compilation, prefix: str) -> str:
        where = captured_briefly(compilation, frame, prefix, _MOST_WORDS)
        files = [one.file for one in compilation.graphs if one.prefix == prefix]
        kernels = [one for one in kernel_links(compilation) if prefix in one.file]
        made = f", {counted(len(kernels), 'kernel file')}" if kernels else ""
        return self.add(
            "graph",
            Line(prefix, CODE),
            Line(f"{where}{made}" if where else f"a graph{made}", SOFT),
            href=files[0] if files else "",
        )

    def graph_break(self, frame: Frame, breaks: Sequence[GraphBreak]) -> str:
        self.breaks += 1
        return self.add("break", Line("graph break"), *_break_lines(frame, breaks))

    def miss(self, frame: Frame) -> str:
        """Add a node for what runs if no entry fits; return its key."""
        calls = frame.plain_calls
        times = f", {counted(calls, 'call')}" if calls else ""
        refused = [one for one in frame.compilations if one.entry is None]
        if any(map(reached_limit, frame.compilations)):
            return self.add(
                "miss",
                Line("the original function runs"),
                Line(f"the recompile limit is reached{times}", SOFT),
            )
        if not refused:
            words = f"or run the original{times}"
            return self.add("miss", Line("compile again"), Line(words, SOFT))
        why = skip_words(refused[-1])
        lines = _break_lines(frame, refused[-1].breaks)
        if not lines or why in {one.skipped for one in refused[-1].breaks}:
            lines = [Line(_plain(why), SOFT), *lines[1:]]  # `why` replaces the reason
        return self.add(
            "miss",
            Line("runs as plain Python"),
            *lines,
            Line(times[2:], SOFT),
            tip=why,
        )


def _folded(entries: Sequence[Compilation]) -> list[Sequence[Compilation]]:
    """Return a group for each entry; of many entries, the middle ones share one."""
    if len(entries) <= _MOST_ENTRIES:
        return [[one] for one in entries]
    first = _MOST_ENTRIES - _LAST - 1
    last = [[one] for one in entries[-_LAST:]]
    return [*([one] for one in entries[:first]), entries[first:-_LAST], *last]


def _hits(entries: Sequence[Compilation]) -> str:
    known = [one.hits for one in entries if one.hits is not None]
    return f", {counted(sum(known), 'hit')}" if known else ""


def _name(frame: Frame) -> str:
    if frame.parent is None:
        return f"call {frame.title}"
    return f"resume at {place(frame.file, frame.first_line)}"


def _note(frame: Frame) -> str:
    if frame.parent is None:
        return place(frame.file, frame.first_line) if frame.file else ""
    starts = (captured_place(one, frame) for one in frame.entries)
    return next((f"goes on at {text}" for text in starts if text), "")


def _file_of(frame: Frame) -> str:
    files = (one.entry.file for one in frame.entries if one.entry is not None)
    return frame.full_code or next(files, "")


def _break_lines(frame: Frame, breaks: Sequence[GraphBreak]) -> list[Line]:
    """Return a graph break's reason, and its lines in `frame` and in the callee."""
    if not breaks:
        return []
    first = breaks[0]
    lines = [Line(_plain(lower_first(first.reason)), SOFT)]
    called = calling_line(first, frame)
    own = [line for line in first.user_stack if not is_of_torch(line.file)]
    shown = called or (own[-1] if own else None)
    if shown is not None:
        lines += _line_of(shown)
    if called is not None and own and own[-1] != called:
        lines.append(Line(f"within it {place(own[-1].file, own[-1].line)}", SOFT))
    return lines


def _line_of(line: SourceLine) -> list[Line]:
    where = Line(place(line.file, line.line), SOFT)
    text = one_line(_without_comment(line.text.strip()))
    return [Line(text, CODE), where] if text else [where]


def _plain(words: str) -> str:
    """Return words without the marks around code."""
    return one_line(words).replace("`", "")


def _without_comment(text: str) -> str:
    """Return a line of Python without the comment that ends it."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                return text[: token.start[1]].rstrip()
    except (tokenize.TokenError, SyntaxError):  # the line is only part of a statement
        pass
    return text
