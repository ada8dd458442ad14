# toy  (/work/out/view/p/effects.py:88)
# as torch.compile runs it: torch 2.13.0+cpu, Python 3.11.7, depyf 1.0.0
#
# For reading: importing this file does nothing.  What runs are the
# __transformed_code_* files; breakpoints belong there.
#
# Quality of the decompiled code (exact and structured are checked against the
# bytecode):
#   __transformed_code_0_for_toy: exact; the view hides 161 of 191 instructions (list packing, profiler calls)
#   __transformed_code_1_for_torch_dynamo_resume_in_toy_at_91: exact; the view hides 39 of 53 instructions (list packing, profiler calls)
#   __transformed_code_0_for_torch_dynamo_resume_in_toy_at_91: exact; the view hides 39 of 53 instructions (list packing, profiler calls)
#
# Short names in this file, and what torch calls them:
#   __compiled_fn_11 = __compiled_fn_11_e704debf_4412_484a_a263_daf60dcb3778
#   __compiled_fn_17 = __compiled_fn_17_fce37717_c898_4580_83dc_00d479580cf0
#   __compiled_fn_15 = __compiled_fn_15_6b0d2bdd_6205_4aa3_a750_b63f14148c17


from __future__ import annotations


# --------------------------------------------------------------------------------------
# toy  (effects.py:88)
# --------------------------------------------------------------------------------------


# Entry 0, compile id 4/0.
# Captured: effects.py:90-91


def __guard_0_for_toy(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(L['a'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])  # effects.py:90: x = a / (torch.abs(a) + 1)
        and not any(hasattr(L['a'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:90: x = a / (torch.abs(a) + 1)
        and check_no_aliasing(L['a'], L['b'])
        and check_tensor(L['b'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])  # effects.py:91: if b.sum() < 0:
        and not any(hasattr(L['b'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:91: if b.sum() < 0:
        and check_no_aliasing(L['a'], L['b'])
        and ___check_obj_id(G['torch'], 140579876182736)  # type=<class 'module'>; effects.py:90: x = a / (torch.abs(a) + 1)
        and ___check_obj_id(G['torch'].abs, 140579871237728)  # type=<class 'builtin_function_or_method'>; effects.py:90: x = a / (torch.abs(a) + 1)
        and L['b'].size()[0] == L['a'].size()[0]
        and 2 <= L['a'].size()[0]  # effects.py:90: x = a / (torch.abs(a) + 1)
    )


def __transformed_code_0_for_toy(a, b):
    graph_out_0 = __compiled_fn_11(a.size(0), a, b)  # effects.py:90-91 -> __compiled_fn_11.*
    x = graph_out_0[1]
    if graph_out_0[0]:                               # effects.py:91  graph break: data-dependent branching
        return __resume_at_102_12(b, x)
    return __resume_at_112_13(b, x)


def transformed_toy(a, b):
    __local_dict = {"a": a, "b": b}
    __global_dict = globals()
    if __guard_0_for_toy(__local_dict, __global_dict):
        return __transformed_code_0_for_toy(a, b)
    # No entry fits: compile again, or run the original.
    return toy(a, b)


# The original, effects.py:88:
# @torch.compile(backend="eager", dynamic=True)
def toy(a, b):
    x = a / (torch.abs(a) + 1)
    if b.sum() < 0:
        b = b * -1
    return x * b


# --------------------------------------------------------------------------------------
# torch_dynamo_resume_in_toy_at_91: after the graph break at effects.py:91, goes on at effects.py:92-93
# --------------------------------------------------------------------------------------


# Entry 1, compile id 6/0.
# Captured: effects.py:92-93


def __guard_1_for_torch_dynamo_resume_in_toy_at_91(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(L['b'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])  # effects.py:92: b = b * -1
        and not any(hasattr(L['b'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:92: b = b * -1
        and check_no_aliasing(L['b'], L['x'])
        and check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])  # effects.py:93: return x * b
        and not any(hasattr(L['x'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:93: return x * b
        and check_no_aliasing(L['b'], L['x'])
        and L['x'].size()[0] == L['b'].size()[0]
        and 2 <= L['b'].size()[0]  # effects.py:92: b = b * -1
    )


def __transformed_code_1_for_torch_dynamo_resume_in_toy_at_91(
    __nested_resume_fns, __nested_frame_values, b, x
):
    graph_out_0 = __compiled_fn_17(b.size(0), b, x)  # effects.py:92-93 -> __compiled_fn_17.*
    return graph_out_0[0]


def transformed_torch_dynamo_resume_in_toy_at_91(__nested_resume_fns, __nested_frame_values, b, x):
    __local_dict = {"__nested_resume_fns": __nested_resume_fns, "__nested_frame_values": __nested_frame_values, "b": b, "x": x}
    __global_dict = globals()
    if __guard_1_for_torch_dynamo_resume_in_toy_at_91(__local_dict, __global_dict):
        return __transformed_code_1_for_torch_dynamo_resume_in_toy_at_91(__nested_resume_fns, __nested_frame_values, b, x)
    # No entry fits: compile again, or run the original.
    return torch_dynamo_resume_in_toy_at_91(__nested_resume_fns, __nested_frame_values, b, x)


# The resume function as torch made it, effects.py:91:
def torch_dynamo_resume_in_toy_at_91(__nested_resume_fns, __nested_frame_values, b, x):
    __is_tracing_resume_prologue = True
    __is_tracing_resume_prologue = False
    b = b * -1
    return x * b


# --------------------------------------------------------------------------------------
# torch_dynamo_resume_in_toy_at_91: after the graph break at effects.py:91, goes on at effects.py:93
# --------------------------------------------------------------------------------------


# Entry 0, compile id 5/0.
# Captured: effects.py:93


def __guard_0_for_torch_dynamo_resume_in_toy_at_91(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(L['b'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])  # effects.py:93: return x * b
        and not any(hasattr(L['b'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:93: return x * b
        and check_no_aliasing(L['b'], L['x'])
        and check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])  # effects.py:93: return x * b
        and not any(hasattr(L['x'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:93: return x * b
        and check_no_aliasing(L['b'], L['x'])
        and L['b'].size()[0] == L['x'].size()[0]
        and 2 <= L['x'].size()[0]  # effects.py:93: return x * b
    )


def __transformed_code_0_for_torch_dynamo_resume_in_toy_at_91(
    __nested_resume_fns, __nested_frame_values, b, x
):
    graph_out_0 = __compiled_fn_15(x.size(0), x, b)  # effects.py:93 -> __compiled_fn_15.*
    return graph_out_0[0]


def transformed_torch_dynamo_resume_in_toy_at_91_1(__nested_resume_fns, __nested_frame_values, b, x):
    __local_dict = {"__nested_resume_fns": __nested_resume_fns, "__nested_frame_values": __nested_frame_values, "b": b, "x": x}
    __global_dict = globals()
    if __guard_0_for_torch_dynamo_resume_in_toy_at_91(__local_dict, __global_dict):
        return __transformed_code_0_for_torch_dynamo_resume_in_toy_at_91(__nested_resume_fns, __nested_frame_values, b, x)
    # No entry fits: compile again, or run the original.
    return torch_dynamo_resume_in_toy_at_91_1(__nested_resume_fns, __nested_frame_values, b, x)


# The resume function as torch made it, effects.py:91:
def torch_dynamo_resume_in_toy_at_91_1(__nested_resume_fns, __nested_frame_values, b, x):
    __is_tracing_resume_prologue = True
    __is_tracing_resume_prologue = False
    return x * b


# The names under which resume functions are called.


def __resume_at_102_12(*args):
    return transformed_torch_dynamo_resume_in_toy_at_91(*args)


def __resume_at_112_13(*args):
    return transformed_torch_dynamo_resume_in_toy_at_91_1(*args)


# The graphs that the code above calls.


def __compiled_fn_11(*args):
    # Its files:
    #   __compiled_fn_11.Captured_Graph.0.py
    raise NotImplementedError


def __compiled_fn_17(*args):
    # Its files:
    #   __compiled_fn_17.Captured_Graph.0.py
    raise NotImplementedError


def __compiled_fn_15(*args):
    # Its files:
    #   __compiled_fn_15.Captured_Graph.0.py
    raise NotImplementedError
