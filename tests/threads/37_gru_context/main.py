"""A policy with a recurrent memory, evaluated compiled (pytorch#167275)."""
import torch
import torch.nn as nn

import settings
from memory import Memory


class Policy(nn.Module):
    def __init__(self, observation=4, dim=8, actions=3):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(observation, dim), nn.ReLU(), nn.Linear(dim, dim))
        self.memory = Memory(dim)
        self.actor = nn.Linear(dim, actions)
        self.critic = nn.Linear(dim, 1)

    def forward(self, observations):
        h = self.memory(self.encode(observations))
        return self.actor(torch.tanh(h)), self.critic(torch.tanh(h))[..., 0]


@torch.compile(backend="eager")
def advantages(reward, value):
    following = torch.cat([value[:, 1:], value[:, -1:]], 1)
    return reward + 0.99 * following - value


@torch.compile(backend="eager")
def entropy(logits):
    logp = logits.log_softmax(-1)
    return -(logp.exp() * logp).sum(-1).mean()


@torch.no_grad()
def main():
    settings.apply()
    torch.manual_seed(0)
    policy = torch.compile(Policy(), backend="eager")
    for episode in range(3):
        observations = torch.randn(5, 7, 4)
        logits, value = policy(observations)
        gain = advantages(observations.sum(-1), value)
        print(episode, f"{gain.mean().item():.4f} {entropy(logits).item():.4f}")


if __name__ == "__main__":
    main()
