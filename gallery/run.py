"""Runs the gallery's models with and without depyf, and keeps what came of each.

    python -m gallery.run [NAME ...] [--again] [--any-revision] [--library NAME]

Goes on where it stopped: a row is not run again whose result was made of the same row,
the same code of depyf and the same releases of torch and its library. Results are
written after each model to `gallery/results/torch-X.Y.json`, so an interrupt loses
nothing but the model that was running. Several may run beside each other.
"""

from __future__ import annotations

import argparse
import datetime as dt
import importlib.metadata
import os
import platform
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence

from gallery import results
from gallery.examine import SETTINGS, Room, examined, preload
from gallery.limits import Limits
from gallery.origin import depyf_digest, revision, row_digest
from gallery.pack import PACKED_RELEASE, packed

if TYPE_CHECKING:
    from gallery.models.row import Row


@dataclass(frozen=True)
class Here:
    """Where results come from, the same for all models of a run."""

    versions: Mapping[str, str]
    machine: str
    depyf: str
    revision: str
    packs: bool

    def made_of(self, row: Row) -> dict[str, Any]:
        """Returns what decides whether a result still holds."""
        names = {"torch", row.library}
        return {
            "row": row_digest(row),
            "depyf": self.depyf,
            "versions": {n: v for n, v in self.versions.items() if n in names},
        }

    def about(self, row: Row) -> dict[str, Any]:
        """Returns what is kept with a result, beside what came of the run."""
        made_of = self.made_of(row)
        return {
            "kind": row.kind,
            "library": row.library,
            "backend": row.backend,
            "why": row.why,
            "made_of": made_of,
            "versions": {"python": platform.python_version(), **made_of["versions"]},
            "machine": self.machine,
            "revision": self.revision,
            "date": dt.date.today().isoformat(),
        }


def here(libraries: Iterable[str], *, keeps: bool) -> Here:
    """Looks up what runs here; `keeps` whether dumps are kept at all."""
    found = {}
    for name in sorted({"torch", *libraries}):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    packs = keeps and found["torch"].startswith(f"{PACKED_RELEASE}.")
    return Here(found, _machine(), depyf_digest(), revision(), packs)


def _machine() -> str:
    """Returns what times depend on: the processor, and how many of them."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text("utf-8", errors="replace").splitlines()
        names = [
            line.partition(":")[2] for line in lines if line.startswith("model name")
        ]
        model = names[0].strip() if names else model
    return f"{model}, {os.cpu_count()} cores"


def is_current(
    kept: Mapping[str, Any], made_of: Mapping[str, Any], *, any_revision: bool
) -> bool:
    """Returns whether a result need not be made again."""
    ignored = {"depyf"} if any_revision else set()
    known = kept.get("made_of", {})
    return bool(known) and all(
        known.get(name) == value
        for name, value in made_of.items()
        if name not in ignored
    )


def line(
    number: int, total: int, name: str, found: Mapping[str, Any], took: float
) -> str:
    """Returns what a run says of one model."""
    cases = found["cases"].values()
    counts: Counter[str] = Counter()
    for case in cases:
        for what in ("entries", "graphs", "guards"):
            counts[what] += case.get(what, 0)
        counts["breaks"] += len(case.get("breaks", ()))
        counts["recompiles"] += len(case.get("recompiles", ()))
    came = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    fails = [
        f"{case} fails without depyf: {why}"
        for case, why in found.get("fails", {}).items()
    ]
    parts = [came or "no figures", *fails, *(f"FAULT {one}" for one in found["faults"])]
    return f"{number} of {total}  {name}  {took:.0f} s  {'; '.join(parts)}"


def run(
    row: Row, place: Here, limits: Limits, cases: Sequence[str] = ()
) -> dict[str, Any]:
    """Runs one model, and packs its dump where that is wanted."""
    folder = Path(tempfile.mkdtemp(prefix=f"gallery-{row.name}-"))
    after = None
    if place.packs:
        after = partial(packed, row.name)
    try:
        preload(row.library)
        return {**place.about(row), **examined(row, Room(folder, limits, after), cases)}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m gallery.run")
    parser.add_argument("names", nargs="*", help="models; all by default")
    parser.add_argument("--again", action="store_true", help="whatever is kept")
    parser.add_argument(
        "--any-revision",
        action="store_true",
        help="keep results of other code of depyf",
    )
    parser.add_argument("--library", default="", help="only models of this package")
    parser.add_argument("--backend", default="", help="in place of the rows' own")
    parser.add_argument("--cases", nargs="+", default=(), choices=("infer", "train"))
    parser.add_argument("--seconds", type=float, default=Limits.seconds)
    parser.add_argument("--megabytes", type=float, default=Limits.megabytes)
    parser.add_argument("--results", type=Path, default=results.FOLDER)
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Runs what is named; returns 1 if there was a fault."""
    from gallery.models import MODELS

    chosen = options(arguments)
    unknown = [name for name in chosen.names if name not in MODELS]
    if unknown:
        print(f"no such model: {', '.join(unknown)}", file=sys.stderr)
        return 2
    rows = [MODELS[name] for name in chosen.names or MODELS]
    rows = [row for row in rows if chosen.library in ("", row.library)]
    if chosen.backend:
        rows = [replace(row, backend=chosen.backend) for row in rows]
    keeps = chosen.results == results.FOLDER
    place = here((row.library for row in rows), keeps=keeps)
    path = results.file_of(place.versions["torch"], chosen.results)
    limits = Limits(chosen.seconds, chosen.megabytes)
    os.environ.update(SETTINGS)
    faults = 0
    # Models share kernels, each of which is compiled once.  So the times of torch's own
    # phases depend on the order; `processor_seconds` do not.
    with tempfile.TemporaryDirectory(prefix="gallery-inductor-") as cache:
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = cache
        for number, row in enumerate(rows, 1):
            kept = results.read(path).get(row.name, {})
            made_of = place.made_of(row)
            if chosen.again or not is_current(
                kept, made_of, any_revision=chosen.any_revision
            ):
                began = time.monotonic()
                kept = run(row, place, limits, chosen.cases)
                results.keep(path, row.name, kept)
                took = time.monotonic() - began
                print(line(number, len(rows), row.name, kept, took), flush=True)
            faults += bool(kept["faults"])
    print(f"{len(rows)} models, {faults} with a fault; kept in {path.name}")
    return 1 if faults else 0


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _interrupt)  # it cleans up then, too
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("stopped; what was finished is kept")
