import torch
from torch import nn


class Agent(nn.Module):
    def __init__(self, obs_dim, n_actions, norm):
        super().__init__()
        self.norm = norm
        self.body = nn.Sequential(nn.Linear(obs_dim, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh())
        self.pi = nn.Linear(32, n_actions)
        self.v = nn.Linear(32, 1)
        self.n_actions = n_actions
        self.explore = None

    def logits(self, h):
        p = torch.softmax(self.pi(h), -1)
        eps = self.explore.value
        return torch.log((1 - eps) * p + eps / self.n_actions)

    @torch.compile(backend="aot_eager")
    def act(self, obs):
        self.norm.update(obs)
        h = self.body(self.norm(obs))
        logp = self.logits(h)
        action = logp.argmax(-1)
        return action, logp.gather(-1, action[:, None]).squeeze(-1), self.v(h).squeeze(-1)
