"""How much a reader has to read: the figures of a dump, for some programs.

    python benchmarks/readable.py [PROGRAM ...] [--layers 12 50] [--out FILE]
    python benchmarks/readable.py --against results/readable-before-2.13.json

Each program is run by `depyf run` in a process of its own; what depyf wrote is
measured, and index, page and summary are made once more from the journal, to time that.
By default these are all of `programs/`; `--layers` says how many the Llama has, once
for each number. `--against` prints an earlier result beside the new one.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Dict, Iterator, Union

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
SOURCE = HERE.parent / "src"
LAYERED = "llama"
USUAL_LAYERS = 12

Figure = Union[int, float, None]
Figures = Dict[str, Figure]

# Memory addresses as torch and Python write them, in bases 16 and 10.
_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b|(?<![\w.])\d{12,}(?![\w.])")
_NUMBER = re.compile(r"\d+")
# The heading above the first finding, or a finding that is numbered itself.
_FINDINGS = re.compile(r"#+ .*(finding|act on|change)|1\. |\*\*1\.", re.IGNORECASE)

COLUMNS = (
    ("index lines", "lines of index.md"),
    ("index longest", "characters of its longest line"),
    ("index repeated", "lines that repeat an earlier one but for numbers"),
    ("before finding", "lines before the first finding; none: there is none"),
    ("index addresses", "addresses in index.md"),
    ("full_code files", "files full_code_*.py"),
    ("full_code lines", "lines of the largest"),
    ("full_code all", "lines of all"),
    ("full_code longest", "characters of the longest line of all"),
    ("full_code bytes", "bytes of all"),
    ("full_code addresses", "addresses in all"),
    ("html bytes", "bytes of index.html"),
    ("summary bytes", "bytes of summary.json"),
    ("journal bytes", "bytes of the journal"),
    ("fold seconds", "processor time to read the journal"),
    ("index seconds", "processor time to make index.md from it"),
    ("html seconds", "processor time to make index.html"),
    ("summary seconds", "processor time to make summary.json"),
    ("report seconds", "processor time to make all three, as a run ends"),
    ("entries", "cache entries"),
    ("graphs", "graphs"),
    ("breaks", "graph breaks"),
    ("recompiles", "recompiles"),
    ("guards", "guards of all entries"),
    ("most guards", "guards of the entry that has most"),
    ("failures", "what failed inside depyf"),
    ("compile seconds", "seconds that torch says it compiled"),
    ("run seconds", "seconds on the clock for the whole run under depyf"),
)


def main() -> None:
    """Measures what was asked for, prints it and writes it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="*", help="names in programs/, or paths")
    parser.add_argument("--layers", type=int, nargs="+", default=[USUAL_LAYERS])
    parser.add_argument("--out", type=Path, help="where the figures are kept (JSON)")
    parser.add_argument("--against", type=Path, help="an earlier result (JSON)")
    parser.add_argument("--keep", type=Path, help="where the dumps are left")
    options = parser.parse_args()
    sys.path.insert(0, str(SOURCE))
    earlier = {}
    if options.against:
        earlier = json.loads(options.against.read_text("utf-8"))["programs"]
    results: dict[str, Figures] = {}
    report = {**described(), "programs": results}
    with tempfile.TemporaryDirectory() as temporary:
        root = options.keep or Path(temporary)
        for name, command in commands(options.programs, options.layers):
            figures = measured(command, (root / name).resolve())
            if figures is None:
                continue
            results[name] = figures
            print(*shown(name, figures, earlier.get(name)), sep="\n", flush=True)
            if options.out:
                options.out.parent.mkdir(parents=True, exist_ok=True)
                options.out.write_text(json.dumps(report, indent=1) + "\n")
    print(*table(results, earlier), sep="\n")


def commands(names: list[str], layers: list[int]) -> Iterator[tuple[str, list[str]]]:
    """Yield what each run is called, and the program with its arguments."""
    known = sorted(PROGRAMS.glob("*.py"))
    wanted = [
        Path(name) if name.endswith(".py") else known_path(name) for name in names
    ]
    for path in wanted or known:
        if path.stem == LAYERED:
            for count in layers:
                title = LAYERED if count == USUAL_LAYERS else f"{LAYERED}-{count}"
                yield title, [str(path.resolve()), str(count)]
        else:
            yield path.stem, [str(path.resolve())]


def known_path(name: str) -> Path:
    """Return the program of that name."""
    path = PROGRAMS / f"{name}.py"
    if not path.is_file():
        sys.exit(f"no program {name!r} in {PROGRAMS.name}/")
    return path


def measured(command: list[str], folder: Path) -> Figures | None:
    """Run a program under depyf and return the figures of what was written.

    None, and a word about it, where the program fails: a package may be missing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    dump = folder / "dump"
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "depyf", "run", "--out", str(dump), *command],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(
                filter(None, [str(SOURCE), os.environ.get("PYTHONPATH", "")])
            ),
            "TORCHINDUCTOR_CACHE_DIR": str(folder / "cache"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - started
    if done.returncode:
        last = done.stderr.strip().splitlines()[-4:]
        print(f"{command[0]} ended with {done.returncode}:", *last, sep="\n  ")
        return None
    return {
        **of_index((dump / "index.md").read_text("utf-8")),
        **of_full_code([p.read_text("utf-8") for p in dump.glob("full_code_*.py")]),
        **of_sizes(dump),
        **of_making(dump),
        **of_run(json.loads((dump / "summary.json").read_text("utf-8"))),
        "run seconds": round(seconds, 1),
    }


def of_index(text: str) -> Figures:
    r"""Return the figures of an index.

    >>> figures = of_index("# title\n\n## Findings\nentry 1\nentry 2\n")
    >>> figures["index repeated"], figures["before finding"]
    (1, 2)
    """
    lines = text.splitlines()
    found = (n for n, line in enumerate(lines) if _FINDINGS.match(line))
    alike = [_NUMBER.sub("#", line) for line in lines if line.strip()]
    return {
        "index lines": len(lines),
        "index longest": max(map(len, lines), default=0),
        "index repeated": len(alike) - len(set(alike)),
        "before finding": next(found, None),
        "index addresses": len(_ADDRESS.findall(text)),
    }


def of_full_code(texts: list[str]) -> Figures:
    """Return the figures of all `full_code` files."""
    lines = [text.splitlines() for text in texts]
    return {
        "full_code files": len(texts),
        "full_code lines": max(map(len, lines), default=0),
        "full_code all": sum(map(len, lines)),
        "full_code longest": max(
            (len(one) for text in lines for one in text), default=0
        ),
        "full_code bytes": sum(len(text.encode()) for text in texts),
        "full_code addresses": sum(len(_ADDRESS.findall(text)) for text in texts),
    }


def of_sizes(dump: Path) -> Figures:
    """Return the bytes of the files that there is one of."""
    from depyf.capture.journal import JOURNAL
    from depyf.model.file_names import REPORT, SUMMARY

    named = {"html bytes": REPORT, "summary bytes": SUMMARY, "journal bytes": JOURNAL}
    return {title: (dump / name).stat().st_size for title, name in named.items()}


def of_making(dump: Path) -> Figures:
    """Return the processor time that each step from the journal to a file takes."""
    from depyf.capture.journal import JOURNAL, read_journal
    from depyf.model.build import fold
    from depyf.model.file_names import INDEX, REPORT, SUMMARY

    started = time.process_time()
    fold(read_journal(dump / JOURNAL))
    figures: Figures = {"fold seconds": round(time.process_time() - started, 3)}
    named = {"index": INDEX, "html": REPORT, "summary": SUMMARY}
    for title, name in named.items():
        figures[f"{title} seconds"] = round(seconds_to_make(dump, name), 3)
    report = seconds_to_make(dump, SUMMARY, REPORT, INDEX)
    figures["report seconds"] = round(report, 3)
    return figures


def seconds_to_make(dump: Path, *names: str) -> float:
    """Return the processor time to make files from the model, nothing made before."""
    from depyf.capture.journal import JOURNAL, read_journal
    from depyf.model.build import fold
    from depyf.render.files import generated_files

    files = dict(generated_files(fold(read_journal(dump / JOURNAL))))
    started = time.process_time()
    for name in names:
        files[name]()
    return time.process_time() - started


def of_run(summary: dict[str, object]) -> Figures:
    """Return the figures of what torch did, as ``summary.json`` has them."""
    totals = summary["totals"]
    frames = summary["frames"]
    assert isinstance(totals, dict)
    assert isinstance(frames, list)
    entries = [
        compilation
        for frame in frames
        for compilation in frame["compilations"]
        if "entry" in compilation
    ]
    guards = [guards_of(entry) for entry in entries]
    failures = summary["failures"]
    assert isinstance(failures, list)
    return {
        "entries": len(entries),
        "graphs": totals["graphs"],
        "breaks": totals["graph_breaks"],
        "recompiles": totals["recompiles"],
        "guards": sum(guards),
        "most guards": max(guards, default=0),
        "failures": len(failures),
        "compile seconds": totals["compile_seconds"],
    }


def guards_of(compilation: dict[str, object]) -> int:
    """Return how many guards an entry has; a later schema may count them itself."""
    guards = compilation.get("guards", ())
    if not isinstance(guards, (list, tuple)):
        return int(str(guards))
    # From schema 2 on: pairs of the first and the last of a range of shared guards.
    pairs = [one for one in guards if isinstance(one, (list, tuple))]
    return sum(last - first + 1 for first, last in pairs) if pairs else len(guards)


def shown(name: str, figures: Figures, before: Figures | None) -> Iterator[str]:
    """Yield the lines about one program, an earlier result beside the new one."""
    yield f"{name}:"
    for title, meaning in COLUMNS:
        now = short(figures.get(title))
        was = f"{short(before.get(title)):>10} -> " if before else ""
        yield f"  {title:20}{was}{now:>10}  {meaning}"


def short(figure: Figure) -> str:
    """Return a figure as people read it.

    >>> short(1234567), short(0.25), short(None)
    ('1,234,567', '0.25', 'none')
    """
    return "none" if figure is None else f"{figure:,}"


def table(results: dict[str, Figures], earlier: dict[str, Figures]) -> Iterator[str]:
    """Yield a Markdown table: a row for each figure, a column for each program."""
    yield f"| | {' | '.join(results)} |"
    yield f"|---|{'---:|' * len(results)}"
    for title, _ in COLUMNS:
        cells = []
        for name, figures in results.items():
            now, was = figures.get(title), earlier.get(name, {}).get(title)
            changed = name in earlier and was != now
            cells.append(f"{short(was)} → {short(now)}" if changed else short(now))
        yield f"| {title} | {' | '.join(cells)} |"


def described() -> dict[str, object]:
    """Return the versions that a result belongs to; the revision is that of `src`."""
    import torch

    changed = git("status", "--porcelain", "--", str(SOURCE))
    return {
        "date": dt.date.today().isoformat(),
        "revision": git("log", "-1", "--format=%h", "--", str(SOURCE))
        + ("-dirty" if changed else ""),
        "python": platform.python_version(),
        "torch": str(torch.__version__),
    }


def git(*arguments: str) -> str:
    """Return what git prints about this repository; nothing where it cannot."""
    command = ["git", "-C", str(HERE), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()


if __name__ == "__main__":
    main()
