from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F


@dataclass
class ModelConfig:
    vocab_size: int = 128
    hidden_size: int = 32
    num_heads: int = 4
    num_blocks: int = 8
    block_size: int = 16


class Attention(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.heads = cfg.num_heads
        self.qkv = nn.Linear(cfg.hidden_size, 3 * cfg.hidden_size, bias=False)
        self.proj = nn.Linear(cfg.hidden_size, cfg.hidden_size, bias=False)

    def forward(self, x, cache, slots, lengths):
        n, d = x.shape
        q, k, v = self.qkv(x).chunk(3, -1)
        cache[0][slots] = k
        cache[1][slots] = v
        keys = cache[0].view(n, -1, self.heads, d // self.heads).transpose(1, 2)
        values = cache[1].view(n, -1, self.heads, d // self.heads).transpose(1, 2)
        visible = torch.arange(keys.shape[2]) < lengths[:, None]
        out = F.scaled_dot_product_attention(
            q.view(n, self.heads, 1, -1), keys, values, attn_mask=visible[:, None, None]
        )
        return self.proj(out.reshape(n, d))


class DecoderModel(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = nn.Embedding(cfg.vocab_size, cfg.hidden_size)
        self.norm = nn.RMSNorm(cfg.hidden_size)
        self.attn = Attention(cfg)
        self.lm_head = nn.Linear(cfg.hidden_size, cfg.vocab_size, bias=False)

    def forward(self, tokens, cache, slots, lengths):
        h = self.embed(tokens)
        h = h + self.attn(self.norm(h), cache, slots, lengths)
        return self.lm_head(h)
