import copy

import torch
from torch import nn

from targets import huber, one_step_target


class DQN(nn.Module):
    def __init__(self, n_states, n_actions, width, gamma=0.9):
        super().__init__()
        self.gamma = gamma
        self.online = nn.Sequential(nn.Embedding(n_states, width), nn.ReLU(), nn.Linear(width, n_actions))
        self.target = copy.deepcopy(self.online).requires_grad_(False)

    def forward(self, state, action, reward, next_state, discount):
        q = self.online(state).gather(1, action[:, None]).squeeze(1)
        best = self.online(next_state).argmax(1, keepdim=True)
        boot = self.target(next_state).gather(1, best).squeeze(1)
        return huber(q - one_step_target(reward, self.gamma * discount, boot)).mean()

    @torch.no_grad()
    def value(self, state):
        return self.online(torch.tensor([state])).max().item()
