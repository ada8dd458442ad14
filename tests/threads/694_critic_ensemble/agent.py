import copy
import random

import torch
import torch.nn.functional as F

from critics import Actor, CriticEnsemble


class Agent:
    def __init__(self, obs_dim, act_dim, ensemble=5, subset=2, gamma=0.97, seed=0):
        self.actor = Actor(obs_dim, act_dim)
        self.critics = CriticEnsemble(obs_dim, act_dim, ensemble)
        self.targets = copy.deepcopy(self.critics).requires_grad_(False)
        self.gamma = gamma
        self.subset = subset
        self.picker = random.Random(seed)
        self.optimizer = torch.optim.Adam(self.critics.parameters(), lr=3e-3)
        self.loss = torch.compile(self.critic_loss, backend="inductor")

    def draw_members(self):
        return sorted(self.picker.sample(range(len(self.critics.members)), self.subset))

    def bootstrap(self, batch, members):
        with torch.no_grad():
            values = self.targets(batch.next_obs, self.actor(batch.next_obs))
            return batch.reward + self.gamma * values[members].amin(0)

    def critic_loss(self, batch, members):
        target = self.bootstrap(batch, members)
        values = self.critics(batch.obs, batch.action)
        return F.mse_loss(values, target.expand_as(values))

    def update(self, batch):
        loss = self.loss(batch, self.draw_members())
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.targets.track(self.critics, 0.05)
        return loss.item()
