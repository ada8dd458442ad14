"""Records the journal ``breaks_and_recompiles``.

``python -m tests.render.record_drawn`` keeps what drawings are made from, with paths of
no machine.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import depyf
from depyf.capture.journal import read_journal
from depyf.model.serialize import event_to_json

HERE = Path(__file__).parent
SOURCE = str(Path(depyf.__file__).parents[1])
_DROPPED = {"raw", "source_text", "runnable_graph", "cache_lookup", "kernel"}
_PACKAGES = re.compile(r"[^\s\"']*/(?:site|dist)-packages/")
# torch cuts the beginning of long paths in the texts of guards.
_OWN = re.compile(r"[^\s\"']*/render/drawn\.py")


def main() -> None:
    """Run the program and keep its journal."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "depyf", "run", "--out", folder]
        subprocess.run([*command, str(HERE / "drawn.py")], check=True)
        lines = []
        for event in read_journal(Path(folder) / "journal.jsonl"):
            data = event_to_json(event)
            if data["kind"] in _DROPPED:
                continue
            if data["kind"] == "run_started":
                data = {"kind": "run_started", "program": "drawn.py", "arguments": ""}
                data["torch_version"] = getattr(event, "torch_version", "")
            if "stack" in data:
                data["stack"] = data["stack"][-1:]
            text = json.dumps(data).replace(SOURCE, "/lib/site-packages")
            text = _OWN.sub("/home/user/drawn.py", text)
            lines.append(_PACKAGES.sub("/lib/site-packages/", text))
    target = HERE / "journals" / "breaks_and_recompiles.jsonl"
    target.write_bytes("\n".join([*lines, ""]).encode())


if __name__ == "__main__":
    main()
