import torch


class PointEnv:
    def __init__(self, count, seed):
        gen = torch.Generator().manual_seed(seed)
        self.pos = torch.rand(count, 2, generator=gen) * 2 - 1
        self.vel = torch.zeros(count, 2)

    def observe(self):
        return torch.cat([self.pos, self.vel], dim=1)

    def step(self, action):
        self.vel = 0.9 * self.vel + 0.1 * action
        self.pos = self.pos + self.vel
        return -self.pos.norm(dim=1)
