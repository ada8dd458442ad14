"""The compile time that a graph break costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from depyf.model.findings.names import seconds

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

CODE_AFTER = "to compile the code after the break"


class BreakCost(NamedTuple):
    """The compile time of a graph break, in seconds.

    Attributes:
        failed: of the compilations that gave no entry because of the break.
        after: of the code after the break: resume functions, and functions that are
            compiled separately because of the break.
    """

    failed: float
    after: float

    @property
    def words(self) -> str:
        """What the time was spent on, such as ``for failed attempts``."""
        failed, after = seconds(self.failed), seconds(self.after)
        words = ["for failed attempts"] if failed else []
        words += [CODE_AFTER] if after or not failed else []
        return ", and ".join(words)


def cost_of(one: Break) -> BreakCost:
    """Return the time that failed attempts and the code after a break took."""
    failed = sum(each.seconds for each in one.compilations if each.entry is None)
    left = {key for each in one.brought if each.left for key in each.frames}
    waiting = list(one.compilations)
    while waiting:
        for resume in waiting.pop().resumes:
            frame = one.run.frame(resume.frame)
            if frame is not None and frame.key not in left:
                left.add(frame.key)
                waiting += frame.compilations
    frames = [one.run.frame(key) for key in left]
    made = [each for frame in frames if frame for each in frame.compilations]
    return BreakCost(failed, sum(each.seconds for each in made))
