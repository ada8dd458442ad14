"""Checks what a wheel and an sdist hold: python -m tests.package.contents FILE..."""

from __future__ import annotations

import re
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
#: Made by tools, of no use to others.
LITTER = re.compile(
    r"(^|/)(__pycache__|node_modules|\.git|\.venv[^/]*|\.nox|\.[a-z]+_cache|\.hypothesis|build|dist"
    r"|depyf_debug_dir|[^/]*\.egg-info)(/|$)|\.py[cod]$"
)
BESIDE_THE_CODE = {"pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "PKG-INFO"}
NEEDED = {"depyf/py.typed"} | {
    f"depyf/render/assets/report.{kind}" for kind in ("js", "css")
}


def of_package():
    """The files of the package in this checkout, as a wheel names them."""
    files = (path.relative_to(SOURCE) for path in SOURCE.rglob("*") if path.is_file())
    names = {path.as_posix() for path in files} | set(of_walk_through())
    return {name for name in names if not LITTER.search(name)} | NEEDED


def of_walk_through():
    """The files that `depyf learn` copies, as a wheel names them."""
    for folder, name in (("examples", "programs"), ("docs", "pages")):
        root = ROOT / folder / "walk_through"
        for path in root.rglob("*"):
            if path.is_file():
                yield f"depyf/walk_through/{name}/{path.relative_to(root).as_posix()}"


def problems_of_wheel(names, package):
    """What a wheel lacks, and what it should not hold."""
    for name in sorted(package - names):
        yield f"the wheel lacks {name}"
    for name in sorted(names - package):
        if not re.match(r"depyf-[^/]+\.dist-info/", name):
            yield f"the wheel holds {name}"


def problems_of_sdist(names, package):
    """What an sdist lacks, and what it should not hold; names without its folder."""
    for name in sorted({f"src/{name}" for name in package} | BESIDE_THE_CODE):
        if name not in names:
            yield f"the sdist lacks {name}"
    for name in sorted(filter(LITTER.search, names)):
        yield f"the sdist holds {name}"


def problems(path):
    """What is wrong with a built file."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            return list(problems_of_wheel(set(archive.namelist()), of_package()))
    with tarfile.open(path) as archive:
        names = {one.name.partition("/")[2] for one in archive if one.isfile()}
    return list(problems_of_sdist(names, of_package()))


if __name__ == "__main__":
    found = [one for file in sys.argv[1:] for one in problems(Path(file))]
    sys.exit("\n".join(found) or 0)
