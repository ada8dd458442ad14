# g  (/work/out/view/p/effects.py:60)
# as torch.compile runs it: torch 2.13.0+cpu, Python 3.11.7, depyf 1.0.0
#
# For reading: importing this file does nothing.  What runs are the
# __transformed_code_* files; breakpoints belong there.
#
# Quality of the decompiled code (exact and structured are checked against the
# bytecode):
#   __transformed_code_0_for_g: exact; the view hides 33 of 92 instructions (list packing, profiler calls)
#
# Short names in this file, and what torch calls them:
#   __compiled_fn_7 = __compiled_fn_7_21cd82e2_0532_440b_bd5b_f23167fa9424


from __future__ import annotations


# --------------------------------------------------------------------------------------
# g  (effects.py:60)
# --------------------------------------------------------------------------------------


# Entry 0, compile id 2/0.
# Captured: effects.py:63-64, 68


def __guard_0_for_g(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and ___check_type_id(L['d'], 140579891941024)  # type=<class 'dict'>; effects.py:64: d["a"] = x * 2
        and len(L['d']) == 2  # effects.py:64: d["a"] = x * 2
        and ___check_type_id(L['d']['gone'], 140579891936480)  # type=<class 'int'>; effects.py:65: del d["gone"]
        and L['d']['k'] == 3  # effects.py:68: return x * o.n
        and ___check_type_id(L['l'], 140579891934016)  # type=<class 'list'>; effects.py:66: l.append(x)
        and len(L['l']) == 2  # effects.py:66: l.append(x)
        and L['l'][1] == 2  # effects.py:68: return x * o.n
        and ___check_type_id(L['o'], 93899574603728)  # type=<class '<run_path>.Obj'>; effects.py:62: o.n = 5
        and check_tensor(L['o'].t, Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])  # effects.py:63: o.y = x + o.t
        and not any(hasattr(L['o'].t, mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:63: o.y = x + o.t
        and check_no_aliasing(L['x'], L['o'].t)
        and check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])  # effects.py:63: o.y = x + o.t
        and not any(hasattr(L['x'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:63: o.y = x + o.t
        and check_no_aliasing(L['x'], L['o'].t)
    )


def __transformed_code_0_for_g(o, d, l, x):
    graph_out_0 = __compiled_fn_7(x, o.t)  # effects.py:63-64, 68 -> __compiled_fn_7.*
    l[:] = [3, l[1], x]
    tmp_0 = {"k": d["k"], "a": graph_out_0[2]}
    d.clear()
    tmp_1 = __import_torch_dot__dynamo_dot_utils.object_setattr_ignore_descriptor
    tmp_2 = __import_torch_dot__dynamo_dot_utils.object_setattr_ignore_descriptor
    d.update(tmp_0)
    tmp_2(o, "n", 5)
    tmp_1(o, "y", graph_out_0[1])
    return graph_out_0[0]


def transformed_g(o, d, l, x):
    __local_dict = {"o": o, "d": d, "l": l, "x": x}
    __global_dict = globals()
    if __guard_0_for_g(__local_dict, __global_dict):
        return __transformed_code_0_for_g(o, d, l, x)
    # No entry fits: compile again, or run the original.
    return g(o, d, l, x)


# The original, effects.py:60:
# @torch.compile(backend="eager")
def g(o, d, l, x):
    o.n = 5
    o.y = x + o.t
    d["a"] = x * 2
    del d["gone"]
    l.append(x)
    l[0] = 3
    return x * o.n


# The graphs that the code above calls.


def __compiled_fn_7(*args):
    # Its files:
    #   __compiled_fn_7.Captured_Graph.0.py
    raise NotImplementedError
