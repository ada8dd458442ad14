"""Per-module streaming state: plain nested dicts of tensors, keyed by module path."""
import copy

import torch
from torch import nn


class StreamingModule(nn.Module):
    path = ""

    def init_state(self, batch):
        raise NotImplementedError


def init_states(model, batch):
    states = {}
    for path, module in model.named_modules():
        if isinstance(module, StreamingModule):
            module.path = path
            states[path] = module.init_state(batch)
    return states


def fork(states):
    return copy.deepcopy(states)


class StreamingConv(StreamingModule):
    def __init__(self, cin, cout, kernel, dilation=1):
        super().__init__()
        self.conv = nn.Conv1d(cin, cout, kernel, dilation=dilation)
        self.left = (kernel - 1) * dilation

    def init_state(self, batch):
        return {"left": torch.zeros(batch, self.conv.in_channels, self.left)}

    def forward(self, x, states):
        state = states[self.path]
        x = torch.cat([state["left"], x], dim=-1)
        state["left"].copy_(x[..., -self.left:])
        return self.conv(x)


class StreamingGain(StreamingModule):
    """Slow automatic gain: an exponential mean of the energy seen so far."""

    def __init__(self, decay=0.8):
        super().__init__()
        self.decay = decay

    def init_state(self, batch):
        return {"energy": torch.ones(batch, 1, 1)}

    def forward(self, x, states):
        energy = states[self.path]["energy"]
        energy.mul_(self.decay).add_((1 - self.decay) * x.square().mean((1, 2), keepdim=True))
        return x / (energy + 1e-4).sqrt()
