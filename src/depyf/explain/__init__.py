"""Explain compiled functions, under the current name and under the names of depyf 0.x.

Use `depyf.explain_compiled`. The other names serve programs written for depyf 0.x: the
call `depyf.explain(fn)`, `dump_src`, `enable_debugging`, `global_variables` and
`utils`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING

from depyf.records import dataclass

if TYPE_CHECKING:
    from depyf.model.run import Run

__all__ = ["dump_src"]


@dataclass(frozen=True)
class Explanation:
    """The guards and code of a compiled function; `str` gives a ``full_code`` file.

    Attributes:
        run: the facts as data.
        full_code: Python source: guards, transformed code, dispatch, resume functions.
    """

    run: Run
    full_code: str

    def __str__(self) -> str:
        return self.full_code

    def __repr__(self) -> str:
        roots = ", ".join(
            f"{frame.title}: {len(frame.entries)} entries" for frame in self.run.roots
        )
        return f"<Explanation of {roots or 'nothing compiled'}>"


def explain_compiled(fn: object) -> Explanation:
    """Return the guards and code of a compiled function that has already run.

    Args:
        fn: the object that `torch.compile` returned, or the function or module that it
            was given.

    Raises:
        TypeError: `fn` holds no Python code.
    """
    from depyf.capture.entry_source import entry_events
    from depyf.model.build import fold
    from depyf.render.full_code import full_code

    run = fold(entry_events(fn))
    texts = [full_code(run, root) for root in run.roots if root.entries]
    nothing = "# Nothing has been compiled for this function yet.\n"
    return Explanation(run, "\n\n".join(texts) or nothing)


def dump_src(fn: object) -> str:
    """Return the guards, code and dispatch of a compiled function as Python source.

    Args:
        fn: the object that `torch.compile` returned, or the function or module that it
            was given.
    """
    return explain_compiled(fn).full_code


class _CallablePackage(ModuleType):
    """A package that can be called, so that `depyf.explain(fn)` works."""

    def __call__(self, fn: object) -> Explanation:
        """Return the guards and code of a compiled function."""
        return explain_compiled(fn)


sys.modules[__name__].__class__ = _CallablePackage
