import torch
import torch.nn as nn

from checks import warn_if_padding


class Encoder(nn.Module):
    def __init__(self, words, dim, pad):
        super().__init__()
        self.pad = pad
        self.embed = nn.Embedding(words, dim)
        self.up = nn.Linear(dim, 2 * dim)
        self.down = nn.Linear(2 * dim, dim)

    def forward(self, ids, mask=None):
        warn_if_padding(ids, mask, self.pad)
        x = self.embed(ids)
        x = x + self.down(nn.functional.gelu(self.up(x)))
        if mask is not None:
            x = x * mask[..., None]
        return x.mean(1)
