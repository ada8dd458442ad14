import torch
from torch import nn


class TD0Estimator:
    def __init__(self, actor, critic, gamma):
        self.actor, self.critic, self.gamma = actor, critic, gamma

    @torch.no_grad()
    def target(self, batch):
        nxt = batch["next_obs"]
        q1, q2 = self.critic(nxt, self.actor(nxt))
        return batch["reward"] + self.gamma * (1 - batch["done"]) * torch.minimum(q1, q2)


class AverageEstimator(TD0Estimator):
    @torch.no_grad()
    def target(self, batch):
        nxt = batch["next_obs"]
        q1, q2 = self.critic(nxt, self.actor(nxt))
        return batch["reward"] + self.gamma * (1 - batch["done"]) * 0.5 * (q1 + q2)


ESTIMATORS = {"td0": TD0Estimator, "average": AverageEstimator}


class CriticObjective(nn.Module):
    def __init__(self, actor, critic, target_critic, gamma=0.97, estimator="td0"):
        super().__init__()
        self.actor, self.critic, self.target_critic = actor, critic, target_critic
        self.gamma = gamma
        self.estimator = estimator

    def value_estimator(self):
        return ESTIMATORS[self.estimator](self.actor, self.target_critic, self.gamma)

    def forward(self, batch):
        goal = self.value_estimator().target(batch)
        q1, q2 = self.critic(batch["obs"], batch["action"])
        td = torch.stack([q1 - goal, q2 - goal])
        return td.pow(2).mean(), td.abs().amax(dim=0).detach()
