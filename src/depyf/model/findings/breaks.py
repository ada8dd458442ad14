"""Collect the graph breaks, one for each line: the reason, and the user's lines."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Iterable, Tuple

from depyf.model.by_identity import once_each
from depyf.model.findings import rewriting
from depyf.model.findings.break_costs import BreakCost, cost_of
from depyf.model.findings.break_ways import also_called, in_compiled, ways_to
from depyf.model.findings.brought_words import as_sentences, left_to_python, told_once
from depyf.model.findings.called_objects import made_at
from depyf.model.findings.names import (
    function_name,
    is_compiled,
    is_library,
    joined,
    may_hold,
    place,
    program_stack,
    seconds,
    users_line,
    whole_name,
)
from depyf.model.findings.program_text import function_source
from depyf.model.findings.python_rest import goes_on_in_python
from depyf.model.findings.raised import RAISED, raised_after
from depyf.model.findings.rule import GOES_ON, Finding, Subject
from depyf.model.findings.wrappers import decorated_at, wrapper_of
from depyf.model.source_places import is_of_torch
from depyf.model.wording import lower_first, shortened, some
from depyf.records import dataclass
from depyf.torch_text.break_words import in_plain_words
from depyf.torch_text.reasons import BreakKind, break_reason

if TYPE_CHECKING:
    import ast

    from depyf.model.detail_events import ProgramError
    from depyf.model.events import GraphBreak, SourceLine
    from depyf.model.findings.rule import Consequence, Cure
    from depyf.model.findings.wrappers import Wrapper
    from depyf.model.run import Compilation, Frame, Run
    from depyf.torch_text.reasons import BreakReason

    _Met = Tuple[Frame, Compilation, GraphBreak]

_LONGEST = 120  # the most characters of an error


@dataclass(frozen=True, eq=False)
class Break(Subject):
    """A graph break at one line, with all compilations in which it occurred.

    In `frames`, functions that run as plain Python because of the break come first.

    Attributes:
        event: torch's first report of the break.
        compilations: the compilations that met it.
        cut: the frames that have an entry in spite of the break.
        brought: the recompiles that the break causes.
    """

    event: GraphBreak
    compilations: tuple[Compilation, ...]
    cut: tuple[Frame, ...] = ()
    brought: tuple[Consequence, ...] = ()

    @cached_property
    def said(self) -> BreakReason:
        """The reason for the break, parsed from torch's texts."""
        event = self.event
        return break_reason(
            event.reason,
            explanation=event.explanation,
            hints=event.hints,
            context=event.context,
            text=event.text,
            skipped=event.skipped,
        )

    @property
    def texts(self) -> tuple[str, ...]:
        """Torch's texts about the break, some of which advise settings."""
        event = self.event
        return event.reason, event.explanation, *event.hints, event.text

    @property
    def events(self) -> list[GraphBreak]:
        """The break as each compilation met it, the break's own event first."""
        met = [event for each in self.compilations for event in each.breaks]
        last = self.event.user_stack[-1:]
        return [each for each in (self.event, *met) if each.user_stack[-1:] == last]

    @property
    def innermost(self) -> SourceLine | None:
        """The line that broke the graph, in the user's code or a library."""
        return self.event.user_stack[-1] if self.event.user_stack else None

    @property
    def inner_place(self) -> str:
        """The location of the innermost line, as `file.py:line`."""
        return place(self.innermost)

    @property
    def function(self) -> str:
        """The name of the function that contains the innermost line."""
        return self.innermost.function if self.innermost else ""

    @property
    def where(self) -> SourceLine | None:
        """The innermost line that the user wrote, or else the innermost line."""
        return users_line(program_stack(self.event.user_stack)) or self.innermost

    @property
    def place(self) -> str:
        """The location of that line, as `file.py:line`."""
        return place(self.where)

    @property
    def led_here(self) -> SourceLine | None:
        """The user's line that calls the function with the user's innermost line."""
        return next(iter(ways_to(self)), None)

    @property
    def led_from(self) -> SourceLine | None:
        """The line of the compiled function that led there, if it is another one."""
        return in_compiled(self)

    @cached_property
    def origin(self) -> tuple[SourceLine, ...]:
        """The lines that create or decorate the object whose call breaks the graph."""
        return decorated_at(self) or made_at(self)

    @property
    def origin_how(self) -> str:
        """Always "cause", see `Finding`: the lines in `origin` cause the break."""
        return "cause"

    @cached_property
    def wrapper(self) -> Wrapper | None:
        """The wrapper of a decorator, if it breaks the graph around a function."""
        return wrapper_of(self)

    @property
    def is_in_library(self) -> bool:
        """Whether the line that broke the graph is in a library."""
        inner = self.innermost
        return inner is not None and is_library(inner.file)

    @property
    def is_torchs_own(self) -> bool:
        """Whether torch's own code calls `graph_break`."""
        inner = self.innermost
        is_own = self.said.kind is BreakKind.OWN
        return is_own and inner is not None and is_of_torch(inner.file)

    @property
    def called_from(self) -> list[SourceLine]:
        """The program's innermost lines outside of compiled code that lead here."""
        found: dict[SourceLine, None] = {}
        for compilation in self.compilations:
            for line in reversed(program_stack(compilation.stack)[:-1]):
                if not is_library(line.file) and not is_compiled(self.run, line):
                    found[line] = None
                    break
        return list(found)

    @property
    def checkpoint(self) -> SourceLine | None:
        """The program's line that calls the broken function through a checkpoint."""
        stack = program_stack(self.event.user_stack)
        return next((one for one in stack if "checkpoint(" in one.text), None)

    @property
    def compiled_alone(self) -> str:
        """The name of the skipped function if it was compiled separately, or ""."""
        if self.said.kind is not BreakKind.SKIPPED:
            return ""
        names = (one.qualified_name for one in self.run.frames if one.entries)
        return next((name for name in names if name == self.said.function), "")

    @property
    def loses_function(self) -> bool:
        """Whether the whole function runs as plain Python because of the break."""
        return any(one.entry is None for one in self.compilations)

    @property
    def loses_all(self) -> bool:
        """Whether no operation of the function is compiled.

        Only the wrapper of a decorator may be lost, or the code after a break.
        """
        return self.loses_function and self.name not in _compiled_names(self.run)

    @property
    def source(self) -> tuple[str, int] | None:
        """The source and first line of the function around the user's line."""
        return self._source_around(self.where)

    def _source_around(self, where: SourceLine | None) -> tuple[str, int] | None:
        if where is None:
            return None
        for frame in self.run.frames:
            if frame.file == where.file and frame.co_name == where.function:
                if frame.original_source and may_hold(frame, where):
                    return frame.original_source, frame.first_line
        traced = self.run.sources.at(where.file, where.line, where.function)
        if traced is not None:
            return traced.text, traced.first_line
        return function_source(self.run, where.file, where.line)

    def tree(self) -> ast.AST | None:
        """Return the syntax tree of the function around the user's line."""
        return self.tree_around(self.where)

    def tree_around(self, where: SourceLine | None) -> ast.AST | None:
        """Return the syntax tree of the function around a line."""
        source = self._source_around(where)
        if where is None or source is None:
            return None
        return rewriting.function_at(*source, where.line)

    @cached_property
    def spent(self) -> BreakCost:
        """The time that failed attempts and the code after the break took."""
        return cost_of(self)

    @property
    def seconds(self) -> float:
        """All seconds of `spent`."""
        return self.spent.after + self.spent.failed

    def finding(self, cure: Cure) -> Finding:
        """Return a finding; its weight grows with the compile time after the break.

        A break weighs most if a whole function runs as plain Python because of it.
        """
        weight = self.seconds + 0.1
        if self.loses_function:
            weight *= GOES_ON
        if not cure.edit:
            weight *= 0.2 if self.is_in_library else 0.5
        weight = RAISED if self.raised is not None else weight
        return Finding(
            where=self.where,
            led_here=self.led_here,
            led_from=self.led_from,
            also=also_called(self),
            hint=self.said.setting.hint if self.said.setting else "",
            seconds=self.seconds,
            times=len(self.compilations),
            met=len(self.compilations),
            spent_on=self.spent.words,
            inner=self.innermost if self.is_in_library else None,
            limit="; ".join(
                dict.fromkeys(one.limit for one in self.brought if one.limit)
            ),
            weight=weight,
            tried=tuple(tried for one in self.brought for tried in one.tried),
            compilations=tuple(
                dict.fromkeys(each for one in self.brought for each in one.compilations)
            ),
        )

    @property
    def raised(self) -> ProgramError | None:
        """The error that ended the program in the code after the break, or None."""
        return raised_after(self)

    @property
    def state(self) -> str:
        """What happens to the function, in three words, for titles."""
        if self.raised is not None:
            return f"ends with {self.raised.error} in compiled code"
        return "is not compiled" if self.loses_all else "breaks the graph"

    @property
    def reason(self) -> str:
        """Torch's reason for the break, or the name of a function with `disable`."""
        reason = lower_first(in_plain_words(self.event.reason or "a graph break"))
        if self.said.kind is BreakKind.DISABLED and self.said.function:
            reason = (
                f"`{self.said.function}` is excluded from compiled code (`disable`)"
            )
        if self.said.error:
            reason += f" ({shortened(self.said.error, _LONGEST)})"
        return reason

    @property
    def _inside(self) -> str:
        """The library function that contains the line, in words; empty if none."""
        if not self.is_in_library:
            return ""
        return f" inside `{whole_name(self.run, self.innermost)}` ({self.inner_place})"

    @property
    def sentence(self) -> str:
        """The effect on the function, torch's reason, and the consequences."""
        if self.loses_all:
            loop = " in a loop" if self.said.in_loop else ""
            head = "runs as plain Python because of a graph break"
            words = f"{head}{loop}{self._inside}: {self.reason}"
        else:
            times = len(self.compilations)
            met = f" (met in {times} compilations)" if times > 1 else ""
            words = f"has a graph break{self._inside}{met}: {self.reason}"
            took = seconds(self.seconds)
            words += f"; compiling the code after it takes {took}" if took else ""
        return "; ".join([words, *self._consequences])

    @property
    def _consequences(self) -> list[str]:
        """The other consequences of the break, each as a clause."""
        left = [one for one in self.brought if one.left]
        found = [self._also_cut(), left_to_python(left, self.name), *self._recompiles]
        return [one for one in found if one]

    @property
    def _recompiles(self) -> list[str]:
        """The recompiles of the code after the break, as clauses without repeats."""
        return told_once([one for one in self.brought if not one.left])

    def why(self, _what: str) -> str:
        """Return torch's reason and the worst consequences, one sentence each."""
        reason = f"Torch breaks the graph{self._inside}: {self.reason}"
        left = [one for one in self.brought if one.left]
        effects = [left_to_python(left, self.name), *self._recompiles]
        if self.raised is not None:
            effects = [f"the line then raises {self.raised.error}", *self._recompiles]
        elif self.loses_function:
            loop = "it cannot resume in a loop, so " if self.said.in_loop else ""
            part = "all" if self.loses_all else "a part"
            lost = f"{loop}{part} of `{self.name}` runs as plain Python"
            effects = [lost, *effects, self._also_cut()]
        elif goes_on_in_python(self):
            effects = [f"after it, `{self.name}` runs as plain Python", *effects]
        return as_sentences(reason, effects)

    def _also_cut(self) -> str:
        """Name functions that keep entries, if another one loses them to the break."""
        if not self.loses_function or not self.cut:
            return ""
        every = dict.fromkeys(function_name(self.run, one) for one in self.cut)
        names = [f"`{name}`" for name in every if name != self.name]
        return f"the graph also breaks in {joined(some(names))}" if names else ""


@once_each
def _compiled_names(run: Run) -> set[str]:
    """Return the names of the functions of which some operations are compiled."""
    kept = (one for one in run.frames if any(each.graphs for each in one.entries))
    return {function_name(run, one) for one in kept}


def breaks(run: Run) -> list[Break]:
    """Return the graph breaks of a run, one for each line and reason."""
    found: dict[tuple[object, ...], list[_Met]] = {}
    for frame in run.frames:
        for compilation in frame.compilations:
            for event in compilation.breaks:
                inner = event.user_stack[-1] if event.user_stack else None
                key = (
                    (event.reason, inner.file, inner.line)
                    if inner
                    else (event.reason, frame.key)
                )
                found.setdefault(key, []).append((frame, compilation, event))
    for items in found.values():
        items.sort(key=lambda item: item[1].entry is not None)
    return [
        Break(
            run,
            _frames(items),
            items[0][2],
            tuple(compilation for _, compilation, _ in items),
            _frames(item for item in items if item[1].entry is not None),
        )
        for items in found.values()
    ]


def _frames(items: Iterable[_Met]) -> tuple[Frame, ...]:
    return tuple({frame.key: frame for frame, _, _ in items}.values())
