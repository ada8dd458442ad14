import torch
from torch import nn


class CausalTap(nn.Module):
    def __init__(self, width, taps):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(taps, width) / taps)
        self.keep = taps - 1

    def forward(self, chunk, state):
        padded = torch.cat([state.tail, chunk], dim=1)
        state.tail = padded[:, -self.keep:].contiguous()
        windows = padded.unfold(1, self.weight.shape[0], 1)
        return torch.einsum("btwk,kw->btw", windows, self.weight)


class Encoder(nn.Module):
    def __init__(self, width=12, taps=4):
        super().__init__()
        self.tap = CausalTap(width, taps)
        self.gate = nn.Linear(2 * width, width)

    def forward(self, chunk, state):
        mixed = self.tap(chunk, state).mean(dim=1)
        gate = torch.sigmoid(self.gate(torch.cat([mixed, state.hidden], dim=-1)))
        state.hidden = gate * state.hidden + (1 - gate) * torch.tanh(mixed)
        state.energy = 0.9 * state.energy + 0.1 * mixed.pow(2).mean(dim=-1)
        return state.hidden
