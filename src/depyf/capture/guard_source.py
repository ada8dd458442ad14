"""The guards of a cache entry, as text, read when the entry is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.capture import torch_compat
from depyf.model.events import GuardsReported
from depyf.model.guard_text import guard_part

if TYPE_CHECKING:
    from depyf.model.events import GuardPart
    from depyf.model.ids import CompileId


def guard_parts(manager: object) -> tuple[GuardPart, ...]:
    """Return the guards of one entry in the order in which torch checks them."""
    leaves = torch_compat.guard_leaves(manager)
    return tuple(guard_part(leaf.text, leaf.kind) for leaf in leaves)


def guards_being_built(compile_id: CompileId, tree: str) -> GuardsReported:
    """Return the guards that torch is reporting right now.

    To be called from inside the record that carries torch's own text of the tree,
    which is kept where the tree itself cannot be reached.
    """
    manager = torch_compat.guards_being_built()
    if manager is None:
        return GuardsReported(compile_id, tree=tree)
    return guards_of(compile_id, manager)


def guards_of(compile_id: CompileId, manager: object) -> GuardsReported:
    """Return the guards of one entry, to be taken apart later."""
    leaves = torch_compat.guard_leaves(manager)
    texts = tuple(f"{leaf.kind}: {leaf.text}" for leaf in leaves)
    return GuardsReported(compile_id, leaves=texts)
