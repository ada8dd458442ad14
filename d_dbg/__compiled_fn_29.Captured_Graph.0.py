# The graph, with sizes and places:
#
# class GraphModule(torch.nn.Module):
#     def forward(self, L_x_: "f32[3][1]cpu"):
#         l_x_ = L_x_
#
#         # File: /work/out/view/p/effects.py:112 in torch_dynamo_resume_in_helper_at_111, code: k = x.sum().item()
#         sum_1: "f32[][]cpu" = l_x_.sum();  l_x_ = None
#         return (sum_1,)
#
# What runs; a breakpoint here is hit:



def forward(self, L_x_ : torch.Tensor):
    l_x_ = L_x_
    sum_1 = l_x_.sum();  l_x_ = None  # effects.py:112: k = x.sum().item()
    return (sum_1,)
    

# The 2 tensors of this graph:
#   name   dtype    shape  stride  device
#   L_x_   float32  [3]    [1]     cpu
#   sum_1  float32  []     []      cpu
