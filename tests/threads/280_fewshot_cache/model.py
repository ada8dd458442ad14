import torch
import torch.nn.functional as F
from torch import nn


class ContextEncoder(nn.Module):
    def __init__(self, vocab, dim, slots):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.queries = nn.Parameter(torch.randn(slots, dim) * 0.1)
        self.norm = nn.LayerNorm(dim)

    def forward(self, ids):
        tokens = self.norm(self.embed(ids)).unsqueeze(0)
        return F.scaled_dot_product_attention(self.queries.unsqueeze(0), tokens, tokens)


class Scorer(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.MultiheadAttention(dim, 4, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))
        self.norm = nn.LayerNorm(dim)

    def forward(self, context, ids, mask):
        x = self.embed(ids)
        memory = torch.cat([context.expand(len(ids), -1, -1), x], dim=1)
        x = x + self.mix(x, memory, memory, need_weights=False)[0]
        x = self.norm(x + self.mlp(x))
        logp = F.log_softmax(x[:, :-1] @ self.embed.weight.t(), dim=-1)
        picked = logp.gather(-1, ids[:, 1:, None]).squeeze(-1)
        return (picked * mask[:, 1:]).sum(-1) / mask[:, 1:].sum(-1)
