"""Count the calls of each entry, and the calls of each function as plain Python.

Uses `sys.monitoring` (Python 3.12+) on the code objects that the hook returned and on
their originals, so the code that runs is not changed. Without `sys.monitoring`, nothing
is counted.
"""

from __future__ import annotations

import sys
import weakref
from typing import TYPE_CHECKING, Any, Callable

from depyf.capture.torch_compat import never_compile
from depyf.model.detail_events import PlainCalls
from depyf.model.events import Hits
from depyf.records import dataclass

if TYPE_CHECKING:
    from types import CodeType

    from depyf.capture.context import CaptureContext
    from depyf.capture.torch_compat import Restore
    from depyf.model.events import Event
    from depyf.torch_text.names import CompileId

_TOOL_NUMBERS = (4, 3)  # Python's documentation reserves 0, 1, 2 and 5


@dataclass
class _Counted:
    """A code object whose calls are counted; `event` makes the event for the count."""

    code: weakref.ref[CodeType]
    event: Callable[[int], Event]
    calls: int = 0


class HitSource:
    """Counts calls of cache entries while a block is open.

    Attributes:
        counts: whether Python can count calls and the option `count_calls` is set.
    """

    def __init__(self, context: CaptureContext) -> None:
        self._context = context
        self.counts: bool = hasattr(sys, "monitoring") and context.options.count_calls
        self._tool: int | None = None
        self._counted: dict[int, _Counted] = {}

    def install(self) -> Restore | None:
        """Prepare to count; return None if that is impossible or not wanted."""
        monitoring: Any = getattr(sys, "monitoring", None)
        if monitoring is None or not self.counts:
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
        """Count the calls of an entry's code from now on."""
        if self._tool is not None and compile_id is not None:
            self._count(code, lambda calls: Hits(compile_id, hits=calls))

    def watch_original(self, code: CodeType, code_key: str) -> None:
        """Count from now on how often a function runs as plain Python."""
        known = self._counted.get(id(code))
        if self._tool is not None and (known is None or known.code() is not code):
            self._count(
                code, lambda calls: PlainCalls(None, code_key=code_key, calls=calls)
            )

    def _count(self, code: CodeType, event: Callable[[int], Event]) -> None:
        gone = self._counted.get(id(code))  # of freed code, which had the same id
        if gone is not None:
            self._context.record(gone.event(gone.calls))
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined, unused-ignore]
        monitoring.set_local_events(self._tool, code, monitoring.events.PY_START)
        self._counted[id(code)] = _Counted(weakref.ref(code), event)

    def report(self) -> None:
        """Record the counts so far."""
        for counted in list(self._counted.values()):
            self._context.record(counted.event(counted.calls))

    def _called(self, code: CodeType, _offset: int) -> None:
        counted = self._counted.get(id(code))
        if counted is not None:
            counted.calls += 1

    def _stop(self) -> None:
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined, unused-ignore]
        for counted in self._counted.values():
            code = counted.code()
            if code is not None:
                monitoring.set_local_events(self._tool, code, 0)
        monitoring.register_callback(self._tool, monitoring.events.PY_START, None)
        monitoring.free_tool_id(self._tool)
        self._tool = None
        self._counted.clear()
