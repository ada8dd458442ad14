"""Runs tests on decompiled code; compares their outcomes with those of the original.

    python tests/execution/compare.py                     CPython's own tests, see below
    python tests/execution/compare.py --twins json --whole test.test_json
    python tests/execution/compare.py --pytest --twins toolz -- FOLDER/toolz/tests
    python tests/execution/compare.py --keep              write `results.json`

The modules of ``--twins`` and of the tests themselves run as twins (see `twins.py`).
Outcomes may differ where a test looks at what a text without its layout cannot have:
`explained.json` tells by name which ones do, and why. The script fails on any other.
"""

from __future__ import annotations

import argparse
import collections
import datetime as dt
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
RESULTS = HERE / "results.json"
EXPLAINED = json.loads((HERE / "explained.json").read_text("utf-8"))
SUITES = json.loads((HERE / "suites.json").read_text("utf-8"))


def explanation(test):
    """Why a test may end otherwise; None if it may not."""
    for pattern, reason in EXPLAINED.items():
        if re.search(pattern, test):
            return reason
    return None


def present(modules):
    """Those of the test modules that this Python has."""
    import test

    folder = Path(test.__file__).parent
    for name in modules:
        place = folder.parent.joinpath(*name.split("."))
        is_here = place.is_dir() or place.with_suffix(".py").exists()
        if is_here or not name.startswith("test."):
            yield name


def environment(**changes):
    return {**os.environ, "PYTHONHASHSEED": "0", **changes}


def make_twins(cache, modules, *, whole=False):
    """Writes twins; returns what became of the functions."""
    script = [str(HERE / "twins.py"), str(cache), *modules]
    paths = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, *script, *(["--whole"] if whole else [])],
        env=environment(PYTHONPATH=os.pathsep.join(filter(None, paths))),
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)


def run_python(*arguments, cache=None, folder=None, limit=600):
    """Output of this Python with the twins of a cache, if there is one."""
    changes = {"PYTHONPYCACHEPREFIX": str(cache)} if cache else {}
    frozen = ["-X", "frozen_modules=off"] if sys.version_info >= (3, 11) else []
    done = subprocess.run(
        [sys.executable, *frozen, *arguments],
        env=environment(**changes),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=limit,
    )
    text = done.stdout.decode("utf-8", "replace")
    return f"{text}\nexit code {done.returncode}" if done.returncode else text


def outcomes(module, cache):
    """Outcomes of the tests of a module, by name; of the twins if there is a cache."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out.json")
        script = [str(HERE / "outcomes.py"), str(out), module]
        try:
            output = run_python(*script, cache=cache, folder=folder)
        except subprocess.TimeoutExpired:
            return {module: ["time-out", ""]}
        if not out.exists():
            return {module: ["crash", output[-2000:]]}
        return json.loads(out.read_text("utf-8"))


def pytest_outcomes(target, cache):
    """The same for a file or folder of `pytest` tests."""
    options = ["-q", "-rA", "-p", "no:cacheprovider"]
    output = run_python("-m", "pytest", *options, str(target), cache=cache)
    found = re.findall(
        r"^(PASSED|FAILED|ERROR|XFAIL|XPASS) (\S+)", output, re.MULTILINE
    )
    return {name: [outcome.lower(), ""] for outcome, name in found}


def compare(module, cache, run=outcomes):
    """Counts of one module of tests, and the differences that nothing explains."""
    plain = run(module, None)
    twin = run(module, cache)
    count = collections.Counter(tests=len(plain))
    wrong = {}
    for name in sorted({*plain, *twin}):
        expected, _ = plain.get(name, ("missing", ""))
        found, text = twin.get(name, ("missing", ""))
        count[expected] += 1
        if expected == found:
            continue
        reason = explanation(name)
        count["explained" if reason else "different"] += 1
        if not reason:
            wrong[name] = f"{expected} -> {found}: {text}"
    return count, wrong


def revision():
    done = subprocess.run(
        ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"],
        stdout=subprocess.PIPE,
        check=False,
        encoding="utf-8",
    )
    return done.stdout.strip()


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tests", nargs="*", default=SUITES["tests"])
    parser.add_argument("--twins", nargs="*", default=SUITES["modules"])
    parser.add_argument("--whole", action="store_true", help="modules at once")
    parser.add_argument("--pytest", action="store_true", help="tests are files")
    parser.add_argument("--keep", action="store_true", help="write the results")
    options = parser.parse_args(arguments)
    tests = options.tests if options.pytest else list(present(options.tests))
    run = pytest_outcomes if options.pytest else outcomes
    twins = options.twins if options.pytest else [*options.twins, *tests]
    total = collections.Counter()
    different = {}
    with tempfile.TemporaryDirectory() as cache:
        made = make_twins(cache, twins, whole=options.whole)
        print(VERSION, "functions:", made["counts"])
        for line in made["left"]:
            print("  ", line)
        for module in tests:
            count, wrong = compare(module, cache, run)
            print(module, dict(count), flush=True)
            for name, text in wrong.items():
                print("  ", name, text)
            total += count
            different.update(wrong)
    print(VERSION, dict(total))
    if options.keep:
        kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
        key = f"{VERSION} {'modules' if options.whole else 'functions'}"
        key += f" {' '.join(options.twins)}" if options.pytest else ""
        kept[key] = {
            "date": dt.date.today().isoformat(),
            "revision": revision(),
            "functions": made["counts"],
            "modules of tests": len(tests),
            "outcomes": dict(sorted(total.items())),
            "different": sorted(different),
        }
        text = json.dumps(kept, indent=1, sort_keys=True)
        RESULTS.write_text(text + "\n", "utf-8")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
