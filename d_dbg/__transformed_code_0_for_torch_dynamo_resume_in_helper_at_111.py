# What torch.compile runs for torch_dynamo_resume_in_helper_at_111 (/work/out/view/p/effects.py:111).
# exact: checked to do what Dynamo's bytecode does.
# It hides 89 of 110 instructions without effect for the reader (list packing, profiler calls).
# Names for values on the stack, which are no variables: tmp_0.
# Breakpoints set in this file are hit.

def __transformed_code_0_for_torch_dynamo_resume_in_helper_at_111(
    __nested_resume_fns, __nested_frame_values, ___stack0, x, idx
):
    graph_out_0 = __compiled_fn_29(x)  # effects.py:112: k = x.sum().item()
    tmp_0 = graph_out_0[0].item()  # effects.py:112
    return __resume_at_198_30(tmp_0, x, idx)  # effects.py:112
