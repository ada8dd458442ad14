import torch
from torch import nn

VOCAB = 20


class Mixer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.gate = nn.Linear(width, width)
        self.value = nn.Linear(width, width)

    def forward(self, x):
        h = self.norm(x)
        steps = torch.arange(1, x.shape[1] + 1, dtype=x.dtype)[:, None]
        past = self.value(h).cumsum(1) / steps
        return x + torch.sigmoid(self.gate(h)) * past


class Decoder(nn.Module):
    def __init__(self, width=24, layers=2):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, width)
        self.layers = nn.ModuleList(Mixer(width) for _ in range(layers))
        self.head = nn.Linear(width, VOCAB)

    def forward(self, tokens):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x)
        return self.head(x)
