"""Drop-in layers with fake-quantized weights."""
import torch
from torch import nn
from torch.nn import functional as F

from quantizers import ChannelwiseQuantizer, GroupwiseQuantizer


class QuantLinear(nn.Linear):
    def __init__(self, in_features, out_features, quantizer, bias=True):
        super().__init__(in_features, out_features, bias=bias)
        self.quantizer = quantizer

    def forward(self, x):
        return F.linear(x, self.quantizer(self.weight), self.bias)


class GatedMLP(nn.Module):
    def __init__(self, dim, hidden, cfg):
        super().__init__()
        self.up = QuantLinear(dim, 2 * hidden, GroupwiseQuantizer(cfg))
        self.down = QuantLinear(hidden, dim, GroupwiseQuantizer(cfg))
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        gate, value = self.up(self.norm(x)).chunk(2, dim=-1)
        return x + self.down(F.silu(gate) * value)


class QuantRegressor(nn.Module):
    def __init__(self, dim, depth, cfg):
        super().__init__()
        self.blocks = nn.ModuleList(GatedMLP(dim, 2 * dim, cfg) for _ in range(depth))
        self.head = QuantLinear(dim, 1, ChannelwiseQuantizer(cfg))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(torch.tanh(x))


def export_sizes(model):
    sizes = {k: int(v) for k, v in model.state_dict().items() if k.endswith("quantizer.group_size")}
    return sorted(set(sizes.values())), len(sizes)
