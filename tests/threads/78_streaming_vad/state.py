import torch
import torch.nn as nn


class StreamState(nn.Module):
    """What the detector carries from one chunk to the next."""

    def __init__(self, width, origin=0):
        super().__init__()
        self.origin = origin
        self.position = origin
        self.register_buffer("hidden", torch.zeros(1, width), persistent=False)

    def clear(self):
        self.position = self.position * 0 + self.origin
        self.hidden = torch.zeros_like(self.hidden[:1])

    def advance(self, frames):
        start = self.position
        self.position = self.position + frames
        return start

    def blend(self, feats, keep=0.7):
        mixed = keep * self.hidden + (1 - keep) * feats.mean(dim=1)
        self.hidden = mixed.mean(dim=0, keepdim=True)
        return mixed
