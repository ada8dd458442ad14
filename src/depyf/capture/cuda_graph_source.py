"""Read from torch's log why CUDA graphs were not used, or why too many were recorded.

The compilation metrics name a reason only if torch knows it while compiling.  Torch
finds out that a graph writes into an input only at the first call.
"""

from __future__ import annotations

import inspect
import weakref
from typing import TYPE_CHECKING

from depyf.capture import torch_compat
from depyf.capture.node_origins import own_frames
from depyf.model.detail_events import CudaGraphs
from depyf.torch_text.reasons import complaint
from depyf.torch_text.source_lines import printed_stack

if TYPE_CHECKING:
    from types import CodeType, FrameType

    from depyf.capture.context import CaptureContext
    from depyf.capture.user_lines import UserLines
    from depyf.torch_text.names import CompileId


class CudaGraphSource:
    """Records torch's log messages about CUDA graphs."""

    def __init__(self, context: CaptureContext) -> None:
        self._context = context
        self._entries: dict[int, tuple[weakref.ref[CodeType], CompileId]] = {}

    def install(self) -> torch_compat.Restore:
        """Begin to listen."""
        return torch_compat.hear_cuda_graphs(torch_compat.outside_dynamo(self._heard))

    def watch(self, code: CodeType, compile_id: CompileId | None) -> None:
        """Remember an entry's compilation, for messages while its code runs."""
        if compile_id is not None:
            self._entries[id(code)] = weakref.ref(code), compile_id

    def _heard(self, message: str) -> None:
        self._context.boundary.call(
            "reading what torch says of CUDA graphs",
            "one fact is missing from the report",
            lambda: self._take(message),
        )

    def _take(self, message: str) -> None:
        context = self._context
        compile_id = context.compile_id() or self._running()
        event = cuda_graphs_event(compile_id, message, context.user_lines)
        if event is not None:
            context.record(event)

    def _running(self) -> CompileId | None:
        """Return the compilation of the running code, which torch does not name."""
        frame: FrameType | None = inspect.currentframe()
        while frame is not None:
            code, compile_id = self._entries.get(id(frame.f_code), (None, None))
            if code is not None and code() is frame.f_code:
                return compile_id
            frame = frame.f_back
        return None


def cuda_graphs_event(
    compile_id: CompileId | None, message: str, user_lines: UserLines
) -> CudaGraphs | None:
    """Return the event for a message; None if the message reports no problem.

    Args:
        compile_id: the current compilation, or the compilation of the code that runs.
        message: torch's message.
        user_lines: maps lines of files that depyf wrote to the user's lines.
    """
    said = complaint(message)
    if said is None:
        return None
    frames = printed_stack(user_lines.in_text(said.stack))
    at = None
    for frame in own_frames(frames, torch_compat.is_library)[-1:]:
        at = user_lines.source_line(frame.file, frame.line, frame.function, frame.text)
    return CudaGraphs(compile_id, cause=said.cause, at=at, sizes=said.sizes)
