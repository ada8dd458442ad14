"""Find compilations that failed, with the lines that caused it."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, Iterator

from depyf.model.by_identity import once_each
from depyf.model.detail_events import FailedAt, ShapeGuard
from depyf.model.events import GraphBreak, Metrics, ShapeSymbol
from depyf.model.findings import rewriting
from depyf.model.findings.answered_names import Answers, answers_of
from depyf.model.findings.breaks import Break
from depyf.model.findings.called_objects import made_at
from depyf.model.findings.caught_errors import caught_at
from depyf.model.findings.entry_limits import reached_limit
from depyf.model.findings.fake_functions import from_fake
from depyf.model.findings.missing_fakes import MissingFake, missing_fake
from depyf.model.findings.names import call_line, is_library, users_line
from depyf.model.findings.origins import MOST
from depyf.model.findings.program_text import (
    calls_of,
)
from depyf.model.findings.recompile_groups import groups
from depyf.model.findings.rule import Cure, Finding, Subject
from depyf.model.findings.unmarked_sizes import unmarked_sizes
from depyf.model.source_places import one_line
from depyf.model.wording import shortened
from depyf.records import dataclass
from depyf.torch_text.break_words import (
    error_of_operator,
    is_undecided,
    raised_in_backend,
)
from depyf.torch_text.names import (
    numbers_in,
    numbers_of_tensors,
    resumed_function,
)
from depyf.torch_text.operators import is_of_fake_tensors
from depyf.torch_text.path_names import readable
from depyf.torch_text.reasons import (
    FailureKind,
    failure_kind,
    fixed_sizes,
    inner_reason,
    printed_break,
)
from depyf.torch_text.source_lines import of_failed_node, printed_stack

if TYPE_CHECKING:
    import ast

    from depyf.model.events import SourceLine
    from depyf.model.run import Compilation, Run
    from depyf.torch_text.reasons import FixedSize

_LONGEST = 120  # the most characters of an error


@dataclass(frozen=True, eq=False)
class Failure(Subject):
    """A compilation that ended in an error."""

    compilation: Compilation
    metrics: Metrics

    @property
    def reason(self) -> str:
        """The first line of the error, shortened."""
        text = self.metrics.fail_reason.strip()
        first = inner_reason(text) or raised_in_backend(text) or text.partition("\n")[0]
        error = error_of_operator(text)
        return shortened(one_line(f"{first}: {error}" if error else first), _LONGEST)

    @property
    def kind(self) -> FailureKind:
        """Why the function was not compiled."""
        return failure_kind(self.metrics.fail_type, self.metrics.fail_reason)

    @property
    def fixed_size(self) -> FixedSize | None:
        """The first size marked as dynamic that the code makes constant, or None."""
        return next(iter(self.fixed_sizes), None)

    @property
    def fixed_sizes(self) -> list[FixedSize]:
        """The sizes marked as dynamic that the code makes constant."""
        found = fixed_sizes(self.metrics.fail_reason)
        return [one._replace(size=_as_shape(one.size)) for one in found]

    @property
    def marks(self) -> list[SourceLine]:
        """The program's lines that call `mark_dynamic`."""
        return list(dict.fromkeys(calls_of(self.run, "mark_dynamic")))

    @property
    def marked_at(self) -> SourceLine | None:
        """The line that calls `mark_dynamic`; None unless there is exactly one."""
        return self.marks[0] if len(self.marks) == 1 else None

    @property
    def fixed_at(self) -> SourceLine | None:
        """The program's line that makes the marked size a constant, or None."""
        if self.fixed_size is None:
            return None
        facts = self.compilation.facts
        symbols = {
            one.symbol
            for one in facts.all(ShapeSymbol)
            if _as_shape(one.source) == self.fixed_size.size
        }
        for guard in facts.all(ShapeGuard):
            line, words = guard.line, guard.expression.split()
            if guard.reason and line is not None and symbols.intersection(words):
                return None if is_library(line.file) else line
        return None

    @property
    def equal_sizes(self) -> list[str]:
        """The sizes without a mark that have the value of the marked size.

        Empty if the line that makes it a constant names the number itself.
        """
        fixed, line = self.fixed_size, self.fixed_at
        if fixed is None or line is None or fixed.value in numbers_in(line.text):
            return []
        return unmarked_sizes(self.frame, self.compilation, fixed.value)

    @property
    def read_at(self) -> tuple[SourceLine, ...]:
        """The program's lines that read the numbers from tensors that the error names.

        If the error names only numbers that the failing line reads, these are the lines
        that read any number from a tensor.
        """
        named = numbers_of_tensors(self.metrics.fail_reason)
        at = self.line
        made = [
            (one.user_line, one.symbol in named)
            for one in self.compilation.facts.all(ShapeSymbol)
            if one.user_line is not None and not is_library(one.user_line.file)
            if named and numbers_of_tensors(one.symbol)
            if at is None
            or (one.user_line.file, one.user_line.line) != (at.file, at.line)
        ]
        exact = [line for line, is_named in made if is_named]
        return tuple(dict.fromkeys(exact or [line for line, _ in made]))

    @property
    def undecided(self) -> tuple[ast.If, str] | None:
        """The `if` that torch cannot decide and the source of its test, or None."""
        line, met = self.metrics.fail_line, self.as_break()
        tree, source = met.tree_around(line), met.source
        if line is None or tree is None or source is None:
            return None
        branch = rewriting.branch_at(tree, line.line)
        if branch is None or not is_undecided(self.metrics.fail_reason):
            return None
        lines = textwrap.dedent(source[0]).split("\n")
        return branch, rewriting.text_of(branch.test, lines, source[1])

    @property
    def missing_fake(self) -> MissingFake | None:
        """The custom operator without a fake implementation, or None."""
        return missing_fake(self.run, self.metrics.fail_reason)

    @property
    def is_open_loop(self) -> bool:
        """Whether it fails at a loop whose length depends on a tensor's value."""
        line = self.line
        return self.is_undecided and line is not None and line.text.startswith("for ")

    @property
    def is_undecided(self) -> bool:
        """Whether it fails because a number is known only at run time."""
        return is_undecided(self.metrics.fail_reason)

    @property
    def answers(self) -> Answers | None:
        """The `__getattr__` that answers a name that torch asks for, or None."""
        return answers_of(self.run, self.metrics.fail_reason)

    def finding(self, _cure: Cure) -> Finding:
        """Return a finding that ranks before all findings about compile time."""
        return Finding(
            where=self.line,
            led_here=self.as_break().led_here,
            led_from=self.as_break().led_from,
            weight=1000.0,
            compilations=(str(self.compilation.id),),
        )

    @property
    def stack(self) -> tuple[SourceLine, ...]:
        """The user's lines at the error, innermost last; one line up to torch 2.5."""
        of_node = printed_stack(of_failed_node(self.metrics.fail_reason))
        if of_node:
            return of_node
        line, known = self.metrics.fail_line, self.compilation.facts.all(FailedAt)
        if known:
            return known[-1].user_stack
        return (replace(line, function=self.frame.co_name),) if line else ()

    @property
    def line(self) -> SourceLine | None:
        """The program's line that fails, or a library's line if no other is known.

        A resume function is called from the line that broke, which does not fail.  So
        if it fails in a library, only the library's line is known.
        """
        line, call = users_line(self.stack), call_line(self.compilation)
        line = line or self.metrics.fail_line
        is_own = line is not None and not is_library(line.file)
        is_behind_break = bool(resumed_function(self.frame.co_name))
        return line if is_own or (line and is_behind_break) else call or line

    @property
    def caught(self) -> SourceLine | None:
        """The line of an `except` of the program around the error, or None."""
        return caught_at(self.run, self.stack)

    @property
    def origin(self) -> tuple[SourceLine, ...]:
        """The lines that cause the failure, such as one that makes a size constant."""
        fake = self.missing_fake
        only = self.fixed_at or (fake.defined_at if fake is not None else None)
        known = (only,) if only is not None else self.read_at
        if known:
            return known[:MOST]
        by_data = is_undecided(self.metrics.fail_reason)
        for one in groups(self.run) if not by_data else ():
            if self.compilation in one.compilations:
                return one.origin  # it fails because it compiles again
        if not is_of_fake_tensors(self.metrics.fail_reason):
            return made_at(self.as_break())[:MOST]
        return from_fake(self.run, self.line, self.metrics.fail_reason)[:MOST]

    @property
    def origin_how(self) -> str:
        """Always "cause", see `Finding`: the lines in `origin` cause the failure."""
        return "cause"

    @once_each
    def as_break(self) -> Break:
        """Return the error as a `Break`, for errors that are graph breaks."""
        text = self.metrics.fail_reason
        said = printed_break(text)
        event = GraphBreak(
            self.compilation.id,
            reason=self.reason,
            user_stack=self.stack,
            hints=said.hints,
            explanation=said.summary,
            context=said.context,
            text=text,
        )
        return Break(self.run, self.frames, event, (self.compilation,))


def _as_shape(source: str) -> str:
    """Return a size in readable form, such as `x.shape[0]`."""
    return readable(source).replace(".size()", ".shape")


def failures(run: Run) -> Iterator[Failure]:
    """Yield the compilations that failed.

    Compilations at the recompile limit and those with graph breaks have their own
    findings, and are left out.
    """
    for frame in run.frames:
        for compilation in frame.compilations:
            metrics = compilation.facts.all(Metrics)
            failed = next((one for one in metrics if one.fail_type), None)
            kept = compilation.entry is not None and compilation.skipped is None
            if kept or failed is None or compilation.breaks:
                continue
            if not reached_limit(compilation):
                yield Failure(run, (frame,), compilation, failed)
