from dataclasses import dataclass

import torch


@dataclass
class Rollout:
    tokens: torch.Tensor
    old_logps: torch.Tensor
    rewards: torch.Tensor
    keep: torch.Tensor


def sample_rollouts(count, groups, length, vocab, generator):
    rollouts = []
    for _ in range(count):
        tokens = torch.randint(0, vocab, (groups, length + 1), generator=generator)
        old = -3.0 + 0.3 * torch.randn(groups, length, generator=generator)
        rewards = torch.rand(groups, generator=generator)
        ends = torch.randint(length // 2, length + 1, (groups, 1), generator=generator)
        keep = (torch.arange(length).unsqueeze(0) < ends).float()
        rollouts.append(Rollout(tokens, old, rewards, keep))
    return rollouts


def group_advantages(rewards):
    centered = rewards - rewards.mean()
    return centered / (rewards.std() + 1e-4)
