import torch
import torch.nn as nn


def mlp(inp, hidden, out):
    return nn.Sequential(nn.Linear(inp, hidden), nn.ReLU(), nn.Linear(hidden, out))


class CriticEnsemble(nn.Module):
    def __init__(self, obs_dim, act_dim, size):
        super().__init__()
        self.members = nn.ModuleList(mlp(obs_dim + act_dim, 32, 1) for _ in range(size))

    def forward(self, obs, action):
        x = torch.cat([obs, action], dim=-1)
        return torch.stack([m(x).squeeze(-1) for m in self.members])

    @torch.no_grad()
    def track(self, source, rate):
        for mine, theirs in zip(self.parameters(), source.parameters()):
            mine.lerp_(theirs, rate)


class Actor(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.net = mlp(obs_dim, 32, act_dim)

    def forward(self, obs):
        return self.net(obs).tanh()
