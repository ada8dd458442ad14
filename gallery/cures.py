"""Tries edits on models that have breaks or recompiles, and keeps what each did.

    python -m gallery.cures [NAME ...] [--again] [--budget SECONDS]

`depyf cure` runs on `gallery/one.py`, so it may edit the gallery's own models, and no
library. Results are in `gallery/results/cures-X.Y.json`, of the release that runs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping

from gallery import results
from gallery.examine import SETTINGS
from gallery.facts import Model, models
from gallery.origin import ROOT, revision
from gallery.scrub import scrubbed

if TYPE_CHECKING:
    from gallery.results import Results

PROGRAM = Path(__file__).with_name("one.py")
BUDGET = 200
# What rounding may change: of a larger graph, a compiler adds in another order.
_KEEP = ("--keep", "1e-4,1e-6")
#: What is kept of each run; seconds depend on the machine.
FIGURES = (
    *("graph_breaks", "recompiles", "plain_functions", "failures"),
    "compile_seconds",
)
_SAID = ("finding", "file", "line", "what", "verdict", "why", "patch")


def file_of(release: str, folder: Path = results.FOLDER) -> Path:
    """Returns where the edits of a release are kept.

    >>> file_of("2.13").name
    'cures-2.13.json'
    """
    return folder / f"cures-{release}.json"


def of_release(release: str) -> Results:
    """Returns what was tried on the models of a release, nothing if there is none."""
    return results.read(file_of(release))


def to_try(found: Results) -> list[Model]:
    """Returns the models that have something to cure, the quickest first."""
    broken = [m for m in models(found) if m.count("breaks") or m.count("recompiles")]
    return sorted(broken, key=lambda model: (model.seconds, model.name))


def kept(cure: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the part of a `cure.json` that is kept."""
    return {
        **{when: _figures(cure[when]) for when in ("before", "after") if cure[when]},
        "edits": [
            {
                **{name: _said(name, edit[name]) for name in _SAID if name in edit},
                **{w: _figures(edit[w]) for w in ("before", "after") if edit.get(w)},
            }
            for edit in cure["edits"]
        ],
        "remarks": [scrubbed(str(remark)) for remark in cure["remarks"]],
    }


def _said(name: str, value: object) -> object:
    """A patch keeps its lines."""
    return value if name == "patch" or not isinstance(value, str) else scrubbed(value)


def _figures(run: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: run[name] for name in FIGURES if run.get(name) is not None}
    if "compile_seconds" in found:
        found["compile_seconds"] = round(found["compile_seconds"], 1)
    return found


def tried(model: Model, budget: int) -> dict[str, Any]:
    """Runs `depyf cure` on a model."""
    with tempfile.TemporaryDirectory(prefix="gallery-cure-") as out:
        command = [sys.executable, "-m", "depyf", "cure", "--out", out]
        command += [
            "--budget",
            str(budget),
            *_KEEP,
            str(PROGRAM),
            model.name,
            model.case,
        ]
        paths = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
        path = os.pathsep.join(filter(None, paths))
        done = subprocess.run(
            command,
            env={**os.environ, **SETTINGS, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        written = Path(out, "cure.json")
        if not written.exists():
            return {"edits": [], "remarks": [scrubbed(done.stderr[-300:])]}
        return kept(json.loads(written.read_text("utf-8")))


def main(arguments: list[str] | None = None) -> int:
    """Tries what is named, all that was not tried yet by default."""
    import torch

    parser = argparse.ArgumentParser(prog="python -m gallery.cures")
    parser.add_argument("names", nargs="*", help="models; all by default")
    parser.add_argument("--again", action="store_true", help="whatever is kept")
    parser.add_argument("--budget", type=int, default=BUDGET, help="seconds a model")
    chosen = parser.parse_args(arguments)
    release = ".".join(torch.__version__.split(".")[:2])
    path = file_of(release)
    for model in to_try(results.releases().get(release, {})):
        named = not chosen.names or model.name in chosen.names
        known = model.name in results.read(path) and not chosen.again
        if not named or known or not find_spec(model.result["library"]):
            continue
        found = tried(model, chosen.budget)
        about = {"case": model.case, "torch": release, "revision": revision()}
        results.keep(path, model.name, {**about, **found})
        verdicts = [edit["verdict"] for edit in found["edits"]]
        print(model.name, *(verdicts or found["remarks"] or ["none"]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
