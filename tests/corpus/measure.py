"""Decompiles every code object of a corpus and counts what came out.

    python tests/corpus/measure.py                      functions of the library
    python tests/corpus/measure.py --kinds all          every code object on its own
    python tests/corpus/measure.py --kinds lambdas,comprehensions,modules
    python tests/corpus/measure.py --limit 300 numpy    a sample, and a package
    python tests/corpus/measure.py --judge FOLDER       ask an independent judge, too
    python tests/corpus/measure.py --keep               write what was reached
    python tests/corpus/measure.py --again              only what was not exact

Nothing may raise, take more than ten seconds, or give a text that does not compile.

What was reached is kept in ``ratchet.json``: by Python, corpus and kind, a run over
the whole corpus keeps its figures and the name of each code object that is not exact;
such a name may not become worse, and no other may join them, in samples of the corpus
either. Shares that the judge finds are kept by the size of the sample. ``FOLDER`` holds
modules ``oracle``, ``source`` and ``worker`` that compile a text and compare code
objects without depyf.
"""

from __future__ import annotations

import argparse
import ast
import collections
import datetime as dt
import hashlib
import importlib
import importlib.util
import json
import os
import platform
import signal
import subprocess
import sys
import sysconfig
import time
import warnings
from pathlib import Path

RATCHET = Path(__file__).with_name("ratchet.json")
ROOT = Path(__file__).resolve().parents[2]
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
#: Tests, what is no part of the library, and files that are data of tools.
LEFT_OUT = {"test", "tests", "idle_test", "site-packages"}
FULL = 100.0
SECONDS = 10
#: From bad to good; what is wrong has none of these.
LADDER = ["listing", "dispatch", "structured", "exact"]
#: The kind of code that has a name in angle brackets; the rest says its flags.
SPECIAL = {
    "<module>": "modules",
    "<lambda>": "lambdas",
    "<genexpr>": "comprehensions",
    "<listcomp>": "comprehensions",
    "<setcomp>": "comprehensions",
    "<dictcomp>": "comprehensions",
}
KINDS = ["functions", "lambdas", "comprehensions", "parameters", "classes", "modules"]
OPTIMIZED = 0x01


def folder_of(corpus):
    """The folder or file of the standard library, a package, or a path."""
    if corpus == "stdlib":
        return Path(sysconfig.get_paths()["stdlib"])
    if Path(corpus).exists():
        return Path(corpus)
    spec = importlib.util.find_spec(corpus)
    if spec is None or spec.origin is None:
        message = f"{corpus} is neither a folder nor an installed package"
        raise SystemExit(message)
    return Path(spec.origin).parent


def files_of(corpus):
    """Yields the source files of a corpus."""
    folder = folder_of(corpus)
    if folder.is_file():
        yield folder
        return
    for path in sorted(folder.rglob("*.py")):
        # Some Pythons come with links that lead nowhere.
        if path.is_file() and not LEFT_OUT & set(path.relative_to(folder).parts):
            yield path


def kind_of(code):
    """What a code object is of."""
    if code.co_name in SPECIAL:
        return SPECIAL[code.co_name]
    if code.co_name.startswith("<"):
        return "parameters"  # a scope that the compiler makes for those of types
    return "functions" if code.co_flags & OPTIMIZED else "classes"


def code_of(path, kinds):
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
        if kind_of(code) in kinds:
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


def why(result):
    """What a result that is not exact says of itself and of its parts."""
    parts = [f"{quality} {part}" for part, quality in result.parts.items()]
    return "; ".join([*result.diagnostics[:1], *parts])


class Tally:
    """What was found: counts of qualities by kind, and what falls short by name."""

    def __init__(self):
        self.qualities = collections.defaultdict(collections.Counter)
        self.verdicts = collections.Counter()
        self.short = collections.defaultdict(dict)
        self.seconds = collections.Counter()
        self.slowest = collections.defaultdict(lambda: (0.0, ""))

    def add(self, kind, name, result, wrong, seconds):
        quality = wrong.split(":")[0] if wrong else result.quality.value
        self.qualities[kind][quality] += 1
        self.seconds[kind] += seconds
        self.slowest[kind] = max(self.slowest[kind], (round(seconds, 2), name))
        if quality != "exact":
            self.short[kind][name] = f"{quality}: {wrong or why(result)}"[:300]
            print("  ", name, self.short[kind][name], flush=True)

    def names(self):
        """All names that fall short, with what is said of them."""
        return {
            name: text for kind in self.short.values() for name, text in kind.items()
        }

    def judge_shares(self):
        """Percentages of what the judge was asked."""
        total = sum(self.verdicts.values())
        identical = self.verdicts["identical"]
        equal = identical + self.verdicts["equivalent"]
        return {
            "identical": round(FULL * identical / total, 2),
            "equivalent": round(FULL * equal / total, 2),
        }


def sample_of(corpus, limit, kinds):
    """File, name and code object of what is measured, in the order of the files."""
    items = [(p, n, c) for p in files_of(corpus) for n, c in code_of(p, kinds)]
    items = sorted(items, key=order)[: limit or None]
    return sorted(items, key=lambda item: str(item[0]))


def name_of(path, folder, qualname, code):
    """File, line and name of a code object."""
    inside = path.name if path == folder else path.relative_to(folder).as_posix()
    return f"{inside}:{code.co_firstlineno}:{qualname}"


def measure(items, folder, judge=None):
    """Decompiles code objects of files in a folder, or of one file."""
    tally = Tally()
    for path, qualname, code in items:
        started = time.process_time()
        result, wrong = attempt(code)
        name = name_of(path, folder, qualname, code)
        seconds = time.process_time() - started
        tally.add(kind_of(code), name, result, wrong, seconds)
        verdict = judge and result and judge.verdict(path, code, result.source)
        if verdict:
            tally.verdicts[verdict] += 1
        if verdict in {"different", "nocompile"}:
            print("  ", name, verdict, flush=True)
    return tally


# -- what is kept ------------------------------------------------------------------


def worse_names(short, before):
    """Lines on what falls short that did not before, or is lower on the ladder."""
    for name, text in short.items():
        quality = text.split(":")[0]
        known = before.get(name, "exact").split(":")[0]
        if quality not in LADDER or known not in LADDER:
            yield f"{name}: {text}"
        elif LADDER.index(quality) < LADDER.index(known):
            yield f"{name}: {text}, was {known}"


def revision():
    """The commit that was measured."""
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    return done.stdout.decode().strip()


def origin():
    """Of what, and when."""
    return {"date": dt.date.today().isoformat(), "revision": revision()}


def share_of_exact(qualities):
    """In percent, rounded down."""
    return int(1000 * FULL * qualities["exact"] / sum(qualities.values())) / 1000


def record(tally, kind):
    """What is kept of a run over the whole corpus."""
    qualities = tally.qualities[kind]
    return {
        **origin(),
        "python": platform.python_version(),
        "seconds": round(tally.seconds[kind]),
        "slowest": list(tally.slowest[kind]),
        "exact": share_of_exact(qualities),
        "qualities": {name: count for name, count in qualities.items() if count},
        "not exact": dict(sorted(tally.short[kind].items())),
    }


def known_names(kept, corpus):
    """What fell short in runs over the whole corpus."""
    records = kept.get(f"{VERSION} {corpus}", {}).values()
    return {name: text for one in records for name, text in one["not exact"].items()}


def lower_shares(found, before):
    """Lines on the judge's shares that are lower than they were."""
    for name in ("identical", "equivalent"):
        if found[name] < before.get(name, 0.0):
            yield f"{name} {found[name]} < {before[name]}"


def run(corpus, options, kept, judge):
    """Measures a corpus; returns what got worse, and changes what is kept."""
    kinds = KINDS if options.kinds == "all" else options.kinds.split(",")
    tally = measure(sample_of(corpus, options.limit, kinds), folder_of(corpus), judge)
    short = Path(corpus).name
    found = {kind: record(tally, kind) for kind in KINDS if kind in tally.qualities}
    for kind, one in found.items():
        print(VERSION, short, kind, {**one, "not exact": len(one["not exact"])})
    worse = list(worse_names(tally.names(), known_names(kept, short)))
    judged = f"{VERSION} {short} {options.limit or 'all'} judged"
    if tally.verdicts:
        shares = tally.judge_shares()
        print(VERSION, short, dict(tally.verdicts), shares)
        worse += lower_shares(shares, kept.get(judged, {}))
        if options.keep:
            kept[judged] = {**origin(), **shares}
    if options.keep and not options.limit:
        kept.setdefault(f"{VERSION} {short}", {}).update(found)
    return [f"{VERSION} {short}: {line}" for line in worse]


def ask_again(corpus, kept):
    """Measures what was not exact once more; the rest is as it was found."""
    folder = folder_of(corpus)
    for kind, one in kept[f"{VERSION} {Path(corpus).name}"].items():
        short = one["not exact"]
        files = sorted({folder / name.split(":")[0] for name in short})
        items = [
            (path, name, code)
            for path in files
            for name, code in code_of(path, [kind])
            if name_of(path, folder, name, code) in short
        ]
        tally = measure(items, folder)
        for name, text in short.items():
            now = tally.names().get(name, "exact").split(":")[0]
            one["qualities"][text.split(":")[0]] -= 1
            one["qualities"][now] = one["qualities"].get(now, 0) + 1
        found = {name: count for name, count in one["qualities"].items() if count}
        one["qualities"] = found
        one["exact"] = share_of_exact(found)
        one["not exact"] = dict(sorted(tally.names().items()))
        one["asked again"] = revision()


def kept_results():
    return json.loads(RATCHET.read_text("utf-8")) if RATCHET.exists() else {}


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="*", default=["stdlib"])
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--kinds", default="functions", help=f"all, or {KINDS}")
    parser.add_argument("--judge", default=os.environ.get("DEPYF_JUDGE"))
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args(arguments)
    warnings.simplefilter("ignore")
    kept = kept_results()
    judge = Judge(options.judge) if options.judge else None
    worse = []
    for corpus in options.corpus if options.again else ():
        ask_again(corpus, kept)
    for corpus in options.corpus if not options.again else ():
        worse += run(corpus, options, kept, judge)
    if options.keep or options.again:
        RATCHET.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")
        return 0
    print("\n".join(worse))
    return bool(worse)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
