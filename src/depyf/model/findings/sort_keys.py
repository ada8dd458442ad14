"""The rule on `sorted`, `min` and `max` whose keys are tensors that hold numbers.

Torch sorts while it compiles, so it needs the keys as Python numbers.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator, NamedTuple

from depyf.model.by_identity import once_each
from depyf.model.findings.names import joined, place
from depyf.model.findings.program_text import file_of, index_of, line_of, program_files
from depyf.model.findings.rule import Cure, Rule
from depyf.model.findings.syntax_parts import constant, index_of_item, last_name
from depyf.model.python_text import dotted
from depyf.torch_text.break_words import sorts_by_tensor

if TYPE_CHECKING:
    from depyf.model.detail_events import ProgramFile
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break

_MAKERS = {"torch.tensor", "torch.as_tensor"}


class SortKey(NamedTuple):
    """A call that makes a key a tensor.

    Attributes:
        file: the file.
        call: the call, such as ``torch.tensor(weight)``.
    """

    file: ProgramFile
    call: ast.Call

    @property
    def line(self) -> SourceLine:
        """The line of the call."""
        return line_of(self.file, self.call.lineno)


@once_each
def sort_keys(one: Break) -> list[SortKey]:
    """Return the calls that make the keys tensors on the line that sorts.

    They give their result the name of the field that the key reads.
    """
    file, line = file_of(one.run, one.where), one.where
    if file is None or line is None or not sorts_by_tensor(" ".join(one.texts)):
        return []
    names = {
        name
        for node in ast.walk(index_of(file).tree)
        if isinstance(node, ast.Call) and node.lineno == line.line
        for option in node.keywords
        if option.arg == "key" and isinstance(option.value, ast.Lambda)
        for name in [_field(option.value.body)]
        if name
    }
    return [
        SortKey(each, value)
        for each in program_files(one.run)
        for name, value in _named(index_of(each).tree)
        if name in names
        if isinstance(value, ast.Call) and dotted(value.func) in _MAKERS
        if len(value.args) == 1 and not value.keywords
    ]


def _field(node: ast.expr) -> object:
    """Return the name of the attribute or item that a key reads; or ""."""
    if isinstance(node, ast.Subscript):
        return constant(index_of_item(node))
    return node.attr if isinstance(node, ast.Attribute) else ""


def _named(tree: ast.AST) -> Iterator[tuple[object, ast.expr]]:
    """Yield the names and values of variables, attributes, arguments and items."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield last_name(target) or _field(target), node.value
        elif isinstance(node, ast.keyword):
            yield node.arg, node.value
        elif isinstance(node, ast.Dict):
            yield from zip(map(constant, node.keys), node.values)


def _cure(one: Break) -> Cure:
    made = [place(each.line) for each in sort_keys(one)]
    where = f" where they are created ({joined(made)})" if made else ""
    return Cure(
        "",
        f"keep the keys Python numbers{where}; or sort before the compiled function, "
        "and pass the result",
    )


SORTED_BY_TENSOR: Rule[Break] = Rule(
    "sorted-by-tensor",
    when=lambda one: (
        sorts_by_tensor(" ".join(one.texts))
        and not one.is_in_library
        and bool(sort_keys(one))
    ),
    cure=_cure,
    title="{it.state}: tensors as sort keys",
    why="Torch sorts while it compiles, so the keys must be Python numbers.",
)
