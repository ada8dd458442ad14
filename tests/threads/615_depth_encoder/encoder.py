import torch
from torch import nn

from depth import StochasticDepth


class Residual(nn.Module):
    def __init__(self, body, depth):
        super().__init__()
        self.body = body
        self.depth = depth

    def forward(self, hidden):
        if self.training and self.depth.skip():
            return hidden
        return hidden + self.body(hidden)


class Shift(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.mix = nn.Linear(2 * width, width)

    def forward(self, hidden):
        before = torch.nn.functional.pad(hidden, (0, 0, 1, 0))[:, :-1]
        return self.mix(torch.cat([hidden, before], dim=-1))


def feed(width):
    return nn.Sequential(
        nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width)
    )


class Encoder(nn.Module):
    def __init__(self, vocab, width, skip_rate):
        super().__init__()
        depth = StochasticDepth(skip_rate)
        self.depth = depth
        self.embed = nn.Embedding(vocab, width)
        self.shift = Residual(Shift(width), depth)
        self.narrow = Residual(feed(width), depth)
        self.wide = Residual(feed(width), depth)
        self.head = nn.Linear(width, vocab)

    def forward(self, tokens):
        hidden = self.shift(self.embed(tokens))
        hidden = self.narrow(hidden)
        hidden = self.wide(hidden)
        return self.head(hidden)
