# What torch.compile runs for Prop.forward (/work/out/view/p/effects.py:82).
# exact: checked to do what Dynamo's bytecode does.
# It hides 44 of 83 instructions without effect for the reader (list packing, profiler calls).
# Breakpoints set in this file are hit.

def __transformed_code_1_for_forward(self, x):
    graph_out_0 = __compiled_fn_9(  # effects.py:85: return self.lin(x) + self.mean2
        self._modules["lin"].weight,
        self._modules["lin"].bias,
        x,
        self._buffers["mean2"],
    )
    __import_torch_dot__dynamo_dot_utils.object_setattr_ignore_descriptor(self, "_d", 4)
    __import_torch_dot__dynamo_dot_utils.object_setattr_ignore_descriptor(
        self, "steps", 3
    )
    return graph_out_0[0]
