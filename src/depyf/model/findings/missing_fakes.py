"""Find the custom operator that breaks a graph because it has no fake implementation.

Torch runs the fake implementation while it compiles, to know the shape of the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.fake_functions import function_defined_at
from depyf.model.findings.names import place
from depyf.model.findings.program_text import (
    calls_of,
    index_of,
    line_of,
    lines_with,
    program_files,
)
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import constant
from depyf.torch_text.break_words import operator_without_fake

if TYPE_CHECKING:
    import ast

    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.run import Run

_REGISTERS = ("define", "impl")
WHY_FAKE = (
    "The operator `{it.missing_fake.name}` has no fake implementation. Torch needs one "
    "to know the shape of its result."
)


class MissingFake(NamedTuple):
    """An operator without a fake implementation.

    Attributes:
        name: the name of the operator, as ``mine::scatter``.
        defined_at: the program's line that defines or implements it, if found.
        called_at: the line that calls it; None unless there is exactly one.
        function: the function that defines it by a decorator; empty if none does.
    """

    name: str
    defined_at: SourceLine | None
    called_at: SourceLine | None
    function: str

    @property
    def cure(self) -> Cure:
        """The function to add."""
        line = self.defined_at
        where = f" after its definition at {place(line)}" if line is not None else ""
        register = (
            f"{self.function}.register_fake"
            if self.function
            else f'torch.library.register_fake("{self.name}")'
        )
        return Cure(
            "",
            f"add a function under `@{register}`{where}: it takes the same "
            "arguments and returns an empty tensor of the result's shape and dtype",
        )


def missing_fake(run: Run, text: str) -> MissingFake | None:
    """Return the operator without a fake that a message of torch names, or None."""
    name = operator_without_fake(text)
    if not name:
        return None
    short = name.rpartition("::")[2]
    line = next(lines_with(run, name), None) or next(_registered(run, short), None)
    function = function_defined_at(run, line)
    calls = [*calls_of(run, function or short)]
    called_at = calls[0] if len(calls) == 1 else None
    return MissingFake(name, line, called_at, function)


def _registered(run: Run, short: str) -> Iterator[SourceLine]:
    """Yield the lines that define or implement an operator of a library object."""
    for file in program_files(run):
        for name in _REGISTERS:
            for call in index_of(file).calls.get(name, ()):
                if any(_names(one, short) for one in call.args):
                    yield line_of(file, call.lineno)


def _names(given: ast.expr, short: str) -> bool:
    """Return whether an argument is an operator's name, or its schema."""
    return str(constant(given)).partition("(")[0].rpartition("::")[2] == short


@once_each
def _of_break(one: Break) -> MissingFake | None:
    return next(filter(None, (missing_fake(one.run, text) for text in one.texts)), None)


def _cure(one: Break) -> Cure:
    found = _of_break(one)
    return Cure() if found is None else found.cure


MISSING_FAKE: Rule[Break] = Rule(
    "break-without-fake",
    when=_of_break,
    cure=_cure,
    title="{it.state}: no fake implementation",
)
