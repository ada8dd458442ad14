import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, vocab, width, tags):
        super().__init__()
        self.emb = nn.Embedding(vocab, width)
        self.ctx = nn.Conv1d(width, width, 3, padding=1)
        self.out = nn.Linear(width, tags)

    def forward(self, ids):
        x = self.emb(ids)
        x = x + torch.relu(self.ctx(x.transpose(1, 2)).transpose(1, 2))
        return self.out(x)


def make_data(n, seed, batch=4, length=10):
    g = torch.Generator().manual_seed(seed)
    ids = [torch.randint(0, 30, (batch, length), generator=g) for _ in range(n)]
    return [(x, x % 5) for x in ids]
