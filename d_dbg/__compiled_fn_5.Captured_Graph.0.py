# The graph, with sizes and places:
#
# class GraphModule(torch.nn.Module):
#     def forward(self, L_x_: "f32[2, 4][4, 1]cpu"):
#         l_x_ = L_x_
#
#         # File: /work/out/view/p/effects.py:51 in torch_dynamo_resume_in_forward_at_50, code: return x + self.count
#         add: "f32[2, 4][4, 1]cpu" = l_x_ + 1;  l_x_ = None
#         return (add,)
#
# What runs; a breakpoint here is hit:



def forward(self, L_x_ : torch.Tensor):
    l_x_ = L_x_
    add = l_x_ + 1;  l_x_ = None  # effects.py:51: return x + self.count
    return (add,)
    

# The 2 tensors of this graph:
#   name  dtype    shape   stride  device
#   L_x_  float32  [2, 4]  [4, 1]  cpu
#   add   float32  [2, 4]  [4, 1]  cpu
