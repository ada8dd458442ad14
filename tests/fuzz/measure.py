"""Runs generated code in volume and keeps what was found, per Python, in a JSON file.

``python -m tests.fuzz.measure [--into FILE] [--revision REVISION] KIND COUNT ...``
with the kinds

- ``programs``: random programs (`random_programs`),
- ``flow``: control flow that no compiler makes (`flow`),
- ``mutants``: changed programs that behave otherwise (`mutation`),
- ``bytes``: damaged code objects (`random_bytes`), in processes of their own,
- ``constants``: objects that no source can write (`odd_constants`), handed out.

A run goes on from the seed where the last one ended and adds to what it found, so that
no seed counts twice; ``runs`` names the revisions and the seeds that each of them ran.

``--again`` takes the seeds at which something was wrong to this revision: those at
which nothing is any more go to ``mended``, with the revision that was asked.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import json
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.fuzz import flow, mutation, odd_constants, random_programs

RESULTS = Path(__file__).with_name("results.json")
#: Code objects of one process.
CHUNK = 500
#: What is a defect, in the result of any kind.
WRONG = {"wrong", "escaped", "failed", "died", "errors", "slow"}
#: Seconds that the process may take.
PATIENCE = 600
#: What to ask for to see what one seed gave; a process is named by its first seed.
TO_SEE = {"bytes": CHUNK}


def programs(count: int, first: int) -> dict[str, object]:
    """What random programs give."""
    found = random_programs.run(range(first, first + count))
    return {"count": count, "next": first + count, **vars(found)}


def assembled(count: int, first: int) -> dict[str, object]:
    """What assembled control flow gives."""
    found, following = flow.run(count, first)
    return {"count": count, "next": following, **vars(found)}


def mutants(count: int, first: int) -> dict[str, object]:
    """What mutants give."""
    found, following = mutation.run(count, first)
    return {
        "count": sum(found.counted.values()),
        "next": following,
        "counted": dict(found.counted),
        "crashed": found.crashed,
        "alike": found.alike,
        "refused": found.refused,
        "escaped": [f"{seed}: {what}" for seed, what in found.escaped],
        "failed": [f"{seed}: {what}: {error}" for seed, what, error in found.failed],
    }


def damaged(count: int, first: int) -> dict[str, object]:
    """What random bytes give; ``died`` names the seeds at which a process ended."""
    total: dict[str, object] = {"count": 0, "next": first, "died": []}
    seed = first
    while count > 0:
        some = min(count, CHUNK)
        command = [sys.executable, "-m", "tests.fuzz.random_bytes", str(some)]
        found: dict[str, object] = {"next": seed + some, "died": [seed]}
        with contextlib.suppress(subprocess.TimeoutExpired):
            done = subprocess.run(
                [*command, str(seed)],
                stdout=subprocess.PIPE,
                check=False,
                timeout=PATIENCE,
            )
            if done.returncode in (0, 1) and done.stdout:
                found = json.loads(done.stdout)
                del found["python"]
        found["count"] = some
        total = added(total, found)
        following = found["next"]
        assert isinstance(following, int)
        seed = following
        count -= some
    return total


def odd(count: int, first: int) -> dict[str, object]:
    """What odd constants give."""
    found = odd_constants.run(range(first, first + count))
    return {"count": count, "next": first + count, **vars(found)}


KINDS = {
    "programs": programs,
    "constants": odd,
    "flow": assembled,
    "mutants": mutants,
    "bytes": damaged,
}


def added(before: dict[str, object], found: dict[str, object]) -> dict[str, object]:
    """Both results as one."""
    total = dict(before)
    for key, value in found.items():
        old = total.get(key)
        if key == "next" or old is None:
            total[key] = value
        elif isinstance(value, dict):
            assert isinstance(old, dict)
            names = sorted({*old, *value})
            total[key] = {n: old.get(n, 0) + value.get(n, 0) for n in names}
        else:
            total[key] = old + value
    return total


def record(path: Path, kind: str, count: int, revision: str) -> dict[str, object]:
    """Runs one kind and writes the result; returns what is known of it now."""
    before = _known(path).get(platform.python_version(), {}).get(kind, {})
    first = before.get("next", 0)
    found = json.loads(json.dumps(KINDS[kind](count, first)))
    total = added(before, found)
    run = Run(revision, dt.date.today().isoformat(), first, total["next"])
    total["runs"] = with_run(before.get("runs", []), run, found["count"])
    return _write(path, kind, total)


class Run(NamedTuple):
    """Seeds that one revision ran.

    Attributes:
        revision: what was run.
        date: the day.
        first: the first seed.
        next: the first seed behind the last one.
    """

    revision: str
    date: str
    first: int
    next: int


def with_run(runs: list[Any], run: Run, count: int) -> list[Any]:
    """The runs with one more; what goes on from the last one becomes part of it."""
    last = runs[-1] if runs else {}
    same = (run.revision, run.date, run.first)
    if (last.get("revision"), last.get("date"), last.get("next")) == same:
        together = {**last, "next": run.next, "count": last["count"] + count}
        return [*runs[:-1], together]
    return [*runs, {**run._asdict(), "count": count}]


def again(path: Path, revision: str) -> None:
    """Runs the seeds at which something was wrong once more."""
    for kind, total in _known(path).get(platform.python_version(), {}).items():
        for key in WRONG & set(total):
            for entry in list(total[key]):
                seed = int(str(entry).partition(":")[0])
                if not seeds_of(kind, key, seed):
                    total[key].remove(entry)
                    total.setdefault("mended", []).append(f"{entry}: {revision}")
                    total["mended"].sort()
        _write(path, kind, total)


def seeds_of(kind: str, key: str, seed: int) -> object:
    """What is found under ``key`` for one seed."""
    if kind == "mutants":
        tally, _ = mutation.run(sys.maxsize, seed, programs=1)
        return {"escaped": tally.escaped, "failed": tally.failed}[key]
    found = KINDS[kind](TO_SEE.get(kind, 1), seed)
    return [e for e in _list(found[key]) if int(str(e).partition(":")[0]) == seed]


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _known(path: Path) -> dict[str, Any]:
    known: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return known


def _write(path: Path, kind: str, total: dict[str, object]) -> dict[str, object]:
    known = _known(path)
    known.setdefault(platform.python_version(), {})[kind] = total
    text = json.dumps(known, indent=1, sort_keys=True)
    path.write_text(text + "\n")
    return total


def _revision() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    return done.stdout.decode().strip()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--into", type=Path, default=RESULTS)
    parser.add_argument("--revision", default="")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("what", nargs="*", help="KIND COUNT, once or more often")
    options = parser.parse_args()
    revision = options.revision or _revision()
    if options.again:
        again(options.into, revision)
    for kind, count in zip(options.what[::2], options.what[1::2]):
        total = record(options.into, kind, int(count), revision)
        shown = {
            key: len(value) if isinstance(value, list) else value
            for key, value in total.items()
        }
        print(platform.python_version(), kind, json.dumps(shown), flush=True)


if __name__ == "__main__":
    main()
