"""How many changed programs the validator tells from the original.

``python -m tests.fuzz.mutation COUNT [FIRST_SEED]`` takes random programs, changes one
thing in each of many copies and asks two judges: the validator, and a process that
runs both on recording objects (it shares no code with the validator). A mutant counts
if it behaves otherwise for one of 24 inputs (8 if the validator rejects it); to crash
or to hang is to behave otherwise. Goes on until COUNT mutants counted and prints the
result as JSON.
"""

from __future__ import annotations

import collections
import json
import platform
import random
import sys
import types
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Counter, Iterator

from depyf.decompiler.bytecode.code_unit import CodeUnit
from depyf.decompiler.lift import LiftError, lift
from depyf.decompiler.validate import canonical_forms, validate
from tests.decompiler.validate.judge import UNDEFINED, Judge
from tests.fuzz.mutants import mutants
from tests.fuzz.programs import program
from tests.fuzz.random_programs import compiled, subject_of

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function

PER_PROGRAM = 25
#: Inputs on which a rejected mutant is run; if it escaped notice on these, no harm is
#: done: it does not count.
FEW = 8
#: Seconds after which a mutant is said to hang.
PATIENCE = 1


@dataclass
class Tally:
    """What was found.

    Attributes:
        counted: mutants that behave otherwise, by what was changed.
        crashed: those of them that crash or hang.
        alike: mutants that no input tells from the original.
        refused: mutants alike that were rejected, which is no fault: they may differ
            for other inputs.
        failed: mutants on which lifting or validating failed by an error of its own.
        escaped: (seed, what) of the counted mutants that were accepted.
    """

    counted: Counter[str] = field(default_factory=collections.Counter)
    crashed: int = 0
    alike: int = 0
    refused: int = 0
    failed: list[tuple[int, str, str]] = field(default_factory=list)
    escaped: list[tuple[int, str]] = field(default_factory=list)


def canonical(code: object) -> Function:
    """The graph as the decompiler compares it."""
    unit = code if isinstance(code, CodeUnit) else CodeUnit.from_code(code)
    return canonical_forms.run(lift(unit))


def is_accepted(original: types.CodeType, mutant: types.CodeType) -> bool:
    """The validator's verdict; code that cannot be lifted is rejected."""
    return accepts(canonical(original), mutant)


def accepts(original: Function, mutant: types.CodeType) -> bool:
    """The same for an original that was lifted before."""
    try:
        return validate(original, canonical(mutant), lift=canonical).equivalent
    except LiftError:
        return False


def sample(seed: int) -> Iterator[tuple[str, types.CodeType]]:
    """Some mutants of the program of a seed."""
    chooser = random.Random(seed)
    found = list(mutants(subject_of(compiled(program(seed))), chooser))
    yield from chooser.sample(found, min(PER_PROGRAM, len(found)))


def module_with(module: types.CodeType, subject: types.CodeType) -> types.CodeType:
    """The module with another function in it."""
    consts = tuple(
        subject if isinstance(const, types.CodeType) else const
        for const in module.co_consts
    )
    return module.replace(co_consts=consts)


def judge_program(judge: Judge, seed: int, tally: Tally) -> None:
    """Takes one program and its mutants to both judges."""
    try:
        module = compiled(program(seed))
    except SyntaxError:
        return
    expected = judge.behaviour(module)
    if expected is None or UNDEFINED in expected:
        judge.close()
        return
    try:
        original = canonical(subject_of(module))
    except LiftError:  # CPython 3.14.0 and later leave holes in their own tables
        return
    for what, mutant in sample(seed):
        try:
            accepted = accepts(original, mutant)
        except Exception as error:
            tally.failed.append((seed, what, f"{type(error).__name__}: {error}"))
            accepted = False
        like = expected if accepted else expected[:FEW]
        behaviour = judge.behaviour(module_with(module, mutant), like=like)
        if accepted and behaviour != expected:
            # What ran before may have spoiled the process: once more in a new one.
            judge.close()
            if judge.behaviour(module) != expected:
                return  # the program itself behaves now so, now so
            behaviour = judge.behaviour(module_with(module, mutant), like=expected)
        if behaviour == like:
            tally.alike += 1
            tally.refused += not accepted
            continue
        if behaviour is None:
            tally.crashed += 1
        tally.counted[what.rpartition(": ")[2].partition(" ")[0]] += 1
        if accepted:
            tally.escaped.append((seed, what))


def run(count: int, first: int = 0, programs: int = sys.maxsize) -> tuple[Tally, int]:
    """Judges mutants of programs until ``count`` of them counted.

    Returns:
        What was found, and the next seed.
    """
    tally, judge, seed = Tally(), Judge(PATIENCE), first
    try:
        while sum(tally.counted.values()) < count and seed < first + programs:
            judge_program(judge, seed, tally)
            seed += 1
    finally:
        judge.close()
    return tally, seed


def main() -> None:
    """The command."""
    count = int(sys.argv[1])
    tally, _ = run(count, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    total = sum(tally.counted.values())
    rejected = 1 - len(tally.escaped) / max(total, 1)
    head = {"python": platform.python_version(), "mutants": total}
    print(json.dumps({**head, "rejected": rejected, **vars(tally)}))


if __name__ == "__main__":
    main()
