"""Hide torch's internals from the rest of depyf, with one function for each fact.

Each function detects the feature that it needs, and never checks versions.  If this
torch lacks the feature, the function returns None or an empty result.  Docstrings name
the versions in which a fact begins and ends, as far as is known.  Tested with torch
2.13 (Python 3.11) and 2.15 (Python 3.13, 3.15).  No other part of depyf's capture
imports torch.  This module exports all that it imports.
"""

from __future__ import annotations

from depyf.capture.torch_compat.calls import (
    Call,
    Fate,
    call_of,
    entries_of_call,
    fate_of_miss,
    forced_fate,
    name_of_call,
    several_backends,
)
from depyf.capture.torch_compat.compiling import (
    Restore,
    compiled_code,
    compiled_frame_globals,
    compiled_frame_locals,
    compiling_backward,
    current_trace_id,
    guard_is_suppressed,
    is_library,
    is_program,
    never_compile,
    outer_frames,
    outside_dynamo,
    program_caller,
    program_callers,
    rank_and_world,
    resume_names_lack_line,
    runs_compiled_code,
    torch_version,
    tracing_context,
)
from depyf.capture.torch_compat.described import (
    cut,
    described,
    described_items,
    function_modes,
    global_state,
)
from depyf.capture.torch_compat.entries import (
    BreakReason,
    BytecodeHook,
    GuardCheck,
    GuardLeaf,
    break_reasons,
    cache_entries,
    can_be_asked,
    check_guards,
    code_of,
    codes_seen,
    entry_name,
    failed_checks,
    globals_of,
    guard_leaves,
    guards_being_built,
    guards_of_entry,
    is_refused,
    never_aliased,
    reasons_to_recompile,
    register_bytecode_hook,
    why_invalid,
)
from depyf.capture.torch_compat.graphs import (
    GraphCallback,
    ModuleLoader,
    forward_function,
    generated_names,
    generated_source,
    graph_origins,
    intercept_graph_formatter,
    is_boxed,
    kernel_loader,
    kernel_nodes,
    module_classes,
    printed_graph,
    run_interpreted_graphs_as_code,
    tensor_words,
    track_provenance,
    watch_graph_copies,
    wrap_kernel_loader,
)
from depyf.capture.torch_compat.made_tensors import asked_of, tell_of_tensors
from depyf.capture.torch_compat.misses import (
    Missed,
    MissReport,
    leave_tools_alone,
    run_misses_eagerly,
    skip_once,
)
from depyf.capture.torch_compat.offers import features, tells_breaks_of_skipped
from depyf.capture.torch_compat.owners import (
    MODULE_CONTAINERS,
    MODULE_DICTS,
    MODULE_ENTRIES,
    MODULE_GETATTR,
    MODULE_SETATTR,
    PLAIN_TENSORS,
    SIMPLE_DICTS,
    TENSOR_MAKERS,
    called_functions,
    calling_modules,
    compiled_closure,
    is_module,
    module_dicts,
    module_entry,
    module_level_values,
)
from depyf.capture.torch_compat.structured_trace import (
    add_trace_handler,
    hear_cuda_graphs,
    interned_text,
    trace_is_heard,
    trace_was_disabled,
)
from depyf.capture.torch_compat.values import MissingError, UnreadableError, value_of
