# The graph, with sizes and places:
#
# class GraphModule(torch.nn.Module):
#     def forward(self, s52: "Sym(s52)", L_b_: "f32[s52][1]cpu", L_x_: "f32[s52][1]cpu"):
#         l_b_ = L_b_
#         l_x_ = L_x_
#
#         # File: /work/out/view/p/effects.py:92 in torch_dynamo_resume_in_toy_at_91, code: b = b * -1
#         b: "f32[s52][1]cpu" = l_b_ * -1;  l_b_ = None
#
#         # File: /work/out/view/p/effects.py:93 in torch_dynamo_resume_in_toy_at_91, code: return x * b
#         mul_1: "f32[s52][1]cpu" = l_x_ * b;  l_x_ = b = None
#         return (mul_1,)
#
# What runs; a breakpoint here is hit:



def forward(self, s52 : torch.SymInt, L_b_ : torch.Tensor, L_x_ : torch.Tensor):
    l_b_ = L_b_
    l_x_ = L_x_
    b = l_b_ * -1;  l_b_ = None  # effects.py:92: b = b * -1
    mul_1 = l_x_ * b;  l_x_ = b = None  # effects.py:93: return x * b
    return (mul_1,)
    

# The 4 tensors of this graph:
#   name   dtype    shape  stride  device
#   L_b_   float32  [s52]  [1]     cpu
#   L_x_   float32  [s52]  [1]     cpu
#   b      float32  [s52]  [1]     cpu
#   mul_1  float32  [s52]  [1]     cpu
