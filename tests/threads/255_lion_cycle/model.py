import torch
from torch import nn


class TinyLM(nn.Module):
    def __init__(self, vocab=64, dim=32, context=12):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.pos = nn.Parameter(torch.zeros(context, dim))
        self.mix = nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, vocab, bias=False)

    def forward(self, idx):
        x = self.tok(idx) + self.pos[: idx.shape[1]]
        x = x + torch.relu(self.mix(x.cumsum(1)))
        return self.head(self.norm(x))


def param_groups(model, weight_decay):
    decay = [p for p in model.parameters() if p.ndim >= 2]
    plain = [p for p in model.parameters() if p.ndim < 2]
    return [dict(params=decay, weight_decay=weight_decay),
            dict(params=plain, weight_decay=0.0)]
