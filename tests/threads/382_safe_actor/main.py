from dataclasses import dataclass

import torch

from policy import Actor


@dataclass
class Config:
    envs: int = 8
    horizon: int = 12
    updates: int = 3
    lr: float = 3e-2
    penalty: float = 0.1


class PointMass:
    """Drive a damped point to the origin with a bounded push."""

    def __init__(self, n, generator):
        self.pos = torch.randn(n, 2, generator=generator)
        self.vel = torch.zeros(n, 2)

    def observe(self):
        return torch.cat([self.pos, self.vel], dim=-1)

    def step(self, action):
        self.vel = 0.9 * self.vel + 0.1 * action
        self.pos = self.pos + self.vel
        return self.pos.pow(2).sum(-1)


class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.rng = torch.Generator().manual_seed(3)
        self.actor = Actor(4, limits=[(-1.0, 1.0), (-0.6, 0.8)])
        self.act = torch.compile(self.actor, backend="eager")
        self.optimizer = torch.optim.Adam(self.actor.parameters(), lr=cfg.lr)

    def rollout(self):
        env = PointMass(self.cfg.envs, self.rng)
        cost, over = 0.0, 0.0
        for _ in range(self.cfg.horizon):
            noise = torch.randn(self.cfg.envs, 2, generator=self.rng)
            action, excess = self.act(env.observe().detach(), noise)
            cost = cost + env.step(action).mean()
            over = over + excess.mean()
        return cost, over

    def update(self):
        cost, over = self.rollout()
        loss = cost + self.cfg.penalty * over
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return cost.item(), over.item()


if __name__ == "__main__":
    torch.manual_seed(11)
    trainer = Trainer(Config())
    for i in range(trainer.cfg.updates):
        cost, over = trainer.update()
        print(f"update {i} cost {cost:.5f} excess {over:.5f}")
    print("samples in spec:", trainer.actor.spec.is_in(trainer.actor.spec.rand(16, trainer.rng)))
