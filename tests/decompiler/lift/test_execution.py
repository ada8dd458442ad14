"""A lifted function does what CPython does: same effects, in the same order."""

from __future__ import annotations

import builtins
import types
import warnings
from typing import Any, Callable, Iterator

import pytest

from depyf.decompiler.bytecode.behaviour import RUNNING
from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.lift import lift
from tests.decompiler.lift.interpreter import Frame, interpret, run_plain
from tests.decompiler.lift.probe import (
    FirstError,
    Probe,
    SecondError,
    Tape,
    ThirdError,
    describe,
)
from tests.decompiler.lift.programs import PROGRAMS, Program

pytestmark = pytest.mark.every_python

SEEDS = range(40)
NAMES = ["a", "b", "c", "d", "e"]


def _codes(unit: CodeUnit, code: types.CodeType) -> Iterator[tuple[int, Any]]:
    yield id(unit), code
    inner = [const for const in code.co_consts if isinstance(const, types.CodeType)]
    for child, nested in zip(unit.children, inner):
        yield from _codes(child, nested)


def _compile(program: Program) -> types.CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = compile(program.source, "program.py", "exec")
    return next(c for c in module.co_consts if isinstance(c, types.CodeType))


def _namespace(tape: Tape) -> dict[str, Any]:
    space: dict[str, Any] = {name: Probe(tape, name.upper()) for name in "ghi"}
    space.update(
        E=FirstError,
        F=SecondError,
        G=ThirdError,
        P=Pattern,
        __name__="program",
        __builtins__=dict(vars(builtins)),
    )
    if RUNNING >= (3, 11):
        space["X"] = builtins.ExceptionGroup
    return space


class Pattern:
    """A base class, and a class pattern that some probes match."""

    __match_args__ = ("y",)


def _drive(start: Callable[[], Any], tape: Tape, kind: str) -> list[str]:
    """Runs to the end, answering yields at random; returns everything observable."""
    try:
        running = start()
        if kind == "plain":
            tape.log.append("returned " + describe(running))
            return tape.log
        message: Any = None
        while True:
            if message == "throw":
                got = running.throw(FirstError("thrown"))
            else:
                got = running.send(message)
            tape.log.append("yielded " + describe(got))
            message = tape.random.choice([None, None, 1, "throw"])
            if tape.log[-1:] == ["yielded None"] and message is None:
                message = 2
    except StopIteration as stop:
        tape.log.append("returned " + describe(stop.value))
    except (FirstError, ThirdError, KeyboardInterrupt) as error:
        tape.log.append(f"raised {describe(error)} from {describe(error.__cause__)}")
    except (TypeError, ValueError, AssertionError, LookupError, RuntimeError) as error:
        text = describe(error) if isinstance(error, AssertionError) else ""
        assert "read before" not in text
        tape.log.append(f"raised {type(error).__name__}{text}")
    except (NameError, AttributeError) as error:
        # What is missing, not how each CPython says so.
        kind_name = "NameError" if isinstance(error, NameError) else "TypeError"
        tape.log.append(f"raised {kind_name}")
    except Exception as error:
        if type(error).__name__ != "ExceptionGroup":
            raise
        tape.log.append(f"raised group of {sorted(map(describe, error.exceptions))}")
    return tape.log


def _arguments(tape: Tape) -> dict[str, Any]:
    return {name: Probe(tape, name) for name in NAMES}


def _genuine(program: Program, code: types.CodeType, seed: int) -> list[str]:
    tape = Tape(seed, raising=0.04 if seed % 2 else 0)
    function = types.FunctionType(code, _namespace(tape))
    arguments = _arguments(tape)
    return _drive(lambda: function(**arguments), tape, program.kind)


def _lifted(program: Program, code: types.CodeType, seed: int) -> list[str]:
    tape = Tape(seed, raising=0.04 if seed % 2 else 0)
    unit = CodeUnit.from_code(code)
    frame = Frame(
        lift(unit), dict(_codes(unit, code)), _namespace(tape), _arguments(tape), {}
    )
    run = run_plain if program.kind == "plain" else interpret
    return _drive(lambda: run(frame), tape, program.kind)


@pytest.mark.parametrize(
    "program",
    [program for program in PROGRAMS if program.since <= RUNNING],
    ids=lambda program: program.source.split("\n")[1].strip()[:40],
)
def test_lifted_code_has_the_same_effects(program: Program) -> None:
    code = _compile(program)
    for seed in SEEDS:
        assert _lifted(program, code, seed) == _genuine(program, code, seed)
