"""The checks that take too long for every change, and CI's checks on this machine.

    nox -s tests        the tests that need no torch, on every CPython 3.8-3.15 found
    nox -s torch        the tests with torch, on pairs of Python and torch
    nox -s gallery      small models of many kinds, with and without depyf; kept in JSON
    nox -s corpus       the decompiler on the standard library, on every CPython found
    nox -s fuzz         generated code, on every CPython found; kept in a JSON file
    nox -s hostile      damaged logs, journals and manifests; kept in JSON files
    nox -s mutants      code objects and compiled files with anything changed
    nox -s execution    CPython's own tests, run on decompiled code
    nox -s dynamo       PyTorch's own tests of Dynamo, on code that is handed out
    nox -s lint         formatting, lint rules, types
    nox -s package      wheel and sdist: what is in them, and a program that uses one
    nox -s types        whether every public name has a full type, for type checkers

Interpreters are looked for on PATH, in pyenv, and in DEPYF_PYTHONS (paths of
interpreters, separated as PATH is). What follows `--` is handed to pytest.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Iterator

import nox

SUPPORTED = [f"3.{minor}" for minor in range(8, 16)]
TORCH_PAIRS = [
    ("3.8", "2.2.2"),
    ("3.10", "2.4.1"),
    ("3.12", "2.6.0"),
    ("3.12", "2.8.0"),
    ("3.13", "2.9.1"),
    ("3.13", "2.11.0"),
    ("3.11", "2.13.0"),
    ("3.13", "2.14.1"),
    ("3.11", "2.15.0"),
    ("3.13", "2.15.0"),
    ("3.14", "2.15.0"),
    ("3.15", "2.15.0"),
]
GALLERY = [
    ("3.11", "2.13.0", "0.28.*"),
    ("3.13", "2.15.0", "0.30.*"),
    ("3.13", "2.9.1", "0.24.*"),
]
WITH_MODELS = {"2.13.0", "2.15.0"}
DYNAMO_SUITE = Path(__file__).parent / "../shared/tools/dynamo_suite"
WITHOUT_TORCH = "not torch and not models and not browser"

nox.options.sessions = ["lint", "tests"]
nox.options.default_venv_backend = "virtualenv"


def folders_of_interpreters() -> Iterator[str]:
    """Where interpreters may lie beside PATH, newest patch release first."""
    listed = os.environ.get("DEPYF_PYTHONS", "").split(os.pathsep)
    yield from (str(Path(path).parent) for path in listed if path)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    by_patch = sorted(
        pyenv.glob("versions/3.*.*/bin"),
        key=lambda path: [int(n) for n in path.parent.name.split(".") if n.isdigit()],
    )
    yield from (str(path) for path in reversed(by_patch))


os.environ["PATH"] = os.pathsep.join(
    [*folders_of_interpreters(), os.environ.get("PATH", "")]
)
FOUND = [version for version in SUPPORTED if shutil.which(f"python{version}")]


@nox.session(python=FOUND)
def tests(session: nox.Session) -> None:
    session.install("-e", ".[test]")
    session.run("pytest", "-n", "auto", "-m", WITHOUT_TORCH, *session.posargs)


@nox.session
@nox.parametrize(("python", "torch"), TORCH_PAIRS)
def torch(session: nox.Session, torch: str) -> None:
    # Up to 2.2 torch is built against the numpy of its day.
    session.install(
        f"torch=={torch}", "numpy<2" if torch.startswith("2.2.") else "numpy"
    )
    extras = "test,models" if torch in WITH_MODELS else "test"
    session.install("-e", f".[{extras}]")
    session.run("pytest", "-n", "2", "tests/torch", *session.posargs)
    # Each of these takes about 5 GB; a failing one is left for a look.
    shutil.rmtree(session.virtualenv.location, ignore_errors=True)


@nox.session(venv_backend="uv")
@nox.parametrize(("python", "torch", "torchvision"), GALLERY)
def gallery(session: nox.Session, torch: str, torchvision: str) -> None:
    """What follows `--` goes to `python -m gallery.run`: names of models, or options.

    Goes on where it stopped; results are in `gallery/results`, the pages made of them
    in `docs/gallery`. torchvision works only beside the build of torch that it was made
    for, the one with CUDA, which is what uv takes.
    """
    # uv compiles nothing by itself, and imports are a large part of the time.
    packages = [f"torch=={torch}", f"torchvision=={torchvision}"]
    session.install("--compile-bytecode", *packages)
    session.install("--compile-bytecode", "-e", ".[gallery]")
    # A fault is told by the exit code, when all models have run and the pages are made.
    codes = [0, 1]
    session.run("python", "-m", "gallery.run", *session.posargs, success_codes=codes)
    session.run("python", "-m", "gallery.pages")


@nox.session(python=FOUND)
def corpus(session: nox.Session) -> None:
    """What follows `--` goes to the script: `--judge FOLDER`, packages; else a sample.

    `--kinds all` takes every code object on its own, `--kinds modules` whole modules.

    The sample is the one whose figures are kept in `tests/corpus/ratchet.json`.
    """
    session.install("-e", ".")
    arguments = session.posargs or ["--limit", "300"]
    session.run("python", "tests/corpus/measure.py", *arguments)


@nox.session(python=FOUND)
def fuzz(session: nox.Session) -> None:
    """What follows `--` is KIND COUNT, once or more often; see `tests/fuzz/measure.py`.

    Goes on where the last run of this revision ended; results are in
    `tests/fuzz/results.json`.
    """
    session.install("-e", ".")
    some = ["programs", "500", "flow", "200", "mutants", "200", "bytes", "500"]
    session.run("python", "-m", "tests.fuzz.measure", *(session.posargs or some))


@nox.session
def hostile(session: nox.Session) -> None:
    """Reports on changed logs and journals, runs with changed manifests, large reports.

    Results are in `tests/hostile/results_traces.json`, `results_journals.json`,
    `results_manifests.json` and `results_scale.json`. What follows `--` is the number
    of each kind, 5,000 by default.
    """
    session.install("-e", ".[test]")
    count = session.posargs[0] if session.posargs else "5000"
    folder = Path("tests", "hostile")
    for module, option, kept in (
        ("measure_traces", [count], "results_traces.json"),
        ("mutate_journals", ["--count", count], "results_journals.json"),
        ("mutate_manifests", ["--count", count], "results_manifests.json"),
        ("measure_scale", [], "results_scale.json"),
    ):
        place = str(folder / kept)
        session.run("python", "-m", f"tests.hostile.{module}", *option, "--out", place)


@nox.session(python=FOUND)
def mutants(session: nox.Session) -> None:
    """Code objects and compiled files with anything changed: no crash, no hang.

    What follows `--` is COUNT [FIRST_SEED]; see `tests/hostile/mutated_code.py`.
    Results are in `tests/hostile/results_code_*.json` and `results_pyc_*.json`.
    """
    session.install("-e", ".")
    count = session.posargs or ["5000"]
    for kind, option in (("code", []), ("pyc", ["--pyc"])):
        kept = f"tests/hostile/results_{kind}_{session.python}.json"
        words = [*count, *option, "--out", kept]
        # What fails is in the file, and the other kind is measured as well.
        codes = [0, 1]
        command = ["python", "-m", "tests.hostile.mutated_code", *words]
        session.run(*command, success_codes=codes)


@nox.session(python=FOUND)
def execution(session: nox.Session) -> None:
    """CPython's own tests on decompiled code; see `tests/execution/compare.py`.

    With `--keep`, outcomes are written to `tests/execution/results.json`.
    """
    session.install("-e", ".")
    session.run("python", "tests/execution/compare.py", *session.posargs)


@nox.session
@nox.parametrize(("python", "torch"), [("3.11", "2.13.0"), ("3.13", "2.15.0")])
def dynamo(session: nox.Session, torch: str) -> None:
    """PyTorch's own tests of Dynamo; what follows `--` are modes, by default all three.

    DEPYF_DYNAMO_SUITE names the folder of ``suite.py``, DEPYF_PYTORCH_TESTS that of
    PyTorch's ``test/dynamo``; else both are looked for beside this repository. No test
    may be lost, and every code object has to be replaced.
    """
    suite = Path(os.environ.get("DEPYF_DYNAMO_SUITE", DYNAMO_SUITE)).resolve()
    if not (suite / "suite.py").is_file():
        session.error(f"no suite.py in {suite}: name its folder in DEPYF_DYNAMO_SUITE")
    tests = os.environ.get("DEPYF_PYTORCH_TESTS")
    if tests is None:
        folder = str(Path(session.create_tmp()) / "pytorch")
        get = str(suite / "get-pytorch-tests")
        printed = session.run(get, folder, external=True, silent=True)
        tests = str(printed).strip().splitlines()[-1]
    packages = ["numpy", "pytest", "expecttest", "hypothesis", "parameterized"]
    session.install(f"torch=={torch}", *packages)
    session.install("-e", ".")
    kept = Path(session.create_tmp())
    for mode in session.posargs or ["hook", "prepare_debug", "install"]:
        result = kept / f"dynamo-{torch}-{mode}.json"
        session.run(
            "python",
            str(suite / "suite.py"),
            *("--tests", tests, "--python", f"{session.bin}/python"),
            *("--tool-path", "src", "--json", str(result), "--mode", mode),
            *("--baseline", str(kept / f"dynamo-{torch}-baseline.json")),
        )
        found = json.loads(result.read_text("utf-8"))
        codes = found["codes"]
        print(f"{mode}: lost {len(found['lost'])}, replaced {codes['replaced']}")
        if found["lost"] or codes["replaced"] < codes["total"]:
            session.error(f"{mode}: see {result}")


@nox.session
def lint(session: nox.Session) -> None:
    session.install("-e", ".[lint]")
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")
    session.run("mypy")


@nox.session
def package(session: nox.Session) -> None:
    """What is built is left in the session's folder, in ``tmp/dist``."""
    session.install("-e", ".[release]")
    made = Path(session.create_tmp()).resolve() / "dist"
    shutil.rmtree(made, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", str(made), ".")
    files = [str(path) for path in sorted(made.iterdir())]
    session.run("twine", "check", "--strict", *files)
    session.run("python", "-m", "tests.package.contents", *files)
    wheel = next(path for path in files if path.endswith(".whl"))
    session.install("--force-reinstall", "--no-deps", wheel)
    program = Path("tests/package/program.py").resolve()
    with session.chdir(made.parent):  # where no source of depyf lies
        session.run("python", str(program))
        session.run("depyf", "doctor")
        session.run("mypy", "--strict", str(program))
        session.run("pyright", str(program))


@nox.session
def types(session: nox.Session) -> None:
    session.install(".", "pyright>=1.1.400")
    with session.chdir(session.create_tmp()):  # pyright looks at what is installed
        session.run("pyright", "--verifytypes", "depyf", "--ignoreexternal")
