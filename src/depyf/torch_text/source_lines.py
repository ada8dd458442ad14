"""Read and change the source lines that torch prints in stacks, graphs and messages."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import PurePosixPath, PureWindowsPath
from typing import Callable, Iterator, NamedTuple

from depyf.records import dataclass
from depyf.regexes import regex

_COMMENTS = 4096  # cached comments: the layers of a model repeat them
# Above the nodes of a graph: "# File: /a/toy.py:4 in f, code: x = a".
_PLACE = regex(
    r"^(?P<head>[ \t]*# (?:Backward of forward node: )?)"
    r"File: (?P<where>(?P<file>.+?):(?P<line>\d{1,9})"
    # torch up to 2.3 prints no function
    r"(?: in (?P<function>[^\n]*?))?(?:, code: (?P<code>[^\n]*))?)$",
    re.MULTILINE,
)
# One frame of a stack: its file and line, the source line, and markers under that.
_HEAD = (
    r'^(?P<indent>[ \t]*)File "(?P<file>[^"\n]+)", line (?P<line>\d{1,9})'
    r"(?:, in (?P<function>[^\n]+))?"
)
_FRAME = regex(_HEAD + r'(?P<source>\n(?![ \t]*File "|[ \t~^]*$)[^\n]*)?', re.MULTILINE)
# Within other text, a source line is recognized by its deeper indent.
_WHOLE_FRAME = regex(
    _HEAD + r"(?P<source>\n(?P=indent)[ ]+[^\n]*)?(?P<marks>\n[ ]*[~^][~^ ]*$)?",
    re.MULTILINE,
)
_IN_MESSAGE = regex(r"(?P<file>[^\s\"':]+\.py):(?P<line>\d{1,9})")
_USER_CODE = "from user code:\n"  # before the user's stack, in an error's message
_NODE_CODE = "Original traceback:"
_CONTROL = regex(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


@dataclass(frozen=True)
class SourceLine:
    """A line of a program; `text` is its source, empty if it is unknown."""

    file: str
    line: int
    function: str = ""
    text: str = ""


class PlaceComment(NamedTuple):
    """A comment in a printed graph that names the source line of the nodes below it.

    Attributes:
        head: the text before the location.
        where: the location as torch prints it.
        place: the source line without its function, so that equal lines are equal.
        function: the function that contains the line; empty if torch prints none.
    """

    head: str
    where: str
    place: SourceLine
    function: str


def one_line(text: str) -> str:
    """Return `text` as one line, with its control characters escaped."""
    return _CONTROL.sub(lambda match: repr(match.group())[1:-1], text)


@lru_cache(maxsize=1000)
def short_file(file: str) -> str:
    """Return the file name at the end of a path of any operating system."""
    windows = "\\" in file and "/" not in file
    name = PureWindowsPath(file).name if windows else PurePosixPath(file).name
    return one_line(name or file or "?")


@lru_cache(maxsize=_COMMENTS)
def place_comment(line: str) -> PlaceComment | None:
    """Parse a line of a printed graph as a location comment; None if it is another."""
    found = _PLACE.match(line)
    return None if found is None else _comment_of(found)


def place_comments(text: str) -> Iterator[PlaceComment]:
    """Yield the location comments of a printed graph."""
    return map(_comment_of, _PLACE.finditer(text))


def with_place_comments(
    text: str, changed: Callable[[PlaceComment], str | None]
) -> str:
    """Return a printed graph with its location comments replaced.

    Args:
        text: the printed graph.
        changed: returns the new text of a comment, or None to keep it.
    """

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


def of_user_code(error: str) -> str:
    r"""Return the part of a printed error with the user's stack; empty without one.

    >>> of_user_code('no\n\nfrom user code:\n   File "a.py", line 3\n\nSet this')
    '   File "a.py", line 3'
    """
    return error.partition(_USER_CODE)[2].partition("\n\n")[0].strip("\n")


def of_failed_node(error: str) -> str:
    r"""Return the part of a backend's error with a node's stack; empty without one.

    >>> of_failed_node('no\n\nOriginal traceback:\n  File "a.py", line 3\n\nUse this')
    '  File "a.py", line 3'
    """
    return error.partition(_NODE_CODE)[2].partition("\n\n")[0].strip("\n")


def with_lines_moved(text: str, moved: Callable[[str, int], SourceLine | None]) -> str:
    """Return a text with its file names and line numbers replaced.

    Args:
        text: any text of torch's, such as a graph, a stack or a message.
        moved: returns the new line and its source for a file and line number, or None
            to keep the location.
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
