"""Everything depyf knows about torch's internals, one function per fact.

By feature, never by version: each function looks for what it needs and says so (None,
an empty result) where this torch lacks it.  Tested with torch 2.13 (Python 3.11) and
2.15 (Python 3.13, 3.15); versions named in docstrings are where a fact begins or ends,
as far as is known.  Nothing else in depyf's capture imports torch.
"""

from __future__ import annotations

from depyf.capture.torch_compat.compiling import (
    Restore,
    add_trace_handler,
    compiled_frame_globals,
    compiled_frame_locals,
    compiling_backward,
    current_trace_id,
    interned_text,
    never_compile,
    outer_frames,
    outside_dynamo,
    rank_and_world,
    torch_version,
    trace_was_disabled,
)
from depyf.capture.torch_compat.entries import (
    BytecodeHook,
    GuardCheck,
    GuardLeaf,
    cache_entries,
    check_guards,
    code_of,
    codes_seen,
    entry_name,
    globals_of,
    guard_leaves,
    guards_being_built,
    guards_of_entry,
    register_bytecode_hook,
)
from depyf.capture.torch_compat.graphs import (
    GraphCallback,
    ModuleLoader,
    forward_function,
    generated_names,
    generated_source,
    intercept_graph_formatter,
    is_boxed,
    kernel_loader,
    printed_graph,
    track_provenance,
    watch_graph_copies,
    wrap_kernel_loader,
)
from depyf.capture.torch_compat.misses import (
    MissReport,
    run_misses_eagerly,
    skip_once,
)
from depyf.capture.torch_compat.offers import (
    features,
)

__all__ = [
    "BytecodeHook",
    "GraphCallback",
    "GuardCheck",
    "GuardLeaf",
    "MissReport",
    "ModuleLoader",
    "Restore",
    "add_trace_handler",
    "cache_entries",
    "check_guards",
    "code_of",
    "codes_seen",
    "compiled_frame_globals",
    "compiled_frame_locals",
    "compiling_backward",
    "current_trace_id",
    "entry_name",
    "features",
    "forward_function",
    "generated_names",
    "generated_source",
    "globals_of",
    "guard_leaves",
    "guards_being_built",
    "guards_of_entry",
    "intercept_graph_formatter",
    "interned_text",
    "is_boxed",
    "kernel_loader",
    "never_compile",
    "outer_frames",
    "outside_dynamo",
    "printed_graph",
    "rank_and_world",
    "register_bytecode_hook",
    "run_misses_eagerly",
    "skip_once",
    "torch_version",
    "trace_was_disabled",
    "track_provenance",
    "watch_graph_copies",
    "wrap_kernel_loader",
]
