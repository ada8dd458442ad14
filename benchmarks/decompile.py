"""What decompiling with proof costs, against `compile` and other decompilers.

    python benchmarks/decompile.py [--limit 300] [--out FILE]
        [--with "depyf 0.20.0=FOLDER"] [--with uncompyle6=PYTHON]
        [--with decompyle3=PYTHON]

The same functions of the standard library for all: CPython's own ``compile`` of each
one's text, depyf's ``decompile_code`` (which validates), and the other decompilers that
are asked for: by the folder that they are installed in, or by an interpreter, of the
same version, that has them. Each lives in a process of its own; they take turns after
every function, and what counts is processor time. A function that one cannot do within
the time limit counts with the time it took.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Callable, NamedTuple

from sample import Sampled, described, sample, source_of

SOURCE = Path(__file__).resolve().parents[1] / "src"
LIMIT = 20
_COMPILE, _DEPYF = "compile", "depyf"


class Turn(NamedTuple):
    """One tool's turn at one function."""

    seconds: float
    is_done: bool


def main() -> None:
    """Measures, prints a summary and writes it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=300)
    parser.add_argument("--with", dest="others", action="append", default=[])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options.work, options.limit)
        return
    places = dict(one.split("=", 1) for one in options.others)
    workers = {
        name: start(name, places.get(name, str(SOURCE)), options.limit)
        for name in (_COMPILE, _DEPYF, *places)
    }
    turns: dict[str, list[Turn]] = {name: [] for name in workers}
    for _ in range(int(ask(workers[_COMPILE]))):
        for name, worker in workers.items():
            turns[name].append(Turn(*json.loads(ask(worker))))
    report = {**described(), "functions": len(turns[_COMPILE])}
    report["tools"] = {name: summary(turns, name) for name in turns}
    print(json.dumps(report, indent=1))
    if options.out:
        options.out.write_text(json.dumps(report, indent=1) + "\n")


def start(name: str, place: str, limit: int) -> subprocess.Popen[str]:
    """The process in which a tool works."""
    is_folder = Path(place).is_dir()
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    if is_folder:
        environment["PYTHONPATH"] = place
    python = sys.executable if is_folder else place
    worker = subprocess.Popen(
        [python, __file__, "--work", name, "--limit", str(limit)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
    )
    if name != _COMPILE:
        ask(worker)  # how many there are: all find the same
    return worker


def ask(worker: subprocess.Popen[str]) -> str:
    """What the worker says next."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write("next\n")
    worker.stdin.flush()
    answer = worker.stdout.readline()
    if not answer:
        message = f"{worker.args} gave up"
        raise SystemExit(message)
    return answer


def summary(turns: dict[str, list[Turn]], name: str) -> dict:
    """Totals of a tool, and how it compares, function by function."""
    own = turns[name]
    found = {
        "seconds_per_1000": round(1000 * statistics.mean(t.seconds for t in own), 3),
        "not_done": sum(not turn.is_done for turn in own),
    }
    for other, label in ((_COMPILE, "times_compile"), (_DEPYF, "times_depyf")):
        theirs = turns[other]
        ratios = [a.seconds / b.seconds for a, b in zip(own, theirs) if b.seconds]
        total = sum(t.seconds for t in own) / sum(t.seconds for t in theirs)
        found[label] = {
            "of_totals": round(total, 2),
            "quartiles": [round(q, 2) for q in statistics.quantiles(ratios)],
        }
    return found


# -- in the process of a tool ---------------------------------------------------------


def work(name: str, limit: int) -> None:
    """Answers each line of the input with how many functions, then with turns."""
    items = [(one, source_of(one)) for one in sample(limit)]
    known = [(one, source) for one, source in items if source is not None]
    tool = TOOLS.get(name.split(maxsplit=1)[0], _by_module)(name)
    gc.collect()
    gc.freeze()  # the code of a whole library is no part of anybody's work
    answers = sys.stdout
    sys.stdin.readline()
    print(len(known), file=answers, flush=True)
    for (one, source), _ in zip(known, sys.stdin):
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            turn = timed(tool, one, source)
        print(json.dumps(turn), file=answers, flush=True)


def timed(tool: Tool, one: Sampled, source: str) -> Turn:
    """A turn, ended by force when it takes too long."""

    def give_up(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(LIMIT)
    before = time.process_time()
    try:
        tool(one, source)
        is_done = True
    except Exception:
        _repeats, is_done = 1, False
    finally:
        signal.alarm(0)
    return Turn(time.process_time() - before, is_done)


#: Does its work on a function.
Tool = Callable[[Sampled, str], object]


def _compiler(_: str) -> Tool:
    def tool(_: Sampled, source: str) -> object:
        return compile(source, "<alone>", "exec", dont_inherit=True)

    return tool


def _depyf(name: str) -> Tool:
    if name != _DEPYF:
        from depyf import decompile  # of 0.20.0

        def old(one: Sampled, _: str) -> object:
            return decompile(one.code)

        return old
    from depyf.decompiler import decompile_code

    def tool(one: Sampled, _: str) -> object:
        result = decompile_code(one.code)
        if str(result.quality) == "listing":
            raise ValueError(result.diagnostics)
        return result

    return tool


def _by_module(name: str) -> Tool:
    """uncompyle6 and decompyle3: they take modules."""
    from importlib import import_module

    decompile = import_module(f"{name}.main").decompile

    def tool(_: Sampled, source: str) -> object:
        code = compile(source, "<alone>", "exec", dont_inherit=True)
        return decompile(code, out=io.StringIO())

    return tool


TOOLS: dict[str, Callable[[str], Tool]] = {_COMPILE: _compiler, _DEPYF: _depyf}


if __name__ == "__main__":
    main()
