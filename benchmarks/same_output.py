"""Do two versions of depyf write the same? For changes that only make it faster.

    python benchmarks/same_output.py BEFORE AFTER [--limit 1000]

``BEFORE`` and ``AFTER`` are folders with the package ``depyf`` (a ``src``), or JSON
files that ``--keep`` wrote: ``python benchmarks/same_output.py BEFORE --keep FILE``.
Each decompiles the same sample of the standard library in a process of its own: code
of functions, classes and modules. What differs in text, names, quality, line map or
diagnostics is printed, and the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from sample import sample

_SHOWN = 20


def main() -> int:
    """Compares two versions, or keeps what one writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=1000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--write", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        write(options.limit)
        return 0
    results = [result_of(version, options.limit) for version in options.version]
    for version, result in zip(options.version, results):
        print(f"{version}: {len(result['found'])}, {result['seconds']:.1f} s")
    if options.keep:
        options.keep.write_text(json.dumps(results[0]))
    return compare(results[0]["found"], results[-1]["found"])


def compare(before: dict[str, list[str]], after: dict[str, list[str]]) -> int:
    """Prints what differs; 1 if anything does."""
    both = [key for key in before if key in after]
    different = [key for key in both if before[key] != after[key]]
    for key in different[:_SHOWN]:
        print(f"  {key}: {before[key]} -> {after[key]}")
    print(f"{len(different)} of {len(both)} differ")
    return int(bool(different))


def result_of(version: Path, limit: int) -> dict:
    """What a version writes for the sample; read if it was kept."""
    if version.is_file():
        return json.loads(version.read_text())
    done = subprocess.run(
        [sys.executable, __file__, "--write", "--limit", str(limit), str(version)],
        env={**os.environ, "PYTHONPATH": str(version), "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def write(limit: int) -> None:
    """Decompiles the sample with the depyf at hand."""
    from depyf.decompiler import decompile_code

    found = {}
    items = sample(limit, functions_only=False)
    before = time.process_time()
    for one in items:
        result = decompile_code(one.code)
        offsets = range(0, len(one.code.co_code), 2)
        lines = [result.line_map.line_of_offset(offset) for offset in offsets]
        parts = sorted((name, str(kind)) for name, kind in result.parts.items())
        told = repr((sorted(result.globals), lines, result.diagnostics, parts))
        found[one.key] = [
            str(result.quality),
            hashlib.sha256(result.source.encode("utf-8", "replace")).hexdigest()[:16],
            hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16],
        ]
    json.dump({"seconds": time.process_time() - before, "found": found}, sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
