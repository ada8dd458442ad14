# The graph, with sizes and places:
#
# class GraphModule(torch.nn.Module):
#     def forward(self, s77: "Sym(s77)", L_x_: "f32[s77][1]cpu", L_b_: "f32[s77][1]cpu"):
#         l_x_ = L_x_
#         l_b_ = L_b_
#
#         # File: /work/out/view/p/effects.py:93 in torch_dynamo_resume_in_toy_at_91, code: return x * b
#         mul: "f32[s77][1]cpu" = l_x_ * l_b_;  l_x_ = l_b_ = None
#         return (mul,)
#
# What runs; a breakpoint here is hit:



def forward(self, s77 : torch.SymInt, L_x_ : torch.Tensor, L_b_ : torch.Tensor):
    l_x_ = L_x_
    l_b_ = L_b_
    mul = l_x_ * l_b_;  l_x_ = l_b_ = None  # effects.py:93: return x * b
    return (mul,)
    

# The 3 tensors of this graph:
#   name  dtype    shape  stride  device
#   L_x_  float32  [s77]  [1]     cpu
#   L_b_  float32  [s77]  [1]     cpu
#   mul   float32  [s77]  [1]     cpu
