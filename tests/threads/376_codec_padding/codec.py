import torch
from torch import nn

from layers import ResidualUnit, StreamConv1d


class Encoder(nn.Module):
    def __init__(self, channels=8, ratios=(2, 4), latent=16, causal=True):
        super().__init__()
        layers = [StreamConv1d(1, channels, 7, causal=causal)]
        for ratio in ratios:
            layers.append(ResidualUnit(channels, dilation=2))
            layers.append(nn.ELU())
            layers.append(StreamConv1d(channels, channels * 2, ratio * 2, stride=ratio, causal=causal))
            channels *= 2
        layers.append(StreamConv1d(channels, latent, 3, causal=causal))
        self.layers = nn.Sequential(*layers)

    def forward(self, wave):
        return self.layers(wave)


class Codebook(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.embed = nn.Embedding(size, dim)

    def forward(self, latent):
        flat = latent.transpose(1, 2)
        table = self.embed.weight.expand(flat.shape[0], -1, -1)
        return torch.cdist(flat, table).argmin(dim=-1)
