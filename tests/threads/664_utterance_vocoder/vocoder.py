import torch
from torch import nn

from windows import overlap_window


class ResUnit(nn.Module):
    def __init__(self, width, dilation):
        super().__init__()
        self.conv = nn.Conv1d(width, width, 3, padding=dilation, dilation=dilation)
        self.out = nn.Conv1d(width, width, 1)

    def forward(self, x):
        return x + self.out(torch.tanh(self.conv(x)))


class Vocoder(nn.Module):
    def __init__(self, codes=48, width=24, hop=6):
        super().__init__()
        self.hop = hop
        self.codebook = nn.Embedding(codes, width)
        self.units = nn.Sequential(ResUnit(width, 1), ResUnit(width, 2))
        self.to_wave = nn.Conv1d(width, hop, 1)

    def forward(self, codes):
        x = self.codebook(codes)
        x = x * overlap_window(x).view(1, -1, 1)
        x = self.units(x.transpose(1, 2))
        wave = self.to_wave(x).transpose(1, 2)
        return torch.tanh(wave).reshape(codes.size(0), -1)
