"""Random programs: what was decompiled and compiled again does what the original does.

``python -m tests.fuzz.random_programs COUNT [FIRST_SEED]`` runs COUNT programs and
prints what differs, as JSON with the counts by quality. The tests run a few.
"""

from __future__ import annotations

import collections
import json
import platform
import sys
import types
import warnings
from dataclasses import dataclass, field
from typing import Callable, Counter

from depyf.decompiler import compile_decompiled, decompile_code
from tests.decompiler.validate.judge import UNDEFINED, Judge
from tests.fuzz.programs import program


@dataclass
class Report:
    """What was found.

    Attributes:
        qualities: programs by the quality of their text.
        invalid: seeds of programs that this Python does not compile.
        unknown: seeds of programs whose behaviour cannot be told twice alike.
        wrong: seeds of programs whose text behaves otherwise.
        listed: seeds of programs without a text.
    """

    qualities: Counter[str] = field(default_factory=collections.Counter)
    invalid: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)
    listed: list[int] = field(default_factory=list)


def compiled(source: str) -> types.CodeType:
    """The module's code."""
    return quietly(compile, source, "<program>", "exec", 0, True)


def quietly(make: Callable[..., types.CodeType], *arguments: object) -> types.CodeType:
    """Calls what compiles, without the warnings of the compiler."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return make(*arguments)


def subject_of(module: types.CodeType) -> types.CodeType:
    """The code of the one function in it."""
    (found,) = (c for c in module.co_consts if isinstance(c, types.CodeType))
    return found


def same_behaviour(judge: Judge, one: types.CodeType, other: types.CodeType) -> object:
    """True or False; None if what the first one does cannot be told."""
    expected = judge.behaviour(one)
    if expected is not None and expected == judge.behaviour(other):
        return True
    # What ran before may have spoiled the process: once more in new ones.
    judge.close()
    expected = judge.behaviour(one)
    judge.close()
    if expected is None or UNDEFINED in expected or expected != judge.behaviour(one):
        return None
    judge.close()
    return judge.behaviour(other) == expected


def check(judge: Judge, seed: int, report: Report) -> None:
    """Decompiles one program and compares."""
    try:
        module = compiled(program(seed))
    except SyntaxError:
        report.invalid.append(seed)
        return
    subject = subject_of(module)
    shown = decompile_code(subject, temp_prefix="tmp_")
    report.qualities[shown.quality.value] += 1
    if shown.quality.value == "listing":
        report.listed.append(seed)
        return
    if shown.globals:
        return
    code = quietly(compile_decompiled, shown, subject)
    consts = tuple(
        code if isinstance(const, types.CodeType) else const
        for const in module.co_consts
    )
    same = same_behaviour(judge, module, module.replace(co_consts=consts))
    if same is None:
        report.unknown.append(seed)
    elif not same:
        report.wrong.append(seed)


def run(seeds: range) -> Report:
    """Checks all programs of these seeds."""
    report, judge = Report(), Judge()
    try:
        for seed in seeds:
            check(judge, seed, report)
    finally:
        judge.close()
    return report


def main() -> None:
    """The command."""
    count = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    report = run(range(first, first + count))
    found = {"python": platform.python_version(), "programs": count, **vars(report)}
    print(json.dumps(found))
    sys.exit(bool(report.wrong))


if __name__ == "__main__":
    main()
