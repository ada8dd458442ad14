import torch
import torch.nn as nn


def rotate(x, positions):
    freq = torch.exp(-torch.arange(x.shape[-1] // 2))
    angle = positions * freq
    a, b = x.chunk(2, -1)
    return torch.cat([a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()], -1)


class Attention(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.head = nn.Linear(dim, vocab)

    def forward(self, tokens, positions, slot, keys, values):
        q, k, v = self.qkv(self.embed(tokens)).chunk(3, -1)
        keys.index_copy_(1, slot, rotate(k, positions)[:, None])
        values.index_copy_(1, slot, v[:, None])
        score = torch.einsum("bd,btd->bt", rotate(q, positions), keys)
        score = score.masked_fill(torch.arange(keys.shape[1]) > slot, float("-inf"))
        return self.head(torch.einsum("bt,btd->bd", score.softmax(-1), values))
