# The graph, with sizes and places:
#
# class GraphModule(torch.nn.Module):
#     def forward(self, L_x_: "f32[2][1]cpu"):
#         l_x_ = L_x_
#
#         # File: /work/out/view/p/effects.py:104 in h, code: G = x + n
#         add: "f32[2][1]cpu" = l_x_ + 1
#
#         # File: /work/out/view/p/effects.py:105 in h, code: return x * 2
#         mul: "f32[2][1]cpu" = l_x_ * 2;  l_x_ = None
#         return (mul, add)
#
# What runs; a breakpoint here is hit:



def forward(self, L_x_ : torch.Tensor):
    l_x_ = L_x_
    add = l_x_ + 1  # effects.py:104: G = x + n
    mul = l_x_ * 2;  l_x_ = None  # effects.py:105: return x * 2
    return (mul, add)
    

# The 3 tensors of this graph:
#   name  dtype    shape  stride  device
#   L_x_  float32  [2]    [1]     cpu
#   add   float32  [2]    [1]     cpu
#   mul   float32  [2]    [1]     cpu
