# What torch.compile runs for torch_dynamo_resume_in_helper_at_112 (/work/out/view/p/effects.py:112).
# exact: checked to do what Dynamo's bytecode does.
# It hides 70 of 87 instructions without effect for the reader (list packing, profiler calls).
# Names for values on the stack, which are no variables: tmp_0.
# Breakpoints set in this file are hit.

def __transformed_code_0_for_torch_dynamo_resume_in_helper_at_112(
    __nested_resume_fns, __nested_frame_values, ___stack0, x, idx
):
    tmp_0 = print_it(x, idx)  # effects.py:113: y = print_it(x, idx)
    return __resume_at_230_33(tmp_0, ___stack0)  # effects.py:113
