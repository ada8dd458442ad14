"""Runs code on traced values and tells what it did: the judge of the mutation tests.

Knows nothing of the decompiler. As a program it reads marshalled code objects from
the standard input, runs each in a child process, so that a mutant that kills the
interpreter harms nobody, and writes one line per code object.
"""

from __future__ import annotations

import builtins
import contextlib
import hashlib
import marshal
import os
import random
import signal
import struct
import sys
import types
import warnings

SEEDS = 24
MAX_EVENTS = 250
#: Seconds for one code object.
LIMIT = float(sys.argv[1]) if len(sys.argv) > 1 and __name__ == "__main__" else 5
# Locals that a decompiled text may have beside those of the subject.
TEMPORARIES = ("tmp_", "item_", "state")
#: The answer for code that ended its process.
KILLED = "killed"
#: How the process ends if nothing ended it before; some code makes CPython end with 0.
ANSWERED = 77
RAISED = (KeyError, ValueError, TypeError)


class TooLong(BaseException):
    """More events than a subject needs."""


class Recorder:
    """What happened, and what the traced values answer."""

    def __init__(self, seed, names):
        self.random = random.Random(seed)
        self.names = names
        self.events = []
        self.count = 0
        self.tested = 0, 0, False

    def fresh(self):
        self.count += 1
        return Traced(self, self.count)

    def note(self, *what):
        if len(self.events) > MAX_EVENTS:
            raise TooLong
        entry = tuple(describe(part) for part in what)
        self.events.append((entry, self.locals_of_subject()))

    def locals_of_subject(self):
        frame = sys._getframe(2)
        while frame is not None and frame.f_code.co_name not in self.names:
            frame = frame.f_back
        if frame is None:
            return None
        named = frame.f_locals.items()
        return tuple(
            sorted((k, describe(v)) for k, v in named if not k.startswith(TEMPORARIES))
        )

    def answer(self, *what):
        self.note(*what)
        if self.random.random() < 0.06:
            error = self.random.choice(RAISED)("traced")
            raise error
        return self.fresh()


def describe(value, depth=0):
    """A value without its address."""
    if isinstance(value, Traced):
        return f"#{value.__dict__['number']}"
    if isinstance(value, (tuple, list, set)) and depth < 4:
        inner = [describe(item, depth + 1) for item in value]
        return type(value).__name__, sorted(inner) if type(value) is set else inner
    if isinstance(value, dict) and depth < 4:
        return [
            (describe(k, depth + 1), describe(v, depth + 1)) for k, v in value.items()
        ]
    if isinstance(value, types.FunctionType):
        parts = value.__name__, value.__defaults__, value.__kwdefaults__
        return "function", [describe(part, depth + 1) for part in parts]
    if isinstance(value, BaseException):
        return type(value).__name__, str(value)[:40]
    if isinstance(value, type):
        return "type", value.__name__, value.__doc__
    if isinstance(value, (types.ModuleType, types.GeneratorType, types.CellType)):
        return type(value).__name__
    text = repr(value)
    return type(value).__name__ if " at 0x" in text else text


def _operation(name):
    def method(self, *arguments, **keywords):
        return self.__dict__["recorder"].answer(name, self, arguments, keywords)

    return method


def _decision(name, chance):
    def method(self, *arguments):
        recorder = self.__dict__["recorder"]
        recorder.note(name, self, arguments)
        return recorder.random.random() < chance

    return method


class Traced:
    """A value that writes down all that is done to it."""

    def __init__(self, recorder, number):
        self.__dict__.update(recorder=recorder, number=number)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self.__dict__["recorder"].answer("get", self, name)

    def __setattr__(self, name, value):
        self.__dict__["recorder"].note("set", self, name, value)

    def __mro_entries__(self, bases):
        self.__dict__["recorder"].note("bases", self)
        return ()

    def __hash__(self):
        self.__dict__["recorder"].note("hash", self)
        return self.__dict__["number"]

    def __bool__(self):
        """Asked again with nothing in between it gives the same answer.

        How often compilers ask in a row depends on line breaks; the validator takes
        that as one question, so the judge does, too.
        """
        recorder, number = self.__dict__["recorder"], self.__dict__["number"]
        if recorder.tested[:2] != (number, len(recorder.events)):
            recorder.note("bool", self)
            answer = recorder.random.random() < 0.5
            recorder.tested = number, len(recorder.events), answer
        return recorder.tested[2]

    def __iter__(self):
        recorder = self.__dict__["recorder"]
        recorder.note("iter", self)
        number = recorder.random.choice((0, 1, 1, 2, 2, 3))
        return TracedIterator([recorder.fresh() for _ in range(number)], recorder)

    def __exit__(self, *arguments):
        recorder = self.__dict__["recorder"]
        recorder.note("exit", self, arguments[:2])
        return recorder.random.random() < 0.5

    def __format__(self, spec):
        self.__dict__["recorder"].note("format", self, spec)
        return f"#{self.__dict__['number']}"

    def keys(self):
        return iter(())

    def __repr__(self):
        return f"#{self.__dict__['number']}"


class TracedIterator:
    def __init__(self, items, recorder):
        self.items = iter(items)
        self.recorder = recorder

    def __iter__(self):
        return self

    def __next__(self):
        self.recorder.note("next")
        return next(self.items)


_NAMES = (
    "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift iadd isub "
    "imul radd rsub rmul neg pos invert getitem setitem delitem delattr call lt le "
    "gt ge eq ne enter"
)
for _name in _NAMES.split():
    setattr(Traced, f"__{_name}__", _operation(f"__{_name}__"))
Traced.__contains__ = _decision("__contains__", 0.5)
Traced.__hash__ = Traced.__dict__["__hash__"]


def run(code, seed):
    """Everything that one call of the subject in module ``code`` does."""
    names = {const.co_name for const in code.co_consts if hasattr(const, "co_name")}
    recorder = Recorder(seed, names)
    namespace = {"__name__": "subject", "__builtins__": builtins}
    exec(code, namespace)
    (subject,) = (namespace[name] for name in names if name in namespace)
    arguments = [recorder.fresh() for _ in range(3)]
    try:
        result = subject(*arguments)
        outcome = "returned", describe(result), extra(result, recorder)
    except TooLong:
        outcome = "too long"
    except Exception as error:
        outcome = "raised", describe(error), type(error.__context__).__name__
    shared = {k: describe(v) for k, v in namespace.items() if k.startswith("counter")}
    return repr((recorder.events, outcome, shared))


def extra(result, recorder):
    """What using the result shows: a generator is driven, a class is asked."""
    if isinstance(result, types.GeneratorType):
        seen = []
        with contextlib.suppress(StopIteration):
            seen.append(describe(next(result)))
            for _ in range(4):
                seen += [describe(result.send(recorder.fresh()))]
        return seen
    if isinstance(result, type):
        made = result()
        made.other = recorder.fresh()
        return [describe(result.value), describe(made.method(recorder.fresh()))]
    return None


def judge(code, like=()):
    """A digest of what the code does for all seeds, or to the first unlike ``like``."""
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    digests = []
    for seed in range(len(like) or SEEDS):
        digests.append(digest(run(code, seed)))
        if like and digests[seed] != like[seed]:
            break
    signal.setitimer(signal.ITIMER_REAL, 0)
    return digests


def digest(text):
    """Stands for the text; the interpreter's SystemError defines no behaviour."""
    if "SystemError" in text:
        return "undefined"
    return hashlib.sha1(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def main():
    """Answers in a process for each code object: one that it kills is only its own."""
    warnings.simplefilter("ignore")
    stream = sys.stdin.buffer
    while True:
        head = stream.read(4)
        if len(head) < 4:
            return
        (size,) = struct.unpack("<I", head)
        data = stream.read(size)
        child = os.fork()
        if not child:
            code, like = marshal.loads(data)
            print(",".join(judge(code, like)), flush=True)
            os._exit(ANSWERED)
        _, status = os.waitpid(child, 0)
        if not os.WIFEXITED(status) or os.WEXITSTATUS(status) != ANSWERED:
            print(KILLED, flush=True)


if __name__ == "__main__":
    main()
