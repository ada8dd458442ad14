import torch
from torch import nn

from table import StateTable


class StateEmbedding(nn.Module):
    def __init__(self, table: StateTable, dim: int):
        super().__init__()
        self.table = table
        self.weight = nn.Embedding(len(table), dim)

    def forward(self, states):
        rows = torch.as_tensor(self.table.lookup(states), device=states.device)
        return self.weight(rows)


class SystemEmbedding(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.charge = StateEmbedding(StateTable(range(-3, 4), sign=True), dim)
        self.spin = StateEmbedding(StateTable(range(1, 6)), dim)
        self.mix = nn.Linear(2 * dim, dim)

    def forward(self, charge, spin):
        return torch.tanh(self.mix(torch.cat([self.charge(charge), self.spin(spin)], dim=-1)))
