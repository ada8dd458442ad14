"""The rule on fake implementations that take other parameters than their operator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.fake_functions import Fake, fakes, is_named, real_of
from depyf.model.findings.names import place
from depyf.model.findings.program_index import parameters_of
from depyf.model.findings.program_text import line_of
from depyf.model.findings.rule import Cure, Rule
from depyf.model.python_text import text_of
from depyf.torch_text.operators import is_of_fake_tensors

if TYPE_CHECKING:
    import ast

    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.program_index import Function


class OtherParameters(NamedTuple):
    """A fake implementation, and its first line with the operator's parameters."""

    fake: Fake
    new: str

    @property
    def line(self) -> SourceLine:
        """The line of the fake's ``def``."""
        return line_of(self.fake.file, self.fake.function.lineno)


@once_each
def other_parameters(one: Break) -> OtherParameters | None:
    """Return the fake that an error names, if its operator has other parameters."""
    words = " ".join(one.texts)
    if not is_of_fake_tensors(words):
        return None
    for fake in fakes(one.run):
        if is_named(fake, words):
            real = real_of(one.run, fake.operator)
            if real is not None and takes_other(real.function, fake.function):
                given = ", ".join(parameters_text(real.function.args, real.file.text))
                return OtherParameters(fake, f"def {fake.function.name}({given}):")
    return None


def takes_other(real: Function, fake: Function) -> bool:
    """Return whether a fake has other parameters, or fewer defaults."""
    return _shape(real) != _shape(fake)


def _shape(one: Function) -> tuple[object, ...]:
    return parameters_of(one), len(one.args.defaults), len(one.args.kwonlyargs)


def parameters_text(arguments: ast.arguments, text: str) -> Iterator[str]:
    """Yield the parameters of a function without annotations, as source."""

    def written(one: ast.arg, default: ast.expr | None) -> str:
        return one.arg + (f"={text_of(default, text)}" if default is not None else "")

    plain = [*getattr(arguments, "posonlyargs", ()), *arguments.args]
    first = len(plain) - len(arguments.defaults)
    for number, one in enumerate(plain):
        yield written(
            one, arguments.defaults[number - first] if number >= first else None
        )
    if arguments.kwonlyargs:
        yield "*"
    for one, given in zip(arguments.kwonlyargs, arguments.kw_defaults):
        yield written(one, given)


def _cure(one: Break) -> Cure:
    found = other_parameters(one)
    if found is None:
        return Cure()
    note = f"at {place(found.line)}: a fake takes the parameters of its operator"
    return Cure(found.new, note)


FAKE_SIGNATURE: Rule[Break] = Rule(
    "fake-signature",
    when=other_parameters,
    cure=_cure,
    title="{it.state}: fake with other parameters",
)
