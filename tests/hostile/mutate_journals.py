"""Reports on mutated journals, and what came of each.

    python -m tests.hostile.mutate_journals --count 5000 [--first 0] [--out FILE.json]

Each journal is reported by a process of its own, forked from one that has everything
imported, so that a hang or an explosion of memory is a figure and no end.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import resource
import sys
import tempfile
import time
import traceback
from pathlib import Path

from depyf.cli.main import main

from .journal_mutations import mutated
from .measure_traces import SECONDS, bound, summary

_BETWEEN = 250  # journals, after which the figures so far are written


def outcome(seed: int, folder: Path) -> dict[str, object]:
    """Report one mutated journal in this process and say what came of it."""
    data, changes = mutated(seed)
    (folder / "journal.jsonl").write_bytes(data)
    told = io.StringIO()
    result: dict[str, object] = {"seed": seed, "changes": changes, "bytes": len(data)}
    begin = time.process_time()
    try:
        with contextlib.redirect_stderr(told), contextlib.redirect_stdout(told):
            code = main(["report", str(folder)])
    except BaseException as error:
        result["failed"] = _place_of(error)
    else:
        result["code"] = code
        wrong = _wrong(folder, code, told.getvalue())
        if wrong:
            result["failed"] = wrong
    result["seconds"] = round(time.process_time() - begin, 3)
    result["kib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return result


def _place_of(error: BaseException) -> str:
    """Return what was raised, and the last place of depyf's that it passed."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "depyf" in frame.filename]
    last = own[-1]
    where = f"{Path(last.filename).name}:{last.name}:{last.lineno}"
    return f"{type(error).__name__} {where}"


def _wrong(folder: Path, code: int, told: str) -> str:
    """Return what is untrue of a report, empty where nothing is."""
    index = folder / "index.md"
    if index.exists() != (code == 0):
        return f"code {code}, index written: {index.exists()}"
    if code and len([*folder.iterdir()]) != 1:
        return "something was written"
    if "Traceback" in told:
        return "a traceback"
    if code == 0 and "not read" in told and "not read" not in index.read_text("utf-8"):
        return "the index does not say what was not read"
    return ""


def in_child(seed: int) -> dict[str, object]:
    """Report one mutated journal in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder, answer = Path(name, "dump"), Path(name, "result.json")
        folder.mkdir()
        child = os.fork()
        if child == 0:
            bound()
            answer.write_text(json.dumps(outcome(seed, folder)), encoding="utf-8")
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if answer.exists():
            return json.loads(answer.read_text(encoding="utf-8"))
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        failed = f"ended by signal {number}"
        changes = mutated(seed)[1]
        return {"seed": seed, "failed": failed, "seconds": SECONDS, "changes": changes}


def run() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--out")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        outcome(0, Path(name))  # what is imported late is there for all
    every = []
    for seed in range(options.first, options.first + options.count):
        every.append(in_child(seed))
        if "failed" in every[-1]:
            print(json.dumps(every[-1]), file=sys.stderr, flush=True)
        if options.out and not len(every) % _BETWEEN:
            write(every, options.out)
    print(json.dumps(summary(every), indent=1))
    if options.out:
        write(every, options.out)


def write(every: list[dict], out: str) -> None:
    """Write the figures of all so far."""
    text = json.dumps(summary(every), indent=1)
    Path(out).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    run()
