"""Runs a program under depyf, as it stands or with a cure, and reads the result."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable

from tests.warm import run_python

PROGRAMS = Path(__file__).resolve().parent / "problems"
CACHE = "TORCHINDUCTOR_CACHE_DIR"


@dataclass(frozen=True)
class Figures:
    """What a run came to, from ``summary.json``.

    Attributes:
        entries: how many cache entries were made.
        recompiles: how many of these because no other fitted.
        breaks: graph breaks, as the headline counts them.
        skipped: compilations without an entry that runs (a limit, or a refusal).
        bypasses: look-ups that a compile cache refused to make.
        saved_mib: whole MiB that all graphs save for backward.
        guard_thousands: whole thousands of guards that the entry with most has.
    """

    entries: int
    recompiles: int = 0
    breaks: int = 0
    skipped: int = 0
    bypasses: int = 0
    saved_mib: int = 0
    guard_thousands: int = 0


@dataclass(frozen=True)
class Dump:
    """What depyf wrote about one run of a program."""

    folder: Path
    program: Path
    summary: dict[str, Any]
    index: str
    output: str
    errors: str

    def figures(self) -> Figures:
        """Return the figures that a problem's table row states."""
        frames = self.summary["frames"]
        compilations = [one for frame in frames for one in frame["compilations"]]
        entries = sum(1 for one in compilations if "entry" in one)
        caches = [look for one in compilations for look in one.get("caches", ())]
        saved = [
            kept for one in compilations for kept in one.get("saved_for_backward", ())
        ]
        return Figures(
            entries=entries,
            recompiles=self.summary["totals"]["recompiles"],
            breaks=self.summary["totals"]["graph_breaks"],
            skipped=sum("entry" not in c or "skipped" in c for c in compilations),
            bypasses=sum(look["outcome"] == "bypass" for look in caches),
            saved_mib=sum(kept["own_bytes"] for kept in saved) >> 20,
            guard_thousands=max(map(_guards, compilations), default=0) // 1000,
        )


def edited(text: str, edits: Iterable[tuple[str, str]]) -> str:
    """Return the text with each replacement made, of which each must fit once.

    >>> edited("a = 1", [("1", "2")])
    'a = 2'
    """
    for old, new in edits:
        if text.count(old) != 1:
            raise ValueError(f"{text.count(old)} times in the program: {old!r}")
        text = text.replace(old, new)
    return text


def run(
    name: str,
    folder: Path,
    edits: Iterable[tuple[str, str]] = (),
    environment: dict[str, str] | None = None,
) -> Dump:
    """Run ``problems/NAME.py`` with the edits made under ``depyf run``.

    Args:
        name: of the program.
        folder: where the program and, in ``dump``, what depyf writes are put.
        edits: pairs of an old text, which occurs once, and a new one.
        environment: variables beside those of this process.
    """
    text = (PROGRAMS / f"{name}.py").read_text(encoding="utf-8")
    return run_text(name, folder, edited(text, edits), environment)


def run_text(
    name: str, folder: Path, text: str, environment: dict[str, str] | None = None
) -> Dump:
    """Run a program, given as text, under ``depyf run``; see `run`."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"{name}.py"
    program.write_text(text, encoding="utf-8")
    dump = folder / "dump"
    done = run_python(
        ["-m", "depyf", "run", "--out", str(dump), program.name],
        cwd=folder,
        env={
            CACHE: os.environ.get(CACHE, str(folder / "cache")),
            **(environment or {}),
        },
    )
    if done.returncode:
        raise RuntimeError(f"{name} ended with {done.returncode}:\n{done.stderr}")
    return Dump(
        folder=dump,
        program=program,
        summary=json.loads((dump / "summary.json").read_text(encoding="utf-8")),
        index=(dump / "index.md").read_text(encoding="utf-8"),
        output=done.stdout,
        errors=done.stderr,
    )


def _guards(compilation: dict[str, Any]) -> int:
    """Return how many guards it has: ``summary.json`` names ranges of shared ones."""
    return sum(last - first + 1 for first, last in compilation.get("guards", ()))
