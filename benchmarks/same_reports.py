"""Do two versions of depyf make the same files of recorded journals?

    python benchmarks/same_reports.py BEFORE AFTER [JOURNAL ...] [--show NAME]

``BEFORE`` and ``AFTER`` are folders with the package ``depyf`` (a ``src``). Each makes
all files of each journal in a process of its own; by default of the journals that the
tests hold. Names of files that differ are printed, with the first lines that differ,
and the exit status is 1 then. ``--show NAME`` prints whole diffs of files whose name
holds ``NAME``.
"""

from __future__ import annotations

import argparse
import difflib
import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_SHOWN_LINES = 6


def main() -> int:
    """Compares two versions on journals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?")
    parser.add_argument("journals", nargs="*", type=Path)
    parser.add_argument("--show", default=None)
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        write(options.write, [options.before, options.after, *options.journals])
        return 0
    journals = options.journals or sorted(_ROOT.glob("tests/*/journals/**/*.jsonl*"))
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "before"), Path(folder, "after")
        made = [
            start(source, target, journals)
            for source, target in ((options.before, before), (options.after, after))
        ]
        codes = [process.wait() for process in made]
        if any(codes):
            return 2
        return compare(before, after, options.show)


def start(source: Path, target: Path, journals: list[Path]) -> subprocess.Popen:
    """Starts a process in which a version writes its files."""
    arguments = [str(path.resolve()) for path in journals]
    return subprocess.Popen(
        [sys.executable, __file__, "--write", str(target), *arguments],
        env={**os.environ, "PYTHONPATH": str(source.resolve()), "PYTHONHASHSEED": "0"},
    )


def write(target: Path, journals: list[Path]) -> None:
    """Makes all files of each journal with the depyf at hand."""
    from depyf.capture.journal import read_journal
    from depyf.model.build import fold
    from depyf.render.files import generated_files

    target.mkdir()
    for number, path in enumerate(journals):
        plain = target / "journal.jsonl"
        raw = path.read_bytes()
        plain.write_bytes(gzip.decompress(raw) if path.suffix == ".gz" else raw)
        folder = target / f"{path.name.split('.')[0]}-{number}"
        folder.mkdir()
        for name, make_text in generated_files(fold(read_journal(plain))):
            try:
                text = make_text()
            except Exception as error:  # compared like a text
                text = f"{type(error).__name__}: {error}"
            (folder / name).write_bytes(_readable(name, text).encode())
        plain.unlink()


def _readable(name: str, text: str) -> str:
    """The text; of a page its data, on lines of their own, without the program."""
    if name.endswith(".html"):
        _, marker, data = text.partition('<script type="application/json"')
        return (marker + data.partition("</script>")[0]).replace("},{", "},\n{")
    return json.dumps(json.loads(text), indent=1) if name.endswith(".json") else text


def compare(before: Path, after: Path, show: str | None) -> int:
    """Prints what differs; 1 if anything does."""
    names = {
        path.relative_to(folder)
        for folder in (before, after)
        for path in folder.rglob("*")
        if path.is_file()
    }
    different = 0
    for name in sorted(names):
        texts = [_lines(before / name), _lines(after / name)]
        if texts[0] == texts[1]:
            continue
        different += 1
        whole = show is not None and show in str(name)
        diff = [
            line
            for line in difflib.unified_diff(*texts, n=0, lineterm="")
            if not line.startswith(("---", "+++", "@@"))
        ]
        print(f"{name}: {len(diff)} lines")
        for line in diff if whole else diff[:_SHOWN_LINES]:
            print(f"    {line if whole else line[:160]}")
    print(f"{different} of {len(names)} files differ")
    return int(bool(different))


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.is_file() else []


if __name__ == "__main__":
    sys.exit(main())
