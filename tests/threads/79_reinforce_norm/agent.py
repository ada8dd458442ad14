import torch
import torch.nn as nn

from scale import discounted


class Agent(nn.Module):
    def __init__(self, obs_dim, actions, scale, gamma=0.95):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs_dim, 32), nn.Tanh())
        self.pi = nn.Linear(32, actions)
        self.v = nn.Linear(32, 1)
        self.scale = scale
        self.gamma = gamma

    def policy(self, obs):
        return torch.distributions.Categorical(logits=self.pi(self.body(obs)))

    def act(self, obs):
        return self.policy(obs).sample()

    def targets(self, rews):
        returns = discounted(rews, self.gamma)
        self.scale.update(returns)
        return self.scale.apply(returns)

    def loss(self, obs, acts, rews):
        target = self.targets(rews)
        dist = self.policy(obs)
        value = self.v(self.body(obs)).squeeze(-1)
        adv = target - value.detach()
        entropy = dist.entropy().mean()
        pg = -(dist.log_prob(acts) * adv).mean()
        vf = (value - target).square().mean()
        return pg + 0.5 * vf - 0.01 * entropy, {"entropy": entropy, "vf": vf}
