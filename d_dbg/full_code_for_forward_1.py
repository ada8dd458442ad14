# Prop.forward  (/work/out/view/p/effects.py:82)
# as torch.compile runs it: torch 2.13.0+cpu, Python 3.11.7, depyf 1.0.0
#
# For reading: importing this file does nothing.  What runs are the
# __transformed_code_* files; breakpoints belong there.
#
# Quality of the decompiled code (exact and structured are checked against the
# bytecode):
#   __transformed_code_1_for_forward: exact; the view hides 44 of 83 instructions (list packing, profiler calls)
#
# Short names in this file, and what torch calls them:
#   __compiled_fn_9 = __compiled_fn_9_8099b07c_4337_47aa_8250_30fefd8fd76c


from __future__ import annotations


# --------------------------------------------------------------------------------------
# Prop.forward  (effects.py:82)
# --------------------------------------------------------------------------------------


# Entry 1, compile id 3/0.
# Captured: effects.py:85


def __guard_1_for_forward(L, G):
    # Also checked; torch does not print these as Python:
    #   torch._functorch.aot_autograd.utils.top_saved_tensors_hooks ids == None  # output_graph.py:1135
    return (
        ___check_global_state()  # against {"allow_bf16_reduce":0,"allow_fp16_reduce":0,"allow_tf32":false,"autocast_state":{"cached...
        and ___check_torch_function_mode_stack()
        and utils_device.CURRENT_DEVICE == None  # output_graph.py:1122
        and check_tensor(L['x'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['x'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_no_aliasing(L['x'], L['self'].__dict__['_buffers']['mean2'])
        and ___check_obj_id(G['__builtins_dict___8']['super'], 140579891963584)  # type=<class 'super'>; effects.py:80: super().__setattr__(n, v)
        and ___check_obj_id(G['__builtins_dict___8']['isinstance'], 140579884012128)  # type=<class 'builtin_function_or_method'>; module.py:1981: if isinstance(value, Parameter):
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_linear'], 140579335607600)  # type=<class 'module'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_linear'].F, 140579335609680)  # type=<class 'module'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_linear'].F.linear, 140579369360480)  # type=<class 'builtin_function_or_method'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_module'], 140579344915472)  # type=<class 'module'>; module.py:1981: if isinstance(value, Parameter):
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_module'].Buffer, 93899517541424)  # type=<class 'torch.nn.parameter.Buffer'>; module.py:2031: if isinstance(value, Buffer) or buffers is not None and name in buffers:
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_module'].Module, 93899520022672)  # type=<class 'torch.nn.modules.module.Module'>; module.py:2002: if isinstance(value, Module):
        and ___check_obj_id(G['__import_torch_dot_nn_dot_modules_dot_module'].Parameter, 93899517630032)  # type=<class 'torch.nn.parameter.Parameter'>; module.py:1981: if isinstance(value, Parameter):
        and ___check_type_id(G['__import_torch_dot_nn_dot_modules_dot_module']._global_forward_hooks, 140579891946176)  # type=<class 'collections.OrderedDict'>; effects.py:85: return self.lin(x) + self.mean2
        and ___check_type_id(G['__import_torch_dot_nn_dot_modules_dot_module']._global_backward_hooks, 140579891946176)  # type=<class 'collections.OrderedDict'>; effects.py:85: return self.lin(x) + self.mean2
        and ___check_type_id(G['__import_torch_dot_nn_dot_modules_dot_module']._global_forward_pre_hooks, 140579891946176)  # type=<class 'collections.OrderedDict'>; effects.py:85: return self.lin(x) + self.mean2
        and ___check_type_id(G['__import_torch_dot_nn_dot_modules_dot_module']._global_backward_pre_hooks, 140579891946176)  # type=<class 'collections.OrderedDict'>; effects.py:85: return self.lin(x) + self.mean2
        and ___check_type_id(L['self'], 93899575193872)  # type=<class '<run_path>.Prop'>; effects.py:83: self.d = 4
        and not ___dict_contains('__setattr__', L['self'].__dict__)  # effects.py:83: self.d = 4
        and ___check_type_id(L['self'].__dict__['_buffers'], 140579891941024)  # type=<class 'dict'>; module.py:2030: buffers = self.__dict__.get("_buffers")
        and ___dict_contains('mean2', L['self'].__dict__['_buffers'])  # module.py:1961: if name in _buffers:
        and not ___dict_contains('d', L['self'].__dict__['_buffers'])  # module.py:2031: if isinstance(value, Buffer) or buffers is not None and name in buffers:
        and not ___dict_contains('steps', L['self'].__dict__['_buffers'])  # module.py:2031: if isinstance(value, Buffer) or buffers is not None and name in buffers:
        and not ___dict_contains('lin', L['self'].__dict__['_buffers'])  # module.py:1961: if name in _buffers:
        and check_tensor(L['self'].__dict__['_buffers']['mean2'], Tensor, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])  # module.py:1961: if name in _buffers:
        and not any(hasattr(L['self'].__dict__['_buffers']['mean2'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # module.py:1961: if name in _buffers:
        and check_no_aliasing(L['x'], L['self'].__dict__['_buffers']['mean2'])
        and ___check_type_id(L['self'].__dict__['_modules'], 140579891941024)  # type=<class 'dict'>; module.py:2001: modules = self.__dict__.get("_modules")
        and ___dict_contains('lin', L['self'].__dict__['_modules'])  # module.py:1965: if name in modules:
        and not ___dict_contains('d', L['self'].__dict__['_modules'])  # module.py:2018: elif modules is not None and name in modules:
        and not ___dict_contains('steps', L['self'].__dict__['_modules'])  # module.py:2018: elif modules is not None and name in modules:
        and ___check_type_id(L['self'].__dict__['_modules']['lin'], 93899522575328)  # type=<class 'torch.nn.modules.linear.Linear'>; module.py:1965: if name in modules:
        and not ___dict_contains('forward', L['self'].__dict__['_modules']['lin'].__dict__)  # effects.py:85: return self.lin(x) + self.mean2
        and ___check_type_id(L['self'].__dict__['_modules']['lin']._parameters, 140579891941024)  # type=<class 'dict'>; linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['lin']._parameters['bias'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[3], stride=[1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['lin']._parameters['bias'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and check_tensor(L['self'].__dict__['_modules']['lin']._parameters['weight'], Parameter, DispatchKeySet(CPU, BackendSelect, ADInplaceOrView, AutogradCPU), torch.float32, device=None, requires_grad=True, size=[3, 3], stride=[3, 1])  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and not any(hasattr(L['self'].__dict__['_modules']['lin']._parameters['weight'], mark) for mark in ('_dynamo_dynamic_indices', '_dynamo_weak_dynamic_indices', '_dynamo_unbacked_indices', '_dynamo_strict_unbacked_indices', '_dynamo_static_indices'))  # linear.py:134: return F.linear(input, self.weight, self.bias)
        and ___check_type_id(L['self'].__dict__['_parameters'], 140579891941024)  # type=<class 'dict'>; module.py:1980: params = self.__dict__.get("_parameters")
        and not ___dict_contains('d', L['self'].__dict__['_parameters'])  # module.py:1993: elif params is not None and name in params:
        and not ___dict_contains('steps', L['self'].__dict__['_parameters'])  # module.py:1993: elif params is not None and name in params:
        and not ___dict_contains('lin', L['self'].__dict__['_parameters'])  # module.py:1957: if name in _parameters:
        and not ___dict_contains('mean2', L['self'].__dict__['_parameters'])  # module.py:1957: if name in _parameters:
        and ___check_obj_id(type(L['self']).__mro__[1].__getattr__.__code__, 140579358664112)  # type=<class 'code'>; effects.py:78: return super().__getattr__(n)
        and ___check_obj_id(type(L['self']).__mro__[1].__setattr__.__code__, 93899517619328)  # type=<class 'code'>; effects.py:80: super().__setattr__(n, v)
        and ___check_obj_id(type(dict(type(L['self']).__dict__)['d']).__set__.__code__, 140579049703216)  # type=<class 'code'>; module.py:2074: super().__setattr__(name, value)
    )


def __transformed_code_1_for_forward(self, x):
    graph_out_0 = __compiled_fn_9(  # effects.py:85 -> __compiled_fn_9.*
        self._modules["lin"].weight,
        self._modules["lin"].bias,
        x,
        self._buffers["mean2"],
    )
    __import_torch_dot__dynamo_dot_utils.object_setattr_ignore_descriptor(self, "_d", 4)
    __import_torch_dot__dynamo_dot_utils.object_setattr_ignore_descriptor(
        self, "steps", 3
    )
    return graph_out_0[0]


def transformed_forward(self, x):
    __local_dict = {"self": self, "x": x}
    __global_dict = globals()
    if __guard_1_for_forward(__local_dict, __global_dict):
        return __transformed_code_1_for_forward(self, x)
    # No entry fits: compile again, or run the original.
    return forward(self, x)


# The original, effects.py:82:
def forward(self, x):
    self.d = 4
    self.steps = 3
    return self.lin(x) + self.mean2


# The graphs that the code above calls.


def __compiled_fn_9(*args):
    # Its files:
    #   __compiled_fn_9.Captured_Graph.0.py
    raise NotImplementedError
