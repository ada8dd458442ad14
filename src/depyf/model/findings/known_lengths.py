"""Advise on operators whose result has a length that depends on values of a tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.hinted import as_hinted
from depyf.model.findings.program_text import file_of, index_of, needs_number
from depyf.model.findings.rewriting import stored_at
from depyf.model.findings.rule import Cure
from depyf.model.findings.syntax_parts import last_name
from depyf.torch_text.break_words import is_least_squares

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

# What to do if the program knows the length without reading a tensor.
_WAYS = {
    "repeat_interleave": "pass the length of the result as `output_size=`",
    "bincount": "count with `torch.zeros(n).index_add(...)`, where `n` is the number "
    "of kinds",
    "nonzero": "use `torch.nonzero_static(x, size=n)`, which fills missing rows with "
    "-1",
}
_LEAST_SQUARES = (
    "if the matrix has full rank, compute `torch.linalg.pinv(a) @ b`; or else keep "
    "this line out of the compiled function"
)
_POSITIONS = {"nonzero", "argwhere"}
_FIRST = (
    "for the first position, use `mask.int().argmax()`; otherwise find positions "
    "outside of compiled code: no setting helps, as later code tests how many there are"
)
_IF_KNOWN = "if the length is known without reading a tensor, {}; or else set `{}` {}"


def with_known_length(one: Break) -> Cure:
    """Return how to tell torch a length that the program knows, or torch's setting."""
    if any(map(is_least_squares, one.texts)):
        return Cure("", _LEAST_SQUARES)
    cure, where, file = as_hinted(one), one.where, file_of(one.run, one.where)
    calls = index_of(file).calls_at(where.line) if file and where else ()
    names = [last_name(each.func) for each in calls]
    if _POSITIONS.intersection(names) and _is_tested(one):
        return Cure("", _FIRST)
    way = next((_WAYS[name] for name in names if name in _WAYS), "")
    if not way or not cure.edit:
        return cure
    return Cure("", _IF_KNOWN.format(way, cure.edit, cure.note.partition(";")[0]))


def _is_tested(one: Break) -> bool:
    """Return whether the function tests the result of the line that broke."""
    where, tree = one.where, one.tree_around(one.where)
    if where is None or tree is None:
        return False
    return needs_number(one.run, tree, stored_at(tree, where.line))
