import torch
from torch import nn


class Highpass:
    def __init__(self, coef, gain=None):
        self.coef = coef
        self.gain = gain

    def __call__(self, x, tail):
        y = x - self.coef * torch.cat([tail, x[:-1]])
        if self.gain is not None:
            y = y * self.gain
        return y


class GatedCell(nn.Module):
    """A minimal gated recurrence with a mask on the frame."""

    def __init__(self, width, hidden):
        super().__init__()
        self.hidden = hidden
        self.inp = nn.Linear(width, 2 * hidden)
        self.rec = nn.Linear(hidden, hidden, bias=False)
        self.mask = nn.Linear(hidden, width)

    def initial_state(self):
        return None

    def _mix(self, frame, h):
        gate, cand = self.inp(frame).chunk(2, dim=-1)
        if h is not None:
            cand = cand + self.rec(h)
        new = torch.tanh(cand)
        gate = torch.sigmoid(gate)
        return gate * new if h is None else gate * new + (1 - gate) * h

    def forward(self, frames, h=None):
        outs = []
        for frame in frames.unbind(0):
            h = self._mix(frame, h)
            outs.append(torch.sigmoid(self.mask(h)) * frame)
        return torch.stack(outs), h
