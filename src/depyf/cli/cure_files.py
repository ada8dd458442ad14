"""Find the files that `depyf cure` wrote beside the dump of one of its runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Iterator

from depyf.model.edit_tried import CureFiles
from depyf.model.file_names import CURE_PAGE, CURE_RUNS
from depyf.reading.numbers import is_number

FIRST_DUMP = Path(CURE_RUNS) / "run_0" / "dump"
_RUN, _PAGE = "run_", "index.html"


def cure_files(dump: Path, target: Path) -> Iterator[CureFiles]:
    """Yield the files beside a dump, if it is of a run of `depyf cure`.

    Args:
        dump: the folder of the dump.
        target: the folder of the report, from which the paths begin.
    """
    dump = Path(os.path.realpath(dump))
    folder = dump.parents[2] if len(dump.parents) > 2 else dump
    results = folder / CURE_PAGE
    first = folder / FIRST_DUMP
    if not _is_dump(dump, folder) or not results.is_file():
        return
    kept = last_kept(folder / CURE_RUNS)
    if kept == dump / _PAGE:
        kept = None
    edited = dump != first and (first / _PAGE).is_file()
    yield CureFiles(
        None,
        results=_from(target, results),
        after=_from(target, kept) if kept is not None else "",
        before=_from(target, first / _PAGE) if edited else "",
    )


def _is_dump(dump: Path, folder: Path) -> bool:
    """Return whether a folder is the dump of a run: ``runs/run_2/dump``."""
    run = dump.parent.name
    known = folder / CURE_RUNS / run / FIRST_DUMP.name
    return dump == known and run.startswith(_RUN) and is_number(run[len(_RUN) :])


def last_kept(runs: Path) -> Path | None:
    """Return the page of the last run that remains; None if no edit was kept.

    `depyf cure` removes the folder of a run whose edit is not kept.
    """
    pages = {
        int(number): page
        for page in runs.glob(f"{_RUN}*/dump/{_PAGE}")
        if is_number(number := page.parts[-3][len(_RUN) :])
    }
    last = max(pages, default=0)
    return pages[last] if last else None


def _from(target: Path, file: Path) -> str:
    """Return a path as the page links to it; empty on another drive of Windows."""
    try:
        return Path(os.path.relpath(file, os.path.realpath(target))).as_posix()
    except ValueError:
        return ""
