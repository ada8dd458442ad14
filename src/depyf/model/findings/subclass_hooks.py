"""The rule on hooks of tensor subclasses that torch cannot trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.model.findings.rule import Rule

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break

HOOKS = {"__torch_function__", "__torch_dispatch__"}


def is_in_hook(one: Break) -> bool:
    """Return whether a hook of a tensor subclass breaks the graph."""
    return bool(HOOKS & {line.function for line in one.event.user_stack})


SUBCLASS_HOOK: Rule[Break] = Rule(
    "subclass-hook",
    when=is_in_hook,
    note="pass plain tensors to compiled code, with `x.as_subclass(torch.Tensor)`; or "
    "change the hook so that torch can trace it",
    title="{it.state}: hook of a tensor subclass",
    why="Each operation on such a tensor calls the hook of its class, and torch cannot "
    "trace this line: {it.reason}.",
)
