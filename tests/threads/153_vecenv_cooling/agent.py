import logging

import torch
from torch import nn

log = logging.getLogger("corridor.agent")


class QNet(nn.Module):
    def __init__(self, length, actions=2):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(length, 32), nn.Tanh())
        self.value = nn.Linear(32, 1)
        self.advantage = nn.Linear(32, actions)

    def forward(self, obs):
        h = self.body(obs)
        a = self.advantage(h)
        return self.value(h) + a - a.mean(-1, keepdim=True)


class Agent:
    def __init__(self, length, gamma=0.9):
        self.net = QNet(length)
        self.gamma = gamma
        self.act = torch.compile(self.act, backend="eager")
        self.td_error = torch.compile(self.td_error, backend="eager")

    @torch.no_grad()
    def act(self, obs, noise, choose):
        q = self.net(obs)
        return choose(q, noise)

    def clip(self, delta):
        log.debug("clipping %d errors", len(delta))
        return delta.clamp(-1, 1)

    def td_error(self, obs, action, reward, after):
        with torch.no_grad():
            goal = reward + self.gamma * self.net(after).amax(-1)
        q = self.net(obs).gather(1, action[:, None]).squeeze(1)
        return (q - goal.clamp(-1, 1)), self.clip(q.detach() - goal)
