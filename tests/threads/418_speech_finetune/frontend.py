import torch
import torch.nn.functional as F
from torch import nn


class ConvFrontend(nn.Module):
    """Waveform to frame features, strided 1-d convolutions."""

    def __init__(self, cfg):
        super().__init__()
        dims = [1] + [cfg.conv_dim] * len(cfg.kernels)
        self.convs = nn.ModuleList(
            nn.Conv1d(i, o, k, s)
            for i, o, k, s in zip(dims[:-1], dims[1:], cfg.kernels, cfg.strides)
        )
        self.projection = nn.Linear(cfg.conv_dim, cfg.hidden)

    def freeze(self):
        for parameter in self.parameters():
            parameter.requires_grad = False

    def forward(self, wave):
        wave = (wave - wave.mean(-1, keepdim=True)) / (wave.std(-1, keepdim=True) + 1e-5)
        x = wave.unsqueeze(1)
        for conv in self.convs:
            x = F.gelu(conv(x))
        return self.projection(x.transpose(1, 2))
