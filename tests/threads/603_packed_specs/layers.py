import torch
from torch import nn

from kernels import quant_forward, quantize
from specs import pack_spec


class PackedLinear(nn.Module):
    def __init__(self, n_in, n_out, bits=4, group=16, act="none"):
        super().__init__()
        self.spec = pack_spec(bits=bits, group=group, act=act)
        dense = nn.Linear(n_in, n_out)
        q, scale = quantize(dense.weight.detach(), bits, group)
        self.register_buffer("q", q)
        self.register_buffer("scale", scale)
        self.register_buffer("bias", dense.bias.detach().clone())

    def forward(self, x):
        return quant_forward(x, self.q, self.scale, self.bias, self.spec)


class PackedBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = PackedLinear(width, 2 * width, bits=8, act="silu")
        self.down = PackedLinear(2 * width, width, bits=4)

    def forward(self, x):
        return x + self.down(self.up(self.norm(x)))


class PackedNet(nn.Module):
    def __init__(self, width=32, depth=2, classes=5):
        super().__init__()
        self.blocks = nn.ModuleList(PackedBlock(width) for _ in range(depth))
        self.head = PackedLinear(width, classes, bits=8)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(1))
