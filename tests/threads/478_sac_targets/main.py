import copy

import torch

from networks import Actor, TwinCritic
from objectives import CriticObjective

OBS, ACT = 6, 2


class Replay:
    def __init__(self, size, seed):
        self.gen = torch.Generator().manual_seed(seed)
        obs = torch.randn(size, OBS, generator=self.gen)
        act = torch.rand(size, ACT, generator=self.gen) * 2 - 1
        step = 0.1 * torch.cat([act, act, act], dim=-1)
        self.data = {"obs": obs, "action": act, "next_obs": obs + step,
                     "reward": -obs.pow(2).mean(-1), "done": (obs[:, 0] > 1.5).float()}
        self.priority = torch.ones(size)

    def sample(self, n):
        index = torch.multinomial(self.priority, n, generator=self.gen)
        return index, {k: v[index] for k, v in self.data.items()}

    def update(self, index, priority):
        self.priority[index] = priority + 1e-3


def soft_update(target, source, tau=0.05):
    with torch.no_grad():
        for t, s in zip(target.parameters(), source.parameters()):
            t.lerp_(s, tau)


def main():
    torch.manual_seed(0)
    actor, critic = Actor(OBS, ACT), TwinCritic(OBS, ACT)
    target = copy.deepcopy(critic).requires_grad_(False)
    objective = torch.compile(CriticObjective(actor, critic, target), backend="eager", fullgraph=True)
    optim = torch.optim.Adam(critic.parameters(), lr=3e-3)
    replay = Replay(512, seed=5)
    for step in range(8):
        index, batch = replay.sample(64)
        loss, priority = objective(batch)
        optim.zero_grad()
        loss.backward()
        optim.step()
        soft_update(target, critic)
        replay.update(index, priority)
        print(step, f"{loss.item():.6f}", f"{priority.mean().item():.6f}")


if __name__ == "__main__":
    main()
