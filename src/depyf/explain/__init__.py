"""`depyf.explain`: a function, and the package of names that older programs import.

`depyf.explain(fn)` is `depyf.explain_compiled(fn)`. The package holds what existing
programs reach for: `enable_debugging`, `global_variables`, `utils`, `dump_src`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from depyf.explain.compiled import Explanation

__all__ = ["dump_src"]


def dump_src(fn: object) -> str:
    """Returns the guards, code and dispatch of a function that was compiled already.

    Args:
        fn: what `torch.compile` returned, or the function or module it was given.
    """
    from depyf.explain.compiled import explain_compiled

    return explain_compiled(fn).full_code


class _CallablePackage(ModuleType):
    """A package that can be called like the function it is named after."""

    def __call__(self, fn: object) -> Explanation:
        """Returns what is known of a compiled function."""
        from depyf.explain.compiled import explain_compiled

        return explain_compiled(fn)


sys.modules[__name__].__class__ = _CallablePackage
