"""Find a numpy number among the arguments of an operation that fails to compile.

Torch takes numpy numbers for arrays, so the operation gets a tensor in compiled code
where it gets a number otherwise.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.names import place
from depyf.model.findings.program_text import line_of
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import NUMPY
from depyf.model.findings.values_behind import values_behind
from depyf.model.python_text import dotted, text_of
from depyf.torch_text.break_words import error_of_operator

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.failures import Failure

# Functions of numpy that give one number for numbers, or for a list without `axis`.
_GIVE_NUMBERS = {
    "prod", "product", "sum", "mean", "max", "amax", "min", "amin", "median", "std",
    "sqrt", "log", "log2", "log10", "exp", "floor", "ceil", "round", "power", "abs",
    "gcd", "lcm", "float16", "float32", "float64", "int8", "int16", "int32", "int64",
    "uint8", "uint16", "uint32", "uint64",
}  # fmt: skip


class NumpyNumber(NamedTuple):
    """The call that creates the number.

    Attributes:
        name: the number on the line that fails, such as ``self.scale``.
        line: the line of the call.
        call: the source of the call, such as ``np.prod(rates)``.
        node: the call.
    """

    name: str
    line: SourceLine
    call: str
    node: ast.expr


@once_each
def numpy_number(one: Break) -> NumpyNumber | None:
    """Return the numpy number on the line of an operation that fails, or None.

    A number that compiled code itself creates is left out: there, `.item()` would read
    a tensor.
    """
    failed = one.said.error or error_of_operator(one.event.text)
    if not failed or one.where is None:
        return None
    for behind in values_behind(one, one.where):
        read, at, _ = behind[0]
        for made, there, is_inside in behind:
            if _gives_number(made) and not is_inside:
                return NumpyNumber(
                    text_of(read, at.file.text),
                    line_of(there.file, made.lineno),
                    text_of(made, there.file.text),
                    made,
                )
    return None


def _gives_number(node: ast.expr) -> bool:
    """Return whether an expression is a call of numpy that gives one number."""
    if not isinstance(node, ast.Call) or node.keywords:
        return False
    owner, _, name = dotted(node.func).rpartition(".")
    return owner in NUMPY and name in _GIVE_NUMBERS


def _of(one: Break) -> NumpyNumber:
    found = numpy_number(one)
    if found is None:
        raise ValueError(f"no numpy number at {one.place}")
    return found


def _cure(one: Break) -> Cure:
    found = _of(one)
    new = f"{found.call}.item()"
    return Cure(new, f"instead of `{found.call}` at {place(found.line)}")


_TITLE = "numpy number `{}`"
_WHY = (
    "`{}` is a numpy number. Torch takes it for a tensor, which the operation does not "
    "accept."
)
NUMPY_NUMBER: Rule[Break] = Rule(
    "numpy-argument",
    when=numpy_number,
    cure=_cure,
    title=lambda one: f"{one.state}: {_TITLE.format(_of(one).name)}",
    why=lambda one: _WHY.format(_of(one).name),
)
FAILED_AT_NUMPY_NUMBER: Rule[Failure] = Rule(
    "numpy-argument",
    when=lambda one: numpy_number(one.as_break()),
    what="fails to compile at an operation that gets a numpy number: {it.reason}",
    cure=lambda one: _cure(one.as_break()),
    title=lambda one: f"fails to compile: {_TITLE.format(_of(one.as_break()).name)}",
    why=lambda one: _WHY.format(_of(one.as_break()).name),
)
