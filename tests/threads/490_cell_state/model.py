import torch
from torch import nn

from cells import GatedCell


class SequenceRegressor(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.norm = nn.LayerNorm(config.inputs)
        self.cell = GatedCell(config)
        self.readout = nn.Linear(config.hidden, config.outputs)

    def forward(self, series):
        series = self.norm(series)
        state = self.cell.first_state(series.shape[0])
        states = []
        for x in series.unbind(dim=1):
            state = self.cell(x, state)
            states.append(state)
        return self.readout(torch.stack(states, dim=1).mean(dim=1))


def count_parameters(module):
    return sum(p.numel() for p in module.parameters())
