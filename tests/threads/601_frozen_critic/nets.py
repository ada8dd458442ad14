import torch
from torch import nn
import torch.nn.functional as F


class Vocoder(nn.Module):
    def __init__(self, mels=16, hop=4, width=24):
        super().__init__()
        self.pre = nn.Conv1d(mels, width, 3, padding=1)
        self.up = nn.ConvTranspose1d(width, width // 2, hop, stride=hop)
        self.post = nn.Conv1d(width // 2, 1, 5, padding=2)

    def forward(self, mel):
        h = F.leaky_relu(self.pre(mel), 0.1)
        h = F.leaky_relu(self.up(h), 0.1)
        return torch.tanh(self.post(h))


class PeriodCritic(nn.Module):
    def __init__(self, period=4, width=8):
        super().__init__()
        self.period = period
        self.conv1 = nn.Conv2d(1, width, (3, 1), padding=(1, 0))
        self.conv2 = nn.Conv2d(width, 1, (3, 1), padding=(1, 0))

    def forward(self, wave):
        b, c, t = wave.shape
        h = F.leaky_relu(self.conv1(wave.view(b, c, t // self.period, self.period)), 0.1)
        return self.conv2(h).flatten(1), h
