import torch

from movers import cast_tree


class Hook:
    """What a part of a model needs before it runs, as offloading needs it."""

    def __init__(self, dtype):
        self.dtype = dtype

    @torch.compiler.disable
    def before(self, args, kwargs):
        return cast_tree(args, self.dtype), cast_tree(kwargs, self.dtype)


def add_hook(module, hook):
    inner = module.forward

    def forward(*args, **kwargs):
        args, kwargs = hook.before(args, kwargs)
        return inner(*args, **kwargs)

    module.forward = forward
