"""Runs generated code in volume and keeps what was found, per Python, in a JSON file.

``python -m tests.fuzz.measure [--into FILE] [--revision REVISION] KIND COUNT ...``
with the kinds

- ``programs``: random programs (`random_programs`),
- ``flow``: control flow that no compiler makes (`flow`),
- ``mutants``: changed programs that behave otherwise (`mutation`),
- ``bytes``: damaged code objects (`random_bytes`), in processes of their own.

A run goes on from the seed where the last one of the same revision ended, and adds to
what it found; another revision begins anew.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import platform
import subprocess
import sys
from pathlib import Path

from tests.fuzz import flow, mutation, random_programs

RESULTS = Path(__file__).with_name("results.json")
#: Code objects of one process.
CHUNK = 500
#: Seconds that the process may take.
PATIENCE = 600


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
        done = subprocess.run(
            [*command, str(seed)],
            stdout=subprocess.PIPE,
            check=False,
            timeout=PATIENCE,
        )
        found: dict[str, object] = {"next": seed + some, "died": [seed]}
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


KINDS = {
    "programs": programs,
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
    python = platform.python_version()
    known = json.loads(path.read_text()) if path.exists() else {}
    before = known.get(python, {}).get(kind, {})
    if before.get("revision") != revision:
        before = {"first": 0}
    found = KINDS[kind](count, before.get("next", 0))
    total = added(before, json.loads(json.dumps(found)))
    total["revision"] = revision
    total["date"] = dt.date.today().isoformat()
    known.setdefault(python, {})[kind] = total
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
    parser.add_argument("what", nargs="+", help="KIND COUNT, once or more often")
    options = parser.parse_args()
    revision = options.revision or _revision()
    for kind, count in zip(options.what[::2], options.what[1::2]):
        total = record(options.into, kind, int(count), revision)
        shown = {
            key: len(value) if isinstance(value, list) else value
            for key, value in total.items()
        }
        print(platform.python_version(), kind, json.dumps(shown), flush=True)


if __name__ == "__main__":
    main()
