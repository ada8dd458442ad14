"""Times programs with and without depyf, in interleaved pairs.

    python benchmarks/measure.py [--pairs 9] [--only toy,cold] [--out FILE]

Each pair runs the program once plain and once under depyf, in processes of their own;
the order changes from pair to pair, so a machine that gets slower or faster meanwhile
does not favour either. *Cold*: both start with an empty Inductor cache. *Warm*: the
cache was filled by one run that does not count. The result says, for each program, the
median of both, the median of the pairs' ratios and its quartiles.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Iterator, NamedTuple, Tuple

HERE = Path(__file__).resolve().parent
IMPORT_PAIRS = 40
# As in `workloads.py`, which imports torch.
WORKLOADS = ("toy", "bert", "llama", "bert-eager", "llama-eager")
# Quartiles need as many.
FEWEST_PAIRS = 2


class Times(NamedTuple):
    """Seconds on the clock, of processor time, and of that inside the block."""

    clock: float
    processor: float
    inside: float


Pair = Tuple[Times, Times]


def main() -> None:
    """Measures what was asked for, prints it and writes it down."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--only", default="", help="a workload, cold or warm; import")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "latest.json")
    options = parser.parse_args()
    wanted = set(filter(None, options.only.split(",")))
    results: dict[str, object] = {}
    report = {"machine": describe_machine(), "results": results}
    for name, measurements in experiments(options.pairs, wanted):
        if len(measurements) < FEWEST_PAIRS:
            continue
        results[name] = summary(measurements)
        print(name, json.dumps(results[name]), flush=True)
        options.out.parent.mkdir(exist_ok=True)
        options.out.write_text(json.dumps(report, indent=2) + "\n")


def experiments(pairs: int, wanted: set[str]) -> Iterator[tuple[str, list[Pair]]]:
    """Yields each experiment's name and its pairs so far, after each pair."""
    if not wanted or "import" in wanted:
        yield "import depyf", import_pairs()
    for temperature in ("cold", "warm"):
        for workload in WORKLOADS:
            uses_cache = not workload.endswith("-eager")
            if temperature == "warm" and not uses_cache:
                continue
            if wanted <= {workload, temperature}:
                name = f"{workload}, {temperature} cache" if uses_cache else workload
                for so_far in run_pairs(workload, pairs, warm=temperature == "warm"):
                    yield name, so_far


def run_pairs(workload: str, pairs: int, *, warm: bool) -> Iterator[list[Pair]]:
    """Runs a workload in interleaved pairs; yields those there are after each."""
    measured: list[Pair] = []
    with tempfile.TemporaryDirectory() as folder:
        shared = Path(folder) / "shared" if warm else None
        if shared is not None:
            run_once(workload, shared, None)
        for number in range(pairs):
            times: dict[bool, Times] = {}
            for watched in (False, True) if number % 2 else (True, False):
                place = Path(folder) / f"{number}-{watched}"
                dump = place / "dump" if watched else None
                times[watched] = run_once(workload, shared or place / "cache", dump)
            measured.append((times[False], times[True]))
            yield measured


def run_once(workload: str, cache: Path, dump: Path | None) -> Times:
    """Runs a workload in a new process and returns the times it reports."""
    arguments = [str(dump)] if dump else []
    done = subprocess.run(
        [sys.executable, str(HERE / "workloads.py"), workload, *arguments],
        env={
            **os.environ,
            "TORCHINDUCTOR_CACHE_DIR": str(cache),
            # Compilers as children of the process: their time counts, too.
            "TORCHINDUCTOR_COMPILE_THREADS": "1",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return Times(*map(float, done.stdout.splitlines()[-1].split()))


def import_pairs() -> list[Pair]:
    """Times a bare interpreter against one that imports depyf."""

    def times(statement: str) -> Times:
        start = time.perf_counter()
        before = children_seconds()
        subprocess.run([sys.executable, "-c", statement], check=True)
        seconds = children_seconds() - before
        return Times(time.perf_counter() - start, seconds, seconds)

    times("import depyf")
    return [(times("pass"), times("import depyf")) for _ in range(IMPORT_PAIRS)]


def children_seconds() -> float:
    """Processor time of the finished children."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def summary(pairs: list[Pair]) -> dict[str, object]:
    """Medians and spread of the pairs, by the clock and by processor time."""
    return {
        "pairs": len(pairs),
        "clock": spread([(plain.clock, seen.clock) for plain, seen in pairs]),
        "processor": spread(
            [(plain.processor, seen.processor) for plain, seen in pairs]
        ),
        "inside": spread([(plain.inside, seen.inside) for plain, seen in pairs]),
    }


def spread(pairs: list[tuple[float, float]]) -> dict[str, object]:
    """Median seconds of both sides, and the pairs' ratios and differences."""
    ratios = [watched / plain for plain, watched in pairs]
    differences = [watched - plain for plain, watched in pairs]
    return {
        "plain_seconds": round(statistics.median(p for p, _ in pairs), 4),
        "watched_seconds": round(statistics.median(w for _, w in pairs), 4),
        "difference_seconds": round(statistics.median(differences), 4),
        "ratio": round(statistics.median(ratios), 4),
        "ratio_quartiles": [round(q, 4) for q in statistics.quantiles(ratios)],
        "all_seconds": [[round(p, 3), round(w, 3)] for p, w in pairs],
    }


def describe_machine() -> dict[str, object]:
    """The versions and the machine that a result belongs to."""
    import torch

    revision = subprocess.run(
        ["git", "-C", str(HERE), "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
    )
    return {
        "date": dt.date.today().isoformat(),
        "revision": revision.stdout.strip(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "cores": os.cpu_count(),
        "machine": platform.machine(),
    }


if __name__ == "__main__":
    main()
