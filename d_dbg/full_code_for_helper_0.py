# helper  (/work/out/view/p/effects.py:108)
# as torch.compile runs it: torch 2.13.0+cpu, Python 3.11.7, depyf 1.0.0
#
# For reading: importing this file does nothing.  What runs are the
# __transformed_code_* files; breakpoints belong there.
#
# Quality of the decompiled code (exact and structured are checked against the
# bytecode):
#   __transformed_code_0_for_helper: exact; the view hides 85 of 105 instructions (list packing, profiler calls)
#   __transformed_code_0_for_torch_dynamo_resume_in_helper_at_110: exact; the view hides 74 of 90 instructions (list packing, profiler calls)
#   __transformed_code_0_for_torch_dynamo_resume_in_helper_at_111: exact; the view hides 89 of 110 instructions (list packing, profiler calls)
#   __transformed_code_0_for_torch_dynamo_resume_in_helper_at_112: exact; the view hides 70 of 87 instructions (list packing, profiler calls)
#
# Short names in this file, and what torch calls them:
#   __compiled_fn_22 = __compiled_fn_22_3adb35b7_4251_4e82_8e06_abbc344d7ec4
#   __compiled_fn_29 = __compiled_fn_29_ca30b281_d8b0_438c_a2bf_8f97635c458e


from __future__ import annotations


# --------------------------------------------------------------------------------------
# helper  (effects.py:108)
# --------------------------------------------------------------------------------------


# Entry 0, compile id 8/0.
# Captured: effects.py:110


def __guard_0_for_helper(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])  # effects.py:110: idx = (x > 0).nonzero()
        and not any(hasattr(L['x'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:110: idx = (x > 0).nonzero()
    )


def __transformed_code_0_for_helper(x):
    graph_out_0 = __compiled_fn_22(x)     # effects.py:110 -> __compiled_fn_22.*
    ___stack0 = graph_out_0[0].nonzero()  # effects.py:110  graph break: dynamic shape operator
    return __resume_at_48_23(___stack0, x)


def transformed_helper(x):
    __local_dict = {"x": x}
    __global_dict = globals()
    if __guard_0_for_helper(__local_dict, __global_dict):
        return __transformed_code_0_for_helper(x)
    # No entry fits: compile again, or run the original.
    return helper(x)


# The original, effects.py:108:
# @torch.compile(backend="eager")
def helper(x):
    idx = (x > 0).nonzero()
    torch._dynamo.graph_break()
    k = x.sum().item()
    y = print_it(x, idx)
    return y, k


# --------------------------------------------------------------------------------------
# torch_dynamo_resume_in_helper_at_110: after the graph break at effects.py:110
# --------------------------------------------------------------------------------------


# Entry 0, compile id 9/0.


def __guard_0_for_torch_dynamo_resume_in_helper_at_110(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(L['___stack0'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.int64, device=None, requires_grad=False, size=[3, 1], stride=[1, 3])  # effects.py:111: torch._dynamo.graph_break()
        and not any(hasattr(L['___stack0'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:111: torch._dynamo.graph_break()
        and ___check_obj_id(G['torch'], 140579876182736)  # type=<class 'module'>; effects.py:111: torch._dynamo.graph_break()
        and ___check_obj_id(G['torch']._dynamo, 140579874574064)  # type=<class 'module'>; effects.py:111: torch._dynamo.graph_break()
        and ___check_obj_id(G['torch']._dynamo.graph_break.__code__, 140579055119664)  # type=<class 'code'>; effects.py:111: torch._dynamo.graph_break()
    )


def __transformed_code_0_for_torch_dynamo_resume_in_helper_at_110(
    __nested_resume_fns, __nested_frame_values, ___stack0, x
):
    tmp_0 = torch._dynamo.graph_break()  # effects.py:111  graph break: call to `torch._dynamo.graph_break()`
    return __resume_at_122_26(tmp_0, x, ___stack0)


def transformed_torch_dynamo_resume_in_helper_at_110(__nested_resume_fns, __nested_frame_values, ___stack0, x):
    __local_dict = {"__nested_resume_fns": __nested_resume_fns, "__nested_frame_values": __nested_frame_values, "___stack0": ___stack0, "x": x}
    __global_dict = globals()
    if __guard_0_for_torch_dynamo_resume_in_helper_at_110(__local_dict, __global_dict):
        return __transformed_code_0_for_torch_dynamo_resume_in_helper_at_110(__nested_resume_fns, __nested_frame_values, ___stack0, x)
    # No entry fits: compile again, or run the original.
    return torch_dynamo_resume_in_helper_at_110(__nested_resume_fns, __nested_frame_values, ___stack0, x)


# The resume function as torch made it, effects.py:110:
def torch_dynamo_resume_in_helper_at_110(
    __nested_resume_fns, __nested_frame_values, ___stack0, x
):
    __is_tracing_resume_prologue = True
    idx, __is_tracing_resume_prologue = ___stack0, False
    torch._dynamo.graph_break()
    k = x.sum().item()
    y = print_it(x, idx)
    return y, k


# --------------------------------------------------------------------------------------
# torch_dynamo_resume_in_helper_at_111: after the graph break at effects.py:111, goes on at effects.py:112
# --------------------------------------------------------------------------------------


# Entry 0, compile id 10/0.
# Captured: effects.py:112


def __guard_0_for_torch_dynamo_resume_in_helper_at_111(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])  # effects.py:112: k = x.sum().item()
        and not any(hasattr(L['x'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:112: k = x.sum().item()
    )


def __transformed_code_0_for_torch_dynamo_resume_in_helper_at_111(
    __nested_resume_fns, __nested_frame_values, ___stack0, x, idx
):
    graph_out_0 = __compiled_fn_29(x)  # effects.py:112 -> __compiled_fn_29.*
    tmp_0 = graph_out_0[0].item()      # effects.py:112  graph break: unsupported Tensor.item() call with capture_scalar_outputs=False
    return __resume_at_198_30(tmp_0, x, idx)


def transformed_torch_dynamo_resume_in_helper_at_111(__nested_resume_fns, __nested_frame_values, ___stack0, x, idx):
    __local_dict = {"__nested_resume_fns": __nested_resume_fns, "__nested_frame_values": __nested_frame_values, "___stack0": ___stack0, "x": x, "idx": idx}
    __global_dict = globals()
    if __guard_0_for_torch_dynamo_resume_in_helper_at_111(__local_dict, __global_dict):
        return __transformed_code_0_for_torch_dynamo_resume_in_helper_at_111(__nested_resume_fns, __nested_frame_values, ___stack0, x, idx)
    # No entry fits: compile again, or run the original.
    return torch_dynamo_resume_in_helper_at_111(__nested_resume_fns, __nested_frame_values, ___stack0, x, idx)


# The resume function as torch made it, effects.py:111:
def torch_dynamo_resume_in_helper_at_111(
    __nested_resume_fns, __nested_frame_values, ___stack0, x, idx
):
    __is_tracing_resume_prologue = True
    __is_tracing_resume_prologue = False
    k = x.sum().item()
    y = print_it(x, idx)
    return y, k


# --------------------------------------------------------------------------------------
# torch_dynamo_resume_in_helper_at_112: after the graph break at effects.py:112
# --------------------------------------------------------------------------------------


# Entry 0, compile id 11/0.


def __guard_0_for_torch_dynamo_resume_in_helper_at_112(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])  # effects.py:113: y = print_it(x, idx)
        and not any(hasattr(L['x'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:113: y = print_it(x, idx)
        and check_no_aliasing(L['x'], L['idx'])
        and check_tensor(L['idx'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.int64, device=None, requires_grad=False, size=[3, 1], stride=[1, 3])  # effects.py:113: y = print_it(x, idx)
        and not any(hasattr(L['idx'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:113: y = print_it(x, idx)
        and check_no_aliasing(L['x'], L['idx'])
        and L['___stack0'] == 3.0  # effects.py:113: y = print_it(x, idx)
    )


def __transformed_code_0_for_torch_dynamo_resume_in_helper_at_112(
    __nested_resume_fns, __nested_frame_values, ___stack0, x, idx
):
    tmp_0 = print_it(x, idx)  # effects.py:113  graph break: skip calling `torch.compiler.disable()`d function
    return __resume_at_230_33(tmp_0, ___stack0)


def transformed_torch_dynamo_resume_in_helper_at_112(__nested_resume_fns, __nested_frame_values, ___stack0, x, idx):
    __local_dict = {"__nested_resume_fns": __nested_resume_fns, "__nested_frame_values": __nested_frame_values, "___stack0": ___stack0, "x": x, "idx": idx}
    __global_dict = globals()
    if __guard_0_for_torch_dynamo_resume_in_helper_at_112(__local_dict, __global_dict):
        return __transformed_code_0_for_torch_dynamo_resume_in_helper_at_112(__nested_resume_fns, __nested_frame_values, ___stack0, x, idx)
    # No entry fits: compile again, or run the original.
    return torch_dynamo_resume_in_helper_at_112(__nested_resume_fns, __nested_frame_values, ___stack0, x, idx)


# The resume function as torch made it, effects.py:112:
def torch_dynamo_resume_in_helper_at_112(
    __nested_resume_fns, __nested_frame_values, ___stack0, x, idx
):
    __is_tracing_resume_prologue = True
    k, __is_tracing_resume_prologue = ___stack0, False
    y = print_it(x, idx)
    return y, k


# --------------------------------------------------------------------------------------
# torch_dynamo_resume_in_helper_at_113: after the graph break at effects.py:113
# --------------------------------------------------------------------------------------


def transformed_torch_dynamo_resume_in_helper_at_113(*args, **kwargs):
    # No entry fits: compile again, or run the original.
    ...


# The resume function as torch made it, effects.py:113:
#     y = print_it(x, idx)
#     return y, k
# @torch._dynamo.disable
# def print_it(x, i):
#     return x + i.sum()


# The names under which resume functions are called.


def __resume_at_48_23(*args):
    return transformed_torch_dynamo_resume_in_helper_at_110(*args)


def __resume_at_122_26(*args):
    return transformed_torch_dynamo_resume_in_helper_at_111(*args)


def __resume_at_198_30(*args):
    return transformed_torch_dynamo_resume_in_helper_at_112(*args)


def __resume_at_230_33(*args):
    return transformed_torch_dynamo_resume_in_helper_at_113(*args)


# The graphs that the code above calls.


def __compiled_fn_22(*args):
    # Its files:
    #   __compiled_fn_22.Captured_Graph.0.py
    raise NotImplementedError


def __compiled_fn_29(*args):
    # Its files:
    #   __compiled_fn_29.Captured_Graph.0.py
    raise NotImplementedError
