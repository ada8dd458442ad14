"""Compare the outputs of two runs, but ignore differences between equal runs."""

from __future__ import annotations

import math
from difflib import SequenceMatcher
from typing import NamedTuple, Sequence

from depyf.errors import DepyfError
from depyf.records import dataclass
from depyf.regexes import regex

_NUMBER = regex(
    r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.]*\w)|\b(?:nan|inf)\b"
)
_ABOUT_COMPILING = regex(r"(?i)compil|dynamo|inductor|eager|fail|fall|error")
# A number that differs by more than this share between two plain runs is a time, a rate
# or random, so it is not compared.
UNSTABLE = 1e-3
ROUNDING = 1e-5  # as a share: about the effect of another order of float32 operations
SPREAD = 4.0  # a number may differ by this many times the difference of two plain runs


class ToleranceError(DepyfError):
    """The value of ``--keep`` is not two numbers."""

    slug = "no-tolerance"


class Tolerance(NamedTuple):
    """The allowed difference of numbers: ``absolute + relative * abs(expected)``."""

    relative: float = 0.0
    absolute: float = 0.0


def read_tolerance(text: str) -> Tolerance:
    """Return the tolerance that a text such as ``1e-4,1e-6`` means.

    Raises:
        ToleranceError: the text is not two numbers.
    """
    try:
        relative, absolute = (float(part) for part in text.split(","))
    except ValueError as error:
        message = f"--keep wants RTOL,ATOL, such as 1e-4,1e-6, not {text!r}"
        raise ToleranceError(message) from error
    return Tolerance(relative, absolute)


@dataclass(frozen=True)
class Reference:
    """The expected output, and the allowed differences.

    Attributes:
        words: the texts between the numbers of the output.
        numbers: the numbers of the output.
        allowed: how much each number may differ; infinite if it is not compared.
        is_stable: whether two runs print the same except for numbers.
        was_exact: whether two runs print exactly the same.
        is_begin: whether this is only the beginning of the output, of a run that
            failed.
    """

    words: Sequence[str]
    numbers: Sequence[str]
    allowed: Sequence[float]
    is_stable: bool
    was_exact: bool
    is_begin: bool = False

    @property
    def left_out(self) -> int:
        """Return how many numbers are not compared."""
        return sum(1 for one in self.allowed if math.isinf(one))

    def difference(self, output: str) -> str:
        """Return how an output differs, in words; empty if it does not differ."""
        words, numbers = _parts(output)
        if self.is_begin:  # the text after the last number may be incomplete
            begun, words = self.words[:-1], words[: len(self.words) - 1]
        else:
            begun = self.words
        if list(words) != list(begun):
            return "the output differs"
        rounded = ""
        for expected, met, allowed in zip(self.numbers, numbers, self.allowed):
            if expected == met or math.isinf(allowed):
                continue
            apart = abs(float(expected) - float(met))
            if not apart <= allowed:
                differs = f"the output differs: {met} instead of {expected}"
                if not apart <= ROUNDING * abs(float(expected)):
                    return differs
                rounded = rounded or differs
        return f"{rounded}, by rounding: `--keep 1e-5,0` allows it" if rounded else ""

    def told(self, output: str) -> str:
        """Return how lines about compiling differ, if no other line differs.

        A program that catches a failed compilation may print such lines. The result is
        empty if another line or a number differs, or if all numbers are in such lines.
        """
        if self.is_begin or not self.is_stable:
            return ""
        before, after = _lines(self.words, self.numbers), _lines(*_parts(output))
        steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        changes, has_result = [], False
        for tag, first, last, new_first, new_last in steps:
            if tag == "equal":
                has_result = has_result or bool(_numbers(before[first:last]))
            else:
                changes.append((before[first:last], after[new_first:new_last]))
        is_about = all(_tells_of_compiling(old, new) for old, new in changes)
        return _shown(*changes[0]) if changes and has_result and is_about else ""


def _tells_of_compiling(old: Sequence[str], new: Sequence[str]) -> bool:
    """Return whether changed lines are about compiling and their numbers are equal."""
    about = all(map(_ABOUT_COMPILING.search, old or new))
    return about and (not old or not new or _numbers(old) == _numbers(new))


def _numbers(lines: Sequence[str]) -> list[str]:
    return _NUMBER.findall("\n".join(lines))


def _shown(old: Sequence[str], new: Sequence[str]) -> str:
    """Return the first of some changed lines, before and after."""
    first, then = (f"`{one[0].strip()}`" if one else "nothing" for one in (old, new))
    return f"{first} -> {then}"


def reference(first: str, second: str, tolerance: Tolerance) -> Reference:
    """Return the reference for comparing outputs.

    Args:
        first: the output of a run of the unedited program.
        second: the output of another such run.
        tolerance: the difference that the user allows.
    """
    words, numbers = _parts(first)
    other_words, other_numbers = _parts(second)
    is_stable = list(words) == list(other_words)
    allowed = []
    for one, other in zip(numbers, other_numbers):
        given = tolerance.absolute + tolerance.relative * abs(float(one))
        allowed.append(max(given, _spread(one, other)))
    return Reference(words, numbers, allowed, is_stable, first == second)


def _spread(one: str, other: str) -> float:
    """Return how much a number may differ, given its values in two plain runs."""
    if one == other:
        return 0.0
    first, second = float(one), float(other)
    apart = abs(first - second)
    if not apart <= UNSTABLE * max(abs(first), abs(second)):
        return math.inf
    return SPREAD * apart


def _lines(words: Sequence[str], numbers: Sequence[str]) -> list[str]:
    """Return the lines of an output that consists of these parts."""
    between = [*numbers, ""]
    return "".join(map("".join, zip(words, between))).splitlines()


def _parts(output: str) -> tuple[Sequence[str], Sequence[str]]:
    return _NUMBER.split(output), _NUMBER.findall(output)
