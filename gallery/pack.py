"""Keeps of a dump what people read, in one compressed file a model."""

from __future__ import annotations

import io
import lzma
import re
import site
import sysconfig
import tarfile
from pathlib import Path
from typing import Any, Iterator

from gallery.origin import ROOT

PACKED_RELEASE = "2.13"
FOLDER = Path(__file__).resolve().parent / "dumps"
LIMIT = 150_000  # bytes a model
_INDEX, _CODE = "index.md", "full_code_for_*.py"
_ENTRIES, _CAPTURED = "__transformed_code_*.py", "*.Captured_Graph.*.py"
# The first of these that is small enough is kept.
CHOICES = {
    "": (_INDEX, "*.py"),
    "graphs after the captured one, and kernels": (_INDEX, _CODE, _ENTRIES, _CAPTURED),
    "graphs and kernels": (_INDEX, _CODE, _ENTRIES),
    "graphs, kernels and the code of entries": (_INDEX, _CODE),
}
_TEMPORARY = re.compile(r"/(?:tmp|var|home|root|Users)/[^\s'\"`:()<>]*/")


def packed(
    name: str, dumps: Path, target: Path = FOLDER, limit: int = LIMIT
) -> dict[str, Any]:
    """Packs the dumps of a model's cases.

    Returns:
        `bytes` of the file and, where it would have been larger than the limit,
        `left_out`: what is not in it, in words.
    """
    target.mkdir(parents=True, exist_ok=True)
    path = target / f"{name}.tar.xz"
    for left_out, patterns in CHOICES.items():
        data = archive(dict(_texts(dumps, patterns)))
        if len(data) <= limit:
            new = path.with_suffix(".new")
            new.write_bytes(data)
            new.replace(path)
            told = {"left_out": left_out} if left_out else {}
            return {"bytes": len(data), **told}
    path.unlink(missing_ok=True)
    return {"bytes": 0, "left_out": "everything: even the code alone is too large"}


def unpacked(path: Path) -> dict[str, str]:
    """Returns the files of a packed dump: `CASE/NAME` to the text."""
    found: dict[str, str] = {}
    with tarfile.open(path, "r:xz") as files:
        for member in files:
            content = files.extractfile(member)
            if content is not None:
                found[member.name] = content.read().decode("utf-8")
    return found


def archive(texts: dict[str, str]) -> bytes:
    """Returns a compressed archive: the same bytes for the same texts."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as files:
        for name in sorted(texts):
            data = texts[name].encode("utf-8")
            member = tarfile.TarInfo(name)
            member.size = len(data)
            files.addfile(member, io.BytesIO(data))
    return lzma.compress(buffer.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def _texts(dumps: Path, patterns: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for case in sorted(path for path in dumps.glob("*") if path.is_dir()):
        for pattern in patterns:
            for path in case.glob(pattern):
                text = path.read_text("utf-8", errors="replace")
                yield f"{case.name}/{path.name}", without_folders(text, dumps)


def without_folders(text: str, dumps: Path) -> str:
    """Returns a text in which paths begin at the package that they are of.

    No path of this machine is left: what is of no package begins at its last folder.
    """
    for folder in _folders(dumps):
        text = text.replace(f"{folder}/", "")
    return _TEMPORARY.sub(".../", text)


def _folders(dumps: Path) -> list[str]:
    """Returns the folders in which things lie here, those inside others first."""
    found = [
        *site.getsitepackages(),
        str(ROOT),
        sysconfig.get_path("stdlib"),
        str(dumps),
    ]
    found += [str(Path(folder).resolve()) for folder in found]
    return sorted(set(found), key=len, reverse=True)
