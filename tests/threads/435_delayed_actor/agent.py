import copy

import torch
from torch import nn


def mlp(*sizes):
    layers = []
    for i in range(len(sizes) - 1):
        layers += [nn.Linear(sizes[i], sizes[i + 1]), nn.Tanh()]
    return nn.Sequential(*layers[:-1])


class Agent(nn.Module):
    def __init__(self, obs, act, hidden=24, gamma=0.97):
        super().__init__()
        self.gamma = gamma
        self.actor = mlp(obs, hidden, act)
        self.critic = mlp(obs + act, hidden, 1)
        self.log_scale = nn.Parameter(torch.zeros(act))
        self.target = copy.deepcopy(self.critic).requires_grad_(False)

    def trainable(self):
        return [p for p in self.parameters() if p.requires_grad]

    def act(self, obs):
        return torch.tanh(self.actor(obs))

    def q(self, obs, act, net=None):
        net = self.critic if net is None else net
        return net(torch.cat([obs, act], -1)).squeeze(-1)

    def critic_loss(self, b):
        with torch.no_grad():
            noise = b["noise"] * self.log_scale.exp()
            nxt = (self.act(b["next"]) + 0.1 * noise).clamp(-1, 1)
            y = b["rew"] + self.gamma * self.q(b["next"], nxt, self.target)
        return (self.q(b["obs"], b["act"]) - y).pow(2).mean()

    def actor_loss(self, b):
        self.critic.requires_grad_(False)
        loss = -self.q(b["obs"], self.act(b["obs"])).mean()
        self.critic.requires_grad_(True)
        return loss

    def scale_loss(self, b):
        spread = b["act"].std(0) - 0.4
        return (self.log_scale.exp() * spread).sum()

    @torch.no_grad()
    def sync(self, tau=0.05):
        for t, s in zip(self.target.parameters(), self.critic.parameters()):
            t.lerp_(s, tau)
