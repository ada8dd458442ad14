"""Run what an `except` of the program does in each call, without trying first.

An operation that fails while torch compiles ends the compilation; torch does not run
the handler.  Often the handler's code is right in all calls, such as one that pads.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Iterator

from depyf.curing.blocks import shifted
from depyf.curing.program_files import Edit
from depyf.curing.proposal import Proposal
from depyf.model.findings.caught_errors import handler_around
from depyf.model.findings.program_index import last_line
from depyf.torch_text.operators import is_of_fake_tensors

if TYPE_CHECKING:
    from depyf.curing.spot import Spot

_NOTHING = (ast.Pass, ast.Raise, ast.Continue, ast.Break)


def handled_always(spot: Spot) -> Iterator[Proposal]:
    """Yield the edit that replaces a `try` by the code of its handler."""
    if not (spot.one.said.error or is_of_fake_tensors(spot.one.event.reason)):
        return
    tree, file = spot.files.tree(spot.line.file), spot.line.file
    found = handler_around(tree, spot.line.line)
    if found is None:
        return
    block, handler = found
    names = {one.id for one in ast.walk(handler) if isinstance(one, ast.Name)}
    is_plain = not (block.orelse or block.finalbody or handler.name in names)
    if is_plain and not isinstance(handler.body[0], _NOTHING):
        lines = tuple(shifted(spot.files, file, handler.body, -1))
        edit = Edit(file, block.lineno, last_line(block), lines)
        what = "always run the code of the `except`, without trying first"
        yield Proposal(spot.finding, what, (edit,))
