"""Code with constants that no source can write, through all that hands out code.

A template has texts in the places of constants; they are replaced by whatever a tool
may put there: NaNs with signs and payloads, deep tuples, objects whose ``==``, hash and
text raise, code, mutable containers. What is handed out must do with the very objects
what the original does.
"""

from __future__ import annotations

import builtins
import enum
import math
import random
import struct
import sys
import types
import warnings
from collections import Counter
from dataclasses import dataclass, field
from textwrap import dedent

from depyf import Decompiler
from depyf.decompiler import Quality, compile_decompiled, decompile_code
from depyf.errors import DecompilationError

#: Functions of one argument, a `Log`; A to D are replaced. Each returns what it got.
TEMPLATES = [
    """
    def f(log):
        return 'A'
    """,
    """
    def f(log):
        return log('A', 'B'), ('C', log)
    """,
    """
    def f(log):
        x = 'A'
        y = [x, 'B', log('C')]
        return y, x is 'A'
    """,
    """
    def f(log):
        if log(1):
            return 'A'
        return 'B' if log(0) else 'C'
    """,
    """
    def f(log):
        for x in [1, 2]:
            log(x, 'A')
        else:
            log('B')
    """,
    """
    def f(log):
        def g(y):
            return y, 'A', log
        return g('B'), (lambda: 'C')()
    """,
    """
    def f(log):
        class K:
            a = 'A'
            b = log('B')
        return K.a, K.b
    """,
    """
    def f(log):
        class K:
            def m(self):
                return 'A', log
        return K().m(), 'B'
    """,
    """
    def f(log, k='D'):
        return [log(x, 'A') for x in [1, 2] if x], {'B': k}
    """,
    """
    def f(log):
        return log({log(1): 'A'}), [*log('B')]
    """,
    """
    def f(log):
        try:
            log.fail('A')
        except KeyError as error:
            return log('B', type(error))
        finally:
            log('C')
    """,
    """
    def f(log):
        with log('A') as x:
            return log(x, 'B')
    """,
    """
    def f(log):
        log.a = 'A'
        log['k'] = 'B'
        return log.a, log['k']
    """,
    """
    def f(log):
        return 'A' == log, log('B').a, f'{log}'
    """,
    """
    def f(log):
        yield 'A'
        x = yield log('B')
        return x
    """,
    """
    def f(log):
        x = log('A') and 'B' or log('C')
        return x
    """,
    """
    def f(log):
        return log('A').A, log.A, log('B')
    """,
    """
    def f(log):
        return log(*('A', log(1)), k='B', **log('C'))
    """,
    """
    def f(log):
        a, b = 'A', log('B')
        a, b = b, a
        return a, b
    """,
    """
    def f(log):
        return log('A')['B':log('C')], 'D'
    """,
    """
    def f(log):
        assert log('A'), 'B'
        del log['C']
        return 'D'
    """,
    """
    def f(log):
        while log('A', left=2):
            log('B')
        return max, 'C'
    """,
]


class Hostile:
    """Answers no question."""

    def __eq__(self, other):
        raise RuntimeError("asked whether it is equal")

    __hash__ = None

    def __repr__(self):
        raise RuntimeError("asked for its text")

    def __bool__(self):
        raise RuntimeError("asked for its truth")

    def __getattr__(self, name):
        raise RuntimeError("asked for an attribute")


class UnhashableKind(type):
    """A class of classes that cannot be hashed."""

    def __eq__(cls, other):
        raise RuntimeError("asked whether a class is equal")

    __hash__ = None


class Odd(metaclass=UnhashableKind):
    """An object of such a class."""


class Colour(enum.IntEnum):
    """Equals its number, and is no number."""

    RED = 1


class Text(str):
    """Looks like a constant and is none."""

    __slots__ = ()


class max:  # noqa: A001, N801 - the builtin has that name, too
    """Is called like a builtin."""


def nan(bits):
    """A NaN by its bits."""
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def deep(value, depth):
    """A value in tuples in tuples."""
    for _ in range(depth):
        value = (value,)
    return value


CODE = compile("def inner(x):\n    return x\n", "<inner>", "exec").co_consts[0]
PLAIN = [
    0.0, -0.0, math.inf, -math.inf, 1e300 * 1e300 * 0, -(1e300 * 1e300 * 0),
    nan(0x7FF8000000000001), nan(0xFFF8000000001234), nan(0x7FF0000000000001),
    complex(math.nan, 1), complex(-0.0, -0.0), complex(0.0, math.nan), 1j, -1j,
    1 << 5000, -(1 << 70), True, None, ..., "\ud800 surrogate", "a'b\"c\n", b"\x00\xff",
    frozenset(), frozenset({-0.0, math.nan}), frozenset({1, (2, "x")}), (), ((), (1,)),
    deep(0, 30), deep(math.nan, 90), deep(Ellipsis, 250),
]  # fmt: skip
OBJECTS = [
    Hostile(), Odd(), Odd, Colour.RED, Text("text"), max, CODE, sys, len, print,
    {"a": 1}, [1, [2]], {1, 2}, bytearray(b"x"), object(), Hostile, lambda: 1, range(3),
    types.SimpleNamespace(a=1), (1, Hostile()), (1, (2, {"k": []})),
    slice(1, Hostile()), NotImplemented, "text".join, str.join, Colour,
    memoryview(b"x"), iter([1, 2]),
]  # fmt: skip


class Log:
    """Records what it is called with, and has everything a template asks for."""

    def __init__(self):
        self.calls = []
        self.items = {}
        self.left = {}

    def __call__(self, *args, **kwargs):
        self.calls.append((args, kwargs))
        left = kwargs.get("left")
        if left is not None:
            count = self.left[len(self.left)] = len(self.left)
            return count < left
        return 0 if args and type(args[-1]) is int and not args[-1] else self

    def __enter__(self):
        self.calls.append("enter")
        return self

    def __exit__(self, *args):
        self.calls.append("exit")

    def __iter__(self):
        return iter([1])

    def keys(self):
        return []

    def __setitem__(self, key, value):
        self.calls.append((key, value))
        self.items["k"] = value

    def __getitem__(self, key):
        self.calls.append(key)
        return self.items.get("k")

    def __delitem__(self, key):
        self.calls.append(key)

    def __format__(self, spec):
        return "log"

    def fail(self, *args):
        self.calls.append(args)
        raise KeyError


@dataclass
class Report:
    """What was found.

    Attributes:
        qualities: code objects by the quality of their text.
        unwritten: how many have no standalone text, as an object has no expression.
        wrong: what went wrong, by seed.
    """

    qualities: Counter[str] = field(default_factory=Counter)
    unwritten: int = 0
    wrong: list[str] = field(default_factory=list)


def placed(code, values):
    """The code with other constants in the places of texts, nested code included."""

    def changed(const):
        if isinstance(const, types.CodeType):
            return placed(const, values)
        if type(const) is tuple:
            return tuple(map(changed, const))
        return values.get(const, const) if type(const) is str else const

    return code.replace(co_consts=tuple(map(changed, code.co_consts)))


def subject(seed):
    """A code object, and the objects in it that no text can write."""
    chance = random.Random(seed)
    values = {
        letter: chance.choice(OBJECTS if chance.random() < 0.6 else PLAIN)
        for letter in "ABCD"
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = compile(
            dedent(chance.choice(TEMPLATES)), "<template>", "exec", 0, True
        )
    (code,) = (one for one in module.co_consts if isinstance(one, types.CodeType))
    return placed(code, values), list(values.values())


def outcome(function):
    """What a function does with a log."""
    log = Log()
    try:
        result = function(log)
        if isinstance(result, types.GeneratorType):
            result = list(result)
    except Exception as error:
        result = (type(error), error.args)
    return result, log.calls, log.items


def same(one, other, held):
    """True if two results are the same; what is held by the code is the very object."""
    if one is other:
        return True
    if type(one) is not type(other) or id(one) in held:
        return False
    if type(one) in (tuple, list):
        return len(one) == len(other) and all(
            same(a, b, held) for a, b in zip(one, other)
        )
    if type(one) is dict:
        pairs = zip(one.items(), other.items())
        return len(one) == len(other) and all(same(a, b, held) for a, b in pairs)
    if type(one) in (float, complex):
        return struct.pack("<dd", one.real, one.imag) == struct.pack(
            "<dd", other.real, other.imag
        )
    if type(one) in (int, str, bytes):
        return one == other
    # What the functions make themselves: logs, lambdas, instances.
    return True


def check(seed, report):
    """Takes one code object through everything."""
    code, values = subject(seed)
    held = {id(one) for one in values if any(one is known for known in OBJECTS)}
    shown = decompile_code(code)
    report.qualities[shown.quality.value] += 1
    if shown.quality not in (Quality.EXACT, Quality.STRUCTURED):
        report.wrong.append(f"{seed}: {shown.quality}: {shown.diagnostics[:1]}")
        return
    # A program that has globals of the names that are given.
    hidden = dict.fromkeys(shown.globals, None)
    namespace = {"__builtins__": builtins}
    expected = outcome(types.FunctionType(code, namespace))

    def compare(name, function, held=held):
        if not same(expected, outcome(function), held):
            report.wrong.append(f"{seed}: {name} differs")

    made = compile_decompiled(shown, code)
    compare("compile_decompiled", types.FunctionType(made, {**namespace, **hidden}))
    again = compile_decompiled(decompile_code(made), made)
    compare("code that was handed out before", types.FunctionType(again, namespace))
    like = Decompiler.decompile_and_compile_like(code, code)
    compare("decompile_and_compile_like", types.FunctionType(like, namespace))
    for one in (made, like):
        if one.co_freevars != code.co_freevars or one.co_cellvars != code.co_cellvars:
            report.wrong.append(f"{seed}: other variables")
    compare("text", from_text(shown.source, {**namespace, **shown.globals}))
    try:
        alone = decompile_code(code, standalone=True).source
    except DecompilationError:
        report.unwritten += 1
        return
    compare("standalone text", from_text(alone, dict(namespace)), set())


def from_text(source, namespace):
    """The function that a text defines."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(source, "<text>", "exec", 0, True), namespace)
    return namespace["f"]


def run(seeds):
    """Checks the code objects of these seeds."""
    report = Report()
    for seed in seeds:
        try:
            check(seed, report)
        except Exception as error:
            report.wrong.append(f"{seed}: {type(error).__name__}: {error}")
    return report


def main():
    """The command: COUNT [FIRST_SEED]."""
    count = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    report = run(range(first, first + count))
    print(sys.version_info[:2], dict(report.qualities), "unwritten", report.unwritten)
    for line in report.wrong:
        print(" ", line)
    sys.exit(bool(report.wrong))


if __name__ == "__main__":
    main()
