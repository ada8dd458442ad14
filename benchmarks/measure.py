"""Times programs with and without depyf, in interleaved pairs.

    python benchmarks/measure.py [--pairs 9] [--only bert-eager,toy] [--out FILE]

Each pair runs the program once plain and once under depyf, in processes of their own;
the order changes from pair to pair, so a machine that gets slower or faster meanwhile
does not favour either. All times are processor time, which other load leaves alone;
`whole` is that of the whole process, torch's import included. With Inductor, *cold*
starts with an empty cache; for *warm* the cache was filled by one run that does not
count. One more run fills the bytecode cache, for which nothing is counted either.

A line per program: the ratio of both sides' medians of whole processes, that of the
seconds inside the block, then what depyf takes to open and to close the block, how much
of either side is collecting, and the ratio of the most memory.  Where valgrind is
installed, the last line is the instructions of a warm call (`steady.py`).
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
from pathlib import Path
from typing import Iterator

import steady

HERE = Path(__file__).resolve().parent
IMPORT_PAIRS = 40
# As in `workloads.py`, which imports torch.
PLAIN_BACKENDS = (
    *("toy-eager", "bert-eager", "bert-aot_eager", "llama-eager", "llama-aot_eager"),
    *("llama-50-eager", "loop", "many-eager"),
)
INDUCTOR = ("toy", "bert", "llama")

Record = dict  # of names and numbers, as `workloads.py` prints it


def main() -> None:
    """Measures what was asked for, prints it and writes it down."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument(
        "--only", default="", help="programs; cold or warm; import; steady"
    )
    parser.add_argument("--out", type=Path, default=HERE / "results" / "latest.json")
    options = parser.parse_args()
    wanted = set(filter(None, options.only.split(",")))
    results: dict[str, object] = {}
    report: Record = {"machine": describe_machine(), "results": results}
    for name, plain, watched in experiments(options.pairs, wanted):
        results[name] = summary(plain, watched)
        print(sentence(name, results[name]), flush=True)
        write(options.out, report)
    if steady.is_possible() and (not wanted or "steady" in wanted):
        results["warm call"] = counts = steady.measured()
        inside, after = counts["inside / plain"], counts["after / plain"]
        print(f"warm call: instructions inside {inside}, after {after}")
        write(options.out, report)


def write(path: Path, report: Record) -> None:
    """Writes down what is known so far."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(report, indent=1) + "\n")


def experiments(
    pairs: int, wanted: set[str]
) -> Iterator[tuple[str, list[Record], list[Record]]]:
    """Yields each experiment's name, its plain runs and those under depyf."""
    if not wanted or "import" in wanted:
        yield ("import depyf", *import_pairs())
    for workload in PLAIN_BACKENDS:
        if not wanted or workload in wanted:
            yield (workload, *run_pairs(workload, pairs, warm=False))
    for warm in (False, True):
        for workload in INDUCTOR:
            name = f"{workload}, {'warm' if warm else 'cold'} cache"
            if not wanted or wanted & {workload, name[-10:-6], name}:
                yield (name, *run_pairs(workload, pairs, warm=warm))


def run_pairs(
    workload: str, pairs: int, *, warm: bool
) -> tuple[list[Record], list[Record]]:
    """Runs a workload in interleaved pairs, plain and under depyf."""
    measured: dict[bool, list[Record]] = {False: [], True: []}
    with tempfile.TemporaryDirectory() as folder:
        shared = Path(folder) / "shared"
        run_once(workload, shared, Path(folder) / "first")
        for number in range(pairs):
            for watched in (False, True) if number % 2 else (True, False):
                place = Path(folder) / f"{number}-{watched}"
                measured[watched].append(
                    run_once(
                        workload,
                        shared if warm else place / "cache",
                        place / "dump" if watched else None,
                    )
                )
    return measured[False], measured[True]


def run_once(workload: str, cache: Path, dump: Path | None) -> Record:
    """Runs a workload in a new process; returns what it reports, and the whole."""
    before = children_seconds()
    done = subprocess.run(
        [sys.executable, HERE / "workloads.py", workload, *([dump] if dump else [])],
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
    whole = children_seconds() - before
    return {"whole": whole, **json.loads(done.stdout.splitlines()[-1])}


def import_pairs() -> tuple[list[Record], list[Record]]:
    """Times a bare interpreter against one that imports depyf."""

    def times(statement: str) -> Record:
        before = children_seconds()
        subprocess.run([sys.executable, "-c", statement], check=True)
        return {"whole": children_seconds() - before}

    times("import depyf")
    pairs = [(times("pass"), times("import depyf")) for _ in range(IMPORT_PAIRS)]
    return [plain for plain, _ in pairs], [watched for _, watched in pairs]


def children_seconds() -> float:
    """Processor time of the finished children."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def summary(plain: list[Record], watched: list[Record]) -> Record:
    """The medians of each figure on both sides, and the ratio of the whole."""
    ratios = [b["whole"] / a["whole"] for a, b in zip(plain, watched)]
    sides = {
        figure: [
            round(statistics.median(run[figure] for run in runs), 4)
            for runs in (plain, watched)
        ]
        for figure in plain[0]
    }
    return {
        "pairs": len(ratios),
        "plain and watched": sides,
        "ratio": round(sides["whole"][1] / sides["whole"][0], 4),
        "ratio of each pair": [round(ratio, 3) for ratio in ratios],
    }


def sentence(name: str, result: Record) -> str:
    """One line for whoever waits."""
    sides = result["plain and watched"]
    text = f"{name:18} {result['ratio']:.3f} of {sides['whole'][0]:.2f} s"
    if "inside" not in sides:
        return text
    inside = sides["inside"][1] / sides["inside"][0]
    memory = sides["megabytes"][1] / sides["megabytes"][0]
    return (
        f"{text}; inside {inside:.3f}, opening {sides['opening'][1]:.2f} s, closing "
        f"{sides['closing'][1]:.2f} s; collecting {sides['collecting'][0]:.2f} and "
        f"{sides['collecting'][1]:.2f} s; memory {memory:.3f}"
    )


def describe_machine() -> dict[str, object]:
    """The versions and the machine that a result belongs to."""
    from importlib.metadata import version

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
        "torch": version("torch"),
        "cores": os.cpu_count(),
        "machine": platform.machine(),
    }


if __name__ == "__main__":
    main()
