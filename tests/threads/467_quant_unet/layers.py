import torch
import torch.nn as nn
import torch.nn.functional as F

from qtensor import pack, packed_bytes, unpack


class PackedLinear(nn.Module):
    def __init__(self, source, block=16):
        super().__init__()
        self.qweight = pack(source.weight, block)
        self.bias = nn.Parameter(source.bias.detach().clone(), requires_grad=False)

    def forward(self, x):
        return F.linear(x, unpack(self.qweight, x.dtype), self.bias)

    def size_in_bytes(self):
        return packed_bytes(self.qweight) + 4 * self.bias.numel()


class ResBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.time = nn.Linear(dim, dim)
        self.fc1 = nn.Linear(dim, 2 * dim)
        self.fc2 = nn.Linear(2 * dim, dim)

    def forward(self, x, t):
        h = self.norm(x) + self.time(t)[:, None]
        return x + self.fc2(F.silu(self.fc1(h)))


def quantize_(module, skip=("time",)):
    for name, child in module.named_children():
        if isinstance(child, nn.Linear) and name not in skip:
            setattr(module, name, PackedLinear(child))
        else:
            quantize_(child, skip)
    return module
