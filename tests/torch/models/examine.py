"""Runs models with and without depyf, and keeps what came of it.

    python -m tests.torch.models.examine [NAME ...]

Each model runs in two processes, one of them under depyf: inference and training with
`eager` and `aot_eager`, some also with Inductor. Goes on where the last run of this
revision and torch ended. Results are in `results.json`, by torch and Python.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.torch.models import judge

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
RESULTS = HERE / "results.json"
SECONDS = 1800
PLAIN = ("eager-infer", "eager-train", "aot_eager-infer", "aot_eager-train")
WITH_KERNELS = ("inductor-infer", "inductor-train")
# Dear, hence few.
BY_INDUCTOR = {"bert", "vit", "albert"}


def examined(name: str, cases: tuple[str, ...], folder: Path) -> dict[str, Any]:
    """Runs a model in a folder; returns what was judged and what is wrong."""
    # First under depyf, so that Inductor's cache is empty for it.
    seen, stderr = _run(name, cases, folder, "yes")
    plain, _ = _run(name, cases, folder, "no")
    wrong = [line for line in stderr.splitlines() if "depyf" in line]
    judged: dict[str, Any] = {}
    for case in cases:
        dump = folder / "dump" / case
        if seen[case]["results"] != plain[case]["results"]:
            wrong.append(f"{case}: other results than without depyf")
        wrong += [
            f"{case}: {fault}" for fault in judge.faults(dump, seen[case]["told"])
        ]
        judged[case] = judge.counted(dump, seen[case]["told"])
    return {"cases": judged, "wrong": wrong}


def _run(
    name: str, cases: tuple[str, ...], folder: Path, capture: str
) -> tuple[dict[str, Any], str]:
    paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "HF_HUB_OFFLINE": "1",
        # Parallel scatter-adds are not deterministic, with or without depyf.
        "OMP_NUM_THREADS": "1",
        "TORCHINDUCTOR_COMPILE_THREADS": "1",
        "TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor"),
    }
    program = [sys.executable, "-m", "tests.torch.models.program"]
    done = subprocess.run(
        [*program, name, ",".join(cases), capture],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]), done.stderr


def main() -> None:
    """Examines what is named, or all; writes results down after each."""
    import torch
    import transformers

    from tests.torch.models import zoo

    environment = f"torch {torch.__version__}, Python {platform.python_version()}"
    revision = subprocess.run(
        ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    here = kept.setdefault(environment, {})
    for name in sys.argv[1:] or zoo.ZOO:
        if here.get(name, {}).get("revision") == revision and not sys.argv[1:]:
            continue
        cases = PLAIN + (WITH_KERNELS if name in BY_INDUCTOR else ())
        with tempfile.TemporaryDirectory() as folder:
            found = examined(name, cases, Path(folder))
        print(name, json.dumps(found), flush=True)
        here[name] = {
            "kind": zoo.ZOO[name].kind,
            "revision": revision,
            "date": dt.date.today().isoformat(),
            "transformers": transformers.__version__,
            **found,
        }
        RESULTS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
    wrong = [f"{name}: {fault}" for name in here for fault in here[name]["wrong"]]
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
