"""Takes the value off ``return None`` where Python allows none: async generators.

Before::

    return None

After::

    return
"""

from __future__ import annotations

from typing import List

from depyf.ir.statement import ReturnStatement, Statement
from depyf.ir.value import Constant
from depyf.passes.tree import walk


def run(body: List[Statement]) -> List[Statement]:
    """Rewrites the tree in place; for bodies of async generators only."""
    for statement in walk(body):
        if isinstance(statement, ReturnStatement) and statement.value is not None:
            if statement.value.payload == Constant(None):
                statement.value = None
    return body
