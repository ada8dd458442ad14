"""What is kept of all runs: one JSON file a release of torch."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any, Dict

FOLDER = Path(__file__).resolve().parent / "results"
Results = Dict[str, Dict[str, Any]]  # by the name of the model

_ENCODER = json.JSONEncoder(ensure_ascii=True, sort_keys=True)
_SPREAD = 4  # levels: models, facts of each, cases, figures of each


def file_of(torch: str, folder: Path = FOLDER) -> Path:
    """Returns where the results of a release are kept.

    >>> file_of("2.13.0+cu130").name
    'torch-2.13.json'
    """
    major, minor = torch.split(".")[:2]
    return folder / f"torch-{major}.{minor}.json"


def releases(folder: Path = FOLDER) -> dict[str, Results]:
    """Returns all results by release, in the order of releases."""
    found = {
        path.stem.partition("-")[2]: read(path) for path in folder.glob("torch-*.json")
    }
    return dict(sorted(found.items(), key=lambda item: release_key(item[0])))


def release_key(release: str) -> tuple[int, ...]:
    """Returns what releases are sorted by: 2.9 comes before 2.13."""
    return tuple(int(part) for part in release.split("."))


def read(path: Path) -> Results:
    """Returns what a file holds, nothing if there is none."""
    if not path.exists():
        return {}
    found: Results = json.loads(path.read_text("utf-8"))
    return found


def keep(path: Path, name: str, result: dict[str, Any]) -> None:
    """Puts one result into a file, which other runs may be writing to."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        write(path, {**read(path), name: result})


def write(path: Path, results: Results) -> None:
    """Replaces a file at once: an interrupt leaves the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}.new")
    new.write_text(text_of(results), encoding="utf-8")
    new.replace(path)


def text_of(results: Results) -> str:
    """Returns JSON with one figure a line, sorted: a diff shows what changed."""
    return _spread(results, _SPREAD, "\n") + "\n"


def _spread(value: Any, levels: int, newline: str) -> str:  # noqa: ANN401 - JSON
    if not levels or not value or not isinstance(value, dict):
        return _ENCODER.encode(value)
    inner = newline + " "
    items = (
        f"{_ENCODER.encode(key)}: {_spread(value[key], levels - 1, inner)}"
        for key in sorted(value)
    )
    return f"{{{inner}{f',{inner}'.join(items)}{newline}}}"
