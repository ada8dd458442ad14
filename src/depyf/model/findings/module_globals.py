"""Find the variable of a module that a path such as ``schedule.step`` leads to.

A function reads a global of its own module by name.  For a global that a function of
another module reads, torch writes that module first, then the variable.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Sequence

from depyf.torch_text.path_steps import FIELD

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.findings.user_names import Reached

_PACKAGE = "__init__"


def in_module(
    files: Sequence[ProgramFile], value: Reached
) -> tuple[ProgramFile, Reached] | None:
    """Return the file of the module that a path begins with, and the path inside it.

    None if the path does not begin with a module of the program, or if several files
    may be that module.
    """
    names = [value.root]
    for part in value.parts:
        if part.kind is not FIELD:
            break
        names.append(str(part.key))
    for count in range(len(names) - 1, 0, -1):
        found = [one for one in files if _is_module(one, names[:count])]
        if found:
            inside = replace(value, root=names[count], parts=value.parts[count:])
            return (found[0], inside) if len(found) == 1 else None
    return None


def _is_module(file: ProgramFile, names: Sequence[str]) -> bool:
    path = file.file.replace("\\", "/")
    folders, _, last = path.rpartition(".")[0].rpartition("/")
    parts = [*folders.split("/"), *([] if last == _PACKAGE else [last])]
    return parts[-len(names) :] == list(names)
