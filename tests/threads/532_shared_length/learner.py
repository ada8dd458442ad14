import torch
import torch.nn as nn


class ValueNet(nn.Module):
    def __init__(self, obs_dim, hidden=32):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs_dim, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, obs):
        return self.body(obs).squeeze(-1)


class Learner:
    def __init__(self, net, storage, sampler, clip=2.0):
        self.net = net
        self.storage = storage
        self.sampler = sampler
        self.clip = clip

    def loss(self, u):
        obs, reward = self.storage.get(self.sampler.slots(self.storage, u))
        error = self.net(obs) - reward.clamp(-self.clip, self.clip)
        return error.square().mean()
