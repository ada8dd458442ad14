import torch
import torch.nn.functional as F
from torch import nn

from regulate import phone_progress, stretch


class DurationHead(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv1d(width, width, 3, padding=1)
        self.out = nn.Linear(width, 1)

    def forward(self, states):
        h = torch.relu(self.conv(states.transpose(1, 2))).transpose(1, 2)
        return self.out(h).squeeze(-1)


class Voice(nn.Module):
    def __init__(self, phones, width, bands):
        super().__init__()
        self.embed = nn.Embedding(phones, width)
        self.encoder = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width))
        self.durations = DurationHead(width)
        self.decoder = nn.Sequential(nn.Linear(width + 1, width), nn.GELU(), nn.Linear(width, bands))

    def forward(self, phones, durations, mels):
        rows, frames, bands = mels.shape
        states = self.encoder(self.embed(phones))
        guess = self.durations(states)
        spread = stretch(states.flatten(0, 1), durations.flatten())
        spread = torch.cat([spread, phone_progress(frames, rows)], 1)
        mel_loss = F.l1_loss(self.decoder(spread).view(rows, frames, bands), mels)
        return mel_loss, F.mse_loss(guess, durations.float().log())
