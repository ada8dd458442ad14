import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self, obs_dim, n_actions, width=32):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(obs_dim, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.pi = nn.Linear(width, n_actions)
        self.v = nn.Linear(width, 1)

    def value(self, obs):
        return self.v(self.trunk(obs)).squeeze(-1)

    @torch.no_grad()
    def act(self, obs):
        return torch.distributions.Categorical(logits=self.pi(self.trunk(obs))).sample()

    def evaluate(self, obs, act):
        h = self.trunk(obs)
        logp = self.pi(h).log_softmax(-1).gather(-1, act[..., None]).squeeze(-1)
        return logp, self.v(h).squeeze(-1)
