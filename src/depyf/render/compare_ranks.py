"""Compares the ranks of a run in index and page at the top, as far as they have ended.

Every rank does so when it ends, and whoever is last leaves the whole picture: each
writes its own ``sequence.json`` before it reads those of the others, and looks again
after it wrote.  There are no locks.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Callable, TypeVar

from depyf.model.file_names import INDEX, REPORT, SEQUENCE, SUMMARY
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
_MOST_LOOKS = 4  # each rank that ends meanwhile is worth another


def compare_ranks(top: Path, world: int) -> None:
    """Write what the ranks have in common into the index at `top`, if it is there.

    Raises:
        OSError: a file cannot be read or written.
    """
    seen: dict[int, str] = {}
    for _ in range(_MOST_LOOKS):
        found = _sequences(top, world)
        if found == seen or not (top / INDEX).exists():
            return
        seen = found
        _write(top, found, world)


def forget_sequence(folder: Path) -> None:
    """Remove what an earlier run left: this one has not ended yet.

    Raises:
        OSError: it cannot be removed.
    """
    (folder / SEQUENCE).unlink(missing_ok=True)


def _sequences(top: Path, world: int) -> dict[int, str]:
    found = {}
    for rank in range(world):
        path = top / folder_of(rank) / SEQUENCE
        if path.exists():
            found[rank] = path.read_text(encoding="utf-8")
    return found


def _write(top: Path, found: dict[int, str], world: int) -> None:
    sequences = _known(found, steps_in)

    def read(rank: int, name: str) -> str:
        path = top / folder_of(rank) / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    index = (top / INDEX).read_text(encoding="utf-8")
    # On lines of their own: a name may hold the same words.
    before, begin, rest = index.partition(f"\n{BEGIN}\n")
    _, end, after = f"\n{rest}".partition(f"\n{END}\n")
    if begin and end:
        section = "\n".join(ranks_section(sequences, world, read))
        _replace(top / INDEX, f"{before}\n{BEGIN}\n{section}\n{END}\n{after}")
    if (top / SUMMARY).exists():
        data = json.loads((top / SUMMARY).read_text(encoding="utf-8"))
        data["ranks"] = ranks_json(sequences)
        _replace(top / SUMMARY, json.dumps(data, indent=1) + "\n")
    if (top / REPORT).exists():
        page = (top / REPORT).read_text(encoding="utf-8")
        ranks = page_ranks(sequences, world, read, _known(found, times_in))
        _replace(top / REPORT, with_ranks(page, ranks))


def _known(
    texts: dict[int, str], read: Callable[[str], _Read | None]
) -> dict[int, _Read]:
    """Return what is read of each rank that has it."""
    found = {rank: read(text) for rank, text in texts.items()}
    return {rank: one for rank, one in found.items() if one is not None}


def _replace(path: Path, text: str) -> None:
    fresh = path.with_name(f".{path.name}.{os.getpid()}.ranks")
    fresh.write_bytes(text.encode("utf-8", "backslashreplace"))
    fresh.replace(path)
