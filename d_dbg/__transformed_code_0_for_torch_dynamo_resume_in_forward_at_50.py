# What torch.compile runs for Plain.torch_dynamo_resume_in_forward_at_50 (/work/out/view/p/effects.py:50).
# exact: checked to do what Dynamo's bytecode does.
# It hides 30 of 40 instructions without effect for the reader (list packing, profiler calls).
# Breakpoints set in this file are hit.

def __transformed_code_0_for_torch_dynamo_resume_in_forward_at_50(
    __nested_resume_fns, __nested_frame_values, ___stack0, self, x
):
    graph_out_0 = __compiled_fn_5(x)  # effects.py:51: return x + self.count
    return graph_out_0[0]
