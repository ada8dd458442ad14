"""The rule on compiled functions that a transform, such as `vmap`, calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.names import is_library
from depyf.model.findings.rule import Cure, Rule
from depyf.model.source_places import is_of_transform
from depyf.torch_text.break_words import is_inside_transform

if TYPE_CHECKING:
    from depyf.model.events import SourceLine
    from depyf.model.findings.breaks import Break


def transformed_at(one: Break) -> SourceLine | None:
    """Return the program's line that calls the outermost transform around a call.

    None if the break has another reason.
    """
    if not is_inside_transform(" ".join(one.texts)):
        return None
    stack = one.compilations[0].stack
    for line, inner in zip(stack, stack[1:]):
        if is_of_transform(inner.file) and not is_library(line.file):
            return line
    return None


def _cure(one: Break) -> Cure:
    line = transformed_at(one)
    around = line.function if line is not None else ""
    what = f"compile `{around}`, too" if around.isidentifier() else "compile this line"
    return Cure("", f"{what}; or give the transform the function without torch.compile")


TRANSFORM: Rule[Break] = Rule(
    "called-by-transform",
    when=transformed_at,
    cure=_cure,
    where=transformed_at,
    title="{it.state}: called by a transform",
    why="Torch cannot compile a function that `vmap`, `jvp` or `grad` calls, unless "
    "these run in compiled code, too.",
)
