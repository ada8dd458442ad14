# Plain.forward  (/work/out/view/p/effects.py:37)
# as torch.compile runs it: torch 2.13.0+cpu, Python 3.11.7, depyf 1.0.0
#
# For reading: importing this file does nothing.  What runs are the
# __transformed_code_* files; breakpoints belong there.
#
# Quality of the decompiled code (exact and structured are checked against the
# bytecode):
#   __transformed_code_0_for_forward: exact; the view hides 166 of 325 instructions (list packing, profiler calls)
#   __transformed_code_0_for_torch_dynamo_resume_in_forward_at_50: exact; the view hides 30 of 40 instructions (list packing, profiler calls)
#
# Short names in this file, and what torch calls them:
#   __compiled_fn_2 = __compiled_fn_2_17d27f42_5931_4343_9031_00c83899f92c
#   __compiled_fn_5 = __compiled_fn_5_8cc57ad6_0e99_4886_a248_3eed8801d0f2


from __future__ import annotations


# --------------------------------------------------------------------------------------
# Plain.forward  (effects.py:37)
# --------------------------------------------------------------------------------------


# Entry 0, compile id 0/0.
# Captured: effects.py:39-40, 42-43, 49


def __guard_0_for_forward(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[2, 4], stride=[4, 1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['x'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_no_aliasing(L['x'], L['self'].__dict__['_buffers']['mean'])
        and ___check_obj_id(G['torch'], 140579876182736)  # type=<class 'module'>; effects.py:50: torch._dynamo.graph_break()
        and ___check_obj_id(G['torch']._dynamo, 140579874574064)  # type=<class 'module'>; effects.py:50: torch._dynamo.graph_break()
        and ___check_obj_id(G['torch']._dynamo.graph_break.__code__, 140579055119664)  # type=<class 'code'>; effects.py:50: torch._dynamo.graph_break()
        and ___check_obj_id(G['__builtins_dict___1']['len'], 140579884012448)  # type=<class 'builtin_function_or_method'>; container.py:369: if not (-len(self) <= idx < len(self)):
        and ___check_obj_id(G['__builtins_dict___1']['str'], 140579891976288)  # type=<class 'str'>; container.py:373: return str(idx)
        and ___check_obj_id(G['__builtins_dict___1']['iter'], 140579884012288)  # type=<class 'builtin_function_or_method'>; container.py:242: return iter(self._modules.values())
        and ___check_obj_id(G['__builtins_dict___1']['slice'], 140579891961024)  # type=<class 'slice'>; container.py:383: if isinstance(idx, slice):
        and ___check_obj_id(G['__builtins_dict___1']['super'], 140579891963584)  # type=<class 'super'>; module.py:2074: super().__setattr__(name, value)
        and ___check_obj_id(G['__builtins_dict___1']['getattr'], 140579884011568)  # type=<class 'builtin_function_or_method'>; container.py:707: return getattr(self, str(idx))
        and ___check_obj_id(G['__builtins_dict___1']['isinstance'], 140579884012128)  # type=<class 'builtin_function_or_method'>; module.py:1981: if isinstance(value, Parameter):
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_linear'], 140579335607600)  # type=<class 'module'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_linear'].F, 140579335609680)  # type=<class 'module'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_linear'].F.relu.__code__, 140579336174000)  # type=<class 'code'>; activation.py:143: return F.relu(input, inplace=self.inplace)
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_linear'].F.linear, 140579369360480)  # type=<class 'builtin_function_or_method'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_module'], 140579344915472)  # type=<class 'module'>; module.py:1981: if isinstance(value, Parameter):
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_module'].Buffer, 93899517541424)  # type=<class 'torch.nn.parameter.Buffer'>; module.py:2031: if isinstance(value, Buffer) or buffers is not None and name in buffers:
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_module'].Module, 93899520022672)  # type=<class 'torch.nn.modules.module.Module'>; module.py:2002: if isinstance(value, Module):
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_module'].Parameter, 93899517630032)  # type=<class 'torch.nn.parameter.Parameter'>; module.py:1981: if isinstance(value, Parameter):
        and ___check_type_id(G['__import_torch_dot_nn_dot_modules_dot_module']._global_forward_hooks, 140579891946176)  # type=<class 'collections.OrderedDict'>; effects.py:39: x = self.lin(x) - self.mean
        and ___check_type_id(G['__import_torch_dot_nn_dot_modules_dot_module']._global_backward_hooks, 140579891946176)  # type=<class 'collections.OrderedDict'>; effects.py:39: x = self.lin(x) - self.mean
        and ___check_type_id(G['__import_torch_dot_nn_dot_modules_dot_module']._global_forward_pre_hooks, 140579891946176)  # type=<class 'collections.OrderedDict'>; effects.py:39: x = self.lin(x) - self.mean
        and ___check_type_id(G['__import_torch_dot_nn_dot_modules_dot_module']._global_backward_pre_hooks, 140579891946176)  # type=<class 'collections.OrderedDict'>; effects.py:39: x = self.lin(x) - self.mean
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_container'], 140579330070768)  # type=<class 'module'>; container.py:368: idx = operator.index(idx)
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_container'].operator, 140579882428320)  # type=<class 'module'>; container.py:368: idx = operator.index(idx)
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_container'].operator.index, 140579882432480)  # type=<class 'builtin_function_or_method'>; container.py:368: idx = operator.index(idx)
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_activation'], 140579329939536)  # type=<class 'module'>; activation.py:143: return F.relu(input, inplace=self.inplace)
        and ___check_type_id(L['self'], 93899566688272)  # type=<class '<run_path>.Plain'>; effects.py:38: self.count += 1
        and not ___dict_contains('__setattr__', L['self'].__dict__)  # effects.py:38: self.count += 1
        and ___check_type_id(L['self'].q, 140579892022848)  # type=<class 'collections.deque'>; effects.py:48: self.q.append(1)
        and not L['self'].q  # effects.py:48: self.q.append(1)
        and ___check_type_id(L['self'].cfg, 93899567360560)  # type=<class '<run_path>.Config'>; effects.py:47: self.cfg.hits += 1
        and L['self'].cfg.hits == 0  # effects.py:47: self.cfg.hits += 1
        and L['self'].cfg.scale == 2.0  # effects.py:49: x = x * self.cfg.scale
        and ___check_type_id(L['self'].seen, 140579891934016)  # type=<class 'list'>; effects.py:45: self.seen.append(self.count)
        and not L['self'].seen  # effects.py:45: self.seen.append(self.count)
        and L['self'].count == 0  # effects.py:38: self.count += 1
        and ___check_type_id(L['self'].table, 140579891941024)  # type=<class 'dict'>; effects.py:46: self.table["n"] = self.count
        and not L['self'].table  # effects.py:46: self.table["n"] = self.count
        and ___check_type_id(L['self'].__dict__['_buffers'], 140579891941024)  # type=<class 'dict'>; module.py:2030: buffers = self.__dict__.get("_buffers")
        and not ___dict_contains('count', L['self'].__dict__['_buffers'])  # module.py:2031: if isinstance(value, Buffer) or buffers is not None and name in buffers:
        and not ___dict_contains('last', L['self'].__dict__['_buffers'])  # module.py:2031: if isinstance(value, Buffer) or buffers is not None and name in buffers:
        and check_tensor(L['self'].__dict__['_buffers']['mean'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])  # effects.py:39: x = self.lin(x) - self.mean
        and not any(hasattr(L['self'].__dict__['_buffers']['mean'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:39: x = self.lin(x) - self.mean
        and check_no_aliasing(L['x'], L['self'].__dict__['_buffers']['mean'])
        and ___check_type_id(L['self'].__dict__['_modules'], 140579891941024)  # type=<class 'dict'>; module.py:2001: modules = self.__dict__.get("_modules")
        and not ___dict_contains('count', L['self'].__dict__['_modules'])  # module.py:2018: elif modules is not None and name in modules:
        and not ___dict_contains('last', L['self'].__dict__['_modules'])  # module.py:2018: elif modules is not None and name in modules:
        and ___check_type_id(L['self'].__dict__['_modules']['pd'], 93899522524560)  # type=<class 'torch.nn.modules.container.ParameterDict'>; effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
        and not ___dict_contains('__getitem__', L['self'].__dict__['_modules']['pd'].__dict__)  # effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
        and not ___dict_contains('_key_to_attr', L['self'].__dict__['_modules']['pd'].__dict__)  # container.py:851: attr = self._key_to_attr(key)
        and ___check_type_id(L['self'].__dict__['_modules']['pd']._parameters, 140579891941024)  # type=<class 'dict'>; container.py:852: return getattr(self, attr)
        and check_tensor(L['self'].__dict__['_modules']['pd']._parameters['w'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])  # container.py:852: return getattr(self, attr)
        and not any(hasattr(L['self'].__dict__['_modules']['pd']._parameters['w'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # container.py:852: return getattr(self, attr)
        and ___check_type_id(L['self'].__dict__['_modules']['ps'], 93899522612688)  # type=<class 'torch.nn.modules.container.ParameterList'>; effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
        and not ___dict_contains('__getitem__', L['self'].__dict__['_modules']['ps'].__dict__)  # effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
        and not ___dict_contains('_get_abs_string_index', L['self'].__dict__['_modules']['ps'].__dict__)  # container.py:706: idx = self._get_abs_string_index(idx)
        and not ___dict_contains('__len__', L['self'].__dict__['_modules']['ps'].__dict__)  # container.py:685: if not (-len(self) <= idx < len(self)):
        and L['self'].__dict__['_modules']['ps']._size == 2  # container.py:685: if not (-len(self) <= idx < len(self)):
        and ___check_type_id(L['self'].__dict__['_modules']['ps']._parameters, 140579891941024)  # type=<class 'dict'>; container.py:707: return getattr(self, str(idx))
        and check_tensor(L['self'].__dict__['_modules']['ps']._parameters['1'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])  # container.py:707: return getattr(self, str(idx))
        and not any(hasattr(L['self'].__dict__['_modules']['ps']._parameters['1'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # container.py:707: return getattr(self, str(idx))
        and ___check_type_id(L['self'].__dict__['_modules']['seq'], 93899522603952)  # type=<class 'torch.nn.modules.container.Sequential'>; effects.py:40: x = self.seq(x)
        and not ___dict_contains('forward', L['self'].__dict__['_modules']['seq'].__dict__)  # effects.py:40: x = self.seq(x)
        and not ___dict_contains('__iter__', L['self'].__dict__['_modules']['seq'].__dict__)  # container.py:252: for module in self:
        and list(dict.keys(L['self'].__dict__['_modules']['seq']._modules))[2] == '2'  # container.py:242: return iter(self._modules.values())
        and ___check_type_id(L['self'].__dict__['_modules']['seq']._modules['2'], 93899522575328)  # type=<class 'torch.nn.modules.linear.Linear'>; container.py:253: input = module(input)
        and not ___dict_contains('forward', L['self'].__dict__['_modules']['seq']._modules['2'].__dict__)  # container.py:253: input = module(input)
        and ___check_type_id(L['self'].__dict__['_modules']['seq']._modules['2']._parameters, 140579891941024)  # type=<class 'dict'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['seq']._modules['2']._parameters['bias'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['seq']._modules['2']._parameters['bias'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['seq']._modules['2']._parameters['weight'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['seq']._modules['2']._parameters['weight'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and list(dict.keys(L['self'].__dict__['_modules']['seq']._modules))[1] == '1'  # container.py:242: return iter(self._modules.values())
        and ___check_type_id(L['self'].__dict__['_modules']['seq']._modules['1'], 93899522595888)  # type=<class 'torch.nn.modules.activation.ReLU'>; container.py:253: input = module(input)
        and not ___dict_contains('forward', L['self'].__dict__['_modules']['seq']._modules['1'].__dict__)  # container.py:253: input = module(input)
        and L['self'].__dict__['_modules']['seq']._modules['1'].inplace == False  # activation.py:143: return F.relu(input, inplace=self.inplace)
        and list(dict.keys(L['self'].__dict__['_modules']['seq']._modules))[0] == '0'  # container.py:242: return iter(self._modules.values())
        and ___check_type_id(L['self'].__dict__['_modules']['seq']._modules['0'], 93899522575328)  # type=<class 'torch.nn.modules.linear.Linear'>; container.py:253: input = module(input)
        and not ___dict_contains('forward', L['self'].__dict__['_modules']['seq']._modules['0'].__dict__)  # container.py:253: input = module(input)
        and ___check_type_id(L['self'].__dict__['_modules']['seq']._modules['0']._parameters, 140579891941024)  # type=<class 'dict'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['seq']._modules['0']._parameters['bias'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['seq']._modules['0']._parameters['bias'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['seq']._modules['0']._parameters['weight'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['seq']._modules['0']._parameters['weight'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_type_id(L['self'].__dict__['_modules']['heads'], 93899522609472)  # type=<class 'torch.nn.modules.container.ModuleDict'>; effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
        and not ___dict_contains('__getitem__', L['self'].__dict__['_modules']['heads'].__dict__)  # effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
        and ___check_type_id(L['self'].__dict__['_modules']['heads']._modules, 140579891941024)  # type=<class 'dict'>; container.py:555: return self._modules[key]
        and ___check_type_id(L['self'].__dict__['_modules']['heads']._modules['a'], 93899522575328)  # type=<class 'torch.nn.modules.linear.Linear'>; effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
        and not ___dict_contains('forward', L['self'].__dict__['_modules']['heads']._modules['a'].__dict__)  # effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
        and ___check_type_id(L['self'].__dict__['_modules']['heads']._modules['a']._parameters, 140579891941024)  # type=<class 'dict'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['heads']._modules['a']._parameters['bias'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['heads']._modules['a']._parameters['bias'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['heads']._modules['a']._parameters['weight'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['heads']._modules['a']._parameters['weight'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_type_id(L['self'].__dict__['_modules']['heads']._modules['b-c'], 93899522575328)  # type=<class 'torch.nn.modules.linear.Linear'>; effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
        and not ___dict_contains('forward', L['self'].__dict__['_modules']['heads']._modules['b-c'].__dict__)  # effects.py:43: x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
        and ___check_type_id(L['self'].__dict__['_modules']['heads']._modules['b-c']._parameters, 140579891941024)  # type=<class 'dict'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['heads']._modules['b-c']._parameters['bias'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['heads']._modules['b-c']._parameters['bias'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['heads']._modules['b-c']._parameters['weight'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['heads']._modules['b-c']._parameters['weight'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_type_id(L['self'].__dict__['_modules']['blocks'], 93899522608496)  # type=<class 'torch.nn.modules.container.ModuleList'>; effects.py:41: for b in self.blocks:
        and not ___dict_contains('__iter__', L['self'].__dict__['_modules']['blocks'].__dict__)  # effects.py:41: for b in self.blocks:
        and list(dict.keys(L['self'].__dict__['_modules']['blocks']._modules))[1] == '1'  # container.py:410: return iter(self._modules.values())
        and ___check_type_id(L['self'].__dict__['_modules']['blocks']._modules['1'], 93899522608496)  # type=<class 'torch.nn.modules.container.ModuleList'>; effects.py:42: x = b[0](x)
        and not ___dict_contains('__getitem__', L['self'].__dict__['_modules']['blocks']._modules['1'].__dict__)  # effects.py:42: x = b[0](x)
        and not ___dict_contains('_get_abs_string_index', L['self'].__dict__['_modules']['blocks']._modules['1'].__dict__)  # container.py:386: return self._modules[self._get_abs_string_index(idx)]
        and not ___dict_contains('__len__', L['self'].__dict__['_modules']['blocks']._modules['1'].__dict__)  # container.py:369: if not (-len(self) <= idx < len(self)):
        and ___check_type_id(L['self'].__dict__['_modules']['blocks']._modules['1']._modules, 140579891941024)  # type=<class 'dict'>; container.py:406: return len(self._modules)
        and len(L['self'].__dict__['_modules']['blocks']._modules['1']._modules) == 1  # container.py:406: return len(self._modules)
        and ___check_type_id(L['self'].__dict__['_modules']['blocks']._modules['1']._modules['0'], 93899522575328)  # type=<class 'torch.nn.modules.linear.Linear'>; effects.py:42: x = b[0](x)
        and not ___dict_contains('forward', L['self'].__dict__['_modules']['blocks']._modules['1']._modules['0'].__dict__)  # effects.py:42: x = b[0](x)
        and ___check_type_id(L['self'].__dict__['_modules']['blocks']._modules['1']._modules['0']._parameters, 140579891941024)  # type=<class 'dict'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['blocks']._modules['1']._modules['0']._parameters['bias'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['blocks']._modules['1']._modules['0']._parameters['bias'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['blocks']._modules['1']._modules['0']._parameters['weight'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['blocks']._modules['1']._modules['0']._parameters['weight'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and list(dict.keys(L['self'].__dict__['_modules']['blocks']._modules))[0] == '0'  # container.py:410: return iter(self._modules.values())
        and ___check_type_id(L['self'].__dict__['_modules']['blocks']._modules['0'], 93899522608496)  # type=<class 'torch.nn.modules.container.ModuleList'>; effects.py:42: x = b[0](x)
        and not ___dict_contains('__getitem__', L['self'].__dict__['_modules']['blocks']._modules['0'].__dict__)  # effects.py:42: x = b[0](x)
        and not ___dict_contains('_get_abs_string_index', L['self'].__dict__['_modules']['blocks']._modules['0'].__dict__)  # container.py:386: return self._modules[self._get_abs_string_index(idx)]
        and not ___dict_contains('__len__', L['self'].__dict__['_modules']['blocks']._modules['0'].__dict__)  # container.py:369: if not (-len(self) <= idx < len(self)):
        and ___check_type_id(L['self'].__dict__['_modules']['blocks']._modules['0']._modules, 140579891941024)  # type=<class 'dict'>; container.py:406: return len(self._modules)
        and len(L['self'].__dict__['_modules']['blocks']._modules['0']._modules) == 1  # container.py:406: return len(self._modules)
        and ___check_type_id(L['self'].__dict__['_modules']['blocks']._modules['0']._modules['0'], 93899522575328)  # type=<class 'torch.nn.modules.linear.Linear'>; effects.py:42: x = b[0](x)
        and not ___dict_contains('forward', L['self'].__dict__['_modules']['blocks']._modules['0']._modules['0'].__dict__)  # effects.py:42: x = b[0](x)
        and ___check_type_id(L['self'].__dict__['_modules']['blocks']._modules['0']._modules['0']._parameters, 140579891941024)  # type=<class 'dict'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['blocks']._modules['0']._modules['0']._parameters['bias'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['blocks']._modules['0']._modules['0']._parameters['bias'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['blocks']._modules['0']._modules['0']._parameters['weight'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['blocks']._modules['0']._modules['0']._parameters['weight'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_type_id(L['self'].__dict__['_modules']['lin'], 93899522575328)  # type=<class 'torch.nn.modules.linear.Linear'>; effects.py:39: x = self.lin(x) - self.mean
        and not ___dict_contains('forward', L['self'].__dict__['_modules']['lin'].__dict__)  # effects.py:39: x = self.lin(x) - self.mean
        and ___check_type_id(L['self'].__dict__['_modules']['lin']._parameters, 140579891941024)  # type=<class 'dict'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['lin']._parameters['bias'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['lin']._parameters['bias'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['lin']._parameters['weight'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['lin']._parameters['weight'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_type_id(L['self'].__dict__['_parameters'], 140579891941024)  # type=<class 'dict'>; module.py:1980: params = self.__dict__.get("_parameters")
        and not ___dict_contains('count', L['self'].__dict__['_parameters'])  # module.py:1993: elif params is not None and name in params:
        and not ___dict_contains('last', L['self'].__dict__['_parameters'])  # module.py:1993: elif params is not None and name in params:
        and G['__import_torch_dot_nn_dot_modules_dot_linear'].F is G['__import_torch_dot_nn_dot_modules_dot_activation'].F  # activation.py:143: return F.relu(input, inplace=self.inplace)
        and L['self'].__dict__['_buffers'] is L['self']._buffers  # effects.py:39: x = self.lin(x) - self.mean
        and L['self'].__dict__['_modules'] is L['self']._modules  # effects.py:39: x = self.lin(x) - self.mean
        and L['self'].__dict__['_parameters'] is L['self']._parameters  # effects.py:39: x = self.lin(x) - self.mean
    )


def __transformed_code_0_for_forward(self, x):
    graph_out_0 = __compiled_fn_2(           # effects.py:39-40, 42-43, 49 -> __compiled_fn_2.*
        self.lin.weight,
        self.lin.bias,
        x,
        self.mean,
        self.seq[0].weight,
        self.seq[0].bias,
        self.seq[2].weight,
        self.seq[2].bias,
        self.blocks[0][0].weight,
        self.blocks[0][0].bias,
        self.blocks[1][0].weight,
        self.blocks[1][0].bias,
        self.heads["a"].weight,
        self.heads["a"].bias,
        self.heads["b-c"].weight,
        self.heads["b-c"].bias,
        self.ps[1],
        self.pd.w,
    )
    tmp_0 = ___module_deque_140579892022848_c1([], maxlen=None)
    tmp_0.extend([1])
    self.q.clear()
    self.q.extend(tmp_0)
    self.cfg.hits = 1
    self.table.update({"n": 1})
    self.seen[:] = [1]
    self.count = 1
    self.last = graph_out_0[1]
    ___stack0 = torch._dynamo.graph_break()  # effects.py:50  graph break: call to `torch._dynamo.graph_break()`
    return __resume_at_622_3(___stack0, self, graph_out_0[0])


def transformed_forward(self, x):
    __local_dict = {"self": self, "x": x}
    __global_dict = globals()
    if __guard_0_for_forward(__local_dict, __global_dict):
        return __transformed_code_0_for_forward(self, x)
    # No entry fits: compile again, or run the original.
    return forward(self, x)


# The original, effects.py:37:
def forward(self, x):
    self.count += 1
    x = self.lin(x) - self.mean
    x = self.seq(x)
    for b in self.blocks:
        x = b[0](x)
    x = self.heads["a"](x) + self.heads["b-c"](x) + self.ps[1] * self.pd["w"]
    self.last = x
    self.seen.append(self.count)
    self.table["n"] = self.count
    self.cfg.hits += 1
    self.q.append(1)
    x = x * self.cfg.scale
    torch._dynamo.graph_break()
    return x + self.count


# --------------------------------------------------------------------------------------
# torch_dynamo_resume_in_forward_at_50: after the graph break at effects.py:50, goes on at effects.py:51
# --------------------------------------------------------------------------------------


# Entry 0, compile id 1/0.
# Captured: effects.py:51


def __guard_0_for_torch_dynamo_resume_in_forward_at_50(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[2, 4], stride=[4, 1])  # effects.py:51: return x + self.count
        and not any(hasattr(L['x'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # effects.py:51: return x + self.count
        and ___check_type_id(L['self'], 93899566688272)  # type=<class '<run_path>.Plain'>; effects.py:51: return x + self.count
        and L['self'].count == 1  # effects.py:51: return x + self.count
    )


def __transformed_code_0_for_torch_dynamo_resume_in_forward_at_50(
    __nested_resume_fns, __nested_frame_values, ___stack0, self, x
):
    graph_out_0 = __compiled_fn_5(x)  # effects.py:51 -> __compiled_fn_5.*
    return graph_out_0[0]


def transformed_torch_dynamo_resume_in_forward_at_50(__nested_resume_fns, __nested_frame_values, ___stack0, self, x):
    __local_dict = {"__nested_resume_fns": __nested_resume_fns, "__nested_frame_values": __nested_frame_values, "___stack0": ___stack0, "self": self, "x": x}
    __global_dict = globals()
    if __guard_0_for_torch_dynamo_resume_in_forward_at_50(__local_dict, __global_dict):
        return __transformed_code_0_for_torch_dynamo_resume_in_forward_at_50(__nested_resume_fns, __nested_frame_values, ___stack0, self, x)
    # No entry fits: compile again, or run the original.
    return torch_dynamo_resume_in_forward_at_50(__nested_resume_fns, __nested_frame_values, ___stack0, self, x)


# The resume function as torch made it, effects.py:50:
def torch_dynamo_resume_in_forward_at_50(
    __nested_resume_fns, __nested_frame_values, ___stack0, self, x
):
    __is_tracing_resume_prologue = True
    __is_tracing_resume_prologue = False
    return x + self.count


# The names under which resume functions are called.


def __resume_at_622_3(*args):
    return transformed_torch_dynamo_resume_in_forward_at_50(*args)


# The graphs that the code above calls.


def __compiled_fn_2(*args):
    # Its files:
    #   __compiled_fn_2.Captured_Graph.0.py
    raise NotImplementedError


def __compiled_fn_5(*args):
    # Its files:
    #   __compiled_fn_5.Captured_Graph.0.py
    raise NotImplementedError
