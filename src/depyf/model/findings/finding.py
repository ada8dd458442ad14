"""What a user should act on, and what is as it should be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from depyf.model.events import SourceLine


@dataclass(frozen=True)
class Finding:
    """One thing to change, and how.

    Attributes:
        rule: which row of the table found it.
        subject: the function or object, by the user's own name for it.
        what: what happens and what it costs, as a sentence about the subject; code
            stands between backticks.
        where: the user's line that causes it.
        led_here: the user's line that leads to it, where the cause is in a library or
            helper.
        edit: the change, as code; empty where none is known to cure it.
        note: where the edit belongs, or what to do in words.
        hint: what torch itself advises, where it does.
        seconds: compile time that it cost.
        times: how often it happened.
        frames: keys of the frames that it is about.
        covers: the guards, breaks or sizes that it tells of, so that no page says
            them again.
    """

    rule: str
    subject: str
    what: str
    where: SourceLine | None = None
    led_here: SourceLine | None = None
    edit: str = ""
    note: str = ""
    hint: str = ""
    seconds: float = 0.0
    times: int = 1
    weight: float = 0.0
    frames: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Expected:
    """Something that happened more than once, and why no more of it is to come.

    Attributes:
        subject: the function, by the user's own name for it.
        what: what happened, and why it ends.
        frames: keys of the frames that it is about.
        edit: what would have made it happen once, as code; empty where nothing does.
        note: where that belongs.
        seconds: compile time that it would save.
    """

    subject: str
    what: str
    frames: tuple[str, ...] = ()
    edit: str = ""
    note: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Findings:
    """All findings of a run, the gravest first, and what is as expected."""

    findings: tuple[Finding, ...] = ()
    expected: tuple[Expected, ...] = ()
