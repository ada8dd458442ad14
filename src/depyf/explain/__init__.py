"""Explain compiled functions, under today's name and under those of depyf 0.x.

`depyf.explain_compiled` is the name to use. The rest is for programs written for
depyf 0.x: a call of the package, `dump_src`, `enable_debugging`, `global_variables`
and `utils`.
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
    """Guards and code of a compiled function; prints as a ``full_code`` file.

    Attributes:
        run: the same facts as data.
        full_code: guards, transformed code and dispatch, resume functions, as Python.
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
    """Return guards and code of a compiled function that has already run.

    Args:
        fn: what `torch.compile` returned, or the function or module it was given.

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
    """Return the guards, code and dispatch of a function that was already compiled.

    Args:
        fn: what `torch.compile` returned, or the function or module it was given.
    """
    return explain_compiled(fn).full_code


class _CallablePackage(ModuleType):
    """A package that can be called like the function it is named after."""

    def __call__(self, fn: object) -> Explanation:
        """Returns what is known of a compiled function."""
        return explain_compiled(fn)


sys.modules[__name__].__class__ = _CallablePackage
