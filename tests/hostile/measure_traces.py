"""Reports on mutated TORCH_TRACE logs, and what came of each: ``python -m`` this.

    python -m tests.hostile.measure_traces COUNT [FIRST] [--seconds N] [--out FILE.json]

Each log is reported by a process of its own, forked from one that has everything
imported, so that a hang or an explosion of memory is a figure and no end.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from depyf.cli.main import main

from .trace_mutations import mutated, recorded_entries

SECONDS = 60  # of the processor
WAITS = 900  # seconds: a busy machine is slow, but nothing may wait for ever
MEMORY = 6 << 30


def outcome(seed: int, entries: list, folder: Path) -> dict[str, object]:
    """Report one mutated log in this process and say what came of it."""
    data, changes = mutated(entries, seed)
    log, out = folder / "a.log", folder / "out"
    log.write_bytes(data)
    told = io.StringIO()
    begin = time.process_time()
    result: dict[str, object] = {"seed": seed, "changes": changes, "bytes": len(data)}
    try:
        with contextlib.redirect_stderr(told), contextlib.redirect_stdout(told):
            code = main(["report", str(log), "--out", str(out)])
    except BaseException as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        own = [
            f
            for f in traceback.extract_tb(error.__traceback__)
            if "depyf" in f.filename
        ]
        place = own[-1] if own else where
        result["failed"] = (
            f"{type(error).__name__} {Path(place.filename).name}:{place.name}"
        )
    else:
        result["code"] = code
        written = (out / "index.md").exists()
        if written != (code == 0):
            result["failed"] = f"code {code}, index written: {written}"
        if told.getvalue().count("\n") != 1:
            result["failed"] = f"said {told.getvalue()[:200]!r}"
    result["seconds"] = round(time.process_time() - begin, 3)
    result["kib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return result


def bound() -> None:
    """Limit the memory and the time of this process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    signal.alarm(WAITS)


def in_child(seed: int, entries: list) -> dict[str, object]:
    """Report one mutated log in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        child = os.fork()
        if child == 0:
            bound()
            found = outcome(seed, entries, folder)
            (folder / "result.json").write_text(json.dumps(found), encoding="utf-8")
            os._exit(0)
        _, status = os.waitpid(child, 0)
        try:
            return json.loads((folder / "result.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            return {
                "seed": seed,
                "failed": f"ended by signal {number}",
                "seconds": SECONDS,
            }


def summary(results: list[dict]) -> dict[str, object]:
    """Return the figures of all."""
    failed = [one for one in results if "failed" in one]
    kinds = Counter(one["failed"] for one in failed)
    seeds = {
        kind: next(one["seed"] for one in failed if one["failed"] == kind)
        for kind in kinds
    }
    return {
        "inputs": len(results),
        "failures": len(failed),
        "kinds": {
            kind: [count, f"seed {seeds[kind]}"] for kind, count in kinds.most_common()
        },
        "refused": sum(one.get("code", 0) != 0 for one in results),
        "worst seconds": max(one["seconds"] for one in results),
        "worst MiB": max(one.get("kib", 0) for one in results) // 1024,
        "changes": dict(Counter(c for one in results for c in one.get("changes", ()))),
        "slowest": [
            [one["seed"], one["seconds"], one.get("changes")]
            for one in sorted(results, key=lambda one: -one["seconds"])[:3]
        ],
    }


def run() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after these")
    parser.add_argument("--out")
    options = parser.parse_args()
    entries = recorded_entries()
    with tempfile.TemporaryDirectory() as name:
        outcome(0, entries, Path(name))  # what is imported late is there for all
    every, begin = [], time.monotonic()
    for seed in range(options.first, options.first + options.count):
        if time.monotonic() - begin > options.seconds:
            break
        every.append(in_child(seed, entries))
        if "failed" in every[-1]:
            print(json.dumps(every[-1]), file=sys.stderr, flush=True)
    figures = summary(every)
    text = json.dumps(figures, indent=1)
    print(text)
    if options.out:
        Path(options.out).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    run()
