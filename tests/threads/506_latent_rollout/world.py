import torch
from torch import nn

from state import LatentState


class Dynamics(nn.Module):
    def __init__(self, deter=24, stoch=8, actions=3):
        super().__init__()
        self.cell = nn.GRUCell(stoch + actions, deter)
        self.prior = nn.Linear(deter, stoch)

    def forward(self, state, action):
        deter = self.cell(torch.cat([state.stoch, action], dim=-1), state.deter)
        return LatentState(deter, torch.tanh(self.prior(deter)))


class WorldModel(nn.Module):
    def __init__(self, deter=24, stoch=8, actions=3):
        super().__init__()
        self.dynamics = Dynamics(deter, stoch, actions)
        self.actor = nn.Linear(deter + stoch, actions)
        self.reward = nn.Linear(deter + stoch, 1)
        self.value = nn.Linear(deter + stoch, 1)
