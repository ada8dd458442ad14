"""Weights stored as int8 blocks with one scale per block."""
import torch


class PackedTensor(torch.Tensor):
    """A plain tensor that remembers how its blocks were packed."""

    @staticmethod
    def wrap(data, scale, shape):
        out = data.as_subclass(PackedTensor)
        out.scale = scale
        out.full_shape = shape
        return out

    __torch_function__ = torch._C._disabled_torch_function_impl


def pack(weight, block=16):
    flat = weight.detach().reshape(-1, block)
    scale = flat.abs().amax(dim=1, keepdim=True).clamp_min(1e-8) / 127.0
    return PackedTensor.wrap((flat / scale).round().to(torch.int8), scale, weight.shape)


def dequantize(blocks, scale, dtype):
    return blocks.to(dtype) * scale.to(dtype)


def unpack(packed, dtype=torch.float32):
    out = dequantize(packed, packed.scale, dtype).reshape(packed.full_shape)
    out.__class__ = torch.Tensor
    return out


def packed_bytes(packed):
    return packed.numel() + 4 * packed.scale.numel()
