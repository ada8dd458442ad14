# outer.<locals>.h  (/work/out/view/p/effects.py:99)
# as torch.compile runs it: torch 2.13.0+cpu, Python 3.11.7, depyf 1.0.0
#
# For reading: importing this file does nothing.  What runs are the
# __transformed_code_* files; breakpoints belong there.
#
# Quality of the decompiled code (exact and structured are checked against the
# bytecode):
#   __transformed_code_0_for_h: exact; the view hides 30 of 47 instructions (list packing, profiler calls)
#
# Short names in this file, and what torch calls them:
#   __compiled_fn_19 = __compiled_fn_19_03c1c6c7_b76d_4eab_ac0f_878e89b36c52


from __future__ import annotations


# --------------------------------------------------------------------------------------
# outer.<locals>.h  (effects.py:99)
# --------------------------------------------------------------------------------------


# Entry 0, compile id 7/0.
# Captured: effects.py:104-105


def __guard_0_for_h(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and L['n'] == 0  # effects.py:102: n += 1
        and check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])  # effects.py:104: G = x + n
        and not any(hasattr(L['x'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:104: G = x + n
    )


def __closure_of___transformed_code_0_for_h():
    n = None  # owned by the function around it

    def __transformed_code_0_for_h(x):
        global G
        nonlocal n
        graph_out_0 = __compiled_fn_19(x)  # effects.py:104-105 -> __compiled_fn_19.*
        G = graph_out_0[1]
        n = 1
        return graph_out_0[0]
    return __transformed_code_0_for_h


def transformed_h(x):
    __local_dict = {"x": x}
    __global_dict = globals()
    if __guard_0_for_h(__local_dict, __global_dict):
        return __transformed_code_0_for_h(x)
    # No entry fits: compile again, or run the original.
    return __closure_of_h()(x)


# The original, effects.py:99:
def __closure_of_h():
    n = None  # owned by the function around it

    # @torch.compile(backend="eager")
    def h(x):
        nonlocal n
        n += 1
        global G
        G = x + n
        return x * 2
    return h


# The graphs that the code above calls.


def __compiled_fn_19(*args):
    # Its files:
    #   __compiled_fn_19.Captured_Graph.0.py
    raise NotImplementedError
