import torch
import torch.nn as nn
import torch.nn.functional as F


class Policy(nn.Module):
    def __init__(self, obs_dim, act_dim, hidden, leak):
        super().__init__()
        self.inp = nn.Linear(obs_dim, hidden)
        self.mid = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, act_dim)
        self.leak = leak

    def act_fn(self, x):
        return F.leaky_relu(x, self.leak)

    def forward(self, obs):
        h = self.act_fn(self.inp(obs))
        h = self.act_fn(self.mid(h))
        return torch.tanh(self.out(h))
