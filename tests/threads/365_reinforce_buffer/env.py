import torch


class PointMass:
    """Batched one-dimensional point mass, reward for staying near the origin."""

    num_actions = 3

    def __init__(self, num_envs=4, dt=0.1, seed=0):
        self.num_envs = num_envs
        self.dt = dt
        self.gen = torch.Generator().manual_seed(seed)
        self.state = None

    def reset(self):
        self.state = torch.rand(self.num_envs, 2, generator=self.gen) * 2 - 1
        return self.state

    def step(self, action):
        force = action.float() - 1.0
        pos, vel = self.state.unbind(-1)
        vel = 0.95 * vel + self.dt * force
        self.state = torch.stack((pos + self.dt * vel, vel), -1)
        return self.state, -pos.abs() - 0.05 * force.abs()
