# toy_example  (/home/user/toy.py:2)
# as torch.compile runs it: torch 2.13.0+cpu, Python 3.11.7, depyf 1.0.0
#
# For reading: importing this file does nothing.  What runs are the
# __transformed_code_* files; breakpoints belong there.
#
# Quality of the decompiled code (exact and structured are checked against the
# bytecode):
#   __transformed_code_0_for_toy_example: exact; the view hides 141 of 150 instructions (list packing, profiler calls)
#   __transformed_code_1_for_toy_example: exact; the view hides 141 of 150 instructions (list packing, profiler calls)
#   __transformed_code_0_for_torch_dynamo_resume_in_toy_example_at_5: exact; the view hides 31 of 44 instructions (list packing, profiler calls)
#   __transformed_code_2_for_torch_dynamo_resume_in_toy_example_at_5: exact; the view hides 31 of 44 instructions (list packing, profiler calls)
#   __transformed_code_1_for_torch_dynamo_resume_in_toy_example_at_5: exact; the view hides 31 of 44 instructions (list packing, profiler calls)
#   __transformed_code_3_for_torch_dynamo_resume_in_toy_example_at_5: exact; the view hides 31 of 44 instructions (list packing, profiler calls)
#
# Short names in this file, and what torch calls them:
#   __compiled_fn_1 = __compiled_fn_1_f7d7e5b6_02db_46da_b157_4ed9208bf4dd
#   __compiled_fn_8 = __compiled_fn_8_f7d7e5b6_02db_46da_b157_4ed9208bf4dd
#   __compiled_fn_4 = __compiled_fn_4_f7d7e5b6_02db_46da_b157_4ed9208bf4dd
#   __compiled_fn_11 = __compiled_fn_11_f7d7e5b6_02db_46da_b157_4ed9208bf4dd
#   __compiled_fn_6 = __compiled_fn_6_f7d7e5b6_02db_46da_b157_4ed9208bf4dd
#   __compiled_fn_13 = __compiled_fn_13_f7d7e5b6_02db_46da_b157_4ed9208bf4dd


from __future__ import annotations

# --------------------------------------------------------------------------------------
# toy_example  (toy.py:2)
# --------------------------------------------------------------------------------------


# Entry 0, compile id 0/0.
# Captured: toy.py:4-5


def __guard_0_for_toy_example(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(
            L["a"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[10],
            stride=[1],
        )  # toy.py:4: x = a / (torch.abs(a) + 1)
        and hasattr(L["a"], "_dynamo_dynamic_indices")
        == False  # toy.py:4: x = a / (torch.abs(a) + 1)
        and hasattr(L["a"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:4: x = a / (torch.abs(a) + 1)
        and hasattr(L["a"], "_dynamo_unbacked_indices")
        == False  # toy.py:4: x = a / (torch.abs(a) + 1)
        and hasattr(L["a"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:4: x = a / (torch.abs(a) + 1)
        and hasattr(L["a"], "_dynamo_static_indices")
        == False  # toy.py:4: x = a / (torch.abs(a) + 1)
        and check_no_aliasing(L["a"], L["b"])
        and check_tensor(
            L["b"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[10],
            stride=[1],
        )  # toy.py:5: if b.sum() < 0:
        and hasattr(L["b"], "_dynamo_dynamic_indices")
        == False  # toy.py:5: if b.sum() < 0:
        and hasattr(L["b"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:5: if b.sum() < 0:
        and hasattr(L["b"], "_dynamo_unbacked_indices")
        == False  # toy.py:5: if b.sum() < 0:
        and hasattr(L["b"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:5: if b.sum() < 0:
        and hasattr(L["b"], "_dynamo_static_indices")
        == False  # toy.py:5: if b.sum() < 0:
        and ___check_obj_id(
            G["torch"], 140308989262272
        )  # type=<class 'module'>; toy.py:4: x = a / (torch.abs(a) + 1)
        and ___check_obj_id(
            G["torch"].abs, 140308984991392
        )  # type=<class 'builtin_function_or_method'>; toy.py:4: x = a / (torch.abs(a) + 1)
    )


def __transformed_code_0_for_toy_example(a, b):
    graph_out_0 = __compiled_fn_1(a, b)  # toy.py:4-5 -> __compiled_fn_1.*
    x = graph_out_0[1]
    if graph_out_0[0]:  # toy.py:5  graph break: data-dependent branching
        return __resume_at_102_2(b, x)
    return __resume_at_112_3(b, x)


# Entry 1, compile id 0/1.
# Made because entry 0/0 failed: tensor 'a' size mismatch at index 0. expected 10, actual 8
# Captured: toy.py:4-5


def __guard_1_for_toy_example(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(
            L["a"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[None],
            stride=[1],
        )  # toy.py:4: x = a / (torch.abs(a) + 1)
        and hasattr(L["a"], "_dynamo_dynamic_indices")
        == False  # toy.py:4: x = a / (torch.abs(a) + 1)
        and hasattr(L["a"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:4: x = a / (torch.abs(a) + 1)
        and hasattr(L["a"], "_dynamo_unbacked_indices")
        == False  # toy.py:4: x = a / (torch.abs(a) + 1)
        and hasattr(L["a"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:4: x = a / (torch.abs(a) + 1)
        and hasattr(L["a"], "_dynamo_static_indices")
        == False  # toy.py:4: x = a / (torch.abs(a) + 1)
        and check_no_aliasing(L["a"], L["b"])
        and check_tensor(
            L["b"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[None],
            stride=[1],
        )  # toy.py:5: if b.sum() < 0:
        and hasattr(L["b"], "_dynamo_dynamic_indices")
        == False  # toy.py:5: if b.sum() < 0:
        and hasattr(L["b"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:5: if b.sum() < 0:
        and hasattr(L["b"], "_dynamo_unbacked_indices")
        == False  # toy.py:5: if b.sum() < 0:
        and hasattr(L["b"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:5: if b.sum() < 0:
        and hasattr(L["b"], "_dynamo_static_indices")
        == False  # toy.py:5: if b.sum() < 0:
        and ___check_obj_id(
            G["torch"], 140308989262272
        )  # type=<class 'module'>; toy.py:4: x = a / (torch.abs(a) + 1)
        and ___check_obj_id(
            G["torch"].abs, 140308984991392
        )  # type=<class 'builtin_function_or_method'>; toy.py:4: x = a / (torch.abs(a) + 1)
        and 2 <= L["a"].size()[0]  # toy.py:4: x = a / (torch.abs(a) + 1)
        and 2 <= L["b"].size()[0] <= 4096  # cpp.py:2273: if b.sum() < 0:
    )


def __transformed_code_1_for_toy_example(a, b):
    graph_out_0 = __compiled_fn_8(a.size(0), a, b)  # toy.py:4-5 -> __compiled_fn_8.*
    x = graph_out_0[1]
    if graph_out_0[0]:  # toy.py:5  graph break: data-dependent branching
        return __resume_at_102_9(b, x)
    return __resume_at_112_10(b, x)


def transformed_toy_example(a, b):
    __local_dict = {"a": a, "b": b}
    __global_dict = globals()
    # torch tries the entry that was hit last first.
    if __guard_0_for_toy_example(__local_dict, __global_dict):
        return __transformed_code_0_for_toy_example(a, b)
    if __guard_1_for_toy_example(__local_dict, __global_dict):
        return __transformed_code_1_for_toy_example(a, b)
    # No entry fits: compile again, or run the original.
    return toy_example(a, b)


# The original, toy.py:2:
# @torch.compile
def toy_example(a, b):
    x = a / (torch.abs(a) + 1)
    if b.sum() < 0:
        b = b * -1
    return x * b


# --------------------------------------------------------------------------------------
# torch_dynamo_resume_in_toy_example_at_5: after the graph break at toy.py:5, goes on at toy.py:6-7
# --------------------------------------------------------------------------------------


# Entry 0, compile id 1/0.
# Captured: toy.py:6-7


def __guard_0_for_torch_dynamo_resume_in_toy_example_at_5(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(
            L["b"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[10],
            stride=[1],
        )  # toy.py:6: b = b * -1
        and hasattr(L["b"], "_dynamo_dynamic_indices") == False  # toy.py:6: b = b * -1
        and hasattr(L["b"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:6: b = b * -1
        and hasattr(L["b"], "_dynamo_unbacked_indices") == False  # toy.py:6: b = b * -1
        and hasattr(L["b"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:6: b = b * -1
        and hasattr(L["b"], "_dynamo_static_indices") == False  # toy.py:6: b = b * -1
        and check_no_aliasing(L["b"], L["x"])
        and check_tensor(
            L["x"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[10],
            stride=[1],
        )  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_static_indices") == False  # toy.py:7: return x * b
    )


def __transformed_code_0_for_torch_dynamo_resume_in_toy_example_at_5(
    __nested_resume_fns, __nested_frame_values, b, x
):
    graph_out_0 = __compiled_fn_4(b, x)  # toy.py:6-7 -> __compiled_fn_4.*
    return graph_out_0[0]


# Entry 2, compile id 1/1.
# Made because entry 1/0 failed: tensor 'b' size mismatch at index 0. expected 10, actual 8
# Captured: toy.py:6-7


def __guard_2_for_torch_dynamo_resume_in_toy_example_at_5(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(
            L["b"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[None],
            stride=[1],
        )  # toy.py:6: b = b * -1
        and hasattr(L["b"], "_dynamo_dynamic_indices") == False  # toy.py:6: b = b * -1
        and hasattr(L["b"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:6: b = b * -1
        and hasattr(L["b"], "_dynamo_unbacked_indices") == False  # toy.py:6: b = b * -1
        and hasattr(L["b"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:6: b = b * -1
        and hasattr(L["b"], "_dynamo_static_indices") == False  # toy.py:6: b = b * -1
        and check_no_aliasing(L["b"], L["x"])
        and check_tensor(
            L["x"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[None],
            stride=[1],
        )  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_static_indices") == False  # toy.py:7: return x * b
        and L["x"].size()[0] == L["b"].size()[0]  # fake_impls.py:1960: return x * b
        and 2 <= L["b"].size()[0]  # toy.py:6: b = b * -1
    )


def __transformed_code_2_for_torch_dynamo_resume_in_toy_example_at_5(
    __nested_resume_fns, __nested_frame_values, b, x
):
    graph_out_0 = __compiled_fn_11(b, x)  # toy.py:6-7 -> __compiled_fn_11.*
    return graph_out_0[0]


def transformed_torch_dynamo_resume_in_toy_example_at_5(
    __nested_resume_fns, __nested_frame_values, b, x
):
    __local_dict = {
        "__nested_resume_fns": __nested_resume_fns,
        "__nested_frame_values": __nested_frame_values,
        "b": b,
        "x": x,
    }
    __global_dict = globals()
    # torch tries the entry that was hit last first.
    if __guard_0_for_torch_dynamo_resume_in_toy_example_at_5(
        __local_dict, __global_dict
    ):
        return __transformed_code_0_for_torch_dynamo_resume_in_toy_example_at_5(
            __nested_resume_fns, __nested_frame_values, b, x
        )
    if __guard_2_for_torch_dynamo_resume_in_toy_example_at_5(
        __local_dict, __global_dict
    ):
        return __transformed_code_2_for_torch_dynamo_resume_in_toy_example_at_5(
            __nested_resume_fns, __nested_frame_values, b, x
        )
    # No entry fits: compile again, or run the original.
    return torch_dynamo_resume_in_toy_example_at_5(
        __nested_resume_fns, __nested_frame_values, b, x
    )


# The resume function as torch made it, toy.py:5:
def torch_dynamo_resume_in_toy_example_at_5(
    __nested_resume_fns, __nested_frame_values, b, x
):
    b = b * -1
    return x * b


# --------------------------------------------------------------------------------------
# torch_dynamo_resume_in_toy_example_at_5: after the graph break at toy.py:5, goes on at toy.py:7
# --------------------------------------------------------------------------------------


# Entry 1, compile id 2/0.
# Captured: toy.py:7


def __guard_1_for_torch_dynamo_resume_in_toy_example_at_5(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(
            L["b"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[10],
            stride=[1],
        )  # toy.py:7: return x * b
        and hasattr(L["b"], "_dynamo_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["b"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["b"], "_dynamo_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["b"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["b"], "_dynamo_static_indices") == False  # toy.py:7: return x * b
        and check_no_aliasing(L["b"], L["x"])
        and check_tensor(
            L["x"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[10],
            stride=[1],
        )  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_static_indices") == False  # toy.py:7: return x * b
    )


def __transformed_code_1_for_torch_dynamo_resume_in_toy_example_at_5(
    __nested_resume_fns, __nested_frame_values, b, x
):
    graph_out_0 = __compiled_fn_6(b, x)  # toy.py:7 -> __compiled_fn_6.*
    return graph_out_0[0]


# Entry 3, compile id 2/1.
# Made because entry 2/0 failed: tensor 'b' size mismatch at index 0. expected 10, actual 8
# Captured: toy.py:7


def __guard_3_for_torch_dynamo_resume_in_toy_example_at_5(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(
            L["b"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[None],
            stride=[1],
        )  # toy.py:7: return x * b
        and hasattr(L["b"], "_dynamo_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["b"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["b"], "_dynamo_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["b"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["b"], "_dynamo_static_indices") == False  # toy.py:7: return x * b
        and check_no_aliasing(L["b"], L["x"])
        and check_tensor(
            L["x"],
            Tensor,
            DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU),
            torch.float32,
            device=None,
            requires_grad=True,
            size=[None],
            stride=[1],
        )  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_weak_dynamic_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_strict_unbacked_indices")
        == False  # toy.py:7: return x * b
        and hasattr(L["x"], "_dynamo_static_indices") == False  # toy.py:7: return x * b
        and L["b"].size()[0] == L["x"].size()[0]
        and 2 <= L["x"].size()[0]  # toy.py:7: return x * b
    )


def __transformed_code_3_for_torch_dynamo_resume_in_toy_example_at_5(
    __nested_resume_fns, __nested_frame_values, b, x
):
    graph_out_0 = __compiled_fn_13(b, x)  # toy.py:7 -> __compiled_fn_13.*
    return graph_out_0[0]


def transformed_torch_dynamo_resume_in_toy_example_at_5_1(
    __nested_resume_fns, __nested_frame_values, b, x
):
    __local_dict = {
        "__nested_resume_fns": __nested_resume_fns,
        "__nested_frame_values": __nested_frame_values,
        "b": b,
        "x": x,
    }
    __global_dict = globals()
    # torch tries the entry that was hit last first.
    if __guard_1_for_torch_dynamo_resume_in_toy_example_at_5(
        __local_dict, __global_dict
    ):
        return __transformed_code_1_for_torch_dynamo_resume_in_toy_example_at_5(
            __nested_resume_fns, __nested_frame_values, b, x
        )
    if __guard_3_for_torch_dynamo_resume_in_toy_example_at_5(
        __local_dict, __global_dict
    ):
        return __transformed_code_3_for_torch_dynamo_resume_in_toy_example_at_5(
            __nested_resume_fns, __nested_frame_values, b, x
        )
    # No entry fits: compile again, or run the original.
    return torch_dynamo_resume_in_toy_example_at_5_1(
        __nested_resume_fns, __nested_frame_values, b, x
    )


# The resume function as torch made it, toy.py:5:
def torch_dynamo_resume_in_toy_example_at_5_1(
    __nested_resume_fns, __nested_frame_values, b, x
):
    pass
    return x * b


# The names under which resume functions are called.


def __resume_at_102_2(*args):
    return transformed_torch_dynamo_resume_in_toy_example_at_5(*args)


def __resume_at_112_3(*args):
    return transformed_torch_dynamo_resume_in_toy_example_at_5_1(*args)


def __resume_at_102_9(*args):
    return transformed_torch_dynamo_resume_in_toy_example_at_5(*args)


def __resume_at_112_10(*args):
    return transformed_torch_dynamo_resume_in_toy_example_at_5_1(*args)


# The graphs that the code above calls.


def __compiled_fn_1(*args):
    # Its files:
    #   __compiled_fn_1.Captured_Graph.0.py
    #   __compiled_fn_1.BEFORE_PRE_GRAD.0.py
    #   __compiled_fn_1.AFTER_PRE_GRAD.0.py
    #   __compiled_fn_1.Joint_graph.0.py
    #   __compiled_fn_1.Forward_graph.0.py
    #   __compiled_fn_1.Backward_graph.0.py
    #   __compiled_fn_1.BEFORE_POST_GRAD.0.py
    #   __compiled_fn_1.BEFORE_POST_GRAD.1.py
    #   __compiled_fn_1.AFTER_POST_GRAD.0.py
    #   __compiled_fn_1.AFTER_POST_GRAD.1.py
    #   __compiled_fn_1.kernel_0.py
    #   __compiled_fn_1.kernel_1.py
    raise NotImplementedError


def __compiled_fn_8(*args):
    # Its files:
    #   __compiled_fn_8.Captured_Graph.0.py
    #   __compiled_fn_8.BEFORE_PRE_GRAD.0.py
    #   __compiled_fn_8.AFTER_PRE_GRAD.0.py
    #   __compiled_fn_8.Joint_graph.0.py
    #   __compiled_fn_8.Forward_graph.0.py
    #   __compiled_fn_8.Backward_graph.0.py
    #   __compiled_fn_8.BEFORE_POST_GRAD.0.py
    #   __compiled_fn_8.BEFORE_POST_GRAD.1.py
    #   __compiled_fn_8.AFTER_POST_GRAD.0.py
    #   __compiled_fn_8.AFTER_POST_GRAD.1.py
    #   __compiled_fn_8.kernel_0.py
    #   __compiled_fn_8.kernel_1.py
    raise NotImplementedError


def __compiled_fn_4(*args):
    # Its files:
    #   __compiled_fn_4.Captured_Graph.0.py
    #   __compiled_fn_4.BEFORE_PRE_GRAD.0.py
    #   __compiled_fn_4.AFTER_PRE_GRAD.0.py
    #   __compiled_fn_4.Joint_graph.0.py
    #   __compiled_fn_4.Forward_graph.0.py
    #   __compiled_fn_4.Backward_graph.0.py
    #   __compiled_fn_4.BEFORE_POST_GRAD.0.py
    #   __compiled_fn_4.BEFORE_POST_GRAD.1.py
    #   __compiled_fn_4.AFTER_POST_GRAD.0.py
    #   __compiled_fn_4.AFTER_POST_GRAD.1.py
    #   __compiled_fn_4.kernel_0.py
    #   __compiled_fn_4.kernel_1.py
    raise NotImplementedError


def __compiled_fn_11(*args):
    # Its files:
    #   __compiled_fn_11.Captured_Graph.0.py
    #   __compiled_fn_11.BEFORE_PRE_GRAD.0.py
    #   __compiled_fn_11.AFTER_PRE_GRAD.0.py
    #   __compiled_fn_11.Joint_graph.0.py
    #   __compiled_fn_11.Forward_graph.0.py
    #   __compiled_fn_11.Backward_graph.0.py
    #   __compiled_fn_11.BEFORE_POST_GRAD.0.py
    #   __compiled_fn_11.BEFORE_POST_GRAD.1.py
    #   __compiled_fn_11.AFTER_POST_GRAD.0.py
    #   __compiled_fn_11.AFTER_POST_GRAD.1.py
    #   __compiled_fn_11.kernel_0.py
    #   __compiled_fn_11.kernel_1.py
    raise NotImplementedError


def __compiled_fn_6(*args):
    # Its files:
    #   __compiled_fn_6.Captured_Graph.0.py
    #   __compiled_fn_6.BEFORE_PRE_GRAD.0.py
    #   __compiled_fn_6.AFTER_PRE_GRAD.0.py
    #   __compiled_fn_6.Joint_graph.0.py
    #   __compiled_fn_6.Forward_graph.0.py
    #   __compiled_fn_6.Backward_graph.0.py
    #   __compiled_fn_6.BEFORE_POST_GRAD.0.py
    #   __compiled_fn_6.BEFORE_POST_GRAD.1.py
    #   __compiled_fn_6.AFTER_POST_GRAD.0.py
    #   __compiled_fn_6.AFTER_POST_GRAD.1.py
    #   __compiled_fn_6.kernel_0.py
    #   __compiled_fn_6.kernel_1.py
    raise NotImplementedError


def __compiled_fn_13(*args):
    # Its files:
    #   __compiled_fn_13.Captured_Graph.0.py
    #   __compiled_fn_13.BEFORE_PRE_GRAD.0.py
    #   __compiled_fn_13.AFTER_PRE_GRAD.0.py
    #   __compiled_fn_13.Joint_graph.0.py
    #   __compiled_fn_13.Forward_graph.0.py
    #   __compiled_fn_13.Backward_graph.0.py
    #   __compiled_fn_13.BEFORE_POST_GRAD.0.py
    #   __compiled_fn_13.BEFORE_POST_GRAD.1.py
    #   __compiled_fn_13.AFTER_POST_GRAD.0.py
    #   __compiled_fn_13.AFTER_POST_GRAD.1.py
    #   __compiled_fn_13.kernel_0.py
    #   __compiled_fn_13.kernel_1.py
    raise NotImplementedError
