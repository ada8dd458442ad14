"""How the time for one function grows with its size.

    python benchmarks/growth.py [--only straight] [--limit 120] [--out FILE]

Each case is made in a size and in another, mostly ten times as large; each is
decompiled in a process of its own, which is given up after ``--limit`` seconds. The
result says, by case: seconds of processor time, what was reached, and the ratio.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Callable, NamedTuple

from assembled import nested_ifs, nested_loops
from sample import described

if TYPE_CHECKING:
    from types import CodeType

HERE = Path(__file__).resolve().parent


class Case(NamedTuple):
    """Code of any size, and the two sizes to compare; 0 means as large as it gets."""

    make: Callable[[int], CodeType]
    small: int
    large: int


def main() -> None:
    """Measures what was asked for, or decompiles one case in this process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="names of cases")
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--here", help=argparse.SUPPRESS)
    parser.add_argument("--size", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        print(json.dumps(decompiled(CASES[options.here].make(options.size))))
        return
    wanted = set(filter(None, options.only.split(",")))
    results = {}
    for name, case in CASES.items():
        if wanted and name not in wanted:
            continue
        results[name] = measured(name, case, options.limit)
        print(name, json.dumps(results[name]), flush=True)
        if options.out:
            report = {**described(), "cases": results}
            options.out.write_text(json.dumps(report, indent=1) + "\n")


def measured(name: str, case: Case, limit: float) -> dict:
    """Both sizes of a case."""
    largest = case.large or deepest(case.make)
    sizes = [case.small or largest // 10, largest]
    found: dict = {"sizes": sizes, "seconds": [], "quality": []}
    for size in sizes:
        result = in_process(name, size, limit)
        found["seconds"].append(result.get("seconds"))
        found["quality"].append(result.get("quality"))
    if None not in found["seconds"]:
        found["ratio"] = round(found["seconds"][1] / found["seconds"][0], 1)
    return found


def in_process(name: str, size: int, limit: float) -> dict:
    """Decompiles a case in another process."""
    command = [sys.executable, __file__, "--here", name, "--size", str(size)]
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return {"quality": f"over {limit:g} s"}
    if done.returncode:
        return {"quality": f"exit status {done.returncode}"}
    return json.loads(done.stdout)


def decompiled(code: CodeType) -> dict:
    """Seconds and quality of one code object."""
    from depyf.decompiler import decompile_code

    decompile_code(decompiled.__code__)  # tables are made on first use
    before = time.process_time()
    result = decompile_code(code)
    seconds = round(time.process_time() - before, 3)
    return {"seconds": seconds, "quality": str(result.quality)}


def deepest(make: Callable[[int], CodeType]) -> int:
    """The largest size up to a limit that this Python compiles."""
    low, high = 1, 100_000
    while high - low > 1:
        middle = (low + high) // 2
        if _compiles(make, middle):
            low = middle
        else:
            high = middle
    return low * 9 // 10  # the benchmark itself stands on the stack, too


def _compiles(make: Callable[[int], CodeType], size: int) -> bool:
    """Asked in another process: some Pythons crash where the depth is too great."""
    name = next(name for name, case in CASES.items() if case.make is make)
    source = f"import growth; growth.CASES[{name!r}].make({size})"
    command = [sys.executable, "-c", source]
    done = subprocess.run(command, cwd=HERE, stderr=subprocess.DEVNULL, check=False)
    return not done.returncode


def function(lines: list[str], parameters: str = "a, b, c") -> CodeType:
    """The code of a function with these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    namespace: dict = {}
    source = f"def f({parameters}):\n{body}"
    exec(compile(source, "<grown>", "exec", dont_inherit=True), namespace)
    return namespace["f"].__code__


def straight(size: int) -> CodeType:
    """About as many instructions as ``size``."""
    return function([f"x{i % 50} = a.m{i % 9}(b, {i})" for i in range(size // 6)])


def elif_chain(size: int) -> CodeType:
    """A choice of many ways."""
    lines = []
    for number in range(size):
        lines += [f"{'elif' if number else 'if'} a == {number}:", f"    b(c, {number})"]
    return function([*lines, "return c"])


def display(size: int) -> CodeType:
    """One dict of many entries."""
    return function([f"return {{{', '.join(f'{i}: a' for i in range(size))}}}"])


def calls(depth: int) -> CodeType:
    """``a(a(a(b)))``."""
    return function([f"return {'a(' * depth}b{')' * depth}"])


def sums(depth: int) -> CodeType:
    """``a + (b + (a + (b)))``."""
    return function([f"return {'a + (' * depth}b{')' * depth}"])


def attributes(length: int) -> CodeType:
    """``a.b.b.b``."""
    return function([f"return a{'.b' * length}"])


def conjunctions(length: int) -> CodeType:
    """``a.b0 and a.b1 and a.b2``."""
    return function([f"return {' and '.join(f'a.b{i}' for i in range(length))}"])


def statements(depth: int) -> CodeType:
    """``for``, ``try`` and ``with`` in each other."""
    kinds = ["for i in a:", "try:", "with b:"]
    lines = [" " * i + kinds[i % 3] for i in range(depth)]
    lines.append(" " * depth + "c(i)")
    for i in reversed(range(depth)):
        if i % 3 == 1:
            lines += [" " * i + "except E:", " " * i + " c(b)"]
    return function(lines)


def ifs(depth: int) -> CodeType:
    """Tests in each other, each with a statement after it."""
    lines = [" " * i + f"if a.b{i}:" for i in range(depth)]
    lines.append(" " * depth + "c()")
    lines += [" " * i + f"b({i})" for i in reversed(range(depth))]
    return function(lines)


def choices(length: int) -> CodeType:
    """Tests one after the other."""
    return function([f"if a.b{i}: c({i})" for i in range(length)])


def blocks(length: int) -> CodeType:
    """Loops, ``try`` and ``with`` one after the other."""
    lines = []
    for i in range(0, length, 3):
        lines += [f"for i in a.b{i}:", " c(i)", "try:", f" b({i})", "except c:"]
        lines += [" b(0)", f"with a.c{i}:", " c()"]
    return function(lines)


CASES = {
    "choices": Case(choices, 300, 3_000),
    "blocks": Case(blocks, 150, 1_500),
    "straight": Case(straight, 10_000, 100_000),
    "elif": Case(elif_chain, 200, 2_000),
    "display": Case(display, 5_000, 50_000),
    "calls": Case(calls, 0, 0),
    "sums": Case(sums, 0, 0),
    "attributes": Case(attributes, 0, 0),
    "conjunctions": Case(conjunctions, 300, 3_000),
    "statements": Case(statements, 2, 19),
    "ifs": Case(ifs, 9, 90),
    "assembled ifs": Case(nested_ifs, 200, 2_000),
    "assembled loops": Case(nested_loops, 30, 300),
}


if __name__ == "__main__":
    main()
