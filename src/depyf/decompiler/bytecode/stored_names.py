"""Which local variables a code object ever sets."""

from __future__ import annotations

import dis
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import CodeType


def stored_names(code: CodeType) -> frozenset[str]:
    r"""Return the variables that some instruction of `code` stores into.

    >>> sorted(stored_names(compile("a = b\nfor c in a: pass", "", "exec")))
    ['a', 'c']
    """
    found: set[str] = set()
    for instruction in dis.get_instructions(code):
        if instruction.opname.startswith("STORE_"):
            # A fused instruction has several names.
            value = instruction.argval
            names = value if isinstance(value, tuple) else (value,)
            found.update(name for name in names if isinstance(name, str))
    return frozenset(found)
