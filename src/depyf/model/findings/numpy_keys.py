"""The rule on dicts and sets with numpy numbers as keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Rule
from depyf.torch_text.break_words import hashes_array

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

NUMPY_KEYS: Rule[Break] = Rule(
    "numpy-keys",
    when=lambda one: hashes_array(one.event.text),
    note="where the dict or set is made, convert its keys to Python numbers, with "
    "`int(...)` or `.tolist()`",
    title="{it.state}: numpy numbers as keys",
    why="Torch takes numpy numbers for arrays, which cannot be keys.",
)
