import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self, obs_dim, n_actions, hidden):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs_dim, hidden), nn.Tanh())
        self.pi = nn.Linear(hidden, n_actions)
        self.v = nn.Linear(hidden, 1)

    def forward(self, obs):
        h = self.body(obs)
        return self.pi(h), self.v(h).squeeze(-1)

    def value(self, obs):
        return self.v(self.body(obs)).squeeze(-1)

    @torch.no_grad()
    def act(self, obs, gen):
        logits, _ = self(obs)
        return torch.multinomial(logits.softmax(-1), 1, generator=gen).squeeze(1)
