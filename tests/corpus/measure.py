"""Decompiles every function of a corpus and counts what came out.

    python tests/corpus/measure.py                      the standard library
    python tests/corpus/measure.py --limit 300 numpy    a sample, and a package
    python tests/corpus/measure.py --judge FOLDER       ask an independent judge, too
    python tests/corpus/measure.py --kinds all          every code object on its own
    python tests/corpus/measure.py --kinds modules      the bodies of modules
    python tests/corpus/measure.py --keep               write what was reached

``FOLDER`` holds modules ``oracle``, ``source`` and ``worker`` that compile a text and
compare code objects without depyf. What was reached is kept in ``ratchet.json``, by
Python and corpus; the script fails if a share that is kept there got worse. Nothing may
raise, take more than ten seconds, or give a text that does not compile.
"""

from __future__ import annotations

import argparse
import ast
import collections
import hashlib
import importlib
import importlib.util
import json
import os
import signal
import sys
import sysconfig
import warnings
from pathlib import Path

RATCHET = Path(__file__).with_name("ratchet.json")
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
LEFT_OUT = {"test", "tests", "idlelib", "lib2to3", "turtledemo", "site-packages"}
FULL = 100.0
SECONDS = 10


def files_of(corpus):
    """Yields the source files of the standard library, a package, or a folder."""
    if corpus == "stdlib":
        folder = Path(sysconfig.get_paths()["stdlib"])
    elif Path(corpus).exists():
        folder = Path(corpus)
    else:
        spec = importlib.util.find_spec(corpus)
        if spec is None or spec.origin is None:
            message = f"{corpus} is neither a folder nor an installed package"
            raise SystemExit(message)
        folder = Path(spec.origin).parent
    if folder.is_file():
        yield folder
        return
    for path in sorted(folder.rglob("*.py")):
        if not LEFT_OUT & set(path.relative_to(folder).parts):
            yield path


def is_of_kind(code, kind):
    """True for what ``--kinds`` asks for: code that has a name, or all code."""
    if kind == "functions":
        return code.co_flags & 1 and not code.co_name.startswith("<")
    return kind == "all" or code.co_name == "<module>"


def code_of(path, kind):
    """Yields name and code object of what is in a file."""
    try:
        tree = ast.parse(path.read_bytes())
        module = compile(tree, str(path), "exec", dont_inherit=True)
    except (OSError, SyntaxError, ValueError, RecursionError):
        return
    pending = [(module, "<module>")]
    while pending:
        code, name = pending.pop()
        prefix = "" if code is module else f"{name}."
        children = [one for one in code.co_consts if hasattr(one, "co_code")]
        pending += [(child, f"{prefix}{child.co_name}") for child in children]
        if is_of_kind(code, kind):
            yield name, code


def order(item):
    """A random order that is the same everywhere: samples are parts of each other."""
    path, name, code = item
    key = f"{path.name}:{name}:{code.co_firstlineno}"
    return hashlib.sha256(key.encode()).digest()


class Judge:
    """The independent judge, behind its one method."""

    def __init__(self, folder):
        sys.path.insert(0, folder)
        self._worker = importlib.import_module("worker").Worker(None)
        self._known = {}

    def verdict(self, path, code, source):
        """``identical``, ``equivalent``, ``different``, ``nocompile`` or None."""
        if path not in self._known:
            functions = self._worker.load(str(path))[3]
            self._known = {
                path: {(f.code.co_firstlineno, f.code.co_name): f for f in functions}
            }
        self._worker.load(str(path))
        known = self._known[path].get((code.co_firstlineno, code.co_name))
        if known is None or known.code.co_code != code.co_code:
            return None
        return self._worker.judge_function(known, code.co_name, source)["class"]


class LateError(BaseException):
    """Stops what takes too long; nothing between catches it."""


def _too_late(_number, _frame):
    raise LateError


def attempt(code):
    """The result for a code object, and what is wrong with it apart from quality."""
    from depyf.decompiler import compile_decompiled, decompile_code

    has_timer = hasattr(signal, "setitimer")
    try:
        if has_timer:
            signal.signal(signal.SIGVTALRM, _too_late)
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        result = decompile_code(code)
    except LateError:
        return None, "late"
    except Exception as error:  # what this script is there to find
        return None, f"raised {type(error).__name__}: {error}"
    finally:
        if has_timer:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    try:
        compile_decompiled(result, code)
    except (SyntaxError, ValueError) as error:
        return result, f"does not compile: {error}"
    return result, ""


def measure(corpus, limit, judge, kind):
    """Counts of qualities and verdicts, and the names of what falls short."""
    items = [(p, n, c) for p in files_of(corpus) for n, c in code_of(p, kind)]
    items = sorted(items, key=order)[: limit or None]
    items.sort(key=lambda item: str(item[0]))
    counts = {"quality": collections.Counter(), "judge": collections.Counter()}
    counts["wrong"] = 0
    short = []
    for path, name, code in items:
        result, wrong = attempt(code)
        counts["wrong"] += bool(wrong)
        if wrong:
            short.append(f"{path.name}:{name}: {wrong}")
        if result is None:
            continue
        counts["quality"][result.quality.value] += 1
        verdict = judge and judge.verdict(path, code, result.source)
        if verdict:
            counts["judge"][verdict] += 1
        if result.quality.value != "exact" or verdict in {"different", "nocompile"}:
            found = f"{result.quality.value} {verdict or ''}".strip()
            short.append(f"{path.name}:{name}: {found} {result.diagnostics[:1]}")
    return counts, short


def shares(counts):
    """What the ratchet keeps: percentages of all functions."""
    found = {}
    quality, judge = counts["quality"], counts["judge"]
    total = sum(quality.values())
    if total:
        found["exact"] = round(FULL * quality["exact"] / total, 2)
        found["no listing"] = round(FULL * (1 - quality["listing"] / total), 2)
    total = sum(judge.values())
    if total:
        equal = judge["identical"] + judge["equivalent"]
        found["identical"] = round(FULL * judge["identical"] / total, 2)
        found["equivalent"] = round(FULL * equal / total, 2)
    return found


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="*", default=["stdlib"])
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument(
        "--kinds", choices=["functions", "modules", "all"], default="functions"
    )
    parser.add_argument("--judge", default=os.environ.get("DEPYF_JUDGE"))
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    kept = json.loads(RATCHET.read_text("utf-8")) if RATCHET.exists() else {}
    judge = Judge(options.judge) if options.judge else None
    worse = []
    for corpus in options.corpus:
        counts, short = measure(corpus, options.limit, judge, options.kinds)
        found = shares(counts)
        for line in short:
            print("  ", line)
        print(VERSION, corpus, dict(counts["quality"]), dict(counts["judge"]), found)
        key = f"{VERSION} {Path(corpus).name} {options.limit or 'all'}"
        if options.kinds != "functions":
            key += f" {options.kinds} of code" if options.kinds == "all" else " modules"
        if counts["wrong"]:
            worse.append(f"{key}: {counts['wrong']} raised, late, or no Python")
        before = kept.get(key, {})
        worse += [
            f"{key}: {name} {found[name]} < {before[name]}"
            for name in before
            if name in found and found[name] < before[name]
        ]
        if options.keep:
            kept[key] = {**before, **found}
    if options.keep:
        RATCHET.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")
        return 0
    print("\n".join(worse))
    return bool(worse)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
