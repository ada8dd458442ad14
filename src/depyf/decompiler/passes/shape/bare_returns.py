"""Takes the value off ``return None`` where Python allows none: async generators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from depyf.decompiler.ir.constant import Constant
from depyf.decompiler.ir.statement import ReturnStatement, Statement
from depyf.decompiler.ir.statement_tree import walk

if TYPE_CHECKING:
    from depyf.decompiler.ir.function import Function


def run(body: list[Statement], _function: Function) -> list[Statement]:
    """Rewrites the tree in place; for bodies of async generators only."""
    for statement in walk(body):
        if not isinstance(statement, ReturnStatement) or statement.value is None:
            continue
        if statement.value.payload == Constant(None):
            statement.value = None
    return body
