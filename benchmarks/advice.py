"""Is the advice right on programs that its rules were not written for?

    python benchmarks/advice.py FOLDER [NAME ...] [--budget SECONDS] [--out FILE.json]
    python benchmarks/advice.py FOLDER --lines

``FOLDER`` holds programs as ``tests/threads`` does: each with ``main.py``,
``about.json`` and the ``cure.patch`` of an engineer. For each program one line says

- whether one of the first three findings, or else something expected, names the line
  that causes the problem (``line``), as its place, its call, its origin or in its edit;
- what ``depyf cure`` reached (``cure``): graph breaks and recompiles before, after, and
  with the engineer's patch; ``yes`` where it is as good as the engineer;
- how many of its edits were dropped as harmful.

Programs whose number is divisible by three are set aside: their totals stand apart.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Iterator

_FIRST = 3
_APART = 3


def main() -> int:
    """Print a line for each program, and totals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument(
        "--lines", action="store_true", help="what findings name only: no edit is tried"
    )
    parser.add_argument("--budget", type=float, default=240.0)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    found: list[dict[str, Any]] = []
    for program in sorted(options.folder.iterdir()):
        wanted = not options.names or program.name in options.names
        if wanted and (program / "about.json").is_file():
            if options.lines:
                found.append(named(program))
                print(f"{program.name:28} line {found[-1]['line']}", flush=True)
                continue
            found.append(measured(program, options.budget))
            print(line(found[-1]), flush=True)
    apart = [one for one in found if one["number"] % _APART == 0]
    seen = [one for one in found if one["number"] % _APART]
    for title, group in (("looked at", seen), ("set aside", apart)):
        if group and options.lines:
            right = sum(one["line"] != "no" for one in group)
            print(f"{title}: line {right} of {len(group)}")
        elif group:
            print(totals(title, group))
    if options.out:
        options.out.write_text(json.dumps(found, indent=1))
    return 0


def named(program: Path) -> dict[str, Any]:
    """Return whether what depyf says of a program names its line."""
    about = json.loads((program / "about.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder, "own")
        shutil.copytree(program, own)
        depyf("run", "--out", "dump", "main.py", folder=own)
        summary = json.loads((own / "dump" / "summary.json").read_text())
    number = int(program.name.split("_")[0])
    line = names_line(summary, about)
    return {"name": program.name, "number": number, "line": line}


def measured(program: Path, budget: float) -> dict[str, Any]:
    """Return what depyf says of a program, and what its cure reaches."""
    about = json.loads((program / "about.json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        own, mended = Path(folder, "own"), Path(folder, "mended")
        for target in (own, mended):
            shutil.copytree(program, target)
        patch = str(mended / "cure.patch")
        subprocess.run(["patch", "-s", "-p1", "-i", patch], cwd=mended, check=True)
        depyf("run", "--out", "dump", "main.py", folder=mended)
        command = ("cure", "--budget", str(budget), "--out", "cured", "main.py")
        depyf(*command, folder=own)
        cured = json.loads((own / "cured" / "cure.json").read_text())
        summary = json.loads(
            (own / "cured" / "runs" / "run_0" / "dump" / "summary.json").read_text()
        )
        engineer = counts(json.loads((mended / "dump" / "summary.json").read_text()))
    before, after = cured["before"], cured["after"] or cured["before"]
    keys = ("failures", "breaks_met", "recompiles")
    ends = after["exit_code"] == about["after"]["rc"]  # an error may come later, too
    reached = ends and all(after[key] <= engineer[key] for key in keys)
    return {
        "name": program.name,
        "number": int(program.name.split("_")[0]),
        "line": names_line(summary, about),
        "before": [before[key] for key in keys],
        "after": [after[key] for key in keys],
        "engineer": [engineer[key] for key in keys],
        "reached": reached,
        "better": sum(after[key] for key in keys) < sum(before[key] for key in keys),
        "harmful": sum(
            one["verdict"] in {"harmful", "fails"} for one in cured["edits"]
        ),
        "tried": len(cured["edits"]),
    }


def depyf(*arguments: str, folder: Path) -> None:
    """Run a command of depyf in a folder; what it prints is not looked at."""
    command = [sys.executable, "-m", "depyf", *arguments]
    subprocess.run(
        command, cwd=folder, env=os.environ, capture_output=True, check=False
    )


def counts(summary: dict[str, Any]) -> dict[str, int]:
    """Return failures, breaks and recompiles of a run, as ``cure.json`` counts them."""
    compilations = [one for frame in summary["frames"] for one in frame["compilations"]]
    failed = [
        one
        for one in compilations
        if "entry" not in one and not one.get("graph_breaks")
    ]
    return {
        "failures": len(failed),
        "breaks_met": sum(len(one.get("graph_breaks", ())) for one in compilations),
        "recompiles": summary["totals"]["recompiles"],
    }


def names_line(summary: dict[str, Any], about: dict[str, Any]) -> str:
    """Return where a line that causes the problem is named, ``no`` if nowhere."""
    wanted = {one["text"] for one in (about["line"], *about.get("others", ()))}
    for kind in ("findings", "expected"):
        for position, one in enumerate(summary.get(kind, ()), 1):
            if kind == "findings" and position > _FIRST:
                break
            if wanted & set(texts(one)):
                return f"{kind[:-1] if kind == 'findings' else kind} {position}"
    return "no"


def texts(finding: dict[str, Any]) -> Iterator[str]:
    """Yield the program's lines that a finding names."""
    for line in (
        finding.get("line"), finding.get("called_at"), *finding.get("origin", ())
    ):  # fmt: skip
        if line:
            yield line["text"]
    yield from re.findall(r"`([^`]+)`", finding.get("note", ""))


def line(one: dict[str, Any]) -> str:
    """Return the row of a program."""
    figures = ("/".join(map(str, one[key])) for key in ("before", "after", "engineer"))
    reached = "yes" if one["reached"] else "part" if one["better"] else "no"
    return (
        f"{one['name']:28} line {one['line']:11} cure {reached:5} "
        f"{' -> '.join(figures)} ({one['tried']} tried, {one['harmful']} harmful)"
    )


def totals(title: str, group: list[dict[str, Any]]) -> str:
    """Return how many of some programs the advice is right on."""
    lines = sum(one["line"] != "no" for one in group)
    reached = sum(one["reached"] for one in group)
    better = sum(one["better"] for one in group)
    number = len(group)
    return (
        f"{title}: {number} programs, line {lines}, as good as the engineer {reached}, "
        f"better than before {better}"
    )


if __name__ == "__main__":
    sys.exit(main())
