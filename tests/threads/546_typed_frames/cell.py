import torch
from torch import nn

from schema import FrameState


class TrackerCell(nn.Module):
    def __init__(self, features, hidden, decay):
        super().__init__()
        self.inp = nn.Linear(features, hidden)
        self.rec = nn.Linear(hidden, hidden, bias=False)
        self.decay = decay

    def start(self, batch):
        zeros = self.rec.weight.new_zeros(batch, self.rec.in_features)
        return zeros, zeros.sum(dim=-1)

    def advance(self, frame, hidden, energy):
        new = torch.tanh(self.inp(frame) + self.rec(hidden))
        return FrameState(
            hidden=new,
            energy=self.decay * energy + new.square().mean(dim=-1),
        )
