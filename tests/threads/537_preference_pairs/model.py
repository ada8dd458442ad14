from torch import nn
import torch.nn.functional as F

from rotary import RotaryTables, rotate


class Block(nn.Module):
    def __init__(self, dim, heads, tables):
        super().__init__()
        self.heads = heads
        self.tables = tables
        self.norm = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x):
        q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(self.norm(x)).chunk(3, -1))
        cos, sin = self.tables.get(x.shape[1])
        h = F.scaled_dot_product_attention(rotate(q, cos, sin), rotate(k, cos, sin), v, is_causal=True)
        return x + self.out(h.transpose(1, 2).flatten(2))


class Policy(nn.Module):
    def __init__(self, vocab=48, dim=32, heads=4, depth=2):
        super().__init__()
        tables = RotaryTables(dim // heads)
        self.embed = nn.Embedding(vocab, dim)
        self.blocks = nn.ModuleList(Block(dim, heads, tables) for _ in range(depth))
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def answer_logprob(logits, tokens, answer):
    logp = logits[:, :-1].log_softmax(-1).gather(-1, tokens[:, 1:, None]).squeeze(-1)
    return (logp * answer[:, 1:]).sum(-1)
