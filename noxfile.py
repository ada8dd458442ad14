"""The checks that are too dear for every change, and CI's without its machine.

    nox -s tests        the tests that need no torch, on every CPython 3.8-3.15 found
    nox -s torch        all tests, on pairs of Python and torch
    nox -s lint         formatting, lint rules, types

Interpreters are looked for on PATH, in pyenv, and in DEPYF_PYTHONS (paths of
interpreters, separated as PATH is).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Iterator

import nox

SUPPORTED = [f"3.{minor}" for minor in range(8, 16)]
TORCH_PAIRS = [("3.11", "2.13.0"), ("3.13", "2.15.0"), ("3.15", "2.15.0")]

nox.options.sessions = ["lint", "tests"]
nox.options.default_venv_backend = "virtualenv"


def candidates() -> Iterator[str]:
    yield from filter(None, os.environ.get("DEPYF_PYTHONS", "").split(os.pathsep))
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from map(str, sorted(pyenv.glob("versions/*/bin/python"), reverse=True))
    yield from filter(None, (shutil.which(f"python{v}") for v in SUPPORTED))


def found_interpreters() -> dict[str, str]:
    """The path of one interpreter for each supported version that is there."""
    found: dict[str, str] = {}
    for path in candidates():
        asked = subprocess.run(
            [path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
            capture_output=True,
            text=True,
            check=False,
        )
        version = asked.stdout.strip()
        if asked.returncode == 0 and version in SUPPORTED:
            found.setdefault(version, path)
    return found


INTERPRETERS = found_interpreters()


def by_version(version: str) -> str:
    return INTERPRETERS.get(version, version)


@nox.session(python=[by_version(v) for v in SUPPORTED if v in INTERPRETERS])
def tests(session: nox.Session) -> None:
    session.install("-e", ".[test]")
    session.run("pytest", "-n", "auto", "-m", "not torch and not models")


@nox.session
@nox.parametrize(("python", "torch"), [(by_version(p), t) for p, t in TORCH_PAIRS])
def torch(session: nox.Session, torch: str) -> None:
    session.install(f"torch=={torch}")
    session.install("-e", ".[test,models]")
    session.run("pytest", "-n", "2", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    session.install("-e", ".[lint]")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("mypy")
