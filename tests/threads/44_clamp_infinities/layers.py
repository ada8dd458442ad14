import torch
import torch.nn as nn

from overflow import clamp_overflow


class Layer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.mix = nn.Linear(dim, dim)
        self.wide = nn.Linear(dim, 4 * dim)
        self.narrow = nn.Linear(4 * dim, dim)

    def forward(self, h, mask):
        context = (h * mask[..., None]).mean(1, keepdim=True)
        h = clamp_overflow(h + self.mix(context))
        return clamp_overflow(h + self.narrow(torch.relu(self.wide(h))))


class Encoder(nn.Module):
    def __init__(self, vocab, dim, depth):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList(Layer(dim) for _ in range(depth))

    def forward(self, tokens, mask):
        h = self.embed(tokens)
        for layer in self.layers:
            h = layer(h, mask)
        return h
