"""Rules on functions that fail to compile."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, Iterator

from depyf.model.detail_events import FailedAt, ShapeGuard
from depyf.model.events import GraphBreak, Metrics, ShapeSymbol
from depyf.model.findings import rewriting
from depyf.model.findings.answered_names import Answers, answers_of
from depyf.model.findings.break_rules import BREAK_RULES
from depyf.model.findings.breaks import Break
from depyf.model.findings.called_objects import made_at
from depyf.model.findings.fake_functions import from_fake, function_defined_at
from depyf.model.findings.names import call_line, is_library, place, users_line
from depyf.model.findings.origins import MOST
from depyf.model.findings.program_text import (
    calls_of,
    file_of,
    index_of,
    line_of,
    lines_with,
)
from depyf.model.findings.recompile_groups import groups, reached_limit
from depyf.model.findings.rule import Cure, Finding, Outcome, Rule, Subject
from depyf.model.source_places import one_line
from depyf.model.wording import shortened
from depyf.records import dataclass
from depyf.torch_text.break_words import is_undecided
from depyf.torch_text.names import numbers_of_tensors, resumed_function
from depyf.torch_text.operators import is_of_fake_tensors
from depyf.torch_text.path_names import readable
from depyf.torch_text.reasons import (
    FailureKind,
    failure_kind,
    fixed_size,
    inner_reason,
    operator_without_fake,
    printed_break,
)

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
        first = inner_reason(text) or text.partition("\n")[0]
        return shortened(one_line(first), _LONGEST)

    @property
    def kind(self) -> FailureKind:
        """Why the function was not compiled."""
        return failure_kind(self.metrics.fail_type, self.metrics.fail_reason)

    @property
    def fixed_size(self) -> FixedSize | None:
        """The size marked as dynamic that the code makes constant, or None."""
        found = fixed_size(self.metrics.fail_reason)
        if found is None:
            return None
        return found._replace(size=_as_shape(found.size))

    @property
    def marked_at(self) -> SourceLine | None:
        """The line that calls `mark_dynamic`; None unless there is exactly one."""
        lines = [*calls_of(self.run, "mark_dynamic")]
        return lines[0] if len(lines) == 1 else None

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
            line, words = guard.user_line, guard.expression.split()
            if guard.reason and line is not None and symbols.intersection(words):
                return None if is_library(line.file) else line
        return None

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
    def operator(self) -> str:
        """The custom operator without a fake implementation, or ""."""
        return operator_without_fake(self.metrics.fail_reason)

    @property
    def operator_defined_at(self) -> SourceLine | None:
        """The first line of the program that contains the operator's full name."""
        named = lines_with(self.run, self.operator) if self.operator else iter(())
        return next(named, None)

    @property
    def operator_called_at(self) -> SourceLine | None:
        """The line that calls the operator; None unless there is exactly one."""
        named = function_defined_at(self.run, self.operator_defined_at)
        lines = [*calls_of(self.run, named or self.operator.rpartition("::")[2])]
        return lines[0] if len(lines) == 1 else None

    @property
    def answers(self) -> Answers | None:
        """The `__getattr__` that answers a name that torch asks for, or None."""
        return answers_of(self.run, self.metrics.fail_reason)

    def finding(self, _cure: Cure) -> Finding:
        """Return a finding that ranks before all findings about compile time."""
        return Finding(
            where=self.line,
            led_here=self.as_break().led_here,
            weight=1000.0,
            compilations=(str(self.compilation.id),),
        )

    @property
    def stack(self) -> tuple[SourceLine, ...]:
        """The user's lines at the error, innermost last; one line up to torch 2.5."""
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
    def origin(self) -> tuple[SourceLine, ...]:
        """The lines that cause the failure, such as one that makes a size constant."""
        only = self.fixed_at or self.operator_defined_at
        known = (only,) if only is not None else self.read_at
        if known:
            return known[:MOST]
        by_data = is_undecided(self.metrics.fail_reason)
        for one in groups(self.run) if not by_data else ():
            if self.compilation in one.compilations:
                return one.origin  # it fails because it compiles again
        if not is_of_fake_tensors(self.metrics.fail_reason):
            return made_at(self.as_break())[:MOST]
        return from_fake(self.run, self.line)[:MOST]

    @property
    def origin_how(self) -> str:
        """Always "cause", see `Finding`: the lines in `origin` cause the failure."""
        return "cause"

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


def _unmarked(one: Failure) -> Cure:
    line = one.marked_at
    if line is None:
        return Cure("", "remove the mark, or use `torch._dynamo.maybe_mark_dynamic`")
    before, name, after = line.text.partition("mark_dynamic(")
    # If the program imports `mark_dynamic` by name, the other name is not imported.
    module = "" if before.endswith(".") else "torch._dynamo."
    edit = f"{before}{module}maybe_{name}{after}"
    fixed = one.fixed_at
    file = file_of(one.run, fixed)
    # A test compares the size with a number; elsewhere it must equal another size.
    tested = file and fixed and rewriting.branch_at(index_of(file).tree, fixed.line)
    other = (
        f"remove the test at {place(fixed)}"
        if tested
        else "mark the size that it must equal"
    )
    return Cure(edit, f"instead of {place(line)}, or {other}")


def _undecided(one: Failure) -> Cure:
    """Return the cure for an ``if`` that torch cannot decide."""
    branch, test = one.undecided or (None, "")
    line = one.line
    if branch is None or not test:
        return Cure("", "decide it outside of the compiled function")
    name = "torch.fx.experimental.symbolic_shapes.guard_or_false"
    return Cure(
        f"if {name}({test}):",
        f"instead of the `if` at {place(line)}, if the code after it is right for "
        "all sizes: a data-dependent size then never takes the branch",
    )


def _fake(one: Failure) -> Cure:
    line = one.operator_defined_at
    where = f" after its definition at {place(line)}" if line is not None else ""
    name = function_defined_at(one.run, line)
    register = (
        f"{name}.register_fake"
        if name
        else f'torch.library.register_fake("{one.operator}")'
    )
    return Cure(
        "",
        f"add a function under `@{register}`{where}: it takes the same "
        "arguments and returns an empty tensor of the result's shape and dtype",
    )


def _unanswered(one: Failure) -> Cure:
    found = one.answers
    lines = " ".join(map(str.strip, found.lines)) if found is not None else ""
    return Cure(lines, "as the first lines of `__getattr__`")


def _answering_line(one: Failure) -> SourceLine | None:
    found = one.answers
    return found and line_of(found.file, found.function.lineno)


def _as_one_graph(one: Failure) -> Cure:
    """Return the cure of the graph break that is an error with ``fullgraph=True``."""
    return _rule_of_break(one).cure_of(one.as_break())


def _why_not_one_graph(one: Failure) -> str:
    why = _rule_of_break(one).why
    if isinstance(why, str) and why:
        return f"It must be one graph, and torch breaks it. {why}"
    return f"It must be one graph, and torch breaks it: {one.reason}"


def _where_not_one_graph(one: Failure) -> SourceLine | None:
    where = _rule_of_break(one).where
    return where(one.as_break()) if where else one.line


def _rule_of_break(one: Failure) -> Rule[Break]:
    met = one.as_break()
    rules = (rule for rule in BREAK_RULES if rule.outcome is Outcome.FINDING)
    return next(rule for rule in rules if rule.applies(met))


FAILURE_RULES: tuple[Rule[Failure], ...] = (
    Rule(
        "marked-size-fixed",
        when=lambda one: one.fixed_size,
        what="fails to compile: `{it.fixed_size.size}` is marked as dynamic, but the "
        "code makes it {it.fixed_size.value}",
        cure=_unmarked,
        where=lambda one: one.marked_at or one.line,
        title="fails to compile: marked size is constant",
        why="`{it.fixed_size.size}` is marked as dynamic, but the code makes it "
        "{it.fixed_size.value}.",
    ),
    Rule(
        "no-fake-implementation",
        when=lambda one: one.operator,
        what="fails to compile: the operator `{it.operator}` has no fake "
        "implementation, which tells torch the shape of its result",
        cure=_fake,
        where=lambda one: one.operator_called_at or one.line,
        title="fails to compile: no fake implementation",
        why="The operator `{it.operator}` has no fake implementation. Torch "
        "needs one to know the shape of its result.",
    ),
    Rule(
        "undecided-test",
        when=lambda one: one.undecided,
        what="fails to compile: torch cannot decide this `if` while it compiles, "
        "because the size or number is known only at run time",
        cure=_undecided,
        title="fails to compile: `if` on unknown size",
        why="Torch cannot decide this `if` while it compiles. The test needs a size or "
        "number that is known only at run time.",
    ),
    Rule(
        "answered-names",
        when=lambda one: one.answers,
        what="fails to compile, because `{it.answers.owner}.__getattr__` answers any "
        "name",
        cure=_unanswered,
        where=_answering_line,
        title="fails to compile: `__getattr__` answers any name",
        why="Torch asks the object for `{it.answers.name}`. `__getattr__` answers, "
        "although the class has no such method.",
    ),
    Rule(
        "compile-failed",
        when=lambda one: one.kind is FailureKind.ONE_GRAPH,
        what="fails to compile, because it must be one graph: {it.reason}",
        cure=_as_one_graph,
        where=_where_not_one_graph,
        title="fails to compile: graph break",
        why=_why_not_one_graph,
    ),
    Rule(
        "compile-failed",
        what="fails to compile, with {it.metrics.fail_type}: {it.reason}",
        note=lambda one: one.as_break().said.hint,
        title="fails to compile",
        why="Torch raises {it.metrics.fail_type}: {it.reason}",
    ),
)
