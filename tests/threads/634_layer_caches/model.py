import torch
import torch.nn as nn
import torch.nn.functional as F

from ops import SLOTS, cache_update, register_cache


class Attention(nn.Module):
    def __init__(self, width, prefix):
        super().__init__()
        self.q = nn.Linear(width, width)
        self.kv = nn.Linear(width, width)
        self.layer_name = register_cache(f"{prefix}.attn", SLOTS, width)

    def forward(self, x, pos):
        memory = cache_update(self.kv(x), pos, self.layer_name)
        scores = self.q(x) @ memory.t() / x.shape[-1] ** 0.5
        visible = torch.arange(SLOTS).unsqueeze(0) <= pos.unsqueeze(1)
        scores = scores.masked_fill(~visible, float("-inf"))
        return F.softmax(scores, dim=-1) @ memory


class Block(nn.Module):
    def __init__(self, width, prefix):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.attn = Attention(width, prefix)
        self.mlp = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x, pos):
        x = x + self.attn(self.norm(x), pos)
        return x + self.mlp(x)


class Decoder(nn.Module):
    def __init__(self, vocab=50, width=32, depth=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.blocks = nn.ModuleList(Block(width, f"decoder.blocks.{i}") for i in range(depth))
        self.head = nn.Linear(width, vocab)

    def compile_blocks(self, backend):
        for block in self.blocks:
            block.compile(backend=backend)

    def forward(self, tokens, pos):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x, pos)
        return self.head(x)
