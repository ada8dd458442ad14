"""Copy Inductor's generated modules into the dump, so that debuggers stop there.

Inductor runs a file in its own cache, which processes share and depyf never changes.
The dump holds a copy with the same lines.  The functions of the loaded module get the
file name of the copy.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Callable, Iterator

from depyf.capture import torch_compat
from depyf.capture.process import ForkSafeLock
from depyf.decompiler.bytecode.rewriting import in_file
from depyf.model.detail_events import KernelOrigin
from depyf.model.events import Kernel
from depyf.model.file_names import kernel_file
from depyf.model.kernel_origins import origins_among, with_user_lines
from depyf.torch_text.kernel_module import kernel_module

if TYPE_CHECKING:
    from depyf.capture.context import CaptureContext
    from depyf.capture.graph_source import GraphSource
    from depyf.torch_text.names import CompileId


class KernelSource:
    """Records each module that Inductor loads."""

    def __init__(
        self,
        context: CaptureContext,
        graphs: GraphSource,
        patched_loader: Callable[[], torch_compat.ModuleLoader | None],
    ) -> None:
        self._context = context
        self._graphs = graphs
        self._patched_loader = patched_loader
        self._lock = ForkSafeLock()
        self._files: dict[tuple[str, str], str] = {}
        self._without_lines: list[tuple[Kernel, str, str]] = []
        self._original: torch_compat.ModuleLoader | None = None

    def install(self) -> torch_compat.Restore | None:
        """Wrap Inductor's loader; None if this torch has none to wrap."""
        return torch_compat.wrap_kernel_loader(self._wrap)

    def _wrap(self, original: torch_compat.ModuleLoader) -> torch_compat.ModuleLoader:
        self._original = original

        def load(*args: Any, **kwargs: Any) -> ModuleType:
            # A program may replace depyf's function at any time.
            return (self._patched_loader() or self.load)(*args, **kwargs)

        return load

    @property
    def original_loader(self) -> torch_compat.ModuleLoader | None:
        """Return torch's own loader; None before `install`."""
        return self._original

    def load(self, key: str, path: str, *args: Any, **kwargs: Any) -> ModuleType:
        """Load a module as torch does, and record it."""
        original = self._original or torch_compat.kernel_loader()
        module = original(key, path, *args, **kwargs)
        self._context.boundary.call(
            "showing a generated kernel",
            "the file of one kernel is missing",
            lambda: self._loaded(module, str(path)),
        )
        return module

    def _loaded(self, module: ModuleType, path: str) -> None:
        text = Path(path).read_text(encoding="utf-8")
        if kernel_module(text).is_one_kernel:
            return
        file = self.reported(self._context.compile_id(), path, text)
        if not self._context.options.relocate:
            return
        target = str(self._context.directory.path_of(file))
        elsewhere = relocate_module(module, path, target)
        if elsewhere is not None and elsewhere != target:
            # The module was loaded before: it runs for several graphs.
            note = (
                "\n# This module runs for several graphs; a debugger stops in\n"
                f"# {elsewhere}\n"
            )
            self._context.directory.write(file, text + note)

    def reported(self, compile_id: CompileId | None, path: str, text: str) -> str:
        """Write a generated module's file, once for each graph; return its name."""
        context = self._context
        prefix = context.attribution.prefix(compile_id)
        with self._lock:
            known = self._files.get((prefix, path))
            if known is not None:
                return known
            number = context.attribution.next_number("kernel", prefix)
            file = self._files[(prefix, path)] = kernel_file(prefix, number)
        module = kernel_module(text)
        event = Kernel(
            compile_id,
            text=text,
            language=module.language,
            names=module.names,
            compiled_fn=context.attribution.graph_name(compile_id),
            backward=torch_compat.compiling_backward() or module.backward,
            path=path,
            number=number,
        )
        with_lines = self._with_lines(event, prefix)
        context.directory.write(file, with_lines)
        if with_lines == text:
            self._without_lines.append((event, prefix, file))
        self._graphs.code_was_generated(compile_id)
        context.record(event)
        return file

    def compiled(self, compile_id: CompileId | None) -> None:
        """Add user lines to kernel files after a compilation: its graphs are known now.

        If a cache has the result, torch loads the module before it reports the graphs.
        """
        waiting, self._without_lines = self._without_lines, []
        for event, prefix, file in waiting:
            if event.compile_id != compile_id:
                self._without_lines.append((event, prefix, file))
                continue
            with_lines = self._with_lines(event, prefix)
            if with_lines != event.text:
                self._context.directory.write(file, with_lines)
        self._graphs.forget_lowered(compile_id)

    def _with_lines(self, event: Kernel, prefix: str) -> str:
        """Return the module's text with the user's lines beside its kernel calls."""
        module = replace(event, compiled_fn=prefix)
        graphs = self._graphs.lowered_graphs(event.compile_id)
        records = [
            KernelOrigin(kernel, tuple(nodes))
            for kernel, nodes in torch_compat.kernel_nodes().items()
        ]
        with_lines = self._context.boundary.call(
            "finding the lines behind kernels",
            "a kernel's file does not name them",
            lambda: with_user_lines(module, origins_among(graphs, records, module)),
        )
        return event.text if with_lines is None else with_lines


def relocate_module(module: ModuleType, path: str, target: str) -> str | None:
    """Replace the file name `path` by `target` in the functions of a module.

    Returns:
        The file that the functions name already, if the module was relocated before;
        otherwise None.
    """
    elsewhere = None
    for function in _functions(module):
        code = function.__code__
        if code.co_filename == path:
            function.__code__ = in_file(
                code, target, lambda inner: inner.co_filename != path
            )
        elif Path(code.co_filename).match("*.kernel_*.py"):
            elsewhere = code.co_filename
    return elsewhere


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    for value in list(vars(module).values()):
        if isinstance(value, FunctionType):
            yield value
        elif isinstance(value, type) and value.__module__ == module.__name__:
            members = vars(value).values()
            yield from (item for item in members if isinstance(item, FunctionType))
