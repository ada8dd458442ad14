"""What this torch offers to depyf."""

from __future__ import annotations

import sys

from torch._dynamo import convert_frame, eval_frame, utils
from torch._guards import CompileContext

from depyf.capture.torch_compat.misses import skip_once

# --- what this torch offers ---------------------------------------------------------


def features() -> dict[str, bool]:
    """Return what this torch offers to depyf, for `depyf doctor` and the journal."""
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
    }
