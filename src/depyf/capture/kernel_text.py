"""What the text of one of Inductor's generated modules tells about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from depyf.model.events import Kernel

if TYPE_CHECKING:
    from depyf.model.ids import CompileId

_KERNEL = re.compile(r"^(\w+) = async_compile\.(\w+)\(", re.MULTILINE)
_LANGUAGES = {"cpp_pybinding": "cpp", "cpp": "cpp", "triton": "triton"}
_MAKES_KERNELS = re.compile(r"^async_compile = ", re.MULTILINE)
_BACKWARD_MARK = re.compile(r"^# AOT ID: \[['\"]\d+_backward['\"]", re.MULTILINE)


def is_one_kernel(text: str) -> bool:
    """Return whether a module holds a Triton kernel alone, and nothing that calls it.

    Inductor loads such modules for the kernels of a graph, in this process or in
    another, and for each choice that autotuning tries.  The module that calls the
    kernels has the text of all that are used.
    """
    return "@triton.jit" in text and _MAKES_KERNELS.search(text) is None


def kernel_event(
    compile_id: CompileId | None,
    path: str,
    text: str,
    *,
    compiled_fn: str = "",
    backward: bool = False,
    number: int = -1,
) -> Kernel:
    """Returns the event of a generated module.

    Args:
        compile_id: the compilation it belongs to.
        path: Inductor's own file.
        text: the module.
        compiled_fn: torch's name of the graph.
        backward: True if it is known to come from a backward graph; the text may
            tell so, too.
        number: of the file that shows it; -1 to count in order.
    """
    kernels = _KERNEL.findall(text)
    languages = {_LANGUAGES.get(kind, kind) for _, kind in kernels}
    return Kernel(
        compile_id,
        text=text,
        language="mixed" if len(languages) > 1 else next(iter(languages), ""),
        names=tuple(name for name, _ in kernels),
        compiled_fn=compiled_fn,
        backward=backward or _BACKWARD_MARK.search(text) is not None,
        path=path,
        number=number,
    )
