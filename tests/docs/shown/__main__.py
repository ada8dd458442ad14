"""Writes what pages of the walk-through show; see the package."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.docs.shown import pages
from tests.docs.shown.runs import Runner


def main(arguments: list[str]) -> None:
    """Make the pages anew whose names begin as one of the arguments, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.docs.shown")
    parser.add_argument("names", nargs="*", metavar="PAGE")
    parser.add_argument(
        "--keep", metavar="DIR", help="keep runs there, and use those that are there"
    )
    parser.add_argument(
        "--programs",
        action="store_true",
        help="programs and their changes only, which need no run",
    )
    options = parser.parse_args(arguments)
    kinds = {"program", "run"} if options.programs else None
    every = pages.chapters() + pages.translated()
    names = tuple(options.names) or ("",)
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(Path(options.keep or folder), again=bool(options.keep))
        for path in every:
            if not path.name.startswith(names):
                continue
            made = pages.made(path, runner, kinds)
            changed = made.text != path.read_text(encoding="utf-8")
            made.write()
            print(f"{path.name}: {'written' if changed else 'as it was'}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
