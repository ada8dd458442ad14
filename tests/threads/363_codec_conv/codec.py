from dataclasses import dataclass

import torch
from torch import nn

from layers import CodecConv1d, ResUnit


@dataclass
class CodecConfig:
    channels: int = 8
    ratios: tuple = (2, 4)
    latent: int = 16
    codebooks: int = 2
    bins: int = 32


class Encoder(nn.Module):
    def __init__(self, cfg: CodecConfig):
        super().__init__()
        dim = cfg.channels
        layers = [CodecConv1d(1, dim, 7)]
        for ratio in cfg.ratios:
            layers += [ResUnit(dim, 2), nn.ELU(), CodecConv1d(dim, dim * 2, ratio * 2, ratio)]
            dim *= 2
        layers += [nn.ELU(), CodecConv1d(dim, cfg.latent, 7)]
        self.layers = nn.Sequential(*layers)

    def forward(self, wav):
        return self.layers(wav)


class ResidualVQ(nn.Module):
    def __init__(self, cfg: CodecConfig):
        super().__init__()
        self.books = nn.ParameterList([nn.Parameter(torch.randn(cfg.bins, cfg.latent) * 0.1) for _ in range(cfg.codebooks)])

    def forward(self, latent):
        residual = latent.transpose(1, 2)
        codes, commit = [], 0.0
        for book in self.books:
            idx = torch.cdist(residual, book[None]).argmin(-1)
            chosen = book[idx]
            commit = commit + (residual - chosen).pow(2).mean()
            residual = residual - chosen
            codes.append(idx)
        return torch.stack(codes, 1), commit


def build_codec(cfg: CodecConfig):
    return nn.Sequential(Encoder(cfg), ResidualVQ(cfg))
