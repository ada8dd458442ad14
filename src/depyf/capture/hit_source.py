"""Counts how often each entry is called, without touching what runs.

Uses `sys.monitoring` (Python 3.12+) on the very code objects that the hook returned;
where it does not exist, hits are not counted.
"""

from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING, Any

from depyf.capture.torch_compat import never_compile
from depyf.model.events import Hits

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.context import CaptureContext
    from depyf.capture.torch_compat import Restore
    from depyf.model.ids import CompileId

_TOOL_NUMBERS = (4, 3)  # 0, 1, 2 and 5 are spoken for by the documentation


class HitSource:
    """Counts calls of cache entries while a block is open."""

    def __init__(self, context: CaptureContext) -> None:
        self._context = context
        self.counts = hasattr(sys, "monitoring")
        self._tool: int | None = None
        self._counts: dict[int, int] = {}
        self._watched: dict[int, tuple[weakref.ref[CodeType], CompileId | None]] = {}

    def install(self) -> Restore | None:
        """Get ready to count; None where Python cannot."""
        monitoring: Any = getattr(sys, "monitoring", None)
        if monitoring is None:
            return None
        free = [n for n in _TOOL_NUMBERS if monitoring.get_tool(n) is None]
        if not free:
            return None
        self._tool = free[0]
        never_compile(HitSource._called.__code__)
        monitoring.use_tool_id(self._tool, "depyf")
        monitoring.register_callback(
            self._tool, monitoring.events.PY_START, self._called
        )
        return self._stop

    def watch(self, code: CodeType, compile_id: CompileId | None) -> None:
        """Count the calls of this code object from now on."""
        if self._tool is None:
            return
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined, unused-ignore]
        monitoring.set_local_events(self._tool, code, monitoring.events.PY_START)
        self._finish(id(code))  # of a code object that is gone: numbers come again
        self._watched[id(code)] = (weakref.ref(code), compile_id)
        self._counts[id(code)] = 0

    def report(self) -> None:
        """Write down the counts so far."""
        for identity in list(self._watched):
            self._finish(identity)

    def _finish(self, identity: int) -> None:
        _, compile_id = self._watched.get(identity, (None, None))
        if compile_id is not None:
            self._context.record(Hits(compile_id, hits=self._counts[identity]))

    def _called(self, code: CodeType, _offset: int) -> None:
        if id(code) in self._counts:
            self._counts[id(code)] += 1

    def _stop(self) -> None:
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined, unused-ignore]
        for reference, _ in self._watched.values():
            code = reference()
            if code is not None:
                monitoring.set_local_events(self._tool, code, 0)
        monitoring.register_callback(self._tool, monitoring.events.PY_START, None)
        monitoring.free_tool_id(self._tool)
        self._tool = None
        self._watched.clear()
