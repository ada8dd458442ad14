"""Draws what a dump tells: ``python -m depyf.render.drawing DUMP_DIR OUT_DIR``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from depyf.model.build import fold
from depyf.model.packed import unpacked
from depyf.model.serialize import event_from_json
from depyf.render.drawing.files import drawings

_JOURNAL = "journal.jsonl"


def main(arguments: list[str]) -> int:
    """Write the drawings of a dump; returns the exit code."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    source, target = map(Path, arguments)
    lines = (source / _JOURNAL).read_text(encoding="utf-8").splitlines()
    run = fold(event_from_json(unpacked(json.loads(line))) for line in lines)
    target.mkdir(parents=True, exist_ok=True)
    for name, make_text in drawings(run):
        (target / name).write_bytes(make_text().encode("utf-8"))
        print(target / name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
