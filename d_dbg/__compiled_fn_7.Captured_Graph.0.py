# The graph, with sizes and places:
#
# class GraphModule(torch.nn.Module):
#     def forward(self, L_x_: "f32[3][1]cpu", L_o_t: "f32[3][1]cpu"):
#         l_x_ = L_x_
#         l_o_t = L_o_t
#
#         # File: /work/out/view/p/effects.py:63 in g, code: o.y = x + o.t
#         add: "f32[3][1]cpu" = l_x_ + l_o_t;  l_o_t = None
#
#         # File: /work/out/view/p/effects.py:64 in g, code: d["a"] = x * 2
#         mul: "f32[3][1]cpu" = l_x_ * 2
#
#         # File: /work/out/view/p/effects.py:68 in g, code: return x * o.n
#         mul_1: "f32[3][1]cpu" = l_x_ * 5;  l_x_ = None
#         return (mul_1, add, mul)
#
# What runs; a breakpoint here is hit:



def forward(self, L_x_ : torch.Tensor, L_o_t : torch.Tensor):
    l_x_ = L_x_
    l_o_t = L_o_t
    add = l_x_ + l_o_t;  l_o_t = None  # effects.py:63: o.y = x + o.t
    mul = l_x_ * 2  # effects.py:64: d["a"] = x * 2
    mul_1 = l_x_ * 5;  l_x_ = None  # effects.py:68: return x * o.n
    return (mul_1, add, mul)
    

# The 5 tensors of this graph:
#   name   dtype    shape  stride  device
#   L_x_   float32  [3]    [1]     cpu
#   L_o_t  float32  [3]    [1]     cpu
#   add    float32  [3]    [1]     cpu
#   mul    float32  [3]    [1]     cpu
#   mul_1  float32  [3]    [1]     cpu
