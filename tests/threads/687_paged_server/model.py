import torch
from torch import nn
import torch.nn.functional as F

from context import get_context
from scheduler import PAGE


class PagedAttention(nn.Module):
    def __init__(self, dim, pages):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.register_buffer("keys", torch.zeros(pages, PAGE, dim))
        self.register_buffer("values", torch.zeros(pages, PAGE, dim))

    def gather(self, store, pages):
        return torch.cat([store[page] for page in pages], dim=0)

    def forward(self, x):
        context = get_context()
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        self.keys.flatten(0, 1).index_copy_(0, context.slot.view(1), k)
        self.values.flatten(0, 1).index_copy_(0, context.slot.view(1), v)
        keys = self.gather(self.keys, context.pages)
        values = self.gather(self.values, context.pages)
        visible = torch.arange(keys.shape[0]) < context.length
        return self.out(F.scaled_dot_product_attention(q, keys, values, attn_mask=visible[None]))


class TinyServerModel(nn.Module):
    def __init__(self, vocab=50, dim=32, pages=24, layers=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList(PagedAttention(dim, pages) for _ in range(layers))
        self.head = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, vocab))

    def forward(self, token):
        x = self.embed(token)
        for layer in self.layers:
            x = x + F.silu(layer(x))
        return self.head(x)
