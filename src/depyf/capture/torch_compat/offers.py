"""Detect the features that this torch has."""

from __future__ import annotations

import inspect
import sys
from functools import lru_cache
from types import CodeType, ModuleType

from torch._dynamo import convert_frame, eval_frame, exc, symbolic_convert, utils
from torch._dynamo.side_effects import SideEffects
from torch._guards import CompileContext
from torch.fx.experimental.symbolic_shapes import ShapeEnv

from depyf.capture.torch_compat.misses import skip_once


def _reports(owner: type | ModuleType, record: str) -> bool:
    """Return whether a function of a class or module mentions a trace record's name."""
    waiting: list[object] = [
        getattr(member, "__code__", None)
        for member in map(inspect.unwrap, filter(callable, vars(owner).values()))
    ]
    while waiting:
        code = waiting.pop()
        if isinstance(code, CodeType):
            waiting.extend(code.co_consts)
        elif isinstance(code, str) and code == record:
            return True
    return False


@lru_cache(maxsize=None)
def tells_breaks_of_skipped() -> bool:
    """Return whether torch reports the graph break of a function that it skips."""
    record = "dynamo_graph_break_reason"
    return _reports(exc, record) or _reports(symbolic_convert, record)


# --- what this torch offers ---------------------------------------------------------


def features() -> dict[str, bool]:
    """Return the features of this torch, for `depyf doctor` and the journal."""
    internal = sys.modules.get("torch._logging._internal")
    return {
        "bytecode hook": hasattr(convert_frame, "register_bytecode_hook"),
        "structured trace": getattr(internal, "trace_log", None) is not None,
        "compile id": hasattr(CompileContext, "current_trace_id"),
        "cache entries": hasattr(eval_frame, "_debug_get_cache_entry_list"),
        "graph formatter": hasattr(utils, "lazy_format_graph_code"),
        "miss callback": (
            hasattr(eval_frame, "_callback_from_stance") and skip_once() is not None
        ),
        "code tracker": hasattr(convert_frame, "input_codes"),
        "graph breaks of functions that are not compiled (2.5+)": (
            tells_breaks_of_skipped()
        ),
        "side effects (2.11+)": _reports(SideEffects, "dynamo_side_effects"),
        "lines of conditions on sizes (2.6+)": _reports(ShapeEnv, "guard_added_fast"),
    }
