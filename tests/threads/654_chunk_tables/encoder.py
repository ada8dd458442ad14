import torch
from torch import nn

from tables import lookup, register


class ChunkLayer(nn.Module):
    def __init__(self, width, table_name):
        super().__init__()
        self.table_name = table_name
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Linear(width, width)

    def forward(self, x, carry):
        x = x + lookup(self.table_name)
        h = torch.tanh(self.mix(self.norm(x)) + carry)
        return x + h, h.mean(dim=1, keepdim=True)


class StreamEncoder(nn.Module):
    def __init__(self, width=32, chunk=16, depth=3):
        super().__init__()
        self.chunk = chunk
        self.owned = [register("sinusoid", chunk, width)]
        self.layers = nn.ModuleList(ChunkLayer(width, "sinusoid") for _ in range(depth))

    def start(self, batch, width=32):
        return [torch.zeros(batch, 1, width) for _ in self.layers]

    def forward(self, x, carries):
        fresh = []
        for layer, carry in zip(self.layers, carries):
            x, carry = layer(x, carry)
            fresh.append(carry)
        return x, fresh
