"""What stands between the marks of a page."""

from __future__ import annotations

import difflib
import os
import re
import shlex
import textwrap
from pathlib import Path
from typing import Iterator

from tests.docs.shown import pictures
from tests.docs.shown.marks import Mark, marks_of
from tests.docs.shown.runs import DUMP, PROGRAMS, Run, Runner, described
from tests.docs.shown.scrub import scrubbed

_LANGUAGES = {".py": "python", ".md": "markdown", ".json": "json", ".mmd": "text"}
LEFT_OUT = {"python": "# ...", "cpp": "// ..."}
# A number or a time, which may be short enough for another unit.
_NUMBER = re.compile(r"(?:\d+(?:\.\d+)?|…)(?: (?:s|ms|us|µs)\b)?")
# What is longer does not fit a page: prose is wrapped, code is cut.
_WRAPPED, _CUT = 90, 120


class Bodies:
    """Makes the bodies of one page.

    Args:
        page: its text.
        runner: makes the runs.
        folder: of the page.
        drawings: in which its pictures lie, which other pages may show, too.
    """

    def __init__(self, page: str, runner: Runner, folder: Path, drawings: Path) -> None:
        self.runner = runner
        self.folder = folder
        self.drawings = drawings
        self.pictures: dict[Path, str] = {}
        self._runs: dict[str, Run] = {}
        for mark in marks_of(page):
            if mark.kind == "run":
                run = described(mark, self._runs)
                self._runs[run.name] = run

    def of(self, mark: Mark) -> str:
        """Return what stands behind a mark."""
        return str(getattr(self, f"_{mark.kind}")(mark))

    def _named(self, name: str) -> Run:
        return self._runs.get(name) or Run(name, f"{name}.py")

    def _program(self, mark: Mark) -> str:
        text = (PROGRAMS / mark.subject).read_text(encoding="utf-8")
        language = _LANGUAGES[Path(mark.subject).suffix]
        return _fenced(language, text, f"examples/walk_through/{mark.subject}")

    def _run(self, mark: Mark) -> str:
        run = self._named(mark.subject.partition("=")[0].strip())
        if not run.edits + run.appended:
            return ""
        before = Run(run.name, run.program).text().splitlines()
        after = run.text().splitlines()
        # A line beside each change says where it goes.
        lines = list(difflib.unified_diff(before, after, n=1, lineterm=""))[2:]
        shown = [" ..." if line.startswith("@@") else line for line in lines[1:]]
        return _fenced("diff", "\n".join(shown))

    def _output(self, mark: Mark) -> str:
        done = self.runner.done(self._named(mark.subject))
        printed = done.stdout + (done.stderr if mark.has("stderr") else "")
        text = scrubbed(printed, done.folder)
        return _fenced("text", "\n".join(_chosen(text.splitlines(), mark, "...")))

    def _command(self, mark: Mark) -> str:
        name, _, line = mark.subject.partition(":")
        run = self._named(name.strip())
        text = self.runner.command(run, shlex.split(line)[1:])
        text = scrubbed(text, self.runner.done(run).folder)
        shown = _chosen(text.splitlines(), mark, "...")
        return _fenced("console", "\n".join([f"$ {line.strip()}", *shown]))

    def _session(self, mark: Mark) -> str:
        lines = self.runner.session(mark.subject).splitlines()
        return _fenced("console", "\n".join(_chosen(lines, mark, "...")))

    def _file(self, mark: Mark) -> str:
        name, _, pattern = mark.subject.partition(":")
        done = self.runner.done(self._named(name.strip()))
        dump = done.folder / DUMP
        found = sorted(dump.glob(pattern.strip()))
        if len(found) != 1:
            there = ", ".join(sorted(path.name for path in dump.glob("*")))
            raise LookupError(
                f"{mark.subject}: {len(found)} such files in the dump; there are "
                f"{there or 'none'}\n{done.stderr[-2000:]}"
            )
        language = mark.one("as") or _LANGUAGES.get(found[0].suffix, "text")
        timed = mark.has("timed")
        text = found[0].read_text(encoding="utf-8")
        text = scrubbed(text, done.folder, timed=timed)
        left_out = LEFT_OUT.get(language, "...")
        lines = _chosen(text.splitlines(), mark, left_out)
        if mark.has("bare"):
            lines = [line.partition("  # ")[0] for line in lines]
        return _fenced(language, "\n".join(lines), found[0].name)

    def _picture(self, mark: Mark) -> str:
        name, _, words = mark.subject.partition(":")
        kind, *arguments = words.split()
        done = self.runner.done(self._named(name.strip()))
        drawn = pictures.drawn(kind, arguments, done.folder, done.folder / DUMP)
        path = self.drawings / "-".join([name, kind, *arguments])
        path = path.with_name(f"{path.name}.svg")
        svg = scrubbed(drawn.svg, done.folder)
        self.pictures[path] = _as_before(svg, path) if drawn.varies else svg
        title = scrubbed(drawn.title, done.folder)
        there = os.path.relpath(path, self.folder).replace(os.sep, "/")
        return f"![{title}]({there})\n"


def _as_before(svg: str, path: Path) -> str:
    """Return the picture that is there, if it says the same but for numbers."""
    there = path.read_text(encoding="utf-8") if path.exists() else ""
    return there if _words_in(there) == _words_in(svg) else svg


def _words_in(svg: str) -> list[str]:
    return [
        _NUMBER.sub("", words) for words in re.findall(r"<text[^>]*>(.*?)</text>", svg)
    ]


def _chosen(lines: list[str], mark: Mark, left_out: str) -> list[str]:
    """Return the lines that a mark asks for, `left_out` where some are missing.

    Raises:
        LookupError: a pattern that begins or ends the part matches no line.
    """
    start, stop = 0, len(lines)
    if first := mark.one("from"):
        start = _found(lines, first, 0)
    if last := mark.one("to"):
        stop = _found(lines, last, start) + 1
    if beyond := mark.one("before"):
        stop = _found(lines, beyond, start + 1)
    stop = min(stop, start + int(mark.one("first") or stop))
    kept = [line if _wanted(line, mark) else None for line in lines[start:stop]]
    shown = list(_joined(_in_order(kept, mark.one("sorted")), left_out))
    while shown and not shown[-1].strip():
        shown.pop()
    margin = min((len(s) - len(s.lstrip()) for s in shown if s.strip()), default=0)
    return [line[margin:].rstrip() for line in shown]


def _found(lines: list[str], pattern: str, start: int) -> int:
    wanted = re.compile(pattern.strip("/"))
    for number in range(start, len(lines)):
        if wanted.search(lines[number]):
            return number
    raise LookupError(f"no line from {start + 1} on matches {pattern}")


def _wanted(line: str, mark: Mark) -> bool:
    only = mark.every("only")
    without = mark.every("without")
    return (
        not only or any(re.search(one.strip("/"), line) for one in only)
    ) and not any(re.search(one.strip("/"), line) for one in without)


def _in_order(kept: list[str | None], pattern: str | None) -> list[str | None]:
    """Return lines, those that match a pattern in alphabetical order."""
    if pattern is None:
        return kept
    wanted = re.compile(pattern.strip("/"))
    places = [n for n, line in enumerate(kept) if line and wanted.search(line)]
    lines = sorted(str(kept[n]) for n in places)
    moved: dict[int, str | None] = dict(zip(places, lines))
    return [moved.get(n, line) for n, line in enumerate(kept)]


def _joined(kept: list[str | None], left_out: str) -> Iterator[str]:
    left = False
    shown = False
    for line in kept:
        if line is None:
            left = True
            continue
        if left and shown:
            yield " " * (len(line) - len(line.lstrip())) + left_out
        yield line
        left, shown = False, True


def _fenced(language: str, text: str, title: str = "") -> str:
    above = f"`{title}`\n\n" if title else ""
    ticks = "````" if "```" in text else "```"
    fitting = [
        part for line in text.rstrip().splitlines() for part in _fit(line, language)
    ]
    return "\n".join([f"{above}{ticks}{language}", *fitting, ticks, ""])


def _fit(line: str, language: str) -> list[str]:
    if language not in {"markdown", "text", "console", "json"} or line.startswith("|"):
        if len(line) <= _CUT:
            return [line]
        code, mark, remark = line.partition("  # ")
        code = code.rstrip() or code
        room = max(_CUT - len(code), _CUT // 2)
        remark = _cut(mark + remark, room)
        return [_cut(code, _CUT - len(remark)) + remark]
    margin = " " * (len(line) - len(line.lstrip()) + 4)
    wrapped = textwrap.wrap(
        line,
        _WRAPPED,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapped or [""]


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
