"""Read what `torch.compile` did to a program.

The public names, each loaded when it is first used: importing depyf costs next to
nothing and needs neither torch nor any other package.
"""

from __future__ import annotations

# Not typing's: importing typing would take longer than all the rest.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from depyf import decompiler as decompiler
    from depyf import explain as explain
    from depyf import optimization as optimization
    from depyf import utils as utils
    from depyf.decompiler import (
        Decompiled,
        compile_decompiled,
        decompile,
        decompile_code,
    )
    from depyf.decompiler.old_decompiler import Decompiler
    from depyf.errors import DecompilationError
    from depyf.stepping.debugging import debug
    from depyf.workflow import (
        annotate,
        check,
        explain_compiled,
        install,
        prepare_debug,
        uninstall,
    )

__version__ = "1.0.0"

__all__ = [
    "DecompilationError",
    "Decompiled",
    "Decompiler",
    "__version__",
    "annotate",
    "check",
    "compile_decompiled",
    "debug",
    "decompile",
    "decompile_code",
    "explain",
    "explain_compiled",
    "install",
    "prepare_debug",
    "uninstall",
]

_HOME_OF_NAME = {
    "DecompilationError": "depyf.errors",
    "Decompiled": "depyf.decompiler",
    "Decompiler": "depyf.decompiler.old_decompiler",
    "annotate": "depyf.workflow",
    "check": "depyf.workflow",
    "compile_decompiled": "depyf.decompiler",
    "debug": "depyf.stepping.debugging",
    "decompile": "depyf.decompiler",
    "decompile_code": "depyf.decompiler",
    "explain_compiled": "depyf.workflow",
    "install": "depyf.workflow",
    "prepare_debug": "depyf.workflow",
    "uninstall": "depyf.workflow",
}

# Programs reach into these after a plain `import depyf`.
_SUBMODULES = frozenset({"decompiler", "explain", "optimization", "utils"})


def __getattr__(name: str) -> object:
    """Loads a public name on its first use, and those that live with it (PEP 562).

    Dynamo, which may come upon one in a compiled function, cannot always ask here.
    """
    from importlib import import_module

    if name in _SUBMODULES:
        return import_module(f"depyf.{name}")
    home = _HOME_OF_NAME.get(name)
    if home is None:
        raise AttributeError(f"module 'depyf' has no attribute {name!r}")
    module = import_module(home)
    for public, place in _HOME_OF_NAME.items():
        if place == home:
            globals()[public] = getattr(module, public)
    return globals()[name]


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *__all__})
