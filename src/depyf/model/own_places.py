"""Places of the program that runs, in graphs that another program left in a cache.

Caches keep a lowered graph with the files and lines of the program that filled them:
another script with the same graph, or this one before it was edited.  The graph that
Dynamo captured is of this run always.  So what a lowered graph names and the captured
one does not is looked up there by its text, and no longer named as a place if it is
not found.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable, Iterable, Iterator, Mapping

from depyf.model.source_places import FILE_COMMENT

if TYPE_CHECKING:
    from typing import Match

    from depyf.model.source_places import SourcePlace

_COMMENTS = re.compile(FILE_COMMENT.pattern, re.MULTILINE)
_PLACE = "File: "


def with_own_places(
    text: str, captured: str, line_of_file: Callable[[str, int], str]
) -> str:
    """Return a graph's text whose places are of this program, or are no places.

    Args:
        text: a lowered graph as torch prints it.
        captured: the text of the graph that it was lowered from.
        line_of_file: returns a line of a file of this program, empty if there is none:
            what is lowered may come from lines that the captured graph does not name.
    """
    own = [*_COMMENTS.finditer(captured)]
    known = {(found["file"], found["line"], found["code"]) for found in own}
    of_code: dict[str, set[str]] = {}
    for found in own:
        if found["code"]:
            _, _, place = found.group().partition(_PLACE)
            of_code.setdefault(found["code"], set()).add(place)

    def mended(found: Match[str]) -> str:
        file, line, code = found["file"], int(found["line"]), found["code"] or ""
        if (file, found["line"], found["code"]) in known or not code:
            return found.group()
        if line_of_file(file, line).strip() == code.strip():
            return found.group()
        before, _, place = found.group().partition(_PLACE)
        here = of_code.get(code, set())
        if len(here) == 1:
            return before + _PLACE + next(iter(here))
        return f"{before}Not a line of this run: {place}"

    return _COMMENTS.sub(mended, text) if known else text


def own_places(
    places: Iterable[SourcePlace], captured: Mapping[str, SourcePlace]
) -> Iterator[SourcePlace]:
    """Yield those of the places that this run captured, or what has their text here.

    Args:
        places: from a record of torch's, which a cache may have kept.
        captured: the places of the captured graph's nodes.
    """
    own = dict.fromkeys(captured.values())
    for place in places:
        here = [one for one in own if one.code and one.code == place.code]
        if place in own or not own:
            yield place
        elif len(here) == 1:
            yield here[0]
