"""The compile time that a graph break costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.break_ways import is_within, stacks_to
from depyf.model.findings.names import (
    function_name,
    is_in,
    is_library,
    joined,
    seconds,
)
from depyf.model.wording import counted

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame

_SMALL = 0.15  # a part of the time that is not named
CODE_AFTER = "the code after the break"


class BreakCost(NamedTuple):
    """The compile time of a graph break, in seconds.

    Attributes:
        failed: of the compilations that gave no entry because of the break.
        after: of the code after the break: resume functions, and functions that are
            compiled separately because of the break.
        around: the names of the functions around the broken line that are among these,
            without that of the finding.
    """

    failed: float
    after: float
    around: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What the time was spent on, such as ``for failed attempts``."""
        failed, after = seconds(self.failed), seconds(self.after)
        is_small = self.failed < _SMALL * (self.failed + self.after)
        words = ["failed attempts"] if failed and not is_small else []
        if after or not words:
            words += [CODE_AFTER, _on_their_own(len(self.around))]
        return f"for {joined(words)}"


def cost_of(one: Break) -> BreakCost:
    """Return the time that failed attempts and the code after a break took."""
    failed = [each for each in one.compilations if each.entry is None]
    left = {key for each in one.brought if each.left for key in each.frames}
    plain = _plain_functions(one)
    candidates = one.run.frames if plain else one.frames
    apart = [each for each in candidates if _is_apart(one, each, plain)]
    left.update(each.key for each in apart)
    waiting = [*one.compilations, *(made for each in apart for made in each.entries)]
    while waiting:
        for resume in waiting.pop().resumes:
            frame = one.run.frame(resume.frame)
            if frame is not None and frame.key not in left:
                left.add(frame.key)
                waiting += frame.compilations
    frames = [one.run.frame(key) for key in left]
    made = [each for frame in frames if frame for each in frame.compilations]
    known = {id(each) for each in failed}
    after = sum(each.seconds for each in made if id(each) not in known)
    names = dict.fromkeys(
        function_name(one.run, each) for each in apart if each.entries
    )
    around = tuple(name for name in names if name != one.name)
    return BreakCost(sum(each.seconds for each in failed), after, around)


def _on_their_own(number: int) -> str:
    whose = "its" if number == 1 else "their"
    return f"{counted(number, 'function')} compiled on {whose} own" if number else ""


def _is_apart(one: Break, frame: Frame, plain: set[tuple[str, str]]) -> bool:
    """Return whether a function is compiled on its own because of a break.

    Torch would inline it into its caller.  The caller meets the same break, or runs as
    plain Python because of it.
    """
    callers = [each for each in one.frames if each is not frame]
    is_met = len(callers) < len(one.frames)
    return frame.parent is None and all(
        any(
            (line.file, line.function) in plain
            or (is_met and any(is_in(caller, line) for caller in callers))
            for line in made.stack[:-1]
        )
        for made in frame.compilations
    )


def _plain_functions(one: Break) -> set[tuple[str, str]]:
    """Return the functions between the compiled one and a break that have no entry."""
    found = set()
    for stack in stacks_to(one):
        inner = [at for at, line in enumerate(stack) if is_within(one, line)]
        for line in stack[inner[0] : -1] if inner else ():
            if not is_library(line.file):
                found.add((line.file, line.function))
    compiled = {(each.file, each.co_name) for each in one.run.frames if each.entries}
    return found - compiled
