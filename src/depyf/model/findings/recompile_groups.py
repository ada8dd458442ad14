"""Recompiles of one function that failed on the same value, gathered."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import (
    TYPE_CHECKING,
    Callable,
    Collection,
    Iterator,
    NamedTuple,
    Sequence,
    Tuple,
    Union,
)

from depyf.model.entry_guards import frame_guards, nearest
from depyf.model.events import Metrics
from depyf.model.findings.causes import Cause, Scope, cause_of
from depyf.model.findings.finding import Expected, Finding
from depyf.model.findings.names import call_line, function_name, parameters, root_of
from depyf.torch_text.access_paths import paths_of, readable
from depyf.torch_text.guard_kinds import GuardKind

if TYPE_CHECKING:
    from depyf.model.detail_events import SideEffect
    from depyf.model.events import RecompileReason, SourceLine
    from depyf.model.run import Compilation, Frame, Run

_LIMIT = re.compile(r"recompile limit|cache_size_limit|recompile_limit", re.IGNORECASE)
_ENTRIES = 3  # of different lengths, for something to grow
_LITERAL = re.compile(r"\d+|'[^']*'")
_NUMBERED = re.compile(r"\[\d+\]")


@dataclass
class Group:
    """Recompiles of one function that failed on the same value."""

    run: Run
    frame: Frame
    causes: list[Cause] = field(default_factory=list)
    compilations: list[Compilation] = field(default_factory=list)
    others: tuple[Group, ...] = ()  # of the same function

    @property
    def first(self) -> Cause:
        """Return the first cause."""
        return self.causes[0]

    @property
    def name(self) -> str:
        """Return the user's name for the function."""
        return function_name(self.run, self.frame)

    @property
    def effects(self) -> Iterator[SideEffect]:
        """Yield what the function and those that resume it change."""
        root = root_of(self.run, self.frame)
        for frame in self.run.frames:
            if root_of(self.run, frame) is root:
                for compilation in frame.compilations:
                    yield from compilation.side_effects

    @property
    def limit_reached(self) -> bool:
        """Return whether torch gave up on the function for too many entries."""
        return any(map(reached_limit, self.compilations))

    @property
    def seconds(self) -> float:
        """Return what compiling again cost."""
        return sum(one.seconds for one in self.compilations)

    @property
    def entries(self) -> int:
        """Return how many entries these recompiles made."""
        return sum(1 for one in self.compilations if one.entry is not None)

    @property
    def attribute(self) -> str:
        """Return the last name in the value's path."""
        return re.split(r"[.\[]", self.first.source)[-1].strip("']\"")

    @property
    def where(self) -> SourceLine | None:
        """Return the line that needs the value."""
        lines = [cause.user_line for cause in self.causes if cause.user_line]
        return lines[0] if lines else None

    @property
    def called_at(self) -> SourceLine | None:
        """Return the user's line that made the last of these calls, where known."""
        lines = map(call_line, reversed([*self.frame.compilations, *self.compilations]))
        return next((line for line in lines if line is not None), None)

    @property
    def lengths(self) -> list[int]:
        """Return the lengths of a container that entries were made for, in order."""
        found = (_length(one, self.first.literal) for one in self.frame.entries)
        return [length for length in found if length is not None]

    @property
    def first_value(self) -> str:
        """Return the value that the first entry was made for."""
        for frame in (root_of(self.run, self.frame), self.frame):
            found = next(_values(frame.entries[:1], self.first.literal), None)
            if found is not None:
                return found
        return self.first.expected

    @property
    def values(self) -> list[str]:
        """Return the values that were met, each once: those of all entries' guards.

        An entry is told by the first of its guards that failed, so that its value is
        not always among the causes.
        """
        expected = [one.expected for one in self.causes if one.expected]
        guards = _values(self.frame.entries if expected else (), self.first.literal)
        known = [value for value in guards if _LITERAL.fullmatch(value)]
        return list(dict.fromkeys([*known, *expected]))


@dataclass(frozen=True)
class Consequence:
    """Recompiles that a graph break brings: its finding tells them.

    Attributes:
        frame: key of the function that is compiled again.
        where: the line that broke.
        what: a sentence.
        seconds: compile time that it cost.
        times: how often it was compiled.
        left: the function's name, where the break left it to be called on its own.
    """

    frame: str
    where: SourceLine | None
    what: str
    seconds: float
    times: int
    left: str = ""


RuleResult = Union[Finding, Expected, Consequence, None]


class Rule(NamedTuple):
    """A row: for which groups, and what it says of them."""

    name: str
    applies: Callable[[Group], bool]
    result: Callable[[Group], RuleResult]


def reached_limit(compilation: Compilation) -> bool:
    """Return whether torch refused this compilation for too many entries before."""
    if compilation.entry is not None:
        return False
    reasons = [m.fail_reason for m in compilation.facts.all(Metrics)]
    reasons += [compilation.skipped.reason] if compilation.skipped else []
    return any(_LIMIT.search(reason) for reason in reasons)


def groups(run: Run) -> Iterator[Group]:
    """Yield the recompiles of each function, those for one reason together."""
    for frame in run.frames:
        entries = {str(one.id): one for one in frame.compilations}
        given = parameters(root_of(run, frame))
        found: dict[_Key, Group] = {}
        for compilation in frame.compilations:
            if not compilation.recompile:
                continue
            causes = [
                cause_of(reason, frame, entries.get(str(reason.failed)), given)
                for reason in _telling_reasons(frame, compilation)
            ]
            # Of one that was refused, what most of those before it failed for.
            cause = max(causes, key=lambda one: _members(found.get(_key(one))))
            group = found.setdefault(_key(cause), Group(run, frame))
            group.causes.append(cause)
            group.compilations.append(compilation)
        for group in found.values():
            group.others = tuple(one for one in found.values() if one is not group)
        yield from found.values()
        failed = {cause.literal for group in found.values() for cause in group.causes}
        yield from _growing(run, frame, failed)


def _growing(run: Run, frame: Frame, failed: Collection[str]) -> Iterator[Group]:
    """Yield what the function itself makes longer, where other guards failed first."""
    again = [one for one in frame.entries if one.recompile]
    for target in dict.fromkeys(e.target for c in again for e in c.side_effects):
        lengths = [_length(one, target) for one in frame.entries]
        known = [one for one in lengths if one is not None]
        if target in failed or len(known) < _ENTRIES or sorted(set(known)) != known:
            continue
        paths = paths_of(target)
        lines = [
            line
            for one in again
            for effect in one.side_effects
            for line in effect.user_lines
            if effect.target == target
        ]
        cause = Cause(
            GuardKind.LENGTH,
            Scope.ATTRIBUTE if paths and paths[0].steps else Scope.ARGUMENT,
            source=readable(target),
            literal=target,
            text=f"len({target})",
            user_line=next(iter(lines), None),
        )
        causes = [replace(cause, expected=str(length)) for length in known]
        yield Group(run, frame, causes, again)


def _values(entries: Sequence[Compilation], target: str) -> Iterator[str]:
    """Yield the values of a path that entries were made for."""
    for entry in entries:
        for guard in entry.guards:
            asks = guard.asks
            if target and asks.value == target and asks.relation == "==":
                yield asks.expected


def _length(entry: Compilation, target: str) -> int | None:
    """Return the length that an entry was made for, None where it asks for none."""
    asked = (guard.asks for guard in entry.guards)
    lengths = (one.length for one in asked if target and one.subject == target)
    return next((length for length in lengths if length is not None), None)


_Key = Tuple[GuardKind, Scope, str]


def _key(cause: Cause) -> _Key:
    return cause.kind, cause.scope, _NUMBERED.sub("[]", cause.source)


def _members(group: Group | None) -> int:
    return len(group.causes) if group is not None else 0


def _telling_reasons(
    frame: Frame, compilation: Compilation
) -> Sequence[RecompileReason]:
    """Return why the nearest entry did not fit: what set this one apart.

    torch tells the first guard that failed of each entry, and of one that differs in
    many things that says little.  All reasons, where the nearest is not known.
    """
    guards = frame_guards(frame)
    own = guards.of(compilation)
    near = nearest(guards, own) if own is not None else None
    if near is not None:
        of_nearest = [
            reason
            for reason in compilation.recompile
            if str(reason.failed) == str(near.compilation.id)
        ]
        return of_nearest or compilation.recompile[:1]
    return compilation.recompile
