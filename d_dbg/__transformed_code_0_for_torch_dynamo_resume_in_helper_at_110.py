# What torch.compile runs for torch_dynamo_resume_in_helper_at_110 (/work/out/view/p/effects.py:110).
# exact: checked to do what Dynamo's bytecode does.
# It hides 74 of 90 instructions without effect for the reader (list packing, profiler calls).
# Names for values on the stack, which are no variables: tmp_0.
# Breakpoints set in this file are hit.

def __transformed_code_0_for_torch_dynamo_resume_in_helper_at_110(
    __nested_resume_fns, __nested_frame_values, ___stack0, x
):
    tmp_0 = torch._dynamo.graph_break()  # effects.py:111: torch._dynamo.graph_break()
    return __resume_at_122_26(tmp_0, x, ___stack0)  # effects.py:111
