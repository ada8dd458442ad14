import torch
import torch.nn.functional as F
from torch import nn

from context import get_forward_context


class Attention(nn.Module):
    def __init__(self, config, prefix):
        super().__init__()
        self.heads, self.head_dim = config.heads, config.dim // config.heads
        self.kv_cache = torch.zeros(2, config.slots, self.heads, self.head_dim)
        self.layer_name = prefix
        config.static_layers[prefix] = self

    def forward(self, q, k, v):
        ctx = get_forward_context()
        q, k, v = (t.view(-1, self.heads, self.head_dim) for t in (q, k, v))
        cache = ctx.attn_layers[self.layer_name].kv_cache
        cache[0].index_copy_(0, ctx.slot_mapping, k)
        cache[1].index_copy_(0, ctx.slot_mapping, v)
        keys, values = cache[0].transpose(0, 1), cache[1].transpose(0, 1)
        out = F.scaled_dot_product_attention(q.transpose(0, 1), keys, values, attn_mask=ctx.block_mask)
        return out.transpose(0, 1).flatten(1)


class DecoderLayer(nn.Module):
    def __init__(self, config, prefix):
        super().__init__()
        self.norm1, self.norm2 = nn.RMSNorm(config.dim), nn.RMSNorm(config.dim)
        self.qkv = nn.Linear(config.dim, 3 * config.dim, bias=False)
        self.attn = Attention(config, prefix=f"{prefix}.attn")
        self.proj = nn.Linear(config.dim, config.dim, bias=False)
        self.mlp = nn.Sequential(nn.Linear(config.dim, 2 * config.dim), nn.SiLU(), nn.Linear(2 * config.dim, config.dim))

    def forward(self, x):
        q, k, v = self.qkv(self.norm1(x)).chunk(3, dim=-1)
        x = x + self.proj(self.attn(q, k, v))
        return x + self.mlp(self.norm2(x))
