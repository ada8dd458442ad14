"""Records the journals that findings are tested on without torch.

``python -m tests.findings.record [NAME ...]`` runs the problems, or programs of
``benchmarks/programs`` (all problems by default), under depyf and keeps what findings
and index are made from, with paths of no machine.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Iterator

from depyf.capture.journal import read_journal
from depyf.model.serialize import event_to_json
from depyf.model.stages import BACKWARD, CAPTURED, FORWARD
from depyf.torch_text.graph_lines import node_name

from .problems import PROBLEMS
from .run import run, run_text

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
JOURNALS = HERE / "journals"
EXAMPLES = HERE.parents[1] / "benchmarks" / "programs"
_DROPPED = {"raw", "runnable_graph", "kernel"}
_PACKAGES = re.compile(r"[^\s\"']*/(?:site|dist)-packages/")
_PYTHON = re.compile(r"[^\s\"']*/lib/python3\.\d+/")
_LONGEST_NODE = 80


def record(name: str) -> None:
    """Run one problem or program and keep its journal."""
    with tempfile.TemporaryDirectory() as folder:
        example = EXAMPLES / f"{name}.py"
        if example.exists():
            dump = run_text(name, Path(folder), example.read_text("utf-8"))
        else:
            dump = run(name, Path(folder))
        if not (dump.folder / "journal.jsonl").exists():
            return  # nothing was compiled: there is nothing to tell of
        lines = []
        for event in read_journal(dump.folder / "journal.jsonl"):
            data = event_to_json(event)
            if data["kind"] in _DROPPED:
                continue
            if data["kind"] == "graph":
                if data["stage"] not in {CAPTURED, FORWARD, BACKWARD}:
                    continue
                if data["stage"] == CAPTURED:
                    data["text"] = "\n".join(_told(str(data["text"])))
            if data["kind"] == "program_file" and str(ROOT) in str(data["file"]):
                continue  # what started the program
            data.pop("platform", None)
            text = json.dumps(data, separators=(",", ":"))
            text = text.replace(folder, "/home/user")
            # Of a guard's line, torch keeps the end of the path only.
            text = re.sub(rf"[\w/]*{Path(folder).name}/", "user/", text)
            text = text.replace(str(ROOT), "/lib/site-packages")
            text = _PACKAGES.sub("/lib/site-packages/", text)
            lines.append(_PYTHON.sub("/lib/python3/", text))
    packed = gzip.compress("\n".join(lines).encode(), mtime=0)
    folder_of = JOURNALS / "examples" if example.exists() else JOURNALS
    folder_of.mkdir(parents=True, exist_ok=True)
    (folder_of / f"{name}.jsonl.gz").write_bytes(packed)


def _told(graph: str) -> Iterator[str]:
    """Yield the lines of a graph that say where its nodes come from, and the nodes."""
    for line in graph.split("\n"):
        if line.lstrip().startswith("#"):
            yield line
        elif node_name(line):
            yield line[:_LONGEST_NODE]


def main(names: list[str]) -> None:
    """Record these problems, all of them by default."""
    for name in names or [one.name for one in PROBLEMS]:
        record(name)
        print(name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
