"""Write a comparison of a run's ranks into the index and page of the top folder.

Each rank does this when it ends, without locks.  A rank writes its own
``sequence.json``, reads the ones of the other ranks, writes the comparison, and looks
for new ones.  So the rank that ends last compares all of them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from depyf.model.file_names import INDEX, REPORT, SEQUENCE, SUMMARY
from depyf.model.own_files import is_ours, is_own_name
from depyf.reading.held_folder import HeldFolder
from depyf.reading.limits import LIMITS
from depyf.render.html import with_ranks
from depyf.render.page_ranks import page_ranks, times_in
from depyf.render.ranks import (
    BEGIN,
    END,
    folder_of,
    ranks_json,
    ranks_section,
    steps_in,
)

if TYPE_CHECKING:
    from pathlib import Path

_Read = TypeVar("_Read")
_LONGEST_NUMBER = 9  # digits of a rank
_MOST_LOOKS = 4  # look again after each rank that ended meanwhile


def compare_ranks(top: Path, world: int) -> None:
    """Write the comparison of the ranks into the index in `top`, if there is an index.

    Raises:
        OSError: a file cannot be read or written.
    """
    folder = HeldFolder(top)
    seen: dict[int, str] = {}
    for _ in range(_MOST_LOOKS):
        found = _sequences(folder, world)
        if found == seen or not folder.is_file(INDEX):
            return
        seen = found
        _write(folder, found, world)


def forget_sequence(folder: Path) -> None:
    """Remove the ``sequence.json`` of an earlier run, because this run has not ended.

    Raises:
        OSError: it cannot be removed.
    """
    held = HeldFolder(folder)
    if is_ours(held, SEQUENCE):
        held.remove(SEQUENCE)


def _sequences(top: HeldFolder, world: int) -> dict[int, str]:
    """Return the text of each rank's ``sequence.json``, for the ranks that wrote it."""
    ranks = {rank for rank in map(_rank_of, top.names()) if 0 < rank < world}
    found, room = {}, LIMITS.unpacked_bytes  # for all texts together
    for rank in (0, *sorted(ranks)):
        text = _text(top, _inside(rank, SEQUENCE), room)
        room -= len(text)
        if text:
            found[rank] = text
    return found


def _rank_of(folder: str) -> int:
    """Return the rank that a folder belongs to; 0 if it is no rank's folder."""
    _, _, number = folder.partition("_")
    is_number = number.isdecimal() and len(number) <= _LONGEST_NUMBER
    rank = int(number) if is_number else 0
    return rank if folder == folder_of(rank) else 0


def _inside(rank: int, name: str) -> str:
    return "/".join(filter(None, (folder_of(rank), name)))


def _text(top: HeldFolder, name: str, most: int = LIMITS.unpacked_bytes) -> str:
    """Return the text of a file; empty if it cannot be read or is too large."""
    status = top.status(name) if top.is_file(name) else None
    if status is None or status.st_size > most:
        return ""
    return top.read(name, most).decode("utf-8", "replace")


def _write(top: HeldFolder, found: dict[int, str], world: int) -> None:
    sequences = _known(found, steps_in)

    def read(rank: int, name: str) -> str:
        # The name comes from a file that another user may have written.
        return _text(top, _inside(rank, name)) if is_own_name(name) else ""

    index = _text(top, INDEX)
    # Search for whole lines, because a name may contain the marks.
    before, begin, rest = index.partition(f"\n{BEGIN}\n")
    _, end, after = f"\n{rest}".partition(f"\n{END}\n")
    if begin and end:
        section = "\n".join(ranks_section(sequences, world, read))
        _replace(top, INDEX, f"{before}\n{BEGIN}\n{section}\n{END}\n{after}")
    data = _summary(_text(top, SUMMARY))
    if data is not None:
        data["ranks"] = ranks_json(sequences)
        _replace(top, SUMMARY, json.dumps(data, indent=1) + "\n")
    page = _text(top, REPORT)
    if page:
        ranks = page_ranks(sequences, world, read, _known(found, times_in))
        _replace(top, REPORT, with_ranks(page, ranks))


def _summary(text: str) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _known(
    texts: dict[int, str], read: Callable[[str], _Read | None]
) -> dict[int, _Read]:
    """Read each rank's text; leave out the ranks for which `read` returns None."""
    found = {rank: read(text) for rank, text in texts.items()}
    return {rank: one for rank, one in found.items() if one is not None}


def _replace(top: HeldFolder, name: str, text: str) -> None:
    if is_ours(top, name):
        top.replace(name, text.encode("utf-8", "backslashreplace"))
