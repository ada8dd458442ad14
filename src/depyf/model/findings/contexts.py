"""Build the edit for a `with` block that torch cannot enter."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from depyf.model.findings.names import place
from depyf.model.findings.program_text import file_of, index_of
from depyf.model.findings.rule import Cure
from depyf.model.findings.wrappers import IS_COMPILING
from depyf.model.python_text import text_of

if TYPE_CHECKING:
    from depyf.model.findings.breaks import Break


def context_cure(one: Break) -> Cure:
    """Return the edit for a break at a `with` that torch cannot enter."""
    file, where = file_of(one.run, one.where), one.where
    nodes = ast.walk(index_of(file).tree) if file is not None else ()
    for node in nodes:
        if isinstance(node, ast.With) and where and node.lineno == where.line:
            [item, *others] = node.items
            context = text_of(item.context_expr, file.text) if file else ""
            outside = f"enter `{context}` outside of the compiled function"
            is_of_torch = context.startswith("torch.")
            if others or item.optional_vars is not None or is_of_torch:
                return Cure("", outside)
            edit = f"with nullcontext() if {IS_COMPILING} else {context}:"
            note = f"instead of {place(where)}, if compiled code need not enter it"
            return Cure(edit, f"{note} (`from contextlib import nullcontext`)")
    return Cure("", one.said.hint)
