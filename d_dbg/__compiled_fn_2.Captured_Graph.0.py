# The graph, with sizes and places:
#
# class GraphModule(torch.nn.Module):
#     def forward(self, L_self_dict_modules_lin_parameters_weight_: "f32[4, 4][4, 1]cpu", L_self_dict_modules_lin_parameters_bias_: "f32[4][1]cpu", L_x_: "f32[2, 4][4, 1]cpu", L_self_dict_buffers_mean_: "f32[4][1]cpu", L_self_dict_modules_seq_modules_0_parameters_weight_: "f32[4, 4][4, 1]cpu", L_self_dict_modules_seq_modules_0_parameters_bias_: "f32[4][1]cpu", L_self_dict_modules_seq_modules_2_parameters_weight_: "f32[4, 4][4, 1]cpu", L_self_dict_modules_seq_modules_2_parameters_bias_: "f32[4][1]cpu", L_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_: "f32[4, 4][4, 1]cpu", L_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_: "f32[4][1]cpu", L_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_: "f32[4, 4][4, 1]cpu", L_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_: "f32[4][1]cpu", L_self_dict_modules_heads_modules_a_parameters_weight_: "f32[4, 4][4, 1]cpu", L_self_dict_modules_heads_modules_a_parameters_bias_: "f32[4][1]cpu", L_self_dict_modules_heads_modules_b_c_parameters_weight_: "f32[4, 4][4, 1]cpu", L_self_dict_modules_heads_modules_b_c_parameters_bias_: "f32[4][1]cpu", L_self_dict_modules_ps_parameters_1_: "f32[4][1]cpu", L_self_dict_modules_pd_parameters_w_: "f32[4][1]cpu"):
#         l_self_dict_modules_lin_parameters_weight_ = L_self_dict_modules_lin_parameters_weight_
#         l_self_dict_modules_lin_parameters_bias_ = L_self_dict_modules_lin_parameters_bias_
#         l_x_ = L_x_
#         l_self_dict_buffers_mean_ = L_self_dict_buffers_mean_
#         l_self_dict_modules_seq_modules_0_parameters_weight_ = L_self_dict_modules_seq_modules_0_parameters_weight_
#         l_self_dict_modules_seq_modules_0_parameters_bias_ = L_self_dict_modules_seq_modules_0_parameters_bias_
#         l_self_dict_modules_seq_modules_2_parameters_weight_ = L_self_dict_modules_seq_modules_2_parameters_weight_
#         l_self_dict_modules_seq_modules_2_parameters_bias_ = L_self_dict_modules_seq_modules_2_parameters_bias_
#         l_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_ = L_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_
#         l_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_ = L_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_
#         l_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_ = L_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_
#         l_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_ = L_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_
#         l_self_dict_modules_heads_modules_a_parameters_weight_ = L_self_dict_modules_heads_modules_a_parameters_weight_
#         l_self_dict_modules_heads_modules_a_parameters_bias_ = L_self_dict_modules_heads_modules_a_parameters_bias_
#         l_self_dict_modules_heads_modules_b_c_parameters_weight_ = L_self_dict_modules_heads_modules_b_c_parameters_weight_
#         l_self_dict_modules_heads_modules_b_c_parameters_bias_ = L_self_dict_modules_heads_modules_b_c_parameters_bias_
#         l_self_dict_modules_ps_parameters_1_ = L_self_dict_modules_ps_parameters_1_
#         l_self_dict_modules_pd_parameters_w_ = L_self_dict_modules_pd_parameters_w_
#
#         # Module: self.lin (Linear)
#         # File: /work/out/view/p/effects.py:39 in forward, code: x = self.lin(x) - self.mean
#         linear: "f32[2, 4][4, 1]cpu" = torch._C._nn.linear(l_x_, l_self_dict_modules_lin_parameters_weight_, l_self_dict_modules_lin_parameters_bias_);  l_x_ = l_self_dict_modules_lin_parameters_weight_ = l_self_dict_modules_lin_parameters_bias_ = None
#
#         # Module: none but the one that is compiled
#         # File: /work/out/view/p/effects.py:39 in forward, code: x = self.lin(x) - self.mean
#         x: "f32[2, 4][4, 1]cpu" = linear - l_self_dict_buffers_mean_;  linear = l_self_dict_buffers_mean_ = None
#
#         # Module: self.__dict__._modules.seq.0 (Linear)
#         # File: /work/out/view/p/effects.py:40 in forward, code: x = self.seq(x)
#         input_1: "f32[2, 4][4, 1]cpu" = torch._C._nn.linear(x, l_self_dict_modules_seq_modules_0_parameters_weight_, l_self_dict_modules_seq_modules_0_parameters_bias_);  x = l_self_dict_modules_seq_modules_0_parameters_weight_ = l_self_dict_modules_seq_modules_0_parameters_bias_ = None
#
#         # Module: self.__dict__._modules.seq.1 (ReLU)
#         # File: /work/out/view/p/effects.py:40 in forward, code: x = self.seq(x)
#         input_2: "f32[2, 4][4, 1]cpu" = torch.nn.functional.relu(input_1, inplace = False);  input_1 = None
#
#         # Module: self.__dict__._modules.seq.2 (Linear)
#         # File: /work/out/view/p/effects.py:40 in forward, code: x = self.seq(x)
#         input_3: "f32[2, 4][4, 1]cpu" = torch._C._nn.linear(input_2, l_self_dict_modules_seq_modules_2_parameters_weight_, l_self_dict_modules_seq_modules_2_parameters_bias_);  input_2 = l_self_dict_modules_seq_modules_2_parameters_weight_ = l_self_dict_modules_seq_modules_2_parameters_bias_ = None
#
#         # Module: self.__dict__._modules.blocks.0.0 (Linear)
#         # File: /work/out/view/p/effects.py:42 in forward, code: x = b[0](x)
#         x_1: "f32[2, 4][4, 1]cpu" = torch._C._nn.linear(input_3, l_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_, l_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_);  input_3 = l_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_ = l_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_ = None
#
#         # Module: self.__dict__._modules.blocks.1.0 (Linear)
#         # File: /work/out/view/p/effects.py:42 in forward, code: x = b[0](x)
#         x_2: "f32[2, 4][4, 1]cpu" = torch._C._nn.linear(x_1, l_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_, l_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_);  x_1 = l_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_ = l_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_ = None
#
#         # Module: self.__dict__._modules.heads.a (Linear)
#         # File: /work/out/view/p/effects.py:43 in forward, code: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
#         linear_5: "f32[2, 4][4, 1]cpu" = torch._C._nn.linear(x_2, l_self_dict_modules_heads_modules_a_parameters_weight_, l_self_dict_modules_heads_modules_a_parameters_bias_);  l_self_dict_modules_heads_modules_a_parameters_weight_ = l_self_dict_modules_heads_modules_a_parameters_bias_ = None
#
#         # Module: self.__dict__._modules.heads.b-c (Linear)
#         # File: /work/out/view/p/effects.py:43 in forward, code: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
#         linear_6: "f32[2, 4][4, 1]cpu" = torch._C._nn.linear(x_2, l_self_dict_modules_heads_modules_b_c_parameters_weight_, l_self_dict_modules_heads_modules_b_c_parameters_bias_);  x_2 = l_self_dict_modules_heads_modules_b_c_parameters_weight_ = l_self_dict_modules_heads_modules_b_c_parameters_bias_ = None
#
#         # Module: none but the one that is compiled
#         # File: /work/out/view/p/effects.py:43 in forward, code: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
#         add: "f32[2, 4][4, 1]cpu" = linear_5 + linear_6;  linear_5 = linear_6 = None
#         mul: "f32[4][1]cpu" = l_self_dict_modules_ps_parameters_1_ * l_self_dict_modules_pd_parameters_w_;  l_self_dict_modules_ps_parameters_1_ = l_self_dict_modules_pd_parameters_w_ = None
#         x_3: "f32[2, 4][4, 1]cpu" = add + mul;  add = mul = None
#
#         # File: /work/out/view/p/effects.py:49 in forward, code: x = x * self.cfg.scale
#         x_4: "f32[2, 4][4, 1]cpu" = x_3 * 2.0
#         return (x_4, x_3)
#
# What runs; a breakpoint here is hit:



def forward(self, L_self_dict_modules_lin_parameters_weight_ : torch.nn.parameter.Parameter, L_self_dict_modules_lin_parameters_bias_ : torch.nn.parameter.Parameter, L_x_ : torch.Tensor, L_self_dict_buffers_mean_ : torch.Tensor, L_self_dict_modules_seq_modules_0_parameters_weight_ : torch.nn.parameter.Parameter, L_self_dict_modules_seq_modules_0_parameters_bias_ : torch.nn.parameter.Parameter, L_self_dict_modules_seq_modules_2_parameters_weight_ : torch.nn.parameter.Parameter, L_self_dict_modules_seq_modules_2_parameters_bias_ : torch.nn.parameter.Parameter, L_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_ : torch.nn.parameter.Parameter, L_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_ : torch.nn.parameter.Parameter, L_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_ : torch.nn.parameter.Parameter, L_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_ : torch.nn.parameter.Parameter, L_self_dict_modules_heads_modules_a_parameters_weight_ : torch.nn.parameter.Parameter, L_self_dict_modules_heads_modules_a_parameters_bias_ : torch.nn.parameter.Parameter, L_self_dict_modules_heads_modules_b_c_parameters_weight_ : torch.nn.parameter.Parameter, L_self_dict_modules_heads_modules_b_c_parameters_bias_ : torch.nn.parameter.Parameter, L_self_dict_modules_ps_parameters_1_ : torch.nn.parameter.Parameter, L_self_dict_modules_pd_parameters_w_ : torch.nn.parameter.Parameter):
    l_self_dict_modules_lin_parameters_weight_ = L_self_dict_modules_lin_parameters_weight_
    l_self_dict_modules_lin_parameters_bias_ = L_self_dict_modules_lin_parameters_bias_
    l_x_ = L_x_
    l_self_dict_buffers_mean_ = L_self_dict_buffers_mean_
    l_self_dict_modules_seq_modules_0_parameters_weight_ = L_self_dict_modules_seq_modules_0_parameters_weight_
    l_self_dict_modules_seq_modules_0_parameters_bias_ = L_self_dict_modules_seq_modules_0_parameters_bias_
    l_self_dict_modules_seq_modules_2_parameters_weight_ = L_self_dict_modules_seq_modules_2_parameters_weight_
    l_self_dict_modules_seq_modules_2_parameters_bias_ = L_self_dict_modules_seq_modules_2_parameters_bias_
    l_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_ = L_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_
    l_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_ = L_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_
    l_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_ = L_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_
    l_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_ = L_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_
    l_self_dict_modules_heads_modules_a_parameters_weight_ = L_self_dict_modules_heads_modules_a_parameters_weight_
    l_self_dict_modules_heads_modules_a_parameters_bias_ = L_self_dict_modules_heads_modules_a_parameters_bias_
    l_self_dict_modules_heads_modules_b_c_parameters_weight_ = L_self_dict_modules_heads_modules_b_c_parameters_weight_
    l_self_dict_modules_heads_modules_b_c_parameters_bias_ = L_self_dict_modules_heads_modules_b_c_parameters_bias_
    l_self_dict_modules_ps_parameters_1_ = L_self_dict_modules_ps_parameters_1_
    l_self_dict_modules_pd_parameters_w_ = L_self_dict_modules_pd_parameters_w_
    linear = torch._C._nn.linear(l_x_, l_self_dict_modules_lin_parameters_weight_, l_self_dict_modules_lin_parameters_bias_);  l_x_ = l_self_dict_modules_lin_parameters_weight_ = l_self_dict_modules_lin_parameters_bias_ = None  # effects.py:39: x = self.lin(x) - self.mean
    x = linear - l_self_dict_buffers_mean_;  linear = l_self_dict_buffers_mean_ = None  # effects.py:39: x = self.lin(x) - self.mean
    input_1 = torch._C._nn.linear(x, l_self_dict_modules_seq_modules_0_parameters_weight_, l_self_dict_modules_seq_modules_0_parameters_bias_);  x = l_self_dict_modules_seq_modules_0_parameters_weight_ = l_self_dict_modules_seq_modules_0_parameters_bias_ = None  # effects.py:40: x = self.seq(x)
    input_2 = torch.nn.functional.relu(input_1, inplace = False);  input_1 = None  # effects.py:40: x = self.seq(x)
    input_3 = torch._C._nn.linear(input_2, l_self_dict_modules_seq_modules_2_parameters_weight_, l_self_dict_modules_seq_modules_2_parameters_bias_);  input_2 = l_self_dict_modules_seq_modules_2_parameters_weight_ = l_self_dict_modules_seq_modules_2_parameters_bias_ = None  # effects.py:40: x = self.seq(x)
    x_1 = torch._C._nn.linear(input_3, l_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_, l_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_);  input_3 = l_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_ = l_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_ = None  # effects.py:42: x = b[0](x)
    x_2 = torch._C._nn.linear(x_1, l_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_, l_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_);  x_1 = l_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_ = l_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_ = None  # effects.py:42: x = b[0](x)
    linear_5 = torch._C._nn.linear(x_2, l_self_dict_modules_heads_modules_a_parameters_weight_, l_self_dict_modules_heads_modules_a_parameters_bias_);  l_self_dict_modules_heads_modules_a_parameters_weight_ = l_self_dict_modules_heads_modules_a_parameters_bias_ = None  # effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] *...
    linear_6 = torch._C._nn.linear(x_2, l_self_dict_modules_heads_modules_b_c_parameters_weight_, l_self_dict_modules_heads_modules_b_c_parameters_bias_);  x_2 = l_self_dict_modules_heads_modules_b_c_parameters_weight_ = l_self_dict_modules_heads_modules_b_c_parameters_bias_ = None  # effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] *...
    add = linear_5 + linear_6;  linear_5 = linear_6 = None  # effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] *...
    mul = l_self_dict_modules_ps_parameters_1_ * l_self_dict_modules_pd_parameters_w_;  l_self_dict_modules_ps_parameters_1_ = l_self_dict_modules_pd_parameters_w_ = None  # effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] *...
    x_3 = add + mul;  add = mul = None  # effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] *...
    x_4 = x_3 * 2.0  # effects.py:49: x = x * self.cfg.scale
    return (x_4, x_3)
    

# The 31 tensors of this graph:
#   name                                                               dtype    shape   stride  device
#   L_self_dict_modules_lin_parameters_weight_                         float32  [4, 4]  [4, 1]  cpu
#   L_self_dict_modules_lin_parameters_bias_                           float32  [4]     [1]     cpu
#   L_x_                                                               float32  [2, 4]  [4, 1]  cpu
#   L_self_dict_buffers_mean_                                          float32  [4]     [1]     cpu
#   L_self_dict_modules_seq_modules_0_parameters_weight_               float32  [4, 4]  [4, 1]  cpu
#   L_self_dict_modules_seq_modules_0_parameters_bias_                 float32  [4]     [1]     cpu
#   L_self_dict_modules_seq_modules_2_parameters_weight_               float32  [4, 4]  [4, 1]  cpu
#   L_self_dict_modules_seq_modules_2_parameters_bias_                 float32  [4]     [1]     cpu
#   L_self_dict_modules_blocks_modules_0_modules_0_parameters_weight_  float32  [4, 4]  [4, 1]  cpu
#   L_self_dict_modules_blocks_modules_0_modules_0_parameters_bias_    float32  [4]     [1]     cpu
#   L_self_dict_modules_blocks_modules_1_modules_0_parameters_weight_  float32  [4, 4]  [4, 1]  cpu
#   L_self_dict_modules_blocks_modules_1_modules_0_parameters_bias_    float32  [4]     [1]     cpu
#   L_self_dict_modules_heads_modules_a_parameters_weight_             float32  [4, 4]  [4, 1]  cpu
#   L_self_dict_modules_heads_modules_a_parameters_bias_               float32  [4]     [1]     cpu
#   L_self_dict_modules_heads_modules_b_c_parameters_weight_           float32  [4, 4]  [4, 1]  cpu
#   L_self_dict_modules_heads_modules_b_c_parameters_bias_             float32  [4]     [1]     cpu
#   L_self_dict_modules_ps_parameters_1_                               float32  [4]     [1]     cpu
#   L_self_dict_modules_pd_parameters_w_                               float32  [4]     [1]     cpu
#   linear                                                             float32  [2, 4]  [4, 1]  cpu
#   x                                                                  float32  [2, 4]  [4, 1]  cpu
#   input_1                                                            float32  [2, 4]  [4, 1]  cpu
#   input_2                                                            float32  [2, 4]  [4, 1]  cpu
#   input_3                                                            float32  [2, 4]  [4, 1]  cpu
#   x_1                                                                float32  [2, 4]  [4, 1]  cpu
#   x_2                                                                float32  [2, 4]  [4, 1]  cpu
#   linear_5                                                           float32  [2, 4]  [4, 1]  cpu
#   linear_6                                                           float32  [2, 4]  [4, 1]  cpu
#   add                                                                float32  [2, 4]  [4, 1]  cpu
#   mul                                                                float32  [4]     [1]     cpu
#   x_3                                                                float32  [2, 4]  [4, 1]  cpu
#   x_4                                                                float32  [2, 4]  [4, 1]  cpu
