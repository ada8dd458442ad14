"""The rule on a number that the program computes as a tensor and passes as one.

An example is ``relation.max() + 1``.  Python's ``range`` accepts such a tensor, but
compiled code does not know its value.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple, Sequence

from depyf.model.by_identity import once_each
from depyf.model.findings.names import place
from depyf.model.findings.program_text import index_of, line_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import last_name
from depyf.model.findings.values_behind import values_behind
from depyf.model.python_text import text_of
from depyf.torch_text.reasons import BreakKind

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break
    from depyf.model.findings.values_behind import Behind

# Methods that, without arguments, return a tensor with a single number.
_ONE_NUMBER = {
    "max", "min", "amax", "amin", "sum", "prod", "argmax", "argmin", "any", "all",
    "count_nonzero",
}  # fmt: skip
# Methods whose result has as many numbers as the tensor.
_KEEP = {"long", "int", "clone", "detach", "cpu", "clamp", "to"}
_NAMES = (ast.Name, ast.Attribute)


class NumberTensor(NamedTuple):
    """The expression that computes the number.

    Attributes:
        name: what the broken line reads, such as ``num_relations``.
        line: the line of the expression.
        made: its source.
        node: the expression.
    """

    name: str
    line: SourceLine
    made: str
    node: ast.expr

    @property
    def number(self) -> str:
        """The expression of the Python number."""
        made = self.made if isinstance(self.node, ast.Call) else f"({self.made})"
        return f"{made}.item()"


@once_each
def number_tensor(one: Break) -> NumberTensor | None:
    """Return the number that the broken line reads as a tensor, or None.

    The tensor is made outside of compiled code, and the program uses it nowhere as a
    tensor.
    """
    if one.where is None:
        return None
    for behind in values_behind(one, one.where):
        read, there, _ = behind[0]
        at = next((n for n, each in enumerate(behind) if _is_number(each[0])), 0)
        node, spot, is_inside = behind[at]
        if at and not is_inside and not _is_used_as_tensor(one, _names(behind[:at])):
            return NumberTensor(
                text_of(read, there.file.text),
                line_of(spot.file, node.lineno),
                text_of(node, spot.file.text),
                node,
            )
    return None


def _names(behind: Sequence[Behind]) -> set[str]:
    """Return the names of a value, without those of containers that are variables."""
    nodes = [node for node, *_ in behind]
    named = [one for one in nodes if isinstance(one, ast.Attribute)]
    return {*map(last_name, (nodes[0], *named, nodes[-1]))}


def _is_number(node: ast.expr) -> bool:
    """Return whether an expression certainly gives a tensor with a single number."""
    if isinstance(node, ast.BinOp):
        left, right = node.left, node.right
        return any(
            _is_number(one) and isinstance(other, ast.Constant)
            for one, other in ((left, right), (right, left))
        )
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr in _KEEP:
        return _is_number(node.func.value)
    is_of_module = isinstance(node.func.value, ast.Name) and node.func.value.id in {
        "torch",
        "np",
        "numpy",
        "math",
    }
    has_none = not node.args and not node.keywords
    return node.func.attr in _ONE_NUMBER and has_none and not is_of_module


def _is_used_as_tensor(one: Break, names: set[str]) -> bool:
    """Return whether the program reads an attribute of what has one of the names."""
    return any(
        isinstance(node, ast.Attribute)
        and isinstance(node.value, _NAMES)
        and last_name(node.value) in names
        and isinstance(node.ctx, ast.Load)
        for file in program_files(one.run)
        for node in ast.walk(index_of(file).tree)
    )


def _of(one: Break) -> NumberTensor:
    found = number_tensor(one)
    if found is None:
        raise ValueError(f"no tensor of a number at {one.place}")
    return found


def _cure(one: Break) -> Cure:
    found = _of(one)
    return Cure(found.number, f"instead of `{found.made}` at {place(found.line)}")


NUMBER_TENSOR: Rule[Break] = Rule(
    "tensor-for-number",
    when=lambda one: one.said.kind is BreakKind.BUILTIN and number_tensor(one),
    cure=_cure,
    title=lambda one: f"{one.state}: `{_of(one).name}` is a tensor",
    why=lambda one: (
        f"`{_of(one).name}` is a tensor, so torch does not know its value. A loop over "
        "the number needs an entry for each value."
    ),
)
