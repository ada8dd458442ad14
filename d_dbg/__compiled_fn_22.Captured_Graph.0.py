# The graph, with sizes and places:
#
# class GraphModule(torch.nn.Module):
#     def forward(self, L_x_: "f32[3][1]cpu"):
#         l_x_ = L_x_
#
#         # File: /work/out/view/p/effects.py:110 in helper, code: idx = (x > 0).nonzero()
#         gt: "b8[3][1]cpu" = l_x_ > 0;  l_x_ = None
#         return (gt,)
#
# What runs; a breakpoint here is hit:



def forward(self, L_x_ : torch.Tensor):
    l_x_ = L_x_
    gt = l_x_ > 0;  l_x_ = None  # effects.py:110: idx = (x > 0).nonzero()
    return (gt,)
    

# The 2 tensors of this graph:
#   name  dtype    shape  stride  device
#   L_x_  float32  [3]    [1]     cpu
#   gt    bool     [3]    [1]     cpu
