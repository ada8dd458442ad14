"""Lines of source as torch prints them: in stacks, above the nodes of graphs."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePosixPath, PureWindowsPath
from typing import Callable, Iterator, NamedTuple

from depyf.records import dataclass

_COMMENTS = 4096  # that are read once: those of a model's layers are alike
# Above the nodes of a graph: "# File: /a/toy.py:4 in f, code: x = a".
_PLACE = re.compile(
    r"^(?P<head>[ \t]*# (?:Backward of forward node: )?)"
    r"File: (?P<where>(?P<file>.+?):(?P<line>\d{1,9})"
    # no function up to 2.3
    r"(?: in (?P<function>[^\n]*?))?(?:, code: (?P<code>[^\n]*))?)$",
    re.MULTILINE,
)
# One frame of a stack: the place, its source line, markers under it.
_HEAD = (
    r'^(?P<indent>[ \t]*)File "(?P<file>[^"\n]+)", line (?P<line>\d{1,9})'
    r"(?:, in (?P<function>[^\n]+))?"
)
_FRAME = re.compile(
    _HEAD + r'(?P<source>\n(?![ \t]*File "|[ \t~^]*$)[^\n]*)?', re.MULTILINE
)
# Within other text only what is indented more can be the source line.
_WHOLE_FRAME = re.compile(
    _HEAD + r"(?P<source>\n(?P=indent)[ ]+[^\n]*)?(?P<marks>\n[ ]*[~^][~^ ]*$)?",
    re.MULTILINE,
)
_IN_MESSAGE = re.compile(r"(?P<file>[^\s\"':]+\.py):(?P<line>\d{1,9})")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


@dataclass(frozen=True)
class SourceLine:
    """A line of the user's program; `text` is its code if known."""

    file: str
    line: int
    function: str = ""
    text: str = ""


class PlaceComment(NamedTuple):
    """A comment that names the line of the nodes below it.

    `head` is what stands before the place, and `where` the place as it is printed;
    `place` leaves out the function, so that a line is one place.
    """

    head: str
    where: str
    place: SourceLine
    function: str


def one_line(text: str) -> str:
    """Return `text` without anything that could end a line or a comment."""
    return _CONTROL.sub(lambda match: repr(match.group())[1:-1], text)


@lru_cache(maxsize=1000)
def short_file(file: str) -> str:
    """Return the last part of a path of any operating system."""
    windows = "\\" in file and "/" not in file
    name = PureWindowsPath(file).name if windows else PurePosixPath(file).name
    return one_line(name or file or "?")


@lru_cache(maxsize=_COMMENTS)
def place_comment(line: str) -> PlaceComment | None:
    """Return the location named in a line of a printed graph; None if there is none."""
    found = _PLACE.match(line)
    return None if found is None else _comment_of(found)


def place_comments(text: str) -> Iterator[PlaceComment]:
    """Yield the locations that a printed graph names."""
    return map(_comment_of, _PLACE.finditer(text))


def with_place_comments(
    text: str, changed: Callable[[PlaceComment], str | None]
) -> str:
    """Return a printed graph with other comments; None keeps a comment."""

    def comment(found: re.Match[str]) -> str:
        new = changed(_comment_of(found))
        return found.group() if new is None else new

    return _PLACE.sub(comment, text)


def _comment_of(found: re.Match[str]) -> PlaceComment:
    place = SourceLine(found["file"], int(found["line"]), text=found["code"] or "")
    return PlaceComment(found["head"], found["where"], place, found["function"] or "")


def printed_stack(text: str) -> tuple[SourceLine, ...]:
    r"""Return the frames of a printed stack, outermost first.

    >>> printed_stack('  File "/a/toy.py", line 3, in f\n    x = a\n')
    (SourceLine(file='/a/toy.py', line=3, function='f', text='x = a'),)
    """
    return tuple(
        SourceLine(
            found["file"],
            int(found["line"]),
            found["function"] or "",
            (found["source"] or "").strip(),
        )
        for found in _FRAME.finditer(text)
    )


def with_lines_moved(text: str, moved: Callable[[str, int], SourceLine | None]) -> str:
    """Return torch's text with other locations.

    Args:
        text: of any kind: a graph, a stack, a message.
        moved: gives the new place of a file and line with the text of that line, None
            where it stays.
    """

    def frame(found: re.Match[str]) -> str:
        new = moved(found["file"], int(found["line"]))
        if new is None:
            return found.group()
        place = f'{found["indent"]}File "{new.file}", line {new.line}'
        function = f", in {found['function']}" if found["function"] else ""
        source = f"\n{found['indent']}  {new.text}" if new.text else ""
        return place + function + source

    def comment(found: PlaceComment) -> str | None:
        new = moved(found.place.file, found.place.line)
        if new is None:
            return None
        function = f" in {found.function}" if found.function else ""
        return f"{found.head}File: {new.file}:{new.line}{function}, code: {new.text}"

    def message(found: re.Match[str]) -> str:
        new = moved(found["file"], int(found["line"]))
        return found.group() if new is None else f"{new.file}:{new.line}"

    text = with_place_comments(_WHOLE_FRAME.sub(frame, text), comment)
    return _IN_MESSAGE.sub(message, text)
