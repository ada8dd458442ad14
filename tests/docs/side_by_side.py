"""Writes docs/side_by_side.md: golden cases, each as its author and as depyf wrote it.

PYTHONPATH=src python tests/docs/side_by_side.py        (on the Python named below)
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "side_by_side.md"
#: What the page was written on: each Python compiles, and so reads, a little otherwise.
VERSION = (3, 13)
COUNT = 60

HEAD = """\
# Side by side

{count} functions of the tests: what was written, and what depyf made of the bytecode
that CPython {version} compiled from it. Comments and blank lines leave no bytecode. All
are `exact`; {same} of the {count} came back as they were written.
"""


def chosen(cases):
    """The longest functions of each file of cases, the files in turn."""
    by_file = {}
    for case in cases:
        if case.applies and case.options.get("scope") != "module":
            by_file.setdefault(case.path.stem, []).append(case)
    for group in by_file.values():
        group.sort(key=lambda case: (-len(case.source), case.name))
    found = []
    while len(found) < COUNT:
        for group in by_file.values():
            if group and len(found) < COUNT:
                found.append(group.pop(0))
    return found


def block(title, text):
    """A piece of code under its title; the tests of the docs do not run it."""
    return f"{title}:\n\n```python notest\n{text}\n```\n"


def page(cases, decompiled):
    """The page for these cases."""
    parts, same = [], 0
    for case in chosen(cases):
        source, quality = decompiled(case)
        assert quality == "exact", case.id
        ours = source.strip("\n")
        written = case.text.strip("\n")
        title = case.name.split("_", 1)[-1] if case.name[1:3].isdigit() else case.name
        parts.append(f"## {title.replace('_', ' ').capitalize()} ({case.path.stem})\n")
        if ours.replace("\n\n", "\n") == written.replace("\n\n", "\n"):
            same += 1
            parts.append(block("Written, and given back", written))
        else:
            parts.append(block("Written", written))
            parts.append(block("Given back", ours))
    version = ".".join(map(str, VERSION))
    head = HEAD.format(count=COUNT, version=version, same=same)
    return "\n".join([head, *parts])


if __name__ == "__main__":
    if sys.version_info[:2] != VERSION:
        sys.exit(f"this page is written on CPython {VERSION[0]}.{VERSION[1]}")
    sys.path.insert(0, str(ROOT))
    from tests.test_cases import ALL_CASES, decompiled

    PAGE.write_text(page(ALL_CASES, decompiled), encoding="utf-8")
