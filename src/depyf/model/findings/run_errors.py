"""The rule on errors that compiled code raises when it runs."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.model.detail_events import ProgramError
from depyf.model.file_names import is_kernel_file
from depyf.model.findings.double_gradients import double_gradients
from depyf.model.findings.failures import failures
from depyf.model.findings.names import joined, place
from depyf.model.findings.program_text import line_of, program_files
from depyf.model.findings.raised import RAISED
from depyf.model.findings.rule import Cure, Finding, Rule, Subject
from depyf.model.kernel_origins import origins_of
from depyf.model.python_text import dotted, parsed
from depyf.model.source_places import one_line
from depyf.model.wording import shortened
from depyf.records import dataclass
from depyf.torch_text.names import settings_in
from depyf.torch_text.operators import (
    is_double_backward,
    is_gradient_in_transform,
    operator_with_other_strides,
)
from depyf.torch_text.source_lines import short_file

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.run import Run

_LONGEST = 160
_TRANSFORMS = {"vmap", "grad", "vjp", "jvp", "jacrev", "jacfwd", "hessian"}
_ATEN = "aten."
_EAGER = 'with torch.compiler.set_stance("force_eager"):'


@dataclass(frozen=True, eq=False)
class RunError(Subject):
    """The error that ended the program."""

    raised: ProgramError

    @property
    def name(self) -> str:
        """The program's file: torch does not name the compiled function."""
        started = self.run.started.program
        return short_file(started) if started else "this program"

    @property
    def text(self) -> str:
        """The first sentence of the error's first line, shortened."""
        line = self.raised.text.strip().partition("\n")[0]
        first = one_line(line).partition(". ")[0]
        return shortened(first, _LONGEST)

    def finding(self, _cure: Cure) -> Finding:
        """Return a finding that ranks before all findings about compile time."""
        return Finding(where=self.at, weight=RAISED)

    @property
    def at(self) -> SourceLine | None:
        """The program's innermost line outside of compiled code."""
        stack = self.raised.user_stack
        return stack[-1] if stack else None

    @property
    def operator(self) -> str:
        """The operator whose result has other strides than torch assumed, or ""."""
        return operator_with_other_strides(self.raised.text)

    @property
    def called_at(self) -> SourceLine | None:
        """The program's line that calls this operator, if it is known."""
        for compilation in self.run.compilations:
            for module in compilation.kernels:
                if module.file == self.raised.code:
                    for one in origins_of(compilation, module):
                        if one.kernel.endswith(self.operator) and one.places:
                            return one.places[0]
        return None

    @property
    def origin(self) -> tuple[SourceLine, ...]:
        """The lines that take a gradient which is differentiated again."""
        return tuple(taken for taken, _ in self.gradients)

    @property
    def origin_how(self) -> str:
        """How `origin` is related to the error; empty without lines."""
        return "cause" if self.gradients else ""

    @property
    def gradients(self) -> list[tuple[SourceLine, SourceLine]]:
        """For double backward: lines that take a gradient, and that make its value."""
        files = program_files(self.run)
        return [
            (line_of(file, one.taken), line_of(file, one.made))
            for file in (files if is_double_backward(self.raised.text) else ())
            for one in double_gradients(file.text)
        ]

    @property
    def transformed_at(self) -> SourceLine | None:
        """The innermost line of the stack that calls a transform of torch, or None."""
        if not is_gradient_in_transform(self.raised.text):
            return None
        found = [one for one in self.raised.user_stack if _calls_transform(one.text)]
        return found[-1] if found else None


def _calls_transform(text: str) -> bool:
    tree = parsed(text)
    calls = ast.walk(tree) if tree is not None else ()
    names = [dotted(one.func) for one in calls if isinstance(one, ast.Call)]
    parts = [name.split(".") for name in names if "autograd" not in name]
    return any(one[-1] in _TRANSFORMS for one in parts)


def run_errors(run: Run) -> Iterator[RunError]:
    """Yield the error that torch raised in compiled code, if it ended the program."""
    told = {one.metrics.fail_type for one in failures(run)}
    for one in run.facts.all(ProgramError)[-1:]:
        is_of_torch = not one.code or is_kernel_file(one.code)
        if is_of_torch and one.error not in told:
            yield RunError(run, (), one)


def _cure_of_strides(one: RunError) -> Cure:
    if not one.operator.startswith(_ATEN):
        return Cure("", "let its fake implementation return the real result's strides")
    at = f" at {place(one.called_at)}" if one.called_at is not None else ""
    return Cure(
        "", f"compute{at} with other operations, or keep it out of compiled code"
    )


def _cure(one: RunError) -> Cure:
    for statement in settings_in([one.raised.text]):
        return Cure(statement, "before the first call")
    if is_double_backward(one.raised.text):
        made = joined(f"{place(line)} `{line.text}`" for _, line in one.gradients)
        around = made or "the call whose gradient is differentiated again"
        note = (
            f"around {around}: it then runs as plain Python; or compile the function "
        )
        return Cure(_EAGER, f"{note}that takes the gradient, with `torch.func.grad`")
    return Cure("", "see torch's message in the program's output")


def _cure_of_transform(one: RunError) -> Cure:
    line = one.transformed_at
    assert line is not None
    return Cure(
        "",
        f"compile `{line.function}` at {place(line)} instead of the function that it "
        "calls; there, take gradients by `torch.func`, such as `torch.func.jacrev`",
    )


RUN_ERROR_RULES: tuple[Rule[RunError], ...] = (
    Rule(
        "gradient-in-transform",
        when=lambda one: one.transformed_at,
        what="ends with {it.raised.error}: a transform calls a compiled backward",
        cure=_cure_of_transform,
        where=lambda one: one.transformed_at,
        title="ends with {it.raised.error} in compiled code",
        why="A transform of torch, such as `torch.vmap`, calls the backward of a "
        "compiled function. Torch does not support that.",
    ),
    Rule(
        "other-strides",
        when=lambda one: one.operator,
        what="ends with {it.raised.error} in compiled code: the result of "
        "`{it.operator}` has other strides than torch assumed",
        cure=_cure_of_strides,
        where=lambda one: one.called_at or one.at,
        title="ends with {it.raised.error} in compiled code",
        why="The result of `{it.operator}` has another memory layout than torch "
        "assumed while it compiled: {it.text}.",
    ),
    Rule(
        "run-error",
        what="ends with {it.raised.error} in compiled code: {it.text}",
        cure=_cure,
        title="ends with {it.raised.error} in compiled code",
        why="Torch raises {it.raised.error} when compiled code runs: {it.text}",
    ),
)
