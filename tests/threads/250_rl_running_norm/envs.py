import torch


class PointMassVec:
    obs_dim = 6
    act_dim = 2

    def __init__(self, num_envs, dt=0.05, seed=0):
        self.num_envs = num_envs
        self.dt = dt
        self.gen = torch.Generator().manual_seed(seed)

    def reset(self):
        self.pos = torch.rand(self.num_envs, 2, generator=self.gen) * 4 - 2
        self.vel = torch.zeros(self.num_envs, 2)
        self.target = torch.rand(self.num_envs, 2, generator=self.gen) * 2 - 1
        return self._obs()

    def _obs(self):
        return torch.cat([self.pos, self.vel, self.target], dim=-1)

    def step(self, action):
        self.vel = 0.98 * self.vel + action * self.dt
        self.pos = self.pos + self.vel * self.dt
        reward = -(self.pos - self.target).norm(dim=-1)
        return self._obs(), reward
