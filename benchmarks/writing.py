"""How much of depyf's own work it is to write the page.

    python benchmarks/writing.py [PROGRAM ARGUMENTS]

Runs a program (the Llama of 12 layers, if none is named) in a block and counts the
processor time of its thread in everything that torch or the block calls of depyf.  The
page is one of the files that are written at the end; what it needs alone, reading the
graphs into nodes, counts as writing it.
"""

from __future__ import annotations

import runpy
import sys
import tempfile
import time
from collections import defaultdict
from functools import wraps
from pathlib import Path
from typing import Callable, TypeVar

HERE = Path(__file__).resolve().parent
LLAMA = [str(HERE / "programs" / "llama.py"), "12"]

_Result = TypeVar("_Result")


class Clock:
    """Counts processor time by name; what is called within a call is counted once."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._inside: set[str] = set()

    def counted(
        self, name: str, function: Callable[..., _Result]
    ) -> Callable[..., _Result]:
        """Return `function`, whose time is counted as `name`'s."""

        @wraps(function)
        def run(*args: object, **keywords: object) -> _Result:
            if name in self._inside:
                return function(*args, **keywords)
            self._inside.add(name)
            begun = time.thread_time()
            try:
                return function(*args, **keywords)
            finally:
                self.seconds[name] += time.thread_time() - begun
                self._inside.discard(name)

        return run


def main() -> None:
    """Runs the program and prints the figures."""
    import depyf
    from depyf.capture import boundary
    from depyf.render import files, report

    clock = Clock()
    for owner, name, what in (
        (boundary.FailureBoundary, "call", "all"),
        (report.Report, "write", "files"),
        (files, "report_html", "page"),
    ):
        setattr(owner, name, clock.counted(what, getattr(owner, name)))
    sys.argv = sys.argv[1:] or LLAMA
    begun = time.thread_time()
    with tempfile.TemporaryDirectory() as room, depyf.prepare_debug(room):
        runpy.run_path(sys.argv[0], run_name="__main__")
    whole = time.thread_time() - begun
    capture = clock.seconds["all"] - clock.seconds["files"]
    for title, seconds in (
        ("the program and depyf", whole),
        ("capturing", capture),
        ("writing files at the end", clock.seconds["files"]),
        ("of these the page", clock.seconds["page"]),
    ):
        print(f"{title:32} {seconds:8.2f} s")
    print(f"{'page / capturing':32} {clock.seconds['page'] / capture:8.3f}")


if __name__ == "__main__":
    main()
