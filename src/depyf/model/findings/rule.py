"""A rule of a finding: when it applies, what it says, and what to change.

All rules are rows of one table, `RULES` in `model.findings`, with parts for recompiles,
graph breaks, failures, costs and CUDA graphs.  A rule applies to a `Subject`, and the
first rule that applies gives the result.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import (
    TYPE_CHECKING,
    Callable,
    Generic,
    NamedTuple,
    Sequence,
    TypeVar,
    Union,
)

from depyf.model.edit_tried import Aim
from depyf.model.findings.names import function_name
from depyf.model.findings.rule_texts import ended, share, short, without
from depyf.model.findings.tried import tried_for
from depyf.model.overview import totals
from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.edit_tried import EditTried
    from depyf.model.events import SourceLine
    from depyf.model.findings.avoided_elsewhere import Elsewhere
    from depyf.model.findings.causes import Cause
    from depyf.model.run import Frame, Run

# The factor of the weight of problems that continue in later calls.
GOES_ON = 3
# The end of a sentence about calls that differ (`Outcome.ONE_EACH`).
EACH = ": one entry for each"


@dataclass(frozen=True)
class Finding:
    """One problem, and the change that cures it.

    Attributes:
        rule: the name of the rule that found it.
        title: what happens, in a few words after the name of the subject.
        why: the reason, in at most four short sentences.
        subject: the user's name of the function or object.
        what: what happens and what it costs, as a sentence about the subject, with code
            in backticks.
        where: the user's line that causes it.
        led_here: the user's line that leads to the cause, if the cause is in a library
            or helper.
        led_from: the line of the compiled function that leads there, if it is another
            one.
        origin: the lines that created the value that failed a guard, the nearest to the
            call first.
        edit: the change, as code; empty if no edit is known.
        note: where the edit belongs, or what to do in words.
        hint: torch's own advice; empty if there is none.
        seconds: the compile time that it cost.
        share: `seconds` divided by the compile time of the run, from 0 to 1.
        times: how often it happened.
        recompiles: the number of entries that were compiled because of it.
        met: for a graph break, the number of compilations that met it.
        spent_on: for a graph break, what `seconds` were spent on, in words.
        inner: for a graph break, the library's line that caused it, if one did.
        limit: what torch did at the recompile limit, if it was reached.
        also: in words, where else the same happens, and to which functions.
        weight: the severity, for sorting.
        frames: the keys of the frames that it is about.
        compilations: for recompiles, the ids of the compilations.
        tried: the edits that `depyf cure` tried for it.
        trials, diff: the results of these edits, each as a clause, and the best edit.
        followed: kept edits after the best one for what it brought about.
        origin_how: how `origin` is known.  Empty if it was read from the source; "by
            name" for all lines that set an attribute of this name; "seen" for lines
            recorded in a run.  "cause" for lines that broke a graph, made a
            compilation fail, or changed a mode of torch.
    """

    rule: str = ""
    subject: str = ""
    title: str = ""
    what: str = ""
    why: str = ""
    where: SourceLine | None = None
    led_here: SourceLine | None = None
    led_from: SourceLine | None = None
    origin: tuple[SourceLine, ...] = ()
    edit: str = ""
    note: str = ""
    hint: str = ""
    seconds: float = 0.0
    share: float = 0.0
    times: int = 1
    recompiles: int = 0
    met: int = 0
    spent_on: str = ""
    inner: SourceLine | None = None
    limit: str = ""
    also: str = ""
    weight: float = 0.0
    frames: tuple[str, ...] = ()
    origin_how: str = ""
    tried: tuple[EditTried, ...] = ()
    trials: tuple[str, ...] = ()
    diff: str = ""
    followed: tuple[EditTried, ...] = ()
    compilations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Expected:
    """Something that happened more than once and is expected.

    Attributes:
        subject: the user's name of the function.
        what: what happened, and why it ends.
        edit: the edit that would have avoided the repetition; empty if there is none.
        note: where the edit belongs.
        seconds: the compile time that it took, and that an edit saves.
        frames, origin, origin_how, tried, trials, diff, compilations: as in `Finding`.
        where: the user's line that needs the value, if torch names it.
        elsewhere: what the edit avoids in functions that other findings are about.
        cheaper: an option that may shorten the recompile, in sentences.
    """

    subject: str
    what: str
    frames: tuple[str, ...] = ()
    edit: str = ""
    note: str = ""
    seconds: float = 0.0
    origin: tuple[SourceLine, ...] = ()
    origin_how: str = ""
    tried: tuple[EditTried, ...] = ()
    trials: tuple[str, ...] = ()
    diff: str = ""
    where: SourceLine | None = None
    compilations: tuple[str, ...] = ()
    elsewhere: Elsewhere | None = None
    cheaper: str = ""


@dataclass(frozen=True)
class Consequence:
    """Recompiles that a graph break causes; the finding of the break reports them.

    Attributes:
        where: the line that broke the graph.
        what: what happens, as a sentence.
        seconds: the compile time that it cost.
        times: the number of compilations.
        left: the name of the function, if the break left it to be compiled on its own.
        tried: the edits that `depyf cure` tried for these recompiles.
        reason: torch's reason for the break; empty if unknown.
        limit: what torch did at the recompile limit, if it was reached.
        subject, frames, compilations: as in `Finding`.
    """

    where: SourceLine | None
    what: str
    seconds: float
    times: int
    left: str = ""
    tried: tuple[EditTried, ...] = ()
    reason: str = ""
    limit: str = ""
    subject: str = ""
    frames: tuple[str, ...] = ()
    compilations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Findings:
    """All findings of a run, the most severe first, and the expected events."""

    findings: tuple[Finding, ...] = ()
    expected: tuple[Expected, ...] = ()


Result = Union[Finding, Expected, Consequence]
Advice = TypeVar("Advice", Finding, Expected)


class Cure(NamedTuple):
    """What to change: code and where it belongs, or an instruction in words."""

    edit: str = ""
    note: str = ""


@dataclass(frozen=True, eq=False)
class Subject:
    """An observation that a rule may apply to."""

    run: Run
    frames: tuple[Frame, ...]

    @property
    def first(self) -> Cause | None:
        """The first failed guard; None if the subject is not a recompile."""
        return None

    @property
    def sentence(self) -> str:
        """What happened, if all rules use the same sentence."""
        return ""

    @property
    def cost(self) -> str:
        """The cost in words, for the end of a finding's sentence."""
        return ""

    @property
    def origin(self) -> tuple[SourceLine, ...]:
        """The lines that created the value of the failed guard."""
        return ()

    @property
    def asked_at(self) -> SourceLine | None:
        """The user's line that needs the value of the failed guard."""
        return None

    @property
    def value(self) -> str:
        """The path of the value of the failed guard; empty for other subjects."""
        return ""

    @property
    def origin_how(self) -> str:
        """How the lines in `origin` are known, as in `Finding`."""
        return ""

    @property
    def frame(self) -> Frame:
        """The first frame that the subject is about."""
        return self.frames[0]

    @property
    def name(self) -> str:
        """The user's name for the function."""
        return function_name(self.run, self.frame)

    def why(self, what: str) -> str:
        """Return the default reason of a finding: a sentence with what happens."""
        return f"It {what}"

    def in_words(self, text: str) -> str:
        """Return a text with values named as the program names them."""
        return text

    def finding(self, cure: Cure) -> Finding:
        """Return a finding with the fields that do not depend on the rule."""
        raise NotImplementedError


S = TypeVar("S", bound=Subject)
Text = Union[str, Callable[[S], str]]


class Outcome(Enum):
    """The kind of result of a rule."""

    FINDING = "something to change"
    EXPECTED = "expected, and settled"
    ONE_EACH = "calls differ in this, and there is one entry for each kind"
    CONSEQUENCE = "a graph break brought it, whose finding tells it"


@dataclass(frozen=True)
class Rule(Generic[S]):
    """A rule: when it applies, the texts of its finding, and the change it advises.

    Texts may contain properties of the subject, such as ``{it.source}``.

    Attributes:
        name: the name of the rule in `docs/reading.md` and `summary.json`.
        guard: for recompiles, the condition on the guard that failed first.
        when: the condition on the subject; the rule applies if the result is true.
        title: what happens, in at most seven words after the function's name.
        what: what happens, as a sentence about the function.
        why: the reason, in a few short sentences; by default `what`.
        edit: the change, as code.
        note: where and under which conditions to make the edit, or what to do in words.
        cure: returns edit and note, if one depends on the other.
        where: returns the line that causes it, if not that of the subject.
        outcome: the kind of result.
        advice: why an entry does not fit and what to change, in words for any call.
            `depyf.check` uses it, because it only knows the guard.
    """

    name: str
    guard: Callable[[Cause], bool] = lambda _cause: True
    when: Callable[[S], object] = lambda _subject: True
    what: Text[S] = "{it.sentence}"
    edit: Text[S] = ""
    note: Text[S] = ""
    cure: Callable[[S], Cure] | None = None
    where: Callable[[S], SourceLine | None] | None = None
    outcome: Outcome = Outcome.FINDING
    advice: str = ""
    title: Text[S] = ""
    why: Text[S] = ""

    def applies(self, subject: S) -> bool:
        """Return whether the rule applies to a subject."""
        first = subject.first
        return (first is None or self.guard(first)) and bool(self.when(subject))

    def sentence(self, subject: S) -> str:
        """Return the sentence about what happens."""
        return filled(self.what, subject)

    def title_of(self, subject: S) -> str:
        """Return what happens to a subject, in a few words."""
        return short(filled(self.title, subject), subject)

    def cure_of(self, subject: S) -> Cure:
        """Return the change that the rule advises for a subject."""
        if self.cure is not None:
            return self.cure(subject)
        return Cure(filled(self.edit, subject), filled(self.note, subject))

    def aim(self, subject: S) -> Aim:
        """Return the aim that links a tried edit to the rule's finding."""
        return self._aim(subject, self._where(subject, subject.finding(Cure())))

    def _where(self, subject: S, found: Finding) -> SourceLine | None:
        return self.where(subject) if self.where is not None else found.where

    def _aim(self, subject: S, where: SourceLine | None) -> Aim:
        file, line = (where.file, where.line) if where is not None else ("", 0)
        return Aim(self.name, subject.name, subject.value, file, line)

    def result(self, subject: S) -> Result:
        """Return the rule's result for a subject that it applies to."""
        what, cure = subject.in_words(self.sentence(subject)), self.cure_of(subject)
        cure = cure._replace(note=subject.in_words(cure.note))
        found = subject.finding(cure)
        where = self._where(subject, found)
        keys = tuple(frame.key for frame in subject.frames)
        tried = tried_for(subject.run, self._aim(subject, where))
        if self.outcome is Outcome.CONSEQUENCE:
            seconds, times, name = found.seconds, found.times, subject.name
            return Consequence(
                where, what, seconds, times, tried=tried, subject=name, frames=keys
            )
        if self.outcome is not Outcome.FINDING:
            what += EACH if self.outcome is Outcome.ONE_EACH else ""
            return Expected(
                subject.name,
                what,
                keys,
                *cure,
                found.seconds,
                without(subject.origin, subject.asked_at),
                subject.origin_how,
                tried,
                where=subject.asked_at,
                compilations=found.compilations,
            )
        return replace(
            found,
            rule=self.name,
            subject=subject.name,
            title=self.title_of(subject),
            what=what + subject.cost,
            why=ended(subject.in_words(filled(self.why, subject)) or subject.why(what)),
            share=share(found.seconds, totals(subject.run).seconds),
            where=where,
            origin=without(subject.origin, where),
            origin_how=subject.origin_how,
            edit=cure.edit,
            note=cure.note,
            frames=keys,
            tried=(*tried, *found.tried),
        )


def filled(text: Text[S], subject: S) -> str:
    """Return a rule's text about a subject."""
    return text.format(it=subject) if isinstance(text, str) else text(subject)


def first_result(rules: Sequence[Rule[S]], subject: S) -> Result:
    """Return the result of the first rule that applies to a subject."""
    return _first(rules, subject).result(subject)


def aim_of(rules: Sequence[Rule[S]], subject: S) -> Aim:
    """Return the aim of an edit for a subject, by the first rule that applies."""
    return _first(rules, subject).aim(subject)


def _first(rules: Sequence[Rule[S]], subject: S) -> Rule[S]:
    return next(rule for rule in rules if rule.applies(subject))
