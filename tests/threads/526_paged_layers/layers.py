import torch
from torch import nn


def write_slots(store, where, rows):
    store.index_copy_(0, where, rows)


class PagedAttention(nn.Module):
    def __init__(self, width, layer_idx):
        super().__init__()
        self.layer_idx = layer_idx
        self.q = nn.Linear(width, width)
        self.k = nn.Linear(width, width)
        self.v = nn.Linear(width, width)
        self.o = nn.Linear(width, width)

    def forward(self, x, where, visible, kv_caches):
        keys, values = kv_caches[self.layer_idx]
        write_slots(keys, where, self.k(x))
        write_slots(values, where, self.v(x))
        scores = self.q(x) @ keys.T / x.shape[-1] ** 0.5
        scores = scores.masked_fill(~visible, float("-inf"))
        return self.o(torch.softmax(scores, dim=-1) @ values)


class DecoderLayer(nn.Module):
    def __init__(self, width, layer_idx):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.attn = PagedAttention(width, layer_idx)
        self.post = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.SiLU(), nn.Linear(2 * width, width))

    def forward(self, x, where, visible, kv_caches):
        x = x + self.attn(self.norm(x), where, visible, kv_caches)
        return x + self.mlp(self.post(x))
