import torch
import torch.nn as nn

from sampler import choose, refresh


class Critic(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(width, 32), nn.Tanh(), nn.Linear(32, 1))

    def forward(self, x):
        return self.net(x).squeeze(-1)


class Learner:
    def __init__(self, critic, states, returns, lr=0.05):
        self.critic = critic
        self.states = states
        self.returns = returns
        self.optimizer = torch.optim.SGD(critic.parameters(), lr=lr)
        self.step = torch.compile(self.evaluate, backend="inductor")

    def evaluate(self, priorities, draw):
        index, weight = choose(priorities, draw, 0.4)
        error = self.critic(self.states[index]) - self.returns[index]
        return (weight * error.square()).mean(), refresh(priorities, index, error), index

    def update(self, priorities, draw):
        loss, priorities, index = self.step(priorities, draw)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item(), priorities, int(index)
