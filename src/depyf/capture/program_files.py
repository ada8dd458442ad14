"""Read the program's own source files, in which findings follow values."""

from __future__ import annotations

import linecache
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Iterable, Iterator

from depyf.model.detail_events import ProgramFile
from depyf.model.findings.names import program_stack
from depyf.model.source_places import is_of_program

if TYPE_CHECKING:
    from depyf.model.events import Event

_MOST_FILES = 64
_LONGEST = 400_000  # characters


def program_files(events: Iterable[Event]) -> Iterator[ProgramFile]:
    """Yield the sources of the program's files; files that events name come first.

    Findings need the rest of a class or module to decide whether an edit fits.  They
    need modules without compiled functions to find where a value was made.

    Args:
        events: the events that a block has recorded.
    """
    files = dict.fromkeys(file for event in events for file in _files_of(event))
    named = [file for file in files if _is_own(file)]
    folders = tuple({str(Path(file).parent) for file in named})
    others = [file for file in _imported(folders) if _is_own(file)]
    for file in list(dict.fromkeys([*named, *others]))[:_MOST_FILES]:
        text = "".join(linecache.getlines(file))
        if 0 < len(text) <= _LONGEST:
            yield ProgramFile(None, file=file, text=text)


def _is_own(file: str) -> bool:
    return file.endswith(".py") and is_of_program(file)


def _imported(folders: tuple[str, ...]) -> list[str]:
    """Return the imported files whose paths begin with one of the folders."""
    modules = [one for one in list(sys.modules.values()) if type(one) is ModuleType]
    files = (vars(one).get("__file__") for one in modules)
    return [f for f in files if isinstance(f, str) and f.startswith(folders)]


def _files_of(event: Event) -> Iterator[str]:
    file = getattr(event, "file", "")
    if isinstance(file, str) and file:
        yield file
    for name in ("user_stack", "stack"):
        for line in program_stack(getattr(event, name, ())):
            yield line.file
