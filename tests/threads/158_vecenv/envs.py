import torch


class PointMassVec:
    """n independent points on a plane; four thrust directions; reward = closeness to the origin."""

    obs_dim = 4
    n_actions = 4

    def __init__(self, n, seed):
        self.n = n
        self.g = torch.Generator().manual_seed(seed)
        self.dirs = torch.tensor([[1.0, 0], [-1.0, 0], [0, 1.0], [0, -1.0]])

    def reset(self):
        self.pos = torch.randn(self.n, 2, generator=self.g)
        self.vel = torch.zeros(self.n, 2)
        return self._obs()

    def step(self, action):
        self.vel = 0.9 * self.vel + 0.1 * self.dirs[action]
        self.pos = self.pos + self.vel
        return self._obs(), -self.pos.norm(dim=-1)

    def _obs(self):
        return torch.cat([self.pos, self.vel], -1)
