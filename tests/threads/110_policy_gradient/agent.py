import torch
from torch import nn

from checks import check_shapes, finite, named


class Policy(nn.Module):
    def __init__(self, obs, arms):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, 32), nn.Tanh(), nn.Linear(32, arms))

    def forward(self, obs):
        return self.body(obs)


@named("advantage")
@finite
def advantages(rewards):
    return (rewards - rewards.mean()) / (rewards.std() + 1e-6)


@torch.compile(backend="aot_eager")
def policy_loss(policy, obs, actions, rewards):
    check_shapes(obs, actions)
    logp = policy(obs).log_softmax(-1)
    chosen = logp.gather(1, actions.unsqueeze(1)).squeeze(1)
    entropy = -(logp.exp() * logp).sum(-1).mean()
    return -(chosen * advantages(rewards)).mean() - 0.01 * entropy
