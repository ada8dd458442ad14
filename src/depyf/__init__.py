"""Read what `torch.compile` did to a program.

Each public name is loaded when it is first used.  So importing depyf takes very little
time, and needs neither torch nor any other package.
"""

from __future__ import annotations

__version__ = "1.0.0"

#: The public names, and the module that each is loaded from when it is first used.
_HOME_OF_NAME = {
    "DecompilationError": "depyf.errors",
    "Decompiled": "depyf.decompiler",
    "Decompiler": "depyf.explain.old_decompiler",
    "annotate": "depyf.workflow",
    "check": "depyf.workflow",
    "compile_decompiled": "depyf.decompiler",
    "cure": "depyf.curing.one_function",
    "debug": "depyf.stepping.debugging",
    "decompile": "depyf.decompiler",
    "decompile_code": "depyf.decompiler",
    "explain_compiled": "depyf.explain",
    "install": "depyf.workflow",
    "prepare_debug": "depyf.workflow",
    "uninstall": "depyf.workflow",
}

# Programs reach into these after a plain `import depyf`.
_SUBMODULES = frozenset({"decompiler", "explain", "optimization", "utils"})

__all__ = ["__version__", "explain", *_HOME_OF_NAME]  # noqa: PLE0604

# For type checkers, which cannot follow the table. A test checks that both agree.
TYPE_CHECKING = False  # not typing's: importing it would take longer than all the rest
if TYPE_CHECKING:
    from depyf import decompiler as decompiler
    from depyf import explain as explain
    from depyf import optimization as optimization
    from depyf import utils as utils
    from depyf.curing.one_function import cure as cure
    from depyf.decompiler import Decompiled as Decompiled
    from depyf.decompiler import compile_decompiled as compile_decompiled
    from depyf.decompiler import decompile as decompile
    from depyf.decompiler import decompile_code as decompile_code
    from depyf.errors import DecompilationError as DecompilationError
    from depyf.explain import explain_compiled as explain_compiled
    from depyf.explain.old_decompiler import Decompiler as Decompiler
    from depyf.stepping.debugging import debug as debug
    from depyf.workflow import annotate as annotate
    from depyf.workflow import check as check
    from depyf.workflow import install as install
    from depyf.workflow import prepare_debug as prepare_debug
    from depyf.workflow import uninstall as uninstall


def __getattr__(name: str) -> object:
    """Load a public name on first use, and all public names of its module (PEP 562).

    All of them, because Dynamo may find another name of the module in a compiled
    function, and cannot always call this function.
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
    """Return the public names, loaded or not."""
    return sorted({*globals(), *__all__})
