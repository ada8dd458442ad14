"""The rule on code that gets or makes a sparse tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Rule
from depyf.torch_text.break_words import is_sparse

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

SPARSE_TENSOR: Rule[Break] = Rule(
    "sparse-tensor",
    when=lambda one: is_sparse(one.event.reason + one.event.text),
    note="keep indices and values as dense tensors, and compute with `index_select` "
    "and `index_add`; or keep this line out of the compiled function",
    title="{it.state}: a sparse tensor",
    why="Torch does not compile sparse tensors.",
)
