# The graph, with sizes and places:
#
# class GraphModule(torch.nn.Module):
#     def forward(self, s97: "Sym(s97)", L_a_: "f32[s97][1]cpu", L_b_: "f32[s97][1]cpu"):
#         l_a_ = L_a_
#         l_b_ = L_b_
#
#         # File: /work/out/view/p/effects.py:90 in toy, code: x = a / (torch.abs(a) + 1)
#         abs_1: "f32[s97][1]cpu" = torch.abs(l_a_)
#         add: "f32[s97][1]cpu" = abs_1 + 1;  abs_1 = None
#         x: "f32[s97][1]cpu" = l_a_ / add;  l_a_ = add = None
#
#         # File: /work/out/view/p/effects.py:91 in toy, code: if b.sum() < 0:
#         sum_1: "f32[][]cpu" = l_b_.sum();  l_b_ = None
#         lt: "b8[][]cpu" = sum_1 < 0;  sum_1 = None
#         return (lt, x)
#
# What runs; a breakpoint here is hit:



def forward(self, s97 : torch.SymInt, L_a_ : torch.Tensor, L_b_ : torch.Tensor):
    l_a_ = L_a_
    l_b_ = L_b_
    abs_1 = torch.abs(l_a_)  # effects.py:90: x = a / (torch.abs(a) + 1)
    add = abs_1 + 1;  abs_1 = None  # effects.py:90: x = a / (torch.abs(a) + 1)
    x = l_a_ / add;  l_a_ = add = None  # effects.py:90: x = a / (torch.abs(a) + 1)
    sum_1 = l_b_.sum();  l_b_ = None  # effects.py:91: if b.sum() < 0:
    lt = sum_1 < 0;  sum_1 = None  # effects.py:91: if b.sum() < 0:
    return (lt, x)
    

# The 7 tensors of this graph:
#   name   dtype    shape  stride  device
#   L_a_   float32  [s97]  [1]     cpu
#   L_b_   float32  [s97]  [1]     cpu
#   abs_1  float32  [s97]  [1]     cpu
#   add    float32  [s97]  [1]     cpu
#   x      float32  [s97]  [1]     cpu
#   sum_1  float32  []     []      cpu
#   lt     bool     []     []      cpu
