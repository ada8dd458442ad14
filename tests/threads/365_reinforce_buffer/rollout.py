from dataclasses import dataclass, field

import torch


@dataclass
class Episode:
    log_probs: list = field(default_factory=list)
    entropies: list = field(default_factory=list)
    rewards: list = field(default_factory=list)

    def record(self, log_prob, entropy):
        self.log_probs.append(log_prob)
        self.entropies.append(entropy)

    def clear(self):
        for items in (self.log_probs, self.entropies, self.rewards):
            items.clear()


def discounted(rewards, gamma):
    total = torch.zeros_like(rewards[0])
    out = []
    for reward in reversed(rewards):
        total = reward + gamma * total
        out.append(total)
    stacked = torch.stack(out[::-1])
    return (stacked - stacked.mean()) / (stacked.std() + 1e-6)
