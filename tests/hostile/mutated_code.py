"""Code objects and compiled files in which anything may be changed, decompiled.

``python -m tests.hostile.mutated_code COUNT [FIRST_SEED] [--pyc] [--out FILE]``
decompiles COUNT of them in processes of their own and prints as JSON what became of
them.  Unlike
`fuzz.mutants` several tables of a code object are changed at once, into what no
compiler writes.  None of the code runs.

A code object may give a text or depyf's own error. It does not count if Python crashes
as soon as its tables are read, or crashes only where others were read before: Python
may write beyond the end of those. A compiled file may crash Python, which the command
tells. Everything else is a failure: another exception, a crash, more than 20 seconds of
the processor.
"""

from __future__ import annotations

import collections
import dis
import inspect
import itertools
import json
import marshal
import os
import platform
import queue
import random
import subprocess
import sys
import tempfile
import threading
import time
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path
from types import CodeType

import depyf

#: Seconds of the processor that a decompilation may take.
PATIENCE = 20
_HANGS = 180  # of the clock: a machine may do other things, too
_MODULES = (
    "textwrap",
    "json.decoder",
    "contextlib",
    "shlex",
    "ast",
    "string",
    "bisect",
)
_NAMES = (
    *("", " ", "a b", "class", "None", "\x1b[31m", "a\nimport os", "\ud800", "\x00"),
    *("__debug__", ".0", "x" * 5000, "\u202e", "self", "print", "<lambda>", "a.b"),
    *("<generic parameters of f>", "_Class__x"),
)
_ODD = (
    *(float("nan"), -0.0, 1 << 20_000, -1, b"\xff" * 9, "\ud800\x1b", ..., (), True),
    *(frozenset({1, ()}), complex("nanj"), ("a", ("b", (None,))), "x" * 10_000),
)
_HERE = Path(__file__).resolve().parents[2]
_CHILD = ("-m", "tests.hostile.mutated_code", "child")
_ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(depyf.__file__).parents[1])}


def _codes(code):
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def originals():
    """Return code objects of the standard library that are not too long."""
    found = []
    for name in _MODULES:
        source = Path(find_spec(name).origin).read_bytes()
        found += _codes(compile(source, f"<{name}>", "exec", dont_inherit=True))
    return [code for code in found if len(code.co_code) < 2000]


def _bytes(chooser, data, even=False):
    """Return bytes in which some are others, some fewer, some more."""
    raw = bytearray(data)
    for _ in range(chooser.choice((1, 1, 2, 4, 16))):
        at = chooser.randrange(len(raw) + 1)
        kind = chooser.randrange(6)
        if kind < 3 and at < len(raw):
            raw[at] = chooser.choice((0, 1, 255, 127, chooser.randrange(256)))
        elif kind == 3:
            del raw[at : at + chooser.randrange(1, 9)]
        elif kind == 4:
            raw[at:at] = chooser.getrandbits(8 * 6).to_bytes(6, "little")
        else:
            raw[at:at] = raw[: chooser.randrange(64)]
    if even and len(raw) % 2:
        raw.append(chooser.randrange(256))
    return bytes(raw)


def _opcodes(chooser, code):
    """Return instructions of which some are others that this Python has."""
    raw = bytearray(code.co_code)
    known = [number for number in dis.opmap.values() if number < 256]
    for _ in range(chooser.choice((1, 2, 5))):
        if raw:
            raw[2 * chooser.randrange(len(raw) // 2)] = chooser.choice(known)
    return bytes(raw)


def _tuple(chooser, items, odd):
    found = list(items)
    for _ in range(chooser.choice((1, 1, 3))):
        at = chooser.randrange(len(found) + 1)
        kind = chooser.randrange(4)
        if kind < 2 and at < len(found):
            found[at] = chooser.choice(odd)
        elif kind == 2:
            del found[at:]
        else:
            found.insert(at, chooser.choice(odd))
    return tuple(found)


def _changes(chooser, code):
    numbers = (0, 1, 2, -1, 255, 1000, 2**31 - 1)
    yield "co_code", lambda: _bytes(chooser, code.co_code, even=True)
    yield "co_code", lambda: _opcodes(chooser, code)
    yield "co_names", lambda: _tuple(chooser, code.co_names, _NAMES)
    yield "co_varnames", lambda: _tuple(chooser, code.co_varnames, _NAMES)
    yield "co_freevars", lambda: _tuple(chooser, code.co_freevars, _NAMES)
    yield "co_cellvars", lambda: _tuple(chooser, code.co_cellvars, _NAMES)
    yield "co_consts", lambda: _tuple(chooser, code.co_consts, (*_ODD, code))
    yield "co_name", lambda: chooser.choice(_NAMES)
    yield "co_filename", lambda: chooser.choice(_NAMES)
    yield "co_flags", lambda: code.co_flags ^ (1 << chooser.randrange(31))
    yield "co_stacksize", lambda: chooser.choice(numbers)
    yield "co_argcount", lambda: chooser.choice(numbers)
    yield "co_kwonlyargcount", lambda: chooser.choice(numbers)
    yield "co_posonlyargcount", lambda: chooser.choice(numbers)
    yield "co_nlocals", lambda: chooser.choice(numbers)
    yield "co_firstlineno", lambda: chooser.choice(numbers)
    for name in ("co_exceptiontable", "co_linetable"):
        if hasattr(code, name):
            yield name, lambda name=name: _bytes(chooser, getattr(code, name))
    if sys.version_info < (3, 10):
        yield "co_lnotab", lambda: _bytes(chooser, code.co_lnotab)


def mutated(code, chooser):
    """Return a code object with one to four tables changed, None if there is none."""
    for _ in range(20):
        every = list(_changes(chooser, code))
        chosen = chooser.sample(every, chooser.choice((1, 1, 2, 4)))
        try:
            return code.replace(**{name: change() for name, change in chosen})
        except (ValueError, TypeError, OverflowError, SystemError, UnicodeError):
            continue  # Python itself refuses it
    return None


def mutated_file(code, chooser):
    """Return a compiled file with some of its bytes changed."""
    return MAGIC_NUMBER + bytes(12) + _bytes(chooser, marshal.dumps(code))


# --- the process that decompiles ------------------------------------------------------


def _of_code(code):
    from depyf.decompiler import decompile_code
    from depyf.errors import DepyfError

    try:
        made = decompile_code(code)
    except DepyfError as error:
        return "refused" if str(error) else "an error without words"
    try:
        compile(made.source, "<made>", "exec", dont_inherit=True)
    except SyntaxError as error:
        # What a closure is given has its binding in the function around it.
        if "no binding for nonlocal" not in str(error):
            return f"{made.quality.value} text is no Python: {error}"
    return made.quality.value


def _of_file(data, folder):
    from depyf.cli.decompile import bound_memory, read_compiled

    bound_memory()
    path = Path(folder) / "x.pyc"
    path.write_bytes(data)
    streams = sys.stdout, sys.stderr
    with Path(os.devnull).open("w", errors="backslashreplace") as nowhere:
        sys.stdout = sys.stderr = nowhere
        try:
            return f"exit code {read_compiled(str(path), '', 'source')}"
        finally:
            sys.stdout, sys.stderr = streams


def child(first, end, is_file):
    """Decompile the mutants of some seeds; each is named before."""
    every = originals()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, end):
            chooser = random.Random(seed)
            code = chooser.choice(every)
            print(f"seed {seed}", flush=True)
            begin = time.process_time()
            if is_file:
                outcome = _try(_of_file, mutated_file(code, chooser), folder)
            else:
                mutant = mutated(code, chooser)
                _read_by_python(mutant)
                print("ready", flush=True)
                outcome = "no mutant" if mutant is None else _try(_of_code, mutant)
            spent = time.process_time() - begin
            line = f"{spent:.1f} {outcome}".replace("\n", " ")
            print(line.encode("ascii", "replace").decode(), flush=True)


def _read_by_python(code):
    """Read a code object as anyone can: some opcodes crash Python itself there."""
    if code is not None:
        for name in ("co_lines", "co_positions"):
            if hasattr(code, name):
                list(itertools.islice(getattr(code, name)(), 5000))
        bytes(code.co_code)


def _try(what, *arguments):
    try:
        return what(*arguments)
    except Exception as error:
        frame = inspect.trace()[-1]
        where = f"{Path(frame.filename).name}:{frame.lineno}"
        return f"FAILED {type(error).__name__} at {where}: {str(error)[:100]}"


# --- the process that watches ---------------------------------------------------------


def measure(count, first=0, is_file=False, python=sys.executable):
    """Decompile so many mutants; return counts, failures and the slowest."""
    outcomes, failures, slowest = collections.Counter(), [], 0.0
    seed = first
    while seed < first + count:
        process = subprocess.Popen(
            [python, *_CHILD, str(seed), str(first + count), str(int(is_file))],
            cwd=_HERE,
            env=_ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        lines, is_ready = queue.Queue(), False
        threading.Thread(
            target=_read, args=(process.stdout, lines), daemon=True
        ).start()
        while True:
            try:
                line = lines.get(timeout=_HANGS)
            except queue.Empty:
                line = None
                process.kill()
                outcome = "hangs"
            else:
                outcome = "crashes" if line is None else ""
            if line is None:
                break
            word, _, rest = line.partition(" ")
            if word == "seed":
                seed, is_ready = int(rest), False
            elif word == "ready":
                is_ready = True
            else:
                slowest, seed = max(slowest, float(word)), seed + 1
                outcomes[rest.partition(":")[0]] += 1
                if float(word) > PATIENCE:
                    failures.append((seed - 1, f"{word} seconds: {rest}"))
                if rest.startswith(("FAILED", "an error")) or "no Python" in rest:
                    failures.append((seed - 1, rest))
        process.wait()
        process.stdout.close()
        if seed < first + count:
            whole = outcome if is_ready or is_file else f"Python itself {outcome}"
            if whole == "crashes" and not is_file and not _ends_badly(seed, python):
                # Python wrote beyond the end of a code object before this one.
                whole = "crashes after others, not alone"
                is_ready = False
            outcomes[whole] += 1
            if outcome == "hangs" or is_ready:
                failures.append((seed, outcome))
            seed += 1
    return {
        "outcomes": dict(outcomes),
        "failures": failures,
        "slowest": round(slowest, 1),
    }


def _ends_badly(seed, python):
    """Return whether a code object crashes a process that decompiles no other."""
    command = [python, *_CHILD, str(seed), str(seed + 1), "0"]
    done = subprocess.run(
        command,
        cwd=_HERE,
        env=_ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=_HANGS,
        check=False,
    )
    return done.returncode != 0


def _read(stream, lines):
    for line in stream:
        lines.put(line.decode("ascii").rstrip())
    lines.put(None)


def main():
    """The command."""
    asked = sys.argv[1 : sys.argv.index("--out") if "--out" in sys.argv else None]
    words = [word for word in asked if word != "--pyc"]
    if words[0] == "child":
        child(int(words[1]), int(words[2]), words[3] == "1")
        return
    first = int(words[1]) if len(words) > 1 else 0
    found = measure(int(words[0]), first, "--pyc" in sys.argv)
    text = json.dumps({"python": platform.python_version(), **found}, indent=1)
    print(text)
    if "--out" in sys.argv:
        Path(sys.argv[sys.argv.index("--out") + 1]).write_text(text + "\n", "utf-8")
    sys.exit(1 if found["failures"] else 0)


if __name__ == "__main__":
    main()
