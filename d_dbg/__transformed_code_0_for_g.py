# What torch.compile runs for g (/work/out/view/p/effects.py:60).
# exact: checked to do what Dynamo's bytecode does.
# It hides 33 of 92 instructions without effect for the reader (list packing, profiler calls).
# Names for values on the stack, which are no variables: tmp_0, tmp_1.
# Breakpoints set in this file are hit.

def __transformed_code_0_for_g(o, d, l, x):
    graph_out_0 = __compiled_fn_7(x, o.t)  # effects.py:63-64, 68
    l[:] = [3, l[1], x]
    tmp_0 = {"k": d["k"], "a": graph_out_0[2]}
    d.clear()
    tmp_1 = __import_torch_dot__dynamo_dot_utils.object_setattr_ignore_descriptor
    tmp_2 = __import_torch_dot__dynamo_dot_utils.object_setattr_ignore_descriptor
    d.update(tmp_0)
    tmp_2(o, "n", 5)
    tmp_1(o, "y", graph_out_0[1])
    return graph_out_0[0]
