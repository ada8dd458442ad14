import torch
from torch.utils import _pytree as pytree


class ScaledRows(torch.Tensor):
    @staticmethod
    def __new__(cls, codes, scale, first_row):
        return torch.Tensor._make_wrapper_subclass(
            cls, codes.shape, strides=codes.stride(), dtype=torch.float32,
            device=codes.device, requires_grad=False)

    def __init__(self, codes, scale, first_row):
        self.codes = codes
        self.scale = scale
        self.first_row = first_row

    def __repr__(self):
        return f"ScaledRows(shape={tuple(self.shape)}, first_row={self.first_row})"

    def __tensor_flatten__(self):
        return ["codes"], (self.scale, self.first_row)

    @staticmethod
    def __tensor_unflatten__(inner, meta, outer_size, outer_stride):
        return ScaledRows(inner["codes"], *meta)

    def dense(self):
        return self.codes.to(torch.float32) * self.scale

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        plain = pytree.tree_map_only(ScaledRows, lambda t: t.dense(), (args, kwargs or {}))
        return func(*plain[0], **plain[1])


def pack(x, scale, first_row):
    codes = torch.clamp(torch.round(x / scale), -127, 127).to(torch.int8)
    return ScaledRows(codes, scale, first_row)
