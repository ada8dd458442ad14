import torch
import torch.nn.functional as F
from torch import nn


class DurationPredictor(nn.Module):
    def __init__(self, dim, longest=6):
        super().__init__()
        self.conv = nn.Conv1d(dim, dim, 3, padding=1)
        self.out = nn.Linear(dim, 1)
        self.longest = longest

    def forward(self, x):
        h = self.conv(x.transpose(1, 2)).relu().transpose(1, 2)
        return (1 + self.longest * self.out(h).squeeze(-1).sigmoid()).round().long()


class LengthRegulator(nn.Module):
    """Repeats every note for its number of frames and pads with silence."""

    def __init__(self, max_frames):
        super().__init__()
        self.max_frames = max_frames

    def fit(self, row):
        missing = self.max_frames - row.shape[0]
        if missing < 0:
            return row[: self.max_frames]
        return F.pad(row, (0, 0, 0, missing))

    def forward(self, x, durations):
        rows = [notes.repeat_interleave(frames, dim=0) for notes, frames in zip(x, durations)]
        return torch.stack([self.fit(row) for row in rows])


def frame_mask(durations, max_frames):
    total = durations.sum(-1, keepdim=True)
    return torch.arange(max_frames, device=durations.device) < total
