"""Writes what pages of the walk-through show; see the package."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.docs.shown import pages
from tests.docs.shown.runs import Runner


def main(names: list[str]) -> None:
    """Make the pages anew whose names begin so, or all."""
    every = pages.chapters() + pages.translated()
    chosen = [path for path in every if path.name.startswith(tuple(names) or "")]
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(Path(folder))
        for path in chosen:
            made = pages.made(path, runner)
            changed = made.text != path.read_text(encoding="utf-8")
            made.write()
            print(f"{path.name}: {'written' if changed else 'as it was'}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
