import math

import torch
from torch import nn

from options import tensor_options


class GatedCell(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.hidden = config.hidden
        self.options = tensor_options(config)
        self.w_in = nn.Parameter(torch.empty(config.inputs, 2 * config.hidden, **self.options))
        self.w_rec = nn.Parameter(torch.empty(config.hidden, 2 * config.hidden, **self.options))
        self.bias = nn.Parameter(torch.zeros(2 * config.hidden, **self.options))
        self.reset_parameters()

    @torch.no_grad()
    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden)
        for weight in (self.w_in, self.w_rec):
            weight.uniform_(-bound, bound)

    def first_state(self, batch):
        return torch.zeros(batch, self.hidden, **self.options)

    def forward(self, x, state):
        gate, cand = (x @ self.w_in + state @ self.w_rec + self.bias).chunk(2, dim=-1)
        gate = torch.sigmoid(gate)
        return gate * state + (1 - gate) * torch.tanh(cand)
