"""Time and memory of reports on many entries of one function, and on many functions.

    python -m tests.hostile.measure_scale [--out FILE.json]

Each journal is reported by ``depyf report --no-limits`` in a process of its own. The
last one is reported with the usual limits, too.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from depyf.model.events import RunEnded
from depyf.model.packed import packed_line
from depyf.model.serialize import event_to_json

from .test_large_texts import entries

SIZES = {
    "entries": (625, 1_250, 2_500, 5_000),
    "frames": (2_500, 5_000, 10_000, 20_000),
}


def reported(journal: bytes, options: list[str]) -> dict[str, float]:
    """Report a journal in a child; return seconds of the processor and MiB."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "journal.jsonl").write_bytes(journal)
        command = [sys.executable, "-m", "depyf", "report", folder, *options]
        child = os.fork()
        if child == 0:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            os.execv(sys.executable, command)
        _, status, used = os.wait4(child, 0)
        files = [one.stat().st_size for one in Path(folder).iterdir()]
    return {
        "code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1,
        "seconds": round(used.ru_utime + used.ru_stime, 1),
        "MiB": used.ru_maxrss // 1024,
        "files": len(files),
        "MB of files": round(sum(files) / 1e6, 1),
    }


def measured() -> dict[str, object]:
    """Return the figures of each size and kind."""
    found: dict[str, object] = {}
    for kind, sizes in SIZES.items():
        for size in sizes:
            events = [*entries(size, frames=kind == "frames"), RunEnded(None)]
            lines = [packed_line(event_to_json(one)) for one in events]
            journal = "".join(f"{line}\n" for line in lines).encode()
            found[f"{size} {kind}"] = reported(journal, ["--no-limits"])
            print(
                f"{size} {kind}", found[f"{size} {kind}"], file=sys.stderr, flush=True
            )
        found[f"{size} {kind}, with limits"] = reported(journal, [])
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out")
    out = parser.parse_args().out
    text = json.dumps(measured(), indent=1)
    print(text)
    if out:
        Path(out).write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
