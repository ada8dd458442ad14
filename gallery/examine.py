"""Runs one model with and without depyf, and says what came of it.

All work is done in forks of this process, which imports torch once, and never depyf.
"""

from __future__ import annotations

import importlib
import json
import re
import shutil
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Sequence

from gallery.limits import Limits, limited
from gallery.scrub import scrubbed

if TYPE_CHECKING:
    from pathlib import Path

    from gallery.limits import Finished
    from gallery.models.row import Row

Found = Dict[str, Any]

PLAIN, DEPYF = "plain", "depyf"

# What torch is told, and why.  Measured on BERT, inference and training, in seconds of
# processor time: 53 under depyf and 26 without.  24 of the former are C++ compilers',
# 1.2 for a kernel (0.9 with -O1: not worth another way to compile); 6 to 15 of either
# are imports, hence the forks.
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
# What takes longest to import of each library, if it is not the library itself.
_PRELOADED = {
    "torch": "torch._inductor.compile_fx",
    "transformers": "transformers.modeling_utils",
}
# As the standard library prints it: place, category, message, the line of the program.
_WARNING = re.compile(r"(?m)^.+?:\d+: (?P<said>\w*Warning: (?:\S.*\n){1,20}?)  .*\n")
_NUMBERS = re.compile(r"0x[0-9a-f]+|\d+")


def preload(library: str) -> None:
    """Imports what forks would import each for themselves."""
    for name in ("torch", library):
        importlib.import_module(_PRELOADED.get(name, name))


def cases_of(row: Row) -> list[str]:
    """Returns what is run of a row."""
    return ["infer", "train"] if row.trains else ["infer"]


@dataclass(frozen=True)
class Room:
    """Where a row runs: an empty folder, and what it may take.

    `after` is done with the folder of the dumps once there are any; what it returns is
    kept as `packed`.
    """

    folder: Path
    limits: Limits = field(default_factory=Limits)
    after: Callable[[Path], Found] | None = None

    def work(self, name: str, work: Callable[[Path], None]) -> tuple[Found, Finished]:
        """Does work in a folder of its own; returns the JSON that it wrote."""
        here, out = self.folder / name, self.folder / f"{name}.json"
        shutil.rmtree(here, ignore_errors=True)
        here.mkdir()
        finished = limited(lambda: work(out), here, self.limits)
        told: Found = json.loads(out.read_text("utf-8")) if out.exists() else {}
        return told, finished


def examined(row: Row, room: Room, cases: Sequence[str] = ()) -> Found:
    """Runs cases of a row, by default all that it has.

    Returns:
        `cases` with the figures of each; `faults`, of depyf, none if all is well;
        `fails` where the model does not run without depyf either; what both runs took.
    """
    from gallery.program import program

    cases = cases or cases_of(row)
    # First under depyf, so that it is this run that is told of every kernel.
    seen, ours = room.work(DEPYF, lambda out: program(row, cases, DEPYF, out))
    plain, theirs = room.work(PLAIN, lambda out: program(row, cases, PLAIN, out))
    result: Found = {
        "cases": {},
        "faults": [],
        "took": {DEPYF: round(ours.processor, 1), PLAIN: round(theirs.processor, 1)},
        "megabytes": round(ours.megabytes),
    }
    ran: list[str] = []
    for case in cases:
        failed, broken = _failure(plain, theirs, case), _failure(seen, ours, case)
        if failed:
            result.setdefault("fails", {})[case] = failed
        elif broken:
            result["faults"].append(f"{case}: fails only under depyf: {broken}")
        else:
            ran.append(case)
            result["faults"] += _differences(case, seen[case], plain[case])
    if ran:
        told, looking = room.work("figures", lambda out: _look(room, ran, seen, out))
        result.update(packed=told.get("packed", {}))
        result["faults"] += [] if told else [f"its dump: {_last_words(looking)}"]
        for case, (figures, faults) in told.get("cases", {}).items():
            result["faults"] += [f"{case}: {fault}" for fault in faults]
            times = {DEPYF: seen, PLAIN: plain}
            figures["processor_seconds"] = {
                mode: run[case]["processor_seconds"] for mode, run in times.items()
            }
            result["cases"][case] = figures
    if not result.get("fails"):
        result["faults"] += _said(ours, theirs, room.folder)
    return result


def _look(room: Room, cases: Sequence[str], seen: Found, out: Path) -> None:
    """Writes down figures and faults of dumps; by depyf, hence in a fork."""
    from gallery import judge
    from gallery.figures import figures

    found: Found = {"cases": {}}
    dumps = room.folder / "depyf" / "dump"
    for case in cases:
        told = seen[case]["told"]
        figures_of = {
            **figures(dumps / case),
            "parameter_bytes": seen[case]["parameter_bytes"],
            "judged": judge.counted(dumps / case, told),
        }
        found["cases"][case] = figures_of, judge.faults(dumps / case, told)
    if room.after is not None:
        found["packed"] = room.after(dumps)
    out.write_text(json.dumps(found), encoding="utf-8")


def _failure(told: Found, finished: Finished, case: str) -> str:
    """Returns why there are no results of a case, empty if there are."""
    if "error" in told.get(case, {}):
        return scrubbed(told[case]["error"].strip().splitlines()[-1])
    return "" if case in told else _last_words(finished)


def _last_words(finished: Finished) -> str:
    last = finished.stderr.strip().splitlines()[-1:]
    return finished.stopped or scrubbed(" ".join([f"exit {finished.code}:", *last]))


def _differences(case: str, seen: Found, plain: Found) -> Iterator[str]:
    for what in ("results", "state"):
        if seen[what] != plain[what]:
            yield f"{case}: other {what} than without depyf"


def _said(ours: Finished, theirs: Finished, folder: Path) -> Iterator[str]:
    """Yields the lines of output that only the run under depyf has."""
    for name in ("stdout", "stderr"):
        seen, plain = (
            Counter(_normal(getattr(one, name), folder).splitlines())
            for one in (ours, theirs)
        )
        for line in seen - plain:
            yield f"{name} has a line more than without depyf: {scrubbed(line)}"
        for line in plain - seen:
            yield f"{name} lacks a line that it has without depyf: {scrubbed(line)}"
        if any("depyf" in line for line in seen):
            yield f"{name} mentions depyf"


def _normal(text: str, folder: Path) -> str:
    """Returns output without what is another in every run: times, ids, folders.

    And without the place of a warning: it is in the code that runs, and under depyf
    that code has files of its own, to step through (`relocate=False` leaves them out).
    Each warning counts once: Python forgets that it has shown it when a process is
    started, and only the first of two runs starts C++ compilers.
    """
    for mode in (DEPYF, PLAIN):
        text = text.replace(str(folder / mode), "")
    shown: dict[str, None] = {}

    def first(warning: re.Match[str]) -> str:
        said = _NUMBERS.sub("N", warning["said"])
        again = said in shown
        shown[said] = None
        return "" if again else said

    return _NUMBERS.sub("N", _WARNING.sub(first, text))
