"""The compile time that a graph break costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.names import function_name, is_in, joined, seconds
from depyf.model.wording import counted

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Frame

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
        words = ["failed attempts"] if failed else []
        if after or not failed:
            words += [CODE_AFTER, _on_their_own(len(self.around))]
        return f"for {joined(words)}"


def cost_of(one: Break) -> BreakCost:
    """Return the time that failed attempts and the code after a break took."""
    failed = [each for each in one.compilations if each.entry is None]
    left = {key for each in one.brought if each.left for key in each.frames}
    apart = [each for each in one.frames if _is_apart(one, each)]
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


def _is_apart(one: Break, frame: Frame) -> bool:
    """Return whether a function around the broken line is compiled on its own.

    Torch would inline it into its caller, which meets the same break.
    """
    callers = [each for each in one.frames if each is not frame]
    return frame.parent is None and all(
        any(is_in(caller, line) for caller in callers for line in made.stack[:-1])
        for made in frame.compilations
    )
