"""Call one chosen compiled version of a method without checking guards.

Besides `depyf.capture.torch_compat`, only this module imports torch.
"""

from __future__ import annotations

import sys
import weakref
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Iterator

from torch._dynamo.convert_frame import register_bytecode_hook

if TYPE_CHECKING:
    from types import CodeType, FrameType

__all__ = ["TorchCompileWrapperWithCustomDispatcher"]


class TorchCompileWrapperWithCustomDispatcher:
    """Base class of a callable that chooses among its compiled versions itself.

    A subclass defines `forward`, and may define `__call__`, where it reads
    `compiled_codes` and enters `dispatch_to_code(index)` to run one of them:

    ```python
    class Model(TorchCompileWrapperWithCustomDispatcher):
        def __init__(self):
            super().__init__(torch.compile(self.forward))

        def forward(self, x):
            return x + 1

        def __call__(self, x):
            if not self.compiled_codes:
                return self.compiled_callable(x)
            with self.dispatch_to_code(0):
                return self.forward(x)
    ```

    Args:
        compiled_callable: what `torch.compile(self.forward)` returned.
        use_custom_dispatcher: whether to collect compiled versions.

    Attributes:
        compiled_codes: the compiled versions of this object's `forward`, in the
            order they were made.
        original_code_object: the code of `forward` as it was written.
    """

    def __init__(
        self,
        compiled_callable: Callable[..., Any],
        use_custom_dispatcher: bool = True,
    ) -> None:
        self.compiled_callable = compiled_callable
        self.use_custom_dispatcher = use_custom_dispatcher
        self.original_code_object: CodeType = type(self).forward.__code__
        self.compiled_codes: list[CodeType] = []
        if use_custom_dispatcher:
            _collect_compiled_codes(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the compiled callable under its guards."""
        return self.compiled_callable(*args, **kwargs)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """The method to compile; a subclass defines it."""
        raise NotImplementedError

    def bytecode_hook(self, old_code: CodeType, new_code: CodeType) -> None:
        """Append `new_code` to `compiled_codes` if it comes from this `forward`."""
        if old_code is not self.original_code_object:
            return
        frame = _frame_being_compiled()
        if frame is None or frame.f_locals.get("self") is self:
            self.compiled_codes.append(new_code)

    @contextmanager
    def dispatch_to_code(self, index: int) -> Iterator[None]:
        """Let `self.forward` run one compiled version without guards, inside the block.

        Args:
            index: position in `compiled_codes`.
        """
        function = type(self).forward
        function.__code__ = self.compiled_codes[index]
        try:
            yield
        finally:
            function.__code__ = self.original_code_object


def _collect_compiled_codes(wrapper: TorchCompileWrapperWithCustomDispatcher) -> None:
    """Call `wrapper.bytecode_hook` after each compilation while the wrapper exists."""
    reference = weakref.ref(wrapper)

    def hook(old_code: CodeType, new_code: CodeType) -> None:
        alive = reference()
        if alive is not None:
            alive.bytecode_hook(old_code, new_code)

    handle = register_bytecode_hook(hook)
    weakref.finalize(wrapper, handle.remove).atexit = False


def _frame_being_compiled() -> FrameType | None:
    """Return the user's frame that Dynamo is compiling; None if Dynamo is not running.

    In torch 2.2 to 2.15, Dynamo's function `_compile` keeps the frame in its local
    variable `frame`, which has `f_locals`.
    """
    caller: FrameType | None = sys._getframe(1)  # noqa: SLF001 - no public name
    while caller is not None:
        if caller.f_code.co_name == "_compile" and "frame" in caller.f_locals:
            found: FrameType = caller.f_locals["frame"]
            return found
        caller = caller.f_back
    return None
