"""Random programs for Dynamo: side effects and graph breaks anywhere in control flow.

    python -m tests.torch.random_programs FIRST COUNT FOLDER

Each program is compiled twice with the ``eager`` backend and called with arguments of
two sizes: as it is, and under depyf with ``run="recompiled"``, where what runs is the
decompiled text, compiled. Results, changed arguments and exceptions have to be the
same. Prints one JSON object: the programs that ran, those that differ, and the files of
transformed code that are not exact or show what a view leaves out.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import json
import linecache
import logging
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import types

# Statements by line; `{i}` is a small number.
STATEMENTS = """\
x = x + {i}
x, y = y, x
x = m.a(x)
x = m.b(x)
m.count += 1
m.a.n = m.a.n + {i}
m.b[0].n -= 1
m.flag = not m.flag
m.extra{i} = x.sum()
setattr(m, "dynamic{i}", {i})
m.buffer = m.buffer + 1
m.items.append({i})
m.items.append(x)
m.items.clear()
m.a.seen[:] = [1, 2]
m.table["k"] = {i}
m.table["k{i}"] = x
m.known.add({i})
m.last.append(x.sum())
kept.append(x)
kept.insert(0, y)
other[:] = [x, {i}]
other += [y]
table["a"] = x
table.update(b=y, c={i})
table.pop("a", None)
found.add({i})
found |= {{{i}, 9, 3, 6}}
values.append(x)
values[0] = {i}
values.extend([x, y])
pairs["q{i}"] = x
record.first = x
record.second = record.second + 1
record = Record(x, {i})
point = Point(x, {i}); x = point.left + point.right
LOG.append({i})
SHARED["g{i}"] = x
a = b = x + {i}; x = a * b
(z, w), v = (x, y), {i}; x = z + w + v
*rest, t = [x, y, {i}]; x = rest[0] + t
x = helper(x, kept, {i})
x = helper(x, m.items)
x = sum(numbers({i})) + x
x = x + len([k for k in range({i}) if k % 2])
made = {{k: x + k for k in range(2)}}; x = made[1]
f = lambda q, w=x: q + w; x = f(y)
size = x.shape[0]; x = x * size
x[0] = {i}
x.add_(1)
x = x.clone(); x.mul_(2)
it = iter([x, y]); x = next(it) + next(it)
kept.append(f"{{x.shape}} {{m.count!r:>5}}")
bump()
x = x + options.get("s", 1) + k
thing.v = thing.v + 1
thing.w = x
thing.items.append(thing.v)
""".splitlines()
BREAKS = """\
torch._dynamo.graph_break()
x = opaque(x)
x = x + opaque(y) * opaque({i})
kept.append(opaque(x))
m.count = opaque(m.count)
m.items.append(opaque({i}))
table["o"] = opaque(table)
x = helper(opaque(x), kept) + y
print(end="")
q = x.sum().item(); x = x + q
x = m.a(opaque(x))
more = [opaque(j) for j in range({i})]; x = x + len(more)
x = [x, y, opaque({i})][0] + 1
x = Point(opaque(x), y).left
""".splitlines()
# The heads of compound statements, each with its clauses.
HEADS = [
    ["if x.sum() > {i}:", "else:"],
    ["if {i} > 4:", "else:"],
    ["if y.sum() < 0:"],
    ["for j in range(2):"],
    ["for name, p in [('a', x), ('b', y)]:"],
    ["while counter < 2:"],
    ["with torch.no_grad():"],
    ["with torch.set_grad_enabled(m.flag):"],
    ["with logged(kept) as got:"],
    ["with Context(kept) as got:"],
    ["try:", "except ValueError:"],
    ["try:", "finally:"],
    ["try:", "except ValueError as error:", "finally:"],
]
RETURNS = [
    "return x, y",
    "return {'x': x, 'm': m.count, 'l': kept}",
    "return Record(x, y)",
    "return Point(x, [y, kept])",
    "return x, kept, table, values, found",
    "return None",
]
HEAD = """\
def f(m, x, y, values, pairs, record, thing, *args, k=1, **options):
    kept, other, table, found, counter = [], [], {}, set(), 0
"""
COUNTS = """\
    def bump():
        nonlocal counter
        counter += 1
"""
DEEPEST = 3


def program(seed: int) -> str:
    """The source of a function, the same for the same seed."""
    chance = random.Random(seed)
    share = chance.choice([0.02, 0.08, 0.2])
    start = COUNTS if chance.random() < 0.4 else "    bump = thing.bump\n"
    body = _block(chance, 0, "    ", chance.randrange(3, 12), share)
    return "\n".join([HEAD + start, *body, "    " + chance.choice(RETURNS), ""])


def _block(
    chance: random.Random, depth: int, indent: str, length: int, share: float
) -> list[str]:
    lines = []
    for _ in range(length):
        drawn = chance.random()
        if drawn < 0.22 and depth < DEEPEST:
            lines += _compound(chance, depth, indent, share)
            continue
        texts = BREAKS if drawn < 0.22 + share else STATEMENTS
        text = chance.choice(texts).format(i=chance.randrange(1, 10))
        lines += [indent + part for part in text.split("; ")]
    return lines


def _compound(
    chance: random.Random, depth: int, indent: str, share: float
) -> list[str]:
    lines = []
    inner = indent + "    "
    for head in chance.choice(HEADS):
        lines.append(indent + head.format(i=chance.randrange(10)))
        if head.startswith("while"):
            lines.append(inner + "counter += 1")
        lines += _block(chance, depth + 1, inner, chance.randrange(1, 4), share)
        if head.startswith(("for", "while")) and chance.random() < 0.2:
            lines.append(inner + chance.choice(["break", "continue"]))
        elif chance.random() < 0.08:
            lines.append(inner + chance.choice(RETURNS))
    return lines


def main() -> None:
    """Runs programs, prints what was found."""
    import torch

    import depyf

    first, count, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    logging.disable(logging.CRITICAL)
    seeds = range(first, first + count)
    sources = [program(seed) for seed in seeds]
    plain = [outcome(torch, source, seed) for seed, source in zip(seeds, sources)]
    with depyf.prepare_debug(str(folder), run="recompiled"):
        again = [outcome(torch, source, seed) for seed, source in zip(seeds, sources)]
    differ = {
        seed: [one, other]
        for seed, one, other in zip(seeds, plain, again)
        # Where torch fails on its own code it may well not on the other.
        if one not in (other, "InternalTorchDynamoError")
    }
    files = sorted(folder.glob("__transformed_code_*.py"))
    heads = {path.name: path.read_text("utf-8").splitlines()[:4] for path in files}
    told = {
        "ran": sum(not isinstance(one, str) for one in plain),
        "files": len(files),
        "differ": differ,
        "not exact": {
            name: lines
            for name, lines in heads.items()
            if not lines[1].startswith("# exact") or "Note" in "".join(lines)
        },
    }
    print(json.dumps(told))


def outcome(torch: types.ModuleType, source: str, seed: int) -> object:
    """What two calls of a compiled program give; the exception's type if one raises."""
    torch._dynamo.reset()
    torch.manual_seed(seed)
    name = f"<program {seed}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    names = _surroundings(torch)
    exec(compile(source, name, "exec"), names)
    compiled = torch.compile(names["f"], backend="eager")
    model = names["Model"]()
    given = []
    for size in (2, 3):
        x, y = torch.randn(size, 4), torch.randn(size, 4)
        given.append([model, x, y, [1, 2], {}, names["Record"](1), names["Thing"]()])
    try:
        results = [compiled(*one, k=index, s=3) for index, one in enumerate(given)]
    except Exception as error:
        return type(error).__name__
    return _flat(torch, [results, given, names["LOG"], names["SHARED"]])


def _flat(torch: types.ModuleType, value: object) -> object:
    if isinstance(value, torch.Tensor):
        return value.detach().tolist()
    if isinstance(value, dict):
        return [[str(key), _flat(torch, one)] for key, one in value.items()]
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    if isinstance(value, (list, tuple, collections.deque)):
        return [_flat(torch, one) for one in value]
    if isinstance(value, (int, float, str, type(None))):
        return value
    if isinstance(value, torch.nn.Module):
        names = ("count", "n", "flag", "items", "seen", "table", "known", "last")
        parts = [_flat(torch, getattr(value, name, None)) for name in names]
        return [parts, [_flat(torch, child) for child in value.children()]]
    return _flat(torch, vars(value))


def _surroundings(torch: types.ModuleType) -> dict[str, object]:
    """The globals of a program: all that it may call or change."""

    @dataclasses.dataclass
    class Record:
        first: object
        second: object = 3

    class Thing:
        def __init__(self) -> None:
            self.v, self.items = 0, []

        def bump(self) -> None:
            self.v += 1

    class Context:
        def __init__(self, log: list) -> None:
            self.log = log

        def __enter__(self):
            self.log.append("in")
            return self

        def __exit__(self, *error: object) -> None:
            self.log.append("out")

    @contextlib.contextmanager
    def logged(log: list):
        log.append("in")
        try:
            yield 5
        finally:
            log.append("out")

    class Layer(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear, self.n, self.seen = torch.nn.Linear(4, 4), 0, []

        def forward(self, x):
            self.n += 1
            self.seen.append(self.n)
            return self.linear(x)

    class Model(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.a, self.b = Layer(), torch.nn.Sequential(Layer(), torch.nn.ReLU())
            self.register_buffer("buffer", torch.zeros(4))
            self.count, self.flag = 0, True
            self.items, self.table, self.known = [], {"k": 0}, set()
            self.last = collections.deque(maxlen=3)

    def helper(x, log, n=2):
        for index in range(n):
            x = x + index
            log.append(index)
        return x

    def numbers(n):
        yield from range(n)

    opaque = torch._dynamo.disable(lambda value: value)
    Point = collections.namedtuple("Point", "left right")  # noqa: PYI024  # as users do
    names = {key: value for key, value in locals().items() if key != "names"}
    return {**names, "LOG": [], "SHARED": {}, "__name__": "program"}


if __name__ == "__main__":
    main()
