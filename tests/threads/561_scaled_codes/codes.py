"""Int8 activations that carry their scale with them."""
import torch
from torch.utils._python_dispatch import return_and_correct_aliasing


class ScaledCodes(torch.Tensor):
    @staticmethod
    def __new__(cls, codes, scale):
        return torch.Tensor._make_wrapper_subclass(
            cls, codes.shape, dtype=torch.float32, device=codes.device, requires_grad=False
        )

    def __init__(self, codes, scale):
        self.codes = codes
        self.scale = scale

    def __repr__(self):
        return f"ScaledCodes(shape={tuple(self.shape)}, scale={self.scale})"

    def __tensor_flatten__(self):
        return ["codes"], (self.scale,)

    @staticmethod
    def __tensor_unflatten__(inner, ctx, outer_size, outer_stride):
        return ScaledCodes(inner["codes"], ctx[0])

    def dequantize(self):
        return self.codes.to(torch.float32) * self.scale

    @classmethod
    def __torch_dispatch__(cls, func, types, args, kwargs=None):
        kwargs = kwargs or {}
        if func is torch.ops.aten.detach.default:
            out = ScaledCodes(args[0].codes.detach(), args[0].scale)
            return return_and_correct_aliasing(func, args, kwargs, out)
        plain = [a.dequantize() if isinstance(a, ScaledCodes) else a for a in args]
        return func(*plain, **kwargs)
