"""The work grows with the program, not with the number of ways through it."""

from __future__ import annotations

import pytest

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.lift import lift
from depyf.decompiler.validate import validate


def pairs_of(source):
    (unit,) = CodeUnit.from_code(compile(source, "<cost>", "exec")).children
    again = CodeUnit.from_code(compile(source, "<cost>", "exec")).children[0]
    verdict = validate(lift(unit), lift(again), lift=lift)
    assert verdict.equivalent, verdict
    return verdict.pairs


def defaults(count):
    """Tests without any effect between them: 2 ** count ways."""
    lines = ["def f(*a, **k):"]
    lines += [f"    if x{n} is None:\n        x{n} = {n}" for n in range(count)]
    names = ", ".join(f"x{n}" for n in range(count))
    lines[0] = f"def f({names}):"
    return "\n".join([*lines, f"    return g({names})"]) + "\n"


def shared_tuples(count):
    lines = ["def f(x):", *["    x = (x, x)"] * count, "    return g(x)"]
    return "\n".join(lines) + "\n"


def protected_line(count):
    lines = ["def f(a):", "    with a:"]
    lines += [f"        a.x{n}(a.y{n}, [a])" for n in range(count)]
    return "\n".join(lines) + "\n"


def nested_loops(count):
    lines = ["def f(a):"]
    lines += [
        "    " * (n + 1) + f"for x{n} in a:\n" + "    " * (n + 2) + f"a(x{n})"
        for n in range(count)
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("program", "size", "limit"),
    [
        (defaults, 30, 10),
        (shared_tuples, 40, 5),
        (protected_line, 500, 10),
        (nested_loops, 12, 60),
    ],
)
def test_pairs_grow_with_the_size(program, size, limit):
    assert pairs_of(program(size)) <= limit * size
    assert pairs_of(program(size // 2)) <= limit * size // 2
