"""The whole source of the program's own files that torch looked into."""

from __future__ import annotations

import linecache
from typing import TYPE_CHECKING, Iterable, Iterator

from depyf.model.detail_events import ProgramFile
from depyf.model.source_places import is_installed

if TYPE_CHECKING:
    from depyf.model.events import Event

_MOST_FILES = 64
_LONGEST = 400_000  # characters


def program_files(events: Iterable[Event]) -> Iterator[ProgramFile]:
    """Yield the source of each file of the program that these events name.

    Whether an edit fits depends on the rest of a class or module, not only on the
    function that was compiled.

    Args:
        events: what a block has recorded.
    """
    files = dict.fromkeys(file for event in events for file in _files_of(event))
    own = [file for file in files if file.endswith(".py") and not is_installed(file)]
    for file in own[:_MOST_FILES]:
        text = "".join(linecache.getlines(file))
        if 0 < len(text) <= _LONGEST:
            yield ProgramFile(None, file=file, text=text)


def _files_of(event: Event) -> Iterator[str]:
    file = getattr(event, "file", "")
    if isinstance(file, str) and file:
        yield file
    for name in ("user_stack", "stack"):
        for line in getattr(event, name, ()):
            yield line.file
