import torch


class CartField:
    def __init__(self, n, seed):
        self.n = n
        self.gen = torch.Generator().manual_seed(seed)

    def noise(self):
        return torch.randn(self.n, 1, generator=self.gen)

    def reset(self):
        self.pos = torch.rand(self.n, 1, generator=self.gen) * 4 - 2
        self.vel = torch.zeros(self.n, 1)
        return torch.cat([self.pos, self.vel], 1)

    def step(self, push):
        if (push.abs() > 10).any():
            push = push.clamp(-10, 10)
        self.vel = 0.95 * self.vel + 0.1 * push
        self.pos = self.pos + 0.1 * self.vel
        reward = -(self.pos ** 2 + 0.1 * self.vel ** 2).squeeze(1)
        return torch.cat([self.pos, self.vel], 1), reward
