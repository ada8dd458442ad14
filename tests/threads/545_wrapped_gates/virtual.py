import torch


def scaled_view(name):
    def getter(self):
        raw = self._parameters["raw_" + name]
        gain = self._parameters["gain_" + name]
        return raw * (gain / raw.norm(dim=1, keepdim=True))

    return property(getter)


def wrapped_type(cls, names):
    members = {name: scaled_view(name) for name in names}
    return type(f"Scaled{cls.__name__}", (cls,), members)


def scale_parameters(module, names=("weight",)):
    for name in names:
        param = module._parameters.pop(name)
        module.register_parameter("raw_" + name, param)
        gain = param.detach().norm(dim=1, keepdim=True)
        module.register_parameter("gain_" + name, torch.nn.Parameter(gain))
    module.__class__ = wrapped_type(type(module), names)
    return module
