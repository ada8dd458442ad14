import torch
import torch.nn as nn
import torch.nn.functional as F


class AudioEncoder(nn.Module):
    def __init__(self, mels, width):
        super().__init__()
        self.conv1 = nn.Conv1d(mels, width, 3, padding=1)
        self.conv2 = nn.Conv1d(width, width, 3, stride=2, padding=1)

    def forward(self, spectrum):
        x = F.gelu(self.conv1(spectrum))
        return F.gelu(self.conv2(x)).transpose(1, 2)


def utterances(count, batch=2, mels=20, frames=60):
    generator = torch.Generator().manual_seed(21)
    for _ in range(count):
        yield torch.randn(batch, mels, frames, generator=generator)
