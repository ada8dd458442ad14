"""Group the recompiles of a function whose failed guards are on the same value."""

from __future__ import annotations

import re
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Iterator, Mapping, Tuple

from depyf.model.cached_results import again_seconds
from depyf.model.events import SourceLine
from depyf.model.findings import call_names, conditions, origins, user_names
from depyf.model.findings.causes import OF_NO_VALUE, Cause, Scope
from depyf.model.findings.container_keys import with_keys
from depyf.model.findings.entry_limits import (
    after_limit,
    before_limit,
    reached_limit,
)
from depyf.model.findings.entry_values import (
    container_line,
    is_strided,
    values_in,
)
from depyf.model.findings.extended_containers import extended_containers, length_in
from depyf.model.findings.followed_values import readers
from depyf.model.findings.growth import grows
from depyf.model.findings.names import (
    call_line,
    is_library,
    parameters,
    seconds,
    some_values,
)
from depyf.model.findings.new_classes import NewClass, new_class
from depyf.model.findings.program_text import file_of, program_files
from depyf.model.findings.rule import GOES_ON, Finding, Subject
from depyf.model.findings.static_option import static_option
from depyf.model.findings.telling_reasons import causes_of
from depyf.model.findings.tensor_changes import is_of_parameter
from depyf.model.findings.twin_lengths import of_twin_length
from depyf.model.value_seen import SEEN, ValueSeen, seen_of
from depyf.model.wording import counted
from depyf.records import dataclass
from depyf.regexes import regex
from depyf.torch_text.names import is_number_for_tensor
from depyf.torch_text.questions import GuardKind

if TYPE_CHECKING:
    from depyf.model.detail_events import SideEffect
    from depyf.model.findings.rule import Cure
    from depyf.model.run import Compilation, Run

_MANY_ENTRIES = 4  # of one function; half of torch's default limit
_MOST_SEEN = 4  # the most lines of a value that are shown
_LITERAL = regex(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|'[^']*'")


@dataclass(frozen=True, eq=False)
class Group(Subject):
    """Recompiles of one function whose failed guards are on the same value.

    `causes` has the cause of each recompile in `compilations`, in the same order.
    `of_function` has all groups of the function, including this one.  `of_first_call`
    tells that the first call is the one to explain, not the latest.
    """

    causes: list[Cause] = field(default_factory=list)
    compilations: list[Compilation] = field(default_factory=list)
    of_function: Mapping[_Key, Group] = field(default_factory=dict)
    of_first_call: bool = False

    @property
    def first(self) -> Cause:
        """The first cause."""
        return self.causes[0]

    @property
    def shown(self) -> str:
        """The path of the value; for several items of a list, ``sizes[...]``."""
        several = len({one.source for one in self.causes}) > 1
        return conditions.NUMBERED.sub("[...]", self.source) if several else self.source

    @property
    def source(self) -> str:
        """The readable path of the value whose guard failed."""
        return self.first.source

    @cached_property
    def said(self) -> str:
        """The value in words, as the program names it, with code in backticks."""
        at_call = call_names.said_at_call(self)
        return at_call or user_names.said(self.run, self.frame, self.first)

    def in_words(self, text: str) -> str:
        """Replace paths of values in a text by words, for all groups."""
        for one in (self, *self.others):
            if one.source:
                text = text.replace(f"`{one.source}`", one.said)
        return text

    @property
    def frame_line(self) -> SourceLine:
        """The line at which the function begins."""
        return SourceLine(self.frame.file, self.frame.first_line)

    @property
    def value(self) -> str:
        """The path of the value, which distinguishes groups with the same line."""
        return self.source

    @property
    def others(self) -> list[Group]:
        """The groups of other values in the same function."""
        return [one for one in self.of_function.values() if one is not self]

    @property
    def effects(self) -> Iterator[SideEffect]:
        """Yield the side effects of the function and its resume functions."""
        root = self.run.root_of(self.frame)
        for frame in self.run.frames:
            if self.run.root_of(frame) is root:
                for compilation in frame.compilations:
                    yield from compilation.side_effects

    @property
    def limit_reached(self) -> bool:
        """Whether torch stopped compiling the function at the recompile limit."""
        return any(map(reached_limit, self.compilations))

    @property
    def seconds(self) -> float:
        """The seconds that these recompiles took, without what is compiled anyway."""
        return again_seconds(self.frame, self.compilations)

    @property
    def entries(self) -> int:
        """The number of entries that these recompiles made."""
        return sum(1 for one in self.compilations if one.entry is not None)

    @property
    def each(self) -> str:
        """The word before what differs: after one recompile, torch may allow any."""
        return "each" if len(self.causes) > 1 else "another"

    @property
    def some_values(self) -> str:
        """Some of the values that occurred, as a text."""
        return some_values(self.values)

    @property
    def two_values(self) -> str:
        """Two of the values that occurred, as a text, for long values."""
        return some_values(self.values, 2)

    @property
    def some_sizes(self) -> str:
        """Some of the sizes that occurred in the first dimension, as a text."""
        met = [one for one in self.causes if one.index == self.first.index]
        return some_values([*(one.expected for one in met), met[-1].actual])

    @property
    def values_said(self) -> str:
        """The values in parentheses; "" if only one is known."""
        return f" ({self.some_values})" if len(self.values) > 1 else ""

    @property
    def some_lengths(self) -> str:
        """Some of the lengths that entries were compiled for, as a text."""
        known = [str(length) for length in self.lengths]
        return some_values(known if len(set(known)) > 1 else self.values)

    @property
    def reasons(self) -> str:
        """Torch's reasons for these recompiles, one per line."""
        found = (one.text for each in self.compilations for one in each.recompile)
        return "\n".join(found)

    @property
    def texts(self) -> tuple[str, ...]:
        """Torch's texts about the failed guard, some of which advise settings."""
        return self.first.hint, self.first.guard.text, self.reasons

    @property
    def attribute(self) -> str:
        """The last name in the path of the value."""
        return re.split(r"[.\[]", self.first.source)[-1].strip("']\"")

    @property
    def new_class(self) -> NewClass | None:
        """The class of the value, if a function creates the class in each call."""
        return new_class(self, self._traced.made)

    @property
    def needed_by(self) -> SourceLine | None:
        """The line that causes the guard, as torch names it."""
        lines = [cause.user_line for cause in self.causes if cause.user_line]
        return lines[0] if lines else None

    @property
    def problem(self) -> str:
        """The function, and the value that it recompiles for, if that has a name."""
        value = f" for `{self.source}`" if self.source else ""
        return f"{self.name}: recompiles{value}"

    @property
    def where(self) -> SourceLine | None:
        """The user's line that causes the guard, or else the line of the call.

        If a library's line causes it, it is the line that passes the value there.
        """
        line = self.needed_by
        is_known = not program_files(self.run) or self.asked_at is not None
        own = line is not None and is_known and not is_library(line.file)
        if line is None or own:
            return line or self.called_at
        container = container_line(self.frame.entries[:1], self.first.literal)
        return container or self._passed_at or self.called_at or line

    @property
    def _passed_at(self) -> SourceLine | None:
        """The program's innermost line that reads the value; None if unknown."""
        frame = self.frame
        every = readers(self.run, frame.file, frame.first_line, self.source)
        return next((one.reads[0] for one in reversed(every) if one.reads), None)

    @property
    def asked_at(self) -> SourceLine | None:
        """The line that causes the guard, if it is in a file of the program."""
        line = self.needed_by  # torch cuts off paths, so they do not show libraries
        return line if file_of(self.run, line) is not None else None

    @property
    def cost(self) -> str:
        """`` (compiled 5 more times, 0.3 s)`` and the effect of the limit."""
        return f" ({_cost(self)})"

    def finding(self, _cure: Cure) -> Finding:
        """Return a finding; endless recompiles and those up to the limit weigh more."""
        is_endless = grows(self) or conditions.is_counter(self)
        limit = after_limit(self) if self.limit_reached else ""
        if is_endless and len(self.frame.entries) >= _MANY_ENTRIES:
            limit = limit or before_limit(self)
        return Finding(
            where=self.where,
            hint=self.first.hint,
            seconds=self.seconds,
            times=len(self.compilations),
            recompiles=self.entries,
            limit=limit,
            weight=(self.seconds + 0.1) * (GOES_ON if limit or is_endless else 1),
        )

    @property
    def origin(self) -> tuple[SourceLine, ...]:
        """The lines that created the value, from the source or a watched run."""
        traced = self._traced.lines
        seen = () if self._seen is None else self._seen.lines[:_MOST_SEEN]
        # If the source shows a seen line, it may also show the lines that lead there.
        at = {(line.file, line.line) for line in traced}
        is_known = any((line.file, line.line) in at for line in seen)
        is_known |= is_number_for_tensor(self.texts)  # only its tensors are seen
        return traced if is_known or not seen else seen

    @property
    def origin_how(self) -> str:
        """How the lines in `origin` are known, as in `Finding`."""
        if self.first.kind in OF_NO_VALUE:
            return "cause"
        return SEEN if self._seen else "by name" if self._traced.by_name else ""

    @cached_property
    def _seen(self) -> ValueSeen | None:
        is_known = bool(self._traced.lines)
        return seen_of(self.run, self.name, self.source, is_known=is_known)

    @cached_property
    def _traced(self) -> origins.Origin:
        if conditions.met_equal_sizes(self):  # the first call made them equal
            first = self.frame.compilations[:1]
            one = replace(self, compilations=list(first), of_first_call=True)
            return origins.origin(one)
        return origins.origin(self)

    @property
    def called_at(self) -> SourceLine | None:
        """The user's line with the latest call, if it is known.

        Of calls that pass a tensor in several layouts, one whose layout is unusual.
        """
        every = [*self.frame.compilations, *self.compilations]
        if self.of_first_call:
            every = every[:1]
        if self.first.kind is GuardKind.STRIDE:
            literal = self.first.literal
            every = [one for one in every if is_strided(one, literal)] or every
        lines = map(call_line, reversed(every))
        return next((line for line in lines if line is not None), None)

    @property
    def lengths(self) -> list[int]:
        """The lengths that the entries' guards require for the container, in order."""
        found = (length_in(one, self.first.literal) for one in self.frame.entries)
        return [length for length in found if length is not None]

    @property
    def first_value(self) -> str:
        """The value that the first entry was compiled for."""
        for frame in (self.run.root_of(self.frame), self.frame):
            found = next(values_in(frame.entries[:1], self.first.literal), None)
            if found is not None:
                return found
        return self.first.expected

    @property
    def values(self) -> list[str]:
        """The distinct values of the path, from all entries' guards and the causes."""
        expected = [one.expected for one in self.causes if one.expected]
        guards = values_in(self.frame.entries if expected else (), self.first.literal)
        known = [value for value in guards if _LITERAL.fullmatch(value)]
        return list(dict.fromkeys([*known, *expected]))


def _cost(group: Group) -> str:
    """Return in words the cost and the effect of the limit, for `Group.cost`."""
    words = f"compiled {counted(group.entries, 'more time')}"
    if not group.entries:
        words = "tried again, without an entry"
    took = seconds(group.seconds)
    words += f", {took}" if took else ""
    if group.limit_reached:
        words += f"; {after_limit(group)}"
    return words


def groups(run: Run) -> Iterator[Group]:
    """Yield the groups of recompiles of each frame of a run."""
    for frame in run.frames:
        given = parameters(run.root_of(frame))
        found: dict[_Key, Group] = {}
        for compilation in [one for one in frame.compilations if one.recompile]:
            causes = causes_of(frame, compilation, given)
            causes = [with_keys(frame, of_twin_length(frame, one)) for one in causes]
            # Among several causes, the one with the most recompiles so far.
            cause = max(causes, key=lambda one: _members(found.get(_key(one))))
            group = found.setdefault(
                _key(cause), Group(run, (frame,), of_function=found)
            )
            group.causes.append(cause)
            group.compilations.append(compilation)
        _merge_small_sizes(found)
        yield from found.values()
        failed = [cause for group in found.values() for cause in group.causes]
        for causes in extended_containers(frame, failed):
            asks = causes[0].literal
            again = [
                one
                for one in frame.entries
                if one.recompile and length_in(one, asks) is not None
            ]
            yield Group(run, (frame,), causes, again)


def _merge_small_sizes(found: dict[_Key, Group]) -> None:
    """Merge a group for the sizes 0 and 1 with that for others, if all are constants.

    Torch compiles these sizes separately.  If a line makes each size a constant, that
    is why they need entries, too; so it is with ``dynamic=False``.
    """
    for key, small in [(key, one) for key, one in found.items() if key[-1]]:
        rest = found.get((*key[:-1], False))
        if rest is None or not (conditions.fixed_by(rest) or static_option(rest)):
            continue
        if {one.index for one in small.causes} <= {one.index for one in rest.causes}:
            rest.causes.extend(small.causes)
            rest.compilations.extend(small.compilations)
            del found[key]


_Key = Tuple[GuardKind, Scope, str, bool]


def _key(cause: Cause) -> _Key:
    source = conditions.NUMBERED.sub("[]", cause.source)
    # One switch is usually for many parameters.
    source = "" if is_of_parameter(cause) else source
    return cause.kind, cause.scope, source, conditions.is_small(cause)


def _members(group: Group | None) -> int:
    return len(group.causes) if group is not None else 0
