"""Records the journals that findings are tested on without torch.

``python -m tests.findings.record [NAME ...]`` runs the problems (all by default) under
depyf and keeps what findings and index are made from, with paths of no machine.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import tempfile
from pathlib import Path

from depyf.capture.journal import read_journal
from depyf.model.serialize import event_to_json
from depyf.model.stages import CAPTURED

from .problems import PROBLEMS
from .run import HERE, SOURCE, run

JOURNALS = HERE / "journals"
_DROPPED = {"raw", "runnable_graph", "kernel"}
_PACKAGES = re.compile(r"[^\s\"']*/(?:site|dist)-packages/")
_PYTHON = re.compile(r"[^\s\"']*/lib/python3\.\d+/")
_FILE_COMMENT = re.compile(r"^\s*# File: .*$", re.MULTILINE)


def record(name: str) -> None:
    """Run one problem and keep its journal."""
    with tempfile.TemporaryDirectory() as folder:
        dump = run(name, Path(folder))
        lines = []
        for event in read_journal(dump.folder / "journal.jsonl"):
            data = event_to_json(event)
            if data["kind"] in _DROPPED:
                continue
            if data["kind"] == "graph":
                if data["stage"] != CAPTURED:
                    continue
                data["text"] = "\n".join(_FILE_COMMENT.findall(str(data["text"])))
            data.pop("platform", None)
            text = json.dumps(data, separators=(",", ":"))
            text = text.replace(folder, "/home/user")
            text = text.replace(str(SOURCE), "/lib/site-packages")
            text = _PACKAGES.sub("/lib/site-packages/", text)
            lines.append(_PYTHON.sub("/lib/python3/", text))
    JOURNALS.mkdir(exist_ok=True)
    packed = gzip.compress("\n".join(lines).encode(), mtime=0)
    (JOURNALS / f"{name}.jsonl.gz").write_bytes(packed)


def main(names: list[str]) -> None:
    """Record these problems, all of them by default."""
    for name in names or [one.name for one in PROBLEMS]:
        record(name)
        print(name, (JOURNALS / f"{name}.jsonl.gz").stat().st_size, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
