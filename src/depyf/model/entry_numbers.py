"""Number the entries of each function from 0.

The number in a file's name counts all functions of a name, such as ``forward``.  So
the first entry of a function may have the file ``__transformed_code_1_for_forward.py``.
For a reader, it is entry 0 of its function.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Mapping, Sequence

from depyf.model.file_names import safe_name

if TYPE_CHECKING:
    from depyf.model.run import Compilation, Frame


def with_entry_numbers(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """Return the frames; the entries of a function are numbered from 0.

    Resume functions behind one line of a function have one name.  Their entries are
    numbered together, so that a name and a number belong to one entry.
    """
    by_key = {frame.key: frame for frame in frames}
    taken: dict[tuple[str, str], list[int]] = {}
    for frame in frames:
        indexes = taken.setdefault(_name_of(frame, by_key), [])
        indexes += [one.entry.index for one in frame.compilations if one.entry]
    numbers = {
        name: {index: number for number, index in enumerate(sorted({*indexes}))}
        for name, indexes in taken.items()
    }
    return tuple(_numbered(one, numbers[_name_of(one, by_key)]) for one in frames)


def _numbered(frame: Frame, numbers: Mapping[int, int]) -> Frame:
    return replace(
        frame,
        compilations=tuple(_renumbered(one, numbers) for one in frame.compilations),
    )


def _renumbered(one: Compilation, numbers: Mapping[int, int]) -> Compilation:
    if one.entry is None:
        return one
    return replace(one, entry=replace(one.entry, index=numbers[one.entry.index]))


def _name_of(frame: Frame, by_key: Mapping[str, Frame]) -> tuple[str, str]:
    root = frame
    while root.parent is not None and root.parent in by_key:
        root = by_key[root.parent]
    return root.key, safe_name(frame.co_name)
