"""Runs one model with and without depyf, and says what came of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Iterator, Sequence

from gallery import judge
from gallery.figures import figures, scrubbed
from gallery.limits import Limits, limited
from gallery.origin import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from gallery.limits import Finished
    from gallery.models.row import Row

Found = Dict[str, Any]

DUMPS = "dump"  # the folder in which a run under depyf leaves one dump a case
# What both runs of a model are told, and why.  Measured on BERT, inference and
# training, in seconds of processor time: 53 under depyf and 26 without.  24 of the
# former are C++ compilers', 1.2 for a kernel (0.9 with -O1: not worth another way to
# compile); 6 of either are imports.
SETTINGS = {
    # Nothing is fetched: weights are random.
    "HF_HUB_OFFLINE": "1",
    # Scatter-adds in several threads are not deterministic, with or without depyf.
    "OMP_NUM_THREADS": "1",
    # The second run has to compile for itself, not read what the first one left: it
    # shares a folder with it in which C++ kernels are looked up by their very text.
    "TORCHINDUCTOR_FX_GRAPH_CACHE": "0",
    "TORCHINDUCTOR_AUTOGRAD_CACHE": "0",
    # Else a kernel takes 3.8 s; the headers stay for all models of a release.
    "TORCHINDUCTOR_CPP_CACHE_PRECOMPILE_HEADERS": "1",
    # A pool of compiling processes imports torch once more: 62 s where 1 takes 53.
    "TORCHINDUCTOR_COMPILE_THREADS": "1",
    # Whether the compiler knows the vectors of this processor: 8 s to find out.
    "TORCHINDUCTOR_VEC_ISA_OK": "1",
}
_NUMBERS = re.compile(r"0x[0-9a-f]+|\d+")
_OURS = re.compile("depyf")


def cases_of(row: Row) -> list[str]:
    """Returns what is run of a row."""
    return ["infer", "train"] if row.trains else ["infer"]


@dataclass(frozen=True)
class Room:
    """Where a row runs: an empty folder, in which its dumps stay, and what it may take.

    `cache` is Inductor's folder, one inside `folder` by default.
    """

    folder: Path
    limits: Limits = field(default_factory=Limits)
    cache: Path | None = None

    @property
    def environment(self) -> dict[str, str]:
        """Returns the environment of both runs."""
        paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
        return {
            **os.environ,
            **SETTINGS,
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "TORCHINDUCTOR_CACHE_DIR": str(self.cache or self.folder / "inductor"),
        }


def examined(row: Row, room: Room, cases: Sequence[str] = ()) -> Found:
    """Runs cases of a row, by default all that it has.

    Returns:
        `cases` with the figures of each; `faults`, of depyf, none if all is well;
        `fails` where the model does not run without depyf either; `seconds` and
        `megabytes` of the run under depyf, and `plain_seconds`.
    """
    cases = cases or cases_of(row)
    # First under depyf, so that it is this run that is told of every kernel.
    seen, ours = _run(row, cases, "depyf", room)
    plain, theirs = _run(row, cases, "plain", room)
    result: Found = {
        "cases": {},
        "faults": [],
        "seconds": round(ours.seconds, 1),
        "plain_seconds": round(theirs.seconds, 1),
        "megabytes": round(ours.megabytes),
    }
    for case in cases:
        failed = _failure(plain, theirs, case)
        if failed:
            result.setdefault("fails", {})[case] = failed
            continue
        broken = _failure(seen, ours, case)
        if broken:
            result["faults"].append(f"{case}: fails only under depyf: {broken}")
            continue
        result["cases"][case] = {
            **_figures(room.folder, case, seen[case], result["faults"]),
            "processor_seconds": {
                "plain": plain[case]["processor_seconds"],
                "depyf": seen[case]["processor_seconds"],
            },
        }
        result["faults"] += _differences(case, seen[case], plain[case])
    if not result.get("fails"):
        result["faults"] += _said(ours, theirs, room.folder)
    return result


def _run(
    row: Row, cases: Sequence[str], mode: str, room: Room
) -> tuple[Found, Finished]:
    out = room.folder / f"{mode}.json"
    what = [row.name, row.backend, ",".join(cases), mode, str(out)]
    here = room.folder / mode
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir()
    command = [sys.executable, "-m", "gallery.program", *what]
    finished = limited(command, here, room.environment, room.limits)
    told: Found = json.loads(out.read_text("utf-8")) if out.exists() else {}
    return told, finished


def _failure(told: Found, finished: Finished, case: str) -> str:
    """Returns why there are no results of a case, empty if there are."""
    if "error" in told.get(case, {}):
        return scrubbed(told[case]["error"].strip().splitlines()[-1])
    if case in told:
        return ""
    last = finished.stderr.strip().splitlines()[-1:]
    return finished.stopped or scrubbed(" ".join([f"exit {finished.code}:", *last]))


def _figures(folder: Path, case: str, seen: Found, faults: list[str]) -> Found:
    dump = folder / "depyf" / DUMPS / case
    try:
        faults += [f"{case}: {fault}" for fault in judge.faults(dump, seen["told"])]
        return {
            **figures(dump),
            "parameter_bytes": seen["parameter_bytes"],
            "judged": judge.counted(dump, seen["told"]),
        }
    except (OSError, ValueError, KeyError) as error:
        faults.append(f"{case}: the dump cannot be read: {error!r}")
        return {}


def _differences(case: str, seen: Found, plain: Found) -> Iterator[str]:
    for what in ("results", "state"):
        if seen[what] != plain[what]:
            yield f"{case}: other {what} than without depyf"


def _said(ours: Finished, theirs: Finished, folder: Path) -> Iterator[str]:
    """Yields the lines of output that only the run under depyf has."""
    for name in ("stdout", "stderr"):
        mine, plain = (
            Counter(_normal(line, folder) for line in getattr(one, name).splitlines())
            for one in (ours, theirs)
        )
        for line in mine - plain:
            yield f"{name} has a line more than without depyf: {scrubbed(line)}"
        for line in plain - mine:
            yield f"{name} lacks a line that it has without depyf: {scrubbed(line)}"
        if any(_OURS.search(line) for line in getattr(ours, name).splitlines()):
            yield f"{name} mentions depyf"


def _normal(line: str, folder: Path) -> str:
    """Returns a line without what is another in every run: times, ids, folders."""
    line = line.replace(str(folder / "depyf"), "").replace(str(folder / "plain"), "")
    return _NUMBERS.sub("N", line)
