"""Print what the records of two releases of torch differ in: names, fields, body keys.

    python -m tests.torch.changed_records BEFORE AFTER

Each side is a log of ``TORCH_TRACE``, a folder of such logs, or a ``journal.jsonl``
that depyf wrote.  Run the same program with both releases; what only one of them has is
listed with the number of records that have it.  A name that no row of
`depyf.capture.trace_table.RECORDS` reads is marked: it is kept as it comes, or dropped.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Iterator, Mapping

from depyf.capture.trace_input import record_about, record_name
from depyf.capture.trace_table import DROPPED, rows_of
from depyf.model.packed import Unpacker
from depyf.model.serialize import EVENT_TYPES
from depyf.reading.left_out import LeftOut
from depyf.torch_text.trace import read_records

EVERY = "(every record)"
# Numbers in a name are of one graph or one function.
_NUMBER = re.compile(r"\d+")


def main(arguments: list[str]) -> int:
    """Print the differences of two places; return 1 if there are any, 2 if misused."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    before, after = (counted(Path(one)) for one in arguments)
    lines = list(differences(before, after))
    print("\n".join(lines) or "no difference")
    return 1 if lines else 0


def differences(before: Counter[str], after: Counter[str]) -> Iterator[str]:
    """Yield a line for each name that only one of the places has."""
    changed = before.keys() ^ after.keys()
    for name in sorted(changed):
        record, _, part = name.partition(" ")
        if part and record in changed:
            continue  # the parts of a record come and go with it
        side, number = "gone" if name in before else "new ", before[name] + after[name]
        yield f"{side}  {name}  ({number} records{_unknown(name)})"


def _unknown(name: str) -> str:
    record, _, part = name.partition(" ")
    if part or record in EVENT_TYPES or name.startswith(EVERY):
        return ""
    if record in DROPPED:
        return "; dropped"
    return "; no row reads it" if [row.name for row in rows_of(record)] == ["*"] else ""


def counted(place: Path) -> Counter[str]:
    """Return how many records of a place have each name, field and key of a body."""
    found: Counter[str] = Counter()
    files = sorted(place.glob("*.log")) if place.is_dir() else [place]
    for file in files:
        with file.open(encoding="utf-8", errors="replace") as lines:
            read = _of_journal if file.suffix == ".jsonl" else _of_log
            for names in read(lines):
                found.update(names)
    if not found:
        sys.exit(f"{place} holds no record")
    return found


def _of_log(lines: Iterator[str]) -> Iterator[set[str]]:
    numbered = enumerate((line.rstrip("\n") for line in lines), start=1)
    for _, metadata, body in read_records(numbered, LeftOut()):
        name = _NUMBER.sub("N", record_name(metadata))
        names = {name, *(f"{name} .{key}" for key in record_about(metadata))}
        names |= {f"{name} body: {_NUMBER.sub('N', key)}" for key in _object(body)}
        kind = name.partition(":")[0]
        names |= {f"{EVERY} {key}" for key in metadata if _NUMBER.sub("N", key) != kind}
        yield names


def _of_journal(lines: Iterator[str]) -> Iterator[set[str]]:
    for line in lines:
        event = Unpacker().unpacked(_object(line))
        kind = str(event.get("kind"))
        yield {kind, *(f"{kind} .{key}" for key in event)}


def _object(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text) if text.lstrip().startswith("{") else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
