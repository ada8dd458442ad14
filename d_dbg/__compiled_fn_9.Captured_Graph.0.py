# The graph, with sizes and places:
#
# class GraphModule(torch.nn.Module):
#     def forward(self, L_self_dict_modules_lin_parameters_weight_: "f32[3, 3][3, 1]cpu", L_self_dict_modules_lin_parameters_bias_: "f32[3][1]cpu", L_x_: "f32[3][1]cpu", L_self_dict_buffers_mean2_: "f32[3][1]cpu"):
#         l_self_dict_modules_lin_parameters_weight_ = L_self_dict_modules_lin_parameters_weight_
#         l_self_dict_modules_lin_parameters_bias_ = L_self_dict_modules_lin_parameters_bias_
#         l_x_ = L_x_
#         l_self_dict_buffers_mean2_ = L_self_dict_buffers_mean2_
#
#         # Module: self.__dict__._modules.lin (Linear)
#         # File: /work/out/view/p/effects.py:85 in forward, code: return self.lin(x) + self.mean2
#         linear: "f32[3][1]cpu" = torch._C._nn.linear(l_x_, l_self_dict_modules_lin_parameters_weight_, l_self_dict_modules_lin_parameters_bias_);  l_x_ = l_self_dict_modules_lin_parameters_weight_ = l_self_dict_modules_lin_parameters_bias_ = None
#
#         # Module: none but the one that is compiled
#         # File: /work/out/view/p/effects.py:85 in forward, code: return self.lin(x) + self.mean2
#         add: "f32[3][1]cpu" = linear + l_self_dict_buffers_mean2_;  linear = l_self_dict_buffers_mean2_ = None
#         return (add,)
#
# What runs; a breakpoint here is hit:



def forward(self, L_self_dict_modules_lin_parameters_weight_ : torch.nn.parameter.Parameter, L_self_dict_modules_lin_parameters_bias_ : torch.nn.parameter.Parameter, L_x_ : torch.Tensor, L_self_dict_buffers_mean2_ : torch.Tensor):
    l_self_dict_modules_lin_parameters_weight_ = L_self_dict_modules_lin_parameters_weight_
    l_self_dict_modules_lin_parameters_bias_ = L_self_dict_modules_lin_parameters_bias_
    l_x_ = L_x_
    l_self_dict_buffers_mean2_ = L_self_dict_buffers_mean2_
    linear = torch._C._nn.linear(l_x_, l_self_dict_modules_lin_parameters_weight_, l_self_dict_modules_lin_parameters_bias_);  l_x_ = l_self_dict_modules_lin_parameters_weight_ = l_self_dict_modules_lin_parameters_bias_ = None  # effects.py:85: return self.lin(x) + self.mean2
    add = linear + l_self_dict_buffers_mean2_;  linear = l_self_dict_buffers_mean2_ = None  # effects.py:85: return self.lin(x) + self.mean2
    return (add,)
    

# The 6 tensors of this graph:
#   name                                        dtype    shape   stride  device
#   L_self_dict_modules_lin_parameters_weight_  float32  [3, 3]  [3, 1]  cpu
#   L_self_dict_modules_lin_parameters_bias_    float32  [3]     [1]     cpu
#   L_x_                                        float32  [3]     [1]     cpu
#   L_self_dict_buffers_mean2_                  float32  [3]     [1]     cpu
#   linear                                      float32  [3]     [1]     cpu
#   add                                         float32  [3]     [1]     cpu
