import torch


class VecPoint:
    """Points which shall go to the origin. State is [x, y, vx, vy]."""

    def __init__(self, n):
        self.n = n
        self.state = None

    def reset(self, seed):
        g = torch.Generator().manual_seed(seed)
        self.state = torch.randn(self.n, 4, generator=g)
        return self.state

    def step(self, action):
        pos, vel = self.state[:, :2], self.state[:, 2:]
        vel = 0.9 * vel + 0.2 * action
        pos = pos + 0.2 * vel
        self.state = torch.cat([pos, vel], 1)
        return self.state, -pos.pow(2).sum(1)
