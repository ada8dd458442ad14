# What torch.compile runs for toy (/work/out/view/p/effects.py:88).
# exact: checked to do what Dynamo's bytecode does.
# It hides 161 of 191 instructions without effect for the reader (list packing, profiler calls).
# Names for values on the stack, which are no variables: x.
# Breakpoints set in this file are hit.

def __transformed_code_0_for_toy(a, b):
    graph_out_0 = __compiled_fn_11(a.size(0), a, b)  # effects.py:90-91
    x = graph_out_0[1]
    if graph_out_0[0]:  # effects.py:91: if b.sum() < 0:
        return __resume_at_102_12(b, x)  # effects.py:91
    return __resume_at_112_13(b, x)  # effects.py:91
